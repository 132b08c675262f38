// @ts-check
/** The companion of a real table: who deals, who leads, who has lost. Everything stays on the device. */

import { begin, canEnd, dealsOf, readEvening, tallyOf } from "./companion-evening.js";
import { at } from "./element.js";
import { listed, t } from "./language.js";
import { button, make } from "./parts.js";
import "./paper.js";
import { showSheet } from "./rules-form.js";
import { recall, remember } from "./settings.js";

/**
 * @typedef {import("./companion-evening.js").Evening} Evening
 * @typedef {import("./companion-evening.js").Rules} Rules
 */

const KEY = "companion";
const LONGEST_NAME = 24;

const setUp = /** @type {HTMLFormElement} */ (at("set-up"));
const rulesSelect = /** @type {HTMLSelectElement} */ (setUp.elements.namedItem("rules"));
const firstDealer = /** @type {HTMLSelectElement} */ (at("first-dealer"));
const importInput = /** @type {HTMLInputElement} */ (at("import"));
const exportLink = /** @type {HTMLAnchorElement} */ (at("export"));
const anewDialog = /** @type {HTMLDialogElement} */ (at("anew-dialog"));
const language = document.documentElement.lang;

/** @type {Evening | null} */
let evening = readEvening(recall(KEY));
/** @type {Rules | null} */
let rules = null;
let exported = "";

// ---- setting up -----------------------------------------------------------------------------

async function chooseRules() {
  const asked = rulesSelect.value;
  const found = await fetch(`/api/companion?rules=${encodeURIComponent(asked)}`).then(
    (response) => (response.ok ? response.json() : null),
    () => null,
  );
  if (asked !== rulesSelect.value) return; // another choice came meanwhile
  rules = found;
  refuse(found === null ? t("guide.companion.no_rules") : "");
  if (rules !== null) showNames(at("names"), namesIn(at("names")));
  showDealers();
}

/**
 * One input a seat, filled with what was there.
 * @param {HTMLElement} place
 * @param {string[]} names
 */
function showNames(place, names) {
  const players = (place.id === "names" ? rules : evening?.rules)?.players ?? 0;
  const teams = (place.id === "names" ? rules : evening?.rules)?.teams === "two";
  place.replaceChildren(
    ...Array.from({ length: players }, (_, seat) => {
      const input = document.createElement("input");
      input.maxLength = LONGEST_NAME;
      input.value = names[seat] ?? "";
      input.autocomplete = "off";
      input.placeholder = t("guide.companion.seat", { number: seat + 1 });
      input.addEventListener("input", showDealers);
      const team = teams ? ` (${t(`guide.companion.team.${seat % 2}`)})` : "";
      return make("label", "choose", make("span", "", t("guide.companion.seat", { number: seat + 1 }) + team), input);
    }),
  );
}

/** @param {HTMLElement} place */
function namesIn(place) {
  return [...place.querySelectorAll("input")].map((input) => input.value.trim());
}

/** @param {string[]} names */
function filled(names) {
  return names.map((name, seat) => name || t("guide.companion.seat", { number: seat + 1 }));
}

function showDealers() {
  const chosen = Math.max(firstDealer.selectedIndex, 0);
  const names = filled(namesIn(at("names")));
  firstDealer.replaceChildren(...names.map((name, seat) => new Option(name, String(seat))));
  firstDealer.selectedIndex = Math.min(chosen, names.length - 1);
}

/** @param {string} words */
function refuse(words) {
  at("refused").textContent = words;
  at("refused").hidden = words === "";
}

/** @param {Evening | null} changed */
function keep(changed) {
  evening = changed;
  remember(KEY, changed);
  show();
}

// ---- the evening ----------------------------------------------------------------------------

function show() {
  at("setting-up").hidden = evening !== null;
  at("playing").hidden = evening === null;
  if (evening === null) return;
  const { past, now } = dealsOf(evening);
  at("deal-heading").textContent = t("table.deal", { deal: now.number });
  const dealer = evening.names[now.dealer] ?? "";
  at("deal-words").textContent =
    now.leader === null
      ? t("guide.companion.lowest_leads", { dealer })
      : t("guide.companion.leads", { dealer, leader: evening.names[now.leader] ?? "" });
  showCompany(evening, now);
  showEnds(evening);
  showPast(evening, past);
  showNames(at("names-now"), evening.names);
  at("take-back").setAttribute("aria-disabled", String(past.length === 0));
  showSheet(at("sheet"), evening.rules.sheets[language] ?? evening.rules.sheets["en"] ?? []);
  URL.revokeObjectURL(exported);
  exported = URL.createObjectURL(new Blob([JSON.stringify(evening)], { type: "application/json" }));
  exportLink.href = exported;
}

/**
 * @param {Evening} shown
 * @param {import("./companion-evening.js").Deal} now
 */
function showCompany(shown, now) {
  const { losses, draws } = tallyOf(shown);
  const fewest = Math.min(...losses);
  const played = shown.ends.length > 0;
  at("company").replaceChildren(
    ...shown.names.map((name, seat) => {
      const lost = losses[seat] ?? 0;
      const marks = make("span", "company-marks");
      if (seat === now.dealer) marks.append(make("span", "company-mark", t("guide.companion.deals")));
      if (seat === now.leader) marks.append(make("span", "company-mark leads", t("guide.companion.leads_short")));
      if (shown.rules.teams === "two") marks.append(make("span", "company-team", t(`guide.companion.team.${seat % 2}`)));
      const item = make("li", "company-seat", make("span", "company-name", name), marks, make("span", "company-lost", t("guide.companion.lost", { count: lost })));
      item.classList.toggle("is-ahead", played && lost === fewest);
      return item;
    }),
    ...(draws > 0 ? [make("li", "company-seat draws", make("span", "help", t("guide.companion.draws", { count: draws })))] : []),
  );
}

/** @param {Evening} shown */
function showEnds(shown) {
  at("ends-refused").textContent = "";
  const draw = button("quiet", t("guide.companion.draw"), () => end(shown, ""));
  if (shown.rules.teams !== "two") {
    const duraks = shown.names.map((name, seat) => button("", name, () => end(shown, String(seat))));
    at("ends").replaceChildren(make("p", "help", t("guide.companion.who_lost")), make("div", "ways", ...duraks, draw));
    return;
  }
  const boxes = shown.names.map((name) => {
    const box = document.createElement("input");
    box.type = "checkbox";
    return { box, label: make("label", "left-box", box, make("span", "", name)) };
  });
  const settle = button("primary", t("guide.companion.settle"), () => {
    const left = boxes.flatMap(({ box }, seat) => (box.checked ? [seat] : [])).join();
    if (left !== "" && canEnd(shown, left)) end(shown, left);
    else at("ends-refused").textContent = t("guide.companion.one_team");
  });
  at("ends").replaceChildren(
    make("p", "help", t("guide.companion.who_left")),
    make("div", "ways", ...boxes.map(({ label }) => label)),
    make("div", "ways", settle, draw),
  );
}

/**
 * @param {Evening} shown
 * @param {string} left
 */
function end(shown, left) {
  keep({ ...shown, ends: [...shown.ends, left] });
  at("deal-heading").focus();
}

/**
 * @param {Evening} shown
 * @param {import("./companion-evening.js").Past[]} past
 */
function showPast(shown, past) {
  at("past").replaceChildren(
    ...past.map(({ losers, dealer }) => {
      const names = listed(losers.map((seat) => shown.names[seat] ?? ""));
      const words = losers.length === 0 ? t("guide.companion.was_draw") : t("guide.companion.was_lost", { names });
      return make("li", "", `${words} ${t("guide.companion.dealt", { dealer: shown.names[dealer] ?? "" })}`);
    }),
  );
}

// ---- hands on the page ----------------------------------------------------------------------

rulesSelect.addEventListener("change", chooseRules);
at("by-lot").addEventListener("click", () => {
  const [lot = 0] = crypto.getRandomValues(new Uint32Array(1));
  firstDealer.selectedIndex = lot % Math.max(firstDealer.options.length, 1);
  firstDealer.focus();
});
setUp.addEventListener("submit", (event) => {
  event.preventDefault();
  if (rules === null) return void chooseRules();
  keep(begin(rules, filled(namesIn(at("names"))), firstDealer.selectedIndex));
  at("deal-heading").focus();
});
at("rename").addEventListener("submit", (event) => {
  event.preventDefault();
  if (evening !== null) keep({ ...evening, names: filled(namesIn(at("names-now"))) });
});
at("take-back").addEventListener("click", () => {
  if (evening !== null && evening.ends.length > 0) keep({ ...evening, ends: evening.ends.slice(0, -1) });
});
at("open-sheet").addEventListener("click", () => /** @type {HTMLDialogElement} */ (at("sheet-dialog")).showModal());
at("anew").addEventListener("click", () => anewDialog.showModal());
anewDialog.addEventListener("close", () => {
  if (anewDialog.returnValue === "anew") keep(null);
});
importInput.addEventListener("change", async () => {
  const text = await importInput.files?.[0]?.text();
  importInput.value = "";
  let found = null;
  try {
    found = readEvening(JSON.parse(text ?? ""));
  } catch {
    // not JSON: said below
  }
  refuse(found === null ? t("guide.companion.bad_import") : "");
  if (found !== null) keep(found);
});

const wanted = new URLSearchParams(location.search).get("rules");
if (wanted !== null && ![...rulesSelect.options].some((option) => option.value === wanted)) {
  rulesSelect.add(new Option(wanted, wanted), 0);
}
if (wanted !== null) rulesSelect.value = wanted;
show();
await chooseRules();

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/companion-worker.js", { scope: "/companion" }).then(
    () => navigator.serviceWorker.ready.then(() => (at("offline").textContent = t("guide.companion.offline"))),
    () => {}, // no worker allowed here: the page needs the network then
  );
}
