// @ts-check
/** The middle of the table: talon, trump, discard, and the pairs of attacks and covers. */

import { cardName, suitSymbol } from "./cards.js";
import { t } from "./language.js";
import { COVER_DOWN, COVER_RIGHT, pairGrid } from "./layout.js";

/**
 * @typedef {import("./types.js").View} View
 */

const CARD_RATIO = 1.4;
const WIDEST_PAIR = 116;

/**
 * @typedef {object} Stock
 * @property {HTMLElement} place of the trump card
 * @property {HTMLElement} back
 * @property {HTMLElement} count
 * @property {HTMLElement} words
 * @property {HTMLElement} discard
 * @property {HTMLElement} discardCount
 */

/**
 * @param {Stock} stock
 * @param {View} view
 * @param {(card: string) => HTMLButtonElement} cardOf
 */
export function renderStock(stock, view, cardOf) {
  if (view.trump_card === null) {
    const symbol = document.createElement("span");
    symbol.className = "trump-symbol";
    symbol.dataset["suit"] = view.trump;
    symbol.textContent = suitSymbol(view.trump);
    symbol.setAttribute("aria-hidden", "true");
    stock.place.replaceChildren(symbol);
  } else {
    const card = cardOf(view.trump_card);
    show(card, t("table.trump_card", { card: cardName(view.trump_card) }));
    if (card.parentElement !== stock.place || stock.place.childElementCount > 1) stock.place.replaceChildren(card);
  }
  stock.back.hidden = view.talon_count <= 1;
  stock.count.textContent = String(view.talon_count);
  const trumps = t("table.trump", { suit: t(`suit.${view.trump}`) });
  const talon = view.talon_count === 0 ? t("table.talon_empty") : t("table.talon", { count: view.talon_count });
  const short = document.createElement("span");
  short.setAttribute("aria-hidden", "true");
  short.textContent = view.talon_count === 0 ? t("table.talon_empty") : `${t("table.talon_short")} ${view.talon_count}`;
  stock.words.replaceChildren(short, hiddenWords(`${trumps}. ${talon}.`));
  stock.discard.dataset["empty"] = String(view.discard_count === 0);
  const discarded = document.createElement("span");
  discarded.setAttribute("aria-hidden", "true");
  discarded.textContent = `${t("table.discard_short")} ${view.discard_count}`;
  stock.discardCount.replaceChildren(discarded, hiddenWords(t("table.discard", { count: view.discard_count })));
}

/** @param {string} text */
function hiddenWords(text) {
  const element = document.createElement("span");
  element.className = "visually-hidden";
  element.textContent = text;
  return element;
}

/**
 * @param {HTMLElement} list
 * @param {View} view
 * @param {(card: string) => HTMLButtonElement} cardOf
 * @param {{targets: Set<string>, chosen: string | null, numbered: boolean}} how
 */
export function renderPairs(list, view, cardOf, { targets, chosen, numbered }) {
  const items = view.table.map((pair, at) => {
    const attack = cardOf(pair.attack);
    const item = attack.parentElement?.parentElement === list ? attack.parentElement : document.createElement("li");
    item.className = "pair";
    const number = at + 1;
    const wanted = [attack];
    const target = targets.has(pair.attack);
    const name = cardName(pair.attack);
    if (pair.cover === null) {
      show(attack, t("card.attack", { number, card: name }));
      attack.classList.toggle("target", target);
      attack.classList.toggle("chosen", chosen === pair.attack);
      if (target) {
        attack.removeAttribute("aria-disabled");
        attack.tabIndex = 0;
        attack.setAttribute("aria-pressed", String(chosen === pair.attack));
      }
    } else {
      const cover = cardOf(pair.cover);
      const coverName = cardName(pair.cover, "with");
      show(attack, t("card.covered", { number, card: name, cover: coverName }));
      show(cover, t("card.cover", { card: cardName(pair.cover) }));
      cover.classList.add("cover");
      wanted.push(cover);
    }
    item.dataset["number"] = numbered && pair.cover === null ? String(number) : "";
    if (item.childElementCount !== wanted.length || wanted.some((card, i) => item.children[i] !== card)) {
      item.replaceChildren(...wanted);
    }
    return item;
  });
  if (list.childElementCount !== items.length || items.some((item, at) => list.children[at] !== item)) {
    list.replaceChildren(...items);
  }
}

/**
 * A card that only lies there to be seen.
 * @param {HTMLButtonElement} card
 * @param {string} label
 */
function show(card, label) {
  card.className = "card";
  card.tabIndex = -1;
  card.setAttribute("aria-disabled", "true");
  card.removeAttribute("aria-pressed");
  card.setAttribute("aria-label", label);
  card.style.left = "";
  card.style.top = "";
}

/**
 * Give the pairs the largest cards for which there is room.
 * @param {HTMLElement} list
 * @param {number} count
 */
export function fitPairs(list, count) {
  const style = getComputedStyle(list);
  const width = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const height = list.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
  if (width <= 0 || height <= 0) return;
  const pairs = count <= 3 ? 3 : 6;
  const { columns, cardWidth } = pairGrid({ pairs, width, height, widest: WIDEST_PAIR, ratio: CARD_RATIO });
  list.style.setProperty("--columns", String(Math.min(columns, Math.max(count, 1))));
  list.style.setProperty("--card", `${cardWidth}px`);
  list.style.setProperty("--right", String(COVER_RIGHT));
  list.style.setProperty("--down", String(COVER_DOWN));
}
