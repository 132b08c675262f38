// @ts-check
/** "Check this deal": the shuffle once more in this page, told so that a player understands it. */

import { cardName, createFace } from "./cards.js";
import { seedsOf } from "./connection.js";
import { at } from "./element.js";
import { check, readRecord } from "./fair.js";
import { keep, kept } from "./kept.js";
import { t } from "./language.js";
import { recordText } from "./record.js";
import { seatName } from "./words.js";

/**
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./fair.js").Step} Step
 */

const SENTENCES = 5;

/**
 * Keep the fingerprints that are shown before their deals.
 * @param {Table} table
 */
export function rememberPromises(table) {
  const key = `promises.${table.id}`;
  const known = /** @type {Record<number, string> | null} */ (kept(key)) ?? {};
  const [deal, promise] =
    table.stage === "over" ? [table.deal + 1, table.next_commitment ?? null] : [table.deal, table.commitment];
  if (promise === null || known[deal] !== undefined) return; // the first that was seen counts
  keep(key, Object.fromEntries(Object.entries({ ...known, [deal]: promise }).slice(-8)));
}

/** @param {() => Table | null} tableNow */
export function buildFairCheck(tableNow) {
  const dialog = /** @type {HTMLDialogElement} */ (at("fair-dialog"));
  at("fair-sentences").replaceChildren(
    ...Array.from({ length: SENTENCES }, (_, i) => element("li", "", t(`fair.say_${i + 1}`))),
  );
  at("open-fair").addEventListener("click", () => {
    const table = tableNow();
    if (table === null) return;
    dialog.showModal();
    void run(table);
  });
}

/** @param {Table} table */
async function run(table) {
  at("fair-heading").textContent = t("fair.heading", { deal: table.deal });
  const verdict = at("fair-verdict");
  verdict.dataset["verdict"] = "checking";
  verdict.textContent = t("fair.checking");
  at("fair-steps").replaceChildren();
  at("fair-facts").replaceChildren();
  try {
    const written = readRecord(await recordText(table.id, table.deal));
    const promises = /** @type {Record<number, string> | null} */ (kept(`promises.${table.id}`)) ?? {};
    const found = await check(written, {
      commitment: promises[table.deal] ?? null,
      seat: table.you,
      seed: seedsOf(table.id)[table.deal] ?? null,
    });
    verdict.dataset["verdict"] = found.verdict;
    verdict.textContent = t(`fair.${found.verdict}`);
    at("fair-steps").replaceChildren(...found.steps.map(stepItem));
    at("fair-facts").replaceChildren(...facts(written, table));
  } catch {
    verdict.dataset["verdict"] = "unknown";
    verdict.textContent = t("fair.failed");
  }
}

/** @param {Step} step */
function stepItem({ key, good, place = 0, card = "" }) {
  const item = element("li", "", t(`fair.step_${key}`, { place, card: card === "" ? "" : cardName(card) }));
  item.dataset["good"] = String(good);
  return item;
}

/**
 * @param {import("./fair.js").Written} written
 * @param {Table} table
 */
function facts(written, table) {
  /** @type {HTMLElement[]} */
  const parts = [];
  /**
   * @param {string} name
   * @param {string} text
   */
  const fact = (name, text) => parts.push(element("dt", "", name), element("dd", "code", text));
  fact(t("fair.commitment"), written.commitment ?? "");
  written.seeds.forEach((seed, at) => {
    fact(at === 0 ? t("fair.server_seed") : t("fair.seat_seed", { name: seatName(table, at - 1) }), seed);
  });
  const deck = element("dd", "small-cards", "");
  deck.append(...written.deck.filter((card) => card !== "??").map(createFace));
  parts.push(element("dt", "", t("fair.deck")), deck);
  return parts;
}

/**
 * @param {string} tag
 * @param {string} name
 * @param {string} text
 */
function element(tag, name, text) {
  const made = document.createElement(tag);
  if (name !== "") made.className = name;
  made.textContent = text;
  return made;
}
