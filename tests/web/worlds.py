"""Two worlds over the wire: one match, and another that differs in what a viewer cannot know.

A match is played once and kept. From any version a server can be started over what was stored up
to it, with the deals of the match or with others that fit everything the viewer has seen. The same
commands are given in both, and every byte the viewer gets is compared.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from random import Random
from typing import Any

from jaipur.actions import Action
from jaipur.cards import Cards
from jaipur.deals import Deal, SeededDeals
from jaipur.goods import TIERS, Card
from jaipur.match import Round
from jaipur.seats import SEATS, Seat
from jaipur.session.contract.basics import Phase
from jaipur.session.facts import Acted, Created, Fact, Joined, Readied, Resigned, WantedNext
from jaipur.session.replay import versions
from jaipur.session.table import Table
from jaipur.store.memory import MemoryStore
from jaipur.store.values import Append
from jaipur.view import View
from jaipur.web.app import ServerSettings

from .playing import (
    NOON,
    OPEN,
    AtTable,
    Client,
    Data,
    FakeBots,
    Harness,
    PinnedSecrets,
    Reply,
    open_table,
    quiet,
)

ROUNDS = 9
COMMITMENT = "c0ffee" * 10 + "c0de"
FIRST_OF_DECK = 12
LONGEST_POLL = "wait=25"


@dataclass(frozen=True)
class PreparedDeals:
    """Deals as they were prepared, with a commitment that says nothing of them."""

    deals: tuple[Deal, ...]
    commitment: str = COMMITMENT

    def deal(self, number: int, /) -> Deal:
        """The deal of a round, counted from 1."""
        return self.deals[number - 1]


class LoggedStore(MemoryStore):
    """A store that can be made again as it was at any version of a table."""

    def __init__(self) -> None:
        super().__init__()
        self.appended: list[Append] = []
        self.held: list[tuple[str, str]] = []
        self.watching: list[tuple[str, str]] = []

    def append(self, writes: Sequence[Append]) -> Future[None]:
        """Keep events."""
        self.appended += writes
        return super().append(writes)

    def hold(self, token_hash: str, player: str) -> Future[None]:
        """Keep who holds a token."""
        self.held.append((token_hash, player))
        return super().hold(token_hash, player)

    def allow_watching(self, table: str, player: str) -> Future[None]:
        """Keep who may watch."""
        self.watching.append((table, player))
        return super().allow_watching(table, player)

    def at(self, version: int) -> MemoryStore:
        """The store of the one table here at a version; everybody is known from the start."""
        store = MemoryStore()
        for write in self.appended:
            if write.event.sequence <= version:
                store.append([write]).result()
        for held in self.held:
            store.hold(*held).result()
        for watching in self.watching:
            store.allow_watching(*watching).result()
        return store


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks: what they know is what `knows` is shown (None: what is public)."""

    name: str
    token: str | None
    knows: Seat | None
    is_program: bool = False
    seat: Seat | None = None
    """The seat that is named in requests, for a device that holds both."""

    def at(self, harness: Harness) -> Client:
        """The viewer as a client of a server."""
        return Client(harness, self.token, is_program=self.is_program)

    def asks(self, path: str, **query: object) -> str:
        """A path with a query, and the seat where it has to be named."""
        if self.seat is not None:
            query["seat"] = self.seat
        words = "&".join(f"{name}={value}" for name, value in query.items())
        return f"{path}?{words}" if words else path


@dataclass(repr=False)  # asyncio.run looks at the repr of what it returns
class Recorded:
    """A match that was played, with everything needed to play it again."""

    at: AtTable
    store: LoggedStore
    deals: tuple[Deal, ...]
    viewers: dict[str, Viewer]
    history: list[tuple[Table, Fact]]
    """Every version of the table with its fact; version 1 is the first."""
    bot_actions: dict[int, Action] = field(default_factory=dict)
    """What the bot did, by the seed it was given."""

    @property
    def last(self) -> int:
        """The last version at which the match was not over."""
        return next(t.version for t, _ in self.history if t.phase is Phase.OVER) - 1

    def table(self, version: int) -> Table:
        """The table at a version."""
        return self.history[version - 1][0]

    def harness(self, version: int, deals: tuple[Deal, ...]) -> Harness:
        """A server that goes on from a version, with these deals."""
        injected = {
            "now": lambda: NOON,
            "new_secret": PinnedSecrets("later"),
            "dealer": lambda *_: PreparedDeals(deals),
        }
        # A seed has 32 bits; what a planted leak puts on top changes no action.
        bots = FakeBots(lambda _bot, _view, seed: self.bot_actions[seed % 2**32])
        return Harness(self.store.at(version), bots, injected=injected)

    def points(self, random: Random, count: int) -> list[int]:
        """Versions at which to look closely: some of each phase, the first and the last."""
        found = self._points(random, count)
        return sorted({self.before_bot(version) for version in found})

    def before_bot(self, version: int) -> int:
        """The last version up to this one at which no bot is to act, so that it stands still."""
        while self.table(version).bot_to_act is not None:
            version -= 1
        return version

    def _points(self, random: Random, count: int) -> set[int]:
        between = [t.version for t, _ in self.history if t.phase is Phase.BETWEEN]
        dealt = [t.dealt_at for t, _ in self.history if t.version == t.dealt_at]
        others = random.sample(range(dealt[0] + 1, self.last), count)
        return {dealt[0] - 1, *dealt[:2], *between[:2], *others, self.last}


async def record(
    kind: str,
    seed: int,
    *,
    program_at: Seat | None = None,
    settings: ServerSettings = OPEN,
    **options: Any,
) -> Recorded:
    """Play a whole match of a kind and keep it."""
    random = Random(f"{kind} {seed} {options}")
    deals = tuple(SeededDeals(random.getrandbits(32)).deal(n) for n in range(ROUNDS))
    store, bots = LoggedStore(), FakeBots()

    def dealer(*_: object) -> PreparedDeals:
        return PreparedDeals(deals)

    injected = {"now": lambda: NOON, "new_secret": PinnedSecrets("first"), "dealer": dealer}
    async with Harness(store, bots, settings, injected) as harness:
        chairs = [await harness.program() if seat == program_at else None for seat in SEATS]
        at = await open_table(harness, kind, first=chairs[0], second=chairs[1], **options)
        viewers = await _viewers(at)
        await at.play(random)
    kept = versions(store.events(at.id), lambda name, fact: Table.create(name, fact, dealer))
    history = [(table, fact) for table, fact, _ in kept]
    acted = (fact for _, fact in history if isinstance(fact, Acted))
    own = [fact.action for fact in acted if at.chairs[fact.seat] is None]
    seeds = [seed for _, _, seed in bots.asked]
    bot_actions = dict(zip(seeds, own, strict=True))
    return Recorded(at, store, deals, viewers, history, bot_actions)


async def _viewers(at: AtTable) -> dict[str, Viewer]:
    """Everybody who may look at a table, and somebody who may not."""
    found = []
    if at.kind == "same_device":
        device = at.chair(0).token
        found += [Viewer(f"seat {s}", device, s, seat=s) for s in SEATS]
        found.append(Viewer("device", device, None))
    else:
        for seat in SEATS:
            if client := at.chairs[seat]:
                name = f"program {seat}" if client.is_program else f"seat {seat}"
                found.append(Viewer(name, client.token, seat, client.is_program))
    watcher = await at.watcher()
    program = await at.watcher(await at.harness.program())
    found.append(Viewer("watcher", watcher.token, None))
    found.append(Viewer("watching program", program.token, None, is_program=True))
    found.append(Viewer("stranger", None, None))
    return {viewer.name: viewer for viewer in found}


# The other world


def other_deals(table: Table, knows: Seat | None, random: Random) -> tuple[Deal, ...]:
    """Deals that differ only in what somebody cannot know of a table whose match is not over."""
    played = table.match.rounds if table.match else ()
    same = [other_deal(one, knows, random) for one in played]
    later = [SeededDeals(random.getrandbits(32)).deal(n) for n in range(len(same), ROUNDS)]
    return (*same, *later)


def other_deal(played: Round, knows: Seat | None, random: Random) -> Deal:
    """A deal that fits everything somebody has seen of a round."""
    cards = list(played.deal.cards)
    places = [p for seat in SEATS if seat != knows for p in hidden_places(played, seat)]
    deck = range(len(cards) - played.position.deck_size, len(cards))
    unseen = [cards[place] for place in (*places, *deck)]
    goods = [card for card in unseen if card != Card.CAMEL]
    random.shuffle(goods)
    # How many camels were dealt to a hand is public: the herd lies on the table.
    rest = goods[len(places) :] + [Card.CAMEL] * (len(unseen) - len(goods))
    random.shuffle(rest)
    for place, card in zip((*places, *deck), goods[: len(places)] + rest, strict=True):
        cards[place] = card
    three, four, five = (_other_pile(played, tier, knows, random) for tier in range(3))
    return Deal(tuple(cards), (three, four, five), played.deal.starter)


def hidden_places(played: Round, seat: Seat) -> list[int]:
    """The places of the deal whose goods a seat still holds, never shown."""
    position = played.position
    hidden = _counter(position.hand(seat)) - _counter(position.shown[seat])
    places = []
    for place in range(5 * seat, 5 * seat + 5):
        card = played.deal.cards[place]
        if hidden[card] > 0:
            hidden[card] -= 1
            places.append(place)
    assert not +hidden
    return places


def _other_pile(played: Round, tier: int, knows: Seat | None, random: Random) -> tuple[int, ...]:
    """A bonus pile: who won which is public after the scoring, and before it only to the winner."""
    pile = list(played.deal.bonuses[tier])
    won = [event.seat for event in played.events if event.bonus_tier == TIERS[tier]]
    left = list(range(len(won), len(pile)))
    theirs = [[p for p, seat in enumerate(won) if seat == s] for s in SEATS if s != knows]
    groups = [sum(theirs, left)] if played.position.end is None else [left, *theirs]
    for places in groups:
        values = [pile[place] for place in places]
        random.shuffle(values)
        for place, value in zip(places, values, strict=True):
            pile[place] = value
    return tuple(pile)


def _counter(cards: Cards) -> Counter[Card]:
    return Counter(cards)


def view_in(recorded: Recorded, version: int, deals: tuple[Deal, ...], seat: Seat) -> View | None:
    """The view of a seat at a version, with other deals; every action must be legal in it."""
    created = recorded.history[0][1]
    assert isinstance(created, Created)
    table = Table.create(recorded.at.id, created, lambda *_: PreparedDeals(deals))
    for _, fact in recorded.history[1:version]:
        table = table.after(fact)
    return table.match.view(seat) if table.match else None


# What a viewer gets


Transcript = list[tuple[str, Reply]]
Request = tuple[str, str, Any]
"""Method, path and body."""


def first_difference(first: Transcript, second: Transcript) -> str | None:
    """Where two transcripts differ, for whoever has to find out why."""
    assert [words for words, _ in first] == [words for words, _ in second]
    for (words, here), (_, there) in zip(first, second, strict=True):
        if here != there:
            pairs = enumerate(zip(here.body, there.body, strict=False))
            same = next((place for place, (one, two) in pairs if one != two), 0)
            near = slice(max(0, same - 80), same + 80)
            told = (f"{reply.status} {reply.body[near]!r}" for reply in (here, there))
            return "\n".join((words, *told))
    return None


class Watch:
    """A viewer in one of the worlds, from one version to another, and every byte they get."""

    def __init__(self, recorded: Recorded, viewer: Viewer, harness: Harness) -> None:
        self.recorded = recorded
        self.viewer = viewer
        self.harness = harness
        self.eyes = viewer.at(harness)
        self.got: Transcript = []

    @property
    def path(self) -> str:
        """Where the routes of the table are."""
        return self.recorded.at.path

    async def ask(
        self, method: str, path: str, body: Any = None, language: str | None = None
    ) -> Reply:
        """A request of the viewer, whose answer is kept."""
        spoken = [("accept-language", language)] if language else []
        reply = await self.eyes.request(method, path, body, spoken)
        words = f"{method} {path} {body or ''} {language or ''}"
        self.got.append((words, reply))
        return reply

    async def probe(self, requests: Iterable[Request]) -> None:
        """Ask things, in one language and the other by turns."""
        for number, (method, path, body) in enumerate(requests):
            await self.ask(method, path, body, ("en", "fr")[number % 2])

    async def follow_along(self, start: int, end: int) -> None:
        """Follow by streams and polls what is done from one version to another."""
        asks = self.viewer.asks
        await self.ask("GET", asks(self.path))  # the server has read the table now
        # The seats that know more look first, in case something of theirs stays lying about.
        knows = (None, self.viewer.knows)
        seats = [v for v in self.recorded.viewers.values() if v.knows not in knows]
        others = [
            await v.at(self.harness).follow(v.asks(f"{self.path}/events")).begun() for v in seats
        ]
        streams = [
            await self.eyes.follow(asks(f"{self.path}/events", **query), **headers).begun()
            for query, headers in (
                ({}, {}),
                ({"after": 0}, {}),
                ({"after": start}, {}),
                ({}, {"last_event_id": str(max(start - 2, 0))}),
            )
        ]
        for version in range(start + 1, end + 1):
            await self._do(version, self.recorded.history[version - 1][1])
        for number, stream in enumerate(streams):
            self.got.append((f"stream {number}", await stream.hang_up()))
        for stream in others:
            await stream.hang_up()

    async def _do(self, version: int, fact: Fact) -> None:
        """Let the one who did something in the match do it again, while the viewer polls."""
        at = self.recorded.at
        command = _command(at, fact, version)
        if command is None:
            return
        seat, route, body = command
        poll = await self._poll(version - 1)
        chair = at.chair(seat)
        actor = Client(self.harness, chair.token, is_program=chair.is_program)
        done = await actor.post(f"{self.path}/{route}", body)
        assert done.json() == {"version": version}, done.body
        if self.viewer.token == chair.token:
            self.got.append((f"{route} {body}", done))
        if poll:
            self.got.append((f"poll {version}", await poll))
        await quiet()
        await self.ask("GET", self.viewer.asks(self.path))

    async def _poll(self, after: int) -> asyncio.Task[Reply] | None:
        """A poll that waits for the next version; None for who may not look."""
        service = self.harness.tables
        before = service.counts()["listeners"]
        path = self.viewer.asks(f"{self.path}/updates", after=after) + f"&{LONGEST_POLL}"
        poll = asyncio.ensure_future(self.eyes.get(path))
        while service.counts()["listeners"] == before:
            await asyncio.sleep(0.0002)  # not 0, which would keep the threads of the store waiting
            if poll.done():
                assert poll.result().status == 404
                self.got.append((path, poll.result()))
                return None
        await quiet()
        return poll


def _command(at: AtTable, fact: Fact, version: int) -> tuple[Seat, str, Data] | None:
    """The request that makes a fact; None for what a bot does."""
    body: Data = {"id": f"again-{version:06}", "version": version - 1}
    match fact:
        case Acted(seat, action, places):
            if at.chairs[seat] is None:
                return None
            more: Data = {"kind": "act", "action": str(action), "places": list(places)}
        case Readied(seats, nonce):
            seat, more = seats[0], {"kind": "ready", "nonce": nonce}
        case WantedNext(seats):
            seat, more = seats[0], {"kind": "next"}
        case Resigned(seat):
            more = {"kind": "resign"}
        case Joined(seat, _, name, nonce):
            secret = at.secret("invitation")
            joining = {"id": body["id"], "invitation": secret, "name": name, "nonce": nonce}
            return seat, "join", joining
        case _:
            raise AssertionError(fact)
    if at.names_seats:
        body["seat"] = seat
    return seat, "commands", body | {"command": more}
