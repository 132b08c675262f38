// @ts-check
/**
 * The fair deal, checked in the page: a commitment, a seed from every side, the shuffle that follows.
 * The recipe is `durak-shuffle-1`, told step by step in the project's page on the fair deal.
 */

import { best } from "./sha256.js";

/**
 * @typedef {import("./sha256.js").Bytes} Bytes
 * @typedef {import("./sha256.js").Hashing} Hashing
 *
 * A record's headers as far as a check needs them.
 * @typedef {object} Written
 * @property {string[]} seats
 * @property {string[]} deck
 * @property {string | null} commitment
 * @property {string[]} seeds hexadecimal, the server's first
 *
 * What this page saw before the deal.
 * @typedef {object} Seen
 * @property {string | null} commitment
 * @property {number | null} seat
 * @property {string | null} seed
 *
 * @typedef {{key: string, good: boolean | null, place?: number, card?: string}} Step
 * @typedef {{verdict: "fair" | "not_fair" | "doubt" | "unknown", steps: Step[]}} Verdict
 */

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const SIZES = [24, 32, 36, 52];
const ascii = new TextEncoder();

/**
 * @param {string} hex
 * @returns {Bytes | null}
 */
export function fromHex(hex) {
  if (!/^(?:[0-9a-f]{2})+$/i.test(hex)) return null;
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Bytes} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {...Bytes} parts
 * @returns {Bytes}
 */
function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * @param {number} number
 * @returns {Bytes}
 */
function be32(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

/**
 * All cards of a deck, ascending.
 * @param {number} size
 */
export function ascending(size) {
  return [...RANKS.slice(-size / 4)].flatMap((rank) => [...SUITS].map((suit) => rank + suit));
}

/**
 * What a server publishes before the deal.
 * @param {Bytes} serverSeed
 * @param {Hashing} [hashing]
 */
export async function commitment(serverSeed, hashing = best()) {
  return toHex(await hashing.hash(serverSeed));
}

/**
 * The seed of a seat whose bot the server runs.
 * @param {Bytes} serverSeed
 * @param {number} seat
 * @param {Hashing} [hashing]
 */
export function botSeed(serverSeed, seat, hashing = best()) {
  return hashing.hash(joined(serverSeed, ascii.encode(`seat ${seat}`)));
}

/**
 * The deck that follows from all seeds, in dealing order.
 * @param {number} size
 * @param {Bytes} serverSeed
 * @param {Bytes[]} seatSeeds in seat order
 * @param {Hashing} [hashing]
 * @returns {Promise<string[]>}
 */
export async function shuffle(size, serverSeed, seatSeeds, hashing = best()) {
  if (!SIZES.includes(size)) throw new RangeError(`a deck has 24, 32, 36 or 52 cards, not ${size}`);
  const seeds = [serverSeed, ...seatSeeds];
  const key = joined(be32(seeds.length), ...seeds.flatMap((seed) => [be32(seed.length), seed]));
  let block = 0;
  let at = 0;
  /** @type {Bytes} */
  let bytes = new Uint8Array(0);
  /** @param {number} bound */
  async function below(bound) {
    const kept = 2 ** Math.ceil(Math.log2(bound)) - 1;
    for (;;) {
      if (at === bytes.length) {
        bytes = await hashing.hmac(key, ascii.encode(`durak-shuffle-1 ${size} ${block}`));
        block += 1;
        at = 0;
      }
      const number = (bytes[at] ?? 0) & kept;
      at += 1;
      if (number < bound) return number; // else thrown away: a remainder would favour small numbers
    }
  }
  const deck = ascending(size);
  for (let place = size - 1; place > 0; place -= 1) {
    const other = await below(place + 1);
    [deck[place], deck[other]] = [deck[other] ?? "", deck[place] ?? ""];
  }
  return deck;
}

/**
 * The headers of a record.
 * @param {string} text
 * @returns {Written}
 */
export function readRecord(text) {
  /** @type {Map<string, string>} */
  const headers = new Map();
  for (const line of text.split("\n")) {
    const [, key, value] = /^([^:\d][^:]*):\s*(.*)$/.exec(line) ?? [];
    if (key === undefined || value === undefined) break;
    headers.set(key.toLowerCase(), value.trim());
  }
  /** @param {string} key */
  const words = (key) => (headers.get(key) ?? "").split(/\s+/).filter((word) => word !== "");
  return {
    seats: (headers.get("seats") ?? "").split("|").map((name) => name.trim()),
    deck: words("deck"),
    commitment: headers.get("commitment") ?? null,
    seeds: words("seeds"),
  };
}

/**
 * Check one deal after it is over.
 * @param {Written} written
 * @param {Seen} seen
 * @param {Hashing} [hashing]
 * @returns {Promise<Verdict>}
 */
export async function check(written, seen, hashing = best()) {
  const [server = null, ...seats] = written.seeds.map(fromHex);
  const whole = seats.length === written.seats.length && SIZES.includes(written.deck.length) && !written.deck.includes("??");
  if (written.commitment === null || server === null || server.length !== 32 || !whole || seats.includes(null)) {
    return { verdict: "unknown", steps: [{ key: "missing", good: false }] };
  }
  const promised = written.commitment.toLowerCase();
  const seatSeeds = seats.filter((seed) => seed !== null);
  /** @type {Step[]} */
  const steps = [];
  /**
   * @param {string} key
   * @param {boolean | null} good null: this page cannot tell
   * @param {Partial<Step>} [more]
   */
  const step = (key, good, more = {}) => steps.push({ key: `${key}${good === null ? "_unseen" : good ? "" : "_bad"}`, good, ...more });
  step("promise", seen.commitment === null ? null : seen.commitment.toLowerCase() === promised);
  step("kept", (await commitment(server, hashing)) === promised);
  if (seen.seat !== null) {
    const mine = written.seeds[1 + seen.seat]?.toLowerCase();
    step("mine", seen.seed === null ? null : seen.seed.toLowerCase() === mine);
  }
  const bots = written.seats.flatMap((name, seat) => (name.startsWith("bot:") ? [seat] : []));
  if (bots.length > 0) {
    const follow = await Promise.all(bots.map(async (seat) => toHex(await botSeed(server, seat, hashing))));
    step("bots", follow.every((hex, at) => hex === toHex(seatSeeds[bots[at] ?? -1] ?? new Uint8Array(0))));
  }
  const deck = await shuffle(written.deck.length, server, seatSeeds, hashing);
  const differs = deck.findIndex((card, at) => card !== written.deck[at]);
  step("deck", differs < 0, differs < 0 ? {} : { place: differs + 1, card: deck[differs] ?? "" });
  const bad = steps.filter((each) => each.good === false);
  // another device of the same person may have got ready later: only that person can tell
  const verdict = bad.length === 0 ? "fair" : bad.every((each) => each.key === "mine_bad") ? "doubt" : "not_fair";
  return { verdict, steps };
}
