// @ts-check
/** The end of a deal: who is the durak, the order of going out, the tally, the match, and what comes next. */

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
  const { match } = table;
  const won = match?.over === true && match.winners.length > 0 ? matchWords(match.winners, table) : "";
  at("over-heading").textContent = heading;
  at("over-text").textContent = text;
  at("over-match").textContent =
    won !== "" ? won : match?.deals != null ? t("over.match", { number: match.number, deals: match.deals }) : "";
  at("over-match").classList.toggle("won", won !== "");
  const next = view.dealer_next;
  const open = next === null || won !== "";
  at("over-next").textContent = open ? "" : t(next === table.you ? "over.next_dealer.you" : "over.next_dealer", { name: seatName(table, next) });
  const places = view.out.map((seats) => listed(seats.map((seat) => seatName(table, seat))));
  at("over-order").replaceChildren(...(places.length > 0 ? places : [t("over.none_out")]).map(item));
  renderTally(at("over-tally"), table);
}

/**
 * @param {number[]} winners
 * @param {Table} table
 */
function matchWords(winners, table) {
  const names = listed(winners.map((seat) => seatName(table, seat)));
  if (winners.length > 1) return t("over.match_shared", { names });
  return t(winners[0] === table.you ? "over.match_won.you" : "over.match_won", { names });
}

/**
 * The ways on: ready or not yet, and the rest for who sits here.
 * @param {Table} table
 * @param {boolean} busy
 * @param {string} status why nothing goes on now; empty when all is well
 */
export function renderWays(table, busy, status) {
  const me = table.you === null ? undefined : table.seats[table.you];
  const ready = me?.ready === true;
  const again = at("next-deal");
  again.hidden = me === undefined;
  again.textContent = ready ? t("over.unready") : t(table.match?.over ? "over.again" : "do.next_deal");
  again.classList.toggle("primary", !ready);
  again.setAttribute("aria-disabled", String(busy));
  const waiting = at("over-waiting");
  waiting.textContent = status !== "" ? status : ready ? t("over.ready") : "";
  waiting.classList.toggle("lost", status !== "");
  at("over-change").hidden = table.options === undefined || me === undefined;
  at("over-leave").hidden = table.options === undefined || me === undefined;
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
