// @ts-check
/** The buttons below the table: what the legal list offers by itself or for the chosen cards. */

import { cardName, cardNames, shortName, shortNames } from "./cards.js";
import { t } from "./language.js";
import { doneKey } from "./words.js";

/**
 * @typedef {import("./choice.js").Move} Move
 * @typedef {import("./types.js").View} View
 * @typedef {{key: string, words: string, spoken: string, primary: boolean, pressed?: boolean, free?: boolean, act: () => void}} Offer
 * `pressed` makes it a switch; `free` lets it work while an answer is on its way
 */

/**
 * What a move's button says, and how it is read out.
 * @param {Move} move
 * @param {View} view
 * @param {{all: boolean, short: boolean}} how whether it plays more than the chosen cards, and is one of many
 * @returns {{words: string, spoken: string}}
 */
export function moveWords(move, view, { all, short }) {
  const count = move.cards.length;
  switch (move.kind) {
    case "lay": {
      const key = all ? "do.lay_all" : "do.lay";
      return {
        words: t(key, { count, cards: shortNames(move.cards) }),
        spoken: `${t(key, { count, cards: "" }).replace(/[\s:]+$/, "")}: ${cardNames(move.cards)}`,
      };
    }
    case "cover": {
      const number = view.table.findIndex((pair) => pair.attack === move.target) + 1;
      const target = move.target ?? "";
      return {
        words: t(short ? "do.cover_short" : "do.cover", { number, cards: shortName(target) }),
        spoken: t("do.cover", { number, cards: cardName(target) }),
      };
    }
    case "transfer":
    case "show":
      return {
        words: t(`do.${move.kind}`, { cards: shortNames(move.cards) }),
        spoken: t(`do.${move.kind}`, { cards: cardNames(move.cards) }),
      };
    case "swap":
      return {
        words: t("do.swap", { cards: shortName(view.trump_card ?? "") }),
        spoken: t("do.swap", { cards: cardName(view.trump_card ?? "") }),
      };
    default: {
      const key = `do.${move.kind}`;
      const words = t(move.kind === "done" ? doneKey(key, view.taking) : key);
      return { words, spoken: words };
    }
  }
}

/**
 * Show the offers; a button whose offer stays is kept, so that it keeps the focus.
 * @param {HTMLElement} place
 * @param {Offer[]} offers
 * @param {boolean} busy
 */
export function renderActions(place, offers, busy) {
  const kept = new Map(
    [...place.children].map((each) => [/** @type {HTMLElement} */ (each).dataset["key"], /** @type {HTMLButtonElement} */ (each)]),
  );
  const buttons = offers.map((offer) => {
    const button = kept.get(offer.key) ?? document.createElement("button");
    button.type = "button";
    button.dataset["key"] = offer.key;
    button.className = offer.primary ? "button primary" : "button";
    button.classList.toggle("icon-only", offer.words.length === 1);
    button.classList.toggle("short", /^\d/.test(offer.words));
    button.textContent = offer.words;
    if (offer.spoken === offer.words) button.removeAttribute("aria-label");
    else button.setAttribute("aria-label", offer.spoken);
    button.setAttribute("aria-disabled", String(busy && offer.free !== true));
    if (offer.pressed === undefined) button.removeAttribute("aria-pressed");
    else button.setAttribute("aria-pressed", String(offer.pressed));
    button.onclick = () => {
      if (button.getAttribute("aria-disabled") !== "true") offer.act();
    };
    return button;
  });
  if (place.childElementCount !== buttons.length || buttons.some((each, at) => place.children[at] !== each)) {
    place.replaceChildren(...buttons);
  }
}
