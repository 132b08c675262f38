// @ts-check
/** How much of what everybody could remember a table shows at its seats (R12.5). */

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Table} Table
 */

/**
 * How much the table shows.
 * @param {Table} table
 * @returns {"none" | "taken" | "seen"}
 */
export function aidOf(table) {
  return table.options?.aid ?? "none";
}

/**
 * The open cards of a seat.
 * @param {View} view
 * @param {number} seat
 * @param {"none" | "taken" | "seen"} aid
 */
export function knownAt(view, seat, aid) {
  if (aid === "none") return [];
  const known = view.known?.[seat] ?? [];
  return aid === "taken" ? [...known] : [...known, ...(view.follows?.[seat] ?? [])];
}
