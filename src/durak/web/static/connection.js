// @ts-check
/**
 * The socket to the table: reconnects by itself, notices when nobody is at its other end any more, and answers
 * each version at most once.
 */

import { recall, remember } from "./settings.js";

/**
 * @typedef {import("./types.js").StateMessage} StateMessage
 * @typedef {import("./types.js").RefusedMessage} RefusedMessage
 * @typedef {import("./types.js").ServerMessage} ServerMessage
 * @typedef {import("./types.js").ConnectionStatus} ConnectionStatus
 *
 * @typedef {object} Connection
 * @property {(token: string) => boolean} act answers the newest version; false if that cannot be
 * @property {(number: number) => boolean} deal says this device is ready for that deal
 * @property {(message: {type: string} & Record<string, unknown>) => boolean} send anything that is no answer; false when nobody hears
 * @property {() => number} version of the newest state
 * @property {() => boolean} isBusy whether an answer is on its way
 */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** After so much silence the page asks whether anybody is still there. */
const SILENCE = 20_000;
/** The same while an answer is on its way: the table says soon what became of it. */
const SILENCE_TO_ANSWER = 4_000;
/** When nothing has come so long after that, nobody is: a phone that changed its network is not told. */
const NO_ANSWER = 10_000;
/** A connection may take longer to come about. */
const NO_CONNECTION = 20_000;

/** @type {Set<number>} how a server closes for good: no such table, or one that cannot be read */
const FINAL = new Set([4404, 4403]);

/**
 * @param {string} url
 * @param {string} table
 * @param {object} on
 * @param {(message: StateMessage) => void} on.state
 * @param {(message: RefusedMessage) => void} on.refused
 * @param {(message: ServerMessage) => void} on.other
 * @param {(status: ConnectionStatus, code: number) => void} on.status with the code of the last close
 * @returns {Connection}
 */
export function connect(url, table, on) {
  /** @type {WebSocket | null} */
  let socket = null;
  let version = -1;
  let busy = false;
  let wait = FIRST_WAIT;
  let timer = 0;
  let watch = 0;
  let asking = false;
  let ended = false;
  let code = 0;

  function open() {
    clearTimeout(timer);
    on.status("connecting", code);
    const mine = new WebSocket(url);
    socket = mine;
    asking = false;
    giveUpAfter(NO_CONNECTION);
    mine.addEventListener("message", (event) => {
      if (mine !== socket) return;
      asking = false;
      receive(JSON.parse(String(event.data)));
      if (mine === socket) askAfter(busy ? SILENCE_TO_ANSWER : SILENCE);
    });
    mine.addEventListener("close", (event) => {
      if (mine === socket) lose(event.code);
    });
  }

  /** @param {number} why the code of the close, 0 when there was none */
  function lose(why) {
    socket = null;
    clearTimeout(watch);
    busy = false; // the state that comes with the next connection says what arrived
    code = why;
    ended = FINAL.has(code);
    on.status("lost", code);
    if (ended) return;
    timer = window.setTimeout(open, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  /** Is anybody still there? */
  function ask() {
    if (asking || !send({ type: "ping" })) return;
    asking = true;
    giveUpAfter(NO_ANSWER);
  }

  /** @param {number} silence so long nothing may come before that is asked */
  function askAfter(silence) {
    if (asking) return;
    clearTimeout(watch);
    watch = window.setTimeout(ask, silence);
  }

  /** @param {number} moment in which something has to come */
  function giveUpAfter(moment) {
    clearTimeout(watch);
    watch = window.setTimeout(() => {
      const silent = socket;
      lose(0);
      silent?.close();
    }, moment);
  }

  /** @param {ServerMessage} message */
  function receive(message) {
    if (message.type === "state") {
      wait = FIRST_WAIT;
      if (message.v > version) busy = false; // the same version again is no answer to what was sent
      version = message.v;
      on.status("open", 0);
      on.state(message);
    } else if (message.type === "refused") {
      busy = false;
      on.refused(message);
    } else if (message.type !== "pong") {
      on.other(message);
    }
  }

  /** @param {object} message */
  function send(message) {
    if (socket === null || socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  function hurry() {
    if (ended || document.visibilityState !== "visible") return;
    if (socket === null) open();
    else ask(); // while nobody looked the network may have gone
  }
  window.addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  open();

  return {
    act(token) {
      if (busy || version < 0 || !send({ type: "act", v: version, do: token })) return false;
      busy = true;
      askAfter(SILENCE_TO_ANSWER);
      return true;
    },
    deal: (number) => send({ type: "deal", number, seed: seedFor(table, number) }),
    send,
    version: () => version,
    isBusy: () => busy,
  };
}

/**
 * One seed a deal, however often and from which tab it is sent; it is needed once more to check the deal.
 * @param {string} table
 * @param {number} number
 */
function seedFor(table, number) {
  const seeds = seedsOf(table);
  const known = seeds[number];
  if (known !== undefined) return known;
  const seed = freshSeed();
  const newest = Object.entries({ ...seeds, [number]: seed }).slice(-8);
  remember(`seeds.${table}`, Object.fromEntries(newest));
  return seed;
}

/**
 * The seeds that this device sent, by deal.
 * @param {string} table
 * @returns {Record<number, string>}
 */
export function seedsOf(table) {
  return /** @type {Record<number, string> | null} */ (recall(`seeds.${table}`)) ?? {};
}

/** 32 random bytes of this device, as hexadecimal text. */
function freshSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
