// @ts-check
/** What this device remembers: how the table looks, and the last choices on the first page. */

import { t } from "./language.js";

/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {"two" | "four"} deck
 * @property {"suit" | "rank"} sort
 * @property {"on" | "off"} keys
 * @property {"language" | "latin"} letters
 * @property {"normal" | "small" | "large"} size
 * @property {"right" | "left"} hand
 * @property {"on" | "off"} sounds
 * @property {"on" | "off"} motion
 * @property {"off" | "on"} slip a moment to take back Take and Done
 * @property {"on" | "off"} ahead
 */

/** @type {{[name in keyof Settings]: Settings[name][]}} */
const CHOICES = {
  deck: ["two", "four"],
  letters: ["language", "latin"],
  size: ["normal", "small", "large"],
  sort: ["suit", "rank"],
  theme: ["auto", "light", "dark"],
  sounds: ["on", "off"],
  motion: ["on", "off"],
  slip: ["off", "on"],
  ahead: ["on", "off"],
  hand: ["right", "left"],
  keys: ["on", "off"],
};
const NAMES = /** @type {(keyof Settings)[]} */ (Object.keys(CHOICES));

/**
 * A value this device remembers, or null.
 * @param {string} key
 * @returns {unknown}
 */
export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(`durak.${key}`) ?? "null");
  } catch {
    return null; // storage forbidden or damaged: begin anew
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function remember(key, value) {
  try {
    localStorage.setItem(`durak.${key}`, JSON.stringify(value));
  } catch {
    // storage forbidden or full: the choice holds for this page only
  }
}

/** @returns {Settings} */
export function readSettings() {
  const kept = /** @type {Record<string, unknown>} */ (recall("settings") ?? {});
  const read = /** @type {Record<string, string>} */ ({});
  for (const name of NAMES) {
    const choices = /** @type {string[]} */ (CHOICES[name]);
    read[name] = choices.find((choice) => choice === kept[name]) ?? choices[0] ?? "";
  }
  return /** @type {Settings} */ (/** @type {unknown} */ (read));
}

/**
 * Let the document show the settings that are pure style.
 * @param {Settings} settings
 */
export function applySettings(settings) {
  for (const name of /** @type {const} */ (["theme", "deck", "size", "hand", "motion"])) {
    document.documentElement.dataset[name] = settings[name];
  }
}

/**
 * Fill the settings dialog with its choices; `changed` is called after each choice.
 * @param {HTMLElement} place
 * @param {Settings} settings
 * @param {(name: keyof Settings) => void} changed
 * @param {(keyof Settings)[]} [without] settings that mean nothing here
 */
export function buildSettings(place, settings, changed, without = []) {
  for (const name of NAMES.filter((each) => !without.includes(each))) {
    const group = document.createElement("fieldset");
    group.dataset["setting"] = name;
    const legend = document.createElement("legend");
    legend.textContent = t(`settings.${name}`);
    const segments = document.createElement("div");
    segments.className = "segments";
    for (const choice of CHOICES[name]) {
      const label = document.createElement("label");
      const input = document.createElement("input");
      input.type = "radio";
      input.name = `setting-${name}`;
      input.value = choice;
      input.checked = settings[name] === choice;
      input.addEventListener("change", () => {
        Object.assign(settings, { [name]: choice });
        remember("settings", settings);
        changed(name);
      });
      const words = document.createElement("span");
      words.textContent = t(`settings.${name}.${choice}`);
      label.append(input, words);
      segments.append(label);
    }
    group.append(legend, segments);
    place.append(group);
  }
}
