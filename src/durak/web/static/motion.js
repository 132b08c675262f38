// @ts-check
/** Cards on their way: from where an element was to where it is now. How long is told in base.css, for all that moves. */

const EASING = "cubic-bezier(.2, .8, .3, 1)";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {Set<Animation>} */
const running = new Set();

/**
 * How long that is, in milliseconds.
 * @param {"move" | "between" | "after-bout" | "latest"} name as base.css has it
 */
export function lasting(name) {
  return parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)) || 0;
}

/** Whether nothing moves here: the device or the person wants it so. */
export function isCalm() {
  return calm.matches || document.documentElement.dataset["motion"] === "off";
}

/** The play goes on: whatever still moves is where it belongs at once. */
export function finishMotion() {
  for (const way of running) way.finish();
}

/**
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {number} delay
 * @param {() => void} then
 */
function run(element, frames, delay, then) {
  const way = element.animate(frames, { duration: lasting("move"), delay, easing: EASING, fill: "backwards" });
  running.add(way);
  const settle = () => {
    running.delete(way);
    then();
  };
  way.finished.then(settle, settle);
}

/**
 * Where elements are now.
 * @param {Map<string, HTMLElement>} elements
 * @returns {Map<string, DOMRect>}
 */
export function measure(elements) {
  const rects = new Map();
  for (const [key, element] of elements) rects.set(key, element.getBoundingClientRect());
  return rects;
}

/**
 * Let an element come from a place to where it stands.
 * @param {HTMLElement} element
 * @param {DOMRect | undefined} from
 * @param {{delay?: number, hidden?: boolean}} [how] hidden: not seen before it starts
 */
export function comeFrom(element, from, { delay = 0, hidden = false } = {}) {
  if (isCalm() || from === undefined || from.width === 0) return;
  const to = element.getBoundingClientRect();
  if (to.width === 0) return;
  const moved = Math.abs(from.left - to.left) + Math.abs(from.top - to.top) + Math.abs(from.width - to.width);
  if (moved < 1.5) return;
  const start = { transform: transformBetween(to, from), opacity: hidden ? 0 : 1 };
  element.classList.add("moving");
  run(element, [start, { transform: "none", opacity: 1 }], delay, () => element.classList.remove("moving"));
}

/**
 * Let an element that belongs nowhere any more fly to a place and vanish.
 * @param {HTMLElement} element
 * @param {DOMRect | undefined} from
 * @param {DOMRect | undefined} to
 * @param {HTMLElement} layer
 * @param {number} [delay]
 */
export function flyAway(element, from, to, layer, delay = 0) {
  if (isCalm() || from === undefined || to === undefined || from.width === 0) {
    element.remove();
    return;
  }
  element.removeAttribute("aria-label");
  element.removeAttribute("data-card"); // on its way out it is no card of the table any more
  element.tabIndex = -1;
  place(element, from);
  layer.append(element);
  const frames = [
    { transform: "none", opacity: 1 },
    { transform: transformBetween(from, to), opacity: 0.2 },
  ];
  run(element, frames, delay, () => element.remove());
}

/**
 * A face-down card flies from one place to another.
 * @param {DOMRect | undefined} from
 * @param {DOMRect | undefined} to
 * @param {HTMLElement} layer
 * @param {number} [delay]
 */
export function flyBack(from, to, layer, delay = 0) {
  if (isCalm() || from === undefined || to === undefined) return;
  const back = document.createElement("div");
  back.className = "back";
  flyAway(back, from, to, layer, delay);
}

/**
 * @param {HTMLElement} element
 * @param {DOMRect} rect
 */
function place(element, rect) {
  element.style.left = `${rect.left}px`;
  element.style.top = `${rect.top}px`;
  element.style.width = `${rect.width}px`;
  element.style.height = `${rect.height}px`;
}

/**
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
function transformBetween(from, to) {
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  const scale = Math.min(to.width / from.width, to.height / from.height);
  return `translate(${x}px, ${y}px) scale(${scale})`;
}
