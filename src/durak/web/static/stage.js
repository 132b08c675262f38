// @ts-check
/** The table shown: from what the page knows to its elements, with cards moving from where they were. */

import { renderActions } from "./actions.js";
import { cardsAhead, DONE } from "./ahead.js";
import { aidOf } from "./aid.js";
import { buttonsFor } from "./buttons.js";
import { createCard, shortNames, sortHand } from "./cards.js";
import { NOTHING, playable, targets } from "./choice.js";
import { at } from "./element.js";
import { fitPairs, renderPairs, renderStock } from "./felt.js";
import { fitHand, renderHand } from "./hand.js";
import { t } from "./language.js";
import { comeFrom, finishMotion, flyAway, flyBack, measure } from "./motion.js";
import { renderOver, renderTally, renderWays } from "./over.js";
import { id, isStoodIn, page, settings, state } from "./page.js";
import { recordUrl } from "./record.js";
import { renderSeats } from "./seats.js";
import { statusNow } from "./status.js";
import { endsOf, originsOf, refills } from "./travel.js";
import { asked, rulesName } from "./words.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./types.js").TableEvent} TableEvent
 */

/**
 * @param {import("./answers.js").Answers} answers
 * @param {() => void} shown called when the seats were drawn again
 */
export function createStage(answers, shown) {
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
    if (state.message === null) renderStatus();
    else render(state.looking ? state.view : state.message.view, state.message.table, []);
  }

  /**
   * @param {View | null} view
   * @param {Table} table
   * @param {TableEvent[]} events
   */
  function render(view, table, events) {
    const focus = focusNow();
    if (events.length > 0) finishMotion(); // the play goes on: what still moves is there at once
    const before = measure(state.cards);
    const origins = originsOf(events, state.seats, page.talon);
    const ends = endsOf(events, table, state.seats, page.stock.discard);
    const talonRect = page.talon.getBoundingClientRect();

    state.view = view;
    state.seats = renderSeats(page.seats, page.me, table, view);
    renderBar(table, view);
    const present = view === null ? new Set() : renderCards(view, table);
    for (const [card, element] of state.cards) {
      if (present.has(card)) continue;
      state.cards.delete(card);
      flyAway(element, before.get(card), ends.get(card)?.getBoundingClientRect(), page.flying);
    }
    renderWords(view, table);
    renderEnd(view, table);
    fit();

    const { delays, backs } = refills(events, table.you);
    for (const [card, element] of state.cards) {
      const rect = before.get(card);
      const delay = delays.get(card) ?? 0;
      comeFrom(element, rect ?? origins.get(card)?.getBoundingClientRect(), { delay, hidden: rect === undefined });
    }
    for (const { seat, delay } of backs) {
      flyBack(talonRect, state.seats.get(seat)?.getBoundingClientRect(), page.flying, delay);
    }
    focus();
    shown();
  }

  /** Where the focus is now; to be called after everything has changed, to put it where it belongs. */
  function focusNow() {
    const focused = document.activeElement;
    const inHand = focused !== null && page.hand.contains(focused);
    const handAt = inHand ? [...page.hand.children].indexOf(focused) : 0;
    const mattered = focused !== null && focused !== document.body;
    const played = inHand || page.say.contains(focused) || page.pairs.contains(focused);
    const wasOver = !page.over.hidden;
    return () => {
      const lost = document.activeElement === document.body || document.activeElement === null;
      const ended = played && !wasOver && !page.over.hidden; // the hand and the buttons are going
      const begun = wasOver && page.over.hidden && page.over.contains(focused);
      if ((mattered && lost) || ended || begun) keepFocus(handAt);
    };
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
   * @param {View} view
   * @param {Table} table
   * @returns {Set<string>} the cards that are on the page
   */
  function renderCards(view, table) {
    const mine = table.you !== null && view.to_act === table.you && state.held === null;
    const hand = sortHand(view.hand, view.trump, settings.sort);
    const fitting = mine ? playable(state.moves, state.chosen) : new Set();
    if (state.roving === null || !hand.includes(state.roving)) {
      state.roving = hand.find((card) => fitting.has(card)) ?? hand[0] ?? null;
    }
    renderStock(page.stock, view, cardOf);
    const open = mine ? targets(state.moves, state.chosen) : new Set();
    const numbered = mine && view.phase === "answer" && view.table.filter((pair) => pair.cover === null).length > 1;
    renderPairs(page.pairs, view, cardOf, { targets: open, chosen: state.chosen.target, numbered });
    renderHand(page.hand, hand, cardOf, {
      playable: fitting,
      chosen: state.chosen,
      ahead: mine ? [] : cardsAhead(table.prepared),
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
    const heading = table.options?.practice === true ? "table.deal_practice" : "table.deal_rules";
    page.heading.textContent = t(heading, { deal: table.deal, rules: rulesName(table) });
    at("info-rules").textContent = table.rules;
    const watchers = table.watchers ?? 0;
    at("info-watchers").textContent = watchers > 0 ? t("table.watchers", { count: watchers }) : "";
    at("info-leave").hidden = table.options === undefined || table.you === null;
    renderTally(at("info-tally"), table);
    at("fair-label").textContent = t("table.fair_this", { deal: table.deal });
    at("fair-hash").textContent = table.commitment ?? "";
    const next = table.next_commitment ?? null;
    at("fair-next-label").textContent = next === null ? "" : t("table.fair_next", { deal: table.deal + 1 });
    at("fair-next-hash").textContent = next ?? "";
    at("open-memory").hidden = aidOf(table) === "none";
    for (const link of document.querySelectorAll("a[data-link]")) {
      const record = link.getAttribute("data-link") === "record";
      link.setAttribute("href", record ? recordUrl(id, table.deal) : `/rules?code=${encodeURIComponent(table.rules)}`);
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
    page.say.classList.toggle("held", state.held !== null);
    const words = view === null ? t("table.waiting") : asked(view, table, state.moves, state.chosen);
    page.prompt.textContent = table.you === null ? `${t("table.spectator")} ${words}` : words;
    renderStatus();
    renderActions(page.actions, buttonsFor(view, table, answers), answers.isBusy() || state.said);
  }

  function renderStatus() {
    const status = statusNow();
    const table = state.message?.table;
    document.body.dataset["connection"] = state.connection;
    page.refusal.textContent = [status, state.refusal, state.hint].find((words) => words !== "") ?? aheadWords(table);
    page.refusal.classList.toggle("lost", status !== "");
    page.refusal.classList.toggle("mild", status === "" && state.refusal === "");
  }

  /** @param {Table | undefined} table */
  function aheadWords(table) {
    if (isStoodIn()) return t("table.stand_in_plays");
    const prepared = state.view?.to_act === table?.you ? null : (table?.prepared ?? null);
    if (prepared === null) return "";
    return prepared === DONE ? t("ahead.done_prepared") : t("ahead.prepared", { cards: shortNames(cardsAhead(prepared)) });
  }

  /**
   * @param {View | null} view
   * @param {Table} table
   */
  function renderEnd(view, table) {
    const over = view !== null && table.stage === "over" && view.result !== null;
    page.over.hidden = !over;
    page.pairs.hidden = over;
    page.say.hidden = over && table.you !== null; // who watches may take a seat now
    if (!over) return;
    renderOver(table, view);
    renderWays(table, answers.isBusy() || state.said, statusNow());
  }

  return { render, refresh, clearCards };
}

/** Let cards take the room there is. */
export function fit() {
  const low = window.innerHeight < 480;
  fitHand(page.hand, { tallest: window.innerHeight * (low ? 0.4 : 0.31), strip: low ? 36 : 44 });
  fitPairs(page.pairs, state.view?.table.length ?? 0);
}

/**
 * Let Tab reach this card of the hand.
 * @param {string} card
 */
export function rove(card) {
  for (const [each, element] of state.cards) {
    if (page.hand.contains(element)) element.tabIndex = each === card ? 0 : -1;
  }
  state.roving = card;
}

/** Nothing is chosen, and nothing was refused. */
export function chooseAnew() {
  state.chosen = NOTHING;
  state.refusal = state.hint = "";
}
