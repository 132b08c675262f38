// @ts-check
/** At a practice table: a hint when one is asked, and after a bout what each choice was worth. */

import { shortNames } from "./cards.js";
import { parse } from "./choice.js";
import { at } from "./element.js";
import { t } from "./language.js";
import { say } from "./log.js";
import { isAsked, page, settings, state } from "./page.js";
import { make } from "./parts.js";

/**
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./types.js").Worth} Worth
 * @typedef {import("./types.js").Choice} Choice
 * @typedef {import("./types.js").AdviceMessage} AdviceMessage
 * @typedef {import("./types.js").ReviewedMessage} ReviewedMessage
 * @typedef {import("./bout.js").Bout} Bout
 */

/** Refusals that answer a question of this page. */
const ANSWERS = new Set(["no_hint", "no_practice", "too_many", "stale", "not_your_turn", "not_now"]);

/**
 * @param {(message: {type: string} & Record<string, unknown>) => boolean} send
 */
export function createPractice(send) {
  const dialog = /** @type {HTMLDialogElement} */ (at("bout-dialog"));
  const [button, words] = [at("hint"), at("hint-words")];
  const [section, said, list, news] = [at("bout-worth"), at("worth-said"), at("worth-choices"), at("bout-news")];
  /** @type {AdviceMessage | null} */
  let advice = null;
  /** @type {"" | "hint" | "review"} what is being asked */
  let asking = "";
  /** @type {string} the bout that was looked at last, or is there to be looked at */
  let looked = "";
  /** @type {ReviewedMessage | null} */
  let reviewed = null;
  /** @type {{deal: number, bout: number} | null} what the dialog shows */
  let shown = null;

  button.addEventListener("click", ask);
  document.addEventListener("keydown", (event) => {
    if (event.code !== "KeyH" || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    if (settings.keys === "off" || document.querySelector("dialog[open]") !== null) return;
    if (event.target instanceof Element && event.target.closest("input, textarea, select, .side") !== null) return;
    ask();
  });

  function isPractice() {
    return state.message?.table.options?.practice === true && state.message.table.you !== null;
  }

  function ask() {
    const { message } = state;
    if (message === null || !isPractice() || !isAsked() || asking !== "") return;
    if (advice?.v === message.v) say(page.live, [adviceWords(advice)]);
    else if (send({ type: "hint", v: message.v })) {
      asking = "hint";
      say(page.live, [t("practice.looking")]);
      show();
    }
  }

  /** @param {AdviceMessage} message */
  function adviceWords({ best }) {
    return t("practice.advice", { action: actionWords(best.do), value: valueWords(best), why: why(best) });
  }

  /** Show what is known now, after everything else was shown. */
  function show() {
    const table = state.message?.table;
    const practice = isPractice();
    button.hidden = !practice || table?.stage !== "playing";
    button.setAttribute("aria-disabled", String(!isAsked() || asking !== ""));
    const mine = practice && isAsked() && advice !== null && advice.v === state.message?.v ? advice : null;
    words.hidden = mine === null && asking !== "hint";
    words.textContent = asking === "hint" ? t("practice.looking") : mine === null ? "" : adviceWords(mine);
    const move = mine === null ? null : parse(mine.best.do);
    const cards = new Set(move === null ? [] : [...move.cards, move.target ?? ""]);
    for (const [card, element] of state.cards) element.classList.toggle("advised", cards.has(card));
    if (!practice) news.hidden = section.hidden = true;
  }

  function showReview() {
    const mine = shown !== null && reviewed?.deal === shown.deal && reviewed.bout === shown.bout ? reviewed : null;
    section.hidden = shown === null;
    said.textContent = mine === null ? (asking === "review" ? t("practice.looking") : "") : mine.choices.length === 0 ? t("practice.forced") : "";
    list.replaceChildren(...(mine?.choices ?? []).map(choiceItem));
  }

  return {
    show,
    /**
     * A bout may have come to its end.
     * @param {Bout | null} last
     * @param {Table} table
     */
    follow(last, table) {
      const key = last === null ? "" : `${table.deal} ${last.number}`;
      if (key === looked) return;
      looked = key;
      news.hidden = !isPractice() || last === null || last.part;
    },
    /**
     * The dialog with the last bout is about to open.
     * @param {Bout | null} last
     * @param {Table} table
     */
    open(last, table) {
      news.hidden = true;
      shown = isPractice() && last !== null ? { deal: table.deal, bout: last.number } : null;
      const known = shown !== null && reviewed?.deal === shown.deal && reviewed.bout === shown.bout;
      if (shown !== null && !known && asking === "" && send({ type: "review", bout: shown.bout })) asking = "review";
      showReview();
    },
    /** @param {AdviceMessage | ReviewedMessage} message */
    heard(message) {
      asking = "";
      if (message.type === "advice") {
        advice = message;
        if (message.v === state.message?.v) say(page.live, [adviceWords(message)]);
      } else {
        reviewed = message;
        if (dialog.open) showReview();
      }
      show();
    },
    /**
     * Whether a refusal answers what was asked here; then it is shown here.
     * @param {string} code
     * @param {string} refusal in words
     */
    refused(code, refusal) {
      if (asking === "" || !ANSWERS.has(code)) return false;
      const inDialog = asking === "review";
      asking = "";
      show();
      if (!inDialog) return false;
      showReview();
      said.textContent = refusal;
      return true;
    },
    /** Nobody hears this page: what was asked is not answered any more. */
    lost() {
      asking = "";
      show();
    },
  };
}

/**
 * @param {Choice} choice
 */
function choiceItem({ chosen, best }) {
  const isBest = chosen.do === best.do;
  const item = make("li", "", line("chosen", actionWords(chosen.do), valueWords(chosen)));
  item.dataset["best"] = String(isBest);
  if (isBest) {
    item.append(make("p", "worth-why", `${t("practice.best")}: ${why(best)}`));
    return item;
  }
  const better = t("practice.better", { action: actionWords(best.do) });
  item.append(line("", better, valueWords(best)), make("p", "worth-why", why(best)));
  return item;
}

/**
 * @param {string} className
 * @param {string} action
 * @param {string} value
 */
function line(className, action, value) {
  return make("p", `worth-line ${className}`, make("span", "", action), " ", make("b", "", value));
}

/** @param {string} token */
function actionWords(token) {
  const { kind, cards, target } = parse(token);
  if (kind === "cover") return t("practice.cover", { attack: shortNames([target ?? ""]), cards: shortNames(cards) });
  return t(`allowed.${kind}`, { cards: shortNames(cards) });
}

/** @param {Worth} worth */
function valueWords({ value, exact }) {
  return t(exact ? "practice.exact" : "practice.value", { value: Math.round(100 * value) });
}

/** @param {Worth} worth */
function why({ why }) {
  return why[document.documentElement.lang] ?? why["en"] ?? "";
}
