// @ts-check
/** The people and bots round the table: names, hand sizes, marks, and whose word it is. */

import { aidOf, knownAt } from "./aid.js";
import { createFace, shortNames } from "./cards.js";
import { t } from "./language.js";
import { around } from "./layout.js";
import { doneKey, seatName } from "./words.js";

/**
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./types.js").View} View
 */

const MOST_BACKS = 6;
const MOST_OPEN = 4;

/**
 * Show every seat. The one at the bottom (the person's, or seat 0 for a spectator) is first clockwise.
 * @param {HTMLElement} list
 * @param {HTMLElement} me
 * @param {Table} table
 * @param {View | null} view
 * @returns {Map<number, HTMLElement>} the element of each seat
 */
export function renderSeats(list, me, table, view) {
  const count = table.players;
  const first = table.you ?? 0;
  const others = Array.from({ length: count }, (_, at) => (first + at) % count);
  if (table.you !== null) others.shift();
  if (list.childElementCount !== others.length) {
    list.replaceChildren(...others.map(() => document.createElement("li")));
  }
  list.dataset["count"] = String(others.length);
  /** @type {Map<number, HTMLElement>} */
  const elements = new Map();
  const places = around(others.length);
  others.forEach((seat, at) => {
    const element = /** @type {HTMLElement} */ (list.children[at]);
    element.style.setProperty("--x", String(places[at]?.x ?? 0.5));
    element.style.setProperty("--y", String(places[at]?.y ?? 0.1));
    renderSeat(element, seat, table, view, { backs: true });
    elements.set(seat, element);
  });
  me.hidden = table.you === null;
  if (table.you !== null) {
    renderSeat(me, table.you, table, view, { backs: false });
    elements.set(table.you, me);
  }
  return elements;
}

/**
 * @param {HTMLElement} element
 * @param {number} seat
 * @param {Table} table
 * @param {View | null} view
 * @param {{backs: boolean}} how
 */
function renderSeat(element, seat, table, view, { backs }) {
  const cards = view?.counts[seat] ?? 0;
  const place = placeOf(view, seat);
  const who = table.seats[seat];
  const playing = table.stage === "playing" || view === null;
  const key = view === null ? "" : stateOf(view, seat, place);
  const state = key === "" ? "" : t(seat === table.you ? `${key}.me` : key, { place });
  const acts = view !== null && view.to_act === seat;
  element.className = backs ? "seat" : "me";
  element.classList.toggle("acts", acts);
  element.classList.toggle("is-out", place > 0);
  element.dataset["seat"] = String(seat);
  element.dataset["role"] = view === null ? "" : seat === view.defender ? "defender" : seat === view.principal ? "principal" : "";

  const name = span("seat-name", who?.kind === "open" ? t("seat.open") : seatName(table, seat));
  name.title = who?.waiting ? t("seat.next", { name: who.waiting }) : seatName(table, seat);
  const head = span("seat-head");
  head.append(name);
  if ((view?.dealer ?? table.dealer) === seat) head.append(mark("dealer", "seat.dealer"));
  if (backs && isPartner(table, seat)) head.append(mark("partner", "seat.partner"));
  const away = absence(who) !== "";
  if (away) head.append(who?.stand_in === true ? mark("stand-in", "seat.stand_in") : mark("absent", "seat.absent"));
  element.classList.toggle("is-absent", away);
  const parts = [head];
  if (who?.kind === "bot" && who.level != null) parts.push(span("seat-level", t(`option.bots.${who.level}`)));
  const held = span("seat-held");
  if (backs) {
    const stack = span("seat-backs");
    stack.setAttribute("aria-hidden", "true");
    for (let at = 0; at < Math.min(cards, MOST_BACKS); at += 1) stack.append(span("back"));
    held.append(stack);
  }
  const number = span("seat-count");
  number.append(visible(String(cards)), hidden(t("seat.cards", { count: cards })));
  held.append(number);
  if (place === 0 && view !== null) parts.push(held);
  const known = view === null || !backs || !playing ? [] : knownAt(view, seat, aidOf(table));
  if (known.length > 0) parts.push(openCards(known));
  const word = span("seat-state", betweenDeals(who, table) ?? (state === "" ? absence(who) : state));
  if (acts) word.append(hidden(`, ${t("seat.word")}`));
  parts.push(word);
  element.replaceChildren(...parts);
}

/**
 * Whether a person is ready for the next deal, in words; null while one is played.
 * @param {import("./types.js").Seat | undefined} who
 * @param {Table} table
 */
function betweenDeals(who, table) {
  if (table.stage !== "over" || who?.kind !== "person" || who.ready === undefined) return null;
  return t(who.ready ? "seat.ready" : "seat.not_ready");
}

/**
 * In words that a person is away, or that a bot plays for them; empty for everybody else.
 * @param {import("./types.js").Seat | undefined} who
 */
function absence(who) {
  if (who?.kind !== "person") return "";
  if (who.stand_in === true) return t("seat.stand_in");
  return who.present === false ? t("seat.absent") : "";
}

/**
 * The cards of a seat that all know, small and open.
 * @param {string[]} cards
 */
function openCards(cards) {
  const place = span("seat-known");
  place.title = t("seat.known", { cards: shortNames(cards) });
  place.append(...cards.map(createFace));
  place.dataset["count"] = cards.length > MOST_OPEN ? t("seat.known_more", { count: cards.length - MOST_OPEN }) : "";
  return place;
}

/**
 * In which place a seat went out, from 1; 0 while it is in the deal.
 * @param {View | null} view
 * @param {number} seat
 */
function placeOf(view, seat) {
  return view === null ? 0 : view.out.findIndex((seats) => seats.includes(seat)) + 1;
}

/**
 * The key of what a seat is or said; empty when there is nothing to tell.
 * @param {View} view
 * @param {number} seat
 * @param {number} place
 */
function stateOf(view, seat, place) {
  if (place > 0) return "seat.out_place";
  if (view.phase === "over") return "";
  if (seat === view.defender) return view.taking ? "seat.takes" : "seat.defends";
  if (view.done.includes(seat)) return doneKey("seat.done", view.taking);
  if (view.to_act === seat && view.phase !== "lead") return "seat.throws";
  if (seat === view.principal) return "seat.attacks";
  return "";
}

/**
 * @param {Table} table
 * @param {number} seat
 */
function isPartner(table, seat) {
  const teams = /\bteams=two\b/.test(table.rules);
  return teams && (seat - (table.you ?? 0)) % 2 === 0;
}

/**
 * @param {string} kind
 * @param {string} key
 */
function mark(kind, key) {
  const element = span(`mark ${kind}`);
  element.title = t(key);
  element.append(visible(t(`${key}_mark`)), hidden(`, ${t(key)}`));
  return element;
}

/**
 * @param {string} name
 * @param {string} [text]
 */
function span(name, text = "") {
  const element = document.createElement("span");
  element.className = name;
  element.textContent = text;
  return element;
}

/** @param {string} text */
function visible(text) {
  const element = span("", text);
  element.setAttribute("aria-hidden", "true");
  return element;
}

/** @param {string} text */
function hidden(text) {
  return span("visually-hidden", text);
}
