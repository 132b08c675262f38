// @ts-check
/**
 * A lesson at the table. Every answer and what follows from it was played by the engine beforehand and
 * came with the page; what is said to it stands in the page as text, for readers without scripts too.
 */

import { post } from "./api.js";
import { createBoard } from "./board.js";
import { at } from "./element.js";
import { t } from "./language.js";
import { knownName } from "./late.js";
import { lines } from "./log.js";
import { button, make } from "./parts.js";
import { keepProgress, readProgress } from "./progress.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./types.js").TableEvent} TableEvent
 *
 * @typedef {{changes: Partial<View>, events: TableEvent[]}} Frame
 * @typedef {{right: boolean, frames: Frame[], words: string}} Answer
 * @typedef {{code: string, params: Record<string, unknown>, words: string | null}} Why
 * @typedef {{seat: number, names: string[], view: View, answers: Record<string, Answer>, refusals: Record<string, Why>}} Step
 * @typedef {{id: string, sits_down: boolean, steps: Step[]}} Lesson
 */

/** Milliseconds between what others do. */
const PACE = 900;

const lesson = /** @type {Lesson} */ (JSON.parse(at("lesson-played").textContent ?? "{}"));
const count = lesson.steps.length;
const texts = at("lesson-steps");
const [task, words, told, ways] = [at("lesson-task"), at("lesson-words"), at("lesson-told"), at("lesson-ways")];
const place = at("lesson-board");

/**
 * What the page says to something at a step.
 * @param {number} number
 * @param {string} about
 * @returns {Node[]}
 */
function said(number, about) {
  const all = texts.querySelectorAll(`[data-step="${number}"] [data-words]`);
  const found = [...all].find((each) => each instanceof HTMLElement && each.dataset["words"] === about);
  return [...(found?.cloneNode(true).childNodes ?? [])];
}

/** @param {Step} step */
function tableOf(step) {
  const seats = step.names.map((name) => ({ name, kind: "person" }));
  return /** @type {Table} */ (/** @type {unknown} */ ({ seats, you: step.seat }));
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/**
 * Begin a step.
 * @param {number} number
 * @param {{move?: boolean}} [how] whether the reader comes from another step
 */
function begin(number, { move = false } = {}) {
  const step = lesson.steps[number];
  if (step === undefined) return;
  keepProgress(lesson.id, number, count);
  at("lesson-count").textContent = t("guide.step_of", { number: number + 1, count });
  task.replaceChildren(...said(number, "task"));
  clear();
  const board = createBoard(place, { seat: step.seat, names: step.names, answer });
  board.show(step.view);
  offer(button("quiet", t("guide.lesson.show"), show));
  if (number > 0) offer(button("quiet", t("guide.again"), () => begin(0, { move: true })));
  if (move) {
    at("lesson").scrollIntoView({ block: "start" });
    task.focus({ preventScroll: true });
  }

  function show() {
    const right = Object.keys(step?.answers ?? {}).filter((token) => step?.answers[token]?.right);
    const cards = right.flatMap((token) => (token.split("<").pop() ?? "").match(/[2-9TJQKA][cdhs]/g) ?? []);
    if (step !== undefined) board.show(step.view, { marks: new Map(cards.map((card) => [card, "right"])) });
    const shown = texts.querySelector(`[data-step="${number}"] strong`)?.cloneNode(true).childNodes ?? [];
    say([...shown], "");
    board.tell(words.textContent ?? "");
  }

  /** @param {string} token */
  function answer(token) {
    if (step === undefined) return;
    const known = step.answers[token];
    if (known !== undefined) {
      void play(step, known);
      return;
    }
    const why = step.refusals[token];
    say([], "");
    board.show(step.view, { marks: new Map([[token.split("<").pop() ?? "", "wrong"]]) });
    if (why?.words != null) {
      say(said(number, token), "wrong");
      board.tell(words.textContent ?? "");
    } else if (why !== undefined) {
      board.refuse(why);
    }
  }

  /**
   * What the reader did and what followed, then what it means.
   * @param {Step} from
   * @param {Answer} known
   */
  async function play(from, known) {
    clear();
    let view = from.view;
    for (const [index, frame] of known.frames.entries()) {
      if (index > 0) await pause(PACE);
      view = { ...view, ...frame.changes };
      const last = index === known.frames.length - 1;
      board.show(view, { events: frame.events, busy: true });
      told.append(...lines(frame.events, tableOf(from)).map((line) => make("li", "", line)));
      if (!last) told.scrollIntoView({ block: "nearest" });
    }
    if (known.frames.length > 1) await pause(PACE / 2);
    say(said(number, known.words), known.right ? "right" : "wrong");
    if (known.right) through(number);
    else offer(focused(button("primary", t("guide.lesson.once_more"), () => begin(number, { move: true }))));
    at("lesson-answer").scrollIntoView({ block: "nearest" });
  }
}

/** @param {number} number the step that is done */
function through(number) {
  keepProgress(lesson.id, number + 1, count);
  if (number + 1 < count) {
    offer(focused(button("primary", t("guide.step"), () => begin(number + 1, { move: true }))));
    return;
  }
  at("lesson-count").textContent = t("guide.lesson.finished");
  const end = document.getElementById("lesson-end");
  if (end !== null) words.append(" ", ...end.cloneNode(true).childNodes);
  const after = document.getElementById("lesson-after");
  if (lesson.sits_down) offer(focused(sitDown()));
  else if (after instanceof HTMLAnchorElement) offer(focused(nextLesson(after)));
  offer(button("quiet", t("guide.again"), () => begin(0, { move: true })));
}

/** @param {HTMLAnchorElement} after */
function nextLesson(after) {
  const link = document.createElement("a");
  link.className = "button primary";
  link.href = after.href;
  link.textContent = t("guide.lesson.next", { title: after.querySelector(".beside-title")?.textContent ?? "" });
  return link;
}

/** A table of the usual game with one bot. */
function sitDown() {
  const go = button("primary", t("guide.lesson.sit_down"), async () => {
    go.setAttribute("aria-disabled", "true");
    go.textContent = t("home.dealing");
    const answer = await post("/api/tables", {
      options: { rules: "podkidnoy players=2" },
      seat: 0,
      name: knownName() || t("make.name_default"),
      bots: true,
    });
    if (answer.ok) {
      location.assign(String(answer.body["url"]));
      return;
    }
    at("refused").textContent = answer.words;
    go.textContent = t("guide.lesson.sit_down");
    go.removeAttribute("aria-disabled");
  });
  return go;
}

/**
 * @param {Node[]} nodes
 * @param {"right" | "wrong" | ""} how
 */
function say(nodes, how) {
  words.replaceChildren(...nodes);
  at("lesson-answer").dataset["how"] = how;
}

function clear() {
  say([], "");
  told.replaceChildren();
  ways.replaceChildren();
}

/** @param {HTMLElement} way */
function offer(way) {
  ways.append(way);
}

/**
 * The way to go on from here: it has the focus, and is read out with what was said.
 * @template {HTMLElement} T
 * @param {T} way
 * @returns {T}
 */
function focused(way) {
  way.setAttribute("aria-describedby", words.id);
  requestAnimationFrame(() => way.focus({ preventScroll: true }));
  return way;
}

texts.hidden = true;
at("lesson").hidden = false;
const kept = readProgress().at[lesson.id] ?? 0;
begin(kept < count ? kept : 0);
