// @ts-check
/** What every page one reads shares: colours as set, the language switch, times in words, a print button. */

import { buildLanguages } from "./languages.js";
import { applySettings, readSettings } from "./settings.js";

applySettings(readSettings());
const languages = document.getElementById("languages");
if (languages !== null) buildLanguages(languages);

const language = document.documentElement.lang;
const moments = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
const days = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
for (const time of document.querySelectorAll("time")) {
  const moment = new Date(time.dateTime);
  if (!Number.isNaN(moment.valueOf())) time.textContent = ("day" in time.dataset ? days : moments).format(moment);
}

const print = document.getElementById("print");
if (print !== null) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}

const share = document.getElementById("share");
if (share !== null) {
  share.hidden = false;
  share.addEventListener("click", async () => {
    const shared = navigator.share === undefined ? copyAddress() : navigator.share({ title: document.title, url: location.href });
    await shared.then(
      () => (share.textContent = share.dataset["done"] ?? share.textContent),
      () => {}, // the person thought better of it, or the browser forbids it: the address bar has the link
    );
  });
}

async function copyAddress() {
  await navigator.clipboard.writeText(location.href);
}
