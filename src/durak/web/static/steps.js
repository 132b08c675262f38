// @ts-check
/**
 * What to show on the way to a new state. When the last card of a bout and the end of the bout come in
 * one message, the card would never be seen: a picture of the table before it is cleared comes first.
 */

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").TableEvent} TableEvent
 */

/**
 * The table with its last cards, or null when the new state can be shown at once.
 * @param {View | null} before
 * @param {TableEvent[]} events
 * @returns {View | null}
 */
export function lastLook(before, events) {
  const end = events.findIndex((event) => event.type === "beatenoff" || event.type === "taken");
  if (before === null || end < 0) return null;
  const laid = events.slice(0, end).filter((event) => event.type === "attacked" || event.type === "covered");
  if (laid.length === 0) return null;
  let table = before.table.map((pair) => ({ ...pair }));
  const counts = [...before.counts];
  /** @type {string[]} */
  const gone = [];
  for (const event of laid) {
    const seat = event.seat ?? 0;
    if (event.type === "attacked") {
      const cards = event.cards ?? [];
      table = [...table, ...cards.map((attack) => ({ attack, cover: null }))];
      gone.push(...cards);
      counts[seat] = (counts[seat] ?? 0) - cards.length;
    } else {
      const { attack = "", cover = "" } = event;
      table = table.map((pair) => (pair.attack === attack ? { attack, cover } : pair));
      gone.push(cover);
      counts[seat] = (counts[seat] ?? 0) - 1;
    }
  }
  return {
    ...before,
    table,
    counts,
    hand: before.hand.filter((card) => !gone.includes(card)),
    legal: [],
    to_act: null,
  };
}
