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
    """What decided the round: rupees, a tie-break, or nothing (a complete tie)."""

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
        """What decided the round."""
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
    """The result of a finished match: who won two seals."""

    winner: Seat
    seals: BySeat[int]
    rounds: tuple[RoundResult, ...]
