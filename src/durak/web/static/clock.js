// @ts-check
/**
 * How long an answer may still take. The server sends durations, never times of day, and this page counts on
 * from when they came: a device's clock that goes wrong changes nothing.
 */

/**
 * @typedef {import("./types.js").Clock} Clock
 *
 * @typedef {object} Left
 * @property {number} seat
 * @property {number} seconds to show: of the answer, or of the reserve once that is used up
 * @property {boolean} reserve whether the reserve runs
 * @property {number} part what is left of it, from 0 to 1
 * @property {boolean} low whether it is time to hurry
 */

/** From so many seconds on the clock is shown in numbers, and a person is told. */
export const LOW = 10;

/**
 * @param {Clock} clock as it came
 * @param {number} passed milliseconds since then
 * @param {number} whole what an answer has at most, to show a part of it
 * @returns {Left}
 */
export function left(clock, passed, whole) {
  const { seat } = clock;
  const reserve = clock.reserve_ms[seat] ?? 0;
  const answer = clock.answer_ms - passed;
  if (answer > 0) {
    const seconds = Math.ceil(answer / 1000);
    const part = Math.min(1, answer / Math.max(whole, 1));
    return { seat, seconds, reserve: false, part, low: answer + reserve <= LOW * 1000 };
  }
  const rest = Math.max(0, reserve + answer);
  const part = reserve === 0 ? 0 : rest / reserve;
  return { seat, seconds: Math.ceil(rest / 1000), reserve: true, part, low: rest <= LOW * 1000 };
}

/**
 * Shows the clock at the seat it runs for; `tick` hears of every second of the own seat that is low.
 * @param {{place: (seat: number) => HTMLElement | undefined, words: (left: Left) => string, tick: (left: Left) => void}} on
 */
export function createClock({ place, words, tick }) {
  const bar = document.createElement("span");
  bar.className = "clock";
  const fill = document.createElement("span");
  fill.className = "clock-bar";
  const number = document.createElement("span");
  number.className = "clock-words";
  bar.append(fill, number);
  bar.setAttribute("aria-hidden", "true"); // told in words when it matters, not every second
  /** @type {Clock | null} */
  let clock = null;
  let came = 0;
  let whole = 1;
  let told = -1;
  let timer = 0;

  function show() {
    clearTimeout(timer);
    const home = clock === null ? undefined : place(clock.seat);
    if (clock === null || home === undefined) {
      bar.remove();
      return;
    }
    const now = left(clock, performance.now() - came, whole);
    fill.style.setProperty("--part", String(now.part));
    bar.dataset["low"] = String(now.low);
    bar.dataset["reserve"] = String(now.reserve);
    number.textContent = now.low || now.reserve ? words(now) : "";
    if (bar.parentElement !== home) home.append(bar);
    if (now.low && now.seconds !== told) tick(now);
    told = now.low ? now.seconds : -1;
    if (now.seconds > 0 || !now.reserve) timer = window.setTimeout(show, 250);
  }

  return {
    /**
     * @param {Clock | null} next
     * @param {number} answer what an answer has at this table
     */
    set(next, answer) {
      clock = next;
      came = performance.now();
      whole = Math.max(answer, next?.answer_ms ?? 0);
      show();
    },
    /** The seats were drawn again. */
    show,
  };
}
