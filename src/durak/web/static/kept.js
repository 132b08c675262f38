// @ts-check
/** What one tab keeps over a reload, and forgets when it is closed. */

/**
 * @param {string} key
 * @returns {unknown} null when there is nothing
 */
export function kept(key) {
  try {
    return JSON.parse(sessionStorage.getItem(`durak.${key}`) ?? "null");
  } catch {
    return null; // storage forbidden or damaged: begin anew
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function keep(key, value) {
  try {
    sessionStorage.setItem(`durak.${key}`, JSON.stringify(value));
  } catch {
    // storage forbidden or full: a reload begins anew
  }
}
