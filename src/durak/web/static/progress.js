// @ts-check
/** How far the reader of this device is in the lessons. */

import { recall, remember } from "./settings.js";

/**
 * @typedef {object} Progress
 * @property {string[]} done ids of lessons gone through
 * @property {Record<string, number>} at the step to go on with, by lesson
 */

/** @returns {Progress} */
export function readProgress() {
  const kept = /** @type {Record<string, unknown>} */ (recall("lessons") ?? {});
  const done = Array.isArray(kept["done"]) ? kept["done"].map(String) : [];
  /** @type {Record<string, number>} */
  const at = {};
  if (typeof kept["at"] === "object" && kept["at"] !== null) {
    for (const [id, step] of Object.entries(kept["at"])) if (Number.isInteger(step) && step > 0) at[id] = step;
  }
  return { done, at };
}

/**
 * The reader has come to this step of a lesson; to its number of steps: is through with it.
 * @param {string} id
 * @param {number} step
 * @param {number} steps
 */
export function keepProgress(id, step, steps) {
  const progress = readProgress();
  if (step < steps) progress.at[id] = step;
  else {
    delete progress.at[id];
    if (!progress.done.includes(id)) progress.done.push(id);
  }
  remember("lessons", progress);
}
