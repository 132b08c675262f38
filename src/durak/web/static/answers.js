// @ts-check
/** What a person answers: at once, after a moment to take it back, or ahead of being asked. */

import { DONE, tapAhead } from "./ahead.js";
import { slipWords } from "./buttons.js";
import { NOTHING } from "./choice.js";
import { t } from "./language.js";
import { say } from "./log.js";
import { page, settings, state } from "./page.js";
import { createSlip } from "./slip.js";
import { asked } from "./words.js";

/**
 * @typedef {import("./choice.js").Meaning} Meaning
 * @typedef {import("./connection.js").Connection} Connection
 *
 * @typedef {object} Answers
 * @property {(token: string) => void} act
 * @property {(meaning: Meaning) => void} choose
 * @property {(number: number) => void} deal
 * @property {() => void} unready
 * @property {() => boolean} undo takes back what waits to be sent
 * @property {(card: string) => void} tapAhead
 * @property {() => void} toggleDone
 * @property {() => void} back
 * @property {(words: string) => void} hint says why a tap did nothing
 * @property {(seat: number) => void} standIn has a bot play for somebody who is away
 * @property {() => boolean} isBusy whether an answer is on its way, or cannot get there
 */

/**
 * @param {Connection} connection
 * @param {() => void} refresh shows the same state again
 * @returns {Answers}
 */
export function createAnswers(connection, refresh) {
  const slip = createSlip({ send: sendNow, changed: held });

  function held() {
    state.held = slip.held();
    if (state.held !== null) say(page.live, [slipWords(state.held, state.view)]);
    refresh();
  }

  /** @param {string} token */
  function sendNow(token) {
    state.held = null;
    if (!connection.act(token)) return;
    state.refusal = "";
    refresh();
  }

  /** @param {string} token */
  function act(token) {
    if (connection.isBusy() || state.held !== null) return;
    if (settings.slip === "on" && (token === "take" || token === "done")) slip.hold(token);
    else sendNow(token);
  }

  /** @param {string | null} token */
  function prepare(token) {
    state.refusal = state.hint = "";
    connection.send(token === null ? { type: "unprepare" } : { type: "prepare", v: connection.version(), do: token });
  }

  return {
    act,
    choose(meaning) {
      if ("send" in meaning) {
        act(meaning.send);
        return;
      }
      state.chosen = meaning.chosen;
      state.refusal = "";
      refresh();
      if (state.message?.view && meaning.chosen !== NOTHING) {
        say(page.live, [asked(state.message.view, state.message.table, state.moves, state.chosen)]);
      }
    },
    deal(number) {
      if (state.said || !connection.deal(number)) return;
      state.said = true;
      refresh();
    },
    unready() {
      if (!state.said && connection.send({ type: "unready" })) state.said = true;
      refresh();
    },
    undo() {
      const undone = slip.cancel();
      if (undone) {
        state.held = null;
        say(page.live, [t("slip.undone")]);
      }
      return undone;
    },
    tapAhead: (card) => prepare(tapAhead(state.message?.table.prepared, card)),
    toggleDone: () => prepare(state.message?.table.prepared === DONE ? null : DONE),
    standIn: (seat) => void connection.send({ type: "stand_in", seat }),
    hint(words) {
      state.refusal = "";
      state.hint = words;
      refresh();
    },
    back: () => void connection.send({ type: "back" }),
    isBusy: () => connection.isBusy() || state.connection !== "open",
  };
}
