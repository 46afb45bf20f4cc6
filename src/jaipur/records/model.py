"""What a match record holds. `?` stands for a card or bonus token that the writer did not see."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..actions import Action
from ..deals import KeyedDeals
from ..goods import EXCHANGE_LIMIT
from ..match import Match
from ..seats import BySeat, Seat

UNKNOWN = "?"
HEADER_NAMES = BySeat("Seat 0", "Seat 1")


@dataclass(frozen=True, slots=True)
class StatedResult:
    """The result of a round as the record states it: who took the seal, and both rupees."""

    winner: Seat | None
    rupees: BySeat[int]

    def __str__(self) -> str:
        winner = "-" if self.winner is None else self.winner
        return f"{winner} {self.rupees[0]}-{self.rupees[1]}"


@dataclass(frozen=True, slots=True)
class Lines:
    """Where the parts of a round stand in the file, for error messages."""

    deal: int | None = None
    actions: tuple[int, ...] = ()
    result: int | None = None

    def action(self, index: int) -> int | None:
        """The line of an action."""
        return self.actions[index] if index < len(self.actions) else self.deal


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round: the deal as far as it is known, the actions and comments, the result."""

    starter: Seat
    cards: str
    bonuses: tuple[str, str, str]
    actions: tuple[Action, ...] = ()
    comments: tuple[tuple[int, str], ...] = ()
    """Each comment with the number of actions before it."""
    result: StatedResult | None = None
    lines: Lines = field(default=Lines(), compare=False, repr=False)

    @property
    def is_complete(self) -> bool:
        """Whether every card and bonus token is known."""
        return UNKNOWN not in self.cards + "".join(self.bonuses)


@dataclass(frozen=True, slots=True)
class Proof:
    """What is needed to verify the deals of a match; the key is there once the match is over."""

    commitment: str
    key: str | None = None
    nonces: BySeat[str] = field(default=BySeat("", ""))

    @classmethod
    def of(cls, deals: KeyedDeals) -> Proof:
        """The proof of deals, key included."""
        return cls(deals.commitment, deals.key.hex(), deals.nonces.map(bytes.hex))


@dataclass(frozen=True, slots=True)
class Record:
    """A match: headers, deals, actions, comments and results."""

    rounds: tuple[RoundRecord, ...]
    headers: tuple[tuple[str, str], ...] = ()
    exchange_limit: int | None = EXCHANGE_LIMIT
    proof: Proof | None = None
    seals: BySeat[int] | None = None
    """The seals at the end, or None for a match that was not finished."""
    end_line: int | None = field(default=None, compare=False, repr=False)

    @property
    def is_complete(self) -> bool:
        """Whether every card and bonus token is known."""
        return all(played.is_complete for played in self.rounds)


def record_of(
    match: Match, headers: tuple[tuple[str, str], ...] = (), proof: Proof | None = None
) -> Record:
    """The record of a match."""
    rounds = []
    for played in match.rounds:
        deal = played.deal
        result = played.position.result
        stated = None if result is None else StatedResult(result.winner, result.rupees)
        rounds.append(
            RoundRecord(
                played.starter, deal.letters, deal.bonus_digits, played.actions, result=stated
            )
        )
    seals = None if match.result is None else match.seals
    return Record(tuple(rounds), headers, match.exchange_limit, proof, seals)
