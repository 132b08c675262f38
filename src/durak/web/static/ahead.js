// @ts-check
/**
 * Answers had ready before they are asked for. Pure: whether an answer will be legal is the server's word; here
 * is only who could be asked in this bout at all, and what a tap changes.
 */

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Table} Table
 */

export const DONE = "done_for_bout";

/**
 * Whether this seat may have something ready: the bout goes on and it is not its word.
 * @param {View | null} view
 * @param {Table} table
 * @returns {view is View}
 */
export function mayPrepare(view, table) {
  if (view === null || table.prepared === undefined || table.you === null || table.stage !== "playing") return false;
  if (view.to_act === null || view.to_act === table.you || view.phase === "lead" || view.phase === "over") return false;
  return view.defender !== table.you && view.throwers.includes(table.you) && view.hand.length > 0;
}

/**
 * Whether cards can be had ready: with an attack open the table is about to change, whatever the defender says.
 * @param {View} view
 */
export function mayPrepareCards(view) {
  return view.phase === "throw_in" || view.phase === "after_take";
}

/**
 * The cards of what is ready.
 * @param {string | null | undefined} prepared
 * @returns {string[]}
 */
export function cardsAhead(prepared) {
  if (prepared == null || prepared === DONE) return [];
  const cards = prepared.split("<").at(-1)?.match(/[2-9TJQKA][cdhs]/g);
  return cards ?? [];
}

/**
 * What shall be ready after a tap on a card; null for nothing. Cards of one rank go together.
 * @param {string | null | undefined} prepared
 * @param {string} card
 * @returns {string | null}
 */
export function tapAhead(prepared, card) {
  const cards = cardsAhead(prepared);
  const rank = card.slice(0, 1);
  const rest = cards.includes(card)
    ? cards.filter((each) => each !== card)
    : [...cards.filter((each) => each.startsWith(rank)), card];
  return rest.length === 0 ? null : rest.sort((a, b) => "cdhs".indexOf(a.slice(1)) - "cdhs".indexOf(b.slice(1))).join("");
}
