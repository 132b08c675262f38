// @ts-check
/** The socket to the table: reconnects by itself, and answers each version at most once. */

/**
 * @typedef {import("./types.js").StateMessage} StateMessage
 * @typedef {import("./types.js").RefusedMessage} RefusedMessage
 * @typedef {import("./types.js").ConnectionStatus} ConnectionStatus
 *
 * @typedef {object} Connection
 * @property {(token: string) => boolean} act answers the newest version; false if that cannot be
 * @property {(number: number) => boolean} deal says this device is ready for that deal
 * @property {() => boolean} isBusy whether an answer is on its way
 */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

/**
 * @param {string} url
 * @param {object} on
 * @param {(message: StateMessage) => void} on.state
 * @param {(message: RefusedMessage) => void} on.refused
 * @param {(status: ConnectionStatus) => void} on.status
 * @returns {Connection}
 */
export function connect(url, on) {
  /** @type {WebSocket | null} */
  let socket = null;
  let version = -1;
  let busy = false;
  let wait = FIRST_WAIT;
  let timer = 0;
  /** @type {Map<number, string>} one seed a deal, however often it has to be sent */
  const seeds = new Map();

  function open() {
    clearTimeout(timer);
    on.status("connecting");
    const mine = new WebSocket(url);
    socket = mine;
    mine.addEventListener("message", (event) => {
      if (mine !== socket) return;
      receive(JSON.parse(String(event.data)));
    });
    mine.addEventListener("close", () => {
      if (mine !== socket) return;
      socket = null;
      busy = false; // the state that comes with the next connection says what arrived
      on.status("lost");
      timer = window.setTimeout(open, wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 2, LONGEST_WAIT);
    });
  }

  /** @param {StateMessage | RefusedMessage} message */
  function receive(message) {
    if (message.type === "state") {
      wait = FIRST_WAIT;
      if (message.v > version) busy = false; // the same version again is no answer to what was sent
      version = message.v;
      on.status("open");
      on.state(message);
    } else if (message.type === "refused") {
      busy = false;
      on.refused(message);
    }
  }

  /** @param {object} message */
  function send(message) {
    if (busy || socket === null || socket.readyState !== WebSocket.OPEN) return false;
    busy = true;
    socket.send(JSON.stringify(message));
    return true;
  }

  function hurry() {
    if (socket === null && document.visibilityState === "visible") open();
  }
  window.addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  open();

  return {
    act: (token) => version >= 0 && send({ type: "act", v: version, do: token }),
    deal(number) {
      const seed = seeds.get(number) ?? freshSeed();
      seeds.set(number, seed);
      return send({ type: "deal", number, seed });
    },
    isBusy: () => busy,
  };
}

/** 32 random bytes of this device, as hexadecimal text. */
function freshSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
