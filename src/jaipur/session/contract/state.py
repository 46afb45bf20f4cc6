"""The state of a table at one version, as one viewer sees it."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from ...results import DecidedBy, EndCause, RoundResult
from ...seats import Seat
from ..options import Options
from .basics import (
    ActionKind,
    Cause,
    Count,
    Letter,
    Letters,
    Market,
    Notation,
    Number,
    Pair,
    Phase,
    ResponseModel,
    SeatKind,
    Seats,
    Sha256,
    TableId,
)


class SeatShown(ResponseModel, frozen=True):
    """A seat of the table."""

    kind: SeatKind
    name: str
    bot: str | None
    ready: bool
    wants_next: bool
    bank_ms: Number | None


class SideShown(ResponseModel, frozen=True):
    """One side of the table; a field is null if this viewer may not see it.

    `token_count` counts goods tokens only; bonus tokens are in `bonus_counts`.
    """

    hand_size: Count
    hand: Letters | None
    known: Letters | None
    herd: Count | None
    herd_stack: Count
    tokens: dict[str, tuple[Number, ...]] | None
    token_count: Count
    goods_rupees: Number | None
    bonus_counts: dict[str, Count]
    bonus_values: tuple[Number, ...] | None


class Legal(ResponseModel, frozen=True, kw_only=True, omit_defaults=True):
    """A legal action and its consequences; fields that do not apply are left out."""

    action: Notation
    kind: ActionKind
    hand_after: Count
    herd_after: Count | None = None
    reveals: Count | None = None
    """How many cards it turns over."""
    good: Letter | None = None
    count: Count | None = None
    earns: tuple[Number, ...] | None = None
    """The values of the goods tokens a sale earns."""
    bonus_tier: Count | None = None
    ends: EndCause | None = None
    """Why it would end the round, if it would."""


class WhyNot(ResponseModel, frozen=True):
    """Why a card cannot be used now: a reason code, and the rule."""

    reason: str
    rule: str


class Blocked(ResponseModel, frozen=True):
    """The cards that are part of no legal action, by letter."""

    market: dict[str, WhyNot | None]
    hand: dict[str, WhyNot | None]
    herd: dict[str, WhyNot | None]


class PublicRound(ResponseModel, frozen=True, kw_only=True):
    """The public part of a round; how much of it is filled in depends on the memory aid."""

    number: Count
    starter: Seat
    turn: Seat | None
    market: Annotated[Market, Meta(description="Five places from the left; null is a hole.")]
    deck: Count | None
    deck_stack: Count
    discard_top: Letter | None
    discard: Letters | None
    piles: dict[str, tuple[Number, ...]]
    bonuses_left: dict[str, Count]
    exchanges: Count
    exchange_limit: Count | None
    end: EndCause | None
    sides: tuple[SideShown, SideShown]


class RoundShown(PublicRound, frozen=True, kw_only=True):
    """The current or last round, with what only this viewer may see."""

    unseen: Letters | None = None
    legal: tuple[Legal, ...] = ()
    blocked: Blocked | None = None
    view: Annotated[
        dict[str, Any] | None,
        Meta(description="For programs: the complete view (docs/view.schema.json)."),
    ] = None


class ResultWords(ResponseModel, frozen=True):
    """The scoring of a round as sentences in the viewer's language."""

    cause: str = ""
    """Why the round ended."""
    camel_token: str = ""
    winner: str = ""
    """Who wins the seal, and why."""


class Result(ResponseModel, frozen=True, omit_defaults=True):
    """The scoring of a round, in the order of counting."""

    cause: EndCause
    camel_token: Seat | None
    goods_rupees: Pair
    bonus_rupees: Pair
    rupees: Pair
    bonus_tokens: Pair
    goods_tokens: Pair
    winner: Seat | None
    decided_by: DecidedBy
    words: ResultWords = ResultWords()

    @classmethod
    def of(cls, result: RoundResult) -> Result:
        """Convert the result of a round."""
        return cls(
            result.cause,
            result.camel_token,
            result.goods_rupees.pair,
            result.bonus_rupees.pair,
            result.rupees.pair,
            result.bonus_tokens.pair,
            result.goods_tokens.pair,
            result.winner,
            result.decided_by,
        )


class MatchEnding(ResponseModel, frozen=True):
    """How a match ended; a match that never began has no winner."""

    cause: Cause
    winner: Seat | None
    by: Annotated[Seat | None, Meta(description="The seat that ended it before it began.")] = None
    words: str = ""
    """The ending as a sentence in the viewer's language; empty for programs."""


class RematchShown(ResponseModel, frozen=True):
    """Who offered a rematch, and its table once it is agreed."""

    offered_by: Seat | None
    table: TableId | None


class NonceCommitted(ResponseModel, frozen=True):
    """One seat's commitment to a nonce, which it reveals after the other seat's."""

    seat: Seat
    sha256: Sha256
    reveal_seconds: Annotated[
        Count, Meta(description="How long the table then waits before the match is void.")
    ]
    other_nonce: Annotated[
        str | None,
        Meta(description="The other seat's nonce: save it before you reveal yours, and compare."),
    ] = None


class State(ResponseModel, frozen=True, kw_only=True):
    """Everything one viewer may see of a table at one version."""

    table: str
    seat: Seat | None
    phase: Phase
    options: Options
    commitment: str
    nonce_commitment: NonceCommitted | None = None
    seats: tuple[SeatShown, SeatShown]
    waits_for: Seats
    round: RoundShown | None
    seals: Pair
    results: tuple[Result, ...]
    ending: MatchEnding | None
    rematch: RematchShown
    previous: TableId | None = None


class BotPreparation(ResponseModel, frozen=True):
    """The progress of a bot that is getting ready; `seconds` is the time left, if known."""

    percent: Count
    seconds: Count | None


class Now(ResponseModel, frozen=True, kw_only=True):
    """What is true right now and belongs to no version: presence, clocks, bots."""

    present: tuple[bool, bool]
    watchers: Count = 0
    bot_ready: bool
    bot_preparing: BotPreparation | None = BotPreparation(0, None)
    """None: the bot is ready, or cannot play at all. Old servers do not send it."""
    bot_queue: Count | None = None
    clocks_ms: tuple[Number, Number] | None
    running: Seats
