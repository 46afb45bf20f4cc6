"""Brings the pages into the states that people see.

`walk` goes through a part of the table (`WALKS`) or of the other pages (`TOURS`) and yields the
name of each state while the page shows it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

from msgspec import to_builtins
from playwright.sync_api import Locator, Page, expect

from jaipur.results import DecidedBy, EndCause
from jaipur.session.contract.state import Result
from jaipur.session.words.wording import result_with_words
from tests.patience import PATIENCE

from ..nonces import COMMITTED, NONCE
from .harness import PageHarness
from .tables import Person, Table, caravan

LONG_NAME = "W" * 30
QUICK = {"speed": "off"}
STEP_MS = 50
SIZES = {
    "phone": (390, 640),
    "landscape": (844, 390),
    "tablet": (820, 1180),
    "low": (1280, 600),
    "desktop": (1280, 720),
}
FROM_MENU = {
    "icon-log": "log",
    "icon-settings": "preferences",
    "icon-eye": "watching link",
    "icon-share": "another device",
    "icon-flag": "resign",
}
"""Dialogs by the drawing beside their name in the menu."""
LARGEST_SUMS = """async ([update, result]) => {
  const near = (name) => document.querySelector("script[type=module]").src.replace("main.js", name);
  const [{ openScoring }, { makeModel }, { EMPTY }] =
    await Promise.all(["scoring.js", "model.js", "selection.js"].map((name) => import(near(name))));
  for (const side of update.state.round.sides) {
    side.herd = 11;
    side.tokens = { D: [7, 7, 5, 5], G: [6, 6, 5], S: [5, 5, 5], C: [5, 3, 3, 2],
      P: [5, 3, 3], L: [4, 3, 2, 1] };
    side.bonus_values = [10, 9, 6, 3, 3];
  }
  update.state.seals = [2, 1];
  openScoring(makeModel({ update, log: [], selection: EMPTY }), result, { onNext: () => {} });
}"""
"""The scoring of a round with more than a hundred rupees on both sides."""
LARGEST = Result(
    EndCause.TOKENS, 0, (98, 94), (31, 26), (134, 120), (5, 4), (21, 17), 0, DecidedBy.RUPEES
)
NO_ART = """new MutationObserver((_, observer) => {
  const art = document.querySelector("svg.art");
  if (!art?.nextSibling) return; // it is being read
  for (const drawing of art.querySelectorAll("symbol")) drawing.replaceChildren();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });"""


def largest_result(table: Table, language: str) -> Any:
    """The result of such a round as the table would tell it."""
    first, second = (seat["name"] for seat in table.look()["state"]["seats"])
    return to_builtins(result_with_words(LARGEST, (first, second), 0, language))


def language_of(page: Page) -> str:
    """The language of a page."""
    return page.locator("html").get_attribute("lang") or "en"


def prefer(page: Page, **wanted: Any) -> None:
    """Set preferences of this browser before its next page."""
    said = json.dumps(json.dumps(QUICK | wanted))
    page.context.add_init_script(f"localStorage.setItem('jaipur.preferences', {said})")


def without_art(page: Page) -> None:
    """Show the next pages of this browser without their drawings, which take long to paint."""
    page.context.add_init_script(NO_ART)


def set_preference(page: Page, **wanted: Any) -> None:
    """Change preferences of the page that is open."""
    page.evaluate("(said) => localStorage.setItem('jaipur.preferences', JSON.stringify(said))",
                  QUICK | wanted)  # fmt: skip


def open_table(page: Page, table: Table, language: str = "") -> None:
    """Go to a table and wait until its cards lie there and it is connected."""
    page.goto(f"/t/{table.id}" + (f"?lang={language}" if language else ""))
    expect(page.locator("#market [data-place]").first).to_be_visible()
    expect(page.locator("#status:not(.is-offline)")).to_be_attached()
    expect_ready(page)


def expect_ready(page: Page) -> None:
    """Wait until what has just come takes clicks: it was on the screen long enough to be meant."""
    expect(page.locator("[data-ignores-clicks]")).to_have_count(0)


def hold_time(page: Page) -> None:
    """Stop the timers of a page; from now on `page.clock.run_for` lets its time pass."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 10_000"))  # ahead also on a slow machine


def pass_time_until_visible(page: Page, wanted: Locator) -> None:
    """Let the held time of a page pass until something is there, no faster than the server's."""
    end = time.monotonic() + PATIENCE
    while not wanted.is_visible():
        assert time.monotonic() < end, f"{wanted} never came"
        page.clock.run_for(STEP_MS)
        page.wait_for_timeout(STEP_MS)


def ordinary(page: Page, harness: PageHarness) -> Table:
    """A table at the start of a match, shown on the page."""
    table = Table.between(Person.of(page, harness), Person(harness.url))
    open_table(page, table)
    return table


def walk(page: Page, harness: PageHarness, names: tuple[str, str], part: str) -> Iterator[str]:
    """Every main state of a part, one after the other, on one page."""
    yield from (WALKS | TOURS)[part](page, harness, names)


def click(page: Page, selector: str) -> None:
    """Click without the mouse, which is quicker; whole matches by mouse are played elsewhere."""
    wanted = page.locator(selector).first
    expect(wanted).to_be_visible()
    wanted.evaluate("(element) => element.click()")


def market(page: Page, letter: str) -> None:
    """Pick the first card of a kind in the market."""
    click(page, f'#market [data-place][data-card="{letter}"]')


def hand(page: Page, letter: str) -> None:
    """Pick the first card of a kind in the hand."""
    click(page, f'#hand [data-index][data-card="{letter}"]')


def _turns(page: Page, harness: PageHarness, names: tuple[str, str]) -> Iterator[str]:
    me = Person.of(page, harness)
    table = Table((me, Person(harness.url)), me.create(names[0]))
    page.goto(f"/t/{table.id}")
    expect(page.locator("#waiting .state-panel")).to_be_visible()
    yield "waiting for a friend"
    click(page, "#waiting summary")
    yield "waiting for a friend, with the options"
    table.join(names[1])
    table.give(0, "ready", nonce=NONCE)  # it was not made in this browser
    yield from _my_turn(page, table)


def _my_turn(page: Page, table: Table) -> Iterator[str]:
    expect(page.locator("#market [data-place]").first).to_be_visible()
    expect(page.locator("#status.is-mine")).to_be_attached()
    yield "my turn"
    market(page, "G")
    yield "a card to take"
    market(page, "K")
    yield "camels to take"
    click(page, "[data-clear]")
    hand(page, "L")
    yield "a sale"
    click(page, "[data-clear]")
    market(page, "G")
    market(page, "D")
    yield "an exchange without what is given"
    hand(page, "P")
    click(page, "[data-more]")
    expect(page.locator("[data-play]")).not_to_have_attribute("aria-disabled", "true")
    yield "an exchange"
    set_preference(page, confirm="always")
    click(page, "[data-play]")
    yield "an exchange to be confirmed"
    set_preference(page)
    click(page, "[data-play]")
    expect(page.locator("#status .standing:last-child.is-turn")).to_be_attached()
    expect(page.locator("#hand [data-index]:not([aria-disabled])").first).to_be_visible()
    yield "the other's turn"
    hand(page, "L")
    yield "picking ahead"
    click(page, "[data-clear]")
    table.act("-SS")
    expect(page.locator("#status.is-mine")).to_be_attached()
    yield "my turn after a sale of the other"
    page.context.set_offline(True)
    expect(page.locator(".connection")).to_be_visible()
    yield "no connection"
    page.context.set_offline(False)
    expect(page.locator(".connection")).to_be_hidden()


def close(page: Page) -> None:
    """Close the dialog that is open."""
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def _dialogs(page: Page, harness: PageHarness, names: tuple[str, str]) -> Iterator[str]:
    def opened(name: str) -> str:
        expect(page.locator("dialog[open]")).to_have_count(1)
        return name

    table = Table.between(Person.of(page, harness), Person(harness.url), names)
    table.act("+G")
    table.act("-SS")
    open_table(page, table)
    click(page, "[data-help]")
    yield opened("help")
    close(page)
    click(page, "[data-discard]")
    yield opened("discard")
    close(page)
    page.locator("body").press("/")
    yield opened("typed box")
    page.keyboard.type("+")
    yield opened("typed box with actions")
    close(page)
    click(page, "[data-menu]")
    yield opened("menu")
    close(page)
    for icon, name in FROM_MENU.items():
        click(page, "[data-menu]")
        click(page, f'.menu-list button:has(use[href="#{icon}"])')
        yield opened(name)
        close(page)


def _rounds(page: Page, harness: PageHarness, names: tuple[str, str]) -> Iterator[str]:
    table = Table.between(Person.of(page, harness), Person(harness.url), names)
    last = table.play_to_last_action()
    open_table(page, table)
    yield "near the end of the round"
    table.act(last)
    expect(page.locator("dialog.scoring[open]")).to_be_visible()
    yield "scoring"
    close(page)
    page.evaluate(LARGEST_SUMS, [table.look(), largest_result(table, language_of(page))])
    expect(page.locator("dialog.scoring[open][data-shown='4']")).to_be_visible()
    yield "scoring of more than a hundred rupees"
    close(page)
    yield "between rounds"
    said = page.locator("[data-sentence]").text_content() or ""
    click(page, "[data-next]")
    expect(page.locator("[data-sentence]")).not_to_have_text(said)  # the server has it
    expect(page.locator("[data-next]")).to_have_attribute("aria-disabled", "true")
    yield "ready for the next round"
    table.give(1, "next")
    expect(page.locator("[data-next]")).to_be_hidden()
    yield "next round"
    table.give(1, "resign")
    expect(page.locator("#over")).to_be_visible()
    yield "over by resignation"


def _elsewhere(page: Page, harness: PageHarness, names: tuple[str, str]) -> Iterator[str]:
    other = Person(harness.url)
    theirs = Table((other, Person.of(page, harness)), other.create(names[1]))
    page.goto(f"/t/{theirs.id}#{theirs.secret('invitation')}")
    expect(page.locator("#join-name")).to_be_visible()
    yield "invited"
    click(page, "#waiting form button")
    expect(page.locator("#join-name")).to_have_count(0)
    expect(page.locator("#waiting .state-panel")).to_be_visible()
    yield "waiting for the other's share"
    theirs.give(0, "close")
    expect(page.locator("#over")).to_be_visible()
    yield "the other walked away"
    third = Person(harness.url)
    watched = Table.between(other, third, (names[1], names[0]), memory_aid="full")
    watched.act()
    page.goto(f"/t/{watched.id}#{watched.secret('watch')}")
    expect(page.locator("#market [data-place]").first).to_be_visible()
    yield "watching"
    page.goto("/move")
    stranger = Table((third, other), third.create(names[1]))
    stranger.join(names[0])
    page.goto(f"/t/{stranger.id}#{stranger.secret('invitation')}")
    expect(page.locator("#waiting .state-panel")).to_be_visible()
    yield "too late for an invitation"
    page.goto("/t/0123456789abcdef")
    expect(page.locator("#waiting .state-panel")).to_be_visible()
    yield "an unknown table"
    mine = Person.of(page, harness)
    both = mine.create(names[0], {"kind": "same_device", "name": names[1]})
    page.goto(f"/t/{both['table']}")
    expect(page.locator("[data-reveal]")).to_be_visible()
    yield "curtain"
    click(page, "[data-reveal]")
    expect(page.locator("#hand [data-index]").first).to_be_visible()
    yield "after the curtain"
    bot = mine.create(
        names[0], {"kind": "bot", "bot": "merchant"}, clock={"bank": 600, "increment": 5}
    )
    page.goto(f"/t/{bot['table']}")
    expect(page.locator("#market [data-place]").first).to_be_visible()
    yield "against a bot with a clock"
    clock = {"bank": 259_200, "increment": 0}
    open_table(page, Table.between(mine, third, ("Alexandre", "Catherine"), clock=clock))
    expect(page.locator(".connection")).to_be_hidden()
    yield "my turn, with clocks for days"
    page.context.set_offline(True)
    expect(page.locator(".connection")).to_be_visible()
    yield "no connection, with clocks for days"
    page.context.set_offline(False)


def _caravans(page: Page, harness: PageHarness, names: tuple[str, str]) -> Iterator[str]:
    for aid in ("off", "counts", "full"):
        open_table(page, caravan(page, harness, *names, memory_aid=aid))
        yield f"seven cards and eleven camels, aid {aid}"
    hand(page, page.locator("#hand [data-card]").first.get_attribute("data-card") or "")
    yield "a sale from a full hand"
    click(page, "[data-clear]")
    for _ in range(5):
        click(page, "[data-more]")
    yield "five camels to give"


def finished(page: Page, harness: PageHarness, names: tuple[str, str] = ("Ana", "Ben")) -> Table:
    """A match that was played to its end."""
    table = Table.between(Person.of(page, harness), Person(harness.url), names)
    table.play_to_end()
    return table


def step_on(page: Page) -> None:
    """Go on in the tutorial, letting it do what it asks for."""
    before = page.locator(".coach-step").inner_text()
    for _ in range(3):
        expect(page.locator("#coach[data-busy]")).to_have_count(0)
        if page.locator(".coach-step").inner_text() != before:
            return
        if page.locator(".coach-continue").is_visible():
            click(page, ".coach-continue")
        else:
            click(page, ".coach-help")
        if page.locator("dialog.scoring[open]").count():
            close(page)


def _pages(page: Page, harness: PageHarness, names: tuple[str, str]) -> Iterator[str]:
    Table.between(Person.of(page, harness), Person(harness.url), names)
    page.goto("/")
    expect(page.locator("#ladder li").first).to_be_visible()
    expect(page.locator("#mine")).to_be_visible()
    click(page, "#options summary")
    yield "home"
    for path in ("/rules", "/move", "/move#link=0123456789abcdef", "/nowhere"):
        page.goto(path)
        expect(page.locator("main")).to_be_visible()
        yield path


def _over(page: Page, harness: PageHarness, names: tuple[str, str]) -> Iterator[str]:
    table = finished(page, harness, names)
    open_table(page, table)
    expect(page.locator("#over")).to_be_visible()
    yield "over"
    table.give(1, "rematch", nonce_commitment=COMMITTED)
    expect(page.locator("#over .over-offer")).to_be_visible()
    yield "over, with a rematch offered"
    for icon, name in (("icon-shield", "check of the deals"), ("icon-share", "share")):
        click(page, f'#over button:has(use[href="#{icon}"])')
        expect(page.locator("dialog[open]")).to_have_count(1)
        yield name
        close(page)


def _replay(page: Page, harness: PageHarness, names: tuple[str, str]) -> Iterator[str]:
    page.goto("/t/0123456789abcdef/replay")
    expect(page.locator("#trouble")).to_be_visible()
    yield "replay of nothing"
    page.goto(f"/t/{finished(page, harness, names).id}/replay")
    expect(page.locator(".replay-slider")).to_be_visible()
    yield "replay"
    page.keyboard.press("End")
    yield "end of the replay"
    for button in ("[data-menu]", "[data-help]"):
        click(page, button)
        expect(page.locator("dialog[open]")).to_have_count(1)
        yield f"replay {button}"
        close(page)


def _tutorial(page: Page, _harness: PageHarness, _names: tuple[str, str]) -> Iterator[str]:
    page.goto("/learn")
    expect(page.locator("#coach h2")).to_be_visible()
    for step in range(8):
        yield f"tutorial {step}"
        step_on(page)


WALKS = {
    "turns": _turns,
    "dialogs": _dialogs,
    "rounds": _rounds,
    "elsewhere": _elsewhere,
    "caravans": _caravans,
}
TOURS = {"pages": _pages, "over": _over, "replay": _replay, "tutorial": _tutorial}
