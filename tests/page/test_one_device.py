"""Two people on one device: between turns no card of a hand is anywhere on the page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.depth import long

from .harness import PageHarness
from .playing import (
    Device,
    Mouse,
    QuickDeals,
    choose,
    look,
    prefer,
    wait_for,
)
from .states import expect_ready
from .test_hidden import FACES

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import NewPage

HIDDEN_PARTS = "#hand, #dock, #opponent"
OBSERVE = """(roots) => {
  window.leaks = [];
  window.coverings = 0;
  let wasCovered = false;
  const faces = (FACES);
  const check = () => {
    const isCovered = !document.getElementById("curtain").hidden;
    if (isCovered && !wasCovered) window.coverings += 1;
    wasCovered = isCovered;
    window.isConnecting ||= document.querySelector("#status .connection").checkVisibility();
    if (isCovered) window.leaks.push(...faces(roots));
  };
  const all = { subtree: true, childList: true, attributes: true };
  new MutationObserver(check).observe(document.body, all);
  const often = () => (check(), requestAnimationFrame(often));
  often();
}""".replace("FACES", FACES)


@pytest.fixture
def harness() -> Iterator[PageHarness]:
    """A server that always deals the same short round."""
    with PageHarness(dealer=lambda *_: QuickDeals()) as serving:
        yield serving


def sit_down(page: Page) -> Device:
    """Ana and Ben at a table on this device, the curtain down."""
    device = Device(page)
    device.create({"kind": "same_device", "name": "Ben"})
    device.open()
    expect(page.get_by_role("heading", name="Pass to")).to_be_visible()
    return device


def lift(page: Page) -> None:
    """Whoever is to act says so."""
    page.locator("#curtain button").click()
    expect(page.locator("#curtain")).to_be_hidden()
    expect(page.locator("#status h2")).to_have_text("Your turn")


def true_hand(device: Device, seat: int) -> Counter[str]:
    """The hand of a seat, by the server."""
    hand = device.get(f"{device.path}?seat={seat}")["state"]["round"]["sides"][seat]["hand"]
    return Counter(hand)


def shown_hand(page: Page) -> Counter[str]:
    """The hand on the screen, in letters."""
    return Counter(page.locator("#hand [data-index]:visible .card-letter").all_inner_texts())


def take_something(page: Page) -> None:
    """One turn: whatever `choose` says."""
    person = Mouse(page)
    seen = wait_for(page, person.look, lambda now: now.is_my_turn)
    for card in choose(seen, 1):
        person.pick(card)
    person.press(wait_for(page, person.look, lambda now: now.is_ready).label)


def test_from_the_first_page(new_page: NewPage) -> None:
    """Two names, a table, and the curtain for who starts; nothing is known before it is lifted."""
    page = prefer(new_page())
    page.goto("/")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_label("Name of the other player").fill("Ben")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", name="Pass to Ana")).to_be_visible()
    assert page.evaluate(FACES, HIDDEN_PARTS) == []
    expect(page.locator("#market [data-place='4']")).to_be_visible()
    page.get_by_role("button", name="I am Ana: show my cards").click()
    expect(page.locator("#status h2")).to_have_text("Your turn")
    assert shown_hand(page) == Counter("DDDDL")


@long
def test_a_round_with_the_curtain(new_page: NewPage) -> None:
    """At every moment of a round no hand is there, or it is the hand of who lifted the curtain."""
    page = prefer(new_page())
    device = sit_down(page)
    page.evaluate(OBSERVE, HIDDEN_PARTS)
    turns = 0
    while device.get(device.path)["state"]["phase"] == "playing":
        seat = device.get(device.path)["state"]["round"]["turn"]
        name = ("Ana", "Ben")[seat]
        expect(page.get_by_role("heading", name=f"Pass to {name}")).to_be_visible()
        assert page.evaluate(FACES, HIDDEN_PARTS) == []
        lift(page)
        assert shown_hand(page) == true_hand(device, seat)
        take_something(page)
        wait_for(page, lambda: look(page), lambda now: bool(now.dialog) or now.turn != "Your turn")
        turns += 1
        assert turns < 60
    dialog = page.get_by_role("dialog", name="End of round 1")
    expect(dialog).to_be_visible()
    assert page.evaluate("window.leaks") == []
    assert page.evaluate("window.coverings") >= turns - 1
    expect_ready(page)
    dialog.get_by_role("button", name="Next round").click()
    expect(page.get_by_role("heading", name="Pass to")).to_be_visible()
    assert page.evaluate(FACES, HIDDEN_PARTS) == []


def test_what_was_done_is_told_by_names(new_page: NewPage) -> None:
    """Whoever takes the device reads who it was; `You` is only said to who did it."""
    page = prefer(new_page())
    sit_down(page)
    lift(page)
    take_something(page)
    by_ana = re.compile(r"^Ana (took|sold|exchanged) ")
    expect(page.get_by_role("heading", name="Pass to Ben")).to_be_visible()
    for place in ("#curtain .curtain-last", "#log .log-line >> nth=0", "#opponent .last-words"):
        expect(page.locator(place)).to_have_text(by_ana)
    lift(page)
    for place in ("[data-sentence]", "#log .log-line >> nth=0", "#opponent .last-words"):
        expect(page.locator(place)).to_have_text(by_ana)
    take_something(page)
    expect(page.get_by_role("heading", name="Pass to Ana")).to_be_visible()
    lift(page)
    expect(page.locator("#log .log-line >> nth=0")).to_have_text(re.compile("^Ben "))
    expect(page.locator("#log .log-line >> nth=1")).to_have_text(re.compile("^You "))


def test_nothing_flies_past_the_curtain(new_page: NewPage) -> None:
    """The same while cards move: neither before, nor during, nor after an animation."""
    page = prefer(new_page(), speed="normal")
    sit_down(page)
    page.evaluate(OBSERVE, HIDDEN_PARTS)
    for _ in range(3):
        lift(page)
        take_something(page)
        expect(page.locator("#curtain button")).to_be_visible()
        page.wait_for_function("() => !document.getAnimations().length")
    assert page.evaluate("window.leaks") == []
    assert page.evaluate("window.coverings") >= 3
    assert not page.evaluate("window.isConnecting")  # it never was not


def test_a_reload_covers_the_cards(new_page: NewPage) -> None:
    """Behind the curtain it stays down; in front of it, it falls."""
    page = prefer(new_page())
    sit_down(page)
    page.reload()
    expect(page.locator("#curtain button")).to_be_visible()
    assert page.evaluate(FACES, HIDDEN_PARTS) == []
    lift(page)
    page.reload()
    expect(page.locator("#curtain button")).to_be_visible()
    assert page.evaluate(FACES, HIDDEN_PARTS) == []


def test_keys_do_nothing_behind_the_curtain(new_page: NewPage) -> None:
    """Nothing can be picked or played for the other person."""
    page = prefer(new_page())
    device = sit_down(page)
    version = device.get(device.path)["version"]
    for key in ("1", "a", "Control+Enter"):
        page.keyboard.press(key)
    assert not page.locator("[aria-pressed=true]").count()
    expect(page.locator("[data-play]")).to_have_text("Pick cards")
    assert device.get(device.path)["version"] == version


def test_a_match_on_one_device_can_be_given_up_and_played_again(new_page: NewPage) -> None:
    """The menu works behind the curtain; the rematch needs only one of the two to say so."""
    page = prefer(new_page())
    device = sit_down(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    asked = page.get_by_role("dialog", name="Resign the match?")
    asked.get_by_role("button", name="Resign", exact=True).click()
    expect(page.locator("#over")).to_be_visible()
    expect(page.locator("#curtain")).to_be_hidden()
    expect_ready(page)
    page.get_by_role("button", name="Rematch").click()
    expect(page).not_to_have_url(re.compile(device.table))
    expect(page.get_by_role("heading", name="Pass to")).to_be_visible()
