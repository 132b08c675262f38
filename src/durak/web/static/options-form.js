// @ts-check
/** Choosing what a table agrees on beside its rules: bots, practice, time, memory, deals, watching, chat. */

import { t } from "./language.js";
import { make, segments } from "./parts.js";
import { readOptions } from "./rules-form.js";

/**
 * @typedef {object} TableOptions
 * @property {string} rules a ruleset's code
 * @property {boolean} public
 * @property {string} time
 * @property {string} aid
 * @property {number | null} deals how many; null: open end
 * @property {string} watching
 * @property {string} chat
 * @property {string} bots their level
 * @property {boolean} practice
 *
 * @typedef {Omit<TableOptions, "rules" | "public">} OptionChoice
 */

/** The levels of bots that tables seat. */
export const LEVELS = readOptions().levels;
/** @type {Record<string, string[]>} */
const CHOICES = {
  bots: LEVELS,
  practice: ["no", "yes"],
  time: ["none", "gentle", "fast"],
  aid: ["none", "taken", "seen"],
  deals: ["open", "1", "3", "5", "10"],
  watching: ["anyone", "nobody"],
  chat: ["off", "phrases", "free"],
};
/** @type {Record<string, string>} what a device that never chose begins with */
const USUAL = { time: "none", aid: "taken", watching: "anyone", chat: "free", bots: "club" };

/**
 * @param {Partial<Record<string, unknown>>} kept
 * @returns {OptionChoice}
 */
export function readTableOptions(kept) {
  const pick = (/** @type {string} */ name) => CHOICES[name]?.find((each) => each === kept[name]) ?? USUAL[name] ?? "";
  const deals = kept["deals"];
  return {
    time: pick("time"),
    aid: pick("aid"),
    deals: typeof deals === "number" && deals >= 1 ? deals : null,
    watching: pick("watching"),
    chat: pick("chat"),
    bots: pick("bots"),
    practice: kept["practice"] === true,
  };
}

/**
 * The choice in a few words.
 * @param {OptionChoice} options
 */
export function optionWords(options) {
  const words = [t(`option.time.${options.time}`)];
  if (options.practice) words.unshift(t("option.practice.words"));
  if (options.aid !== "none") words.push(t(`option.aid.${options.aid}.words`));
  if (options.deals !== null) words.push(t("option.deals.words", { count: options.deals }));
  return words.join(" · ");
}

/**
 * An option as the form's choices say it.
 * @param {string | number | boolean | null | undefined} value
 */
function choiceOf(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value === null ? "open" : String(value);
}

/**
 * @param {string} name
 * @param {string} choice
 */
function valueOf(name, choice) {
  if (name === "practice") return choice === "yes";
  if (name === "deals") return choice === "open" ? null : Number(choice);
  return choice;
}

/** @param {string} value */
function dealsWords(value) {
  return value === "open" ? t("option.deals.open") : value;
}

/**
 * Build the form into a place; `options` is changed in place.
 * @param {HTMLElement} place
 * @param {OptionChoice} options
 * @param {(name: string) => boolean} asked which of them are asked about here
 * @param {() => void} changed
 */
export function buildOptionsForm(place, options, asked, changed) {
  const known = /** @type {Record<string, string | number | boolean | null>} */ (options);
  const groups = Object.entries(CHOICES).filter(([name, values]) => values.length > 1 && asked(name));
  place.replaceChildren(
    ...groups.map(([name, choices]) => {
      const chosen = () => choiceOf(known[name]);
      const values = choices.includes(chosen()) ? choices : [...choices, chosen()];
      const row = make("div", "segments");
      const help = make("p", "help");
      help.id = `help-option-${name}`;
      help.setAttribute("role", "status");
      const show = () => {
        segments(row, `option-${name}`, values, chosen(), {
          words: name === "deals" ? dealsWords : (value) => t(`option.${name}.${value}`),
          choose(value) {
            known[name] = valueOf(name, value);
            show();
            changed();
          },
        });
        help.textContent =
          name === "deals" && options.deals !== null ? t("option.deals.text", { count: options.deals }) : t(`option.${name}.${chosen()}.text`);
      };
      show();
      const group = make("fieldset", "option", make("legend", "", t(`option.${name}`)), row, help);
      group.setAttribute("aria-describedby", help.id);
      return group;
    }),
  );
}
