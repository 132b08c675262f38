// @ts-check
/** The rulings: found while one types. Without this script the form asks the server for the same. */

import { at } from "./element.js";
import { enliven } from "./examples.js";
import { t } from "./language.js";

const input = /** @type {HTMLInputElement} */ (at("q"));
const rulings = [...document.querySelectorAll(".ruling")].map((element) => ({
  element: /** @type {HTMLElement} */ (element),
  text: ` ${normal([...element.querySelectorAll("h3, h3 + p, .ruling-clauses")].map((each) => each.textContent).join(" "))}`,
}));

/** @param {string} text */
function normal(text) {
  return text.replaceAll("\ufe0e", "").toLowerCase().replaceAll("ё", "е");
}

/** Show those that have every word, or what begins like it. */
function search() {
  const words = normal(input.value).split(/\s+/).filter((word) => word !== "");
  const wanted = words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}_])${word.replace(/[^\p{L}\p{N}_]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)}`, "u"));
  let found = 0;
  for (const { element, text } of rulings) {
    element.hidden = !wanted.every((each) => each.test(text));
    if (!element.hidden) found += 1;
  }
  for (const part of document.querySelectorAll(".part")) {
    /** @type {HTMLElement} */ (part).hidden = part.querySelector(".ruling:not([hidden])") === null;
  }
  at("found").textContent = words.length === 0 ? t("guide.rulings.total", { count: rulings.length }) : t("guide.rulings.found", { count: found });
}

/** A link to a ruling shows it, whatever was searched. */
function shown() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target?.closest("[hidden]") === null || target === null) return;
  input.value = "";
  search();
  target.scrollIntoView();
}

/**
 * A ruling's position comes from the ruling's own page and stands below the answer.
 * @param {HTMLAnchorElement} link
 */
async function open(link) {
  const answer = await fetch(link.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const figure = page.querySelector("figure.example");
  if (!answer.ok || figure === null) throw new Error(`no position at ${link.href}`);
  const own = document.createElement("div");
  own.append(document.importNode(figure, true));
  link.parentElement?.after(own);
  link.remove();
  enliven(own);
  /** @type {HTMLElement | null} */ (own.querySelector(".hand .card[tabindex='0']"))?.focus({ preventScroll: true });
}

at("rulings").addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a.position-link") : null;
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  open(link).catch(() => location.assign(link.href));
});
input.addEventListener("input", search);
input.form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const url = new URL(location.href);
  if (input.value.trim() === "") url.searchParams.delete("q");
  else url.searchParams.set("q", input.value.trim());
  history.replaceState(null, "", url);
  search();
});
addEventListener("hashchange", shown);
if (input.value !== "") search();
shown();
