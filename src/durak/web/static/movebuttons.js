// @ts-check
/** The buttons of who is asked: what may be done now, by itself or with what is chosen. */

import { moveWords } from "./actions.js";
import { cardName, shortName } from "./cards.js";
import { NOTHING, offers, tapAttack, targets } from "./choice.js";
import { t } from "./language.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./actions.js").Offer} Offer
 * @typedef {import("./choice.js").Chosen} Chosen
 * @typedef {import("./choice.js").Meaning} Meaning
 * @typedef {import("./choice.js").Move} Move
 * @typedef {{act: (token: string) => void, choose: (meaning: Meaning) => void}} Answering
 */

/**
 * @param {View} view
 * @param {Move[]} moves
 * @param {Chosen} chosen
 * @param {Answering} answers
 * @returns {Offer[]}
 */
export function moveButtons(view, moves, chosen, answers) {
  const offered = offers(moves, chosen);
  const choosing = chosen.cards.length > 0 || chosen.target !== null;
  const short = offered.filter((move) => move.kind === "cover").length > 2;
  /** @type {Offer[]} */
  const buttons = choosing ? [] : attackButtons(view, moves, answers);
  offered.forEach((move, index) => {
    const all = move.kind === "lay" && move.cards.length > chosen.cards.length;
    const primary = choosing ? index === 0 && move.cards.length > 0 : moves.length === 1;
    buttons.push({ key: move.token, ...moveWords(move, view, { all, short }), primary, act: () => answers.act(move.token) });
  });
  if (choosing) {
    const act = () => answers.choose({ chosen: NOTHING });
    buttons.push({ key: "cancel", words: "✕", spoken: t("do.cancel"), primary: false, act });
  }
  return buttons;
}

/**
 * With several attacks open, a button for each that can be covered: which one comes before which card.
 * @param {View} view
 * @param {Move[]} moves
 * @param {Answering} answers
 * @returns {Offer[]}
 */
function attackButtons(view, moves, answers) {
  const coverable = targets(moves, NOTHING);
  if (view.table.filter((pair) => pair.cover === null).length < 2) return [];
  const several = coverable.size > 2;
  return view.table.flatMap(({ attack }, at) => {
    if (!coverable.has(attack)) return [];
    const number = at + 1;
    return {
      key: `attack-${attack}`,
      words: t(several ? "do.cover_short" : "do.cover", { number, cards: shortName(attack) }),
      spoken: t("do.cover", { number, cards: cardName(attack) }),
      primary: false,
      act: () => answers.choose(tapAttack(moves, NOTHING, attack)),
    };
  });
}
