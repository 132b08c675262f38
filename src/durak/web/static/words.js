// @ts-check
/** The play in words: events as sentences, and what is asked of whom. */

import { cardName, cardNames } from "./cards.js";
import { has, listed, t } from "./language.js";

/**
 * @typedef {import("./types.js").TableEvent} TableEvent
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./types.js").View} View
 * @typedef {import("./choice.js").Move} Move
 * @typedef {import("./choice.js").Chosen} Chosen
 */

/**
 * The name at a seat; a bot's in the letters of the page's language.
 * @param {Table} table
 * @param {number | undefined | null} seat
 */
export function seatName(table, seat) {
  const at = table.seats[seat ?? -1];
  const key = `bot.${at?.name}`;
  return at?.kind === "bot" && has(key) ? t(key) : (at?.name ?? "");
}

/**
 * The key of what done is called: all is beaten, or more is given to who takes.
 * @param {string} key
 * @param {boolean} taking
 */
export function doneKey(key, taking) {
  return key + (taking ? "_taken" : "_beaten");
}

/**
 * The same events, each done with whether it was said to a defender who takes.
 * @param {TableEvent[]} events
 * @param {View | null} view what they led to
 * @returns {TableEvent[]}
 */
export function withTaking(events, view) {
  return events.map((event, at) => {
    if (event.type !== "donesaid") return event;
    const next = events.slice(at + 1).find(({ type }) => type === "takesaid" || type === "taken" || type === "beatenoff");
    return { ...event, taking: next === undefined ? view?.taking === true : next.type === "taken" };
  });
}

/**
 * The rules of a table in a few words.
 * @param {Table} table
 */
export function rulesName(table) {
  return t(table.preset === null ? "preset.own" : `preset.${table.preset}`);
}

/**
 * An event as a sentence; empty for what needs no words.
 * @param {TableEvent} event
 * @param {Table} table
 * @returns {string}
 */
export function sentence(event, table) {
  const you = table.you;
  const actor = event.seat ?? event.principal ?? event.dealer;
  const cards = event.cards ?? [];
  const known = cards.length > 0 && !cards.includes("??");
  let key = `event.${event.type}`;
  if (event.type === "attacked" && event.thrown_in) key += ".thrown_in";
  if (event.type === "donesaid") key = doneKey(key, event.taking === true);
  if (event.type === "wentout") {
    return (event.seats ?? [])
      .map((seat) => t(seat === you ? `${key}.you` : key, { name: seatName(table, seat) }))
      .join(" ");
  }
  if (event.type === "dealended") return t(key, { result: outcome(event.result ?? "", table).heading });
  if (event.type === "drew" && cards.length === 0) return "";
  if (you !== null && actor === you) key += ".you";
  else if (you !== null && event.to === you) key += ".to_you";
  else if (you !== null && event.type === "boutbegan" && event.defender === you) key += ".at_you";
  if (!has(key)) return "";
  return t(key, {
    name: seatName(table, actor),
    defender: seatName(table, event.defender),
    to: seatName(table, event.to),
    number: event.number ?? 0,
    count: cards.length,
    cards: known ? cardNames(cards, formIn(event)) : "",
    suit: event.trump === undefined ? "" : t(`suit.${event.trump}`),
    card: nameOf(event.card ?? event.trump_card),
    low: nameOf(event.low_trump),
    attack: nameOf(event.attack),
    cover: event.cover === undefined ? "" : cardName(event.cover, "with"),
  });
}

/**
 * What an event's sentence does with its cards.
 * @param {TableEvent} event
 * @returns {import("./cards.js").Form}
 */
function formIn(event) {
  if (event.type === "transferred") return "with";
  return event.type === "attacked" && !event.thrown_in ? "from" : "object";
}

/** @param {string | undefined} card */
function nameOf(card) {
  return card === undefined || card === "??" ? "" : cardName(card, "object");
}

/**
 * What is asked of the person at this page, or of whom the table waits for.
 * @param {View} view
 * @param {Table} table
 * @param {Move[]} moves
 * @param {Chosen} chosen
 * @returns {string}
 */
export function asked(view, table, moves, chosen) {
  if (view.result !== null) return outcome(view.result, table).heading;
  if (view.to_act === null) return t("wait.settling");
  const name = seatName(table, view.to_act);
  const taker = seatName(table, view.defender);
  if (view.to_act !== table.you) {
    const mine = view.phase === "after_take" && view.defender === table.you;
    return t(`wait.${view.phase}${mine ? "_you" : ""}`, { name, taker });
  }
  const [card] = chosen.cards;
  if (card !== undefined) return askedOfChosen(card, moves, chosen);
  if (chosen.target !== null) return t("ask.which_card", { card: cardName(chosen.target, "object") });
  if (view.phase === "answer") {
    const count = view.table.filter((pair) => pair.cover === null).length;
    const transfer = moves.some((move) => move.kind === "transfer" || move.kind === "show");
    return t(transfer ? "ask.answer_transfer" : "ask.answer", { count });
  }
  const fits = view.phase === "lead" || moves.some((move) => move.kind === "lay");
  return t(`ask.${view.phase}${fits ? "" : "_none"}`, { name: taker });
}

/**
 * @param {string} card
 * @param {Move[]} moves
 * @param {Chosen} chosen
 */
function askedOfChosen(card, moves, chosen) {
  const kinds = new Set(moves.filter((move) => move.cards.includes(card)).map((move) => move.kind));
  const count = chosen.cards.length;
  if (kinds.has("lay")) return t("ask.selection", { count });
  if (count > 1) return t("ask.selection_transfer", { count });
  if (kinds.size === 1 && kinds.has("cover")) return t("ask.which_attack", { card: cardName(card) });
  return t("ask.selection_answer", { card: cardName(card) });
}

/**
 * A result in kind words.
 * @param {string} result
 * @param {Table} table
 * @returns {{heading: string, text: string}}
 */
export function outcome(result, table) {
  const [word, ...rest] = result.split(" ");
  if (word !== "durak") {
    const key = rest.length > 0 ? "over.stalemate" : "over.draw";
    return { heading: t(key), text: t(`${key}_text`) };
  }
  const losers = rest.map(Number);
  const team = losers.length > 1;
  const mine = table.you !== null && losers.includes(table.you);
  const key = `over.${team ? (mine ? "team_you" : "team") : mine ? "you" : "durak"}`;
  const names = losers.map((seat) => seatName(table, seat));
  return { heading: t(key, { name: names[0] ?? "", names: listed(names) }), text: t(`${key}_text`) };
}
