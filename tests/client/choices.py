"""Choices of positions that were reached in play, and random picks among their cards."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from msgspec import convert

from jaipur.client.selection import (
    EMPTY,
    Choices,
    Selection,
    change,
    fill_with_camels,
    pick_hand,
    pick_market,
    pick_pile,
)
from jaipur.session.contract.state import Blocked, Legal
from tests.page.blank import PageChoices, some_page_choices

Tap = tuple[str, Any]


@cache
def page_choices(count: int, seed: int = 5) -> tuple[PageChoices, ...]:
    """Choices as the page has them."""
    return tuple(some_page_choices(count, seed))


def choices_from(one: PageChoices) -> Choices:
    """The same as choices of the terminal."""
    return Choices(
        market=tuple(one["market"]),
        hand=tuple(one["hand"]),
        herd=one["herd"],
        legal=convert(one["legal"], tuple[Legal, ...]),
        blocked=convert(one["blocked"], Blocked | None),
    )


def some_choices(count: int, seed: int = 5) -> list[Choices]:
    """Choices of positions that were reached in play, spread over whole rounds."""
    return [choices_from(one) for one in page_choices(count, seed)]


def any_tap(chance: Random) -> Tap:
    """A card, a pile, one more or less, or a fill."""
    kind = chance.choice("mmmhhhhpccf")
    if kind == "m":
        return kind, chance.randrange(5)
    if kind == "h":
        return kind, chance.randrange(7)
    if kind == "p":
        return kind, chance.choice("DGSCPL")
    return kind, 1 if chance.random() < 0.7 else -1


def tapped(selection: Selection, choices: Choices, tap: Tap) -> Selection:
    """The selection after a tap."""
    kind, at = tap
    if kind == "m":
        return pick_market(selection, choices, at)
    if kind == "h":
        return pick_hand(selection, choices, at)
    if kind == "p":
        return pick_pile(selection, choices, at)
    if kind == "c":
        return change(selection, choices, at)
    return fill_with_camels(selection, choices) or selection


def done(choices: Choices, taps: list[Tap]) -> Selection:
    """What is picked after some taps."""
    selection = EMPTY
    for tap in taps:
        selection = tapped(selection, choices, tap)
    return selection
