// @ts-check
/** Which buttons stand below the table now: what may be answered, had ready ahead, or taken back. */

import { DONE, mayPrepare } from "./ahead.js";
import { NOTHING } from "./choice.js";
import { t } from "./language.js";
import { moveButtons } from "./movebuttons.js";
import { isStoodIn, settings, state } from "./page.js";
import { doneKey, seatName } from "./words.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./actions.js").Offer} Offer
 * @typedef {import("./answers.js").Answers} Answers
 */

/**
 * @param {View | null} view
 * @param {Table} table
 * @param {Answers} answers
 * @returns {Offer[]}
 */
export function buttonsFor(view, table, answers) {
  if (state.held !== null) return [undoButton(state.held, view, answers)];
  /** @type {Offer[]} */
  const buttons = [];
  if (isStoodIn()) {
    const words = t("table.back");
    buttons.push({ key: "back", words, spoken: words, primary: true, act: answers.back });
  }
  const missed = missedSeat(view, table);
  if (missed !== null) {
    const words = t("table.stand_in_for", { name: seatName(table, missed) });
    buttons.push({ key: "stand-in", words, spoken: words, primary: false, free: true, act: () => answers.standIn(missed) });
  }
  const mine = view !== null && table.you !== null && view.to_act === table.you;
  if (mine) buttons.push(...moveButtons(view, state.moves, state.chosen, answers));
  else if (settings.ahead === "on" && mayPrepare(view, table)) buttons.push(doneButton(table, answers));
  return buttons;
}

/**
 * The absent seat that the table waits for, when this person may decide about it.
 * @param {View | null} view
 * @param {Table} table
 */
function missedSeat(view, table) {
  if (view === null || view.to_act === null || table.you === null || table.host !== table.you) return null;
  const who = table.seats[view.to_act];
  return who?.kind === "person" && who.present === false && who.stand_in !== true ? view.to_act : null;
}

/**
 * What waits a moment before it is sent, in words.
 * @param {string} token
 * @param {View | null} view
 */
export function slipWords(token, view) {
  const key = `slip.${token}`;
  return t(token === "done" ? doneKey(key, view?.taking === true) : key);
}

/**
 * @param {Table} table
 * @param {Answers} answers
 * @returns {Offer}
 */
function doneButton(table, answers) {
  const words = t("ahead.done");
  return { key: "ahead-done", words, spoken: words, primary: false, pressed: table.prepared === DONE, free: true, act: answers.toggleDone };
}

/**
 * @param {string} token
 * @param {View | null} view
 * @param {Answers} answers
 * @returns {Offer}
 */
function undoButton(token, view, answers) {
  const words = slipWords(token, view);
  return { key: `undo-${token}`, words, spoken: words, primary: true, free: true, act: () => void answers.choose({ chosen: answers.undo() ? NOTHING : state.chosen }) };
}
