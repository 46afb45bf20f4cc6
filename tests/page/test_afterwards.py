"""After a match: score, replay with open hands, record, check of the deals, advice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from jaipur.records import read_record, verify
from tests.web.playing import PinnedSecrets

from .conftest import NewPage
from .harness import PageHarness
from .states import open_table, prefer
from .tables import Person, Table

HANDS = """() => ["top", "bottom"].map((side) =>
  [...document.querySelectorAll(side === "top" ? "#opponent .mini" : "#hand [data-card]")]
    .filter((one) => one.checkVisibility())
    .map((one) => one.dataset.letter ?? one.dataset.card).filter(Boolean).sort().join(""))"""


@pytest.fixture(scope="module")
def harness() -> Iterator[PageHarness]:
    """A server whose deals can be checked, the same in every run."""
    with PageHarness(new_secret=PinnedSecrets("after")) as serving:
        yield serving


@pytest.fixture
def table(page: Page, harness: PageHarness) -> Table:
    """A match to its end, which the page may look at."""
    prefer(page)
    played = Table.between(Person.of(page, harness), Person(harness.url), ("Ana", "Ben"))
    played.play_to_end()
    return played


def test_the_replay_shows_every_step_with_both_hands(page: Page, table: Table) -> None:
    steps = table.people[0].get(f"{table.api}/replay")["steps"]
    page.goto(f"/t/{table.id}/replay")
    slider = page.get_by_role("slider")
    expect(slider).to_be_visible()
    seen = []
    for step in steps[:12]:
        top, bottom = (step["round"]["sides"][seat]["hand"] for seat in (1, 0))
        assert page.evaluate(HANDS) == ["".join(sorted(top)), "".join(sorted(bottom))]
        seen.append(page.locator("[data-sentence]").inner_text())
        page.keyboard.press("ArrowRight")
    assert len(set(seen)) > 6
    page.keyboard.press("Home")
    assert page.locator("[data-sentence]").inner_text() == seen[0]
    slider.fill("3")
    assert page.locator("[data-sentence]").inner_text() == seen[3]
    page.keyboard.press("End")
    assert slider.get_attribute("aria-valuetext") != seen[0]


def test_the_result_with_record_and_check_of_the_deals(page: Page, table: Table) -> None:
    open_table(page, table)
    over = page.locator("#over")
    results = table.look()["state"]["results"]
    for result in results:
        for rupees in result["rupees"]:
            expect(over.get_by_role("cell", name=str(rupees), exact=True).first).to_be_visible()
    with page.expect_download() as download:
        over.get_by_role("link", name="Download the record").click()
    assert verify(read_record(download.value.path().read_text("utf-8"))) == len(results)
    over.get_by_role("button", name="Check the deals").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The deals are verified.")
    assert dialog.locator("li").count() > len(results)


def test_advice_is_offered_once(new_page: NewPage, harness: PageHarness) -> None:
    page = new_page()
    played = Table.between(Person.of(page, harness), Person(harness.url), ("Ana", "Ben"))
    played.play_to_end()
    open_table(page, played)
    page.get_by_role("button", name="Yes, please").click()
    expect(page.get_by_role("dialog")).to_contain_text("Keep camels in balance")
    page.reload()
    expect(page.locator("#over h2")).to_be_visible()
    expect(page.get_by_role("button", name="Yes, please")).to_be_hidden()
