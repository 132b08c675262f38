// @ts-check
/** Which way cards go on the page, by events: whose cards came from where, and when in turn. */

import { lasting } from "./motion.js";

/**
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./types.js").TableEvent} TableEvent
 */

/**
 * Where new cards come from.
 * @param {TableEvent[]} events
 * @param {Map<number, HTMLElement>} seats
 * @param {HTMLElement} talon
 * @returns {Map<string, HTMLElement>}
 */
export function originsOf(events, seats, talon) {
  /** @type {Map<string, HTMLElement>} */
  const origins = new Map();
  for (const event of events) {
    const cards = event.type === "covered" ? [event.cover ?? ""] : (event.cards ?? []);
    const from = event.type === "drew" ? talon : seats.get(event.seat ?? -1);
    if (from === undefined) continue;
    for (const card of cards) if (!origins.has(card)) origins.set(card, from);
  }
  return origins;
}

/**
 * Where cards go that leave the page.
 * @param {TableEvent[]} events
 * @param {Table} table
 * @param {Map<number, HTMLElement>} seats
 * @param {HTMLElement} discard
 * @returns {Map<string, HTMLElement>}
 */
export function endsOf(events, table, seats, discard) {
  /** @type {Map<string, HTMLElement>} */
  const ends = new Map();
  for (const event of events) {
    const to = event.type === "beatenoff" ? discard : seats.get(event.seat ?? -1);
    const leaves = event.type === "beatenoff" || ((event.type === "taken" || event.type === "drew") && event.seat !== table.you);
    if (!leaves || to === undefined) continue;
    for (const card of event.cards ?? []) ends.set(card, to);
  }
  return ends;
}

/**
 * Dealing and drawing in turn: when each own card sets out, and the backs that go to the others.
 * @param {TableEvent[]} events
 * @param {number | null} you
 * @returns {{delays: Map<string, number>, backs: {seat: number, delay: number}[]}}
 */
export function refills(events, you) {
  /** @type {Map<string, number>} */
  const delays = new Map();
  /** @type {{seat: number, delay: number}[]} */
  const backs = [];
  const ended = events.some((event) => event.type === "beatenoff" || event.type === "taken");
  const [between, latest] = [lasting("between"), lasting("latest")];
  let delay = ended ? lasting("after-bout") : 0;
  for (const event of events) {
    if (event.type !== "drew") continue;
    for (const card of event.cards ?? []) {
      const at = Math.min(delay, latest);
      if (event.seat === you) delays.set(card, at);
      else backs.push({ seat: event.seat ?? -1, delay: at });
      delay += between;
    }
  }
  return { delays, backs };
}
