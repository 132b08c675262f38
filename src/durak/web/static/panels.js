// @ts-check
/** What opens beside or above the table: the log and the talk, the menu of the bar, and the dialogs. */

import { at } from "./element.js";
import { recall, remember } from "./settings.js";

/** From this width on there is room for a panel beside the table. */
const ROOM = 1200;
const PANELS = /** @type {const} */ (["log", "chat"]);
const DIALOGS = /** @type {const} */ (["settings", "info", "bout", "memory", "ways"]);

/** @typedef {typeof PANELS[number]} Panel */
/** @typedef {typeof DIALOGS[number]} Dialog */

/**
 * Let the buttons of the bar open and close their panels.
 * @param {object} on
 * @param {() => void} on.resized the table may have got more or less room
 * @param {(panel: Panel) => void} on.panel opened
 * @param {(dialog: Dialog) => void} on.dialog about to open
 */
export function buildPanels({ resized, panel: opened, dialog: opening }) {
  const tools = at("tools");
  const more = at("open-more");

  /**
   * @param {Panel} name
   * @param {boolean} open
   */
  function setOpen(name, open) {
    const roomy = innerWidth >= ROOM;
    at(`${name}-panel`).hidden = !open;
    at(`open-${name}`).setAttribute("aria-expanded", String(open));
    if (open && !roomy) PANELS.filter((each) => each !== name).forEach((each) => setOpen(each, false));
    const shown = PANELS.filter((each) => !at(`${each}-panel`).hidden);
    document.body.dataset["side"] = shown.join(" ");
    resized();
    if (open) opened(name);
  }

  for (const name of PANELS) {
    at(`open-${name}`).addEventListener("click", () => {
      const open = at(`${name}-panel`).hidden !== false;
      setOpen(name, open);
      remember(name, open);
      setMenu(false);
    });
    at(`close-${name}`).addEventListener("click", () => {
      setOpen(name, false);
      remember(name, false);
      at(`open-${name}`).focus();
    });
    at(`${name}-panel`).addEventListener("keydown", (event) => {
      if (event.key === "Escape") at(`close-${name}`).click();
    });
  }
  // open by itself only where there is room beside the table; a window that gets narrow closes it
  const room = matchMedia(`(min-width: ${ROOM}px)`);
  const openWhereRoom = () => setOpen("log", room.matches && recall("log") !== false);
  room.addEventListener("change", () => {
    setOpen("chat", false);
    openWhereRoom();
  });
  openWhereRoom();

  /** @param {boolean} open */
  function setMenu(open) {
    tools.dataset["open"] = String(open);
    more.setAttribute("aria-expanded", String(open));
  }
  setMenu(false);
  more.addEventListener("click", () => setMenu(tools.dataset["open"] !== "true"));
  document.addEventListener("click", (event) => {
    const inside = event.target instanceof Node && (tools.contains(event.target) || more.contains(event.target));
    if (!inside) setMenu(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || tools.dataset["open"] !== "true") return;
    setMenu(false);
    more.focus();
  });

  for (const name of DIALOGS) {
    const dialog = /** @type {HTMLDialogElement} */ (at(`${name}-dialog`));
    at(`open-${name}`).addEventListener("click", () => {
      setMenu(false);
      opening(name);
      dialog.showModal();
    });
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
  }
  return { setOpen };
}
