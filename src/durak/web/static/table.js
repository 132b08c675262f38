// @ts-check
/** The table page: messages from the server become what is shown, said and heard. */

import { createAnswers } from "./answers.js";
import { follow, NONE } from "./bout.js";
import { hasOwnLetters, setLetters } from "./cards.js";
import { createChat } from "./chat.js";
import { NOTHING, parseAll } from "./choice.js";
import { createClock } from "./clock.js";
import { connect } from "./connection.js";
import { at } from "./element.js";
import { buildFairCheck, rememberPromises } from "./faircheck.js";
import { listen } from "./input.js";
import { keep, kept } from "./kept.js";
import { t } from "./language.js";
import { lastBout } from "./lastbout.js";
import { showLobby } from "./lobby.js";
import { createLog, say } from "./log.js";
import { renderMemory } from "./memory.js";
import { createNotices, noticeWords } from "./notices.js";
import { id, page, settings, state } from "./page.js";
import { buildPanels } from "./panels.js";
import { createPractice } from "./practice.js";
import { createQueue } from "./queue.js";
import { copy, recordText } from "./record.js";
import { refusalWords } from "./refusals.js";
import { applySettings, buildSettings } from "./settings.js";
import { play, setSounds, soundsOf, wakeSounds } from "./sound.js";
import { chooseAnew, createStage, fit } from "./stage.js";
import { statusNow } from "./status.js";
import { lastLook } from "./steps.js";
import { asked, sentence, withTaking } from "./words.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./types.js").StateMessage} StateMessage
 * @typedef {import("./types.js").RefusedMessage} RefusedMessage
 * @typedef {import("./types.js").ServerMessage} ServerMessage
 * @typedef {import("./types.js").ConnectionStatus} ConnectionStatus
 */

/** How long the last cards of a bout are shown before they are cleared. */
const LAST_LOOK = 800;
/** What the lobby tells by itself. */
const IN_LOBBY = new Set(["sat", "left", "host", "rules"]);
/** Milliseconds that an answer has, by the table's time. */
const ANSWER = { none: 0, gentle: 30_000, fast: 10_000 };

applySettings(settings);
setLetters(settings.letters);
setSounds(settings.sounds === "on");

const socketUrl = new URL(`/t/${encodeURIComponent(id)}/ws`, location.href);
socketUrl.protocol = location.protocol === "https:" ? "wss:" : "ws:";
const queue = createQueue({ look, show, moment: LAST_LOOK });
const connection = connect(socketUrl.href, id, { state: queue.add, refused, other: heard, status: connected });
const answers = createAnswers(connection, () => stage.refresh());
const clock = createClock({
  place: (seat) => (seat === state.message?.table.you ? page.asked : state.seats.get(seat)),
  words: ({ seconds, reserve }) => t(reserve ? "clock.reserve" : "clock.seconds", { count: seconds }),
  tick: hurry,
});
const practice = createPractice(connection.send);
const stage = createStage(answers, () => {
  clock.show();
  practice.show();
  renderLobby();
});
const log = createLog({ list: at("log"), scroller: at("log-scroll"), empty: at("log-empty"), key: `log.${id}` });
const notices = createNotices(at("notice"));
const chat = createChat({
  table: id,
  send: connection.send,
  heard: (line) => {
    say(page.live, [line]);
    if (at("chat-panel").hidden) notices.show(line);
  },
});
/** Notices that came before the first state. */
const early = /** @type {import("./types.js").NoticeMessage[]} */ ([]);
let bouts = /** @type {import("./bout.js").Bouts | null} */ (kept(`bouts.${id}`)) ?? NONE;

// ---- from the server ------------------------------------------------------------------------

/**
 * The last cards of a bout, before they are cleared.
 * @param {StateMessage} message
 */
function look({ events }) {
  const before = state.message;
  const seen = before === null ? null : lastLook(state.view, events);
  if (before === null || seen === null) return false;
  const end = events.findIndex((event) => event.type === "beatenoff" || event.type === "taken");
  state.looking = true;
  state.moves = [];
  chooseAnew();
  dropHeld();
  const laid = events.slice(0, end);
  stage.render(seen, before.table, laid);
  soundsOf(laid).forEach(play);
  return true;
}

/** @param {StateMessage} message */
function show(message) {
  const { v, table, view } = message;
  const events = withTaking(message.events, view);
  const before = state.message;
  const sameVersion = before?.v === v;
  const looked = state.looking;
  state.looking = false;
  if (events.some((event) => event.type === "dealbegan")) stage.clearCards();
  state.message = message;
  state.moves = parseAll(view?.legal ?? []);
  state.said = false;
  state.paused = table.paused === true;
  if (!sameVersion) {
    chooseAnew();
    dropHeld();
  }
  bouts = follow(bouts, { v, deal: table.deal, view, events });
  keep(`bouts.${id}`, bouts);
  practice.follow(bouts.last, table);
  rememberPromises(table);
  stage.render(view, table, events);
  clock.set(table.clock ?? null, ANSWER[table.options?.time ?? "none"]);
  chat.update(table);
  log.tell(v, table, events);
  if (!sameVersion || before === null) tell(table, view, events);
  listenTo(message, before, looked);
  refreshDialogs();
  if (before === null && isAlone(table)) connection.deal(1);
  early.splice(0).forEach(heard);
}

/**
 * Whether a person has just come to play against bots: there is nobody to wait for.
 * @param {Table} table
 */
function isAlone({ stage, deal, you, seats }) {
  if (stage !== "lobby" || deal !== 1 || you === null) return false;
  return seats.every(({ kind }, seat) => kind === "bot" || seat === you);
}

/** An old answer does not outlive the state it was for. */
function dropHeld() {
  answers.undo();
  state.held = null;
}

/**
 * @param {StateMessage} message
 * @param {StateMessage | null} before
 * @param {boolean} looked whether the cards of the bout were heard already
 */
function listenTo({ v, table, view, events }, before, looked) {
  if (before === null || before.v === v) return;
  const sounds = soundsOf(events).filter((sound) => !(looked && sound === "card"));
  sounds.forEach(play);
  const mine = table.you !== null && view?.to_act === table.you;
  if (mine && before.view?.to_act !== table.you) play("word");
}

/** @param {RefusedMessage} message */
function refused(message) {
  const { table = null, view = null } = state.message ?? {};
  const words = refusalWords(message, table, state.moves, view?.taking === true);
  if (practice.refused(message.code, words)) return;
  state.refusal = words;
  state.chosen = NOTHING;
  state.said = false;
  say(page.live, [state.refusal]);
  stage.refresh();
}

/** @param {ServerMessage} message */
function heard(message) {
  if (message.type === "history") chat.fill(message.chat);
  if (message.type === "chat") chat.add(message);
  if (message.type === "advice" || message.type === "reviewed") practice.heard(message);
  if (message.type !== "notice") return;
  if (state.message === null) {
    early.push(message); // whom it is about is known with the first state
    return;
  }
  const words = noticeWords(message, state.message.table);
  if (message.key === "paused" || message.key === "resumed") state.paused = message.key === "paused";
  if (words === "") return;
  log.note(words);
  if (document.body.dataset["lobby"] === "open" && IN_LOBBY.has(message.key)) return;
  notices.show(words);
  say(page.live, [words]);
  stage.refresh();
}

/**
 * @param {ConnectionStatus} status
 * @param {number} code
 */
function connected(status, code) {
  if (state.connection === status || (status === "connecting" && state.connection === "lost")) return;
  state.connection = status;
  state.closed = code;
  if (status === "lost") {
    dropHeld();
    clock.set(null, 0);
    practice.lost();
    say(page.live, [t("table.reconnecting")]);
  }
  stage.refresh();
}

/**
 * @param {Table} table
 * @param {View | null} view
 * @param {import("./types.js").TableEvent[]} events
 */
function tell(table, view, events) {
  const spoken = events.filter((event) => event.type !== "drew" || event.seat === table.you);
  const words = spoken.map((event) => sentence(event, table));
  if (view !== null && view.to_act === table.you && view.result === null) words.push(asked(view, table, state.moves, NOTHING));
  say(page.live, words);
}

/** @param {import("./clock.js").Left} left */
function hurry({ seat, seconds, reserve }) {
  if (seat !== state.message?.table.you) return;
  if (seconds <= 5) play("low");
  if (seconds === 10 || seconds === 5) say(page.live, [t("clock.low", { count: seconds }), reserve ? t("clock.last_reserve") : ""]);
}

// ---- round the table ------------------------------------------------------------------------

/** The lobby before a deal, and after one when somebody wants to change seats or rules. */
function renderLobby() {
  const table = state.message?.table;
  if (table?.options === undefined) return;
  if (table.stage === "playing") state.arranging = false;
  showLobby(table, {
    id,
    open: state.connection === "open" && !state.said,
    send: connection.send,
    ready(number) {
      answers.deal(number);
      return state.said;
    },
    refusal: statusNow() || state.refusal,
    say: (lines) => say(page.live, lines),
    wanted: state.arranging && table.stage === "over",
    back: () => arrange(false),
  });
}

/** @param {boolean} wanted */
function arrange(wanted) {
  state.arranging = wanted;
  stage.refresh();
}

function refreshDialogs() {
  const { message } = state;
  if (message === null) return;
  const { table, view } = message;
  lastBout.show(bouts.last, table);
  if (isOpen("memory")) renderMemory(at("memory-shown"), view, table);
}

/** @param {string} name */
const isOpen = (name) => /** @type {HTMLDialogElement} */ (at(`${name}-dialog`)).open;

buildPanels({
  resized: fit,
  panel: (name) => {
    if (name === "chat") chat.opened();
  },
  dialog: (name) => {
    if (state.message === null) return;
    const { table, view } = state.message;
    if (name === "memory") renderMemory(at("memory-shown"), view, table);
    if (name === "bout") {
      lastBout.show(bouts.last, table);
      practice.open(bouts.last, table);
    }
  },
});
buildSettings(
  at("settings-fields"),
  settings,
  (name) => {
    applySettings(settings);
    setLetters(settings.letters);
    setSounds(settings.sounds === "on");
    if (name === "letters") stage.clearCards();
    wakeSounds();
    stage.refresh();
  },
  hasOwnLetters() ? [] : ["letters"],
);
buildFairCheck(() => state.message?.table ?? null);
listen(answers);
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, wakeSounds, { passive: true });

at("next-deal").addEventListener("click", () => {
  const table = state.message?.table;
  if (table === undefined || table.you === null || at("next-deal").getAttribute("aria-disabled") === "true") return;
  if (table.seats[table.you]?.ready === true) answers.unready();
  else answers.deal(table.deal + 1);
});
at("over-change").addEventListener("click", () => arrange(true));
for (const button of document.querySelectorAll("[data-leave]")) {
  button.addEventListener("click", () => {
    button.closest("dialog")?.close();
    /** @type {HTMLDialogElement} */ (at("leave-dialog")).showModal();
  });
}
at("leave-dialog").addEventListener("close", () => {
  const dialog = /** @type {HTMLDialogElement} */ (at("leave-dialog"));
  if (dialog.returnValue === "leave" && connection.send({ type: "leave" })) location.assign("/");
});
for (const button of document.querySelectorAll("[data-copy-record]")) {
  button.addEventListener("click", async () => {
    const deal = state.message?.table.deal ?? 1;
    const done = await recordText(id, deal).then(copy, () => false);
    button.closest("dialog")?.close();
    const words = t(done ? "over.copied" : "over.copy_failed");
    notices.show(words);
    say(page.live, [words]);
  });
}

new ResizeObserver(fit).observe(document.body);
new ResizeObserver(fit).observe(page.pairs);
