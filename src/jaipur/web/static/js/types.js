/** The requests and responses of the server; written by python -m tests.web.page_types. */

/**
 * @typedef {Object} Accepted A command was accepted and stored; `version` is the version it created.
 * @property {number} version
 */

/**
 * @typedef {Object} Act Play an action.
 * @property {"act"} kind
 * @property {string} action In notation.
 * @property {number[]|null} [places]
 */

/**
 * @typedef {Object} ActedEvent A seat played an action.
 * @property {"acted"} kind
 * @property {number} version
 * @property {number} at
 * @property {string} words
 * @property {0|1} seat
 * @property {string} action An action in notation.
 * @property {string} drawn
 * @property {number[]} tokens
 * @property {number|null} bonus_tier
 * @property {EndCause|null} end
 * @property {number[]} places
 * @property {(string|null)[]} market
 * @property {string|null} fallback
 */

/** @typedef {"exchange"|"sell"|"take"|"take_camels"} ActionKind The four actions. */

/**
 * @typedef {Object} AgainstBot Play a bot of the ladder: `merchant`, or with a number of nodes `merchant:500`.
 * @property {"bot"} kind
 * @property {string} bot
 */

/**
 * @typedef {Object} Blocked The cards that are part of no legal action, by letter.
 * @property {Record<string, WhyNot|null>} market
 * @property {Record<string, WhyNot|null>} hand
 * @property {Record<string, WhyNot|null>} herd
 */

/**
 * @typedef {Object} BotInfo A bot of the ladder.
 * @property {string} name
 * @property {string} character
 * @property {number} rating
 * @property {number} nodes
 * @property {boolean} searches
 */

/**
 * @typedef {Object} BotList The ladder, weakest first.
 * @property {boolean} ready
 * @property {BotInfo[]} bots
 */

/**
 * @typedef {Object} BotPreparation The progress of a bot that is getting ready; `seconds` is the time left, if known.
 * @property {number} percent
 * @property {number|null} seconds
 */

/** @typedef {"closed"|"host"|"resigned"|"seals"|"time"|"void"} Cause Why a match is over. */

/**
 * @typedef {Object} CheckedAction Whether an action is legal now, or would be if it were the caller's turn.
 * @property {number} version
 * @property {boolean} legal
 * @property {string|null} reason
 * @property {string|null} rule
 * @property {string|null} sentence
 */

/**
 * @typedef {Object} Claim Claim the seats of another device with its link.
 * @property {string} link
 */

/**
 * @typedef {Object} ClockOption A time bank per person and match, and the increment per action, in seconds.
 * @property {number} bank
 * @property {number} [increment]
 */

/**
 * @typedef {Object} Close Close a table whose match has not begun.
 * @property {"close"} kind
 */

/**
 * @typedef {Object} ClosedEvent A player closed the table before the match began, or the host closed it (no seat).
 * @property {"closed"} kind
 * @property {number} version
 * @property {number} at
 * @property {string} words
 * @property {0|1|null} seat
 */

/**
 * @typedef {Object} Create Create a table.
 * @property {string} id Chosen by the caller, unique per command. A command with the same id is a retry and gets the same response.
 * @property {string} name
 * @property {AgainstBot|OnOneDevice|WithInvitation} opponent
 * @property {RequestedOptions} [options]
 */

/**
 * @typedef {Object} CreatedEvent The table was set up.
 * @property {"created"} kind
 * @property {number} version
 * @property {number} at
 * @property {string} words
 */

/** @typedef {"bonus tokens"|"goods tokens"|"nothing"|"rupees"} DecidedBy What decided the round: rupees, a tie-break, or nothing (a complete tie). */

/**
 * @typedef {Object} Done The request succeeded.
 * @property {true} done
 */

/** @typedef {"deck"|"exchanges"|"tokens"} EndCause Why a round is over. */

/**
 * @typedef {Object} ErrorBody Why a request failed; some codes add fields, such as `reason` and `rule`.
 * @property {string} code
 * @property {string} sentence For people, in the language of Accept-Language.
 * @property {number|null} version The version of the table, if the error is about one.
 */

/**
 * @typedef {Object} ErrorResponse The body of every error response.
 * @property {ErrorBody} error
 */

/**
 * @typedef {Object} Health The state of the server.
 * @property {"ok"|"stopping"|"store_damaged"|"store_failing"|"store_full"} status
 * @property {number} damaged_tables Tables found unreadable since the server started.
 * @property {boolean} clock_trusted If false, no old table is deleted until the host confirms the clock.
 * @property {string} version
 * @property {boolean} bots_ready
 * @property {number} tables_in_memory
 * @property {number} listeners
 */

/**
 * @typedef {Object} Invitation The table behind an invitation, to look at before taking the seat.
 * @property {string} table
 * @property {number} version
 * @property {string} host
 * @property {Options} options
 * @property {string} commitment
 * @property {NonceCommitted|null} nonce_commitment
 * @property {boolean} open
 */

/**
 * @typedef {Object} InvitationRequest Look at an invitation before taking it.
 * @property {string} invitation
 */

/**
 * @typedef {Object} Join Take the open seat with the secret of the invitation.
 * @property {string} id Chosen by the caller, unique per command. A command with the same id is a retry and gets the same response.
 * @property {string} invitation
 * @property {string} name
 * @property {string} [nonce] Random hexadecimal digits, so that nobody else can choose the deal.
 */

/**
 * @typedef {Object} JoinedEvent A player took the open seat.
 * @property {"joined"} kind
 * @property {number} version
 * @property {number} at
 * @property {string} words
 * @property {number|null} round
 * @property {0|1|null} starter
 * @property {(string|null)[]|null} market
 * @property {0|1} seat
 * @property {string} name
 * @property {string} nonce
 */

/**
 * @typedef {Object} Legal A legal action and its consequences; fields that do not apply are left out.
 * @property {string} action An action in notation.
 * @property {ActionKind} kind
 * @property {number} hand_after
 * @property {number|null} [herd_after]
 * @property {number|null} [reveals]
 * @property {string|null} [good]
 * @property {number|null} [count]
 * @property {number[]|null} [earns]
 * @property {number|null} [bonus_tier]
 * @property {EndCause|null} [ends]
 */

/**
 * @typedef {Object} LegalActions The actions that would be legal if it were my turn, and why cards are blocked.
 * @property {number} version
 * @property {Legal[]} legal
 * @property {Blocked|null} blocked
 */

/**
 * @typedef {Object} ListedTable One of my tables.
 * @property {string} table
 * @property {Phase} phase
 * @property {(0|1)[]} my_seats
 * @property {boolean} waits_for_me
 * @property {number} touched
 * @property {number} version
 * @property {[SeatSummary, SeatSummary]} seats
 * @property {number} round
 * @property {[number, number]} seals
 * @property {(0|1)[]} waits_for
 * @property {0|1|null} winner
 * @property {Cause|null} cause
 * @property {boolean} clock
 */

/**
 * @typedef {Object} MatchEnding How a match ended; a match that never began has no winner.
 * @property {Cause} cause
 * @property {0|1|null} winner
 * @property {0|1|null} by The seat that ended it before it began.
 * @property {string} words
 */

/** @typedef {"counts"|"full"|"off"} MemoryAid How much players are shown of what they could remember; the same for both players. */

/**
 * @typedef {Object} Move Request a link that moves the seats of this device to another.
 * @property {boolean} [keep] Whether this device keeps its seats as well.
 */

/**
 * @typedef {Object} MoveLink A link that moves the seats of this device to another. It works once.
 * @property {string} link
 * @property {number} seconds
 * @property {boolean} only_here
 */

/**
 * @typedef {Object} NewTable A new table. The commitment binds the server to the deals before any nonce is known.
 * @property {string} table
 * @property {number} version
 * @property {string} commitment
 * @property {TableLinks} links
 */

/**
 * @typedef {Object} Next Be ready for the next round.
 * @property {"next"} kind
 */

/**
 * @typedef {Object} NonceCommitted One seat's commitment to a nonce, which it reveals after the other seat's.
 * @property {0|1} seat
 * @property {string} sha256
 * @property {number} reveal_seconds How long the table then waits before the match is void.
 * @property {string|null} other_nonce The other seat's nonce: save it before you reveal yours, and compare.
 */

/**
 * @typedef {Object} Now What is true right now and belongs to no version: presence, clocks, bots.
 * @property {[boolean, boolean]} present
 * @property {number} watchers
 * @property {boolean} bot_ready
 * @property {BotPreparation|null} bot_preparing
 * @property {number|null} bot_queue
 * @property {[number, number]|null} clocks_ms
 * @property {(0|1)[]} running
 */

/**
 * @typedef {Object} OfferedRematchEvent A player offered a rematch.
 * @property {"offered_rematch"} kind
 * @property {number} version
 * @property {number} at
 * @property {string} words
 * @property {0|1} seat
 */

/**
 * @typedef {Object} OnOneDevice Two people on this device.
 * @property {"same_device"} kind
 * @property {string} name
 */

/**
 * @typedef {Object} OpenRound A round with everything face up.
 * @property {number} number
 * @property {0|1} starter
 * @property {0|1|null} turn
 * @property {(string|null)[]} market Five places from the left; null is a hole.
 * @property {number|null} deck
 * @property {number} deck_stack
 * @property {string|null} discard_top
 * @property {string|null} discard
 * @property {Record<string, number[]>} piles
 * @property {Record<string, number>} bonuses_left
 * @property {number} exchanges
 * @property {number|null} exchange_limit
 * @property {EndCause|null} end
 * @property {[SideShown, SideShown]} sides
 * @property {string|null} deck_cards The rest of the deck, top first.
 */

/**
 * @typedef {Object} Options The options of a table; unknown fields from newer servers are ignored.
 * @property {MemoryAid} [memory_aid]
 * @property {boolean} [house_rule] Forty exchanges in a row end the round.
 * @property {ClockOption|null} [clock]
 * @property {boolean} [private] Nobody may watch.
 */

/** @typedef {"between"|"over"|"playing"|"waiting"} Phase The phase of a table. */

/**
 * @typedef {Object} ProofShown Everything needed to verify the deals; the key only when the match is over.
 * @property {string} procedure
 * @property {string} commitment
 * @property {[string|null, string|null]} nonces
 * @property {NonceCommitted|null} nonce_commitment
 * @property {string|null} key
 * @property {RoundProof[]} rounds
 */

/**
 * @typedef {Object} RanOutEvent A player ran out of time.
 * @property {"ran_out"} kind
 * @property {number} version
 * @property {number} at
 * @property {string} words
 * @property {0|1} seat
 */

/**
 * @typedef {Object} ReadiedEvent These seats are ready for the first deal.
 * @property {"readied"} kind
 * @property {number} version
 * @property {number} at
 * @property {string} words
 * @property {number|null} round
 * @property {0|1|null} starter
 * @property {(string|null)[]|null} market
 * @property {(0|1)[]} seats
 * @property {string} nonce
 */

/**
 * @typedef {Object} Ready Be ready for the first deal; the nonces ensure that nobody chose the deal. A player who committed to a nonce reveals it after the other player has sent theirs.
 * @property {"ready"} kind
 * @property {string} [nonce] Random hexadecimal digits, so that nobody else can choose the deal.
 */

/**
 * @typedef {Object} Rematch Offer a rematch, or accept one; an offer to a person includes a nonce commitment.
 * @property {"rematch"} kind
 * @property {string|null} [nonce_commitment] Required when offering a rematch to a person.
 */

/**
 * @typedef {Object} RematchShown Who offered a rematch, and its table once it is agreed.
 * @property {0|1|null} offered_by
 * @property {string|null} table
 */

/**
 * @typedef {Object} RematchedEvent The rematch was agreed; it is played at another table.
 * @property {"rematched"} kind
 * @property {number} version
 * @property {number} at
 * @property {string} words
 * @property {0|1} seat
 * @property {string} table
 */

/**
 * @typedef {Object} Replay A match step by step with both hands face up; `ending` is null if it was not finished.
 * @property {string} table
 * @property {[SeatShown, SeatShown]} seats
 * @property {Options} options
 * @property {Result[]} results
 * @property {MatchEnding|null} ending
 * @property {Step[]} steps
 */

/**
 * @typedef {Object} RequestedClock The clock option of a new table; unknown fields are rejected.
 * @property {number} bank
 * @property {number} [increment]
 */

/**
 * @typedef {Object} RequestedOptions The options of a new table; unknown fields are rejected.
 * @property {MemoryAid} [memory_aid]
 * @property {boolean} [house_rule] Forty exchanges in a row end the round.
 * @property {RequestedClock|null} [clock]
 * @property {boolean} [private] Nobody may watch.
 */

/**
 * @typedef {Object} Resign Resign the match.
 * @property {"resign"} kind
 */

/**
 * @typedef {Object} ResignedEvent A player resigned.
 * @property {"resigned"} kind
 * @property {number} version
 * @property {number} at
 * @property {string} words
 * @property {0|1} seat
 */

/**
 * @typedef {Object} Result The scoring of a round, in the order of counting.
 * @property {EndCause} cause
 * @property {0|1|null} camel_token
 * @property {[number, number]} goods_rupees
 * @property {[number, number]} bonus_rupees
 * @property {[number, number]} rupees
 * @property {[number, number]} bonus_tokens
 * @property {[number, number]} goods_tokens
 * @property {0|1|null} winner
 * @property {DecidedBy} decided_by
 * @property {ResultWords} [words]
 */

/**
 * @typedef {Object} ResultWords The scoring of a round as sentences in the viewer's language.
 * @property {string} cause
 * @property {string} camel_token
 * @property {string} winner
 */

/**
 * @typedef {Object} RoundProof The deal of one round.
 * @property {number} number
 * @property {0|1} starter
 * @property {string} cards
 * @property {string[]} bonuses
 */

/**
 * @typedef {Object} RoundShown The current or last round, with what only this viewer may see.
 * @property {number} number
 * @property {0|1} starter
 * @property {0|1|null} turn
 * @property {(string|null)[]} market Five places from the left; null is a hole.
 * @property {number|null} deck
 * @property {number} deck_stack
 * @property {string|null} discard_top
 * @property {string|null} discard
 * @property {Record<string, number[]>} piles
 * @property {Record<string, number>} bonuses_left
 * @property {number} exchanges
 * @property {number|null} exchange_limit
 * @property {EndCause|null} end
 * @property {[SideShown, SideShown]} sides
 * @property {string|null} unseen
 * @property {Legal[]} legal
 * @property {Blocked|null} blocked
 * @property {Record<string, any>|null} view For programs: the complete view (docs/view.schema.json).
 */

/** @typedef {"bot"|"open"|"person"} SeatKind Who holds a seat. */

/**
 * @typedef {Object} SeatShown A seat of the table.
 * @property {SeatKind} kind
 * @property {string} name
 * @property {string|null} bot
 * @property {boolean} ready
 * @property {boolean} wants_next
 * @property {number|null} bank_ms
 */

/**
 * @typedef {Object} SeatSummary Who sits there.
 * @property {SeatKind} kind
 * @property {string} name
 * @property {string|null} bot
 */

/**
 * @typedef {Object} SideShown One side of the table; a field is null if this viewer may not see it. `token_count` counts goods tokens only; bonus tokens are in `bonus_counts`.
 * @property {number} hand_size
 * @property {string|null} hand
 * @property {string|null} known
 * @property {number|null} herd
 * @property {number} herd_stack
 * @property {Record<string, number[]>|null} tokens
 * @property {number} token_count
 * @property {number|null} goods_rupees
 * @property {Record<string, number>} bonus_counts
 * @property {number[]|null} bonus_values
 */

/**
 * @typedef {Object} State Everything one viewer may see of a table at one version.
 * @property {string} table
 * @property {0|1|null} seat
 * @property {Phase} phase
 * @property {Options} options
 * @property {string} commitment
 * @property {NonceCommitted|null} nonce_commitment
 * @property {[SeatShown, SeatShown]} seats
 * @property {(0|1)[]} waits_for
 * @property {RoundShown|null} round
 * @property {[number, number]} seals
 * @property {Result[]} results
 * @property {MatchEnding|null} ending
 * @property {RematchShown} rematch
 * @property {string|null} previous
 */

/**
 * @typedef {Object} Step One step of a replay: a deal, an action, or the end of the match.
 * @property {number} version
 * @property {CreatedEvent|JoinedEvent|ReadiedEvent|WantedNextEvent|ActedEvent|ResignedEvent|RanOutEvent|ClosedEvent|VoidedEvent|OfferedRematchEvent|RematchedEvent} event
 * @property {OpenRound} round
 * @property {[number, number]} seals
 * @property {Phase} phase
 */

/**
 * @typedef {Object} Submission A command for one version of the table.
 * @property {string} id Chosen by the caller, unique per command. A command with the same id is a retry and gets the same response.
 * @property {number} version The version of the table that the command refers to.
 * @property {Ready|Act|Next|Resign|Close|Rematch} command
 * @property {0|1|null} [seat] The seat to act for, if you hold both.
 */

/**
 * @typedef {Object} TableLinks Links to share. `only_here`: they point at this machine and work nowhere else.
 * @property {string|null} invitation
 * @property {string|null} watch
 * @property {boolean} only_here
 */

/**
 * @typedef {Object} TableList A page of my tables: unfinished ones first, starting with those that wait for me.
 * @property {ListedTable[]} tables
 * @property {string|null} next Pass it as `before` to get the next page; null on the last page.
 * @property {number} damaged The number of tables left out because they cannot be read.
 */

/**
 * @typedef {Object} Token The bearer token of a program, shown only once.
 * @property {string} token
 */

/**
 * @typedef {Object} Update The events since `after` (null: since the start of the round), and the new state.
 * @property {number} version
 * @property {number|null} after
 * @property {(CreatedEvent|JoinedEvent|ReadiedEvent|WantedNextEvent|ActedEvent|ResignedEvent|RanOutEvent|ClosedEvent|VoidedEvent|OfferedRematchEvent|RematchedEvent)[]} events
 * @property {State} state
 * @property {Now} now
 */

/**
 * @typedef {Object} VoidedEvent A player did not reveal their nonce in time, so nothing was dealt.
 * @property {"voided"} kind
 * @property {number} version
 * @property {number} at
 * @property {string} words
 * @property {0|1} seat
 */

/**
 * @typedef {Object} WantedNextEvent These seats are ready for the next round.
 * @property {"wanted_next"} kind
 * @property {number} version
 * @property {number} at
 * @property {string} words
 * @property {number|null} round
 * @property {0|1|null} starter
 * @property {(string|null)[]|null} market
 * @property {(0|1)[]} seats
 */

/**
 * @typedef {Object} WatchTable Watch a table with the secret of its link.
 * @property {string} key
 */

/**
 * @typedef {Object} WhyNot Why a card cannot be used now: a reason code, and the rule.
 * @property {string} reason
 * @property {string} rule
 */

/**
 * @typedef {Object} WithInvitation Play a friend, who joins with the link in the response.
 * @property {"invitation"} kind
 * @property {string|null} [nonce_commitment] Required; without it the error is `bad_nonce_commitment`.
 */

export {};
