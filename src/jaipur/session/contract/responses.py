"""What a table answers: updates, plans, proofs, replays."""

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
    """The events since `after` (null: the log of this round), and the state."""

    version: Count
    after: Count | None
    events: tuple[AnyEvent, ...]
    state: State
    now: Now


class Accepted(ResponseModel, frozen=True):
    """A command was kept: the version it made."""

    version: Annotated[Count, Meta(examples=[8])]


class Plans(ResponseModel, frozen=True):
    """The legal actions as if it were my turn, for which version that is true, and why not."""

    version: Count
    legal: tuple[Legal, ...]
    blocked: Blocked | None


class CheckedAction(ResponseModel, frozen=True):
    """Whether an action may be done now, or might were it one's turn."""

    version: Count
    legal: bool
    reason: str | None = None
    rule: str | None = None
    sentence: str | None = None


class Invitation(ResponseModel, frozen=True, kw_only=True):
    """What an invitation is to: look before you take the seat."""

    table: str
    version: Count
    host: str
    options: Options
    commitment: str
    nonce_commitment: NonceCommitted | None = None
    open: bool


class RoundProof(ResponseModel, frozen=True):
    """What was dealt."""

    number: Count
    starter: Seat
    cards: str
    bonuses: tuple[str, ...]


class ProofShown(ResponseModel, frozen=True):
    """Everything to check the deals with; the key only when the match is over."""

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
    """One version of the match: a deal, an action, or its end."""

    version: Count
    event: AnyEvent
    round: OpenRound
    seals: Pair
    phase: Phase


class Replay(ResponseModel, frozen=True):
    """A match step by step with both hands open; `ending` is None if it was not finished."""

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
    """A page of my tables: unfinished ones first, and of those the ones that wait for me."""

    tables: tuple[ListedTable, ...]
    next: Annotated[
        str | None,
        Meta(description="Asks for the next page as `before`; null: the last one."),
    ]
    damaged: Annotated[
        Count, Meta(description="Tables that were left out because they cannot be read.")
    ] = 0


class ErrorBody(ResponseModel, frozen=True):
    """What was refused; some codes have more names, such as `reason` and `rule`."""

    code: Annotated[str, Meta(examples=["stale_version"])]
    sentence: Annotated[str, Meta(description="For people, by Accept-Language.")]
    version: Annotated[int | None, Meta(description="Where the table stands, if it is about one.")]


class ErrorResponse(ResponseModel, frozen=True):
    """The one shape of an error."""

    error: ErrorBody


class Done(ResponseModel, frozen=True):
    """It is done."""

    done: Literal[True] = True
