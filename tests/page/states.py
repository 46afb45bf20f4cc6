"""Brings the pages into the states that people see, quickly and always the same.

The other player, and whatever need not be clicked, goes over the interface; the deals are known.
`walk` goes through a part of the table (`WALKS`) or of the other pages (`TOURS`) and yields the
name of each state while the page shows it.
"""

from __future__ import annotations

import http.client
import json
import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from jaipur.deals import SORTED_CARDS, Deal, KeyedDeals
from jaipur.seats import BySeat

from .house import PageHouse

Data = dict[str, Any]

BONUSES = ("1122233", "445566", "889TT")
CARAVAN_NONCE = "ca7a7a"
"""With this share of the second player the deal is the one in which the first gets every camel."""
LONG_NAME = "W" * 30
QUICK = {"speed": "off"}
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
EVERYTHING = "JAIPUR_ALL_STATES" in os.environ
"""Whether every state is looked at in every way, which takes long; by default each in some way."""
_ids = count(1)


def _deal(first: str, second: str, market: str, top: str = "") -> Deal:
    known = first + second + market + top
    rest = [card.letter for card in SORTED_CARDS]
    for letter in known:
        rest.remove(letter)
    Random(7).shuffle(rest)
    return Deal.parse(known + "".join(rest), BONUSES, 0)


ORDINARY = _deal("LLLPK", "SSCCG", "GD", "PS")
CARAVAN = _deal("KKKKK", "SSCCG", "KK", "GDCPK")


class Ordinary(KeyedDeals):
    """The first player can sell, exchange and take camels at once."""

    def deal(self, number: int) -> Deal:  # noqa: ARG002  # every round is the same
        """The deal of a round."""
        return ORDINARY


class Caravan(KeyedDeals):
    """The first player can have all eleven camels and seven cards."""

    def deal(self, number: int) -> Deal:  # noqa: ARG002  # every round is the same
        """The deal of a round."""
        return CARAVAN


def dealer(key: bytes, nonces: BySeat[bytes]) -> KeyedDeals:
    """The deals of a table."""
    return (Caravan if nonces[1].hex() == CARAVAN_NONCE else Ordinary)(key, nonces)


def known_house() -> PageHouse:
    """A server with the deals of this module."""
    return PageHouse(dealer=dealer)


class Person:
    """A device that speaks with the server without a browser."""

    def __init__(self, url: str, cookie: str = "") -> None:
        self._host = url.removeprefix("http://")
        self._cookie = cookie
        if not cookie:
            self.post("/api/device")

    @classmethod
    def of(cls, page: Page, house: PageHouse) -> Person:
        """The person in front of a page."""
        page.request.post(house.url + "/api/device")
        found = [
            one for one in page.context.cookies() if one.get("name", "").startswith("jaipur_d")
        ]
        return cls(house.url, f"{found[0].get('name')}={found[0].get('value')}")

    def get(self, path: str) -> Data:
        """What the server answers."""
        return self._asked("GET", path, None)

    def post(self, path: str, body: Data | None = None) -> Data:
        """What the server answers to an order, which has a new id."""
        whole = None if body is None else json.dumps({"id": f"order-{next(_ids):08}"} | body)
        return self._asked("POST", path, whole)

    def _asked(self, method: str, path: str, body: str | None) -> Data:
        headers = {"Cookie": self._cookie} if self._cookie else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        with closing(http.client.HTTPConnection(self._host, timeout=20)) as connection:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            data: Data = json.loads(answer.read())
        assert answer.status < 400, (path, data)
        if cookie := answer.headers.get("Set-Cookie"):
            self._cookie = cookie.partition(";")[0]
        return data

    def create(self, name: str, opponent: Data | str = "invitation", **options: Any) -> Data:
        """A new table."""
        kind = {"kind": opponent} if isinstance(opponent, str) else opponent
        body = {"name": name, "opponent": kind, "options": options}
        return self.post("/api/tables", body)


@dataclass
class Table:
    """A table of two people; the first is, as a rule, in front of the page."""

    people: tuple[Person, Person]
    made: Data
    last: str = ""
    """An action that ends the round, where a test has brought it that far."""
    _likely: int = 0
    """Who is probably to act."""

    @classmethod
    def between(
        cls, first: Person, second: Person, names: tuple[str, str] = ("Ana", "Ben"), **options: Any
    ) -> Table:
        """A table at which both sit and the cards are dealt."""
        nonce = options.pop("nonce", "00")
        table = cls((first, second), first.create(names[0], **options))
        table.join(names[1], nonce)
        table.give(0, "ready", nonce="00")
        return table

    @property
    def id(self) -> str:
        """Its id."""
        return str(self.made["table"])

    @property
    def api(self) -> str:
        """Where its routes are."""
        return f"/api/tables/{self.id}"

    def secret(self, name: str) -> str:
        """What stands after the # of its links: `invitation` or `watch`."""
        return str(self.made["links"][name]).partition("#")[2]

    def join(self, name: str, nonce: str = "00") -> None:
        """Take the second seat."""
        invitation = self.secret("invitation").partition("=")[2]
        body = {"invitation": invitation, "name": name, "nonce": nonce}
        self.people[1].post(f"{self.api}/join", body)

    def look(self, seat: int = 0) -> Data:
        """What a seat sees."""
        return self.people[seat].get(self.api)

    def give(self, seat: int, kind: str, **more: Any) -> None:
        """A command of a seat, for the version that is now."""
        version = self.look(seat)["version"]
        body = {"version": version, "kind": kind} | more
        self.people[seat].post(f"{self.api}/commands", body)

    def turn(self) -> tuple[int, Data]:
        """Whom the table waits for, and what they see."""
        seen = self.look(self._likely)
        seat = seen["state"]["waits_for"][0]
        self._likely = 1 - seat
        return seat, seen if seen["state"]["seat"] == seat else self.look(seat)

    def act(self, wanted: str | None = None) -> None:
        """Whoever is to act does what is wanted, or something that leads to the end."""
        self._do(*self.turn(), wanted)

    def _do(self, seat: int, seen: Data, wanted: str | None = None) -> None:
        action = wanted or usual(seen["state"]["round"]["legal"])
        body = {"version": seen["version"], "kind": "act", "action": action}
        self.people[seat].post(f"{self.api}/commands", body)

    def play_to_last_action(self) -> str:
        """Play until somebody can end the round, and say how."""
        while True:
            seat, seen = self.turn()
            legal = seen["state"]["round"]["legal"]
            ending = [one["action"] for one in legal if one["ends"]]
            if ending:
                return str(ending[0])
            self._do(seat, seen)

    def play_to_end(self) -> None:
        """Play the whole match."""
        while self.look()["state"]["phase"] != "over":
            last = self.play_to_last_action()
            self.act(last)
            if self.look()["state"]["phase"] == "between":
                self.give(0, "next")
                self.give(1, "next")


def usual(legal: list[Data]) -> str:
    """The longest sale of three and more, else something from the market, else any sale."""
    actions = [str(one["action"]) for one in legal]
    sales = sorted((one for one in actions if one.startswith("-")), key=len)
    takes = sorted((one for one in actions if "-" not in one), key=lambda one: (-len(one), one))
    if sales and (len(sales[-1]) > 3 or not takes):
        return sales[-1]
    return takes[0] if takes else actions[0]


def caravan(page: Page, house: PageHouse, name: str, other: str, **options: Any) -> Table:
    """A table where the page has seven cards and eleven camels, and it is its turn."""
    people = Person.of(page, house), Person(house.url)
    table = Table.between(*people, (name, other), nonce=CARAVAN_NONCE, **options)
    table.act("+KKKKK")
    while True:
        seat, seen = table.turn()
        legal = [one["action"] for one in seen["state"]["round"]["legal"]]
        goods = [one for one in legal if len(one) == 2 and one[0] == "+" and one != "+K"]
        sales = sorted((one for one in legal if one[0] == "-"), key=len)
        if seat == 1:
            table.act(goods[0] if goods else sales[-1])
        elif seen["state"]["round"]["sides"][0]["hand_size"] == 7:
            return table
        else:
            table.act("+K" if "+K" in legal else goods[0])


def prefer(page: Page, **wanted: Any) -> None:
    """Set preferences of this browser before its next page."""
    said = json.dumps(json.dumps(QUICK | wanted))
    page.context.add_init_script(f"localStorage.setItem('jaipur.preferences', {said})")


def set_preference(page: Page, **wanted: Any) -> None:
    """Change preferences of the page that is open."""
    page.evaluate("(said) => localStorage.setItem('jaipur.preferences', JSON.stringify(said))",
                  QUICK | wanted)  # fmt: skip


def open_table(page: Page, table: Table, language: str = "") -> None:
    """Go to a table and wait until its cards lie there."""
    page.goto(f"/t/{table.id}" + (f"?lang={language}" if language else ""))
    expect(page.locator("#market [data-place]").first).to_be_visible()


def ordinary(page: Page, house: PageHouse) -> Table:
    """A table at the start of a match, shown on the page."""
    table = Table.between(Person.of(page, house), Person(house.url))
    open_table(page, table)
    return table


def walk(page: Page, house: PageHouse, names: tuple[str, str], part: str) -> Iterator[str]:
    """Every main state of a part, one after the other, on one page."""
    yield from (WALKS | TOURS)[part](page, house, names)


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


def _turns(page: Page, house: PageHouse, names: tuple[str, str]) -> Iterator[str]:
    me = Person.of(page, house)
    table = Table((me, Person(house.url)), me.create(names[0]))
    page.goto(f"/t/{table.id}")
    expect(page.locator("#waiting .state-panel")).to_be_visible()
    yield "waiting for a friend"
    click(page, "#waiting summary")
    yield "waiting for a friend, with the options"
    table.join(names[1])
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
    expect(page.locator("#status:not(.is-mine)")).to_be_attached()
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


def _dialogs(page: Page, house: PageHouse, names: tuple[str, str]) -> Iterator[str]:
    def opened(name: str) -> str:
        expect(page.locator("dialog[open]")).to_have_count(1)
        return name

    table = Table.between(Person.of(page, house), Person(house.url), names)
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


def _rounds(page: Page, house: PageHouse, names: tuple[str, str]) -> Iterator[str]:
    table = Table.between(Person.of(page, house), Person(house.url), names)
    last = table.play_to_last_action()
    open_table(page, table)
    yield "near the end of the round"
    table.act(last)
    expect(page.locator("dialog.scoring[open]")).to_be_visible()
    yield "scoring"
    close(page)
    yield "between rounds"
    click(page, "[data-next]")
    expect(page.locator("[data-next]")).to_have_attribute("aria-disabled", "true")
    yield "ready for the next round"
    table.give(1, "next")
    expect(page.locator("[data-next]")).to_be_hidden()
    yield "next round"
    table.give(1, "resign")
    expect(page.locator("#over")).to_be_visible()
    yield "over by resignation"


def _elsewhere(page: Page, house: PageHouse, names: tuple[str, str]) -> Iterator[str]:
    other = Person(house.url)
    theirs = Table((other, Person.of(page, house)), other.create(names[1]))
    page.goto(f"/t/{theirs.id}#{theirs.secret('invitation')}")
    expect(page.locator("#join-name")).to_be_visible()
    yield "invited"
    third = Person(house.url)
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
    mine = Person.of(page, house)
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
    yield "my turn, with clocks for days"


def _caravans(page: Page, house: PageHouse, names: tuple[str, str]) -> Iterator[str]:
    for aid in ("off", "counts", "full"):
        open_table(page, caravan(page, house, *names, memory_aid=aid))
        yield f"seven cards and eleven camels, aid {aid}"
    hand(page, page.locator("#hand [data-card]").first.get_attribute("data-card") or "")
    yield "a sale from a full hand"
    click(page, "[data-clear]")
    for _ in range(5):
        click(page, "[data-more]")
    yield "five camels to give"


def finished(page: Page, house: PageHouse, names: tuple[str, str] = ("Ana", "Ben")) -> Table:
    """A match that was played to its end."""
    table = Table.between(Person.of(page, house), Person(house.url), names)
    table.play_to_end()
    return table


def step_on(page: Page) -> None:
    """Go on in the tutorial, letting it do what it asks for."""
    before = page.locator(".coach-step").inner_text()
    for _ in range(3):
        if page.locator(".coach-step").inner_text() != before:
            return
        if page.locator(".coach-continue").is_visible():
            click(page, ".coach-continue")
        else:
            click(page, ".coach-help")
        if page.locator("dialog.scoring[open]").count():
            close(page)


def _pages(page: Page, house: PageHouse, names: tuple[str, str]) -> Iterator[str]:
    Table.between(Person.of(page, house), Person(house.url), names)
    page.goto("/")
    expect(page.locator("#ladder li").first).to_be_visible()
    expect(page.locator("#mine")).to_be_visible()
    click(page, "#options summary")
    yield "home"
    for path in ("/rules", "/move", "/move#link=0123456789abcdef", "/nowhere"):
        page.goto(path)
        expect(page.locator("main")).to_be_visible()
        yield path


def _over(page: Page, house: PageHouse, names: tuple[str, str]) -> Iterator[str]:
    open_table(page, finished(page, house, names))
    expect(page.locator("#over")).to_be_visible()
    yield "over"
    for icon, name in (("icon-shield", "check of the deals"), ("icon-share", "share")):
        click(page, f'#over button:has(use[href="#{icon}"])')
        expect(page.locator("dialog[open]")).to_have_count(1)
        yield name
        close(page)


def _replay(page: Page, house: PageHouse, names: tuple[str, str]) -> Iterator[str]:
    page.goto("/t/0123456789abcdef/replay")
    expect(page.locator("#trouble")).to_be_visible()
    yield "replay of nothing"
    page.goto(f"/t/{finished(page, house, names).id}/replay")
    expect(page.locator(".replay-slider")).to_be_visible()
    yield "replay"
    page.keyboard.press("End")
    yield "end of the replay"
    for button in ("[data-menu]", "[data-help]"):
        click(page, button)
        expect(page.locator("dialog[open]")).to_have_count(1)
        yield f"replay {button}"
        close(page)


def _tutorial(page: Page, _house: PageHouse, _names: tuple[str, str]) -> Iterator[str]:
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
