// @ts-check
/**
 * An evening with real cards: names, results, and what follows from them. Pure: nothing here touches
 * the page, and who deals or leads after which end is looked up in what the engine has played out.
 *
 * @typedef {{losers: number[], dealer: number, leader: number | null}} Next
 * @typedef {{number: string, title: string, text: string}} Clause
 *
 * @typedef {object} Rules
 * @property {string} code
 * @property {string | null} preset
 * @property {number} players
 * @property {"none" | "two"} teams
 * @property {{first: (number | null)[], after: Record<string, Next>[]}} next
 * @property {Record<string, Clause[]>} sheets
 *
 * @typedef {object} Evening
 * @property {1} version
 * @property {Rules} rules
 * @property {string[]} names
 * @property {number} dealer of the first deal
 * @property {string[]} ends who was left with cards after each deal, as the rules' `after` names it
 *
 * @typedef {{number: number, dealer: number, leader: number | null}} Deal
 * @typedef {Deal & {losers: number[]}} Past
 */

/**
 * @param {Rules} rules
 * @param {string[]} names
 * @param {number} dealer
 * @returns {Evening}
 */
export function begin(rules, names, dealer) {
  return { version: 1, rules, names, dealer, ends: [] };
}

/**
 * The deals that are over, and the one to be played now.
 * @param {Evening} evening
 * @returns {{past: Past[], now: Deal}}
 */
export function dealsOf({ rules, dealer, ends }) {
  let now = { number: 1, dealer, leader: rules.next.first[dealer] ?? null };
  const past = [];
  for (const end of ends) {
    const next = /** @type {Next} */ (rules.next.after[now.dealer]?.[end]);
    past.push({ ...now, losers: next.losers });
    now = { number: now.number + 1, dealer: next.dealer, leader: next.leader };
  }
  return { past, now };
}

/**
 * Losses of each seat, and draws.
 * @param {Evening} evening
 */
export function tallyOf(evening) {
  const losses = evening.names.map(() => 0);
  let draws = 0;
  for (const { losers } of dealsOf(evening).past) {
    if (losers.length === 0) draws += 1;
    for (const seat of losers) losses[seat] = (losses[seat] ?? 0) + 1;
  }
  return { losses, draws };
}

/**
 * Whether the deal that is played now can end so.
 * @param {Evening} evening
 * @param {string} end
 */
export function canEnd(evening, end) {
  const { dealer } = dealsOf(evening).now;
  return Object.hasOwn(evening.rules.next.after[dealer] ?? {}, end);
}

/**
 * An evening that was kept or exported; null when this is none.
 * @param {unknown} found
 * @returns {Evening | null}
 */
export function readEvening(found) {
  const evening = /** @type {Evening} */ (found);
  try {
    const { rules, names, dealer, ends } = evening;
    const players = rules.players;
    const whole =
      evening.version === 1 &&
      names.length === players &&
      names.every((name) => typeof name === "string" && name.length <= 24) &&
      rules.next.first.length === players &&
      rules.next.after.length === players &&
      Number.isInteger(dealer) && dealer >= 0 && dealer < players &&
      Object.values(rules.sheets).every((sheet) => sheet.every((clause) => typeof clause.text === "string"));
    if (!whole) return null;
    for (let played = 0; played < ends.length; played += 1) {
      if (!canEnd({ ...evening, ends: ends.slice(0, played) }, ends[played] ?? "?")) return null;
    }
    return evening;
  } catch {
    return null; // not of this form
  }
}
