"""The events of chance in a match with their luck, and the curve of its chances."""

from __future__ import annotations

from collections.abc import Iterator

from ..bots.luck import LuckWorkspace, expected_at_start, luck_of, new_luck_workspace
from ..bots.position_network import value_of
from ..compiled import compiled
from ..goods import TIERS
from ..seats import other
from .match_chances import from_round, match_chance, match_weight
from .model import ChanceEvent, CurvePoint, Decision, EventKind
from .turns import PlayedRound, PlayedTurn

EVEN_MATCH = 0.5
"""A match before the first deal, which also decides who starts."""


class Chances:
    """Values positions and events of a match."""

    def __init__(self) -> None:
        self._luck: LuckWorkspace = new_luck_workspace()
        self._value_of, self._luck_of = compiled(value_of), compiled(luck_of)

    def events(self, played: PlayedRound) -> Iterator[ChanceEvent]:
        """Yield the events of a round whose cards are all known."""
        yield self._deal(played)
        weight = match_weight(played.seals)
        for turn in played.turns:
            kind, cards = _turned_up(turn)
            if kind is not None:
                luck = self._luck_of(turn.before.array, turn.after.array, self._luck)
                yield ChanceEvent(turn.round, turn.number, kind, turn.seat, cards, luck,
                                  luck * weight)  # fmt: skip

    def _deal(self, played: PlayedRound) -> ChanceEvent:
        start, seals = played.start, played.seals
        chance = self._value_of(start.array, self._luck.values)
        expected = expected_at_start(start.starter)
        before = EVEN_MATCH if played.number == 1 else from_round(seals, expected)
        return ChanceEvent(
            played.number, 0, EventKind.DEAL, None, "", chance - expected,
            from_round(seals, chance) - before,
        )  # fmt: skip

    def curve(self, played: PlayedRound) -> Iterator[CurvePoint]:
        """Yield seat 0's chances after the deal and after every action."""
        for number, position in enumerate([played.start, *(turn.after for turn in played.turns)]):
            chance = self._value_of(position.array, self._luck.values)
            after = from_round(played.seals, chance)
            result = position.result
            if result and result.winner is None:
                after = match_chance(played.seals, other(played.start.starter))
            yield CurvePoint(played.number, number, chance, after)


def curve_of_decisions(
    played: PlayedRound, decisions: dict[tuple[int, int], Decision]
) -> Iterator[CurvePoint]:
    """Yield what the judged seat could know of its chances, where the record lacks cards."""
    for turn in played.turns:
        decision = decisions.get((turn.round, turn.number))
        if decision and turn.after.end is None:
            mine = decision.played.chance
            chance = mine if decision.seat == 0 else 1 - mine
            yield CurvePoint(turn.round, turn.number, chance, from_round(turn.seals, chance))
    result = played.last.result
    if result and result.winner is not None:
        chance = 1.0 - result.winner
        last = len(played.turns)
        yield CurvePoint(played.number, last, chance, from_round(played.seals, chance))


def _turned_up(turn: PlayedTurn) -> tuple[EventKind | None, str]:
    """What an action turned up: cards, or the value of a bonus token."""
    drawn = turn.before.deck_size - turn.after.deck_size
    if drawn:
        return EventKind.CARDS, "".join(card.letter for card in turn.before.top_cards(drawn))
    for tier in range(len(TIERS)):
        left = len(turn.after.bonus_piles[tier])
        pile = turn.before.bonus_piles[tier]
        if left < len(pile):
            return EventKind.BONUS, str(pile[0])
    return None, ""
