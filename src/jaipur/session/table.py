"""`Table`: everything about one match between two seats, as the fold of its facts.

It holds the full state, so it never leaves the session; `projection.py` makes what a viewer sees.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from ..deals import Deal, KeyedDeals, SeededDeals
from ..match import Match
from ..seats import SEATS, BySeat, Seat, other
from .contract.basics import Cause, Phase, SeatKind
from .contract.state import MatchEnding
from .facts import (
    Acted,
    Closed,
    Created,
    Fact,
    Joined,
    OfferedRematch,
    RanOut,
    Readied,
    Rematched,
    Resigned,
    SeatHolder,
    Voided,
    WantedNext,
)
from .options import Options
from .places import MarketCards, after, places_after_deal


class Deals(Protocol):
    """A source of the deals of a match, with a commitment to them."""

    @property
    def commitment(self) -> str:
        """The commitment, published before the first card."""

    def deal(self, round_number: int, /) -> Deal:
        """The deal of a round, counted from 1."""


@dataclass(frozen=True, slots=True)
class DealsOfSeed:
    """Deals from a seed: for scripts and study, because nothing about them is secret."""

    seed: int
    commitment: str = ""

    def deal(self, round_number: int) -> Deal:
        """The deal of a round, counted from 1."""
        return SeededDeals(self.seed).deal(round_number - 1)


NOBODY = BySeat(False, False)
NEVER = BySeat(0, 0)

Dealer = Callable[[bytes, BySeat[bytes]], Deals]
"""Makes the deals of a match from its key and the nonces of both seats."""


class Table(Struct, frozen=True):
    """One table at one version."""

    id: str
    created: Created
    dealer: Dealer
    options: Options
    seats: BySeat[SeatHolder]
    nonces: BySeat[str | None]
    """What each seat contributed to the deals; None for a seat that is not ready."""
    banks: BySeat[int]
    """Milliseconds left on each clock when it last stopped."""
    version: int = 1
    deals: Deals | None = None
    match: Match | None = None
    market: MarketCards = ()
    dealt_at: int = 0
    """The version at which the round was dealt."""
    acted_at: BySeat[int] = NEVER
    """For each seat, the version its last action created."""
    wants_next: BySeat[bool] = NOBODY
    ending: MatchEnding | None = None
    rematch_offer: Seat | None = None
    rematch_commitment: str | None = None
    """The nonce commitment of the player who offered a rematch."""
    rematch: str | None = None

    @classmethod
    def create(cls, table_id: str, fact: Created, dealer: Dealer = KeyedDeals) -> Table:
        """The table at version 1."""
        if fact.seed is not None:
            dealer = partial(_deals_of_seed, fact.seed)
        seats, options = BySeat(*fact.seats), fact.options
        bank = 1000 * options.clock.bank if options.clock else 0
        return cls(
            table_id,
            fact,
            dealer,
            options,
            seats,
            seats.map(lambda holder: "" if holder.kind is SeatKind.BOT else None),
            BySeat(bank, bank),
        )

    @property
    def commitment(self) -> str:
        """The commitment to the deals; it depends only on the key."""
        deals = self.deals or self.dealer(bytes.fromhex(self.created.key), BySeat(b"", b""))
        return deals.commitment

    @property
    def phase(self) -> Phase:
        """The current phase."""
        if self.ending:
            return Phase.OVER
        if self.match is None:
            return Phase.WAITING
        return Phase.PLAYING if self.match.position.end is None else Phase.BETWEEN

    @property
    def is_hot_seat(self) -> bool:
        """Whether one device holds both seats."""
        first, second = self.seats
        return first.player is not None and first.player == second.player

    @property
    def waits_for(self) -> tuple[Seat, ...]:
        """The seats that have to act before the match continues."""
        match self.phase:
            case Phase.WAITING:
                return self._waits_to_deal
            case Phase.PLAYING:
                return () if self.match is None else (self.match.position.turn,)
            case Phase.BETWEEN:
                return tuple(seat for seat in SEATS if not self.wants_next[seat])
            case Phase.OVER:
                return ()

    @property
    def _waits_to_deal(self) -> tuple[Seat, ...]:
        """The seats that have to send a nonce; a committed one is revealed last."""
        missing = tuple(seat for seat in SEATS if self.nonces[seat] is None)
        if self.created.nonce_commitment is None or len(missing) < 2:
            return missing
        return (other(self.created.committed_seat),)

    @property
    def reveals(self) -> Seat | None:
        """The seat that has to reveal its nonce now that the other seat has sent its own."""
        seat = self.created.committed_seat
        is_due = self.created.nonce_commitment is not None and self.waits_for == (seat,)
        return seat if is_due and self.phase is Phase.WAITING else None

    @property
    def bot_to_act(self) -> Seat | None:
        """The seat of the bot that has to act now, if any."""
        if self.phase is not Phase.PLAYING:
            return None
        seat = self.waits_for[0]
        return seat if self.seats[seat].kind is SeatKind.BOT else None

    @property
    def on_the_clock(self) -> tuple[Seat, ...]:
        """The seats whose clocks are running; bots have none."""
        if self.options.clock is None or self.match is None:
            return ()
        people = (seat for seat in self.waits_for if self.seats[seat].kind is SeatKind.PERSON)
        return tuple(people)

    def seats_of(self, players: frozenset[str]) -> tuple[Seat, ...]:
        """The seats that these players hold."""
        return tuple(seat for seat in SEATS if self.seats[seat].player in players)

    def after(self, fact: Fact) -> Table:
        """Apply a fact: the table one version later."""
        if isinstance(fact, Acted):
            return self._act(fact)  # by far the most common fact, so it is copied only once
        return replace(self._fold(fact), version=self.version + 1)

    def _fold(self, fact: Fact) -> Table:
        match fact:
            case Joined(seat, player, name, nonce, is_program):
                holder = SeatHolder(SeatKind.PERSON, name, player, is_program=is_program)
                seated = replace(self, seats=self.seats.replace(seat, holder))
                return seated._ready((seat,), nonce)
            case Readied(seats, nonce):
                return self._ready(seats, nonce)
            case WantedNext(seats, spent):
                return self._want_next(seats, spent)
            case Resigned() | RanOut() | Closed() | Voided():
                return self._end(fact)
            case OfferedRematch(seat, commitment):
                return replace(self, rematch_offer=seat, rematch_commitment=commitment)
            case Rematched(_, table):
                return replace(self, rematch=table)
            case Created() | Acted():
                raise ValueError("a table is created only once, and `after` handles actions")

    def _end(self, fact: Resigned | RanOut | Closed | Voided) -> Table:
        match fact:
            case Resigned(seat):
                return replace(self, ending=MatchEnding(Cause.RESIGNED, other(seat)))
            case RanOut(seat):
                banks = self.banks.replace(seat, 0)
                return replace(self, ending=MatchEnding(Cause.TIME, other(seat)), banks=banks)
            case Closed(seat):
                # A player who leaves instead of revealing their nonce may already know the cards.
                is_walking_away = seat is not None and seat == self.reveals
                cause = Cause.HOST if seat is None else Cause.CLOSED
                cause = Cause.VOID if is_walking_away else cause
                return replace(self, ending=MatchEnding(cause, None, by=seat))
            case Voided(seat):
                return replace(self, ending=MatchEnding(Cause.VOID, None, by=seat))

    def _ready(self, seats: tuple[Seat, ...], nonce: str) -> Table:
        nonces = self.nonces
        for seat in seats:
            nonces = nonces.replace(seat, nonce)
        ready = replace(self, nonces=nonces)
        if None in tuple(nonces):
            return ready
        given = nonces.map(lambda nonce: bytes.fromhex(nonce or ""))
        deals = self.dealer(bytes.fromhex(self.created.key), given)
        first = deals.deal(1)
        return replace(
            ready,
            deals=deals,
            match=Match.start(first, self.options.exchange_limit),
            market=places_after_deal(first),
            dealt_at=self.version + 1,
        )

    def _act(self, fact: Acted) -> Table:
        assert self.match is not None  # noqa: S101  # decided before it was stored
        match = self.match.play(fact.action)
        result = match.result
        return replace(
            self._spend((fact.seat,), fact.spent),
            version=self.version + 1,
            match=match,
            market=after(self.market, fact.places, match.events[-1]),
            acted_at=self.acted_at.replace(fact.seat, self.version + 1),
            wants_next=self.seats.map(lambda holder: holder.kind is SeatKind.BOT),
            ending=MatchEnding(Cause.SEALS, result.winner) if result else None,
        )

    def _want_next(self, seats: tuple[Seat, ...], spent: int) -> Table:
        wants = self.wants_next
        for seat in seats:
            wants = wants.replace(seat, True)
        table = replace(self._spend(seats, spent), wants_next=wants)
        if not all(wants) or self.match is None or self.deals is None:
            return table
        deal = self.deals.deal(len(self.match.rounds) + 1)
        return replace(
            table,
            match=self.match.next_round(deal),
            market=places_after_deal(deal),
            dealt_at=self.version + 1,
        )

    def _spend(self, seats: tuple[Seat, ...], spent: int) -> Table:
        """Subtract the time from the clocks and add the increment for an action."""
        if self.options.clock is None:
            return self
        more = 1000 * self.options.clock.increment if self.phase is Phase.PLAYING else 0
        banks = self.banks
        for seat in seats:
            banks = banks.replace(seat, max(0, banks[seat] - spent) + more)
        return replace(self, banks=banks)


def _deals_of_seed(seed: int, key: bytes, nonces: BySeat[bytes]) -> Deals:
    """The deals of a seed; the key and the nonces are ignored."""
    del key, nonces
    return DealsOfSeed(seed)
