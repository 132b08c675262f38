// @ts-check
/** The first page: play at once, make a table, or join one. The server checks the rules; this page only asks. */

import { post } from "./api.js";
import { at } from "./element.js";
import { t } from "./language.js";
import { buildLanguages } from "./languages.js";
import { buildOptionsForm, LEVELS, optionWords, readTableOptions } from "./options-form.js";
import { segments } from "./parts.js";
import { buildRulesForm, choiceWords, codeOf, readChoice, readOptions, showSheet } from "./rules-form.js";
import { applySettings, readSettings, recall, remember } from "./settings.js";

/** @typedef {"bots" | "friends" | "anyone"} Who */

const WHO = /** @type {Who[]} */ (["bots", "friends", "anyone"]);

const options = readOptions();
const kept = /** @type {Record<string, unknown>} */ (recall("choice") ?? {});
const choice = readChoice(options, kept);
const tableOptions = readTableOptions(/** @type {Record<string, unknown>} */ (recall("table-options") ?? {}));
const nameInput = /** @type {HTMLInputElement} */ (at("name"));
const practiceInput = /** @type {HTMLInputElement} */ (at("practice"));
const codeInput = /** @type {HTMLInputElement} */ (at("code"));
/** @type {Who} */
let who = "friends";
/** What does not go in the rules as they are chosen; empty when the server accepts them. */
let impossible = "";
let busy = false;

applySettings(readSettings());
buildLanguages(at("languages"));
if (typeof kept["name"] === "string" && kept["name"] !== "") nameInput.value = kept["name"];

// ---- the two views: the beginning, and a table to be made ------------------------------------

function showView() {
  const making = location.hash === "#make";
  document.body.dataset["view"] = making ? "make" : "start";
  at("make").hidden = !making;
  at("start").hidden = making;
  at("refused").textContent = "";
  if (making) {
    showWho();
    rulesForm.settle();
    scrollTo(0, 0);
    at("make-heading").focus({ preventScroll: true });
  }
}

/** @param {Who} wanted */
function setWho(wanted) {
  who = wanted;
  showWho();
  rulesForm.settle();
}

function showWho() {
  segments(at("who"), "who", WHO, who, {
    words: (value) => t(`make.who.${value}`),
    choose: (value) => setWho(/** @type {Who} */ (value)),
  });
  at("who-text").textContent = t(`make.who.${who}.text`);
  at("name-box").hidden = who === "bots";
  at("create").textContent = t(who === "bots" ? "make.deal" : "make.create");
  showOptions();
}

function showOptions() {
  const people = who !== "bots";
  const alone = ["bots", "practice", "time", "aid", "deals"];
  buildOptionsForm(at("options-form"), tableOptions, (name) => (people ? name !== "practice" : alone.includes(name)), changed);
  changed();
}

function changed() {
  remember("table-options", tableOptions);
  at("table-summary").textContent = optionWords({ ...tableOptions, practice: tableOptions.practice && who === "bots" });
  showBots();
}

/** Beside the quick way to a table: how its bots play, and whether they are asked for advice. */
function showBots() {
  segments(at("level"), "level", LEVELS, tableOptions.bots, {
    words: (value) => t(`option.bots.${value}`),
    choose(value) {
      tableOptions.bots = value;
      showOptions();
    },
  });
  at("level-text").textContent = t(`option.bots.${tableOptions.bots}.text`);
  practiceInput.checked = tableOptions.practice;
}

function keep() {
  remember("choice", { ...choice, name: nameInput.value.trim() });
  at("play-with").textContent = t("home.play_with", { rules: choiceWords(choice), count: choice.players - 1 });
}

const rulesForm = buildRulesForm(at("rules-form"), options, choice, {
  changed: keep,
  checked(rules, refusal) {
    impossible = refusal;
    at("make-refused").textContent = refusal;
    at("create").setAttribute("aria-disabled", String(refusal !== ""));
    if (rules === null) return;
    showSheet(at("sheet"), rules.sheet);
    for (const link of ["sheet-link", "rules-link"]) at(link).setAttribute("href", `/rules?code=${encodeURIComponent(rules.code)}`);
  },
  seatsHelp: () => (who === "bots" ? t("make.seats_bots", { count: choice.players - 1 }) : t("make.seats_people")),
});

// ---- a table ---------------------------------------------------------------------------------

/**
 * Ask for a table and go there.
 * @param {Who} company
 * @param {(words: string) => void} refuse
 */
async function createTable(company, refuse) {
  if (busy) return;
  busy = true;
  refuse("");
  const name = nameInput.value.trim() || t("make.name_default");
  const answer = await post("/api/tables", {
    options: {
      ...tableOptions,
      rules: codeOf(options, choice),
      public: company === "anyone",
      practice: company === "bots" && tableOptions.practice,
    },
    seat: 0,
    name,
    bots: company === "bots",
  });
  if (answer.ok) {
    location.assign(String(answer.body["url"]));
    return; // stay busy: the next page comes
  }
  busy = false;
  refuse(answer.words);
}

at("play").addEventListener("click", () => {
  at("play-word").textContent = t("home.dealing");
  void createTable("bots", (words) => {
    at("refused").textContent = words;
    if (words !== "") at("play-word").textContent = t("home.play");
  });
});

at("make").addEventListener("submit", (event) => {
  event.preventDefault();
  if (impossible !== "") return;
  const nameless = who !== "bots" && nameInput.value.trim() === "";
  at("name-refused").textContent = nameless ? t("make.name_wanted") : "";
  if (nameless) {
    nameInput.setAttribute("aria-invalid", "true");
    nameInput.focus();
    return;
  }
  at("create").textContent = t(who === "bots" ? "home.dealing" : "make.creating");
  void createTable(who, (words) => {
    at("make-refused").textContent = words;
    if (words !== "") at("create").textContent = t(who === "bots" ? "make.deal" : "make.create");
  });
});

practiceInput.addEventListener("change", () => {
  tableOptions.practice = practiceInput.checked;
  showOptions();
});
nameInput.addEventListener("input", () => {
  nameInput.removeAttribute("aria-invalid");
  at("name-refused").textContent = "";
  keep();
});
at("change").addEventListener("click", () => setWho("bots"));
at("make-link").addEventListener("click", () => setWho(who === "bots" ? "friends" : who));
at("back").addEventListener("click", (event) => {
  event.preventDefault();
  if (wasAtStart) history.back();
  else location.replace("#");
});
const wasAtStart = location.hash !== "#make";
addEventListener("hashchange", showView);

// ---- joining ---------------------------------------------------------------------------------

/**
 * The table that a pasted link of this site leads to, or the code in it.
 * @param {string} text
 * @returns {{path: string} | {code: string}}
 */
function placeOf(text) {
  const path = /\/(?:t\/[\w-]+|j\/[\w-]+)/.exec(text)?.[0];
  return path === undefined ? { code: text.replace(/[\s-]/g, "").toUpperCase() } : { path };
}

at("join").addEventListener("submit", async (event) => {
  event.preventDefault();
  const refuse = (/** @type {string} */ words) => {
    at("join-refused").textContent = words;
    codeInput.setAttribute("aria-invalid", String(words !== ""));
    if (words !== "") codeInput.focus();
  };
  const place = placeOf(codeInput.value.trim());
  if ("path" in place) {
    location.assign(place.path);
  } else if (place.code === "") {
    refuse(t("home.join_empty"));
  } else {
    const answer = await post("/api/join", { code: place.code });
    if (answer.ok) location.assign(String(answer.body["url"]));
    else refuse(answer.words);
  }
});
codeInput.addEventListener("input", () => {
  at("join-refused").textContent = "";
  codeInput.removeAttribute("aria-invalid");
});

// ---- open tables: fresh on return, and when asked ----------------------------------------------

/** @param {{told: boolean}} how */
async function refreshOpen({ told }) {
  try {
    const answer = await fetch("/", { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("open-tables");
    if (fresh !== null) at("open-tables").replaceChildren(...[...fresh.childNodes].map((node) => document.importNode(node, true)));
    const count = at("open-tables").querySelectorAll(".open-table").length;
    if (told) at("open-said").textContent = t("home.refreshed", { count });
  } catch {
    if (told) at("refused").textContent = t("home.offline");
  }
}

at("refresh").addEventListener("click", () => void refreshOpen({ told: true }));
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && !at("start").hidden) void refreshOpen({ told: false });
});
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  busy = false; // back from the table, with the page as it was left
  at("play-word").textContent = t("home.play");
  showWho();
  void refreshOpen({ told: false });
});

showBots();
if (matchMedia("(min-width: 900px)").matches) at("sheet-details").setAttribute("open", "");
showView();
