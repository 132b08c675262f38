// @ts-check
/** Where cards go, in numbers: pure functions of counts and room. */

/**
 * @typedef {{x: number, y: number}} Place
 */

/**
 * A hand in rows: as few rows as leave each card a strip that a thumb can hit.
 * @param {object} room
 * @param {number} room.count
 * @param {number} room.width
 * @param {number} room.cardWidth
 * @param {number} room.cardHeight
 * @param {number} room.tallest how high the hand may be
 * @param {number} room.strip how wide a part of each card should be free
 * @returns {{places: Place[], height: number, rows: number}}
 */
export function fan({ count, width, cardWidth, cardHeight, tallest, strip }) {
  const lower = 44;
  const gap = 6;
  const mostRows = Math.max(1, 1 + Math.floor((tallest - cardHeight) / lower));
  let rows = 1;
  while (rows < mostRows && stepOf(Math.ceil(count / rows)) < Math.min(strip, cardWidth)) rows += 1;
  const perRow = Math.ceil(count / rows);
  /** @param {number} cards */
  function stepOf(cards) {
    return cards > 1 ? Math.min(cardWidth + gap, (width - cardWidth) / (cards - 1)) : cardWidth;
  }
  const step = stepOf(perRow);
  /** @type {Place[]} */
  const places = [];
  for (let row = 0; row < rows; row += 1) {
    const here = Math.min(perRow, count - row * perRow);
    const left = (width - (cardWidth + step * (Math.max(here, 1) - 1))) / 2;
    for (let at = 0; at < here; at += 1) places.push({ x: left + step * at, y: lower * row });
  }
  return { places, height: cardHeight + lower * (rows - 1), rows };
}

/** How far a cover is set off from its attack, as a part of the card's width. */
export const COVER_RIGHT = 0.3;
export const COVER_DOWN = 0.3;

/**
 * The widest card with which so many pairs fit into the room, and the columns they take.
 * @param {object} room
 * @param {number} room.pairs
 * @param {number} room.width
 * @param {number} room.height
 * @param {number} room.widest
 * @param {number} room.ratio a card's height for its width
 * @returns {{columns: number, cardWidth: number}}
 */
export function pairGrid({ pairs, width, height, widest, ratio }) {
  const gap = 10;
  let best = { columns: 1, cardWidth: 0 };
  for (let columns = 1; columns <= pairs; columns += 1) {
    const rows = Math.ceil(pairs / columns);
    const byWidth = ((width - gap * (columns - 1)) / columns) / (1 + COVER_RIGHT);
    const byHeight = ((height - gap * (rows - 1)) / rows) / (ratio + COVER_DOWN);
    const cardWidth = Math.floor(Math.min(byWidth, byHeight, widest));
    if (cardWidth > best.cardWidth) best = { columns, cardWidth };
  }
  return best;
}

/** Places round a wide table for one to five others, clockwise from the left of the bottom seat. */
const ROUND = /** @type {[number, number][][]} */ ([
  [],
  [[0.5, 0.04]],
  [[0.13, 0.24], [0.87, 0.24]],
  [[0.08, 0.46], [0.5, 0.04], [0.92, 0.46]],
  [[0.08, 0.52], [0.29, 0.04], [0.71, 0.04], [0.92, 0.52]],
  [[0.08, 0.66], [0.1, 0.22], [0.5, 0.04], [0.9, 0.22], [0.92, 0.66]],
]);

/**
 * Where the others sit round a wide table, as parts of its width and height.
 * @param {number} others
 * @returns {Place[]}
 */
export function around(others) {
  return (ROUND[others] ?? []).map(([x, y]) => ({ x, y }));
}
