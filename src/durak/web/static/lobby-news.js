// @ts-check
/** What changed round the table between two states, in sentences for those who hear the page. */

import { t } from "./language.js";
import { rulesName, seatName } from "./words.js";

/**
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./types.js").Seat} Seat
 */

/**
 * @param {Table} before
 * @param {Table} now
 * @returns {string[]}
 */
export function lobbyNews(before, now) {
  const lines = before.rules === now.rules ? [] : [t("lobby.told.rules", { rules: rulesName(now) })];
  before.seats.forEach((was, at) => {
    if (was.kind === "person" && at !== before.you && personAt(now, was.name) < 0) lines.push(t("lobby.told.left", { name: was.name }));
  });
  now.seats.forEach((seat, at) => lines.push(...seatNews(before, now, seat, at)));
  const [host, wasHost] = [hostOf(now), hostOf(before)];
  if (host !== "" && wasHost !== "" && host !== wasHost) {
    lines.push(t(now.host === now.you ? "notice.host.you" : "notice.host", { name: host }));
  }
  return lines;
}

/**
 * @param {Table} before
 * @param {Table} now
 * @param {Seat} seat
 * @param {number} at
 * @returns {string[]}
 */
function seatNews(before, now, seat, at) {
  const was = before.seats[at];
  const number = at + 1;
  if (seat.kind === "bot") {
    if (was?.kind !== "bot") return [t("lobby.told.bot", { number })];
    const isOther = seat.level != null && was.level !== seat.level;
    return isOther ? [t("lobby.told.level", { name: seatName(now, at), level: t(`option.bots.${seat.level}`) })] : [];
  }
  if (seat.kind === "open") return was?.kind === "bot" ? [t("lobby.told.opened", { number })] : [];
  const name = seatName(now, at);
  const from = personAt(before, seat.name);
  if (was?.kind !== "person" || was.name !== seat.name) {
    const moved = from >= 0 && now.seats[from]?.name !== seat.name;
    return [moved ? t("lobby.told.moved", { name, number }) : t("notice.sat", { name })];
  }
  if (at === now.you || (seat.ready === true) === (was.ready === true)) return [];
  return [t(seat.ready === true ? "lobby.told.ready" : "lobby.told.unready", { name })];
}

/**
 * Where a person of this name sits; -1: nowhere.
 * @param {Table} table
 * @param {string} name
 */
function personAt(table, name) {
  return table.seats.findIndex((each) => each.kind === "person" && each.name === name);
}

/** @param {Table} table */
function hostOf(table) {
  return table.host == null ? "" : (table.seats[table.host]?.name ?? "");
}
