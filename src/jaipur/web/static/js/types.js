/** What the server is told and tells; written by python -m tests.web.page_types. */

/**
 * @typedef {Object} Accepted A command was kept: the version it made.
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
 * @typedef {Object} Blocked The cards that are part of no legal action, by their letters.
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
 * @typedef {Object} BotPreparation How far a bot is that gets ready; `seconds` is how long the rest will take, if known.
 * @property {number} percent
 * @property {number|null} seconds
 */

/** @typedef {"closed"|"house"|"resigned"|"seals"|"time"|"void"} Cause Why a match is over. */

/**
 * @typedef {Object} CheckedAction Whether an action may be done now, or might were it one's turn.
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
 * @typedef {Object} ClockAsked The clock of a new table.
 * @property {number} bank
 * @property {number} [increment]
 */

/**
 * @typedef {Object} ClockOption A time bank for each person and match, and what an action adds to it, in seconds.
 * @property {number} bank
 * @property {number} [increment]
 */

/**
 * @typedef {Object} Close Give up a table whose match has not begun.
 * @property {"close"} kind
 */

/**
 * @typedef {Object} ClosedEvent The table was given up before the match began, or the house closed it (no seat).
 * @property {"closed"} kind
 * @property {number} version
 * @property {number} at
 * @property {string} words
 * @property {0|1|null} seat
 */

/**
 * @typedef {Object} Create A new table.
 * @property {string} id Made by the caller, new for each command. The same id again is the same command, and is answered as the first time.
 * @property {string} name
 * @property {AgainstBot|OnOneDevice|WithInvitation} opponent
 * @property {OptionsAsked} [options]
 */

/**
 * @typedef {Object} CreatedEvent The table was set up.
 * @property {"created"} kind
 * @property {number} version
 * @property {number} at
 * @property {string} words
 */

/** @typedef {"bonus tokens"|"goods tokens"|"nothing"|"rupees"} DecidedBy What gave the seal: rupees, or a tie-break, or nothing at all. */

/**
 * @typedef {Object} Done It is done.
 * @property {true} done
 */

/** @typedef {"deck"|"exchanges"|"tokens"} EndCause Why a round is over. */

/**
 * @typedef {Object} ErrorAnswer The one shape of an error.
 * @property {ErrorBody} error
 */

/**
 * @typedef {Object} ErrorBody What was refused; some codes have more names, such as `reason` and `rule`.
 * @property {string} code
 * @property {string} sentence For people, by Accept-Language.
 * @property {number|null} version Where the table stands, if it is about one.
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
 * @typedef {Object} Invitation What an invitation is to: look before you take the seat.
 * @property {string} table
 * @property {number} version
 * @property {string} host
 * @property {Options} options
 * @property {string} commitment
 * @property {NonceCommitted|null} nonce_commitment
 * @property {boolean} open
 */

/**
 * @typedef {Object} Invited Look at an invitation before taking it.
 * @property {string} invitation
 */

/**
 * @typedef {Object} Join Take the open seat, with the secret of the invitation.
 * @property {string} id Made by the caller, new for each command. The same id again is the same command, and is answered as the first time.
 * @property {string} invitation
 * @property {string} name
 * @property {string} [nonce] Random hexadecimal digits, so that nobody else can have chosen the deal.
 */

/**
 * @typedef {Object} JoinedEvent Somebody took the open seat.
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
 * @typedef {Object} Legal A legal action, and what is to be said about it; what does not apply is left out.
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
 * @typedef {Object} MatchEnding How a match ended; one that never began has no winner.
 * @property {Cause} cause
 * @property {0|1|null} winner
 * @property {0|1|null} by Who ended it before it began.
 * @property {string} words
 */

/** @typedef {"counts"|"full"|"off"} MemoryAid How much of what could be remembered is shown; one setting for everybody at the table. */

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
 * @typedef {Object} Next The next round may begin.
 * @property {"next"} kind
 */

/**
 * @typedef {Object} NonceCommitted The nonce that one seat fixed when the table was made, to reveal it after the other's.
 * @property {0|1} seat
 * @property {string} sha256
 * @property {number} reveal_seconds How long the table then waits before it is void.
 * @property {string|null} other_nonce What the other seat gave: note it before you reveal yours, and compare.
 */

/**
 * @typedef {Object} Now What is true at this moment and belongs to no version.
 * @property {[boolean, boolean]} present
 * @property {number} watchers
 * @property {boolean} bot_ready
 * @property {BotPreparation|null} bot_preparing
 * @property {number|null} bot_queue
 * @property {[number, number]|null} clocks_ms
 * @property {(0|1)[]} running
 */

/**
 * @typedef {Object} OfferedRematchEvent A seat would like to play again.
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
 * @typedef {Object} Options The options of a table; a newer server may tell of more.
 * @property {MemoryAid} [memory_aid]
 * @property {boolean} [house_rule] Forty exchanges in a row end the round.
 * @property {ClockOption|null} [clock]
 * @property {boolean} [private] Nobody may watch.
 */

/**
 * @typedef {Object} OptionsAsked The options of a new table, which takes none that it does not know.
 * @property {MemoryAid} [memory_aid]
 * @property {boolean} [house_rule] Forty exchanges in a row end the round.
 * @property {ClockAsked|null} [clock]
 * @property {boolean} [private] Nobody may watch.
 */

/** @typedef {"between"|"over"|"playing"|"waiting"} Phase Where a table stands. */

/**
 * @typedef {Object} Plans The legal actions as if it were my turn, for which version that is true, and why not.
 * @property {number} version
 * @property {Legal[]} legal
 * @property {Blocked|null} blocked
 */

/**
 * @typedef {Object} ProofShown Everything to check the deals with; the key only when the match is over.
 * @property {string} procedure
 * @property {string} commitment
 * @property {[string|null, string|null]} nonces
 * @property {NonceCommitted|null} nonce_commitment
 * @property {string|null} key
 * @property {RoundProof[]} rounds
 */

/**
 * @typedef {Object} RanOutEvent The clock of a seat ran out.
 * @property {"ran_out"} kind
 * @property {number} version
 * @property {number} at
 * @property {string} words
 * @property {0|1} seat
 */

/**
 * @typedef {Object} ReadiedEvent Somebody said, for these seats, that the cards may be dealt.
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
 * @typedef {Object} Ready The cards may be dealt; the nonce makes the deal one that nobody chose. Whoever is committed to a nonce gives it after the other one.
 * @property {"ready"} kind
 * @property {string} [nonce] Random hexadecimal digits, so that nobody else can have chosen the deal.
 */

/**
 * @typedef {Object} Rematch Offer to play again, or accept it; who offers it to a person commits to a nonce.
 * @property {"rematch"} kind
 * @property {string|null} [nonce_commitment] Of who offers it to a person; otherwise not needed.
 */

/**
 * @typedef {Object} RematchShown Who would like to play again, and the table where both do.
 * @property {0|1|null} offered_by
 * @property {string|null} table
 */

/**
 * @typedef {Object} RematchedEvent Both play again, at another table.
 * @property {"rematched"} kind
 * @property {number} version
 * @property {number} at
 * @property {string} words
 * @property {0|1} seat
 * @property {string} table
 */

/**
 * @typedef {Object} Replay A match step by step with both hands open; `ending` is None if it was not finished.
 * @property {string} table
 * @property {[SeatShown, SeatShown]} seats
 * @property {Options} options
 * @property {Result[]} results
 * @property {MatchEnding|null} ending
 * @property {Step[]} steps
 */

/**
 * @typedef {Object} Resign Give up the match.
 * @property {"resign"} kind
 */

/**
 * @typedef {Object} ResignedEvent A seat gave up the match.
 * @property {"resigned"} kind
 * @property {number} version
 * @property {number} at
 * @property {string} words
 * @property {0|1} seat
 */

/**
 * @typedef {Object} Result The scoring of a round, in the order in which it is counted.
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
 * @typedef {Object} ResultWords What a person reads of a scoring, in their language.
 * @property {string} cause
 * @property {string} camel_token
 * @property {string} winner
 */

/**
 * @typedef {Object} RoundProof What was dealt.
 * @property {number} number
 * @property {0|1} starter
 * @property {string} cards
 * @property {string[]} bonuses
 */

/**
 * @typedef {Object} RoundShown The round being played, or the last one, with what is the viewer's own.
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
 * @property {Record<string, any>|null} view For programs: the whole view (docs/view.schema.json).
 */

/** @typedef {"bot"|"open"|"person"} SeatKind Who sits there. */

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
 * @typedef {Object} SideShown One side of the table; None is what this viewer is not shown. `token_count` counts goods tokens; bonus tokens are in `bonus_counts` alone.
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
 * @typedef {Object} State Everything a viewer is shown of a table at one version.
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
 * @typedef {Object} Step One version of the match: a deal, an action, or its end.
 * @property {number} version
 * @property {CreatedEvent|JoinedEvent|ReadiedEvent|WantedNextEvent|ActedEvent|ResignedEvent|RanOutEvent|ClosedEvent|VoidedEvent|OfferedRematchEvent|RematchedEvent} event
 * @property {OpenRound} round
 * @property {[number, number]} seals
 * @property {Phase} phase
 */

/**
 * @typedef {Object} Submission A command, made for one version of the table.
 * @property {string} id Made by the caller, new for each command. The same id again is the same command, and is answered as the first time.
 * @property {number} version The version of the table that the command was made for.
 * @property {Ready|Act|Next|Resign|Close|Rematch} command
 * @property {0|1|null} [seat] Which seat, for who holds both.
 */

/**
 * @typedef {Object} TableLinks Links to share. `only_here`: they point at this machine and work nowhere else.
 * @property {string|null} invitation
 * @property {string|null} watch
 * @property {boolean} only_here
 */

/**
 * @typedef {Object} TableList A page of my tables: unfinished ones first, and of those the ones that wait for me.
 * @property {ListedTable[]} tables
 * @property {string|null} next Asks for the next page as `before`; null: the last one.
 * @property {number} damaged Tables that were left out because they cannot be read.
 */

/**
 * @typedef {Object} Token The bearer token of a program, shown only once.
 * @property {string} token
 */

/**
 * @typedef {Object} Update The events since `after` (null: the log of this round), and the state.
 * @property {number} version
 * @property {number|null} after
 * @property {(CreatedEvent|JoinedEvent|ReadiedEvent|WantedNextEvent|ActedEvent|ResignedEvent|RanOutEvent|ClosedEvent|VoidedEvent|OfferedRematchEvent|RematchedEvent)[]} events
 * @property {State} state
 * @property {Now} now
 */

/**
 * @typedef {Object} VoidedEvent A seat did not reveal its nonce in time: nothing was dealt.
 * @property {"voided"} kind
 * @property {number} version
 * @property {number} at
 * @property {string} words
 * @property {0|1} seat
 */

/**
 * @typedef {Object} WantedNextEvent Somebody said, for these seats, that the next round may begin.
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
 * @typedef {Object} WatchTable Watch, with the secret of the link.
 * @property {string} key
 */

/**
 * @typedef {Object} WhyNot Why a card cannot be used now: the code of the reason, and the rule.
 * @property {string} reason
 * @property {string} rule
 */

/**
 * @typedef {Object} WithInvitation A friend with the link that the answer has.
 * @property {"invitation"} kind
 * @property {string|null} [nonce_commitment] Refused with `bad_nonce_commitment` without one.
 */

export {};
