// @ts-check
/**
 * What the server sends, as types. Only types live here.
 *
 * @typedef {{attack: string, cover: string | null}} Pair
 *
 * @typedef {"lead" | "answer" | "throw_in" | "after_take" | "over"} Phase
 *
 * @typedef {object} View
 * @property {number | null} seat
 * @property {string} rules
 * @property {Phase} phase
 * @property {number | null} to_act
 * @property {number} principal
 * @property {number} defender
 * @property {number} dealer
 * @property {number} led
 * @property {number} bout
 * @property {number} limit
 * @property {boolean} taking
 * @property {number[]} done
 * @property {number[]} throwers
 * @property {string} trump
 * @property {string | null} trump_card
 * @property {number} talon_count
 * @property {number} discard_count
 * @property {number[]} counts
 * @property {Pair[]} table
 * @property {string[]} hand
 * @property {string[]} legal
 * @property {number[][]} out
 * @property {string | null} result
 * @property {number | null} dealer_next
 *
 * @typedef {{type: string, seat?: number, cards?: string[], card?: string, attack?: string, cover?: string,
 *   dealer?: number, trump?: string, trump_card?: string, low_trump?: string, number?: number, principal?: number,
 *   defender?: number, limit?: number, to?: number, thrown_in?: boolean, seats?: number[], result?: string}} TableEvent
 *
 * @typedef {object} Table
 * @property {string} id
 * @property {string} rules
 * @property {string | null} preset
 * @property {number} players
 * @property {{name: string, kind: "person" | "bot"}[]} seats
 * @property {number | null} you
 * @property {"waiting" | "playing" | "over"} stage
 * @property {number} deal
 * @property {number[]} tally
 * @property {number} draws
 * @property {string | null} commitment
 * @property {string | null} [next_commitment]
 * @property {number} dealer
 *
 * @typedef {{type: "state", v: number, table: Table, view: View | null, events: TableEvent[]}} StateMessage
 * @typedef {{type: "refused", v: number, do?: string, code: string, message: string}} RefusedMessage
 *
 * @typedef {"connecting" | "open" | "lost"} ConnectionStatus
 */
export {};
