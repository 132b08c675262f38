// @ts-check
/**
 * The table inside a page that one reads: a position, the reader's hand, and what may be done.
 * What a tap means becomes a token; whether it is right is known to whoever made the board.
 */

import { renderActions } from "./actions.js";
import { createCard, sortHand } from "./cards.js";
import { NOTHING, parseAll, playable, tapAttack, tapHand, targets } from "./choice.js";
import { fitPairs, renderPairs, renderStock } from "./felt.js";
import { cardByKey, fitHand, renderHand } from "./hand.js";
import { t } from "./language.js";
import { comeFrom, finishMotion, measure } from "./motion.js";
import { moveButtons } from "./movebuttons.js";
import { make } from "./parts.js";
import { refusalWords } from "./refusals.js";
import { renderSeats } from "./seats.js";
import { readSettings } from "./settings.js";
import { originsOf } from "./travel.js";
import { asked, sentence } from "./words.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./types.js").TableEvent} TableEvent
 * @typedef {import("./choice.js").Meaning} Meaning
 * @typedef {{code: string, params?: Record<string, unknown>, message?: string}} Refusal
 * @typedef {{marks?: Map<string, "right" | "wrong">, busy?: boolean, events?: TableEvent[]}} How
 *
 * @typedef {object} Board
 * @property {(view: View, how?: How) => void} show
 * @property {(refusal: Refusal) => string} refuse tells why an answer is refused; gives the words
 * @property {(words: string) => void} tell says something aloud that stands elsewhere
 * @property {() => void} focus
 */

const KINDS = /** @type {Record<string, import("./choice.js").Kind>} */ ({ KeyT: "take", KeyD: "done", KeyS: "swap" });
/** How narrow the free part of a card in the hand may be, and how high a hand. */
const LIMITS = { strip: 44, tallest: 260 };

/**
 * @param {HTMLElement} place
 * @param {{seat: number | null, names: string[], answer: (token: string) => void}} how
 * @returns {Board}
 */
export function createBoard(place, { seat, names, answer }) {
  const parts = build(place);
  const settings = readSettings();
  /** @type {Map<string, HTMLButtonElement>} */
  const cards = new Map();
  /** @type {View | null} */
  let view = null;
  /** @type {import("./choice.js").Move[]} */
  let moves = [];
  let chosen = NOTHING;
  let refusal = "";
  let busy = false;
  /** @type {Map<string, "right" | "wrong">} */
  let marks = new Map();
  /** @type {string | null} the hand's card that Tab reaches */
  let roving = null;

  /** @param {string} card */
  function cardOf(card) {
    const element = cards.get(card) ?? createCard(card);
    cards.set(card, element);
    return element;
  }

  /** @param {View} shown */
  const isAsked = (shown) => seat !== null && shown.to_act === seat;

  /**
   * @param {View} shown
   * @returns {Table}
   */
  const tableOf = (shown) => ({
    id: "", rules: shown.rules, preset: null, players: shown.counts.length, you: seat, stage: "playing", deal: 1,
    seats: names.map((name) => ({ name, kind: "person", present: true })), tally: [], draws: 0, commitment: null,
    dealer: shown.dealer, options: { aid: "taken" },
  });

  /** @param {TableEvent[]} [events] */
  function render(events = []) {
    if (view === null) return;
    const table = tableOf(view);
    const focused = document.activeElement;
    const inBoard = focused !== null && parts.board.contains(focused);
    if (events.length > 0) finishMotion();
    const before = measure(cards);
    const seats = renderSeats(parts.seats, parts.me, table, view);
    const origins = originsOf(events, seats, parts.talon);
    renderCards(view);
    renderWords(view, table);
    if (view.table.length > 3) parts.board.dataset["many"] = "true";
    fit();
    for (const [card, element] of cards) {
      const from = before.get(card);
      comeFrom(element, from ?? origins.get(card)?.getBoundingClientRect(), { hidden: from === undefined });
    }
    if (inBoard && !parts.board.contains(document.activeElement)) focus();
  }

  /** @param {View} shown */
  function renderCards(shown) {
    const mine = isAsked(shown);
    const hand = sortHand(shown.hand, shown.trump, settings.sort);
    const fitting = mine ? playable(moves, chosen) : new Set();
    if (roving === null || !hand.includes(roving)) roving = hand[0] ?? null;
    renderStock(parts.stock, shown, cardOf);
    const open = mine ? targets(moves, chosen) : new Set();
    const numbered = mine && shown.phase === "answer" && shown.table.filter((pair) => pair.cover === null).length > 1;
    renderPairs(parts.pairs, shown, cardOf, { targets: open, chosen: chosen.target, numbered });
    // which cards fit is what the reader finds out: they look alike until one is chosen
    const told = chosen === NOTHING ? new Set() : fitting;
    renderHand(parts.hand, hand, cardOf, {
      playable: told, chosen, ahead: [], asked: mine && chosen !== NOTHING, trump: shown.trump, roving,
    });
    const present = new Set([...shown.hand, ...shown.table.flatMap((pair) => [pair.attack, pair.cover ?? ""])]);
    if (shown.trump_card !== null) present.add(shown.trump_card);
    for (const [card, element] of cards) {
      if (!present.has(card)) cards.delete(card);
      element.classList.toggle("is-right", marks.get(card) === "right");
      element.classList.toggle("is-wrong", marks.get(card) === "wrong");
    }
  }

  /**
   * @param {View} shown
   * @param {Table} table
   */
  function renderWords(shown, table) {
    const mine = isAsked(shown);
    parts.say.classList.toggle("mine", mine);
    parts.limit.textContent = shown.phase === "over" ? "" : t("table.limit", { count: shown.table.length, limit: shown.limit });
    parts.prompt.textContent = asked(shown, table, moves, chosen);
    parts.refusal.textContent = refusal;
    renderActions(parts.actions, mine ? moveButtons(shown, moves, chosen, { act, choose }) : [], busy);
  }

  /** @param {string} token */
  function act(token) {
    if (busy) return;
    chosen = NOTHING;
    refusal = "";
    marks = new Map();
    render();
    answer(token);
  }

  /** @param {Meaning} meaning */
  function choose(meaning) {
    if ("send" in meaning) {
      act(meaning.send);
      return;
    }
    chosen = meaning.chosen;
    refusal = "";
    marks = new Map();
    render();
    if (view !== null && chosen !== NOTHING) say([asked(view, tableOf(view), moves, chosen)]);
  }

  /** @param {string[]} words */
  function say(words) {
    const text = words.filter((line) => line !== "").join(" ");
    if (text === "") return;
    // the same words twice are news twice: a changed space makes the region change
    parts.live.textContent = parts.live.textContent === text ? `${text}\u00a0` : text;
  }

  function fit() {
    fitHand(parts.hand, LIMITS);
    fitPairs(parts.pairs, view?.table.length ?? 0);
  }

  function focus() {
    const to = (roving === null ? undefined : cards.get(roving)) ?? parts.actions.firstElementChild ?? parts.prompt;
    if (to instanceof HTMLElement) to.focus({ preventScroll: true });
  }

  /** @param {string} card */
  function rove(card) {
    for (const each of parts.hand.children) {
      /** @type {HTMLElement} */ (each).tabIndex = /** @type {HTMLElement} */ (each).dataset["card"] === card ? 0 : -1;
    }
    roving = card;
  }

  parts.hand.addEventListener("click", (event) => {
    const card = cardAt(event.target);
    if (card === null || view === null || busy) return;
    rove(card);
    if (!isAsked(view)) {
      say([asked(view, tableOf(view), [], NOTHING)]);
      return;
    }
    const open = view.phase === "answer" ? view.table.find((pair) => pair.cover === null) : undefined;
    choose(tapHand(moves, chosen, card, open?.attack ?? null));
  });

  parts.pairs.addEventListener("click", (event) => {
    const card = cardAt(event.target);
    if (card === null || view === null || busy || !isAsked(view)) return;
    if (view.table.some((pair) => pair.attack === card && pair.cover === null)) choose(tapAttack(moves, chosen, card));
  });

  parts.hand.addEventListener("keydown", (event) => {
    const card = cardAt(event.target);
    const hand = [...parts.hand.children].map((each) => /** @type {HTMLElement} */ (each).dataset["card"] ?? "");
    const to = card === null ? null : cardByKey(hand, card, event.key);
    if (to === null) return;
    event.preventDefault();
    rove(to);
    cards.get(to)?.focus();
  });

  parts.board.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || view === null || busy || !isAsked(view)) return;
    if (event.key === "Escape" && chosen !== NOTHING) {
      choose({ chosen: NOTHING });
      return;
    }
    if (settings.keys === "off") return;
    const digit = /^(?:Digit|Numpad)([1-6])$/.exec(event.code)?.[1];
    const attack = view.table[Number(digit ?? 0) - 1];
    if (attack !== undefined && attack.cover === null) choose(tapAttack(moves, chosen, attack.attack));
    const kind = KINDS[event.code];
    const move = kind === undefined ? undefined : moves.find((each) => each.kind === kind);
    if (move !== undefined) act(move.token);
  });

  new ResizeObserver(fit).observe(parts.board);

  return {
    show(next, { marks: marked = new Map(), busy: waits = false, events = [] } = {}) {
      view = next;
      moves = parseAll(next.legal);
      chosen = NOTHING;
      refusal = "";
      busy = waits;
      marks = marked;
      render(events);
      if (events.length === 0) return;
      const table = tableOf(next);
      const told = events.filter((event) => event.type !== "drew" || event.seat === seat).map((event) => sentence(event, table));
      say(isAsked(next) ? [...told, asked(next, table, moves, NOTHING)] : told);
    },
    refuse(given) {
      if (view === null) return "";
      refusal = refusalWords({ message: "", ...given }, tableOf(view), moves, view.taking);
      renderWords(view, tableOf(view));
      say([refusal]);
      return refusal;
    },
    tell: (words) => say([words]),
    focus,
  };
}

/**
 * The elements of a board, in their place.
 * @param {HTMLElement} place
 */
function build(place) {
  const seats = make("ul", "seats");
  seats.setAttribute("aria-label", t("table.players"));
  const trumpPlace = make("div", "trump-place");
  const count = make("span", "");
  const back = make("div", "talon-back", count);
  back.setAttribute("aria-hidden", "true");
  const talon = make("div", "talon", trumpPlace, back);
  const words = make("p", "stock-words");
  const discardCount = make("span", "");
  const discard = make("div", "discard", discardCount);
  const limit = make("p", "limit");
  const pairs = make("ol", "pairs");
  pairs.setAttribute("aria-label", t("table.pairs"));
  const felt = make("div", "felt", make("div", "stock", talon, words, discard), make("div", "middle", limit, pairs));
  const me = make("div", "me");
  const prompt = make("p", "prompt");
  prompt.tabIndex = -1;
  const refusal = make("p", "refusal");
  const actions = group("actions", t("table.actions"));
  const say = make("div", "say", make("div", "asked", me, make("div", "asked-words", prompt, refusal)), actions);
  const hand = group("hand", t("table.hand"));
  const live = make("p", "visually-hidden");
  live.setAttribute("role", "status");
  const board = group("board", t("table.felt"));
  board.append(seats, felt, say, hand, live);
  place.replaceChildren(board);
  const stock = { place: trumpPlace, back, count, words, discard, discardCount };
  return { board, seats, me, talon, stock, limit, pairs, say, prompt, refusal, actions, hand, live };
}

/**
 * @param {string} name
 * @param {string} label
 */
function group(name, label) {
  const element = make("div", name);
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", label);
  return element;
}

/** @param {EventTarget | null} target */
function cardAt(target) {
  const element = target instanceof Element ? target.closest(".card") : null;
  return element instanceof HTMLElement ? (element.dataset["card"] ?? null) : null;
}
