// @ts-check
/** The record of a deal: where it is, and a copy of its text. */

/**
 * @param {string} table
 * @param {number} deal
 */
export function recordUrl(table, deal) {
  return `/t/${encodeURIComponent(table)}/record?deal=${deal}`;
}

/**
 * @param {string} table
 * @param {number} deal
 * @returns {Promise<string>}
 */
export async function recordText(table, deal) {
  const answer = await fetch(recordUrl(table, deal));
  if (!answer.ok) throw new Error(`the record of deal ${deal} does not come: ${answer.status}`);
  return answer.text();
}

/**
 * Put a text where it can be pasted from; also in a browser that has no clipboard for pages over plain HTTP.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "visually-hidden";
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
