// @ts-check
/** The bout that is played and the one before it, put together from events. Pure: nothing here shows anything. */

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").TableEvent} TableEvent
 *
 * One attack with who laid it, and what covered it.
 * @typedef {{attack: string, by: number | null, cover: string | null}} Laid
 *
 * @typedef {object} Bout
 * @property {number} number
 * @property {number} principal
 * @property {number} defender
 * @property {Laid[]} pairs
 * @property {Laid[]} [start] the table from which on every action was seen
 * @property {TableEvent[]} [steps] those actions
 * @property {"played" | "beatenoff" | "taken"} end
 * @property {number} count cards picked up
 * @property {boolean} part whether some of it was not seen
 *
 * @typedef {{v: number, deal: number, now: Bout | null, last: Bout | null}} Bouts
 */

/** @type {Bouts} */
export const NONE = Object.freeze({ v: -1, deal: 0, now: null, last: null });

/**
 * @param {Bouts} bouts
 * @param {{v: number, deal: number, view: View | null, events: TableEvent[]}} state
 * @returns {Bouts}
 */
export function follow(bouts, { v, deal, view, events }) {
  if (view === null) return { ...NONE, v, deal };
  let { now, last } = bouts.deal === deal ? bouts : NONE;
  const missed = bouts.deal === deal && v > bouts.v + 1;
  if (missed && now?.number !== view.bout) {
    now = null;
    last = null;
  }
  for (const event of events) {
    if (event.type === "boutbegan") now = begun(event);
    else if (now !== null && (event.type === "beatenoff" || event.type === "taken")) {
      last = { ...now, end: event.type, count: event.cards?.length ?? 0 };
      now = null;
    } else if (now !== null) now = grown(now, event);
  }
  if (view.phase !== "over") now = agreed(now, view, missed);
  return { v, deal, now, last };
}

/**
 * @param {TableEvent} event
 * @returns {Bout}
 */
function begun({ number = 0, principal = 0, defender = 0 }) {
  return { number, principal, defender, pairs: [], start: [], steps: [], end: "played", count: 0, part: false };
}

const ACTIONS = new Set(["attacked", "transferred", "showntransfer", "covered", "takesaid", "donesaid"]);

/**
 * @param {Bout} bout
 * @param {TableEvent} event
 * @returns {Bout}
 */
function grown(bout, event) {
  if (!ACTIONS.has(event.type)) return bout;
  const steps = [...(bout.steps ?? []), event];
  return { ...bout, defender: event.to ?? bout.defender, pairs: after(bout.pairs, event), steps };
}

/**
 * The pairs once this was done.
 * @param {Laid[]} pairs
 * @param {TableEvent} event
 * @returns {Laid[]}
 */
function after(pairs, event) {
  if (event.type === "attacked" || event.type === "transferred") return [...pairs, ...laid(event, event.seat ?? null)];
  if (event.type !== "covered") return pairs;
  return pairs.map((pair) => (pair.attack === event.attack ? { ...pair, cover: event.cover ?? null } : pair));
}

/**
 * The pairs after so many of a bout's actions.
 * @param {Bout} bout
 * @param {number} count
 * @returns {Laid[]}
 */
export function replayed(bout, count) {
  return (bout.steps ?? []).slice(0, count).reduce(after, bout.start ?? bout.pairs);
}

/**
 * @param {TableEvent} event
 * @param {number | null} by
 * @returns {Laid[]}
 */
function laid(event, by) {
  return (event.cards ?? []).map((attack) => ({ attack, by, cover: null }));
}

/**
 * The bout as the table shows it: what was laid unseen is put in, by nobody known.
 * @param {Bout | null} bout
 * @param {View} view
 * @param {boolean} missed
 * @returns {Bout}
 */
function agreed(bout, view, missed) {
  const before = new Map(bout?.pairs.map((pair) => [pair.attack, pair]));
  const pairs = view.table.map(({ attack, cover }) => ({ attack, by: before.get(attack)?.by ?? null, cover }));
  const part = (bout?.part ?? pairs.length > 0) || (missed && pairs.some((pair) => pair.by === null));
  const seen = bout !== null && !missed; // what was missed is in the picture, and no step of it is known
  const { start = pairs, steps = [] } = seen ? bout : {};
  return { number: view.bout, principal: bout?.principal ?? view.led, defender: view.defender, pairs, start, steps, end: "played", count: 0, part };
}
