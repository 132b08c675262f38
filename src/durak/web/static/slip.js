// @ts-check
/** A guard against a slip: Take and Done wait a moment before they are sent, and can be taken back. */

/** How long they wait, in milliseconds. */
export const MOMENT = 1500;

/**
 * @param {object} on
 * @param {(token: string) => void} on.send
 * @param {() => void} on.changed
 */
export function createSlip({ send, changed }) {
  /** @type {string | null} */
  let held = null;
  let timer = 0;

  function cancel() {
    if (held === null) return false;
    clearTimeout(timer);
    held = null;
    return true;
  }
  return {
    /** @param {string} token */
    hold(token) {
      cancel();
      held = token;
      timer = window.setTimeout(() => {
        held = null;
        send(token);
        changed();
      }, MOMENT);
      changed();
    },
    /** Take back what waits; false when nothing does. */
    cancel,
    held: () => held,
  };
}
