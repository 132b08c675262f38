// @ts-check
/** Who came late takes a bot's seat from the next deal on. */

import { t } from "./language.js";
import { button, make } from "./parts.js";
import { recall, remember } from "./settings.js";
import { seatName } from "./words.js";

/**
 * @typedef {import("./types.js").Table & {waiting?: number | null}} Table `waiting`: the seat this person waits for
 * @typedef {import("./lobby.js").How} How
 */

/** @type {HTMLDialogElement | null} */
let dialog = null;
let asked = location.hash === "#sit";

/** The name that this device said last. */
export function knownName() {
  const kept = /** @type {{name?: unknown} | null} */ (recall("choice"));
  return typeof kept?.name === "string" ? kept.name : "";
}

/**
 * Remember the name for the next table.
 * @param {string} name
 */
export function keepName(name) {
  const kept = /** @type {object | null} */ (recall("choice"));
  remember("choice", { ...kept, name });
}

/**
 * Show the offer while somebody without a seat watches a deal.
 * @param {HTMLElement} place
 * @param {Table} table
 * @param {How} how
 */
export function showLate(place, table, how) {
  const waiting = table.waiting ?? null;
  const watches = table.you === null && table.stage !== "lobby";
  place.hidden = !watches;
  if (!watches) {
    asked = false;
    dialog?.close();
    return;
  }
  if (waiting !== null) {
    dialog?.close();
    const cancel = button("quiet", t("late.cancel"), () => how.send({ type: "stand" }));
    place.replaceChildren(make("p", "", t("late.waiting", { number: waiting + 1 })), cancel);
    return;
  }
  const free = freeSeats(table);
  const words = free.length === 0 ? [make("p", "help", t("late.none"))] : [];
  const focused = place.contains(document.activeElement);
  const offer = button("primary", t("late.offer"), () => openDialog(table, how));
  place.replaceChildren(...(free.length === 0 ? words : [offer]));
  if (focused) offer.focus();
  if (dialog?.open) fillDialog(dialog, table, how);
  else if (asked && free.length > 0) openDialog(table, how);
  asked = false;
}

/** @param {Table} table */
function freeSeats(table) {
  if (table.options?.practice === true && table.seats.some((seat) => seat.kind === "person")) return [];
  return table.seats.flatMap((seat, at) => (seat.kind !== "person" && (seat.waiting ?? null) === null ? [at] : []));
}

/**
 * @param {Table} table
 * @param {How} how
 */
function openDialog(table, how) {
  if (dialog === null) {
    const made = document.createElement("dialog");
    made.className = "forms late-dialog";
    made.setAttribute("aria-labelledby", "late-heading");
    made.addEventListener("click", (event) => {
      if (event.target === made) made.close();
    });
    document.body.append(made);
    dialog = made;
  }
  fillDialog(dialog, table, how);
  dialog.showModal();
}

/**
 * @param {HTMLDialogElement} place
 * @param {Table} table
 * @param {How} how
 */
function fillDialog(place, table, how) {
  const old = place.querySelector("input");
  const input = document.createElement("input");
  input.id = "late-name";
  input.maxLength = 24;
  input.setAttribute("autocomplete", "nickname");
  input.value = old?.value ?? knownName();
  const label = document.createElement("label");
  label.htmlFor = input.id;
  label.textContent = t("lobby.name");
  const heading = make("h2", "", t("late.heading"));
  heading.id = "late-heading";
  const refused = make("p", "refused", how.refusal);
  const seats = freeSeats(table).map((seat) => {
    const take = button("", t("late.take", { number: seat + 1 }), () => {
      const name = input.value.trim();
      if (name === "") {
        refused.textContent = t("make.name_wanted");
        input.focus();
        return;
      }
      keepName(name);
      how.send({ type: "sit", seat, name });
    });
    const at = table.seats[seat];
    if (at?.kind === "bot") take.append(" ", make("span", "help", `(${t("late.instead", { name: seatName(table, seat) })})`));
    return make("li", "", take);
  });
  const close = button("quiet", t("table.close"), () => place.close());
  place.replaceChildren(
    heading,
    make("p", "help", t("late.help")),
    make("div", "field-name", label, input),
    make("ul", "late-seats", ...seats),
    refused,
    close,
  );
  if (old !== null && old === document.activeElement) input.focus();
}
