"""Two people on two devices: by link, with reloads, network failures and lost answers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.depth import long
from tests.web.playing import PinnedSecrets

from ..nonces import COMMITTED, INVITATION
from .harness import PageHarness
from .playing import CAMEL, Device, by_turn, look, prefer, two_devices
from .states import expect_ready, hold_time, pass_time_until_visible

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from .conftest import NewPage

BROKEN = re.compile("connect", re.IGNORECASE)
VIEW = """() => ({
  text: document.querySelector("#table").innerText,
  names: [...document.querySelectorAll("#table [aria-label]")]
    .filter((one) => one.checkVisibility()).map((one) => one.ariaLabel),
  boxes: [...document.querySelectorAll("#table section, #table button")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height].map(Math.round).join(" ");
  }),
})"""


@pytest.fixture
def harness() -> Iterator[PageHarness]:
    """A server that deals the same in every run."""
    with PageHarness(new_secret=PinnedSecrets("two")) as serving:
        yield serving


def is_take(legal: dict[str, Any]) -> bool:
    """Taking one good."""
    return bool(legal["kind"] == "take")


def take_something(page: Page) -> str:
    """Take a good with the mouse, or else the camels; returns the kind."""
    market = look(page).market
    goods = [at for at, card in enumerate(market) if card and card != CAMEL]
    place = goods[0] if goods else market.index(CAMEL)
    page.locator(f"#market [data-place='{place}']").click()
    page.locator("[data-play]").click()
    return str(market[place]).lower()


def test_from_the_invitation_to_the_first_actions(new_page: NewPage) -> None:
    """Ana makes a table, Ben takes the seat by the link, and each sees what the other does."""
    first, second = prefer(new_page()), prefer(new_page())
    first.goto("/")
    first.get_by_label("Your name").fill("Ana")
    first.get_by_role("button", name="Create the table").click()
    expect(first.get_by_role("heading", name="Waiting for your friend")).to_be_visible()
    link = first.get_by_label("Invitation").input_value()
    second.goto(link)
    expect(second.get_by_role("heading", name="Ana invites you to a match")).to_be_visible()
    second.get_by_label("Your name").fill("Ben")
    second.get_by_role("button", name="Take the seat").click()
    for page in (first, second):
        expect(page.locator("#market [data-place='4']")).to_be_visible()
        expect(page.locator("#status h2")).to_have_text(re.compile("Your turn|to move"))
    people = {"Ana": first, "Ben": second}
    for _ in range(4):
        acting = "Ana" if look(first).turn == "Your turn" else "Ben"
        waiting = "Ben" if acting == "Ana" else "Ana"
        kind = take_something(people[acting])
        told = re.compile(rf"{acting} took (a |\d )?{kind}")
        expect(people[waiting].locator("#log .log-list li").first).to_have_text(told)
        expect(people[waiting].locator("[data-sentence]")).to_have_text(told)
        expect(people[waiting].locator("#announcer")).to_have_text(told)
        expect(people[acting].locator("#log .log-list li").first).to_have_text(
            re.compile(rf"You took (a |\d )?{kind}")
        )
        expect(people[waiting].locator("#status h2")).to_have_text("Your turn")


def test_a_reload_shows_the_same(new_page: NewPage) -> None:
    """In the middle of a round, for who is to act and for who waits, nothing is lost or moved."""
    ana, ben, _ = two_devices(prefer(new_page()), prefer(new_page()))
    ana.open()
    ben.open()
    chance = Random(3)
    for _turn in range(7):
        acting, waiting = by_turn(ana, ben)
        acting.act(chance)
        waiting.expect_turn("Your turn")
    for device in (ana, ben):
        expect(device.page.locator("#log .log-list li")).to_have_count(8)
        expect(
            device.page.locator("#hand [data-index='0']:not([aria-disabled])")
            .or_(device.page.locator("#market [data-place]:not([aria-disabled])"))
            .first
        ).to_be_visible()
        expect(device.page.locator("#opponent .dot")).to_have_attribute("aria-label", "is here")
        before = device.page.evaluate(VIEW)
        device.page.reload()
        expect(device.page.locator("#log .log-list li")).to_have_count(8)
        expect(device.page.locator("#table")).to_have_js_property("innerText", before["text"])
        expect(
            device.page.locator("#market [data-place]:not([aria-disabled])").first
        ).to_be_visible()
        after = device.page.evaluate(VIEW)
        assert after["names"] == before["names"]
        assert after["boxes"] == before["boxes"]


def test_the_network_goes_and_comes_back(new_page: NewPage) -> None:
    """What the other did meanwhile is shown without a reload, and the break is said."""
    ana, ben, _ = two_devices(prefer(new_page()), prefer(new_page()))
    acting, waiting = by_turn(ana, ben)
    page = waiting.open().page
    expect(page.locator("#status .connection")).to_be_hidden()
    page.evaluate("window.isTheSame = true")
    page.context.set_offline(True)
    expect(page.locator("#status .connection")).to_have_text(BROKEN)
    acting.act(Random(5), is_take)
    assert look(page).turn != "Your turn"
    page.context.set_offline(False)
    waiting.expect_turn("Your turn")
    expect(page.locator("#status .connection")).to_be_hidden()
    expect(page.locator("#log .log-list li").first).to_contain_text("took")
    assert page.evaluate("window.isTheSame")
    take_something(page)
    expect(page.locator("#log .log-list li").first).to_contain_text("You took")


def test_an_answer_that_is_lost_counts_once(new_page: NewPage) -> None:
    """The server has the action, its answer never comes: it is sent again and done once."""
    ana, ben, _ = two_devices(prefer(new_page()), prefer(new_page()))
    acting, _waiting = by_turn(ana, ben)
    page = acting.open().page
    acting.expect_turn("Your turn")
    ids: list[str] = []

    def lose_the_first(route: Route) -> None:
        ids.append(json.loads(route.request.post_data or "{}")["id"])
        answer = route.fetch()
        if len(ids) == 1:
            route.abort()
        else:
            route.fulfill(response=answer)

    page.route("**/commands", lose_the_first)
    version = acting.look()["version"]
    with page.expect_response("**/commands") as answered:
        take_something(page)
    assert answered.value.ok
    assert ids[0] == ids[1]
    expect(page.locator("#log .log-list li")).to_have_count(2)
    assert acting.look()["version"] == version + 1
    expect(page.locator("[data-sentence]")).not_to_have_attribute("data-tone", "error")


def test_an_action_for_a_table_that_moved_on(new_page: NewPage) -> None:
    """Another window of the same person was quicker: a sentence that stays, and nothing is lost."""
    ana, ben, _ = two_devices(prefer(new_page()), prefer(new_page()))
    acting, _waiting = by_turn(ana, ben)
    page = acting.open().page
    acting.expect_turn("Your turn")
    held: list[Route] = []
    answered: list[Route] = []

    def hold(route: Route) -> None:
        (answered if "/legal?" in route.request.url else held).append(route)

    page.route("**/commands", hold)
    page.route("**/legal?*", hold)
    page.locator("#market [data-place]").filter(visible=True).first.click()
    page.locator("[data-play]").click()
    expect(page.locator("[data-sentence]")).to_have_text("One moment …")
    acting.act(Random(2), is_take)
    expect(page.locator("#log .log-list li")).to_have_count(2)
    held[0].continue_()
    expect(page.locator("[data-sentence]")).to_have_attribute("data-tone", "error")
    expect(page.locator("#announcer")).not_to_be_empty()
    answered[0].continue_()  # what could be done next comes only now
    expect(page.locator("#market [data-place]:not([aria-disabled])").first).to_be_visible()
    expect(page.locator("[data-sentence]")).to_have_attribute("data-tone", "error")
    expect(page.locator("#log .log-list li")).to_have_count(2)
    ben_or_ana = by_turn(ana, ben)[0]
    assert ben_or_ana is not acting
    ben_or_ana.act(Random(2), is_take)
    acting.expect_turn("Your turn")
    page.unroute_all()
    take_something(page)
    expect(page.locator("#log .log-list li").first).to_contain_text("You took")


def test_a_server_that_does_not_answer(new_page: NewPage) -> None:
    """The cards stay picked, a sentence says so, and it can be done when the server is back."""
    ana, ben, _ = two_devices(prefer(new_page()), prefer(new_page()))
    acting, _waiting = by_turn(ana, ben)
    page = acting.open().page
    acting.expect_turn("Your turn")
    hold_time(page)
    page.route("**/commands", lambda route: route.abort())
    kind = take_something(page)
    expect(page.locator("[data-sentence]")).to_have_text("One moment …")
    sentence = page.locator("[data-sentence]")
    pass_time_until_visible(page, sentence.filter(has_text="The server is not responding"))
    expect(page.locator("[data-play]")).to_contain_text(kind)
    page.unroute("**/commands")
    page.locator("[data-play]").click()
    expect(page.locator("#log .log-list li").first).to_contain_text("You took")


@pytest.mark.parametrize(
    ("secret", "heading"),
    [
        ("", "Table not found"),
        ("#invitation=0123456789abcdef0123456789abcdef", "This link does not work"),
        pytest.param("#watch=" + "0123456789abcdef" * 2, "This link does not work", marks=long),
    ],
)
def test_a_link_that_does_not_fit(new_page: NewPage, secret: str, heading: str) -> None:
    """A sentence and a way on."""
    ana = Device(prefer(new_page()))
    ana.create(INVITATION)
    page = prefer(new_page())
    page.goto(f"/t/{ana.table}{secret}")
    expect(page.get_by_role("heading", name=heading)).to_be_focused()
    page.get_by_role("link", name="To the home page").click()
    expect(page.get_by_role("heading", name="Play a bot")).to_be_visible()


def test_links_to_a_table_that_is_unknown_full_or_over(new_page: NewPage) -> None:
    """Who comes too late is told so."""
    ana, ben, made = two_devices(prefer(new_page()), prefer(new_page()))
    late = prefer(new_page())
    late.goto("/t/0123456789abcdef")
    expect(late.get_by_role("heading", name="Table not found")).to_be_visible()
    late.goto(made["links"]["invitation"])
    expect(late.get_by_role("heading", name="The seat is taken")).to_be_visible()
    expect(late.get_by_role("link", name="To the home page")).to_be_visible()
    ana.command("resign")
    late.goto("/")
    late.goto(made["links"]["invitation"])
    expect(late.get_by_role("heading", name=re.compile("over|taken"))).to_be_visible()
    ben.open()
    expect(ben.page.get_by_role("region", name="Ana")).to_contain_text("Replay")


def test_the_host_opens_their_own_invitation(new_page: NewPage) -> None:
    """It leads to the table, not to a second seat."""
    ana = Device(prefer(new_page()))
    made = ana.create(INVITATION)
    ana.page.goto(made["links"]["invitation"])
    expect(ana.page.get_by_role("heading", name="Waiting for your friend")).to_be_visible()


def test_resign_and_rematch(new_page: NewPage) -> None:
    """Through the menu, asked once more; both then agree and find themselves at the new table."""
    ana, ben, _ = two_devices(prefer(new_page()), prefer(new_page()))
    ana.open()
    ben.open()
    ana.page.get_by_role("button", name="Menu").click()
    ana.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    asked = ana.page.get_by_role("dialog", name="Resign the match?")
    asked.get_by_role("button", name="Play on").click()
    assert ana.look()["state"]["phase"] == "playing"
    ana.page.get_by_role("button", name="Menu").click()
    ana.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    asked.get_by_role("button", name="Resign", exact=True).click()
    for device in (ana, ben):
        expect(device.page.locator("#over")).to_be_visible()
    expect_ready(ben.page)
    ben.page.get_by_role("button", name="Rematch").click()
    expect(ben.page.locator("#over")).to_contain_text("You offered a rematch. Waiting for Ana.")
    expect(ana.page.locator("#over")).to_contain_text("Ben would like a rematch.")
    expect_ready(ana.page)
    ana.page.get_by_role("button", name="Play again").click()
    for device in (ana, ben):
        expect(device.page).not_to_have_url(re.compile(ana.table))
        expect(device.page.locator("#market [data-place='4']")).to_be_visible()
    assert ana.page.url == ben.page.url
    ben.open()  # the old table has a link to the new one
    expect_ready(ben.page)
    ben.page.get_by_role("link", name="Go to the new table").click()
    expect(ben.page).to_have_url(ana.page.url)


@long
def test_both_want_a_rematch_at_the_same_moment(new_page: NewPage) -> None:
    """The second is meant for the table as it is by then, and agrees."""
    ana, ben, _ = two_devices(prefer(new_page()), prefer(new_page()))
    ana.command("resign")
    ben.open()
    answers: list[int] = []

    def come_second(route: Route) -> None:
        if not answers:
            ana.command("rematch", nonce_commitment=COMMITTED)
        answer = route.fetch()
        answers.append(answer.status)
        route.fulfill(response=answer)

    ben.page.route(f"**/{ben.table}/commands", come_second)
    expect_ready(ben.page)
    ben.page.get_by_role("button", name="Rematch").click()
    expect(ben.page).not_to_have_url(re.compile(ben.table))
    ben.page.unroute_all(behavior="wait")
    assert answers == [409, 200]


def test_the_title_says_when_it_is_my_turn(new_page: NewPage) -> None:
    """For who looks at another tab."""
    ana, ben, _ = two_devices(prefer(new_page()), prefer(new_page()))
    acting, waiting = by_turn(ana, ben)
    for device in (acting, waiting):
        device.open()
    expect(acting.page).to_have_title(re.compile("^● Your turn"))
    expect(waiting.page).not_to_have_title(re.compile("●"))
    acting.act(Random(1))
    expect(waiting.page).to_have_title(re.compile("^● Your turn"))
    expect(acting.page).not_to_have_title(re.compile("●"))


def test_what_happened_since_i_was_here(new_page: NewPage) -> None:
    """The table is left, two things happen, and on coming back both are told, once."""
    ana, ben, _ = two_devices(prefer(new_page()), prefer(new_page()))
    acting, waiting = by_turn(ana, ben)
    page = waiting.open().page
    expect(page.locator("#log .log-list li")).to_have_count(1)
    page.goto("/")
    acting.act(Random(4), is_take)
    waiting.act(Random(4), is_take)  # from another window
    acting.act(Random(6), is_take)
    page.add_init_script(
        """window.said = [];
        addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
          const now = document.querySelector("[data-sentence]")?.textContent;
          if (now && window.said.at(-1) !== now) window.said.push(now);
        }).observe(document, { subtree: true, childList: true, characterData: true }));"""
    )
    waiting.open()
    waiting.expect_turn("Your turn")
    expect(page.locator("#log .log-list li")).to_have_count(4)
    said = page.evaluate("window.said")
    name = "Ana" if acting is ana else "Ben"
    told = [one for one in said if one.startswith("Since you were here:")]
    assert [f": {name} " in told[0], ": You " in told[1], f": {name} " in told[2]] == [True] * 3, (
        said
    )
    assert said == told, said
    page.reload()
    expect(page.locator("#log .log-list li")).to_have_count(4)
    assert not [one for one in page.evaluate("window.said") if "Since" in one]
