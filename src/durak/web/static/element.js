// @ts-check
/** Elements of the page by their id. */

/**
 * The element with this id; the templates promise that it is there.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function at(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page lacks #${id}`);
  return element;
}
