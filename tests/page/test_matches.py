"""Matches against a bot: by mouse, by keys alone, by touch, and by roles and names alone.

By mouse a whole one; in the other ways a whole one too with JAIPUR_DEEP (run.py page), and
otherwise a round, since both rounds of a match are played alike here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.depth import IS_DEEP

from .harness import PageHarness
from .playing import (
    Keyboard,
    Listener,
    Mouse,
    Person,
    QuickDeals,
    Touch,
    greedy,
    play_match,
    prefer,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import NewPage


@pytest.fixture
def harness() -> Iterator[PageHarness]:
    """A server that always deals the same short round."""
    with PageHarness(greedy, dealer=lambda *_: QuickDeals()) as serving:
        yield serving


def expect_end(page: Page) -> None:
    """The match is over: who won, the rounds, and ways on."""
    over = page.get_by_role("region", name="match")
    expect(over.get_by_role("button", name="Rematch")).to_be_visible()
    expect(over.get_by_role("link", name="Replay")).to_be_visible()
    assert sum(int(n) for n in page.evaluate(SEALS)) >= 2


SEALS = """[...document.querySelectorAll("#status .seals")].map(
  (seals) => parseInt(seals.getAttribute("aria-label")))"""


def play(person: Person, page: Page, *, is_whole: bool = IS_DEEP) -> None:
    """Play the match to its end, or its first round."""
    done = play_match(person, page, *(() if is_whole else (1,)))
    assert {"Take", "Sell", "Exchange"} <= set(done)
    if is_whole:
        expect_end(page)
    else:
        expect(page.get_by_role("dialog", name="End of round 1")).to_be_visible()


def test_by_mouse(new_page: NewPage) -> None:
    """From the first page to the end of the match with the mouse."""
    page = prefer(new_page(art=IS_DEEP))
    play(Mouse(page), page, is_whole=True)


def test_by_keys_alone(new_page: NewPage) -> None:
    """From the first page on without touching a mouse."""
    page = prefer(new_page())
    play(Keyboard(page), page)


def test_by_touch_on_a_phone(new_page: NewPage) -> None:
    """From the first page on with a finger, at 390×640."""
    page = prefer(new_page(390, 640, art=IS_DEEP, has_touch=True, is_mobile=True))
    play(Touch(page), page)


def test_by_roles_and_names_alone(new_page: NewPage) -> None:
    """From the first page on with what a screen reader has."""
    page = prefer(new_page())
    play(Listener(page), page)
