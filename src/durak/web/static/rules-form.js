// @ts-check
/** Choosing a ruleset: a game, the seats, and each field in words. Whether it is possible the server says. */

import { post } from "./api.js";
import { has, t } from "./language.js";
import { button, make, radio, segments } from "./parts.js";

/**
 * @typedef {{name: string, players: number[], fields: Record<string, string>}} Preset
 * @typedef {{name: string, values: string[], default: string}} Field
 * @typedef {{presets: Preset[], fields: Field[], levels: string[]}} Options
 * @typedef {{number: string, title: string, text: string}} Clause
 * @typedef {{code: string, preset: string | null, fields: Record<string, string>, sheet: Clause[], idle?: string[]}} Rules
 *
 * @typedef {object} RuleChoice
 * @property {string} preset
 * @property {number} players
 * @property {Record<string, string>} set fields changed by hand
 */

/** How many games stand in the open: those for most table sizes. */
const SHOWN_PRESETS = 4;
/** A field with more values than this is typed, not picked. */
const MOST_CHOICES = 12;
/** Fields by what they are about; a field in none of them comes with the last. */
const GROUPS = {
  cards: ["deck", "teams"],
  lead: ["first_lead", "later_lead", "show_lowest_trump"],
  throwing: ["throwers", "done_is_final", "throw_after_take", "attack_limit", "first_limit", "first_limit_until"],
  transfer: ["transfer", "transfer_cards", "transfer_first_bout", "transfer_show", "refill_returning_lead"],
  end: ["trump_swap", "draw_result", "stalemate_takes"],
};

/** The presets, fields and levels of bots that came with the page. @returns {Options} */
export function readOptions() {
  const embedded = document.getElementById("options");
  return JSON.parse(embedded?.textContent ?? '{"presets": [], "fields": [], "levels": []}');
}

/**
 * What is kept of an earlier choice, as far as it is still possible.
 * @param {Options} options
 * @param {Partial<RuleChoice>} kept
 * @returns {RuleChoice}
 */
export function readChoice(options, kept) {
  const preset = options.presets.find((each) => each.name === kept.preset) ?? options.presets[0];
  const set = Object.entries(kept.set ?? {}).filter(([name, value]) =>
    options.fields.some((field) => field.name === name && field.values.includes(value)),
  );
  const choice = {
    preset: preset?.name ?? "",
    players: Number.isInteger(kept.players) ? Number(kept.players) : 2,
    set: Object.fromEntries(set),
  };
  choice.players = nearest(countsFor(options, choice), choice.players);
  return choice;
}

/**
 * A table's rules as a choice: its preset as it stands, or the fields its code names.
 * @param {Options} options
 * @param {string} code
 * @param {string | null} preset
 * @returns {RuleChoice}
 */
export function choiceOf(options, code, preset) {
  const fields = Object.fromEntries(code.split(" ").map((part) => /** @type {[string, string]} */ (part.split("="))));
  const players = Number(fields["players"] ?? 2);
  delete fields["players"];
  if (preset !== null) return readChoice(options, { preset, players });
  return readChoice(options, { preset: "podkidnoy", players, set: fields });
}

/**
 * The choice as a code that the server reads; once fields are changed it is simply another ruleset.
 * @param {Options} options
 * @param {RuleChoice} choice
 */
export function codeOf(options, choice) {
  if (Object.keys(choice.set).length === 0) return `${choice.preset} players=${choice.players}`;
  const preset = options.presets.find((each) => each.name === choice.preset);
  const fields = Object.entries({ ...preset?.fields, ...choice.set });
  return [`players=${choice.players}`, ...fields.map(([name, value]) => `${name}=${value}`)].join(" ");
}

/**
 * A choice in a few words.
 * @param {RuleChoice} choice
 */
export function choiceWords(choice) {
  return t(Object.keys(choice.set).length > 0 ? "preset.own" : `preset.${choice.preset}`);
}

/**
 * Show the clauses of a rules sheet.
 * @param {HTMLElement} list
 * @param {Clause[]} sheet
 */
export function showSheet(list, sheet) {
  list.replaceChildren(
    ...sheet.map((clause) => {
      const title = make("dt", "", make("span", "clause-number", clause.number), ` ${clause.title}`);
      return make("div", "", title, make("dd", "", clause.text));
    }),
  );
}

/**
 * How many seats a choice may have: the preset's, or any once its fields are changed.
 * @param {Options} options
 * @param {RuleChoice} choice
 */
function countsFor(options, choice) {
  const all = options.fields.find((field) => field.name === "players")?.values.map(Number) ?? [2];
  if (Object.keys(choice.set).length > 0) return all;
  return options.presets.find((each) => each.name === choice.preset)?.players ?? all;
}

/**
 * @param {number[]} counts
 * @param {number} wanted
 */
function nearest(counts, wanted) {
  return counts.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best), counts[0] ?? 2);
}

/** @param {number[]} counts */
function spread(counts) {
  const last = counts[counts.length - 1] ?? 0;
  if (counts.length < 3) return counts.join(", ");
  return `${counts[0]}–${last}`;
}

/**
 * What a value of a field means, in a sentence.
 * @param {string} field
 * @param {string} value
 */
function meaning(field, value) {
  const key = `meaning.${field}.${value}`;
  if (has(key)) return t(key);
  if (has(`meaning.${field}`)) return t(`meaning.${field}`, { count: Number(value) });
  return t(`field.${field}.help`);
}

/**
 * @param {string} field
 * @param {string} value
 */
function valueWords(field, value) {
  for (const key of [`field.${field}.${value}`, `value.${value}`]) if (has(key)) return t(key);
  return value;
}

/**
 * Build the form into a place. `choice` is changed in place; `changed` hears of each change, `checked` of the
 * server's answer to it: the rules, or null with what does not go.
 * @param {HTMLElement} place
 * @param {Options} options
 * @param {RuleChoice} choice
 * @param {object} on
 * @param {() => void} on.changed
 * @param {(rules: Rules | null, refusal: string) => void} on.checked
 * @param {() => string} on.seatsHelp what is said below the number of seats
 * @returns {{settle: () => void}} `settle` shows a choice that was changed from outside
 */
export function buildRulesForm(place, options, choice, on) {
  /** @type {Rules | null} the rules as the server accepted them last */
  let rules = null;
  let asking = 0;
  let timer = 0;

  const presets = make("div", "presets");
  const morePresets = make("div", "presets");
  const more = /** @type {HTMLDetailsElement} */ (make("details", "more-presets", make("summary", "", t("make.more_games")), morePresets));
  const presetText = make("p", "help preset-text");
  const game = make("fieldset", "", make("legend", "", t("make.game")), presets, more, presetText);
  presetText.setAttribute("role", "status");

  const counts = make("div", "segments even");
  const countsHelp = make("p", "help");
  countsHelp.id = "seats-help";
  const seats = make("fieldset", "", make("legend", "", t("make.seats")), counts, countsHelp);
  seats.setAttribute("aria-describedby", countsHelp.id);

  const changes = make("span", "summary-words changed");
  const groups = make("div", "field-groups");
  const said = make("p", "visually-hidden");
  said.setAttribute("role", "status");
  const reset = button("quiet", t("make.reset"), () => {
    choice.set = {};
    settle();
  });
  const details = make(
    "details",
    "rules-details",
    make("summary", "", make("span", "", t("make.rules")), changes),
    make("p", "help", t("make.rules_help")),
    groups,
    make("p", "", reset),
    said,
  );
  place.replaceChildren(game, seats, details);

  buildPresets();
  const boxes = buildFields();
  settle();
  return { settle };

  function buildPresets() {
    const widest = [...options.presets].sort((a, b) => b.players.length - a.players.length);
    widest.forEach((preset, index) => {
      const input = radio("preset", preset.name, false, () => {
        choice.preset = preset.name;
        choice.set = {};
        settle();
      });
      const players = make("span", "preset-players", t("preset.players", { players: spread(preset.players) }));
      const face = make("span", "preset-face", make("span", "preset-title", t(`preset.${preset.name}`)), players);
      (index < SHOWN_PRESETS ? presets : morePresets).append(make("label", "preset", input, face));
    });
    more.hidden = morePresets.childElementCount === 0;
  }

  /** @returns {Map<string, {control: HTMLInputElement | HTMLSelectElement, box: HTMLElement, help: HTMLElement}>} */
  function buildFields() {
    const made = new Map();
    const grouped = Object.values(GROUPS).flat();
    for (const [group, names] of Object.entries(GROUPS)) {
      const fields = options.fields.filter(({ name }) => {
        if (name === "players") return false;
        return names.includes(name) || (group === "end" && !grouped.includes(name));
      });
      const inner = make("div", "fields");
      for (const field of fields) {
        const built = buildField(field);
        made.set(field.name, built);
        inner.append(built.box);
      }
      const summary = make("summary", "", make("span", "", t(`make.group.${group}`)), make("span", "summary-words changed"));
      const box = make("details", "field-group", summary, inner);
      box.dataset["group"] = group;
      groups.append(box);
    }
    return made;
  }

  /** @param {Field} field */
  function buildField(field) {
    const control = field.values.length > MOST_CHOICES ? numberInput(field) : selectInput(field);
    control.id = `field-${field.name}`;
    const help = make("p", "help");
    help.id = `help-${field.name}`;
    control.setAttribute("aria-describedby", help.id);
    control.addEventListener("change", () => {
      choice.set = { ...choice.set, [field.name]: control.value };
      settle();
      said.textContent = help.textContent;
    });
    const label = document.createElement("label");
    label.htmlFor = control.id;
    label.textContent = t(`field.${field.name}`);
    return { control, help, box: make("div", "field", label, control, help) };
  }

  /** Bring the choice into what its game allows, show it, and ask the server about it. */
  function settle() {
    const possible = countsFor(options, choice);
    choice.players = nearest(possible, choice.players);
    on.changed();
    show(possible);
    clearTimeout(timer);
    timer = window.setTimeout(ask, 60);
  }

  /** @param {number[]} possible */
  function show(possible) {
    const own = Object.keys(choice.set).length > 0;
    for (const input of game.querySelectorAll("input")) input.checked = input.value === choice.preset;
    if (morePresets.querySelector("input:checked") !== null) more.open = true;
    presetText.textContent = own ? t("make.changed", { count: Object.keys(choice.set).length }) : t(`preset.${choice.preset}.text`);
    const all = options.fields.find((field) => field.name === "players")?.values ?? [];
    segments(counts, "players", all, String(choice.players), {
      words: (value) => value,
      choose(value) {
        choice.players = Number(value);
        settle();
      },
      may: (value) => possible.includes(Number(value)),
    });
    const only = possible.length < all.length ? [t("make.seats_only", { preset: choiceWords(choice), players: spread(possible) })] : [];
    countsHelp.textContent = [on.seatsHelp(), ...only].join(" ");
    showFields();
  }

  function showFields() {
    const preset = options.presets.find((each) => each.name === choice.preset);
    for (const field of options.fields) {
      const built = boxes.get(field.name);
      if (built === undefined) continue;
      const { control, box, help } = built;
      const value = choice.set[field.name] ?? rules?.fields[field.name] ?? preset?.fields[field.name] ?? field.default;
      if (document.activeElement !== control || control instanceof HTMLSelectElement) control.value = value;
      const idle = rules?.idle?.includes(field.name) === true;
      box.classList.toggle("is-changed", field.name in choice.set);
      box.classList.toggle("is-idle", idle);
      help.textContent = meaning(field.name, value) + (idle ? ` ${t("make.idle")}` : "");
    }
    const changed = Object.keys(choice.set);
    const words = (/** @type {number} */ count) => (count === 0 ? "" : t("make.changed", { count }));
    changes.textContent = words(changed.length);
    reset.hidden = changed.length === 0;
    for (const group of groups.children) {
      const mine = group.querySelectorAll(".is-changed").length;
      const place = group.querySelector(".changed");
      if (place !== null) place.textContent = words(mine);
    }
  }

  async function ask() {
    const mine = (asking += 1);
    const own = Object.keys(choice.set).length > 0;
    const preset = options.presets.find((each) => each.name === choice.preset);
    const asked = own
      ? { players: choice.players, set: { ...preset?.fields, ...choice.set } }
      : { preset: choice.preset, players: choice.players, set: {} };
    const answer = await post("/api/rules", asked);
    if (mine !== asking) return;
    rules = answer.ok ? /** @type {Rules} */ (/** @type {unknown} */ (answer.body)) : null;
    mark(answer.ok ? [] : (answer.refusal.fields ?? []));
    showFields();
    on.checked(rules, answer.ok ? "" : answer.words);
  }

  /**
   * Mark the fields that do not go together, and open their groups.
   * @param {string[]} wrong
   */
  function mark(wrong) {
    for (const [name, { control, box }] of boxes) {
      if (!wrong.includes(name)) {
        control.removeAttribute("aria-invalid");
        continue;
      }
      control.setAttribute("aria-invalid", "true");
      box.closest("details")?.setAttribute("open", "");
    }
    seats.classList.toggle("is-wrong", wrong.includes("players"));
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
