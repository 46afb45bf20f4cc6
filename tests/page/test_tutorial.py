"""The tutorial plays its round to the end, whatever the pupil tries."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from jaipur.session.lesson import lesson
from tests.depth import long

from .conftest import NewPage
from .harness import PageHarness
from .states import SIZES, expect_ready, prefer
from .tables import known_server

STEPS = lesson("en").steps
SCENES_MS = 5_000
"""Longer than the pupil's action and the answer are shown, shorter than the wait for a hint."""


@pytest.fixture(scope="module")
def harness() -> Iterator[PageHarness]:
    with known_server() as serving:
        yield serving


def typed(page: Page, notation: str) -> None:
    """Stage an action by its notation."""
    page.keyboard.press("/")
    page.keyboard.type(notation)
    page.keyboard.press("Enter")


def play(page: Page) -> None:
    """Play what is staged, and let the time in which it is looked at pass at once."""
    page.locator("[data-play]").click()
    page.clock.run_for(SCENES_MS)


def title(page: Page) -> str:
    return page.locator("#coach h2").inner_text()


def test_the_whole_lesson_ends_with_a_first_match(new_page: NewPage) -> None:
    page = new_page()
    page.clock.install()
    prefer(page)
    page.goto("/learn")
    for step in STEPS:
        expect(page.locator("#coach h2")).to_have_text(step.title)
        expect(page.locator("#coach")).to_contain_text(step.text)
        if step.expect:
            typed(page, step.expect)
            play(page)
        elif step is not STEPS[-1]:
            page.get_by_role("button", name="Continue").click()
            if page.locator("dialog.scoring").count():
                expect_ready(page)
                page.locator("dialog.scoring").get_by_role("button").last.click()
    page.get_by_role("button", name="first match").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#market [data-place='0']")).to_be_visible()


@long
def test_another_action_is_not_played_and_the_way_is_shown(new_page: NewPage) -> None:
    page = new_page()
    prefer(page)
    page.goto("/learn")
    first = next(step for step in STEPS if step.expect)
    assert first.hint
    while title(page) != first.title:
        page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("#coach .coach-note")).to_contain_text(first.hint)
    typed(page, "+KKK")
    page.locator("[data-play]").click()
    expect(page.locator("#coach .coach-note")).to_contain_text("first")
    assert title(page) == first.title
    page.get_by_role("button", name="Do it for me").click()
    expect(page.locator("#coach h2")).not_to_have_text(first.title)


def test_the_lesson_goes_on_where_it_was_left(new_page: NewPage) -> None:
    page = new_page()
    prefer(page)
    page.goto("/learn")
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("#coach h2")).to_have_text(STEPS[1].title)
    page.reload()
    expect(page.locator("#coach h2")).to_have_text(STEPS[1].title)


@pytest.mark.parametrize(("speed", "fades"), [("off", "0s"), ("normal", "0.2s")])
def test_without_motion_the_coach_is_back_at_once(
    speed: str, fades: str, new_page: NewPage
) -> None:
    page = new_page(*SIZES["phone"])
    prefer(page, speed=speed)
    page.goto("/learn")
    expect(page.locator("#coach h2")).to_be_visible()
    expect(page.locator("#coach")).to_have_css("transition-duration", fades)
