// @ts-check
/** The catalogue of phrases that came with the page: by key, with plural forms. */

/** @type {Record<string, string | Record<string, string>>} */
let phrases = {};
let plural = new Intl.PluralRules("en");
let list = new Intl.ListFormat("en");

/**
 * Use another catalogue than the one in the page.
 * @param {Record<string, string | Record<string, string>>} catalogue
 * @param {string} language
 */
export function useCatalogue(catalogue, language) {
  phrases = catalogue;
  plural = new Intl.PluralRules(language);
  list = new Intl.ListFormat(language, { style: "long", type: "conjunction" });
}

if (typeof document !== "undefined") {
  const embedded = document.getElementById("catalogue");
  useCatalogue(JSON.parse(embedded?.textContent ?? "{}"), document.documentElement.lang || "en");
}

/**
 * Whether the catalogue has this phrase.
 * @param {string} key
 */
export function has(key) {
  return Object.hasOwn(phrases, key);
}

/**
 * The phrase of a key with its `{places}` filled in; `count` chooses the plural form.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const phrase = phrases[key];
  if (phrase === undefined) return key;
  const text =
    typeof phrase === "string"
      ? phrase
      : (phrase[plural.select(Number(values["count"] ?? 0))] ?? phrase["other"] ?? key);
  return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}

/**
 * Several phrases as one: "a, b and c".
 * @param {string[]} parts
 */
export function listed(parts) {
  return list.format(parts);
}
