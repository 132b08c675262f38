// @ts-check
/** Cards on their way: from where an element was to where it is now, never longer than 250 ms. */

const DURATION = 230;
const EASING = "cubic-bezier(.2, .8, .3, 1)";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

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
 */
export function comeFrom(element, from) {
  if (calm.matches || from === undefined || from.width === 0) return;
  const to = element.getBoundingClientRect();
  if (to.width === 0) return;
  const moved = Math.abs(from.left - to.left) + Math.abs(from.top - to.top) + Math.abs(from.width - to.width);
  if (moved < 1.5) return;
  const way = element.animate([{ transform: transformBetween(to, from) }, { transform: "none" }], {
    duration: DURATION,
    easing: EASING,
  });
  element.classList.add("moving");
  const settle = () => element.classList.remove("moving");
  way.finished.then(settle, settle);
}

/**
 * Let an element that belongs nowhere any more fly to a place and vanish.
 * @param {HTMLElement} element
 * @param {DOMRect | undefined} from
 * @param {DOMRect | undefined} to
 * @param {HTMLElement} layer
 */
export function flyAway(element, from, to, layer) {
  if (calm.matches || from === undefined || to === undefined || from.width === 0) {
    element.remove();
    return;
  }
  element.removeAttribute("aria-label");
  element.tabIndex = -1;
  place(element, from);
  layer.append(element);
  const way = element.animate(
    [
      { transform: "none", opacity: 1 },
      { transform: transformBetween(from, to), opacity: 0.2 },
    ],
    { duration: DURATION, easing: EASING },
  );
  const remove = () => element.remove();
  way.finished.then(remove, remove);
}

/**
 * A face-down card flies from one place to another.
 * @param {DOMRect | undefined} from
 * @param {DOMRect | undefined} to
 * @param {HTMLElement} layer
 */
export function flyBack(from, to, layer) {
  if (calm.matches || from === undefined || to === undefined) return;
  const back = document.createElement("div");
  back.className = "back";
  flyAway(back, from, to, layer);
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
