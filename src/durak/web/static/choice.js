// @ts-check
/**
 * From the legal tokens to what a tap means. Pure functions: nothing here knows a rule of the game
 * or touches the page; what is not in the legal list is left to the server to refuse.
 */

/**
 * @typedef {"lay" | "cover" | "transfer" | "show" | "take" | "done" | "swap"} Kind
 * @typedef {{kind: Kind, cards: string[], target: string | null, token: string}} Move
 *
 * What has been chosen so far: cards of the hand, or the attack to cover.
 * @typedef {{cards: readonly string[], target: string | null}} Chosen
 *
 * A tap either answers with a token, or changes what is chosen.
 * @typedef {{send: string} | {chosen: Chosen}} Meaning
 */

/** @type {Chosen} */
export const NOTHING = Object.freeze({ cards: Object.freeze([]), target: null });

/** @param {string} text */
function cardsOf(text) {
  return text.match(/../g) ?? [];
}

/**
 * @param {string} token
 * @returns {Move}
 */
export function parse(token) {
  if (token === "take" || token === "done" || token === "swap") {
    return { kind: token, cards: [], target: null, token };
  }
  if (token.startsWith(">(")) return { kind: "show", cards: cardsOf(token.slice(2, -1)), target: null, token };
  if (token.startsWith(">")) return { kind: "transfer", cards: cardsOf(token.slice(1)), target: null, token };
  const [first = "", cover] = token.split("<");
  if (cover !== undefined) return { kind: "cover", cards: [cover], target: first, token };
  return { kind: "lay", cards: cardsOf(first), target: null, token };
}

/**
 * @param {readonly string[]} legal
 * @returns {Move[]}
 */
export function parseAll(legal) {
  return legal.map(parse);
}

/**
 * @param {Move} move
 * @param {readonly string[]} cards
 */
function holds(move, cards) {
  return cards.every((card) => move.cards.includes(card));
}

/**
 * @param {Move} move
 * @param {readonly string[]} cards
 */
function isExactly(move, cards) {
  return move.cards.length === cards.length && holds(move, cards);
}

/**
 * Cards of the hand that can do something now, given what is chosen.
 * @param {readonly Move[]} moves
 * @param {Chosen} chosen
 * @returns {Set<string>}
 */
export function playable(moves, chosen) {
  const fitting = chosen.target === null ? moves : moves.filter((move) => move.target === chosen.target);
  return new Set(fitting.flatMap((move) => move.cards));
}

/**
 * Attacks that can be covered now, given what is chosen.
 * @param {readonly Move[]} moves
 * @param {Chosen} chosen
 * @returns {Set<string>}
 */
export function targets(moves, chosen) {
  const found = new Set();
  for (const move of moves) {
    if (move.target !== null && holds(move, chosen.cards)) found.add(move.target);
  }
  return found;
}

/**
 * The token a card stands for when nothing legal goes with it: the server says what is wrong.
 * @param {string} card
 * @param {string | null} target
 */
function natural(card, target) {
  return target === null ? card : `${target}<${card}`;
}

/**
 * A tap on a card of the hand.
 * @param {readonly Move[]} moves
 * @param {Chosen} chosen
 * @param {string} card
 * @param {string | null} open the first attack without a cover when this seat defends, else null
 * @returns {Meaning}
 */
export function tapHand(moves, chosen, card, open) {
  if (chosen.cards.includes(card)) {
    return { chosen: { cards: chosen.cards.filter((each) => each !== card), target: null } };
  }
  if (chosen.target !== null) {
    const cover = moves.find((move) => move.target === chosen.target && move.cards.includes(card));
    return { send: cover?.token ?? natural(card, chosen.target) };
  }
  const grown = [...chosen.cards, card];
  if (chosen.cards.length > 0 && moves.some((move) => holds(move, grown))) {
    return { chosen: { cards: grown, target: null } };
  }
  const possible = moves.filter((move) => move.cards.includes(card));
  const [only] = possible;
  if (only === undefined) return { send: natural(card, open) };
  if (possible.length === 1) return { send: only.token };
  return { chosen: { cards: [card], target: null } };
}

/**
 * A tap on an attack of the table.
 * @param {readonly Move[]} moves
 * @param {Chosen} chosen
 * @param {string} attack
 * @returns {Meaning}
 */
export function tapAttack(moves, chosen, attack) {
  const [card] = chosen.cards;
  if (card !== undefined && chosen.cards.length === 1) {
    const cover = moves.find((move) => move.target === attack && isExactly(move, [card]));
    return { send: cover?.token ?? natural(card, attack) };
  }
  const may = moves.some((move) => move.target === attack);
  return { chosen: may && chosen.target !== attack ? { cards: [], target: attack } : NOTHING };
}

/**
 * The moves to offer as buttons, most natural first: those that stand by themselves, or what the
 * chosen cards can do (exactly these cards, and the most of their rank that may go together).
 * @param {readonly Move[]} moves
 * @param {Chosen} chosen
 * @returns {Move[]}
 */
export function offers(moves, chosen) {
  const plain = moves.filter((move) => move.cards.length === 0);
  const offered = chosen.cards.length > 0 ? offersFor(moves, chosen.cards) : [];
  if (chosen.cards.length === 0 && chosen.target === null) {
    const transfers = moves.filter((move) => move.kind === "transfer");
    offered.push(...transfers.filter((move) => move.cards.length === 1), ...most(transfers));
    offered.push(...moves.filter((move) => move.kind === "show"));
  }
  return [...new Set([...offered, ...plain])];
}

/**
 * @param {readonly Move[]} moves
 * @param {readonly string[]} cards
 * @returns {Move[]}
 */
function offersFor(moves, cards) {
  /** @type {Move[]} */
  const offered = moves.filter((move) => move.kind === "cover" && isExactly(move, cards));
  for (const kind of ["lay", "transfer", "show"]) {
    const possible = moves.filter((move) => move.kind === kind && holds(move, cards));
    offered.push(...possible.filter((move) => isExactly(move, cards)), ...most(possible));
  }
  return offered;
}

/**
 * Of several moves with several cards, the one with most cards; none if all are of one card.
 * @param {readonly Move[]} moves
 * @returns {Move[]}
 */
function most(moves) {
  const longest = moves.reduce(
    (/** @type {Move | null} */ best, move) => (move.cards.length > (best?.cards.length ?? 1) ? move : best),
    null,
  );
  return longest === null ? [] : [longest];
}
