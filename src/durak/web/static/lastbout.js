// @ts-check
/**
 * The previous bout, to look at again action by action: who did what, and the table as it was then. It opens with
 * the whole of it; a bout that is being looked at stays although the play goes on.
 */

import { replayed } from "./bout.js";
import { createFace } from "./cards.js";
import { at } from "./element.js";
import { t } from "./language.js";
import { button, make } from "./parts.js";
import { seatName, sentence } from "./words.js";

/**
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./bout.js").Bout} Bout
 */

/**
 * @param {HTMLElement} place
 * @param {HTMLDialogElement} dialog that the place is in
 */
export function createLastBout(place, dialog) {
  /** @type {Bout | null} */
  let bout = null;
  /** @type {Table | null} */
  let table = null;
  let step = 0;

  const heading = make("p", "bout-heading");
  const pairs = make("ol", "bout-pairs");
  const said = make("p", "bout-said");
  const end = make("p", "bout-end");
  const back = button("icon-only", "‹", () => go(step - 1));
  const on = button("icon-only", "›", () => go(step + 1));
  const count = make("span", "bout-count");
  const steps = make("div", "bout-steps", back, count, on);
  const note = make("p", "help");
  said.setAttribute("role", "status");
  steps.setAttribute("role", "group");
  back.setAttribute("aria-label", t("bout.step_back"));
  on.setAttribute("aria-label", t("bout.step_on"));
  back.id = "bout-back";
  on.id = "bout-on";
  place.replaceChildren(heading, pairs, make("div", "bout-foot", said, end, steps, note));

  dialog.addEventListener("keydown", (event) => {
    const most = length();
    const to = { ArrowLeft: step - 1, ArrowRight: step + 1, Home: 1, End: most }[event.key];
    if (to === undefined || most === 0) return;
    event.preventDefault();
    go(to);
  });

  function length() {
    return bout?.steps?.length ?? 0;
  }

  /** @param {number} to how many of the actions are shown */
  function go(to) {
    const next = Math.min(Math.max(to, 1), length());
    if (next === step) return;
    step = next;
    render();
  }

  function render() {
    const most = length();
    pairs.hidden = steps.hidden = said.hidden = end.hidden = bout === null;
    if (bout === null || table === null) {
      heading.textContent = "";
      note.textContent = t("bout.none");
      return;
    }
    const { number, principal, defender } = bout;
    const [first, last] = [seatName(table, principal), seatName(table, defender)];
    heading.textContent = t("bout.heading", { number, name: first, defender: last });
    const seen = new Map(replayed(bout, step).map((pair) => [pair.attack, pair]));
    const before = new Map(replayed(bout, Math.max(step - 1, 0)).map((pair) => [pair.attack, pair]));
    pairs.replaceChildren(...bout.pairs.map((pair) => pairItem(pair, seen.get(pair.attack), before.get(pair.attack))));
    const event = bout.steps?.[step - 1];
    said.textContent = event === undefined ? "" : sentence(event, table);
    end.textContent = bout.end === "beatenoff" ? t("bout.beaten") : t("bout.taken", { name: last, count: bout.count });
    end.classList.toggle("not-yet", step < most);
    count.textContent = t("bout.step", { number: step, count: most });
    back.setAttribute("aria-disabled", String(step <= 1));
    on.setAttribute("aria-disabled", String(step >= most));
    steps.hidden = most < 2;
    note.textContent = bout.part ? t("bout.part") : "";
  }

  /**
   * A pair at its lasting place; what is not laid yet leaves its place empty.
   * @param {import("./bout.js").Laid} whole
   * @param {import("./bout.js").Laid | undefined} now
   * @param {import("./bout.js").Laid | undefined} before
   */
  function pairItem(whole, now, before) {
    const cards = make("div", "bout-pair");
    if (now !== undefined) {
      const face = createFace(whole.attack);
      face.classList.toggle("fresh", before === undefined && step > 0);
      cards.append(face);
    }
    if (now?.cover != null) {
      const face = createFace(now.cover);
      face.classList.add("cover");
      face.classList.toggle("fresh", before?.cover == null);
      cards.append(face);
    }
    const by = now === undefined || now.by === null || table === null ? "" : t("bout.attack_by", { name: seatName(table, now.by) });
    return make("li", "", cards, make("p", "bout-by", by));
  }

  return {
    /**
     * The newest bout that is over, unless another one is being looked at.
     * @param {Bout | null} newest
     * @param {Table} now
     */
    show(newest, now) {
      if (dialog.open && bout !== null) return;
      bout = newest;
      table = now;
      step = length();
      render();
    },
  };
}

/** Made when the page is. */
export const lastBout = createLastBout(at("bout-shown"), /** @type {HTMLDialogElement} */ (at("bout-dialog")));
