"""Problems from real matches: early clicks, lost answers, links, the order of messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ..nonces import NONCE
from .conftest import NewPage
from .harness import PageHarness
from .states import (
    click,
    close,
    expect_ready,
    finished,
    hold_time,
    market,
    open_table,
    pass_time_until_visible,
    prefer,
)
from .tables import Person, Table, known_server

SCORING = "dialog.scoring[open]"
EARLY_MS = 600  # clicks that come sooner on what is new are ignored
ORDER = """() => {
  window.told = [];
  const purse = document.querySelector("#hand .purse-number");
  const sentence = document.querySelector("[data-sentence]");
  const line = () => document.querySelector("#log .log-line")?.textContent ?? "";
  const note = () => {
    const coins = document.querySelectorAll(".ghost-coin").length;
    const backs = [...document.querySelectorAll(".ghost use")]
      .filter((use) => use.getAttribute("href") === "#back").length;
    window.told.push([coins, backs, purse.textContent, sentence.textContent, line()]);
  };
  note();
  new MutationObserver(note)
    .observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


@pytest.fixture(scope="module")
def harness() -> Iterator[PageHarness]:
    with known_server() as serving:
        yield serving


def at_last_action(page: Page, harness: PageHarness) -> Table:
    """A table where the page can end the round, which is picked and ready to be played."""
    table = Table.between(Person.of(page, harness), Person(harness.url))
    while True:
        table.last = table.play_to_last_action()
        seat, seen = table.turn()
        if seat == 0:
            break
        others = [one for one in seen["state"]["round"]["legal"] if not one["ends"]]
        table.act(others[0]["action"])
    open_table(page, table)
    page.locator("body").press("/")
    page.keyboard.type(table.last)
    page.keyboard.press("Enter")
    expect(page.locator("[data-play]")).not_to_have_attribute("aria-disabled", "true")
    return table


@pytest.mark.parametrize("speed", ["off", "normal"])
def test_a_double_click_on_the_last_action_does_not_skip_the_scoring(
    harness: PageHarness, new_page: NewPage, speed: str
) -> None:
    page = new_page()
    prefer(page, speed=speed)
    table = at_last_action(page, harness)
    box = page.locator("[data-play]").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.dblclick(x, y)
    expect(page.locator("#status h2")).to_have_text("The round is over")
    page.mouse.dblclick(x, y)  # early, wherever the scoring is by now
    expect(page.locator(SCORING)).to_be_visible()
    assert table.look()["state"]["seats"][0]["wants_next"] is False


def test_a_click_meant_for_skip_does_not_go_on(harness: PageHarness, page: Page) -> None:
    prefer(page, speed="normal")
    table = at_last_action(page, harness)
    dialog = page.locator(SCORING)
    hold_time(page)  # on a slow machine the steps would be over before Skip is clicked
    page.locator("[data-play]").click()
    pass_time_until_visible(page, dialog)
    page.clock.run_for(EARLY_MS)
    expect_ready(page)
    dialog.get_by_role("button", name="Skip").dblclick()
    expect(page.locator(f"{SCORING}[data-shown='4']")).to_be_visible()
    assert table.look()["state"]["seats"][0]["wants_next"] is False
    page.clock.run_for(EARLY_MS)
    expect_ready(page)
    dialog.get_by_role("button", name="Next round").click()
    expect(page.locator("[data-sentence]")).to_contain_text("Waiting for")  # the server has it
    assert table.look()["state"]["seats"][0]["wants_next"] is True


def twice(page: Page, x: float, y: float) -> None:
    """Two clicks on a place, as far apart as those of a slow hand."""
    page.mouse.click(x, y)
    page.wait_for_timeout(150)
    page.mouse.click(x, y)


def middle(page: Page, name: str) -> tuple[float, float]:
    """Where a button of the scoring is, once it takes clicks."""
    button = page.locator(SCORING).get_by_role("button", name=name)
    expect(button).to_be_visible()
    expect_ready(page)
    box = button.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_double_click_on_the_end_of_a_match_does_not_begin_another(
    harness: PageHarness, new_page: NewPage
) -> None:
    page = new_page(390, 844)
    prefer(page)
    table = Table.between(Person.of(page, harness), Person(harness.url))
    while True:
        last = table.play_to_last_action()
        if max(table.look()["state"]["seals"]) == 1:
            open_table(page, table)
            table.act(last)
            if table.look()["state"]["phase"] == "over":
                break
        else:
            table.act(last)
        table.give(0, "next")
        table.give(1, "next")
    place = middle(page, "See the match")
    hold_time(page)  # on a slow machine the second click would not be early
    twice(page, *place)
    expect(page.locator("#over")).to_be_visible()
    page.clock.run_for(EARLY_MS)
    expect_ready(page)
    assert table.look()["state"]["phase"] == "over"
    assert page.url.endswith(table.id)
    expect(page.locator("#over .over-rematch button")).to_have_text("Rematch")


def test_a_double_click_on_the_next_round_asks_for_it_once(
    harness: PageHarness, new_page: NewPage
) -> None:
    page = new_page(360, 640)
    prefer(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.post_data or ""))
    table = at_last_action(page, harness)
    page.locator("[data-play]").click()
    place = middle(page, "Next round")
    page.mouse.click(*place)
    page.locator("[data-next]").evaluate("(button) => { button.click(); button.click(); }")
    expect(page.locator("[data-next]")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("[data-sentence]")).to_contain_text("Waiting for")  # the server has it
    table.give(1, "next")
    expect(page.locator("[data-next]")).to_be_hidden()
    assert sum('"next"' in body for body in asked) == 1
    expect(page.locator("[data-sentence]")).to_contain_text("Round 2 is dealt")


@pytest.mark.parametrize("size", [(1280, 720), (360, 640), (320, 568)])
def test_the_score_opens_after_the_match(
    harness: PageHarness, new_page: NewPage, size: tuple[int, int]
) -> None:
    page = new_page(*size)
    prefer(page)
    open_table(page, finished(page, harness))
    page.locator(".over-fold").click()
    page.locator("[data-score]").click()
    expect(page.locator(SCORING)).to_be_visible()
    close(page)
    expect(page.locator("#over")).to_be_hidden()
    page.get_by_role("button", name="Show the result").click()
    expect(page.locator("#over h2")).to_be_focused()


def test_the_silence_of_the_server_is_forgotten_when_it_answers(
    harness: PageHarness, page: Page
) -> None:
    prefer(page)
    table = Table.between(Person.of(page, harness), Person(harness.url))
    open_table(page, table)
    market(page, "G")
    page.context.set_offline(True)
    page.locator("[data-play]").click()
    expect(page.locator("[data-sentence]")).to_have_text(
        "The server is not responding. Everything it confirmed is saved; try again in a moment."
    )
    page.context.set_offline(False)
    expect(page.locator(".connection")).to_be_hidden()
    expect(page.locator("[data-sentence]")).to_contain_text("Take gold.")
    expect(page.locator("[data-play]")).not_to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("kind", ["invitation", "watch"])
def test_no_link_makes_the_console_complain(
    harness: PageHarness, new_page: NewPage, kind: str
) -> None:
    other = Person(harness.url)
    made = other.create("Ana")
    table = Table((other, Person(harness.url)), made)
    if kind == "watch":
        table = Table.between(other, Person(harness.url))
    page = new_page()
    prefer(page)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"/t/{table.id}#{table.secret(kind)}")
    if kind == "invitation":
        page.get_by_role("button", name="Take the seat").click()
        expect(page.locator("#join-name")).to_have_count(0)
        table.give(0, "ready", nonce=NONCE)
    expect(page.locator("#market [data-place]").first).to_be_visible()
    page.reload()
    expect(page.locator("#market [data-place]").first).to_be_visible()
    assert said == []


def test_bots_have_no_clock(harness: PageHarness, page: Page) -> None:
    prefer(page)
    opponent = {"kind": "bot", "bot": "greedy"}
    made = Person.of(page, harness).create("Ana", opponent, clock={"bank": 600, "increment": 5})
    page.goto(f"/t/{made['table']}")
    expect(page.locator("#market [data-place]").first).to_be_visible()
    clocks = page.locator("#status .standing .clock")
    expect(clocks.nth(0)).to_be_visible()
    expect(clocks.nth(1)).to_be_hidden()


def test_advice_comes_after_the_first_match_alone(harness: PageHarness, page: Page) -> None:
    prefer(page)
    first, second = finished(page, harness), finished(page, harness)
    question = page.get_by_text("You finished your first match")
    open_table(page, first)
    expect(question).to_be_visible()
    open_table(page, second)
    expect(page.locator("#over h2")).to_be_visible()
    expect(question).to_be_hidden()
    open_table(page, first)
    expect(question).to_be_visible()


def told(page: Page, table: Table, action: str) -> list[list[Any]]:
    """Coins and backs in the air, the purse, the sentence and the log, at every change."""
    open_table(page, table)
    before = page.locator("#log .log-line").count()
    page.evaluate(ORDER)
    page.locator("body").press("/")
    page.keyboard.type(action)
    page.keyboard.press("Enter")
    click(page, "[data-play]")
    expect(page.locator("#log .log-line")).to_have_count(before + 1)
    expect(page.locator(".ghost")).to_have_count(0)
    expect(page.locator("[data-sentence]")).to_contain_text("You ")
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
    found: list[list[Any]] = page.evaluate("told")
    return found


def test_the_purse_changes_when_the_coins_have_come(harness: PageHarness, page: Page) -> None:
    prefer(page, speed="fast")
    table = Table.between(Person.of(page, harness), Person(harness.url))
    seen = told(page, table, "-LLL")
    assert any(coins for coins, *_ in seen)
    assert {purse for coins, _, purse, *_ in seen if coins} == {"0"}
    assert seen[-1][2] == "9"  # 4 + 3 + 2


def test_cards_are_named_when_they_are_turned_over(harness: PageHarness, page: Page) -> None:
    prefer(page, speed="fast")
    table = Table.between(Person.of(page, harness), Person(harness.url))
    seen = told(page, table, "+G")
    flying = [(sentence, line) for _, backs, _, sentence, line in seen if backs]
    assert flying
    assert not any("turned over" in sentence + line for sentence, line in flying)
    assert any("You took gold" in line for _, line in flying)
    assert "You took gold; " in seen[-1][3]
    assert "turned over" in seen[-1][3]
    assert "turned over" in seen[-1][4]


def test_tables_against_bots_are_put_away_and_come_back(harness: PageHarness, page: Page) -> None:
    prefer(page)
    me = Person.of(page, harness)
    ids = [me.create("Ana", {"kind": "bot", "bot": bot})["table"] for bot in ("greedy", "novice")]
    for table in ids:
        page.goto(f"/t/{table}")
        expect(page.locator("#status.is-mine")).to_be_attached()
    with_friend = Table.between(me, Person(harness.url))
    page.goto("/")
    rows = page.locator("#mine .table-row")
    expect(rows).to_have_count(3)
    expect(page.locator("#tagline")).to_have_text("3 tables wait for you.")
    expect(page.locator(".put-away")).to_have_count(2)
    page.get_by_role("button", name="Put away: Greedy").click()
    expect(page.locator("#tagline")).to_have_text("2 tables wait for you.")
    page.reload()
    expect(rows).to_have_count(2)
    page.get_by_role("button", name="Bring back 1 table").click()
    expect(rows).to_have_count(3)
    page.get_by_role("button", name="Put all 2 away").click()
    expect(rows).to_have_count(1)
    expect(rows.first).to_have_attribute("href", f"/t/{with_friend.id}")
    expect(page).to_have_title("(1) Jaipur, the card game of merchants and camels")
    page.goto(f"/t/{ids[0]}")  # whoever opens one goes on with it
    expect(page.locator("#status.is-mine")).to_be_attached()
    page.goto("/")
    expect(rows).to_have_count(2)
    expect(page.get_by_role("button", name="Bring back 1 table")).to_be_visible()
