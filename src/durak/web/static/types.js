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
 * @property {string[][]} [known] publicly known cards of each hand, as far as the table's memory aid says
 * @property {string[][]} [follows]
 * @property {string[]} [talon_follows]
 * @property {string[]} [gone]
 *
 * @typedef {{type: string, seat?: number, cards?: string[], card?: string, attack?: string, cover?: string,
 *   dealer?: number, trump?: string, trump_card?: string, low_trump?: string, number?: number, principal?: number,
 *   defender?: number, limit?: number, to?: number, thrown_in?: boolean, taking?: boolean, seats?: number[], result?: string}} TableEvent
 *
 * @typedef {object} Table
 * @property {string} id
 * @property {string} rules
 * @property {string | null} preset
 * @property {number} players
 * @property {Seat[]} seats
 * @property {number | null} you
 * @property {number | null} [waiting] the seat this person takes at the next deal
 * @property {"lobby" | "playing" | "over"} stage
 * @property {number} deal
 * @property {number[]} tally
 * @property {number} draws
 * @property {string | null} commitment
 * @property {string | null} [next_commitment]
 * @property {number} dealer
 * @property {Options} [options]
 * @property {number | null} [host]
 * @property {string | null} [code] to say aloud
 * @property {number} [watchers]
 * @property {Clock | null} [clock]
 * @property {Match | null} [match]
 * @property {string | null} [prepared] what this seat has ready ahead
 * @property {boolean} [paused] whether it stands still because something could not be stored or done
 *
 * @typedef {object} Seat
 * @property {string} name
 * @property {"person" | "bot" | "open"} kind
 * @property {boolean} [ready]
 * @property {boolean} [present]
 * @property {boolean} [stand_in] whether a bot plays for the person
 * @property {string | null} [level] a bot's
 * @property {string | null} [waiting] who sits here from the next deal on
 *
 * @typedef {object} Options
 * @property {string} [rules]
 * @property {boolean} [public]
 * @property {"none" | "gentle" | "fast"} [time]
 * @property {"none" | "taken" | "seen"} [aid]
 * @property {number | null} [deals]
 * @property {"anyone" | "nobody"} [watching]
 * @property {"off" | "phrases" | "free"} [chat]
 * @property {string} [bots] their level
 * @property {boolean} [practice]
 *
 * Durations that are left, and no time of day.
 * @typedef {{seat: number, answer_ms: number, reserve_ms: number[]}} Clock
 *
 * @typedef {{deals: number | null, number: number, over: boolean, winners: number[]}} Match
 *
 * @typedef {{type: "state", v: number, table: Table, view: View | null, events: TableEvent[]}} StateMessage
 * @typedef {{type: "refused", v: number, do?: string, code: string, message: string, params?: Record<string, string | number>}} RefusedMessage
 *
 * @typedef {{line: number, seat: number | null, name: string, text?: string | null, phrase?: string | null}} ChatLine
 * @typedef {{type: "chat"} & ChatLine} ChatMessage
 * @typedef {{type: "history", chat: ChatLine[]}} HistoryMessage
 * @typedef {{type: "notice", key: string, params?: Record<string, string | number | null>}} NoticeMessage
 * @typedef {{type: "pong"}} PongMessage
 *
 * What a strong bot thinks of an action.
 * @typedef {{do: string, value: number, exact: boolean, why: Record<string, string>}} Worth
 * @typedef {{chosen: Worth, best: Worth}} Choice
 * @typedef {{type: "advice", v: number, best: Worth}} AdviceMessage
 * @typedef {{type: "reviewed", deal: number, bout: number, choices: Choice[]}} ReviewedMessage
 *
 * @typedef {StateMessage | RefusedMessage | ChatMessage | HistoryMessage | NoticeMessage | PongMessage | AdviceMessage | ReviewedMessage} ServerMessage
 *
 * @typedef {"connecting" | "open" | "lost"} ConnectionStatus
 */
export {};
