// @ts-check
/** The switch between languages: a cookie, so that the server writes the next page in that language. */

import { t } from "./language.js";

const LASTING = 400 * 24 * 3600;

/**
 * Fill a place with a link for each language; nothing where there is only one.
 * @param {HTMLElement} place
 */
export function buildLanguages(place) {
  const list = document.getElementById("language-list");
  const languages = /** @type {[string, string][]} */ (JSON.parse(list?.textContent ?? "[]"));
  if (languages.length < 2) return;
  const nav = document.createElement("nav");
  nav.className = "language-links";
  nav.setAttribute("aria-label", t("language.label"));
  for (const [code, name] of languages) {
    const link = document.createElement("a");
    link.href = `?lang=${code}`;
    link.lang = code;
    link.hreflang = code;
    link.textContent = name;
    if (code === document.documentElement.lang) link.setAttribute("aria-current", "true");
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const secure = location.protocol === "https:" ? "; secure" : "";
      document.cookie = `durak_lang=${code}; path=/; max-age=${LASTING}; samesite=lax${secure}`;
      const url = new URL(location.href);
      url.searchParams.delete("lang");
      if (url.href === location.href) location.reload();
      else location.replace(url);
    });
    nav.append(link);
  }
  place.replaceChildren(nav);
}
