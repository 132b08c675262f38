// @ts-check
/** What a table's memory aid lets its people see of what everybody could remember (R12.5). */

import { aidOf, knownAt } from "./aid.js";
import { cardName, createFace, shortName, suitOf } from "./cards.js";
import { ascending } from "./fair.js";
import { t } from "./language.js";
import { seatName } from "./words.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Table} Table
 *
 * @typedef {"gone" | "table" | "mine" | "talon" | "unknown" | number} Where a number is a seat
 */

/** @param {View} view */
export function deckOf(view) {
  return ascending(Number(/\bdeck=(\d+)/.exec(view.rules)?.[1] ?? 36));
}

/**
 * Where each card of the deck is, as far as memory tells.
 * @param {View} view
 * @returns {Map<string, Where>}
 */
export function whereabouts(view) {
  /** @type {Map<string, Where>} */
  const found = new Map(deckOf(view).map((card) => [card, /** @type {Where} */ ("unknown")]));
  for (const card of view.gone ?? []) found.set(card, "gone");
  for (const card of view.talon_follows ?? []) found.set(card, "talon");
  if (view.trump_card !== null) found.set(view.trump_card, "talon");
  view.counts.forEach((_, seat) => {
    for (const card of knownAt(view, seat, "seen")) found.set(card, seat);
  });
  for (const { attack, cover } of view.table) {
    found.set(attack, "table");
    if (cover !== null) found.set(cover, "table");
  }
  for (const card of view.hand) found.set(card, "mine");
  return found;
}

/**
 * @param {HTMLElement} place
 * @param {View | null} view
 * @param {Table} table
 */
export function renderMemory(place, view, table) {
  if (view === null) {
    place.replaceChildren();
    return;
  }
  place.replaceChildren(...(aidOf(table) === "seen" ? [grid(view, table), legend(view, table)] : bySeat(view, table)));
}

/**
 * @param {View} view
 * @param {Table} table
 */
function grid(view, table) {
  const found = whereabouts(view);
  const cards = [...found.keys()];
  const suits = ["c", "d", "h", "s"].sort((a, b) => Number(b === view.trump) - Number(a === view.trump));
  const grid = element("table", "memory-grid");
  const caption = element("caption", "visually-hidden", t("memory.heading"));
  grid.append(caption);
  for (const suit of suits) {
    const row = document.createElement("tr");
    for (const card of cards.filter((each) => suitOf(each) === suit)) row.append(cell(card, found.get(card) ?? "unknown", table));
    grid.append(row);
  }
  return grid;
}

/**
 * @param {string} card
 * @param {Where} where
 * @param {Table} table
 */
function cell(card, where, table) {
  const made = document.createElement("td");
  const kind = typeof where === "number" ? "seat" : where;
  made.dataset["where"] = kind;
  made.dataset["card"] = card;
  const seen = element("span", "memory-card", shortName(card));
  seen.dataset["suit"] = suitOf(card);
  seen.setAttribute("aria-hidden", "true");
  const sign = element("span", "memory-sign", typeof where === "number" ? initial(table, where) : (SIGNS[kind] ?? ""));
  sign.setAttribute("aria-hidden", "true");
  const words = typeof where === "number" ? t("memory.at", { name: seatName(table, where) }) : t(`memory.${where}`);
  made.title = words;
  made.append(seen, sign, element("span", "visually-hidden", t("memory.cell", { card: cardName(card), where: words })));
  return made;
}

const SIGNS = /** @type {Record<string, string>} */ ({ gone: "×", table: "•", mine: "✓", talon: "▪", unknown: "?" });

/**
 * @param {Table} table
 * @param {number} seat
 */
function initial(table, seat) {
  const name = seatName(table, seat);
  return [...name][0] ?? String(seat + 1);
}

/**
 * @param {View} view
 * @param {Table} table
 */
function legend(view, table) {
  const list = element("ul", "memory-legend");
  /** @type {[string, string][]} */
  const entries = ["unknown", "gone", "table", "mine", "talon"].map((kind) => [SIGNS[kind] ?? "", t(`memory.${kind}`)]);
  const known = new Set(whereabouts(view).values());
  view.counts.forEach((_, seat) => {
    if (known.has(seat)) entries.push([initial(table, seat), t("memory.at", { name: seatName(table, seat) })]);
  });
  for (const [sign, words] of entries) {
    const item = element("li", "");
    item.append(element("span", "memory-sign", sign), ` ${words}`);
    list.append(item);
  }
  return list;
}

/**
 * @param {View} view
 * @param {Table} table
 */
function bySeat(view, table) {
  const parts = view.counts.flatMap((_, seat) => {
    const known = seat === table.you ? [] : knownAt(view, seat, aidOf(table));
    if (known.length === 0) return [];
    const row = element("div", "memory-seat");
    const cards = element("div", "small-cards");
    cards.append(...known.map((card) => createFace(card)));
    row.append(element("h3", "", t("memory.at", { name: seatName(table, seat) })), cards);
    return row;
  });
  return parts.length > 0 ? parts : [element("p", "help", t("memory.nobody"))];
}

/**
 * @param {string} tag
 * @param {string} name
 * @param {string} [text]
 */
function element(tag, name, text = "") {
  const made = document.createElement(tag);
  if (name !== "") made.className = name;
  made.textContent = text;
  return made;
}
