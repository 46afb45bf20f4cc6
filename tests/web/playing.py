"""People, programs, watchers and bots who play in process, over the whole of the interface.

`Client` calls the app as a server would and keeps every byte; `Stream` follows a table;
`AtTable` plays matches. Everything that chance or the clock decides can be pinned in a `Harness`.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from random import Random
from types import TracebackType
from typing import Any

from jaipur.actions import Action
from jaipur.bots.protocol import Preparing
from jaipur.deals import KeyedDeals
from jaipur.jobs.runner import JobRunner, MakeInput
from jaipur.jobs.worker import compressed_replay
from jaipur.notation import parse_action
from jaipur.seats import BySeat, Seat, other
from jaipur.session.table import Dealer
from jaipur.session.tables import Tables
from jaipur.store.memory import MemoryStore
from jaipur.store.protocol import Store
from jaipur.view import View
from jaipur.web.app import App, ServerSettings, create_app
from jaipur.web.identity import COOKIE
from jaipur.web.limits import UNLIMITED
from jaipur.web.logs import Message

from ..nonces import COMMITTED, INVITATION, NONCE
from ..patience import PATIENCE
from ..submitting import submission
from .asgi import Header, scope_of

HOST = "127.0.0.1:8731"
NOON = 1_790_000_000.0
KINDS = ("invitation", "bot", "same_device")
AIDS = ("off", "counts", "full")

OPEN = ServerSettings(limits=UNLIMITED)

Data = dict[str, Any]


async def quiet() -> None:
    """Let everything happen that can happen now: bots act, streams are sent what is new."""
    loop: Any = asyncio.get_running_loop()
    await asyncio.sleep(0)
    while loop._ready:
        await asyncio.sleep(0)


class PinnedSecrets:
    """Secrets that are the same in every run, and unlike each other."""

    def __init__(self, name: str = "secret") -> None:
        self._name = name
        self.given: list[str] = []

    def __call__(self, size: int) -> str:
        """The next secret of so many bytes, as hexadecimal digits."""
        words = f"{self._name} {len(self.given)}".encode()
        self.given.append(hashlib.shake_256(words).hexdigest(size))
        return self.given[-1]


@dataclass(frozen=True)
class Played:
    """What a bot answers."""

    action: Action
    fallback: str | None = None


Asked = tuple[str, View, int]
Choose = Callable[[str, View, int], Action]


class FakeBots:
    """Bots that answer at once: by a fixed chance, or as they are told. Keeps what it was asked."""

    on_change: Callable[[], None] | None = None

    def __init__(self, choose: Choose | None = None) -> None:
        self.asked: list[Asked] = []
        self.asked_for: list[object] = []
        self._choose = choose or by_chance

    async def start(self) -> None:
        """Nothing to do."""

    async def stop(self) -> None:
        """Nothing to do."""

    def is_ready(self) -> bool:
        """Always."""
        return True

    def preparation(self, bot: str) -> Preparing | None:
        """Nobody has to get ready."""

    async def act(self, bot: str, view: View, seed: int, **more: object) -> Played:
        """The action of a bot."""
        self.asked_for.append(more["household"])
        self.asked.append((bot, view, seed))
        return Played(self._choose(bot, view, seed))


def by_chance(bot: str, view: View, seed: int) -> Action:
    """An action that the view and the seed decide."""
    legal = [str(action) for action in view.legal_actions()]
    return parse_action(wary(legal, str(view.shown[view.seat]), Random(seed)))


def wary(legal: list[str], shown: str, chance: Random) -> str:
    """One of the legal actions: all kinds come up, rounds end soon, and much stays hidden.

    Whoever gives up mostly what the other has seen (`shown`) keeps secrets to the end.
    """
    kept = [action for action in legal if _is_known(action, shown)]
    pool = kept if kept and chance.random() < 0.9 else legal
    sales = [action for action in pool if action.startswith("-")]
    large = [action for action in sales if len(action) > 3]
    takes = [action for action in pool if action.startswith("+") and "-" not in action]
    for some, likely in ((large, 0.8), (sales, 0.6), (takes, 0.5)):
        if some and chance.random() < likely:
            return chance.choice(some)
    return chance.choice(pool)


def _is_known(action: str, shown: str) -> bool:
    """Whether the other player has seen every good that an action gives up."""
    given = Counter(action.partition("-")[2].replace("K", ""))
    return given <= Counter(shown)


@dataclass(frozen=True)
class Reply:
    """An answer as it came over the line."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    def json(self) -> Any:
        """The body as JSON data."""
        return json.loads(self.body)

    def header(self, name: str) -> str | None:
        """A header, or None."""
        wanted = name.encode()
        return next((v.decode("latin-1") for n, v in self.headers if n == wanted), None)

    @property
    def error(self) -> Data:
        """What an error says; its shape is checked."""
        document = self.json()
        assert set(document) == {"error"}, document
        found: Data = document["error"]
        assert {"code", "sentence", "version"} <= set(found), found
        return found

    @property
    def code(self) -> str:
        """The code of an error, empty for anything else."""
        return str(self.error["code"]) if self.status >= 400 else ""


@dataclass(frozen=True)
class Heard:
    """An answer, what it answers and who got it."""

    client: Client
    request: str
    """Method and path."""
    reply: Reply


class InProcess(JobRunner):
    """Background jobs without a process, which would take long to start."""

    def __init__(self, dealer: Dealer) -> None:
        super().__init__()
        self._dealer = dealer

    async def ask(self, caller: str, kind: str, key: str, request: MakeInput) -> bytes:
        """The result, made on the spot."""
        assert caller
        assert (kind, key) == ("replay", key)
        return compressed_replay(await request(), lambda: None, self._dealer)


@dataclass
class Harness:
    """A server in process."""

    store: Store = field(default_factory=MemoryStore)
    bots: FakeBots = field(default_factory=FakeBots)
    settings: ServerSettings = OPEN
    injected: Mapping[str, Any] = field(default_factory=dict)
    """Goes to `Tables`: now, dealer, new_secret."""
    jobs: JobRunner | None = None
    app: App = field(init=False)
    heard: list[Heard] = field(default_factory=list)
    """Every answer that any client got."""

    def __post_init__(self) -> None:
        jobs = self.jobs or InProcess(self.injected.get("dealer", KeyedDeals))
        self.app = create_app(self.settings, self.store, self.bots, jobs, **self.injected)
        self.tables: Tables = self.app.services.tables

    async def __aenter__(self) -> Harness:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        await self.app.stop()
        await quiet()

    def device(self, token: str | None = None) -> Client:
        """A device: without a token until it gets one."""
        return Client(self, token)

    async def program(self) -> Client:
        """A program with a bearer token."""
        reply = await self.device().post("/api/programs")
        return Client(self, reply.json()["token"], is_program=True)


class Client:
    """A device with its cookie, or a program with its token."""

    def __init__(
        self, harness: Harness, token: str | None = None, *, is_program: bool = False
    ) -> None:
        self.harness = harness
        self.token = token
        self.is_program = is_program
        self.address = "127.0.0.1"
        self.sent = 0

    async def request(
        self, method: str, path: str, body: Any = None, headers: Iterable[Header] = ()
    ) -> Reply:
        """One request; bytes are sent as they are, anything else as JSON."""
        content = b"" if body is None else body if isinstance(body, bytes) else _dumps(body)
        chunks: list[Message] = [{"type": "http.request", "body": content, "more_body": False}]
        sent: list[Message] = []

        async def receive() -> Message:
            if chunks:
                return chunks.pop()
            await asyncio.get_running_loop().create_future()  # says nothing more
            raise AssertionError

        async def send(message: Message) -> None:
            sent.append(message)

        about = [("content-length", str(len(content)))] if content else []
        if content and not any(name == "content-type" for name, _ in headers):
            about.append(("content-type", "application/json"))
        async with asyncio.timeout(PATIENCE):
            await self.harness.app(self._scope(method, path, [*about, *headers]), receive, send)
        return self._heard(f"{method} {path}", sent)

    async def get(self, path: str, **headers: str) -> Reply:
        """A GET."""
        return await self.request("GET", path, headers=_named(headers))

    async def post(self, path: str, body: Any = None, **headers: str) -> Reply:
        """A POST of JSON."""
        return await self.request("POST", path, body, _named(headers))

    def follow(self, path: str, **headers: str) -> Stream:
        """Open a stream of events."""
        return Stream(self, path, self._scope("GET", path, _named(headers)))

    def new_id(self) -> str:
        """An id for a command."""
        self.sent += 1
        return f"command-{self.sent:06}"

    def _scope(self, method: str, path: str, headers: list[Header]) -> Data:
        where, _, query = path.partition("?")
        who: list[Header] = [("host", HOST)]
        if self.token:
            named = ("authorization", f"Bearer {self.token}")
            who.append(named if self.is_program else ("cookie", f"{COOKIE}={self.token}"))
        return scope_of(method, where, [*who, *headers], self.address, "http", query)

    def _heard(self, request: str, sent: list[Message]) -> Reply:
        body = b"".join(message.get("body", b"") for message in sent[1:])
        reply = Reply(sent[0]["status"], tuple(sent[0]["headers"]), body)
        self.harness.heard.append(Heard(self, request, reply))
        cookie = SimpleCookie(reply.header("set-cookie") or "").get(COOKIE)
        if cookie:
            self.token = cookie.value
        return reply


@dataclass(frozen=True)
class Sent:
    """A server-sent event."""

    id: int | None
    kind: str
    data: Data


class Stream:
    """A stream that is being followed; httpx would wait for its end."""

    def __init__(self, client: Client, path: str, scope: Data) -> None:
        self.path = path
        self.body = b""
        self.start: Message | None = None
        self._client = client
        self._begun = asyncio.Event()
        self._gone = asyncio.Event()
        self._task = asyncio.ensure_future(client.harness.app(scope, self._receive, self._send))

    @property
    def reply(self) -> Reply:
        """Everything that came so far."""
        assert self.start is not None, "nothing came yet: await begun()"
        return Reply(self.start["status"], tuple(self.start["headers"]), self.body)

    @property
    def events(self) -> list[Sent]:
        """The events so far."""
        return list(_events(self.body.decode()))

    @property
    def version(self) -> int:
        """The version of the last update."""
        return max((event.id or 0 for event in self.events), default=0)

    @property
    def is_open(self) -> bool:
        """Whether more may come."""
        return not self._task.done()

    async def begun(self) -> Stream:
        """Wait for what comes at once."""
        async with asyncio.timeout(PATIENCE):
            await self._begun.wait()
        await quiet()
        return self

    async def hang_up(self) -> Reply:
        """Leave; everything that came."""
        self._gone.set()
        async with asyncio.timeout(PATIENCE):
            await self._task
        reply = self.reply
        self._client.harness.heard.append(Heard(self._client, f"GET {self.path}", reply))
        return reply

    async def _receive(self) -> Message:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.start = message
            self._begun.set()
        else:
            self.body += message.get("body", b"")


def _events(text: str) -> Iterable[Sent]:
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if line[:1] != ":")
        if "event" in fields:
            number = int(fields["id"]) if "id" in fields else None
            yield Sent(number, fields["event"], json.loads(fields["data"]))


def _named(headers: Mapping[str, str]) -> list[Header]:
    return [(name.replace("_", "-"), value) for name, value in headers.items()]


def _dumps(data: Any) -> bytes:
    return json.dumps(data).encode()


@dataclass
class AtTable:
    """A table and everybody at it."""

    harness: Harness
    id: str
    kind: str
    chairs: BySeat[Client | None]
    """Who speaks for a seat; None for a bot. On one device it is twice the same."""
    made: Data
    """The answer to the creation."""
    _guess: Seat = 0
    """Whose turn it probably is."""

    @property
    def path(self) -> str:
        """Where its routes are."""
        return f"/api/tables/{self.id}"

    @property
    def names_seats(self) -> bool:
        """Whether one device holds both seats, and so has to say for which it speaks."""
        return self.kind == "same_device"

    def chair(self, seat: Seat) -> Client:
        """Who speaks for a seat."""
        client = self.chairs[seat]
        assert client is not None
        return client

    def secret(self, name: str) -> str:
        """The secret of a link that the creator was given: `invitation` or `watch`."""
        return str(self.made["links"][name]).partition("=")[2]

    async def watcher(self, client: Client | None = None) -> Client:
        """Somebody who watches."""
        client = client or self.harness.device()
        reply = await client.post(f"{self.path}/watch", {"key": self.secret("watch")})
        assert reply.status == 200, reply.body
        return client

    async def look(self, seat: Seat = 0) -> Data:
        """What a seat is shown now, once bots have acted."""
        await quiet()
        asked = f"?seat={seat}" if self.names_seats else ""
        reply = await self.chair(seat).get(self.path + asked)
        assert reply.status == 200, reply.body
        found: Data = reply.json()
        return found

    async def command(self, seat: Seat, version: int, kind: str, **more: Any) -> Reply:
        """Give a command for a seat, with a new id."""
        client = self.chair(seat)
        if kind == "rematch" and self.kind == "invitation":
            more = {"nonce_commitment": COMMITTED} | more
        body = submission(id=client.new_id(), version=version, kind=kind, **more)
        if self.names_seats:
            body["seat"] = seat
        return await client.post(f"{self.path}/commands", body)

    async def step(self, shown: Data, chance: Random) -> None:
        """Do what the table waits for, with some legal action; `shown` is the last look."""
        state, version = shown["state"], shown["version"]
        seat: Seat = state["waits_for"][0]
        if state["phase"] == "waiting":
            reply = await self.command(seat, version, "ready", nonce=NONCE)
        elif state["phase"] == "between":
            reply = await self.command(seat, version, "next")
        else:
            mine = shown if state["seat"] == seat else await self.look(seat)
            played = mine["state"]["round"]
            legal = [said["action"] for said in played["legal"]]
            action = wary(legal, played["sides"][seat]["known"], chance)
            reply = await self.command(seat, version, "act", action=action)
        assert reply.status == 200, reply.body

    async def play(self, chance: Random, until: Callable[[Data], bool] | None = None) -> Data:
        """Play on until a look is as wanted, or to the end of the match; returns the last look."""
        while True:
            shown = await self.look(self._guess if self.chairs[self._guess] else 0)
            if shown["state"]["phase"] == "over" or (until and until(shown)):
                return shown
            await self.step(shown, chance)
            self._guess = other(shown["state"]["waits_for"][0])


async def open_table(
    harness: Harness,
    kind: str = "invitation",
    *,
    first: Client | None = None,
    second: Client | None = None,
    bot: str = "merchant",
    **options: Any,
) -> AtTable:
    """A table of a kind with everybody seated; the creator has still to say `ready`."""
    first = first or harness.device()
    opponent: Data = INVITATION if kind == "invitation" else {"kind": kind}
    if kind == "bot":
        opponent["bot"] = bot
    elif kind == "same_device":
        opponent["name"] = "Ben"
    body = {"id": first.new_id(), "name": "Ana", "opponent": opponent, "options": options}
    reply = await first.post("/api/tables", body)
    assert reply.status == 201, reply.body
    made = reply.json()
    chairs: BySeat[Client | None] = BySeat(first, first if kind == "same_device" else None)
    table = AtTable(harness, made["table"], kind, chairs, made)
    if kind == "invitation":
        second = second or harness.device()
        table.chairs = BySeat(first, second)
        await join(table, second)
    return table


async def join(table: AtTable, client: Client, name: str = "Ben", **more: str) -> Reply:
    """Take the open seat."""
    body = {"id": client.new_id(), "invitation": table.secret("invitation"), "name": name}
    reply = await client.post(f"{table.path}/join", body | {"nonce": "aabb"} | more)
    assert reply.status == 200, reply.body
    return reply
