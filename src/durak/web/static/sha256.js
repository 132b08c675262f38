// @ts-check
/** SHA-256 and HMAC of bytes: by the browser's WebCrypto, or by our own code where a page has none. */

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

/**
 * @typedef {object} Hashing
 * @property {(bytes: Bytes) => Promise<Bytes>} hash
 * @property {(key: Bytes, bytes: Bytes) => Promise<Bytes>} hmac
 */

const BLOCK = 64;
const ROUNDS = primes(64).map((prime) => fraction(Math.cbrt(prime)));
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));

/** @type {Hashing} */
export const OWN = {
  hash: (bytes) => Promise.resolve(sha256(bytes)),
  hmac: (key, bytes) => Promise.resolve(hmac(key, bytes)),
};

/** The browser's, or ours: a page that came over plain HTTP from another machine has no WebCrypto. */
export function best() {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) return OWN;
  /** @type {Hashing} */
  const web = {
    hash: async (bytes) => new Uint8Array(await subtle.digest("SHA-256", bytes)),
    async hmac(key, bytes) {
      const made = await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
      return new Uint8Array(await subtle.sign("HMAC", made, bytes));
    },
  };
  return web;
}

/** @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}

/**
 * The first 32 bits behind the point.
 * @param {number} number
 */
function fraction(number) {
  return Math.floor((number - Math.floor(number)) * 2 ** 32);
}

/**
 * @param {number} word
 * @param {number} by
 */
function turned(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/**
 * @param {Bytes} bytes
 * @returns {Bytes}
 */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  const state = Uint32Array.from(START);
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += BLOCK) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i += 1) words[i] = expanded(words, i);
    compress(state, words);
  }
  const result = new Uint8Array(32);
  state.forEach((word, i) => new DataView(result.buffer).setUint32(4 * i, word));
  return result;
}

/**
 * @param {Uint32Array} words
 * @param {number} i
 */
function expanded(words, i) {
  const early = words[i - 15] ?? 0;
  const late = words[i - 2] ?? 0;
  const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
  const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
  return (words[i - 16] ?? 0) + first + (words[i - 7] ?? 0) + second;
}

/**
 * @param {Uint32Array} state
 * @param {Uint32Array} words
 */
function compress(state, words) {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const chosen = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + (ROUNDS[i] ?? 0) + (words[i] ?? 0)) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] ?? 0) + word));
}

/**
 * @param {Bytes} key
 * @param {Bytes} bytes
 * @returns {Bytes}
 */
export function hmac(key, bytes) {
  const short = key.length > BLOCK ? sha256(key) : key;
  const inner = new Uint8Array(BLOCK + bytes.length).fill(0x36, 0, BLOCK);
  const outer = new Uint8Array(BLOCK + 32).fill(0x5c, 0, BLOCK);
  short.forEach((byte, i) => {
    inner[i] = (inner[i] ?? 0) ^ byte;
    outer[i] = (outer[i] ?? 0) ^ byte;
  });
  inner.set(bytes, BLOCK);
  outer.set(sha256(inner), BLOCK);
  return sha256(outer);
}
