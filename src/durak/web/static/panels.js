// @ts-check
/** What opens beside or above the table: the log, and the dialogs for settings and facts. */

import { at } from "./element.js";
import { recall, remember } from "./settings.js";

/** From this width on there is room for the log beside the table. */
const ROOM_FOR_LOG = 1200;

/**
 * Let the buttons of the bar open and close their panels.
 * @param {() => void} resized called when the table may have got more or less room
 */
export function buildPanels(resized) {
  const panel = at("log-panel");
  const opener = at("open-log");

  /** @param {boolean} open */
  function openLog(open) {
    panel.hidden = !open;
    document.body.dataset["log"] = open ? "open" : "closed";
    opener.setAttribute("aria-expanded", String(open));
    resized();
  }
  opener.addEventListener("click", () => {
    openLog(panel.hidden !== false);
    remember("log", !panel.hidden);
  });
  at("close-log").addEventListener("click", () => {
    openLog(false);
    remember("log", false);
    opener.focus();
  });
  openLog(innerWidth >= ROOM_FOR_LOG && recall("log") !== false);

  for (const name of ["settings", "info"]) {
    const dialog = /** @type {HTMLDialogElement} */ (at(`${name}-dialog`));
    at(`open-${name}`).addEventListener("click", () => dialog.showModal());
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
  }
}
