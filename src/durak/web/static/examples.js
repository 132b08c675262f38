// @ts-check
/** Examples come alive: their text makes way for a board that answers every tap as the engine did. */

import { createBoard } from "./board.js";
import { t } from "./language.js";
import { button, make } from "./parts.js";
import { sentence } from "./words.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").TableEvent} TableEvent
 * @typedef {import("./board.js").Refusal} Refusal
 * @typedef {Record<string, Refusal>} Refusals
 * @typedef {{do: string, changes: Partial<View>, events: TableEvent[], refusals: Refusals, wrong_covers: Refusals}} Step
 * @typedef {{id: string, seat: number, names: string[], view: View, refusals: Refusals, wrong_covers: Refusals, steps: Step[]}} Example
 */

/**
 * Make a board of every example in a place that has none yet.
 * @param {ParentNode} place
 */
export function enliven(place) {
  for (const figure of place.querySelectorAll("[data-example]")) {
    const json = figure.querySelector("script");
    if (!(figure instanceof HTMLElement) || json === null) continue;
    delete figure.dataset["example"];
    /** @type {HTMLElement | null} */ (figure.querySelector(".example-text"))?.remove();
    show(figure, JSON.parse(json.textContent ?? "{}"));
  }
}

/**
 * @param {HTMLElement} figure
 * @param {Example} example
 */
function show(figure, example) {
  const { seat, names, steps } = example;
  /** @type {View[]} what is seen at the start and after each step */
  const views = [example.view];
  for (const { changes } of steps) views.push({ .../** @type {View} */ (views[views.length - 1]), ...changes });
  let at = 0;
  const place = make("div", "example-board");
  const told = make("p", "example-told");
  const next = button("", t("guide.step"), () => go(at + 1));
  const again = button("quiet", t("guide.again"), () => go(0));
  const count = make("span", "example-count");
  figure.append(place);
  if (steps.length > 0) figure.append(make("div", "example-steps", next, again, count));
  figure.append(told);
  const board = createBoard(place, { seat, names, answer });

  /** @param {string} token */
  function answer(token) {
    const here = at === 0 ? example : steps[at - 1];
    const view = views[at];
    if (here === undefined || view === undefined) return;
    const step = steps[at];
    const card = token.split("<").pop() ?? token;
    const why = view.legal.includes(token) ? undefined : (here.wrong_covers[token] ?? here.refusals[card]);
    if (step?.do === `${seat}:${token}`) {
      go(at + 1);
    } else if (view.legal.includes(token)) {
      board.show(view, { marks: marked(token, "right") });
      tell(t("guide.right"), { right: true });
      board.tell(t("guide.right"));
    } else if (why !== undefined) {
      board.show(view, { marks: marked(token, "wrong") });
      tell("");
      board.refuse(why);
    }
  }

  /** @param {number} to */
  function go(to) {
    const forward = to === at + 1;
    at = to;
    const view = views[at];
    if (view === undefined) return;
    const events = forward ? (steps[at - 1]?.events ?? []) : [];
    board.show(view, { events });
    const table = { seats: names.map((name) => ({ name, kind: "person" })), you: seat };
    tell(events.map((event) => sentence(event, /** @type {import("./types.js").Table} */ (table))).join(" "));
    next.setAttribute("aria-disabled", String(at >= steps.length));
    again.setAttribute("aria-disabled", String(at === 0));
    count.textContent = at === 0 ? "" : t("guide.step_of", { number: at, count: steps.length });
  }

  /**
   * @param {string} words
   * @param {{right?: boolean}} [how]
   */
  function tell(words, { right = false } = {}) {
    told.textContent = words;
    told.classList.toggle("is-right", right);
  }

  go(0);
}

/**
 * The cards of an answer, marked.
 * @param {string} token
 * @param {"right" | "wrong"} how
 * @returns {Map<string, "right" | "wrong">}
 */
function marked(token, how) {
  const own = token.split("<").pop() ?? "";
  return new Map((own.match(/[2-9TJQKA][cdhs]/g) ?? []).map((card) => [card, how]));
}

enliven(document);
