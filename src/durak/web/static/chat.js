// @ts-check
/** Talk at the table: ready phrases that each reads in their own language, signs, and words where allowed. */

import { at } from "./element.js";
import { keep, kept } from "./kept.js";
import { has, t } from "./language.js";
import { recall, remember } from "./settings.js";

/**
 * @typedef {import("./types.js").ChatLine} ChatLine
 * @typedef {import("./types.js").Table} Table
 */

/** The ready phrases, by the end of their key. */
export const PHRASES = [
  "hello", "good_luck", "well_played", "thanks", "sorry", "oops", "moment",
  "hurry", "thinking", "ouch", "close", "again", "good_game", "bye",
];
const SIGNS = ["🙂", "😄", "😅", "😮", "😢", "🤔", "👍", "👏", "🔥", "🎉", "🍀", "☕"];
const MOST_LINES = 200;

/**
 * @param {object} on
 * @param {string} on.table
 * @param {(message: {type: string} & Record<string, unknown>) => boolean} on.send
 * @param {(line: string) => void} on.heard something new that was said by somebody else
 */
export function createChat({ table: id, send, heard }) {
  const panel = at("chat-panel");
  const list = at("chat-lines");
  const scroller = at("chat-scroll");
  const form = /** @type {HTMLFormElement} */ (at("chat-form"));
  const input = /** @type {HTMLInputElement} */ (at("chat-input"));
  const mark = at("chat-unread");
  const muted = new Set(/** @type {string[]} */ (recall(`muted.${id}`) ?? []));
  /** @type {Map<number, ChatLine>} */
  const lines = new Map();
  let read = Number(kept(`chat.${id}`) ?? -1);
  /** @type {Table | null} */
  let table = null;

  at("chat-phrases").replaceChildren(
    ...PHRASES.map((key) => choice(t(`phrase.${key}`), t(`phrase.${key}`), () => send({ type: "phrase", key }))),
  );
  at("chat-signs").replaceChildren(
    ...SIGNS.map((sign) => choice(sign, sign, () => send({ type: "chat", text: sign }))),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text !== "" && send({ type: "chat", text })) input.value = "";
  });

  /**
   * @param {string} words
   * @param {string} spoken
   * @param {() => void} act
   */
  function choice(words, spoken, act) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "chat-choice";
    button.textContent = words;
    if (words !== spoken) button.setAttribute("aria-label", spoken);
    button.addEventListener("click", act);
    return button;
  }

  /** @param {ChatLine} line */
  function words(line) {
    const key = `phrase.${line.phrase ?? ""}`;
    return line.phrase != null ? (has(key) ? t(key) : line.phrase) : (line.text ?? "");
  }

  /** @param {ChatLine} line */
  function isMuted(line) {
    return muted.has(line.name) && line.seat !== table?.you;
  }

  function render() {
    const shown = [...lines.values()].filter((line) => !isMuted(line)).slice(-MOST_LINES);
    const atEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 24;
    list.replaceChildren(...shown.map(row));
    for (const name of muted) list.append(mutedRow(name));
    at("chat-empty").hidden = list.childElementCount > 0;
    if (atEnd) scroller.scrollTop = scroller.scrollHeight;
    count();
  }

  /** @param {ChatLine} line */
  function row(line) {
    const item = document.createElement("li");
    const mine = line.seat !== null && line.seat === table?.you;
    item.className = mine ? "chat-line mine" : "chat-line";
    const who = document.createElement("b");
    who.textContent = line.seat === null ? `${line.name} (${t("chat.watching")})` : line.name;
    const said = document.createElement("span");
    said.textContent = words(line); // never as markup
    item.append(who, " ", said);
    if (!mine) item.append(menu(line));
    return item;
  }

  /** @param {ChatLine} line */
  function menu(line) {
    const more = document.createElement("details");
    more.className = "chat-more";
    const summary = document.createElement("summary");
    summary.setAttribute("aria-label", t("chat.more", { name: line.name }));
    summary.textContent = "⋯";
    const mute = choice(t("chat.mute", { name: line.name }), t("chat.mute", { name: line.name }), () => setMuted(line.name, true));
    more.append(summary, mute);
    if (table?.host !== table?.you && table?.you != null) {
      const report = choice(t("chat.report"), t("chat.report"), () => {
        if (send({ type: "report", seat: line.seat, line: line.line })) {
          const told = document.createElement("span");
          told.textContent = t("chat.reported");
          report.replaceWith(told);
        }
      });
      more.append(report);
    }
    return more;
  }

  /** @param {string} name */
  function mutedRow(name) {
    const item = document.createElement("li");
    item.className = "chat-muted";
    const words = document.createElement("span");
    words.textContent = t("chat.muted", { name });
    item.append(words, choice(t("chat.unmute", { name }), t("chat.unmute", { name }), () => setMuted(name, false)));
    return item;
  }

  /**
   * @param {string} name
   * @param {boolean} silent
   */
  function setMuted(name, silent) {
    if (silent) muted.add(name);
    else muted.delete(name);
    remember(`muted.${id}`, [...muted]);
    render();
  }

  function count() {
    if (!panel.hidden) {
      read = Math.max(read, ...lines.keys());
      keep(`chat.${id}`, read);
    }
    const unread = [...lines.values()].filter((line) => line.line > read && !isMuted(line) && line.seat !== table?.you);
    mark.hidden = unread.length === 0;
    mark.textContent = unread.length > 9 ? "9+" : String(unread.length);
    const name = t("table.chat");
    at("open-chat").setAttribute(
      "aria-label",
      unread.length === 0 ? name : `${name}, ${t("chat.unread", { count: unread.length })}`,
    );
  }

  return {
    /** @param {ChatLine[]} history */
    fill(history) {
      lines.clear(); // what the server has is what was said
      for (const line of history) lines.set(line.line, line);
      read = Math.min(read, Math.max(0, ...lines.keys()));
      render();
    },
    /** @param {ChatLine} line */
    add(line) {
      if (lines.has(line.line)) return;
      lines.set(line.line, line);
      render();
      if (!isMuted(line) && line.seat !== table?.you) heard(t("chat.said", { name: line.name, text: words(line) }));
    },
    /** @param {Table} shown */
    update(shown) {
      const changed = table?.options?.chat !== shown.options?.chat || table?.you !== shown.you;
      table = shown;
      const allowed = shown.options?.chat ?? "off";
      at("open-chat").hidden = allowed === "off";
      form.hidden = allowed !== "free";
      at("chat-signs").hidden = allowed !== "free";
      at("chat-say").hidden = shown.you === null;
      if (changed) render();
    },
    opened() {
      scroller.scrollTop = scroller.scrollHeight;
      count();
    },
  };
}
