// @ts-check
/** The table page's lasting elements, and everything it knows at a moment. */

import { NOTHING } from "./choice.js";
import { at } from "./element.js";
import { readSettings } from "./settings.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").StateMessage} StateMessage
 * @typedef {import("./types.js").ConnectionStatus} ConnectionStatus
 * @typedef {import("./choice.js").Move} Move
 * @typedef {import("./choice.js").Chosen} Chosen
 */

export const page = {
  seats: at("seats"), me: at("me"), pairs: at("pairs"), limit: at("limit"), over: at("over"), say: at("say"),
  asked: at("asked"), prompt: at("prompt"), refusal: at("refusal"), actions: at("actions"), hand: at("hand"),
  heading: at("heading"), live: at("live"), flying: at("flying"), talon: at("talon"),
  stock: {
    place: at("trump-place"), back: at("talon-back"), count: at("talon-count"), words: at("stock-words"),
    discard: at("discard"), discardCount: at("discard-count"),
  },
};

/** The table's id. */
export const id = /** @type {{id: string}} */ (JSON.parse(at("table").textContent ?? "{}")).id;

export const settings = readSettings();

export const state = {
  /** @type {StateMessage | null} the newest that is shown */
  message: null,
  /** @type {View | null} what is shown, which may be a last look at a bout */
  view: null,
  /** @type {Move[]} */
  moves: [],
  /** @type {Chosen} */
  chosen: NOTHING,
  refusal: "",
  /** why a tap did nothing, until the table changes */
  hint: "",
  /** @type {ConnectionStatus} */
  connection: "connecting",
  /** the code with which the connection was closed */
  closed: 0,
  /** whether the table says that it is paused */
  paused: false,
  /** @type {string | null} what waits a moment before it is sent */
  held: null,
  /** whether this device said that it is ready, and no state has come since */
  said: false,
  looking: false,
  /** whether seats and rules are looked at after a deal */
  arranging: false,
  /** @type {string | null} the hand's card that Tab reaches */
  roving: null,
  /** @type {Map<string, HTMLButtonElement>} each card on the page */
  cards: new Map(),
  /** @type {Map<number, HTMLElement>} */
  seats: new Map(),
};

/** Whether the table waits for an answer from here. */
export function isAsked() {
  const { message } = state;
  if (message?.view == null || state.looking || message.table.you === null) return false;
  return message.view.to_act === message.table.you;
}

/** Whether a stand-in plays this seat now. */
export function isStoodIn() {
  const table = state.message?.table;
  return table?.you != null && table.seats[table.you]?.stand_in === true;
}
