// @ts-check
/** The previous bout, to look at again: who laid what, what covered it, how it ended. */

import { createFace } from "./cards.js";
import { t } from "./language.js";
import { seatName } from "./words.js";

/**
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./bout.js").Bout} Bout
 */

/**
 * @param {HTMLElement} place
 * @param {Bout | null} bout
 * @param {Table} table
 */
export function renderLastBout(place, bout, table) {
  if (bout === null) {
    place.replaceChildren(paragraph("help", t("bout.none")));
    return;
  }
  /** @param {number | null} seat */
  const name = (seat) => seatName(table, seat);
  const heading = t("bout.heading", { number: bout.number, name: name(bout.principal), defender: name(bout.defender) });
  const end = bout.end === "beatenoff" ? t("bout.beaten") : t("bout.taken", { name: name(bout.defender), count: bout.count });
  const pairs = document.createElement("ol");
  pairs.className = "bout-pairs";
  for (const { attack, by, cover } of bout.pairs) {
    const item = document.createElement("li");
    const cards = document.createElement("div");
    cards.className = "bout-pair";
    cards.append(createFace(attack));
    if (cover !== null) {
      const face = createFace(cover);
      face.classList.add("cover");
      cards.append(face);
    }
    item.append(cards, paragraph("bout-by", by === null ? "" : t("bout.attack_by", { name: name(by) })));
    pairs.append(item);
  }
  const parts = [paragraph("bout-heading", heading), pairs, paragraph("bout-end", end)];
  if (bout.part) parts.push(paragraph("help", t("bout.part")));
  place.replaceChildren(...parts);
}

/**
 * @param {string} name
 * @param {string} text
 */
function paragraph(name, text) {
  const element = document.createElement("p");
  element.className = name;
  element.textContent = text;
  return element;
}
