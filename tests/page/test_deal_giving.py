"""The page sends no nonce to a server that changes its commitments or asks too early."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from ..nonces import COMMITTED
from .harness import PageHarness
from .playing import prefer
from .tables import Data, Person, Table
from .test_deal_order import MARKET, invite, moved

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from .conftest import NewPage

OTHER = "0" * 64
CHANGES: list[tuple[Data, Data]] = [
    ({}, {"commitment": OTHER}),
    ({"commitment": ""}, {"commitment": OTHER}),
    ({}, {"nonce_commitment": None}),
    ({}, {"nonce_commitment": {"seat": 0, "sha256": OTHER, "reveal_seconds": 60}}),
    ({}, {"nonce_commitment": {"seat": 1, "sha256": COMMITTED, "reveal_seconds": 60}}),
]
"""What an invitation shows otherwise, at first and then."""
ERROR: Data = {"error": {"code": "too_many", "sentence": "Too many at once.", "version": None}}
ANOTHER = "shows a different commitment"


def invited(harness: PageHarness) -> Table:
    """A table whose second seat is open."""
    ana = Person(harness.url)
    return Table((ana, Person(harness.url)), ana.create("Ana"))


def show(page: Page, where: str, changed: Data) -> None:
    """Let a server show something else from now on."""

    def other(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | changed)

    page.unroute(where)
    page.route(where, other)


def refuse_seats(page: Page) -> list[str]:
    """Let a server refuse the seat; what it is given from now on."""
    given: list[str] = []

    def refuse(route: Route) -> None:
        given.append(json.loads(route.request.post_data or "")["nonce"])
        route.fulfill(status=429, json=ERROR)

    page.route("**/join", refuse)
    return given


@pytest.mark.parametrize(("first", "then"), CHANGES)
def test_a_seat_is_not_asked_for_again_under_other_commitments(
    harness: PageHarness, new_page: NewPage, first: Data, then: Data
) -> None:
    table, page = invited(harness), prefer(new_page())
    given = refuse_seats(page)
    show(page, "**/invitation", first)
    page.goto(f"/t/{table.id}#{table.secret('invitation')}")
    page.get_by_role("button", name="Take the seat").click()
    expect(page.locator("#waiting")).to_contain_text("Too many at once.")
    show(page, "**/invitation", then)
    page.reload()
    page.get_by_role("button", name="Take the seat").click()
    expect(page.locator("#waiting")).to_contain_text(ANOTHER)
    expect(page.get_by_role("link", name="To the home page")).to_be_visible()
    assert len(given) == 1
    # What is shown as at first goes on, with the same share.
    show(page, "**/invitation", first)
    page.reload()
    page.get_by_role("button", name="Take the seat").click()
    expect(page.locator("#waiting")).to_contain_text("Too many at once.")
    assert given == given[:1] * 2
    page.unroute_all(behavior="wait")


def test_a_tab_from_before_gives_nothing_when_another_was_shown_something_else(
    harness: PageHarness, new_page: NewPage
) -> None:
    table, page = invited(harness), prefer(new_page())
    link = f"/t/{table.id}#{table.secret('invitation')}"
    page.goto(link)
    expect(page.get_by_role("button", name="Take the seat")).to_be_visible()
    other = page.context.new_page()
    show(other, "**/invitation", {"commitment": OTHER})
    refuse_seats(other)
    other.goto(link)
    other.get_by_role("button", name="Take the seat").click()
    expect(other.locator("#waiting")).to_contain_text("Too many at once.")
    page.get_by_role("button", name="Take the seat").click()
    expect(page.locator("#waiting")).to_contain_text(ANOTHER)
    assert table.look()["state"]["seats"][1]["kind"] == "open"
    other.unroute_all(behavior="wait")


def test_an_invitation_in_two_tabs_leads_to_one_seat(
    harness: PageHarness, new_page: NewPage
) -> None:
    table, page = invited(harness), prefer(new_page())
    other = page.context.new_page()
    for tab in (page, other):
        tab.goto(f"/t/{table.id}#{table.secret('invitation')}")
        # Whoever looks after the seat was taken is not offered it any more.
        expect(tab.get_by_role("button", name="Take the seat")).to_be_visible()
    for tab in (page, other):
        tab.get_by_role("button", name="Take the seat").click()
        expect(tab.get_by_role("heading", name="Waiting for Ana")).to_be_visible()


def test_who_comes_too_late_gives_no_share(harness: PageHarness, new_page: NewPage) -> None:
    table, page = invited(harness), prefer(new_page())
    table.join("Ben", "ab" * 16)
    with page.expect_request("**/join") as asked:
        page.goto(f"/t/{table.id}#{table.secret('invitation')}")
    expect(page.get_by_role("heading", name="The seat is taken")).to_be_visible()
    assert "nonce" not in json.loads(asked.value.post_data or "")


def test_a_share_is_not_revealed_before_the_other_one_is_there(
    harness: PageHarness, new_page: NewPage
) -> None:
    page = prefer(new_page())
    table, friend = invite(page, harness)
    page.goto("/")
    table.join("Ben", "cd" * 16)
    page.route("**/events*", lambda route: route.abort())

    def too_early(route: Route) -> None:
        answer = route.fetch()
        update = answer.json()
        update["state"]["nonce_commitment"]["other_nonce"] = None
        route.fulfill(response=answer, json=update)

    for where in (f"**{table.api}", "**/updates*"):
        page.route(where, too_early)
    page.goto(f"/t/{table.id}")
    expect(page.get_by_role("heading", name="Waiting for your other browser")).to_be_visible()
    assert friend.get(table.api)["state"]["phase"] == "waiting"
    page.unroute_all(behavior="wait")
    page.reload()
    expect(page.locator(MARKET)).to_be_visible()


def test_who_is_committed_gives_nothing_to_a_table_that_shows_no_commitment(
    harness: PageHarness, new_page: NewPage
) -> None:
    """Otherwise the other player, who could be the host, would give the last share."""
    page = prefer(new_page())
    page.route("**/events*", lambda route: route.abort())

    def unfixed(route: Route) -> None:
        answer = route.fetch()
        update = answer.json()
        if "state" in update:
            update["state"]["nonce_commitment"] = None
        route.fulfill(response=answer, json=update)

    for where in ("**/api/tables/*", "**/updates*"):
        page.route(where, unfixed)
    table, friend = invite(page, harness)
    table.join("Ben", "cd" * 16)
    expect(page.get_by_text(ANOTHER)).to_be_visible()
    assert friend.get(table.api)["state"]["phase"] == "waiting"
    page.unroute_all(behavior="wait")


def test_the_link_to_another_device_says_for_which_table_a_share_is(
    harness: PageHarness, new_page: NewPage
) -> None:
    page, other = prefer(new_page()), prefer(new_page())
    table, _friend = invite(page, harness)
    page.route("**/commands", lambda route: route.fulfill(status=429, json=ERROR))
    with page.expect_request("**/commands"):
        table.join("Ben", "cd" * 16)
    moved(page, other, whole=True)
    kept = "JSON.parse(localStorage['jaipur.promised']).map((one) => one.table)"
    assert other.evaluate(kept) == page.evaluate(kept) == [table.id]
    page.unroute_all(behavior="wait")
    other.goto(f"/t/{table.id}")
    expect(other.locator(MARKET)).to_be_visible()
