"""Nobody chooses the deal: the browser commits to its nonce, and reveals it last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from .harness import PageHarness
from .playing import prefer
from .states import expect_ready
from .tables import Data, Person, Table

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from .conftest import NewPage

MARKET = "#market [data-place='4']"


def invite(page: Page, harness: PageHarness) -> tuple[Table, Person]:
    """Make a table for a friend as a person does; the friend has not come yet."""
    page.goto("/")
    page.locator("#invite").click()
    expect(page.get_by_role("heading", name="Waiting for your friend")).to_be_visible()
    me, friend = Person.of(page, harness), Person(harness.url)
    made: Data = {"table": page.url.rpartition("/")[2]}
    made["links"] = me.get(f"/api/tables/{made['table']}/links")
    return Table((me, friend), made), friend


def test_who_invited_a_friend_and_left_deals_by_coming_back(
    harness: PageHarness, new_page: NewPage
) -> None:
    page = prefer(new_page())
    table, friend = invite(page, harness)
    page.goto("/")
    table.join("Ben", "ab" * 16)
    state = friend.get(table.api)["state"]
    assert (state["phase"], state["waits_for"], state["nonce_commitment"]["seat"]) == (
        "waiting",
        [0],
        0,
    )
    page.goto(f"/t/{table.id}")
    expect(page.locator(MARKET)).to_be_visible()
    assert friend.get(table.api)["state"]["phase"] == "playing"
    table.give(1, "resign")
    expect(page.locator("#over")).to_be_visible()
    expect_ready(page)
    page.get_by_role("button", name="Check the deals").click()
    found = page.get_by_role("dialog")
    expect(found).to_contain_text("The deals are verified.")
    expect(found).to_contain_text("Nobody could choose the cards")
    assert not page.evaluate("JSON.parse(localStorage['jaipur.promised'] ?? '[]').length")


def moved(page: Page, other: Page, *, whole: bool) -> None:
    """Open the link to another device there; without what is not for the server if so wanted."""
    page.goto("/")
    page.locator("#move-out").click()
    page.get_by_role("button", name="Create the link").click()
    link = page.locator("dialog .link-field input").input_value()
    assert "&nonces=" in link
    other.goto(link if whole else link.partition("&")[0])
    other.locator("#claim").click()
    expect(other.get_by_role("heading", name="Play a bot")).to_be_visible()


def test_the_link_to_another_device_takes_the_share_along(
    harness: PageHarness, new_page: NewPage
) -> None:
    page, other = prefer(new_page()), prefer(new_page())
    table, _friend = invite(page, harness)
    moved(page, other, whole=True)
    table.join("Ben", "ab" * 16)
    other.goto(f"/t/{table.id}")
    expect(other.locator(MARKET)).to_be_visible()


def test_another_browser_says_where_the_share_is(harness: PageHarness, new_page: NewPage) -> None:
    page, other = prefer(new_page()), prefer(new_page())
    table, _friend = invite(page, harness)
    moved(page, other, whole=False)
    table.join("Ben", "ab" * 16)
    other.goto(f"/t/{table.id}")
    expect(other.get_by_role("heading", name="Waiting for your other browser")).to_be_visible()
    page.goto(f"/t/{table.id}")
    for one in (page, other):
        expect(one.locator(MARKET)).to_be_visible()


def test_who_waits_reads_for_whom_and_that_the_other_walked_away(
    harness: PageHarness, new_page: NewPage
) -> None:
    ana = Person(harness.url)
    table = Table((ana, Person(harness.url)), ana.create("Ana"))
    page = prefer(new_page())
    page.goto(f"/t/{table.id}#{table.secret('invitation')}")
    page.get_by_role("button", name="Take the seat").click()
    expect(page.get_by_role("heading", name="Waiting for Ana")).to_be_visible()
    expect(page.locator("#waiting")).to_contain_text("longer than 7 days, the table is void")
    table.give(0, "close")
    expect(page.locator("#over")).to_contain_text("Ana walked away before the cards were dealt.")


def test_the_other_share_is_noted_before_ours_is_revealed(
    harness: PageHarness, new_page: NewPage
) -> None:
    page = prefer(new_page())
    table, _friend = invite(page, harness)
    noted = "JSON.parse(localStorage[`jaipur.nonces.${location.pathname.split('/')[2]}`] ?? '[]')"
    revealed: list[list[str | None]] = []

    def look(route: Route) -> None:
        revealed.append(page.evaluate(noted))
        route.continue_()

    page.route("**/commands", look)
    table.join("Ben", "cd" * 16)
    expect(page.locator(MARKET)).to_be_visible()
    page.unroute_all(behavior="wait")
    assert [one[1] for one in revealed] == ["cd" * 16]


def test_nothing_is_revealed_to_a_server_that_shows_another_commitment(
    harness: PageHarness, new_page: NewPage
) -> None:
    page = prefer(new_page())
    table, _friend = invite(page, harness)
    page.evaluate("(key) => localStorage.setItem(key, '\"0000\"')", f"jaipur.commitment.{table.id}")
    page.goto("/")
    table.join("Ben", "cd" * 16)
    page.goto(f"/t/{table.id}")
    expect(page.locator("#waiting")).to_contain_text("shows a different commitment")
    assert table.people[1].get(table.api)["state"]["phase"] == "waiting"


def test_a_browser_that_keeps_nothing_invites_nobody(
    harness: PageHarness, new_page: NewPage
) -> None:
    page = prefer(new_page())
    page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
    )
    page.goto("/")
    page.locator("#invite").click()
    expect(page.get_by_role("dialog")).to_contain_text("This browser stores no data for this site")
    assert Person.of(page, harness).get("/api/tables")["tables"] == []


def test_the_list_calls_who_has_to_come_back(harness: PageHarness, new_page: NewPage) -> None:
    page = prefer(new_page())
    table, _friend = invite(page, harness)
    page.goto("/")
    expect(page.get_by_text("The seat is still open")).to_be_visible()
    table.join("Ben", "cd" * 16)
    page.reload()
    expect(page.get_by_text("Waiting for you")).to_be_visible()
