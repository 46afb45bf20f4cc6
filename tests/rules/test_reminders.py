"""Chapter 13 of docs/rules.md: reminders."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from jaipur import (
    NotationError,
    Sell,
    Take,
    TakeCamels,
    parse_action,
)
from tests.rules.positions import (
    BOX,
    position,
)


def in_the_box(cards: str) -> bool:
    return Counter(cards) <= BOX


HANDS_OF_SEVEN = list(filter(in_the_box, map("".join, combinations_with_replacement("DGSCPL", 7))))
MARKETS = list(filter(in_the_box, map("".join, combinations_with_replacement("DGSCPLK", 5))))


def test_a_full_hand_always_has_something_to_sell() -> None:
    """R95: each of all hands of seven goods offers a sale."""
    assert len(HANDS_OF_SEVEN) == 792 - 3
    for hand in HANDS_OF_SEVEN:
        market = next(market for market in MARKETS if in_the_box(hand + market))
        actions = position(market=market, hand0=hand, herd0=0).legal_actions()
        assert any(isinstance(action, Sell) for action in actions), hand


def test_a_smaller_hand_can_always_take() -> None:
    """R95: each of all markets offers a good, or the camels if it shows nothing else."""
    for market in MARKETS:
        for hand in ("", "CCPPLL"):
            if in_the_box(hand + market):
                actions = position(market=market, hand0=hand, herd0=0).legal_actions()
                way = TakeCamels if market == "KKKKK" else Take
                assert any(isinstance(action, way) for action in actions), market


@pytest.mark.parametrize("text", ["", "pass", "+", "-", "+-"])
def test_there_is_no_passing(text: str) -> None:
    """R95: nothing that means to pass can be written."""
    with pytest.raises(NotationError):
        parse_action(text)
