// @ts-check
/** The play in words: a panel to read, and one live region that tells what just happened. */

const MOST_LINES = 400;

/**
 * @param {HTMLElement} list
 * @param {HTMLElement} scroller
 * @param {string[]} lines
 */
export function addToLog(list, scroller, lines) {
  for (const line of lines) {
    const item = document.createElement("li");
    item.textContent = line;
    list.append(item);
  }
  while (list.childElementCount > MOST_LINES) list.firstElementChild?.remove();
  scroller.scrollTop = scroller.scrollHeight;
}

/**
 * @param {HTMLElement} region
 * @param {string[]} lines
 */
export function say(region, lines) {
  const words = lines.filter((line) => line !== "").join(" ");
  if (words === "") return;
  // the same words twice are news twice: a changed space makes the region change
  region.textContent = region.textContent === words ? `${words}\u00a0` : words;
}
