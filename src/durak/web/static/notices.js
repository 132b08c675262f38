// @ts-check
/** What the table tells its people beside the play: a line that goes away by itself, and stays in the log. */

import { has, t } from "./language.js";
import { seatName } from "./words.js";

/**
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./types.js").NoticeMessage} NoticeMessage
 */

const SHOWN = 5000;

/**
 * A notice in words; empty for one this page has no words for.
 * @param {NoticeMessage} notice
 * @param {Table | null} table
 */
export function noticeWords({ key, params = {} }, table) {
  const seat = typeof params["seat"] === "number" ? params["seat"] : null;
  const mine = seat !== null && seat === table?.you;
  const name = params["name"] ?? (table === null ? "" : seatName(table, seat));
  const full = mine && has(`notice.${key}.you`) ? `notice.${key}.you` : `notice.${key}`;
  if (!has(full)) return "";
  const values = Object.fromEntries(Object.entries(params).map(([each, value]) => [each, value ?? ""]));
  const text = String(values["text"] ?? "");
  if (has(text) && text.startsWith("phrase.")) values["text"] = t(text);
  return t(full, { ...values, name: name ?? "" });
}

/** @param {HTMLElement} place */
export function createNotices(place) {
  let timer = 0;
  return {
    /** @param {string} words */
    show(words) {
      if (words === "") return;
      place.textContent = words;
      place.hidden = false;
      clearTimeout(timer);
      timer = window.setTimeout(() => (place.hidden = true), SHOWN);
    },
  };
}
