// @ts-check
/** Why something was refused, in the reader's words: what was wrong, and what is allowed now. */

import { cardName, cardNames, shortNames } from "./cards.js";
import { has, listed, t } from "./language.js";
import { doneKey, seatName } from "./words.js";

/**
 * @typedef {import("./choice.js").Move} Move
 * @typedef {import("./types.js").Table} Table
 * @typedef {{code?: string, message: string, params?: Record<string, unknown>}} Refused
 */

/** Cards of one kind of action that are told; more are only counted. */
const MOST_CARDS = 6;
const KINDS = /** @type {const} */ (["lay", "cover", "transfer", "show", "take", "done", "swap"]);

/**
 * A refusal at the table.
 * @param {Refused} refused
 * @param {Table | null} table
 * @param {readonly Move[]} moves what this seat may do now
 * @param {boolean} taking whether the defender takes
 * @returns {string}
 */
export function refusalWords(refused, table, moves, taking) {
  const params = refused.params ?? {};
  const reason = worded(refused, placesOf(params, table));
  return `${reason} ${allowedWords(params["to_act"], table, moves, taking)}`.trim();
}

/**
 * The reason in the words of the catalogue, if it has them for this code and these params.
 * @param {Refused} refused
 * @param {Record<string, string | number>} places
 */
function worded({ code, message, params = {} }, places) {
  const { rule, reason } = params; // of an impossible ruleset, of an impossible name
  for (const key of [`ruleset.${rule ?? code}`, `refusal.${code}.${reason}`, `refusal.${code}`]) {
    const words = has(key) ? t(key, places) : "{}";
    if (!/\{\w*\}/.test(words)) return words;
  }
  return message;
}

/**
 * What may be done now: by this seat, or that another one is asked.
 * @param {unknown} toAct
 * @param {Table | null} table
 * @param {readonly Move[]} moves
 * @param {boolean} taking
 */
function allowedWords(toAct, table, moves, taking) {
  if (typeof toAct !== "number" || table === null) return "";
  if (toAct !== table.you) return t("allowed.asked", { name: seatName(table, toAct) });
  const parts = KINDS.flatMap((kind) => {
    const these = moves.filter((move) => move.kind === kind);
    if (these.length === 0) return [];
    const cards = [...new Set(these.flatMap((move) => move.cards))];
    const more = cards.length - MOST_CARDS;
    const key = `allowed.${kind}`;
    const words = t(kind === "done" ? doneKey(key, taking) : key, { cards: shortNames(cards.slice(0, MOST_CARDS)) });
    return more > 0 ? `${words} ${t("allowed.more", { count: more })}` : words;
  });
  return parts.length === 0 ? "" : t("allowed.now", { actions: parts.join(", ") });
}

/**
 * @param {Record<string, unknown>} params
 * @param {Table | null} table
 * @returns {Record<string, string | number>}
 */
function placesOf(params, table) {
  const cards = Array.isArray(params["cards"]) ? params["cards"].map(String) : [];
  const target = typeof params["target"] === "string" ? params["target"] : null;
  const places = rulesPlaces(params);
  if (cards.length > 0) {
    places["card"] = cardNames(cards);
  }
  if (target !== null) {
    places["target"] = cardName(target, "object");
  }
  if (typeof params["trump"] === "string") places["trump"] = t(`suit.${params["trump"]}`);
  if (typeof params["limit"] === "number") places["count"] ??= params["limit"];
  if (table !== null && typeof params["seat"] === "number") places["name"] ??= seatName(table, params["seat"]);
  return places;
}

/** @param {Record<string, unknown>} params */
function plainPlaces(params) {
  /** @type {Record<string, string | number>} */
  const places = {};
  for (const [name, value] of Object.entries(params)) {
    if (typeof value === "number" || typeof value === "string") places[name] = value;
  }
  return places;
}

/**
 * A refused answer over HTTP, an impossible ruleset among them.
 * @param {Refused} refused
 * @returns {string}
 */
export function answerWords(refused) {
  return worded(refused, rulesPlaces(refused.params ?? {}));
}

/** @param {Record<string, unknown>} params */
function rulesPlaces(params) {
  const places = plainPlaces(params);
  const field = String(params["field"] ?? "");
  if (has(`field.${field}`)) {
    places["field"] = t(`field.${field}`);
    places["value"] = valueWords(field, String(params["value"]));
  }
  if (Array.isArray(params["allowed"])) {
    const values = params["allowed"].map((value) => valueWords(field, String(value)));
    const [first = "", last = ""] = [values[0], values[values.length - 1]];
    const isRange = values.length > 5 && values.every((value) => /^\d+$/.test(value));
    places["allowed"] = isRange ? `${first}–${last}` : values.join(", ");
  }
  if (has(`preset.${params["preset"]}`)) places["preset"] = t(`preset.${params["preset"]}`);
  if (Array.isArray(params["names"])) places["names"] = listed(params["names"].map(String));
  return places;
}

/**
 * A value of a field of the rules in words.
 * @param {string} field
 * @param {string} value
 */
export function valueWords(field, value) {
  for (const key of [`field.${field}.${value}`, `value.${value}`]) if (has(key)) return t(key);
  return value;
}
