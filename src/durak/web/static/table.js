// @ts-check
/** The table page: keeps the newest state, shows it, and turns taps and keys into answers. */

import { moveWords, renderActions } from "./actions.js";
import { cardName, createCard, shortName, sortHand } from "./cards.js";
import { NOTHING, offers, parseAll, playable, tapAttack, tapHand, targets } from "./choice.js";
import { connect } from "./connection.js";
import { at } from "./element.js";
import { fitPairs, renderPairs, renderStock } from "./felt.js";
import { cardByKey, fitHand, renderHand } from "./hand.js";
import { has, t } from "./language.js";
import { addToLog, say } from "./log.js";
import { comeFrom, flyAway, flyBack, measure } from "./motion.js";
import { renderOver, renderTally } from "./over.js";
import { buildPanels } from "./panels.js";
import { renderSeats } from "./seats.js";
import { applySettings, buildSettings, readSettings } from "./settings.js";
import { lastLook } from "./steps.js";
import { asked, rulesName, sentence } from "./words.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./types.js").TableEvent} TableEvent
 * @typedef {import("./types.js").StateMessage} StateMessage
 * @typedef {import("./types.js").RefusedMessage} RefusedMessage
 * @typedef {import("./types.js").ConnectionStatus} ConnectionStatus
 * @typedef {import("./choice.js").Move} Move
 * @typedef {import("./choice.js").Meaning} Meaning
 */

/** How long the last cards of a bout are shown before they are cleared. */
const LAST_LOOK = 800;

const page = {
  seats: at("seats"), me: at("me"), pairs: at("pairs"), limit: at("limit"), over: at("over"), say: at("say"),
  prompt: at("prompt"), refusal: at("refusal"), actions: at("actions"), hand: at("hand"), heading: at("heading"),
  log: at("log"), logScroll: at("log-scroll"), live: at("live"), flying: at("flying"),
  talon: at("talon"), nextDeal: /** @type {HTMLButtonElement} */ (at("next-deal")),
  stock: {
    place: at("trump-place"), back: at("talon-back"), count: at("talon-count"), words: at("stock-words"),
    discard: at("discard"), discardCount: at("discard-count"),
  },
};
const id = /** @type {{id: string}} */ (JSON.parse(at("table").textContent ?? "{}")).id;
const settings = readSettings();
applySettings(settings);

/** Everything this page knows. */
const state = {
  /** @type {StateMessage | null} */
  message: null,
  /** @type {View | null} what is shown, which may be a last look at a bout */
  view: null,
  /** @type {Move[]} */
  moves: [],
  chosen: NOTHING,
  refusal: "",
  /** @type {ConnectionStatus} */
  connection: "connecting",
  /** @type {string | null} the hand's card that Tab reaches */
  roving: null,
  /** @type {Map<string, HTMLButtonElement>} each card on the page */
  cards: new Map(),
  /** @type {Map<number, HTMLElement>} */
  seats: new Map(),
  /** @type {StateMessage[]} not shown yet */
  waiting: [],
  looking: false,
};

// ---- from the server ------------------------------------------------------------------------

const socketUrl = new URL(`/t/${encodeURIComponent(id)}/ws`, location.href);
socketUrl.protocol = location.protocol === "https:" ? "wss:" : "ws:";
const connection = connect(socketUrl.href, { state: receive, refused, status: connected });

/** @param {StateMessage} message */
function receive(message) {
  state.waiting.push(message);
  if (!state.looking) showNext();
}

function showNext() {
  state.looking = false;
  const message = state.waiting.shift();
  if (message === undefined) return;
  const look = state.waiting.length < 2 ? lastLook(state.view, message.events) : null;
  if (look === null || state.message === null) {
    show(message);
    showNext();
    return;
  }
  const end = message.events.findIndex((event) => event.type === "beatenoff" || event.type === "taken");
  state.looking = true;
  state.moves = [];
  state.chosen = NOTHING;
  state.refusal = "";
  render(look, state.message.table, message.events.slice(0, end));
  setTimeout(() => {
    show(message);
    showNext();
  }, LAST_LOOK);
}

/** @param {StateMessage} message */
function show(message) {
  const { table, view, events } = message;
  const sameVersion = state.message?.v === message.v;
  if (events.some((event) => event.type === "dealbegan")) clearCards();
  state.message = message;
  state.moves = parseAll(view?.legal ?? []);
  if (!sameVersion) state.chosen = NOTHING;
  state.refusal = "";
  render(view, table, events);
  tell(table, view, events);
  if (table.stage === "waiting" && table.deal === 1 && table.you !== null) connection.deal(1);
}

/** @param {RefusedMessage} message */
function refused(message) {
  const key = `refusal.${message.code}`;
  state.refusal = has(key) ? t(key) : message.message;
  state.chosen = NOTHING;
  say(page.live, [state.refusal]);
  refresh();
}

/** @param {ConnectionStatus} status */
function connected(status) {
  if (state.connection === status || (status === "connecting" && state.connection === "lost")) return;
  state.connection = status;
  if (status === "lost") say(page.live, [t("table.reconnecting")]);
  refresh();
}

/**
 * @param {Table} table
 * @param {View | null} view
 * @param {TableEvent[]} events
 */
function tell(table, view, events) {
  const began = events.some((event) => event.type === "dealbegan");
  const told = events.filter((event) => !(event.type === "drew" && event.seat !== table.you && began));
  const lines = told.map((event) => sentence(event, table)).filter((line) => line !== "");
  addToLog(page.log, page.logScroll, lines);
  at("log-empty").hidden = page.log.childElementCount > 0 || (view?.bout ?? 1) > 1 || (view?.table.length ?? 0) > 0;
  const spoken = told.filter((event) => event.type !== "drew" || event.seat === table.you);
  const words = spoken.map((event) => sentence(event, table));
  if (view !== null && view.to_act === table.you && view.result === null) {
    words.push(asked(view, table, state.moves, NOTHING));
  }
  say(page.live, words);
}

// ---- to the page ----------------------------------------------------------------------------

/** @param {string} card */
function cardOf(card) {
  let element = state.cards.get(card);
  if (element === undefined) {
    element = createCard(card);
    state.cards.set(card, element);
  }
  return element;
}

function clearCards() {
  for (const element of state.cards.values()) element.remove();
  state.cards.clear();
  state.roving = null;
}

/** Show the same state again: something chosen, refused, or set otherwise. */
function refresh() {
  if (state.message === null) {
    renderStatus();
    return;
  }
  render(state.looking ? state.view : state.message.view, state.message.table, []);
}

/**
 * @param {View | null} view
 * @param {Table} table
 * @param {TableEvent[]} events
 */
function render(view, table, events) {
  const focused = document.activeElement;
  const focusedCard = focused instanceof HTMLElement && page.hand.contains(focused) ? focused.dataset["card"] : undefined;
  const focusedAt = focusedCard === undefined ? 0 : [...page.hand.children].indexOf(/** @type {Element} */ (focused));
  const mattered = focused !== null && focused !== document.body;
  const played = page.hand.contains(focused) || page.say.contains(focused) || page.pairs.contains(focused);
  const wasOver = !page.over.hidden;
  const before = measure(state.cards);
  const origins = originsOf(events);
  const ends = endsOf(events, table);
  const talonRect = page.talon.getBoundingClientRect();

  state.view = view;
  state.seats = renderSeats(page.seats, page.me, table, view);
  renderBar(table, view);
  const present = view === null ? new Set() : renderCards(view, table);
  for (const [card, element] of state.cards) {
    if (present.has(card)) continue;
    state.cards.delete(card);
    const to = ends.get(card);
    flyAway(element, before.get(card), to?.getBoundingClientRect(), page.flying);
  }
  renderWords(view, table);
  renderEnd(view, table);
  fit();

  for (const [card, element] of state.cards) {
    comeFrom(element, before.get(card) ?? origins.get(card)?.getBoundingClientRect());
  }
  for (const event of events) {
    if (event.type === "drew" && event.seat !== table.you && (event.cards?.length ?? 0) > 0) {
      flyBack(talonRect, state.seats.get(event.seat ?? -1)?.getBoundingClientRect(), page.flying);
    }
  }
  const lost = document.activeElement === document.body || document.activeElement === null;
  const ended = played && !wasOver && !page.over.hidden; // the hand and the buttons are going
  const begun = wasOver && page.over.hidden && page.over.contains(focused);
  if ((mattered && lost) || ended || begun) keepFocus(focusedAt);
}

/**
 * The focus was on something that is gone: move it to what is nearest.
 * @param {number} handAt
 */
function keepFocus(handAt) {
  const cards = page.hand.children;
  const inHand = cards[Math.min(handAt, cards.length - 1)] ?? page.actions.firstElementChild ?? page.prompt;
  const to = page.over.hidden ? inHand : at("over-heading");
  if (to instanceof HTMLElement) {
    if (to.dataset["card"] !== undefined) rove(to.dataset["card"]);
    to.focus({ preventScroll: true });
  }
}

/**
 * Where new cards come from.
 * @param {TableEvent[]} events
 * @returns {Map<string, HTMLElement>}
 */
function originsOf(events) {
  /** @type {Map<string, HTMLElement>} */
  const origins = new Map();
  for (const event of events) {
    const seat = state.seats.get(event.seat ?? -1);
    const cards = event.type === "covered" ? [event.cover ?? ""] : (event.cards ?? []);
    const from = event.type === "drew" ? page.talon : seat;
    if (from === undefined) continue;
    for (const card of cards) if (!origins.has(card)) origins.set(card, from);
  }
  return origins;
}

/**
 * Where cards go that leave the page.
 * @param {TableEvent[]} events
 * @param {Table} table
 * @returns {Map<string, HTMLElement>}
 */
function endsOf(events, table) {
  /** @type {Map<string, HTMLElement>} */
  const ends = new Map();
  for (const event of events) {
    const to = event.type === "beatenoff" ? page.stock.discard : state.seats.get(event.seat ?? -1);
    const leaves = event.type === "beatenoff" || ((event.type === "taken" || event.type === "drew") && event.seat !== table.you);
    if (!leaves || to === undefined) continue;
    for (const card of event.cards ?? []) ends.set(card, to);
  }
  return ends;
}

/**
 * @param {View} view
 * @param {Table} table
 * @returns {Set<string>} the cards that are on the page
 */
function renderCards(view, table) {
  const mine = table.you !== null && view.to_act === table.you;
  const hand = sortHand(view.hand, view.trump, settings.sort);
  if (state.roving === null || !hand.includes(state.roving)) {
    const fitting = playable(state.moves, state.chosen);
    state.roving = hand.find((card) => fitting.has(card)) ?? hand[0] ?? null;
  }
  renderStock(page.stock, view, cardOf);
  const open = targets(state.moves, state.chosen);
  const numbered = mine && view.phase === "answer" && view.table.filter((pair) => pair.cover === null).length > 1;
  renderPairs(page.pairs, view, cardOf, { targets: open, chosen: state.chosen.target, numbered });
  renderHand(page.hand, hand, cardOf, {
    playable: playable(state.moves, state.chosen),
    chosen: state.chosen,
    asked: mine,
    trump: view.trump,
    roving: state.roving,
  });
  const present = new Set([...view.hand, ...view.table.flatMap((pair) => [pair.attack, pair.cover ?? ""])]);
  if (view.trump_card !== null) present.add(view.trump_card);
  return present;
}

/**
 * @param {Table} table
 * @param {View | null} view
 */
function renderBar(table, view) {
  page.heading.textContent = t("table.deal_rules", { deal: table.deal, rules: rulesName(table) });
  at("info-rules").textContent = table.rules;
  renderTally(at("info-tally"), table);
  at("fair-label").textContent = t("table.fair_this", { deal: table.deal });
  at("fair-hash").textContent = table.commitment ?? "";
  const next = table.next_commitment ?? null;
  at("fair-next-label").textContent = next === null ? "" : t("table.fair_next", { deal: table.deal + 1 });
  at("fair-next-hash").textContent = next ?? "";
  for (const link of document.querySelectorAll("a[data-link]")) {
    const href =
      link.getAttribute("data-link") === "record"
        ? `/t/${encodeURIComponent(id)}/record?deal=${table.deal}`
        : `/rules?code=${encodeURIComponent(table.rules)}`;
    link.setAttribute("href", href);
  }
  document.body.dataset["stage"] = table.stage;
  page.limit.textContent =
    view === null || view.phase === "over" ? "" : t("table.limit", { count: view.table.length, limit: view.limit });
}

/**
 * @param {View | null} view
 * @param {Table} table
 */
function renderWords(view, table) {
  const mine = view !== null && table.you !== null && view.to_act === table.you;
  page.say.classList.toggle("mine", mine);
  const words = view === null ? t("table.waiting") : asked(view, table, state.moves, state.chosen);
  page.prompt.textContent = table.you === null ? `${t("table.spectator")} ${words}` : words;
  renderStatus();
  /** @type {import("./actions.js").Offer[]} */
  const buttons = [];
  if (view !== null && mine) {
    const offered = offers(state.moves, state.chosen);
    const choosing = state.chosen.cards.length > 0 || state.chosen.target !== null;
    const short = offered.filter((move) => move.kind === "cover").length > 2;
    if (!choosing) buttons.push(...attackButtons(view));
    offered.forEach((move, index) => {
      const all = move.kind === "lay" && move.cards.length > state.chosen.cards.length;
      const primary = choosing ? index === 0 && move.cards.length > 0 : state.moves.length === 1;
      buttons.push({ key: move.token, ...moveWords(move, view, { all, short }), primary, act: () => act(move.token) });
    });
    if (choosing) {
      buttons.push({ key: "cancel", words: "✕", spoken: t("do.cancel"), primary: false, act: () => choose({ chosen: NOTHING }) });
    }
  } else if (table.stage === "waiting" && table.deal > 1 && table.you !== null) {
    const start = t("do.start_deal");
    buttons.push({ key: "deal", words: start, spoken: start, primary: true, act: () => deal(table.deal) });
  }
  renderActions(page.actions, buttons, connection.isBusy() || state.connection !== "open");
}

/**
 * With several attacks open, a button for each that can be covered: which one comes before which card.
 * @param {View} view
 * @returns {import("./actions.js").Offer[]}
 */
function attackButtons(view) {
  const coverable = targets(state.moves, NOTHING);
  if (view.table.filter((pair) => pair.cover === null).length < 2) return [];
  const several = coverable.size > 2;
  return view.table.flatMap(({ attack }, at) => {
    if (!coverable.has(attack)) return [];
    const number = at + 1;
    return {
      key: `attack-${attack}`,
      words: t(several ? "do.cover_short" : "do.cover", { number, cards: shortName(attack) }),
      spoken: t("do.cover", { number, cards: cardName(attack) }),
      primary: false,
      act: () => choose(tapAttack(state.moves, NOTHING, attack)),
    };
  });
}

function renderStatus() {
  const lost = state.connection === "lost";
  document.body.dataset["connection"] = state.connection;
  page.refusal.textContent = lost ? t("table.reconnecting") : state.refusal;
  page.refusal.classList.toggle("lost", lost);
}

/**
 * @param {View | null} view
 * @param {Table} table
 */
function renderEnd(view, table) {
  const over = view !== null && table.stage === "over" && view.result !== null;
  page.over.hidden = !over;
  page.pairs.hidden = over;
  page.say.hidden = over;
  if (!over) return;
  renderOver(table, view);
  page.nextDeal.hidden = table.you === null;
  page.nextDeal.textContent = t("do.next_deal");
  page.nextDeal.setAttribute("aria-disabled", String(connection.isBusy() || state.connection !== "open"));
}

function fit() {
  const low = window.innerHeight < 480;
  fitHand(page.hand, { tallest: window.innerHeight * (low ? 0.4 : 0.31), strip: low ? 36 : 44 });
  fitPairs(page.pairs, state.view?.table.length ?? 0);
}

// ---- from the person ------------------------------------------------------------------------

/** @param {string} token */
function act(token) {
  if (!connection.act(token)) return;
  state.refusal = "";
  refresh();
}

/** @param {number} number */
function deal(number) {
  if (connection.deal(number)) refresh();
}

/** @param {Meaning} meaning */
function choose(meaning) {
  if ("send" in meaning) {
    act(meaning.send);
    return;
  }
  state.chosen = meaning.chosen;
  state.refusal = "";
  refresh();
  if (state.message?.view && meaning.chosen !== NOTHING) {
    say(page.live, [asked(state.message.view, state.message.table, state.moves, state.chosen)]);
  }
}

/** Whether the table waits for an answer from here. */
function isAsked() {
  const { message } = state;
  return message?.view != null && !state.looking && message.table.you !== null && message.view.to_act === message.table.you;
}

page.hand.addEventListener("click", (event) => {
  const card = cardAt(event.target);
  if (card === null) return;
  rove(card);
  if (!isAsked()) {
    if (state.view !== null && state.message !== null) say(page.live, [asked(state.view, state.message.table, [], NOTHING)]);
    return;
  }
  if (connection.isBusy()) return;
  const open = state.view?.phase === "answer" ? state.view.table.find((pair) => pair.cover === null) : undefined;
  choose(tapHand(state.moves, state.chosen, card, open?.attack ?? null));
});

page.pairs.addEventListener("click", (event) => {
  const card = cardAt(event.target);
  if (card === null || !isAsked() || connection.isBusy()) return;
  if (state.view?.table.some((pair) => pair.attack === card && pair.cover === null)) {
    choose(tapAttack(state.moves, state.chosen, card));
  }
});

/** @param {EventTarget | null} target */
function cardAt(target) {
  const element = target instanceof Element ? target.closest(".card") : null;
  return element instanceof HTMLElement ? (element.dataset["card"] ?? null) : null;
}

/** @param {string} card */
function rove(card) {
  for (const [each, element] of state.cards) {
    if (page.hand.contains(element)) element.tabIndex = each === card ? 0 : -1;
  }
  state.roving = card;
}

page.hand.addEventListener("keydown", (event) => {
  const card = cardAt(event.target);
  const cards = [...page.hand.children].map((each) => /** @type {HTMLElement} */ (each).dataset["card"] ?? "");
  const to = card === null ? null : cardByKey(cards, card, event.key);
  if (to === null) return;
  event.preventDefault();
  rove(to);
  state.cards.get(to)?.focus();
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]") !== null) return;
  if (event.key === "Escape" && (state.chosen.cards.length > 0 || state.chosen.target !== null)) {
    choose({ chosen: NOTHING });
    return;
  }
  if (settings.keys === "off" || event.repeat || !isAsked() || connection.isBusy()) return;
  const digit = /^(?:Digit|Numpad)([1-6])$/.exec(event.code)?.[1];
  if (digit !== undefined) coverByNumber(Number(digit));
  const kinds = /** @type {Record<string, import("./choice.js").Kind>} */ ({ KeyT: "take", KeyD: "done", KeyS: "swap" });
  const kind = kinds[event.code];
  const move =
    event.code === "KeyL"
      ? offers(state.moves, state.chosen).find((each) => each.kind === "lay" && each.cards.length === state.chosen.cards.length)
      : kind === undefined
        ? undefined
        : state.moves.find((each) => each.kind === kind);
  if (move !== undefined) act(move.token);
});

/** @param {number} number */
function coverByNumber(number) {
  const attack = state.view?.table[number - 1];
  if (attack !== undefined && attack.cover === null) choose(tapAttack(state.moves, state.chosen, attack.attack));
}

page.nextDeal.addEventListener("click", () => {
  const table = state.message?.table;
  if (table !== undefined && page.nextDeal.getAttribute("aria-disabled") !== "true") deal(table.deal + 1);
});

// ---- round the table ------------------------------------------------------------------------

buildPanels(fit);
buildSettings(at("settings-fields"), settings, () => {
  applySettings(settings);
  refresh();
});

new ResizeObserver(fit).observe(document.body);
new ResizeObserver(fit).observe(page.pairs);
