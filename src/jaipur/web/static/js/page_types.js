/** Types of the page itself, and short names for some types of the server. */

/** @typedef {0|1} Seat */

/** @typedef {import("./types.js").TableLinks} Links */

/** @typedef {import("./types.js").RoundShown} Round */

/**
 * @template T
 * @typedef {Partial<Omit<T, "kind">>} Loose
 */

/**
 * An event; which fields it has depends on its kind.
 * @typedef {Pick<import("./types.js").Update["events"][number], "version"|"at"|"kind"|"words">
 *   & Loose<import("./types.js").JoinedEvent> & Loose<import("./types.js").ReadiedEvent>
 *   & Loose<import("./types.js").ActedEvent> & Loose<import("./types.js").RematchedEvent>} TableEvent
 */

/** @typedef {Required<import("./types.js").Options>} Options all of them, as a table sends them */

/** @typedef {Omit<import("./types.js").State, "options"> & {options: Options}} State */

/** @typedef {Omit<import("./types.js").Update, "events"|"state"> & {events: TableEvent[], state: State}} Update */

/**
 * @typedef {Object} Choices the cards that can be picked, and the legal actions with them
 * @property {(string|null)[]} market
 * @property {string[]} hand letters, sorted by kind
 * @property {number} herd
 * @property {import("./types.js").Legal[]} legal
 * @property {import("./types.js").Blocked|null} blocked
 */

/**
 * @typedef {Object} Selection the picked cards, each with its place
 * @property {{place: number, card: string}[]} market
 * @property {{index: number, card: string}[]} hand
 * @property {number} camels camels of the herd to give
 */

/**
 * @typedef {Object} Staged what the picked cards mean
 * @property {"none"|"take"|"camels"|"sell"|"exchange"} meaning
 * @property {import("./types.js").Legal|null} legal the action, if it is legal
 * @property {string|null} action its notation as soon as the card counts match, legal or not
 * @property {number[]} places of the market
 * @property {number} toGive cards still to give; negative: still to take
 */

/** @typedef {"connecting"|"live"|"lost"} Connection */

/**
 * @typedef {Object} Model everything the screen draws, rebuilt for each change
 * @property {State} state
 * @property {Round} round
 * @property {Seat|null} seat mine; null for watchers and behind the curtain
 * @property {Seat} bottom the seat drawn below
 * @property {Seat} top the seat drawn above
 * @property {[string, string]} names
 * @property {Choices} choices
 * @property {Selection} selection
 * @property {Staged} staged
 * @property {boolean} isMine my turn, and no action pending
 * @property {boolean} isPending an action was sent and is not answered yet
 * @property {boolean} confirming the button was pressed once and wants a second press
 * @property {Connection} connection
 * @property {import("./types.js").Now} now
 * @property {TableEvent[]} log
 * @property {{sentence: string, tone: "plain"|"error"|"news", isSilence?: boolean}|null} said isSilence: the server did not answer
 * @property {string|null} reason why a complete selection is not legal
 * @property {boolean} isCurtain two people on one device, and nobody has lifted the curtain
 * @property {boolean} isCounting the round is over, and its scoring was not shown yet
 * @property {boolean} isReadOnly a replay, or a watcher
 */

/**
 * @typedef {Object} Intents what the user can ask for
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
