"""A watcher learns nothing hidden, neither from the page nor from what is sent to it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.depth import tried
from tests.web.playing import PinnedSecrets

from .harness import PageHarness
from .playing import by_turn, prefer, two_devices

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import NewPage

ACTIONS = tried(12, 30)
SECRETS = ('"hand":"', '"bonus_values":[', '"legal":[{', '"blocked":{', '"view":{')
FACES = """(roots) => [...document.querySelectorAll(roots)]
  .flatMap((part) => [part, ...part.querySelectorAll(":not(kbd)")])
  .flatMap((one) => [...one.attributes, ...one.childNodes].map((part) => part.nodeValue ?? ""))
  .filter((value) => /^(#?(face|motif)-)?[DGSCPL]$|, hand \\d|bonus value/.test(value))"""


@pytest.fixture
def harness() -> Iterator[PageHarness]:
    """A server that deals the same in every run."""
    with PageHarness(new_secret=PinnedSecrets("hidden")) as serving:
        yield serving


class Traffic:
    """Everything that a page gets about tables: answers, and events of streams."""

    def __init__(self, page: Page) -> None:
        self.events: list[str] = []
        self._answers: list[Any] = []
        page.on("response", self._heard)
        line = page.context.new_cdp_session(page)
        line.send("Network.enable")
        line.on("Network.eventSourceMessageReceived", lambda said: self.events.append(said["data"]))

    def _heard(self, response: Any) -> None:
        if "/api/" in response.url and "/events" not in response.url:
            self._answers.append(response)

    def texts(self) -> Iterator[str]:
        """All of it."""
        yield from self.events
        for answer in self._answers:
            yield answer.text()


def test_a_watcher_sees_nothing_hidden(new_page: NewPage) -> None:
    """Some actions are watched; a player's own page shows that the search would find a hand."""
    first, second, third = prefer(new_page()), prefer(new_page()), prefer(new_page())
    ana, ben, made = two_devices(first, second)
    own, watched = Traffic(first), Traffic(third)
    ana.open()
    expect(first.locator("#hand [data-index='0']")).to_be_visible()
    third.goto(made["links"]["watch"])
    expect(third.locator("#market [data-place='0']")).to_be_visible()
    assert third.url.endswith(ana.table)  # the secret is taken out of the address
    chance = Random(7)
    for number in range(ACTIONS):
        if ana.look()["state"]["phase"] != "playing":
            break
        acting, _ = by_turn(ana, ben)
        acting.act(chance, lambda one: one["kind"] == "sell" or chance.random() < 0.3)
        expect(third.locator("#log .log-list li")).to_have_count(number + 2)
        assert third.evaluate(FACES, "#hand, #dock, #opponent .backs") == []
        assert not third.locator("[data-play], [data-next]").filter(visible=True).count()
    assert number > 5
    assert len(watched.events) > number
    for text in watched.texts():
        assert not [secret for secret in SECRETS if secret in text], text
    heard = "".join(own.texts())
    assert all(secret in heard for secret in SECRETS[:4])
    assert first.evaluate(FACES, "#hand") != []


def test_a_watcher_can_do_nothing(new_page: NewPage) -> None:
    """Clicks and keys of a watcher pick nothing, send nothing, and everything is said in names."""
    first, second, third = prefer(new_page()), prefer(new_page()), prefer(new_page())
    ana, ben, made = two_devices(first, second)
    sent: list[str] = []
    third.goto(made["links"]["watch"])
    place = third.locator("#market [data-place='0']")
    expect(place).to_be_visible()
    third.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
    place.click(force=True)
    third.keyboard.press("1")
    expect(third.locator("[data-play]")).to_have_text("Pick cards")
    third.keyboard.press("Control+Enter")
    acting, _ = by_turn(ana, ben)
    name = "Ana" if acting is ana else "Ben"
    acting.act(Random(1), lambda one: str(one["kind"]).startswith("take"))
    expect(third.locator("#log .log-list li").first).to_contain_text(f"{name} took")
    assert not third.locator("[aria-pressed=true]").count()
    assert sent == []
