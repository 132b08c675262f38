// @ts-check
/**
 * The play in words: a panel to read, which survives a reload, and one live region that tells what just
 * happened. Kept are the events and the names that went with them, so another language tells them anew.
 */

import { keep, kept } from "./kept.js";
import { t } from "./language.js";
import { sentence } from "./words.js";

/**
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./types.js").TableEvent} TableEvent
 *
 * @typedef {{names: string[], bots?: boolean[], you: number | null, events: TableEvent[]}} Played
 * @typedef {{text: string}} Said
 * @typedef {{deal: number, missed: boolean}} Mark
 * @typedef {Played | Said | Mark} Entry
 * @typedef {{v: number, deal: number, entries: Entry[]}} Kept
 */

const MOST_ENTRIES = 400;

/**
 * The words of events that are worth a line.
 * @param {TableEvent[]} events
 * @param {Table} table
 */
export function lines(events, table) {
  const began = events.some((event) => event.type === "dealbegan");
  return events
    .filter((event) => !(event.type === "drew" && event.seat !== table.you && began))
    .map((event) => sentence(event, table))
    .filter((line) => line !== "");
}

/**
 * A log of one table.
 * @param {{list: HTMLElement, scroller: HTMLElement, empty: HTMLElement, key: string}} where
 */
export function createLog({ list, scroller, empty, key }) {
  const before = /** @type {Kept | null} */ (kept(key));
  /** @type {Kept} */
  let state = Array.isArray(before?.entries) ? before : { v: -1, deal: 0, entries: [] };
  state.entries.forEach(show);

  /** @param {Entry} entry */
  function show(entry) {
    const add = (/** @type {string} */ text, mark = false) => {
      const item = document.createElement("li");
      item.textContent = text;
      if (mark) item.className = "log-mark";
      list.append(item);
    };
    if ("text" in entry) add(entry.text, true);
    else if ("missed" in entry) add(entry.missed ? t("log.missed") : t("log.deal", { deal: entry.deal }), true);
    else {
      const seats = entry.names.map((name, seat) => ({ name, kind: entry.bots?.[seat] ? "bot" : "person" }));
      for (const line of lines(entry.events, /** @type {Table} */ ({ seats, you: entry.you }))) add(line);
    }
    while (list.childElementCount > MOST_ENTRIES) list.firstElementChild?.remove();
    scroller.scrollTop = scroller.scrollHeight;
    empty.hidden = list.childElementCount > 0;
  }

  /** @param {Entry} entry */
  function add(entry) {
    state = { ...state, entries: [...state.entries, entry].slice(-MOST_ENTRIES) };
    show(entry);
  }

  return {
    /**
     * What led to version `v`; a version told before is not told again.
     * @param {number} v
     * @param {Table} table
     * @param {TableEvent[]} events
     */
    tell(v, table, events) {
      if (v <= state.v) return;
      const first = state.v < 0;
      if (!first && v > state.v + 1) add({ deal: table.deal, missed: true });
      if (table.deal !== state.deal) add({ deal: table.deal, missed: false });
      const names = table.seats.map((seat) => seat.name);
      const bots = table.seats.map((seat) => seat.kind === "bot");
      if (events.length > 0) add({ names, bots, you: table.you, events });
      state = { ...state, v, deal: table.deal };
      keep(key, state);
    },
    /**
     * Something that is no play: who is away, what was withdrawn.
     * @param {string} text
     */
    note(text) {
      add({ text });
      keep(key, state);
    },
  };
}

/**
 * @param {HTMLElement} region
 * @param {string[]} words
 */
export function say(region, words) {
  const text = words.filter((line) => line !== "").join(" ");
  if (text === "") return;
  // the same words twice are news twice: a changed space makes the region change
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
