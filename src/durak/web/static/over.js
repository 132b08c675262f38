// @ts-check
/** The end of a deal: who is the durak, the order of going out, the tally. */

import { at } from "./element.js";
import { listed, t } from "./language.js";
import { outcome, seatName } from "./words.js";

/**
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./types.js").View} View
 */

/**
 * @param {Table} table
 * @param {View} view
 */
export function renderOver(table, view) {
  const { heading, text } = outcome(view.result ?? "", table);
  at("over-heading").textContent = heading;
  at("over-text").textContent = text;
  const places = view.out.map((seats) => listed(seats.map((seat) => seatName(table, seat))));
  at("over-order").replaceChildren(...(places.length > 0 ? places : [t("over.none_out")]).map(item));
  renderTally(at("over-tally"), table);
}

/**
 * @param {HTMLElement} list
 * @param {Table} table
 */
export function renderTally(list, table) {
  const items = table.tally.map((losses, seat) => {
    const row = item(seatName(table, seat));
    const count = document.createElement("span");
    count.className = "tally-count";
    count.textContent = String(losses);
    row.append(count);
    return row;
  });
  if (table.draws > 0) items.push(item(t("table.draws", { count: table.draws })));
  list.replaceChildren(...items);
}

/** @param {string} text */
function item(text) {
  const element = document.createElement("li");
  element.textContent = text;
  return element;
}
