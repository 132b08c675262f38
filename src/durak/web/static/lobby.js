// @ts-check
/** The table before a deal: who sits where, who is ready, the rules agreed on, and how others come in. */

import { post } from "./api.js";
import { at } from "./element.js";
import { buildInvite } from "./invite.js";
import { listed, t } from "./language.js";
import { keepName, knownName, showLate } from "./late.js";
import { lobbyNews } from "./lobby-news.js";
import { buildOptionsForm, LEVELS, optionWords, readTableOptions } from "./options-form.js";
import { button, make, segments } from "./parts.js";
import { buildRulesForm, choiceOf, codeOf, readOptions, showSheet } from "./rules-form.js";
import { rulesName, seatName } from "./words.js";

/**
 * @typedef {import("./late.js").Table} Table
 * @typedef {import("./types.js").Seat} Seat
 *
 * @typedef {object} How what the table's page lends to the lobby
 * @property {string} id the table's
 * @property {boolean} open whether something can be sent now
 * @property {(message: {type: string} & Record<string, unknown>) => boolean} send
 * @property {(number: number) => boolean} ready says that this device is ready for that deal
 * @property {string} refusal words of the last refusal, or nothing
 * @property {(lines: string[]) => void} say to those who hear the page
 * @property {boolean} wanted whether to show the lobby after a deal too
 * @property {() => void} [back] to the deal
 */

/** @type {Table | null} the table as it was shown last */
let before = null;
/** @type {number | null} the seat whose removal was asked for once */
let doubted = null;
/** @typedef {ReturnType<typeof build>} Parts */
/** @type {Parts | null} */
let parts = null;
/** What this page knows now; buttons outlive the state that made them. */
const now = { table: /** @type {Table | null} */ (null), how: /** @type {How | null} */ (null) };

/**
 * Show the lobby while there is one, and the offer of a seat to those who came late.
 * @param {Table} table
 * @param {How} how
 * @returns {boolean} whether the lobby is shown
 */
export function showLobby(table, how) {
  const shown = table.stage === "lobby" || how.wanted;
  const place = at("lobby");
  showLate(at("late"), table, how);
  document.body.dataset["lobby"] = shown ? "open" : "closed";
  place.hidden = !shown;
  const news = shown && before !== null && before !== table ? lobbyNews(before, table) : [];
  if (news.length > 0) how.say(news); // else what was said last stays
  before = table;
  now.table = table;
  now.how = how;
  if (!shown) {
    parts?.dialog.close();
    return false;
  }
  const first = parts === null;
  const built = (parts ??= build(place, how));
  keepingFocus(place, () => render(built, table, how));
  if (first && location.hash === "#sit" && !built.newcomer.hidden) built.name.focus();
  return true;
}

/**
 * @param {HTMLElement} place
 * @param {How} how
 */
function build(place, how) {
  place.classList.add("forms");
  place.setAttribute("aria-label", t("lobby.label"));
  const invite = make("section", "lobby-card invite");
  invite.setAttribute("aria-label", t("lobby.invite"));
  const showInvite = buildInvite(invite, how.id, (lines) => now.how?.say(lines));

  const name = document.createElement("input");
  name.id = "lobby-name";
  name.maxLength = 24;
  name.setAttribute("autocomplete", "nickname");
  name.value = knownName();
  name.addEventListener("input", () => name.removeAttribute("aria-invalid"));
  const label = document.createElement("label");
  label.htmlFor = name.id;
  label.textContent = t("lobby.name");
  const newcomer = make("div", "lobby-card newcomer", label, name);

  const heading = make("h2", "", t("lobby.heading"));
  heading.id = "lobby-heading";
  const seats = make("ul", "lobby-seats");
  seats.setAttribute("aria-labelledby", heading.id);

  const manners = make("ul", "help lobby-manners");
  manners.setAttribute("aria-label", t("option.bots"));
  const rulesWords = make("p", "lobby-rules-words");
  const optionsWords = make("p", "help");
  const change = button("", t("lobby.change"), openChange);
  change.dataset["act"] = "change";
  const sheet = make("dl", "sheet");
  const print = /** @type {HTMLAnchorElement} */ (make("a", "", t("lobby.sheet_print")));
  print.target = "_blank";
  const details = /** @type {HTMLDetailsElement} */ (make("details", "", make("summary", "", t("lobby.sheet")), sheet, make("p", "", print)));
  details.addEventListener("toggle", () => void loadSheet());
  const rules = make("section", "lobby-card lobby-rules", make("div", "lobby-rules-head", make("div", "", rulesWords, optionsWords), change), details);
  rules.setAttribute("aria-label", t("lobby.rules"));

  const watchers = make("p", "help lobby-watchers");
  const leave = button("quiet lobby-leave", t("lobby.stand"), () => now.how?.send({ type: "stand" }));
  leave.dataset["act"] = "leave";
  const words = make("p", "lobby-words");
  const refused = make("p", "refused");
  const ways = make("div", "lobby-foot-ways");
  const foot = make("div", "lobby-foot", make("div", "lobby-foot-words", words, refused), ways);
  const dialog = document.createElement("dialog");
  dialog.className = "forms lobby-dialog";
  dialog.setAttribute("aria-labelledby", "lobby-change-heading");
  document.body.append(dialog);
  place.replaceChildren(
    make("div", "lobby-scroll", make("div", "lobby-inner", make("div", "lobby-main", heading, newcomer, seats, manners, leave, watchers), make("div", "lobby-side", invite, rules))),
    foot,
  );
  /** @type {Map<number, {key: string, row: HTMLElement}>} a row stays as long as it would be the same: a list that is open stays open */
  const rows = new Map();
  return { showInvite, invite, newcomer, name, seats, rows, manners, rulesWords, optionsWords, change, sheet, print, details, watchers, leave, words, refused, ways, dialog };
}

/**
 * Draw anew, and leave the focus where it was, or near to it.
 * @param {HTMLElement} place
 * @param {() => void} draw
 */
function keepingFocus(place, draw) {
  const focused = document.activeElement;
  const key = focused instanceof HTMLElement && place.contains(focused) ? focused.dataset["act"] : undefined;
  draw();
  if (key === undefined || place.contains(document.activeElement)) return;
  const all = [...place.querySelectorAll("[data-act]")].filter((each) => each.getClientRects().length > 0);
  const same = all.find((each) => each instanceof HTMLElement && each.dataset["act"] === key);
  const near = same ?? all.find((each) => each instanceof HTMLElement && each.dataset["act"] === "main") ?? all[0];
  if (near instanceof HTMLElement) near.focus({ preventScroll: true });
}

/**
 * @param {Parts} parts
 * @param {Table} table
 * @param {How} how
 */
function render(parts, table, how) {
  const isHost = table.you !== null && table.host === table.you;
  parts.showInvite(table.code ?? null);
  parts.invite.hidden = table.you === null || isTaken(table);
  parts.newcomer.hidden = table.you !== null || freeSeats(table).length === 0;
  const rows = table.seats.map((seat, at) => keptRow(parts, seat, at, table, how, isHost));
  if (rows.some((row, at) => parts.seats.children[at] !== row) || rows.length !== parts.seats.childElementCount) {
    parts.seats.replaceChildren(...rows);
  }
  const levels = LEVELS.filter((level) => table.seats.some((seat) => seat.kind === "bot" && seat.level === level));
  parts.manners.replaceChildren(...levels.map((level) => make("li", "", t("lobby.manner", { level: t(`option.bots.${level}`), text: t(`option.bots.${level}.text`) }))));
  parts.rulesWords.textContent = `${rulesName(table)} · ${t("preset.players", { players: table.players })}`;
  const words = [optionWords(readTableOptions(table.options ?? {}))];
  words.unshift(t(table.options?.public === true ? "lobby.public" : "lobby.private"));
  parts.optionsWords.textContent = words.join(" · ");
  parts.change.hidden = !isHost;
  parts.print.href = `/rules?code=${encodeURIComponent(table.rules)}`;
  const watchers = table.watchers ?? 0;
  parts.watchers.textContent = watchers > 0 ? t("lobby.watchers", { count: watchers }) : "";
  parts.leave.hidden = table.you === null;
  parts.refused.textContent = how.refusal;
  if (!isHost) parts.dialog.close();
  renderFoot(parts, table, how);
  void loadSheet();
}

/**
 * Whether somebody practises here, so that nobody else can sit down.
 * @param {Table} table
 */
function isTaken(table) {
  return table.options?.practice === true && table.seats.some((seat) => seat.kind === "person");
}

/** @param {Table} table */
function freeSeats(table) {
  if (isTaken(table)) return [];
  const open = table.seats.flatMap((seat, at) => (seat.kind === "open" ? [at] : []));
  const bots = table.seats.flatMap((seat, at) => (seat.kind === "bot" ? [at] : []));
  return [...open, ...bots];
}

/**
 * The row of a seat; the one that is there already if it would be the same.
 * @param {Parts} parts
 * @param {Seat} seat
 * @param {number} at
 * @param {Table} table
 * @param {How} how
 * @param {boolean} isHost
 */
function keptRow(parts, seat, at, table, how, isHost) {
  const key = JSON.stringify([seat, at === table.you, at === table.host, table.you === null, isHost, how.open, doubted === at, isTaken(table), table.rules]);
  const kept = parts.rows.get(at);
  if (kept?.key === key) return kept.row;
  const row = seatRow(seat, at, table, how, isHost);
  parts.rows.set(at, { key, row });
  return row;
}

/**
 * @param {Seat} seat
 * @param {number} at
 * @param {Table} table
 * @param {How} how
 * @param {boolean} isHost
 */
function seatRow(seat, at, table, how, isHost) {
  const person = seat.kind === "person";
  const mine = at === table.you;
  const name = make("span", "lobby-name", person || seat.kind === "bot" ? seatName(table, at) : t("lobby.open"));
  name.dir = "auto";
  const words = [];
  if (mine) words.push(t("lobby.you"));
  if (at === table.host) words.push(t("lobby.host"));
  if (seat.kind === "bot") words.push(t("lobby.bot"));
  if (seat.kind === "bot" && seat.level != null && !isHost) words.push(t(`option.bots.${seat.level}`));
  if (/\bteams=two\b/.test(table.rules)) words.push(t("lobby.team", { number: (at % 2) + 1 }));
  const absent = person && seat.present === false;
  if (person) words.push(t(absent ? "lobby.away" : seat.ready === true ? "lobby.ready" : "lobby.not_ready"));
  const number = make("span", "lobby-number", make("span", "visually-hidden", t("lobby.seat", { number: at + 1 })));
  const digit = make("span", "", seat.ready === true && person ? "✓" : String(at + 1));
  digit.setAttribute("aria-hidden", "true");
  number.append(digit);
  const row = make("li", "lobby-seat", number, make("span", "lobby-who", name, make("span", "lobby-marks", words.join(" · "))));
  row.dataset["kind"] = seat.kind;
  row.classList.toggle("is-you", mine);
  row.classList.toggle("is-ready", person && seat.ready === true);
  row.classList.toggle("is-away", absent);
  if (seat.kind === "bot" && isHost) row.append(levelChoice(seat, at, table, how));
  const ways = waysOf(seat, at, table, how, isHost);
  if (ways.length > 0) row.append(make("span", "lobby-ways", ...ways));
  return row;
}

/**
 * How the bot at a seat is to play.
 * @param {Seat} seat
 * @param {number} at
 * @param {Table} table
 * @param {How} how
 */
function levelChoice(seat, at, table, how) {
  const select = document.createElement("select");
  select.className = "lobby-level";
  select.dataset["act"] = `level-${at}`;
  select.setAttribute("aria-label", t("lobby.level", { name: seatName(table, at), number: at + 1 }));
  select.disabled = !how.open;
  for (const level of LEVELS) {
    const option = document.createElement("option");
    option.value = level;
    option.textContent = t(`option.bots.${level}`);
    option.selected = level === seat.level;
    select.append(option);
  }
  select.addEventListener("change", () => now.how?.send({ type: "seat_bot", seat: at, level: select.value }));
  return select;
}

/**
 * What this person may do with a seat.
 * @param {Seat} seat
 * @param {number} at
 * @param {Table} table
 * @param {How} how
 * @param {boolean} isHost
 */
function waysOf(seat, at, table, how, isHost) {
  const number = at + 1;
  /** @type {HTMLButtonElement[]} */
  const ways = [];
  /**
   * @param {string} act
   * @param {string} words
   * @param {string} spoken
   * @param {() => void} press
   */
  const add = (act, words, spoken, press) => {
    const made = button("", words, press);
    made.dataset["act"] = `${act}-${at}`;
    made.setAttribute("aria-label", spoken);
    made.setAttribute("aria-disabled", String(!how.open));
    ways.push(made);
  };
  /** @param {string} action */
  const onSeat = (action) => t("lobby.on_seat", { action, number });
  if (seat.kind !== "person" && !(table.you === null && isTaken(table))) {
    if (table.you === null) add("sit", t("lobby.sit"), onSeat(t("lobby.sit")), () => sit(at));
    else add("move", t("lobby.move"), onSeat(t("lobby.move")), () => now.how?.send({ type: "swap_seats", seat: at }));
  }
  if (!isHost) return ways;
  if (seat.kind === "open") {
    add("bot", t("lobby.add_bot_short"), onSeat(t("lobby.add_bot")), () => now.how?.send({ type: "seat_bot", seat: at }));
  } else if (seat.kind === "bot") {
    add("free", t("lobby.open_seat_short"), onSeat(t("lobby.open_seat")), () => now.how?.send({ type: "open_seat", seat: at }));
  } else if (at !== table.you) {
    const name = seatName(table, at);
    const sure = doubted === at;
    add("remove", t(sure ? "lobby.remove_sure" : "lobby.remove"), t(sure ? "lobby.remove_sure_named" : "lobby.remove_named", { name }), () => {
      if (doubted === at) now.how?.send({ type: "remove", seat: at });
      doubted = doubted === at ? null : at;
      redraw();
    });
    if (sure) ways[ways.length - 1]?.classList.add("danger");
  }
  return ways;
}

/** Show the same state again. */
function redraw() {
  if (now.table !== null && now.how !== null) showLobby(now.table, now.how);
}

/** @param {number} seat */
function sit(seat) {
  const input = /** @type {HTMLInputElement} */ (at("lobby-name"));
  const name = input.value.trim();
  if (name === "") {
    input.setAttribute("aria-invalid", "true");
    input.focus();
    if (parts !== null) parts.refused.textContent = t("make.name_wanted");
    now.how?.say([t("make.name_wanted")]);
    return;
  }
  keepName(name);
  now.how?.send({ type: "sit", seat, name });
}

/**
 * Who is waited for, and the one thing to do next.
 * @param {Parts} parts
 * @param {Table} table
 * @param {How} how
 */
function renderFoot(parts, table, how) {
  const persons = table.seats.flatMap((seat, at) => (seat.kind === "person" ? [at] : []));
  const missing = persons.filter((seat) => table.seats[seat]?.ready !== true && seat !== table.you);
  const names = listed(missing.map((seat) => seatName(table, seat)));
  const open = table.seats.filter((seat) => seat.kind === "open").length;
  const free = freeSeats(table);
  const iAmReady = table.you !== null && table.seats[table.you]?.ready === true;
  /** @type {string[]} */
  const words = [];
  /** @type {HTMLButtonElement[]} */
  const ways = [];
  const main = (/** @type {string} */ key, /** @type {() => void} */ act, primary = true) => {
    const made = button(primary ? "primary" : "", t(key), act);
    made.dataset["act"] = "main";
    made.setAttribute("aria-disabled", String(!how.open));
    ways.push(made);
  };
  if (how.wanted && table.stage !== "lobby") {
    main("lobby.back", () => now.how?.back?.());
  } else if (table.you === null) {
    words.push(t(free.length > 0 ? "lobby.pick" : "lobby.full"));
    if (free[0] !== undefined) main("lobby.do_sit", () => sit(freeSeats(now.table ?? table)[0] ?? 0));
  } else if (iAmReady) {
    words.push(missing.length > 0 ? t("lobby.wait_for", { names }) : t("lobby.all_ready"));
    main("lobby.do_unready", () => now.how?.send({ type: "unready" }), false);
  } else {
    if (missing.length > 0) words.push(t("lobby.wait_for", { names }));
    else if (persons.length > 1) words.push(t("lobby.wait_for_you"));
    if (open > 0 && missing.length === 0) words.push(t("lobby.bots_come", { count: open }));
    main(missing.length > 0 ? "lobby.do_ready" : "lobby.do_start", () => now.how?.ready(now.table?.deal ?? table.deal));
  }
  parts.words.textContent = words.join(" ");
  parts.ways.replaceChildren(...ways);
}

/** The sheet of the rules as they are now, once somebody wants to read it. */
async function loadSheet() {
  const { table } = now;
  if (parts === null || table === null || !parts.details.open || parts.sheet.dataset["rules"] === table.rules) return;
  const { sheet } = parts;
  sheet.dataset["rules"] = table.rules;
  const { players, set } = fieldsOf(table.rules);
  const answer = await post("/api/rules", { players, set });
  if (sheet.dataset["rules"] !== table.rules) return;
  if (answer.ok) showSheet(sheet, /** @type {import("./rules-form.js").Clause[]} */ (answer.body["sheet"]));
  else delete sheet.dataset["rules"];
}

/** @param {string} code */
function fieldsOf(code) {
  const { players, ...set } = Object.fromEntries(code.split(" ").map((part) => part.split("=")));
  return { players: Number(players), set };
}

/** The host chooses other rules or another agreement. */
function openChange() {
  const { table } = now;
  if (parts === null || table === null) return;
  const { dialog } = parts;
  const options = readOptions();
  const choice = choiceOf(options, table.rules, table.preset);
  const agreed = readTableOptions(table.options ?? {});
  let isPublic = table.options?.public === true;
  const heading = make("h2", "", t("lobby.change_heading"));
  heading.id = "lobby-change-heading";
  const rulesPlace = make("div", "lobby-form");
  const optionsPlace = make("div", "lobby-form");
  const finders = make("div", "segments even");
  const finderHelp = make("p", "help");
  const refused = make("p", "refused");
  refused.setAttribute("role", "alert");
  const apply = button("primary", t("lobby.apply"), () => {
    const sent = now.how?.send({ type: "options", options: { ...agreed, public: isPublic, rules: codeOf(options, choice) } });
    if (sent === true) dialog.close();
  });
  const showFinders = () => {
    const chosen = isPublic ? "yes" : "no";
    segments(finders, "public", ["no", "yes"], chosen, {
      words: (value) => t(`option.public.${value}`),
      choose(value) {
        isPublic = value === "yes";
        showFinders();
      },
    });
    finderHelp.textContent = t(`option.public.${chosen}.text`);
  };
  showFinders();
  const finder = make("fieldset", "option", make("legend", "", t("option.public")), finders, finderHelp);
  const agreement = make("details", "", make("summary", "", t("make.table")), optionsPlace, finder);
  dialog.replaceChildren(
    heading,
    rulesPlace,
    agreement,
    refused,
    make("div", "lobby-dialog-ways", apply, button("", t("lobby.cancel"), () => dialog.close())),
  );
  buildRulesForm(rulesPlace, options, choice, {
    changed: () => undefined,
    checked(_, refusal) {
      refused.textContent = refusal;
      apply.setAttribute("aria-disabled", String(refusal !== ""));
    },
    seatsHelp: () => t("make.seats_people"),
  });
  const alone = table.seats.filter((seat) => seat.kind === "person").length < 2;
  buildOptionsForm(optionsPlace, agreed, (name) => name !== "practice" || alone, () => undefined);
  dialog.showModal();
}
