// @ts-check
/** What a person is told when the table cannot be heard, or has stopped. */

import { t } from "./language.js";
import { state } from "./page.js";

/** How a server closes that is going to start again, or has no room now. */
const AWAY = new Set([1001, 1012, 1013]);
/** How it closes for good. */
const GONE = new Set([4404, 4403]);

/**
 * @param {import("./types.js").ConnectionStatus} status
 * @param {number} closed the code of the last close
 * @param {boolean} paused
 * @returns {string} empty when everything is well
 */
export function statusWords(status, closed, paused) {
  if (status === "lost") {
    if (GONE.has(closed)) return t("table.gone");
    return t(AWAY.has(closed) ? "table.restarting" : "table.reconnecting");
  }
  return paused ? t("table.paused") : "";
}

/** The same of this page as it is now. */
export function statusNow() {
  return statusWords(state.connection, state.closed, state.paused);
}
