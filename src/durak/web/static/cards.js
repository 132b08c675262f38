// @ts-check
/** Cards: their faces drawn as SVG, their names in words, and the order of a hand. */

import { has, listed, t } from "./language.js";

const SVG = "http://www.w3.org/2000/svg";
const SYMBOLS = /** @type {Record<string, string>} */ ({ c: "♣︎", d: "♦︎", h: "♥︎", s: "♠︎" });
const RANKS = "23456789TJQKA";
/** Suits of a sorted hand, colours taking turns. */
const SUITS = "cdsh";

/** A suit's outline in a box of 100 by 100. */
const OUTLINES = /** @type {Record<string, string>} */ ({
  c: "M50 5a22 22 0 0 1 17 36 22 22 0 1 1-11 32c1 10 4 17 11 22H33c7-5 10-12 11-22a22 22 0 1 1-11-32A22 22 0 0 1 50 5Z",
  d: "M50 3c11 19 23 33 38 47-15 14-27 28-38 47-11-19-23-33-38-47C27 36 39 22 50 3Z",
  h: "M50 93C22 66 6 48 6 29 6 15 17 7 28 7c10 0 18 6 22 16 4-10 12-16 22-16 11 0 22 8 22 22 0 19-16 37-44 64Z",
  s: "M50 5c24 28 44 40 44 59 0 13-9 20-19 20-9 0-16-4-20-11 1 10 4 17 11 22H34c7-5 10-12 11-22-4 7-11 11-20 11-10 0-19-7-19-20C6 45 26 33 50 5Z",
});

/** What crowns a court card, in a box of 100 by 60. */
const CROWNS = /** @type {Record<string, string>} */ ({
  J: "M18 54V26l18 14 14-20 14 20 18-14v28Z",
  Q: "M16 54 8 18l22 18L50 8l20 28 22-18-8 36Z",
  K: "M16 54 10 22l18 12 10-18 8 8V14h-8V8h8V0h8v8h8v6h-8v10l8-8 10 18 18-12-6 32Z",
});

/** Columns and heights of the pips, by rank; those below the middle stand on their head. */
const PIPS = /** @type {Record<string, [number, number][]>} */ ({
  2: [[1, 0], [1, 6]],
  3: [[1, 0], [1, 3], [1, 6]],
  4: [[0, 0], [2, 0], [0, 6], [2, 6]],
  5: [[0, 0], [2, 0], [1, 3], [0, 6], [2, 6]],
  6: [[0, 0], [2, 0], [0, 3], [2, 3], [0, 6], [2, 6]],
  7: [[0, 0], [2, 0], [1, 1.5], [0, 3], [2, 3], [0, 6], [2, 6]],
  8: [[0, 0], [2, 0], [1, 1.5], [0, 3], [2, 3], [1, 4.5], [0, 6], [2, 6]],
  9: [[0, 0], [2, 0], [0, 2], [2, 2], [1, 3], [0, 4], [2, 4], [0, 6], [2, 6]],
  T: [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2], [0, 4], [2, 4], [1, 5], [0, 6], [2, 6]],
});

/** @param {string} card */
export const rankOf = (card) => card.slice(0, 1);
/** @param {string} card */
export const suitOf = (card) => card.slice(1, 2);

/**
 * What a sentence does with a card: names it, does something to it, with it, or beginning from it.
 * A catalogue may have the rank in such a form: `rank.with.7`; the suit beside a rank: `suit.of.c`.
 * @typedef {"name" | "object" | "with" | "from"} Form
 */

/**
 * A card in words. `form` asks for a grammatical form that the language may have.
 * @param {string} card
 * @param {Form} [form]
 */
export function cardName(card, form = "name") {
  const rank = `rank.${form}.${rankOf(card)}`;
  const suit = `suit.of.${suitOf(card)}`;
  return t("card.name", {
    rank: t(has(rank) ? rank : `rank.${rankOf(card)}`),
    suit: t(has(suit) ? suit : `suit.${suitOf(card)}`),
  });
}

/**
 * Several cards in words.
 * @param {readonly string[]} cards
 * @param {Form} [form]
 */
export function cardNames(cards, form = "name") {
  return listed(cards.map((card) => cardName(card, form)));
}

/** Whether the letters J Q K A stand on cards whatever the language has. */
let latin = false;

/** Whether this language has letters of its own for cards. */
export function hasOwnLetters() {
  return [..."JQKA"].some((rank) => t(`index.${rank}`) !== rank);
}

/**
 * Choose the letters; cards made before keep theirs.
 * @param {"language" | "latin"} letters
 */
export function setLetters(letters) {
  latin = letters === "latin";
}

/**
 * The sign of a card's rank.
 * @param {string} card
 */
function indexOf(card) {
  const rank = rankOf(card);
  return latin && rank !== "T" ? rank : t(`index.${rank}`);
}

/**
 * A card in two or three signs: its index letter and suit.
 * @param {string} card
 */
export function shortName(card) {
  return indexOf(card) + (SYMBOLS[suitOf(card)] ?? "");
}

/** @param {readonly string[]} cards */
export function shortNames(cards) {
  return cards.map(shortName).join(" ");
}

/** @param {string} suit */
export function suitSymbol(suit) {
  return SYMBOLS[suit] ?? "";
}

/**
 * A hand in the order its owner likes.
 * @param {readonly string[]} hand
 * @param {string} trump
 * @param {"suit" | "rank"} how
 * @returns {string[]}
 */
export function sortHand(hand, trump, how) {
  /** @param {string} card */
  const rank = (card) => RANKS.indexOf(rankOf(card));
  /** @param {string} card */
  const suit = (card) => SUITS.indexOf(suitOf(card)) + (suitOf(card) === trump ? SUITS.length : 0);
  return [...hand].sort((a, b) =>
    how === "suit" ? suit(a) - suit(b) || rank(a) - rank(b) : rank(a) - rank(b) || suit(a) - suit(b),
  );
}

/**
 * A new card, face up: a button that lives for the deal.
 * @param {string} card
 * @returns {HTMLButtonElement}
 */
export function createCard(card) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "card";
  button.dataset["card"] = card;
  button.dataset["suit"] = suitOf(card);
  button.append(face(card));
  return button;
}

/**
 * A small card, face up, that only lies there to be seen.
 * @param {string} card
 * @returns {HTMLElement}
 */
export function createFace(card) {
  const small = document.createElement("span");
  small.className = "small-card";
  small.dataset["suit"] = suitOf(card);
  small.setAttribute("role", "img");
  small.setAttribute("aria-label", cardName(card));
  for (const text of [indexOf(card), suitSymbol(suitOf(card))]) {
    const sign = document.createElement("span");
    sign.textContent = text;
    sign.setAttribute("aria-hidden", "true");
    small.append(sign);
  }
  return small;
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...(SVGElement | string)} children
 */
function draw(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {{turned?: boolean}} [how]
 */
function pip(suit, x, y, size, { turned = false } = {}) {
  const place = `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`;
  return draw("path", {
    d: OUTLINES[suit] ?? "",
    transform: turned ? `rotate(180 ${x} ${y}) ${place}` : place,
  });
}

/** @param {string} card */
function face(card) {
  const svg = draw("svg", { viewBox: "0 0 200 280", "aria-hidden": "true", focusable: "false", class: "face" });
  svg.append(corner(card), large(card), full(card));
  svg.append(draw("g", { transform: "rotate(180 100 140)", class: "only-large" }, corner(card)));
  return svg;
}

/** @param {string} card */
function corner(card) {
  const text = draw("text", { x: 37, y: 60, "text-anchor": "middle", class: "index" });
  const letters = indexOf(card);
  for (const letter of letters) text.append(draw("tspan", {}, letter));
  if (letters.length > 1) text.setAttribute("class", "index narrow");
  return draw("g", { class: "corner" }, text, pip(suitOf(card), 37, 92, 42));
}

/**
 * The face of a small card: one large suit, crowned for courts.
 * @param {string} card
 */
function large(card) {
  const group = draw("g", { class: "only-small" }, pip(suitOf(card), 124, 196, 108));
  const crown = CROWNS[rankOf(card)];
  if (crown !== undefined) {
    group.append(draw("path", { d: crown, transform: "translate(84 78) scale(.8)", class: "crown" }));
  }
  return group;
}

/**
 * The face of a large card: its pips, or a court's two halves.
 * @param {string} card
 */
function full(card) {
  const suit = suitOf(card);
  const group = draw("g", { class: "only-large" });
  const pips = PIPS[rankOf(card)];
  if (rankOf(card) === "A") {
    group.append(pip(suit, 100, 140, 92));
  } else if (pips !== undefined) {
    for (const [column, height] of pips) {
      group.append(pip(suit, 68 + 32 * column, 52 + (176 / 6) * height, 35, { turned: height > 3 }));
    }
  } else {
    group.append(
      draw("rect", { x: 62, y: 28, width: 76, height: 224, rx: 8, class: "court-frame" }),
      half(card),
      draw("path", { d: "M62 158 138 122", class: "court-line" }),
    );
    const other = half(card);
    other.setAttribute("transform", "rotate(180 100 140)");
    group.append(other);
  }
  return group;
}

/** @param {string} card */
function half(card) {
  return draw(
    "g",
    {},
    draw("path", { d: CROWNS[rankOf(card)] ?? "", transform: "translate(71 40) scale(.58)", class: "crown" }),
    pip(suitOf(card), 100, 103, 46),
  );
}
