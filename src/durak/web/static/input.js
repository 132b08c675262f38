// @ts-check
/** Taps and keys at the table, turned into answers. */

import { mayPrepare, mayPrepareCards } from "./ahead.js";
import { NOTHING, offers, tapAttack, tapHand } from "./choice.js";
import { cardByKey } from "./hand.js";
import { t } from "./language.js";
import { say } from "./log.js";
import { isAsked, page, settings, state } from "./page.js";
import { rove } from "./stage.js";
import { asked } from "./words.js";

const KINDS = /** @type {Record<string, import("./choice.js").Kind>} */ ({ KeyT: "take", KeyD: "done", KeyS: "swap" });

/** @param {import("./answers.js").Answers} answers */
export function listen(answers) {
  const cannot = () => answers.isBusy() || state.held !== null;

  page.hand.addEventListener("click", (event) => {
    const card = cardAt(event.target);
    if (card === null) return;
    rove(card);
    if (!isAsked()) tapUnasked(card);
    else if (!cannot()) {
      const open = state.view?.phase === "answer" ? state.view.table.find((pair) => pair.cover === null) : undefined;
      answers.choose(tapHand(state.moves, state.chosen, card, open?.attack ?? null));
    }
  });

  /** @param {string} card */
  function tapUnasked(card) {
    const { message } = state;
    if (message === null || state.view === null || state.looking) return;
    const { view, table } = message;
    if (settings.ahead === "on" && mayPrepare(view, table) && mayPrepareCards(view)) {
      answers.tapAhead(card);
      return;
    }
    const words = [asked(state.view, table, [], NOTHING)]; // the prompt above the hand shows them already
    if (state.view.to_act !== null) answers.hint(t("refusal.not_your_turn"));
    say(page.live, [state.hint, ...words]);
  }

  page.pairs.addEventListener("click", (event) => {
    const card = cardAt(event.target);
    if (card === null || !isAsked() || cannot()) return;
    if (state.view?.table.some((pair) => pair.attack === card && pair.cover === null)) {
      answers.choose(tapAttack(state.moves, state.chosen, card));
    }
  });

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
    if (event.target instanceof Element && event.target.closest("input, textarea, select, .side") !== null) return;
    if (event.key === "Escape") {
      const chose = state.chosen.cards.length > 0 || state.chosen.target !== null;
      if (answers.undo() || chose) answers.choose({ chosen: NOTHING });
      return;
    }
    if (settings.keys === "off" || event.repeat || !isAsked() || cannot()) return;
    const digit = /^(?:Digit|Numpad)([1-6])$/.exec(event.code)?.[1];
    if (digit !== undefined) coverByNumber(Number(digit));
    const token = tokenOf(event.code);
    if (token !== undefined) answers.act(token);
  });

  /** @param {number} number */
  function coverByNumber(number) {
    const attack = state.view?.table[number - 1];
    if (attack !== undefined && attack.cover === null) answers.choose(tapAttack(state.moves, state.chosen, attack.attack));
  }
}

/** @param {string} code of a key */
function tokenOf(code) {
  if (code === "KeyL") {
    const chosen = state.chosen.cards.length;
    return offers(state.moves, state.chosen).find((each) => each.kind === "lay" && each.cards.length === chosen)?.token;
  }
  const kind = KINDS[code];
  return kind === undefined ? undefined : state.moves.find((each) => each.kind === kind)?.token;
}

/** @param {EventTarget | null} target */
function cardAt(target) {
  const element = target instanceof Element ? target.closest(".card") : null;
  return element instanceof HTMLElement ? (element.dataset["card"] ?? null) : null;
}
