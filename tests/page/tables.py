"""Tables with known deals, played over the API: fast and always the same."""

from __future__ import annotations

import http.client
import json
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from playwright.sync_api import Page

from jaipur.deals import SORTED_CARDS, Deal, KeyedDeals
from jaipur.seats import BySeat
from tests.patience import PATIENCE

from ..nonces import INVITATION, NONCE
from ..submitting import submission
from .harness import PageHarness

Data = dict[str, Any]

BONUSES = ("1122233", "445566", "889TT")
CARAVAN_NONCE = "ca7a7a"
"""With this share of the second player the deal is the one in which the first gets every camel."""
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

    known = ORDINARY

    def deal(self, number: int) -> Deal:  # noqa: ARG002  # every round is the same
        """The deal of a round."""
        return self.known


class Caravan(Ordinary):
    """The first player can have all eleven camels and seven cards."""

    known = CARAVAN


def dealer(key: bytes, nonces: BySeat[bytes]) -> KeyedDeals:
    """The deals of a table."""
    return (Caravan if nonces[1].hex() == CARAVAN_NONCE else Ordinary)(key, nonces)


def known_server() -> PageHarness:
    """A server with the deals of this module."""
    return PageHarness(dealer=dealer)


class Person:
    """A device that speaks with the server without a browser."""

    def __init__(self, url: str, cookie: str = "") -> None:
        self._host = url.removeprefix("http://")
        self._cookie = cookie
        if not cookie:
            self.post("/api/device")

    @classmethod
    def of(cls, page: Page, harness: PageHarness) -> Person:
        """The person in front of a page."""
        page.request.post(harness.url + "/api/device")
        found = [
            one for one in page.context.cookies() if one.get("name", "").startswith("jaipur_d")
        ]
        return cls(harness.url, f"{found[0].get('name')}={found[0].get('value')}")

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
        with closing(http.client.HTTPConnection(self._host, timeout=PATIENCE)) as connection:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            data: Data = json.loads(answer.read())
        assert answer.status < 400, (path, data)
        if cookie := answer.headers.get("Set-Cookie"):
            self._cookie = cookie.partition(";")[0]
        return data

    def create(self, name: str, opponent: Data | str = "invitation", **options: Any) -> Data:
        """A new table."""
        kind = INVITATION if opponent == "invitation" else opponent
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
        table.give(0, "ready", nonce=NONCE)
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
        body = submission(version=version, kind=kind, **more)
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
        body = submission(version=seen["version"], kind="act", action=action)
        self.people[seat].post(f"{self.api}/commands", body)

    def play_to_last_action(self) -> str:
        """Play until somebody can end the round, and say how."""
        while True:
            seat, seen = self.turn()
            legal = seen["state"]["round"]["legal"]
            ending = [one["action"] for one in legal if one.get("ends")]
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


def caravan(page: Page, harness: PageHarness, name: str, other: str, **options: Any) -> Table:
    """A table where the page has seven cards and eleven camels, and it is its turn."""
    people = Person.of(page, harness), Person(harness.url)
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
