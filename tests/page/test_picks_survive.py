"""Picked cards never become another action, and nothing is sent by itself."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.depth import tried
from tests.web.playing import PinnedSecrets

from .frames import wait_for_frame
from .harness import PageHarness
from .playing import Device, by_turn, look, prefer, two_devices

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from .conftest import NewPage

Picked = dict[str, Any]
PICKED = """() => {
  const picked = (selector, name) => [...document.querySelectorAll(selector)]
    .filter((card) => card.checkVisibility() && card.getAttribute("aria-pressed") === "true")
    .map((card) => [Number(card.dataset[name]), card.querySelector(".card-letter").textContent]);
  const play = document.querySelector("[data-play]");
  return {
    market: picked("#market [data-place]", "place"),
    hand: picked("#hand [data-index]", "index"),
    camels: Number.parseInt(document.querySelector(".herd-given").textContent || "0", 10),
    label: play.textContent,
    isReady: play.checkVisibility() && play.getAttribute("aria-disabled") !== "true",
  };
}"""
ENABLED = ", ".join(
    f"{part}:not([aria-disabled]):visible"
    for part in ("#market [data-place]", "#hand [data-index]", "[data-more]")
)
CHANGES = tried(10, 24)
WORDS = {"D": "diamond", "G": "gold", "S": "silver", "C": "cloth", "P": "spice", "L": "leather"}


@pytest.fixture
def harness() -> Iterator[PageHarness]:
    """A server that deals the same in every run."""
    with PageHarness(new_secret=PinnedSecrets("picks")) as serving:
        yield serving


def picked(page: Page) -> Picked:
    """What is picked, and what the button says about it."""
    found: Picked = page.evaluate(PICKED)
    return found


def is_empty(now: Picked) -> bool:
    """Nothing is picked."""
    return not (now["market"] or now["hand"] or now["camels"])


def pick_something(page: Page, chance: Random) -> Picked:
    """A few clicks on cards that can be picked."""
    for _ in range(chance.randint(1, 4)):
        cards = page.locator(ENABLED)
        number = cards.count()
        if number:
            cards.nth(chance.randrange(number)).evaluate("(card) => card.click()")
    return picked(page)


def label_of(now: Picked) -> str:
    """What the button has to say about these cards."""
    if is_empty(now):
        return "Pick cards"
    market = "".join(card for _, card in now["market"])
    hand = "".join(card for _, card in now["hand"])
    if market.startswith("K"):
        return "Take the camel" if len(market) == 1 else f"Take {len(market)} camels"
    if not market and not now["camels"] and len(set(hand)) == 1:
        diamonds = "s" if hand[0] == "D" and len(hand) > 1 else ""
        return f"Sell {len(hand)} {WORDS[hand[0]]}{diamonds}"
    if len(market) == 1 and not hand and not now["camels"]:
        return f"Take the {WORDS[market]}" if market == "D" else f"Take {WORDS[market]}"
    if len(market) == len(hand) + now["camels"]:
        return f"Exchange {len(market)} for {len(market)}"
    return "Exchange"


def test_picks_stay_what_they_are_or_go(new_page: NewPage) -> None:
    """While the other acts at random, picked cards stay literally the same or are dropped."""
    ana, ben, _ = two_devices(prefer(new_page()), prefer(new_page()))
    sent: list[str] = []
    for device in (ana, ben):
        device.open()
        device.page.on(
            "request", lambda one: sent.append(one.url) if one.method == "POST" else None
        )
    chance = Random(11)
    fates: Counter[str] = Counter()
    while fates.total() < CHANGES:
        if ana.look()["state"]["phase"] != "playing":
            break
        acting, waiting = by_turn(ana, ben)
        page = waiting.page
        expect(page.locator(ENABLED).first).to_be_visible()
        before = pick_something(page, chance)
        lines = page.locator("#log .log-list li").count()
        acting.act(chance, lambda one: not one.get("ends"))
        for device in (waiting, acting):
            expect(device.page.locator("#log .log-list li")).to_have_count(lines + 1)
        waiting.expect_turn("Your turn")
        after = picked(page)
        cards = [before[name] for name in ("market", "hand", "camels")]
        if is_empty(after):
            fates["dropped"] += not is_empty(before)
        else:
            assert [after[name] for name in ("market", "hand", "camels")] == cards
            assert after["label"] == before["label"]
            fates["kept and ready" if after["isReady"] else "kept"] += 1
        assert after["label"] == label_of(after), after
        page.keyboard.press("Escape")
    assert sent == []
    assert fates["dropped"] > tried(1, 3), fates
    assert fates["kept and ready"] > tried(1, 3), fates


def test_picked_ahead_and_played_when_the_turn_comes(new_page: NewPage) -> None:
    """The button is off while the other thinks, nothing fires by itself, one press plays it."""
    ana, ben, _ = two_devices(prefer(new_page()), prefer(new_page()))
    acting, waiting = by_turn(ana, ben)
    page = waiting.open().page
    expect(page.locator("#market [data-place]:not([aria-disabled])").first).to_be_visible()
    market = waiting.look()["state"]["round"]["market"]
    camels = market.count("K")
    page.keyboard.press("k")
    play = page.locator("[data-play]")
    expect(play).to_have_text(f"Take {camels} camels")
    expect(play).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Control+Enter")
    play.click(force=True)
    legal = acting.look()["state"]["round"]["legal"]
    sale = next(one["action"] for one in legal if one["kind"] == "sell")
    acting.command("act", action=sale)  # leaves the market as it is
    waiting.expect_turn("Your turn")
    expect(play).not_to_have_attribute("aria-disabled", "true")
    expect(play).to_have_text(f"Take {camels} camels")
    assert waiting.look()["state"]["round"]["turn"] == waiting.look()["state"]["seat"]
    play.click()
    expect(page.locator("#log .log-list li").first).to_contain_text(f"You took {camels} camels")


def test_legal_actions_for_another_moment_are_not_shown(new_page: NewPage) -> None:
    """A bot may have acted before the page asks: what could be done then says what it did."""
    ana, ben, _ = two_devices(prefer(new_page()), prefer(new_page()))
    page = by_turn(ana, ben)[1].page
    later: list[int] = []

    def be_late(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        later.append(len(told["legal"]))
        route.fulfill(response=answer, json=told | {"version": told["version"] + 1})

    page.route("**/legal?*", be_late)
    with page.expect_response("**/legal?*"):
        by_turn(ana, ben)[1].open()
    wait_for_frame(page)
    assert later[0] > 0
    assert page.locator(ENABLED).count() == 0
    page.unroute_all(behavior="wait")  # it may be asked once more while the page goes


def test_what_could_be_done_is_not_forgotten_when_the_stream_begins(new_page: NewPage) -> None:
    """A stream says first what the page came with: what can be picked stays so, without asking."""
    ana, ben, _ = two_devices(prefer(new_page()), prefer(new_page()))
    waiting = by_turn(ana, ben)[1]
    page = waiting.page
    streams: list[Route] = []
    asked: list[str] = []

    def hold(route: Route) -> None:
        streams.append(route)

    page.route("**/events?*", hold)
    page.on("request", lambda one: asked.append(one.url) if "/legal?" in one.url else None)
    page.goto(f"/t/{waiting.table}")
    expect(page.locator(ENABLED).first).to_be_visible()
    first = f"event: update\ndata: {json.dumps(waiting.look())}\n\n"
    with page.expect_request("**/updates?after=*"):  # after a stream that said just this
        streams[0].fulfill(content_type="text/event-stream", body=first)
    assert page.locator(ENABLED).count() > 0
    assert len(asked) == 1


def at_turn(new_page: NewPage, **preferences: object) -> Device:
    """Somebody who is to act."""
    pages = [prefer(new_page(), **preferences) for _ in range(2)]
    ana, ben, _ = two_devices(*pages)
    device = by_turn(ana, ben)[0].open()
    device.expect_turn("Your turn")
    return device


def first_good(page: Page) -> int:
    """The first place of the market with a good."""
    return next(at for at, card in enumerate(look(page).market) if card and card != "Camel")


def test_typed_notation(new_page: NewPage) -> None:
    """`/`, a few letters, completion, Enter stages; Enter once more plays."""
    device = at_turn(new_page)
    page = device.page
    legal = device.look()["state"]["round"]["legal"]
    take = next(one["action"] for one in legal if one["kind"] == "take")
    page.keyboard.press("/")
    box = page.get_by_role("combobox", name="Action")
    expect(box).to_be_focused()
    page.keyboard.type("nonsense")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("No legal action fits this.")
    box.fill("")
    page.keyboard.type(take.lower())
    option = page.get_by_role("option").first
    expect(option).to_contain_text(take)
    expect(option).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    label = f"Take {'the ' if take == '+D' else ''}{WORDS[take[1]]}"
    expect(page.locator("[data-play]")).to_have_text(label)
    assert page.locator("#log .log-list li").count() == 1
    page.keyboard.press("Enter")
    expect(page.locator("#log .log-list li").first).to_contain_text("You took")


def test_a_card_is_dragged_to_the_dock(new_page: NewPage) -> None:
    """It is picked as if it had been clicked; beside the dock nothing happens."""
    page = at_turn(new_page).page
    card = page.locator(f"#market [data-place='{first_good(page)}']")
    box, dock, log = (page.locator(one).bounding_box() for one in ("#market", "#dock", "#log"))
    where = card.bounding_box()
    assert box
    assert dock
    assert log
    assert where
    for to, is_picked in ((log, "false"), (dock, "true")):
        page.mouse.move(where["x"] + 20, where["y"] + 20)
        page.mouse.down()
        page.mouse.move(to["x"] + 40, to["y"] + 30, steps=5)
        page.mouse.up()
        expect(card).to_have_attribute("aria-pressed", is_picked)
    expect(page.locator("[data-play]")).to_have_text(re.compile("^Take"))
    assert page.locator("#log .log-list li").count() == 1


def test_every_action_confirmed(new_page: NewPage) -> None:
    """With `always`, one press asks and the second plays; another pick in between asks anew."""
    page = at_turn(new_page, confirm="always").page
    place = first_good(page)
    play = page.locator("[data-play]")
    page.locator(f"#market [data-place='{place}']").click()
    label = play.inner_text()
    play.click()
    expect(play).to_have_text(f"Confirm: {label}")
    page.locator(f"#market [data-place='{place}']").click()
    page.locator(f"#market [data-place='{place}']").click()
    expect(play).to_have_text(label)
    play.click()
    expect(play).to_have_text(f"Confirm: {label}")
    assert page.locator("#log .log-list li").count() == 1
    play.click()
    expect(page.locator("#log .log-list li").first).to_contain_text("You took")


def test_escape_takes_the_question_back(new_page: NewPage) -> None:
    """The first Esc takes back the question, the second the picked cards."""
    page = at_turn(new_page, confirm="always").page
    place = first_good(page)
    card = page.locator(f"#market [data-place='{place}']")
    card.click()
    page.locator("[data-play]").click()
    page.keyboard.press("Escape")
    expect(page.locator("[data-play]")).not_to_contain_text("Confirm")
    expect(card).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(card).to_have_attribute("aria-pressed", "false")


def test_letters_switched_off(new_page: NewPage) -> None:
    """Single keys do nothing, and are not shown on the cards; Ctrl+Enter and Esc still work."""
    page = at_turn(new_page, letters=False).page
    place = first_good(page)
    for key in ("1", "2", "3", "4", "5", "a", "s", "d", "k", "/", "?", "+"):
        page.keyboard.press(key)
    assert is_empty(picked(page))
    assert not page.get_by_role("dialog").count()
    assert not page.locator(".card-key:visible").count()
    card = page.locator(f"#market [data-place='{place}']")
    card.click()
    page.keyboard.press("Escape")
    expect(card).to_have_attribute("aria-pressed", "false")
    card.click()
    page.keyboard.press("Control+Enter")
    expect(page.locator("#log .log-list li").first).to_contain_text("You took")


def test_a_refused_action_says_why(new_page: NewPage) -> None:
    """The server's own sentence stands in the dock, and the picked cards are still there."""
    device = at_turn(new_page)
    page = device.page
    place = first_good(page)
    refused = {"error": {"code": "illegal_action", "sentence": "Not this way (R1).", "version": 3}}
    page.route("**/commands", lambda route: route.fulfill(status=422, json=refused))
    page.locator(f"#market [data-place='{place}']").click()
    expect(page.locator("#announcer")).to_contain_text("Take")  # else both are read as one text
    page.locator("[data-play]").click()
    expect(page.locator("[data-sentence]")).to_have_text("Not this way (R1).")
    expect(page.locator("#announcer")).to_have_text("Not this way (R1).")
    expect(page.locator(f"#market [data-place='{place}']")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.unroute("**/commands")
    page.locator("[data-play]").click()
    expect(page.locator("#log .log-list li").first).to_contain_text("You took")
