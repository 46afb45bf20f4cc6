"""The responses of a table: updates, legal actions, proofs, replays."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ...seats import Seat
from ..options import Options
from .basics import (
    Cause,
    Count,
    Letters,
    Number,
    Pair,
    Phase,
    ResponseModel,
    SeatKind,
    Seats,
    TableId,
)
from .events import AnyEvent
from .state import (
    Blocked,
    Legal,
    MatchEnding,
    NonceCommitted,
    Now,
    PublicRound,
    Result,
    SeatShown,
    State,
)


class Update(ResponseModel, frozen=True):
    """The events since `after` (null: since the start of the round), and the new state."""

    version: Count
    after: Count | None
    events: tuple[AnyEvent, ...]
    state: State
    now: Now


class Accepted(ResponseModel, frozen=True):
    """A command was accepted and stored; `version` is the version it created."""

    version: Annotated[Count, Meta(examples=[8])]


class LegalActions(ResponseModel, frozen=True):
    """The actions that would be legal if it were my turn, and why cards are blocked."""

    version: Count
    legal: tuple[Legal, ...]
    blocked: Blocked | None


class CheckedAction(ResponseModel, frozen=True):
    """Whether an action is legal now, or would be if it were the caller's turn."""

    version: Count
    legal: bool
    reason: str | None = None
    rule: str | None = None
    sentence: str | None = None


class Invitation(ResponseModel, frozen=True, kw_only=True):
    """The table behind an invitation, to look at before taking the seat."""

    table: str
    version: Count
    host: str
    options: Options
    commitment: str
    nonce_commitment: NonceCommitted | None = None
    open: bool


class RoundProof(ResponseModel, frozen=True):
    """The deal of one round."""

    number: Count
    starter: Seat
    cards: str
    bonuses: tuple[str, ...]


class ProofShown(ResponseModel, frozen=True):
    """Everything needed to verify the deals; the key only when the match is over."""

    procedure: str
    commitment: str
    nonces: tuple[str | None, str | None]
    nonce_commitment: NonceCommitted | None
    key: str | None
    rounds: tuple[RoundProof, ...]


class OpenRound(PublicRound, frozen=True, kw_only=True):
    """A round with everything face up."""

    deck_cards: Annotated[Letters | None, Meta(description="The rest of the deck, top first.")]


class Step(ResponseModel, frozen=True):
    """One step of a replay: a deal, an action, or the end of the match."""

    version: Count
    event: AnyEvent
    round: OpenRound
    seals: Pair
    phase: Phase


class Replay(ResponseModel, frozen=True):
    """A match step by step with both hands face up; `ending` is null if it was not finished."""

    table: str
    seats: tuple[SeatShown, SeatShown]
    options: Options
    results: tuple[Result, ...]
    ending: MatchEnding | None
    steps: tuple[Step, ...]


class SeatSummary(ResponseModel, frozen=True):
    """Who sits there."""

    kind: SeatKind
    name: str
    bot: str | None


class ListedTable(ResponseModel, frozen=True, kw_only=True):
    """One of my tables."""

    table: TableId
    phase: Phase
    my_seats: Seats
    waits_for_me: bool
    touched: Number
    version: Count
    seats: tuple[SeatSummary, SeatSummary]
    round: Count
    seals: Pair
    waits_for: Seats
    winner: Seat | None
    cause: Cause | None
    clock: bool


class TableList(ResponseModel, frozen=True):
    """A page of my tables: unfinished ones first, starting with those that wait for me."""

    tables: tuple[ListedTable, ...]
    next: Annotated[
        str | None,
        Meta(description="Pass it as `before` to get the next page; null on the last page."),
    ]
    damaged: Annotated[
        Count, Meta(description="The number of tables left out because they cannot be read.")
    ] = 0


class ErrorBody(ResponseModel, frozen=True):
    """Why a request failed; some codes add fields, such as `reason` and `rule`."""

    code: Annotated[str, Meta(examples=["stale_version"])]
    sentence: Annotated[str, Meta(description="For people, in the language of Accept-Language.")]
    version: Annotated[
        int | None, Meta(description="The version of the table, if the error is about one.")
    ]


class ErrorResponse(ResponseModel, frozen=True):
    """The body of every error response."""

    error: ErrorBody


class Done(ResponseModel, frozen=True):
    """The request succeeded."""

    done: Literal[True] = True
