// @ts-check
/** Questions to the server beside the table's socket: JSON there, JSON or words of refusal back. */

import { t } from "./language.js";
import { answerWords } from "./refusals.js";

/**
 * @typedef {{message: string, code?: string, params?: Record<string, unknown>, fields?: string[]}} Refusal
 */

/**
 * @param {string} path
 * @param {object} asked
 * @returns {Promise<{ok: true, body: Record<string, unknown>} | {ok: false, words: string, refusal: Refusal}>}
 */
export async function post(path, asked) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(asked),
    });
    const body = /** @type {Record<string, unknown>} */ (await answer.json());
    if (answer.ok) return { ok: true, body };
    const refusal = /** @type {Refusal} */ (/** @type {unknown} */ (body));
    return { ok: false, words: answerWords(refusal), refusal };
  } catch {
    const words = t("home.offline");
    return { ok: false, words, refusal: { message: words } };
  }
}
