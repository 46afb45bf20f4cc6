"""The end of a round: the last action is shown, then the scoring, then the winner."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from .harness import PageHarness
from .states import (
    close,
    hold_time,
    open_table,
    pass_time_until_visible,
    prefer,
    set_preference,
)
from .tables import Person, Table, known_server

SCORING = "dialog.scoring[open]"
COUNTED = f"{SCORING}[data-shown='4']"


@pytest.fixture(scope="module")
def harness() -> Iterator[PageHarness]:
    with known_server() as serving:
        yield serving


@pytest.fixture
def table(page: Page, harness: PageHarness) -> Table:
    """A table one action before the end of a round that somebody wins, shown at normal speed."""
    prefer(page, speed="normal")
    found = Table.between(Person.of(page, harness), Person(harness.url))
    found.last = found.play_to_last_action()
    open_table(page, found)
    return found


def skip_counting(page: Page) -> None:
    """Skip to the end by key, in a held time: on a slow machine it would be over before that."""
    pass_time_until_visible(page, page.locator(SCORING))
    page.keyboard.press("Escape")
    page.clock.resume()


def seals(page: Page) -> int:
    """How many seals the header shows."""
    return page.locator("#status .seal.is-won").count()


def test_who_won_is_shown_when_it_is_counted(page: Page, table: Table) -> None:
    hold_time(page)
    table.act(table.last)
    pass_time_until_visible(page, page.locator(SCORING))
    sentence = page.locator("[data-sentence]").text_content() or ""
    assert "over" in sentence  # the last action, which ended the round
    assert "wins" not in sentence
    assert seals(page) == 0
    page.keyboard.press("Escape")
    expect(page.locator(COUNTED)).to_be_visible()
    expect(page.locator("#status .seal.is-won")).to_have_count(1)
    expect(page.locator("[data-sentence]")).to_contain_text("win")


def test_counting_waits_for_what_is_in_front_of_the_table(page: Page, table: Table) -> None:
    set_preference(page)  # without animations it would be counted at once
    page.locator("[data-menu]").click()
    table.act(table.last)
    expect(page.locator("#status h2")).to_have_text("The round is over")
    assert page.locator("dialog[open]").count() == 1
    page.keyboard.press("Escape")
    expect(page.locator(SCORING)).to_be_visible()


def test_what_was_not_counted_is_counted_after_a_reload(page: Page, table: Table) -> None:
    page.locator("[data-menu]").click()
    table.act(table.last)
    expect(page.locator("#status h2")).to_have_text("The round is over")
    hold_time(page)
    page.reload()
    skip_counting(page)
    expect(page.locator(COUNTED)).to_be_visible()
    page.reload()
    expect(page.locator("#status .seal.is-won")).to_have_count(1)
    assert page.locator("dialog[open]").count() == 0


def test_the_buttons_are_those_of_the_table_as_it_is(page: Page, table: Table) -> None:
    hold_time(page)
    table.act(table.last)
    skip_counting(page)
    dialog = page.locator(COUNTED)
    expect(dialog.get_by_role("button", name="Next round")).to_be_visible()
    table.give(1, "resign")
    expect(dialog.get_by_role("button", name="See the match")).to_be_visible()
    expect(dialog.get_by_role("button", name="Next round")).to_have_count(0)
    close(page)
    expect(page.locator("#over")).to_be_visible()


def test_the_focus_stays_at_the_table_when_the_next_round_begins(page: Page, table: Table) -> None:
    hold_time(page)
    table.act(table.last)
    skip_counting(page)
    close(page)
    table.give(1, "next")
    page.locator("[data-next]").click()
    expect(page.locator("[data-next]")).to_be_hidden()
    expect(page.locator("[data-sentence]")).to_be_focused()
