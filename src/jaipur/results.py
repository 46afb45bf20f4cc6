"""How a round and a match ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .seats import BySeat, Seat


class EndCause(StrEnum):
    """Why a round is over."""

    TOKENS = "tokens"
    DECK = "deck"
    EXCHANGES = "exchanges"


class DecidedBy(StrEnum):
    """What gave the seal: rupees, or a tie-break, or nothing at all."""

    RUPEES = "rupees"
    BONUS_TOKENS = "bonus tokens"
    GOODS_TOKENS = "goods tokens"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The scoring of a round."""

    cause: EndCause
    goods_rupees: BySeat[int]
    bonus_rupees: BySeat[int]
    camel_token: Seat | None
    rupees: BySeat[int]
    bonus_tokens: BySeat[int]
    goods_tokens: BySeat[int]
    winner: Seat | None

    @property
    def decided_by(self) -> DecidedBy:
        """What gave the seal."""
        for counts, name in (
            (self.rupees, DecidedBy.RUPEES),
            (self.bonus_tokens, DecidedBy.BONUS_TOKENS),
            (self.goods_tokens, DecidedBy.GOODS_TOKENS),
        ):
            if counts[0] != counts[1]:
                return name
        return DecidedBy.NOTHING


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The end of a match: who has two seals."""

    winner: Seat
    seals: BySeat[int]
    rounds: tuple[RoundResult, ...]
