"""Whole matches against a bot: by mouse, by keys alone, by touch, and by roles and names alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from .house import PageHouse
from .playing import Keyboard, Listener, Mouse, QuickDeals, Touch, greedy, play_match, prefer

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import NewPage


@pytest.fixture
def house() -> Iterator[PageHouse]:
    """A server that always deals the same short round."""
    with PageHouse(greedy, dealer=lambda *_: QuickDeals()) as serving:
        yield serving


def expect_end(page: Page) -> None:
    """The match is over: who won, the rounds, and ways on."""
    over = page.get_by_role("region", name="match")
    expect(over.get_by_role("button", name="Rematch")).to_be_visible()
    expect(over.get_by_role("link", name="Replay")).to_be_visible()
    assert sum(int(n) for n in page.evaluate(SEALS)) >= 2


SEALS = """[...document.querySelectorAll("#status .seals")].map(
  (seals) => parseInt(seals.getAttribute("aria-label")))"""


def test_by_mouse(new_page: NewPage) -> None:
    """From the first page to the end of the match with the mouse."""
    page = prefer(new_page(art=True))
    done = play_match(Mouse(page), page)
    expect_end(page)
    assert {"Take", "Sell", "Exchange"} <= set(done)


def test_by_keys_alone(new_page: NewPage) -> None:
    """From the first page to the end of the match without touching a mouse."""
    page = prefer(new_page())
    done = play_match(Keyboard(page), page)
    expect_end(page)
    assert {"Take", "Sell", "Exchange"} <= set(done)


def test_by_touch_on_a_phone(new_page: NewPage) -> None:
    """From the first page to the end of the match with a finger, at 390×640."""
    page = prefer(new_page(390, 640, art=True, has_touch=True, is_mobile=True))
    done = play_match(Touch(page), page)
    expect_end(page)
    assert {"Take", "Sell", "Exchange"} <= set(done)


def test_by_roles_and_names_alone(new_page: NewPage) -> None:
    """From the first page to the end of the match with what a screen reader has."""
    page = prefer(new_page())
    done = play_match(Listener(page), page)
    expect_end(page)
    assert {"Take", "Sell", "Exchange"} <= set(done)
