"""When an action is shown: a person's immediately, a bot's after one's own action was shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from .blank import blank_page

TOLD = """async ([kinds, updates]) => {
  const { UpdateQueue } = await import("/js/table/update_queue.js");
  const seats = kinds.map((kind) => ({ kind }));
  const shown = [];
  const queue = new UpdateQueue(({ events }) => {
    shown.push(events.map(({ version }) => version));
    return 60000;
  });
  for (const events of updates) {
    const all = events.map(([version, seat]) => ({ version, seat, kind: "acted", market: [] }));
    queue.enqueue({ state: { seats, round: { market: [] }, phase: "playing" } }, all);
  }
  const before = shown.slice();
  queue.skip();
  return [before, shown.slice(before.length)];
}"""
PEOPLE = ("person", "person")
BOT = ("person", "bot")


@pytest.fixture(scope="module")
def blank(browser: Browser) -> Iterator[Page]:
    page = blank_page(browser)
    yield page
    page.close()


def told(blank: Page, kinds: tuple[str, str], *updates: list[tuple[int, int]]) -> Any:
    """Which events each scene showed at once, and which when everything is skipped."""
    return blank.evaluate(TOLD, [kinds, updates])


def test_a_person_is_shown_at_once(blank: Page) -> None:
    assert told(blank, PEOPLE, [(1, 0)], [(2, 1)], [(3, 0)]) == [[[1], [2], [3]], []]


def test_a_bot_waits_until_the_action_before_was_seen(blank: Page) -> None:
    assert told(blank, BOT, [(1, 0)], [(2, 1)]) == [[[1]], [[2]]]


def test_what_waits_is_shown_before_the_next_action_of_a_person(blank: Page) -> None:
    assert told(blank, BOT, [(1, 0)], [(2, 1)], [(3, 0)]) == [[[1], [2], [3]], []]


def test_several_actions_in_one_update_come_one_after_the_other(blank: Page) -> None:
    assert told(blank, PEOPLE, [(1, 0), (2, 1), (3, 0)]) == [[[1]], [[2, 3]]]


def test_an_update_without_news_cuts_nothing_short(blank: Page) -> None:
    assert told(blank, PEOPLE, [(1, 0)], []) == [[[1]], [[]]]
