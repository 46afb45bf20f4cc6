"""The data model of match records. `?` is a card or bonus token unknown to the writer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ..actions import Action
from ..deals import KeyedDeals
from ..errors import NotationError
from ..goods import EXCHANGE_LIMIT
from ..match import Match
from ..seats import BySeat, Seat

UNKNOWN = "?"
HEADER_NAMES = BySeat("Seat 0", "Seat 1")
OWN_HEADERS = ("Match", "Exchange limit", "Commitment", "Key", "Nonces", "Nonce commitment")
MOST_ACTIONS = 10_000

Place = int | str | None
"""Where something is: a line of a text, or a path into JSON."""

_JOINERS = str.maketrans("", "", "\u00a0\u200d")


@dataclass(frozen=True, slots=True)
class StatedResult:
    """The result of a round as stated in the record: the winner and the rupees of both seats."""

    winner: Seat | None
    rupees: BySeat[int]

    def __str__(self) -> str:
        winner = "-" if self.winner is None else self.winner
        return f"{winner} {self.rupees[0]}-{self.rupees[1]}"


@dataclass(frozen=True, slots=True)
class Places:
    """Where the parts of a round are in the record, for error messages."""

    deal: Place = None
    actions: tuple[Place, ...] = ()
    result: Place = None
    parts: Mapping[str, Place] = field(default_factory=dict)
    """The places of the lines of the deal, by their names."""

    def part(self, name: str) -> Place:
        """The place of a line of the deal."""
        return self.parts.get(name, self.deal)

    def action(self, index: int) -> Place:
        """The place of an action."""
        return self.actions[index] if index < len(self.actions) else self.deal


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round: the deal as far as it is known, the actions, the comments and the result."""

    starter: Seat
    cards: str
    bonuses: tuple[str, str, str]
    actions: tuple[Action, ...] = ()
    comments: tuple[tuple[int, str], ...] = ()
    """Each comment with the number of actions before it."""
    result: StatedResult | None = None
    places: Places = field(default=Places(), compare=False, repr=False)

    @property
    def is_complete(self) -> bool:
        """Whether every card and bonus token is known."""
        return UNKNOWN not in self.cards + "".join(self.bonuses)


class CommittedNonce(NamedTuple):
    """The nonce committed to before the other was given, and revealed after it."""

    seat: Seat
    sha256: str


@dataclass(frozen=True, slots=True)
class Proof:
    """The data to verify the deals of a match; the key is present once the match is over."""

    commitment: str
    key: str | None = None
    nonces: BySeat[str] = field(default=BySeat("", ""))
    committed: CommittedNonce | None = None
    """None if there was no nonce commitment: against bots, on one device, or in old matches."""

    @classmethod
    def of(cls, deals: KeyedDeals) -> Proof:
        """The proof of the deals, including the key."""
        return cls(deals.commitment, deals.key.hex(), deals.nonces.map(bytes.hex))


@dataclass(frozen=True, slots=True)
class Record:
    """A match: headers, deals, actions, comments and results."""

    rounds: tuple[RoundRecord, ...]
    headers: tuple[tuple[str, str], ...] = ()
    exchange_limit: int | None = EXCHANGE_LIMIT
    proof: Proof | None = None
    seals: BySeat[int] | None = None
    """The final seals, or None for an unfinished match."""
    end: Place = field(default=None, compare=False, repr=False)
    """The place of the seals."""

    @property
    def is_complete(self) -> bool:
        """Whether every card and bonus token is known."""
        return all(played.is_complete for played in self.rounds)


def check_words(text: str) -> str:
    """Refuse a header or comment unless it is one printable line without braces."""
    if not text.translate(_JOINERS).isprintable() or set(text) & set("{}") or text != text.strip():
        raise NotationError(
            "{text} has a brace, a space at its end or a character that cannot be printed; headers "
            "and comments are one line of plain text.",
            text=repr(text)[:100],
        )
    return text


def check_record_header(name: str, value: str) -> None:
    """Refuse a header that cannot be written as text."""
    if (
        not re.fullmatch(r"[^:]{1,40}", name)
        or name.casefold() in map(str.casefold, OWN_HEADERS)
        or re.match(r"Round\s+[0-9]", name, re.IGNORECASE)
    ):
        raise NotationError("{name} is not a valid header name.", name=repr(name)[:100])
    check_words(name)
    check_words(value)


def record_of(
    match: Match, headers: tuple[tuple[str, str], ...] = (), proof: Proof | None = None
) -> Record:
    """The record of a match."""
    for name, value in headers:
        check_record_header(name, value)
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
