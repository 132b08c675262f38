// @ts-check
/** The first page: choosing a table. The server checks the rules; this page only asks and shows. */

import { at } from "./element.js";
import { has, t } from "./language.js";
import { applySettings, readSettings, recall, remember } from "./settings.js";

/**
 * @typedef {{name: string, players: number[], fields: Record<string, string>}} Preset
 * @typedef {{name: string, values: string[], default: string}} Field
 * @typedef {{number: string, title: string, text: string}} Clause
 * @typedef {{code: string, preset: string | null, fields: Record<string, string>, sheet: Clause[]}} Rules
 * @typedef {{message: string, fields?: string[]}} Refusal
 *
 * @typedef {object} Choice what this device remembers of this page
 * @property {string} preset
 * @property {number} players
 * @property {Record<string, string>} set fields changed by hand
 * @property {number} seat
 * @property {string} name
 */

/** How many presets stand in the open: those for most table sizes. */
const SHOWN_PRESETS = 4;
/** A field with more values than this is typed, not picked. */
const MOST_CHOICES = 12;

const options = /** @type {{presets: Preset[], fields: Field[]}} */ (JSON.parse(at("options").textContent ?? "{}"));
const nameInput = /** @type {HTMLInputElement} */ (at("name"));
const dealButton = /** @type {HTMLButtonElement} */ (at("deal"));
const choice = readChoice();
/** @type {Rules | null} the rules as the server accepted them last */
let rules = null;
let asking = 0;
let timer = 0;

applySettings(readSettings());

/** @returns {Choice} */
function readChoice() {
  const kept = /** @type {Partial<Choice>} */ (recall("choice") ?? {});
  const preset = options.presets.find((each) => each.name === kept.preset) ?? options.presets[0];
  const known = Object.entries(kept.set ?? {}).filter(([name, value]) =>
    options.fields.some((field) => field.name === name && field.values.includes(value)),
  );
  return {
    preset: preset?.name ?? "",
    players: Number.isInteger(kept.players) ? Number(kept.players) : 2,
    set: Object.fromEntries(known),
    seat: Number.isInteger(kept.seat) ? Number(kept.seat) : 0,
    name: typeof kept.name === "string" ? kept.name : "",
  };
}

/** @returns {Preset | undefined} */
function presetChosen() {
  return options.presets.find((each) => each.name === choice.preset);
}

/** How many seats the choice may have: the preset's, or any once its fields are changed. */
function countsPossible() {
  const all = options.fields.find((field) => field.name === "players")?.values.map(Number) ?? [];
  return Object.keys(choice.set).length > 0 ? all : (presetChosen()?.players ?? all);
}

/**
 * A field's value in words.
 * @param {string} field
 * @param {string} value
 */
function valueWords(field, value) {
  for (const key of [`field.${field}.${value}`, `value.${value}`]) if (has(key)) return t(key);
  return value;
}

// ---- building -------------------------------------------------------------------------------

/**
 * @param {string} tag
 * @param {string} className
 * @param {...(Node | string)} children
 */
function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className !== "") element.className = className;
  element.append(...children);
  return element;
}

/**
 * @param {string} name
 * @param {string} value
 * @param {boolean} checked
 * @param {() => void} chosen
 */
function radio(name, value, checked, chosen) {
  const input = document.createElement("input");
  input.type = "radio";
  input.name = name;
  input.value = value;
  input.checked = checked;
  input.addEventListener("change", chosen);
  return input;
}

function buildPresets() {
  const widest = [...options.presets].sort((a, b) => b.players.length - a.players.length);
  widest.forEach((preset, index) => {
    const input = radio("preset", preset.name, preset.name === choice.preset, () => {
      choice.preset = preset.name;
      choice.set = {};
      settle();
    });
    const counts = preset.players;
    const last = counts[counts.length - 1] ?? 0;
    const spread = counts.length === 1 ? String(last) : counts.length === 2 ? counts.join(", ") : `${counts[0]}–${last}`;
    const face = make(
      "span",
      "preset-face",
      make("span", "preset-title", t(`preset.${preset.name}`), make("span", "preset-players", t("preset.players", { players: spread }))),
      make("span", "preset-text", t(`preset.${preset.name}.text`)),
    );
    const place = index < SHOWN_PRESETS ? "presets" : "presets-more";
    at(place).append(make("label", "preset", input, face));
    if (index >= SHOWN_PRESETS && input.checked) at("more-presets").setAttribute("open", "");
  });
}

function buildFields() {
  for (const field of options.fields) {
    if (field.name === "players") continue;
    const control = field.values.length > MOST_CHOICES ? numberInput(field) : selectInput(field);
    control.id = `field-${field.name}`;
    control.setAttribute("aria-describedby", `help-${field.name}`);
    control.addEventListener("change", () => {
      choice.set = { ...choice.set, [field.name]: control.value };
      settle();
    });
    const label = document.createElement("label");
    label.htmlFor = control.id;
    label.textContent = t(`field.${field.name}`);
    const help = make("p", "help", t(`field.${field.name}.help`));
    help.id = `help-${field.name}`;
    const box = make("div", "field", label, control, help);
    box.dataset["field"] = field.name;
    at("fields").append(box);
  }
}

/** @param {Field} field */
function numberInput(field) {
  const input = document.createElement("input");
  input.type = "number";
  input.inputMode = "numeric";
  input.min = field.values[0] ?? "";
  input.max = field.values[field.values.length - 1] ?? "";
  return input;
}

/** @param {Field} field */
function selectInput(field) {
  const select = document.createElement("select");
  for (const value of field.values) select.append(new Option(valueWords(field.name, value), value));
  return select;
}

// ---- choosing -------------------------------------------------------------------------------

/** Bring the choice into what its preset allows, show it, and ask the server about it. */
function settle() {
  const counts = countsPossible();
  if (!counts.includes(choice.players)) {
    choice.players = counts.reduce(
      (best, each) => (Math.abs(each - choice.players) < Math.abs(best - choice.players) ? each : best),
      counts[0] ?? 2,
    );
  }
  choice.seat = Math.min(choice.seat, choice.players - 1);
  remember("choice", choice);
  showCompany(counts);
  showFields();
  clearTimeout(timer);
  timer = window.setTimeout(ask, 60);
}

/** @param {number[]} counts */
function showCompany(counts) {
  const all = options.fields.find((field) => field.name === "players")?.values.map(Number) ?? [];
  segments(at("bots"), "bots", all, choice.players, (players) => String(players - 1), (players) => {
    choice.players = players;
  }, (players) => counts.includes(players));
  const seats = Array.from({ length: choice.players }, (_, seat) => seat);
  segments(at("seats"), "seat", seats, choice.seat, (seat) => String(seat + 1), (seat) => {
    choice.seat = seat;
  }, () => true);
}

/**
 * A row of choices; the inputs that are there already stay, and so does the focus.
 * @param {HTMLElement} place
 * @param {string} name
 * @param {number[]} values
 * @param {number} chosen
 * @param {(value: number) => string} words
 * @param {(value: number) => void} choose
 * @param {(value: number) => boolean} may
 */
function segments(place, name, values, chosen, words, choose, may) {
  while (place.childElementCount > values.length) place.lastElementChild?.remove();
  values.forEach((value, index) => {
    let label = place.children[index];
    if (label === undefined) {
      const input = radio(name, String(value), false, () => {
        choose(value);
        settle();
      });
      label = make("label", "", input, make("span", "", words(value)));
      place.append(label);
    }
    const input = /** @type {HTMLInputElement} */ (label.firstElementChild);
    input.checked = value === chosen;
    input.disabled = !may(value);
  });
}

function showFields() {
  const preset = presetChosen();
  for (const field of options.fields) {
    const control = /** @type {HTMLInputElement | HTMLSelectElement | null} */ (document.getElementById(`field-${field.name}`));
    if (control === null) continue;
    const value = choice.set[field.name] ?? rules?.fields[field.name] ?? preset?.fields[field.name] ?? field.default;
    if (document.activeElement !== control || control instanceof HTMLSelectElement) control.value = value;
    control.parentElement?.classList.toggle("is-changed", field.name in choice.set);
  }
  const count = Object.keys(choice.set).length;
  at("changed").textContent = count === 0 ? "" : t("home.changed", { count });
  at("reset").hidden = count === 0;
}

/** What POST /api/rules is asked: a preset, or once fields are changed simply another ruleset. */
function asked() {
  if (Object.keys(choice.set).length === 0) return { preset: choice.preset, players: choice.players, set: {} };
  return { players: choice.players, set: { ...presetChosen()?.fields, ...choice.set } };
}

async function ask() {
  const mine = (asking += 1);
  try {
    const answer = await post("/api/rules", asked());
    const body = await answer.json();
    if (mine !== asking) return;
    if (answer.ok) accepted(/** @type {Rules} */ (body));
    else refuse(/** @type {Refusal} */ (body));
  } catch {
    if (mine === asking) refuse({ message: t("home.offline") });
  }
}

/**
 * @param {string} path
 * @param {object} body
 */
function post(path, body) {
  return fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

/** @param {Rules} accepted */
function accepted(accepted) {
  rules = accepted;
  showRefusal("", []);
  showFields();
  at("sheet").replaceChildren(
    ...accepted.sheet.map((clause) => {
      const title = make("dt", "", make("span", "clause-number", clause.number), ` ${clause.title}`);
      return make("div", "", title, make("dd", "", clause.text));
    }),
  );
  at("sheet-link").setAttribute("href", `/rules?code=${encodeURIComponent(accepted.code)}`);
}

/** @param {Refusal} refusal */
function refuse(refusal) {
  rules = null;
  showRefusal(refusal.message, refusal.fields ?? []);
}

/**
 * @param {string} message
 * @param {string[]} fields
 */
function showRefusal(message, fields) {
  at("refused").textContent = message;
  dealButton.setAttribute("aria-disabled", String(message !== ""));
  for (const box of at("fields").children) {
    const control = box.querySelector("select, input");
    const wrong = fields.includes(/** @type {HTMLElement} */ (box).dataset["field"] ?? "");
    if (wrong) control?.setAttribute("aria-invalid", "true");
    else control?.removeAttribute("aria-invalid");
  }
}

async function deal() {
  if (rules === null || dealButton.getAttribute("aria-disabled") === "true") return;
  dealButton.setAttribute("aria-disabled", "true");
  dealButton.textContent = t("home.dealing");
  const name = nameInput.value.trim() || t("home.name_default");
  try {
    const answer = await post("/api/tables", { code: rules.code, seat: choice.seat, name });
    const body = await answer.json();
    if (answer.ok) location.assign(String(body.url));
    else showRefusal(String(body.message), body.fields ?? []);
  } catch {
    showRefusal(t("home.offline"), []);
  }
  dealButton.textContent = t("home.deal");
  dealButton.removeAttribute("aria-disabled");
}

nameInput.value = choice.name;
nameInput.placeholder = t("home.name_default");
nameInput.addEventListener("input", () => {
  choice.name = nameInput.value;
  remember("choice", choice);
});
at("choose").addEventListener("submit", (event) => {
  event.preventDefault();
  void deal();
});
at("reset").addEventListener("click", () => {
  choice.set = {};
  settle();
});
if (matchMedia("(min-width: 900px)").matches) at("sheet-details").setAttribute("open", "");
buildPresets();
buildFields();
settle();
