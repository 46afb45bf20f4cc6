/** The shapes of data on the page: what the server sends (docs/server.md), and what is drawn. */

/** @typedef {0|1} Seat */

/**
 * @typedef {Object} SeatShown
 * @property {"person"|"bot"|"open"} kind
 * @property {string} name
 * @property {string|null} bot
 * @property {boolean} ready
 * @property {boolean} wants_next
 * @property {number|null} bank_ms
 */

/**
 * @typedef {Object} Side one side of the table; null is what this viewer is not shown
 * @property {number} hand_size
 * @property {string|null} hand letters
 * @property {string|null} known letters the others know to be in the hand
 * @property {number|null} herd
 * @property {number} herd_stack
 * @property {Record<string, number[]>|null} tokens
 * @property {number} token_count
 * @property {number|null} goods_rupees
 * @property {Record<string, number>} bonus_counts
 * @property {number[]|null} bonus_values
 */

/**
 * @typedef {Object} Legal a legal action, and what is to be said about it
 * @property {string} action
 * @property {"take"|"take_camels"|"exchange"|"sell"} kind
 * @property {number} hand_after
 * @property {"tokens"|"deck"|"exchanges"|null} ends
 * @property {number} [herd_after]
 * @property {number} [reveals]
 * @property {string} [take]
 * @property {string} [give]
 * @property {string} [good]
 * @property {number} [count]
 * @property {number[]} [earns]
 * @property {number|null} [bonus_tier]
 */

/** @typedef {{reason: string, rule: string}} WhyNot */
/** @typedef {Record<"market"|"hand"|"herd", Record<string, WhyNot>>} Blocked by letter */

/**
 * @typedef {Object} Round
 * @property {number} number
 * @property {Seat} starter
 * @property {Seat|null} turn
 * @property {(string|null)[]} market
 * @property {number|null} deck
 * @property {number} deck_stack
 * @property {string|null} discard_top
 * @property {string|null} discard
 * @property {Record<string, number[]>} piles
 * @property {Record<string, number>} bonuses_left
 * @property {number} exchanges
 * @property {number|null} exchange_limit
 * @property {string|null} end
 * @property {[Side, Side]} sides
 * @property {string|null} unseen
 * @property {Legal[]} legal
 * @property {Blocked|null} blocked
 */

/**
 * @typedef {Object} Result the scoring of a round
 * @property {"tokens"|"deck"|"exchanges"} cause
 * @property {Seat|null} camel_token
 * @property {[number, number]} goods_rupees
 * @property {[number, number]} bonus_rupees
 * @property {[number, number]} rupees
 * @property {[number, number]} bonus_tokens
 * @property {[number, number]} goods_tokens
 * @property {Seat|null} winner
 * @property {"rupees"|"bonus tokens"|"goods tokens"|"nothing"} decided_by
 */

/** @typedef {{memory_aid: "off"|"counts"|"full", house_rule: boolean, clock: {bank: number, increment: number}|null, private: boolean}} Options */

/** @typedef {{seat: Seat, sha256: string, reveal_seconds: number, other_nonce: string|null}} NonceCommitted the nonce that is fixed, and revealed last */

/**
 * @typedef {Object} State
 * @property {string} table
 * @property {Seat|null} seat
 * @property {"waiting"|"playing"|"between"|"over"} phase
 * @property {Options} options
 * @property {string} commitment
 * @property {NonceCommitted|null} nonce_commitment
 * @property {[SeatShown, SeatShown]} seats
 * @property {Seat[]} waits_for
 * @property {Round|null} round
 * @property {[number, number]} seals
 * @property {Result[]} results
 * @property {{cause: "seals"|"resigned"|"time"|"closed"|"void"|"house", winner: Seat|null, by?: Seat|null}|null} ending
 * @property {{offered_by: Seat|null, table: string|null}} rematch
 * @property {string|null} previous
 */

/**
 * @typedef {Object} Now
 * @property {[boolean, boolean]} present
 * @property {number} watchers
 * @property {boolean} bot_ready
 * @property {{percent: number, seconds: number|null}|null} bot_preparing
 * @property {number|null} bot_queue
 * @property {[number, number]|null} clocks_ms
 * @property {Seat[]} running
 */

/**
 * @typedef {Object} TableEvent something that happened; which names it has depends on its kind
 * @property {number} version
 * @property {"created"|"joined"|"readied"|"acted"|"wanted_next"|"resigned"|"ran_out"|"closed"|"voided"|"offered_rematch"|"rematched"} kind
 * @property {number} at seconds since 1970
 * @property {Seat} [seat]
 * @property {Seat[]} [seats]
 * @property {string} [name]
 * @property {string} [action]
 * @property {string} [drawn]
 * @property {number[]} [tokens]
 * @property {number|null} [bonus_tier]
 * @property {string|null} [end]
 * @property {number[]} [places]
 * @property {(string|null)[]} [market]
 * @property {string|null} [fallback]
 * @property {number|null} [round]
 * @property {Seat} [starter]
 * @property {string} [table]
 */

/**
 * @typedef {Object} Update
 * @property {number} version
 * @property {number|null} after
 * @property {TableEvent[]} events
 * @property {State} state
 * @property {Now} now
 */

/** @typedef {{invitation: string|null, watch: string|null, only_here: boolean}} Links */

/**
 * @typedef {Object} Plan what cards can be picked from, and what can be done with them
 * @property {(string|null)[]} market
 * @property {string[]} hand letters, sorted by kind
 * @property {number} herd
 * @property {Legal[]} legal
 * @property {Blocked|null} blocked
 */

/**
 * @typedef {Object} Selection the picked cards, each tied to its place
 * @property {{place: number, card: string}[]} market
 * @property {{index: number, card: string}[]} hand
 * @property {number} camels camels of the herd to give
 */

/**
 * @typedef {Object} Staged what the picked cards mean
 * @property {"none"|"take"|"camels"|"sell"|"exchange"} meaning
 * @property {Legal|null} legal the action, if it is legal
 * @property {string|null} action its notation as soon as the numbers fit, legal or not
 * @property {number[]} places of the market
 * @property {number} toGive cards still to give; negative: still to take
 */

/** @typedef {"connecting"|"live"|"lost"} Connection */

/**
 * @typedef {Object} Model everything the screen draws, made anew each time
 * @property {State} state
 * @property {Round} round
 * @property {Seat|null} seat mine; null for who watches and behind the curtain
 * @property {Seat} bottom the seat drawn below
 * @property {Seat} top the seat drawn above
 * @property {[string, string]} names
 * @property {Plan} plan
 * @property {Selection} selection
 * @property {Staged} staged
 * @property {boolean} isMine my turn, and nothing under way
 * @property {boolean} isPending an action was sent and is not answered yet
 * @property {boolean} confirming the button was pressed once and wants a second press
 * @property {Connection} connection
 * @property {Now} now
 * @property {TableEvent[]} log
 * @property {{sentence: string, tone: "plain"|"error"|"news", isSilence?: boolean}|null} said isSilence: no server answered
 * @property {string|null} reason why a complete selection is not legal
 * @property {boolean} isCurtain two people on one device, and nobody has lifted the curtain
 * @property {boolean} isCounting the round is over, and who won it is still to be shown
 * @property {boolean} isReadOnly a replay or somebody who watches
 */

/**
 * @typedef {Object} Intents what a person can want
 * @property {(place: number) => void} pickMarket
 * @property {(index: number) => void} pickHand
 * @property {(good: string) => void} pickPile
 * @property {(delta: 1|-1) => void} change
 * @property {() => void} fill
 * @property {() => void} clear
 * @property {() => void} play
 * @property {(notation: string) => boolean} stage
 * @property {() => void} next
 * @property {() => void} openMenu
 * @property {() => void} openHelp
 * @property {() => void} openLog
 * @property {() => void} openScore
 * @property {() => void} [openResult] of the match
 * @property {() => void} repeat
 * @property {(sentence: string) => void} explain why a card cannot be picked
 */

export {};
