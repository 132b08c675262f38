// @ts-check
/** The person's hand: its cards in their order, which of them fit, and one tab stop for all. */

import { cardName, suitOf } from "./cards.js";
import { t } from "./language.js";
import { fan } from "./layout.js";

/**
 * @typedef {import("./choice.js").Chosen} Chosen
 */

/**
 * @param {HTMLElement} hand
 * @param {string[]} cards in the order to show them
 * @param {(card: string) => HTMLButtonElement} cardOf
 * @param {{playable: Set<string>, chosen: Chosen, ahead: string[], asked: boolean, trump: string, roving: string | null}} how
 */
export function renderHand(hand, cards, cardOf, { playable, chosen, ahead, asked, trump, roving }) {
  hand.classList.toggle("asked-now", asked);
  const elements = cards.map((card) => {
    const element = cardOf(card);
    const isChosen = chosen.cards.includes(card);
    const fits = playable.has(card);
    element.className = "card";
    element.classList.toggle("fits", fits);
    element.classList.toggle("chosen", isChosen);
    element.classList.toggle("ahead", ahead.includes(card));
    element.tabIndex = card === roving ? 0 : -1;
    element.removeAttribute("aria-disabled");
    if (chosen.cards.length > 0 && fits) element.setAttribute("aria-pressed", String(isChosen));
    else element.removeAttribute("aria-pressed");
    const name = cardName(card);
    const named = suitOf(card) === trump ? t("card.trump", { card: name }) : name;
    const ready = ahead.includes(card) ? t("ahead.card", { card: named }) : named;
    element.setAttribute("aria-label", fits ? t("card.playable", { card: named }) : ready);
    return element;
  });
  if (hand.childElementCount !== elements.length || elements.some((each, at) => hand.children[at] !== each)) {
    hand.replaceChildren(...elements);
  }
}

/**
 * Put the cards of the hand into rows that fit.
 * @param {HTMLElement} hand
 * @param {{tallest: number, strip: number}} limits how high the hand may be, how narrow a card's visible part
 */
export function fitHand(hand, { tallest, strip }) {
  const cards = /** @type {HTMLElement[]} */ ([...hand.children]);
  const style = getComputedStyle(hand);
  const cardWidth = cards[0]?.offsetWidth ?? 0;
  const cardHeight = cardWidth * 1.4;
  const side = parseFloat(style.paddingLeft);
  const width = hand.clientWidth - 2 * side;
  const { places, height } = fan({ count: cards.length, width, cardWidth, cardHeight, tallest, strip });
  if (cards.length === 0) hand.style.removeProperty("--height");
  else hand.style.setProperty("--height", `${height}px`);
  cards.forEach((card, at) => {
    card.style.left = `${side + (places[at]?.x ?? 0)}px`;
    card.style.top = `${parseFloat(style.paddingTop) + (places[at]?.y ?? 0)}px`;
  });
}

/**
 * The card a key leads to, or null when the key is none of the hand's.
 * @param {string[]} cards
 * @param {string} card
 * @param {string} key
 * @returns {string | null}
 */
export function cardByKey(cards, card, key) {
  const at = cards.indexOf(card);
  const last = cards.length - 1;
  const to = { ArrowLeft: Math.max(at - 1, 0), ArrowRight: Math.min(at + 1, last), Home: 0, End: last }[key];
  return to === undefined ? null : (cards[to] ?? null);
}
