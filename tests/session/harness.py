"""A harness for tests: tables, a store that can fail, bots that do as they are told."""

from __future__ import annotations

import asyncio
import hashlib
import random
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from jaipur import Action, Seat, View
from jaipur.bots.protocol import Preparing
from jaipur.deals import nonce_commitment
from jaipur.session.contract.basics import Phase
from jaipur.session.contract.commands import Act, Command, Join, Next, Ready
from jaipur.session.options import Options
from jaipur.session.owner import Owner
from jaipur.session.people import Person
from jaipur.session.table import Table
from jaipur.session.table_request import TableRequest
from jaipur.session.tables import Tables
from jaipur.store.memory import MemoryStore
from jaipur.store.protocol import Store, StoreError, StoreFull
from jaipur.store.values import Append, TableRow

from ..patience import PATIENCE

T = TypeVar("T")
NONCE = "c0ffee"
COMMITTED = nonce_commitment(bytes.fromhex(NONCE))
"""What fixes the nonce of who invites somebody."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run something to its end, in a loop of its own."""
    return asyncio.run(work)


class Secrets:
    """Secrets that are the same in every run, and never the same twice in one."""

    def __init__(self, seed: str = "") -> None:
        self._seed = seed
        self._count = 0

    def __call__(self, size: int) -> str:
        self._count += 1
        word = f"{self._seed}{self._count}".encode()
        return hashlib.sha256(word).hexdigest()[: 2 * size]


@dataclass
class Answer:
    """What a bot chooses."""

    action: Action
    fallback: str | None = None


class FakeBots:
    """Bots that choose by seed, as soon as `gate` is open; keeps what they were asked."""

    def __init__(self) -> None:
        self.on_change: Callable[[], None] | None = None
        self.ready = True
        self.gate: asyncio.Event | None = None
        self.asked: list[tuple[str, View, int]] = []
        self.asked_for: list[str] = []
        self.tell: Callable[[int | None], None] | None = None
        self.failures: list[Exception] = []
        self.answers: list[Answer] = []
        self.fallback: str | None = None
        self.is_stopped = False
        self.share = 0.0

    async def start(self) -> None:
        pass

    async def stop(self) -> None:
        self.is_stopped = True

    def is_ready(self) -> bool:
        return self.ready

    def preparation(self, bot: str) -> Preparing | None:
        assert bot
        return None if self.ready else Preparing(self.share, None if not self.share else 8.4)

    async def act(
        self,
        bot: str,
        view: View,
        seed: int,
        *,
        for_whom: str,
        household: str = "",
        tell: Callable[[int | None], None] | None = None,
    ) -> Any:
        self.asked.append((bot, view, seed))
        assert for_whom
        self.asked_for.append(household)
        self.tell = tell
        if self.gate:
            await self.gate.wait()
        if self.failures:
            raise self.failures.pop(0)
        if self.answers:
            return self.answers.pop(0)
        return Answer(random.Random(seed).choice(view.legal_actions()), self.fallback)


class BrokenStore(StoreError):
    """Something that nobody foresaw."""

    def __init__(self) -> None:
        super().__init__("The disk is on fire.")


class UnsureStore(MemoryStore):
    """A store in memory that fails, or takes its time, as it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.full = 0
        """How many appends find no room."""
        self.broken_before = 0
        """How many appends fail with nothing kept."""
        self.broken_after = 0
        """How many appends are kept and fail all the same."""
        self.is_slow = False
        """Whether appends wait for `release`."""
        self.appends = 0
        self._held: list[tuple[Sequence[Append], Future[None]]] = []

    def append(self, writes: Sequence[Append]) -> Future[None]:
        self.appends += 1
        if self.full:
            self.full -= 1
            return failed(StoreFull())
        if self.broken_before:
            self.broken_before -= 1
            return failed(BrokenStore())
        if self.broken_after:
            self.broken_after -= 1
            super().append(writes).result()
            return failed(BrokenStore())
        if self.is_slow:
            future: Future[None] = Future()
            self._held.append((writes, future))
            return future
        return super().append(writes)

    @property
    def held(self) -> int:
        """How many appends wait."""
        return len(self._held)

    def release(self) -> None:
        """Keep everything that waits."""
        held, self._held = self._held, []
        for writes, future in held:
            done = super().append(writes)
            if error := done.exception():
                future.set_exception(error)
            else:
                future.set_result(None)


class SlowRow(UnsureStore):
    """A store that takes its time with the row of a table, until `go_on` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.go_on = threading.Event(), threading.Event()

    def row(self, table: str) -> TableRow | None:
        self.asked.set()
        self.go_on.wait(PATIENCE)
        return super().row(table)


def failed(error: StoreError) -> Future[None]:
    """A future that has failed."""
    future: Future[None] = Future()
    future.set_exception(error)
    return future


class Harness:
    """Tables over a store, with the time and all secrets in the test's hand."""

    def __init__(
        self, store: Store | None = None, *, secrets: Secrets | None = None, seed: str = ""
    ) -> None:
        self.store = store or UnsureStore()
        self.bots = FakeBots()
        self.time = 1_790_000_000.5
        self.secrets = secrets or Secrets(seed)
        self.tables = Tables(self.store, self.bots, now=lambda: self.time, new_secret=self.secrets)
        self._ids = 0

    @property
    def disk(self) -> UnsureStore:
        """The store, as the test that made it knows it."""
        assert isinstance(self.store, UnsureStore)
        return self.store

    def again(self, store: Store | None = None) -> Harness:
        """The same server after a restart; what was in memory is gone."""
        harness = Harness(store or self.store, secrets=self.secrets)
        harness.time, harness._ids = self.time, self._ids
        return harness

    def new_id(self) -> str:
        """A command id that was never used."""
        self._ids += 1
        return f"command-{self._ids:06}"

    async def person(self, *, is_program: bool = False) -> Person:
        """Somebody new."""
        return (await self.tables.people.newcomer(is_program=is_program))[1]

    async def create(self, person: Person, **plan: Any) -> Owner:
        """A new table of somebody called Ana."""
        planned = TableRequest("Ana", **plan)
        if planned.invites:
            planned = replace(planned, nonce_commitment=COMMITTED)
        return await self.tables.create(person, self.new_id(), planned)

    async def join(self, owner: Owner, person: Person, name: str = "Ben") -> int:
        """Take the open seat."""
        invitation = owner.table.created.invitation
        join = Join(id=self.new_id(), invitation=invitation, name=name, nonce=NONCE)
        return await self.tables.join(owner, person, join)

    async def submit(self, owner: Owner, seat: Seat, command: Command) -> int:
        """Give a new command for the version that is."""
        return await owner.submit(seat, self.new_id(), owner.table.version, command)

    async def pair(self, options: Options | None = None) -> Owner:
        """A match between two people that has begun."""
        owner = await self.create(await self.person(), options=options or Options())
        await self.join(owner, await self.person())
        await self.submit(owner, 0, Ready(NONCE))
        return owner

    async def hot_seat(self, options: Options | None = None) -> Owner:
        """A match on one device that has begun."""
        plan = {"other_name": "Ben", "options": options or Options()}
        owner = await self.create(await self.person(), **plan)
        await self.submit(owner, 0, Ready(NONCE))
        return owner

    async def against_bot(self, options: Options | None = None) -> Owner:
        """A match against a bot that has begun."""
        owner = await self.create(await self.person(), bot="greedy", options=options or Options())
        await self.submit(owner, 0, Ready(NONCE))
        return owner

    async def act(self, owner: Owner, chance: random.Random | None = None) -> int:
        """Whoever is to act does something."""
        table = owner.table
        return await self.submit(owner, table.waits_for[0], any_act(table, chance))

    async def go_on(self, owner: Owner, chance: random.Random | None = None) -> int:
        """One step on, whatever it is."""
        if owner.table.phase is Phase.BETWEEN:
            return await self.submit(owner, owner.table.waits_for[0], Next())
        return await self.act(owner, chance)

    async def play_round(self, owner: Owner, seed: int = 1) -> None:
        """Play until the round, or the match, is over."""
        chance = random.Random(seed)
        while owner.table.phase is Phase.PLAYING:
            await self.act(owner, chance)

    async def play_match(self, owner: Owner, seed: int = 1) -> None:
        """Play until the match is over."""
        chance = random.Random(seed)
        while owner.table.phase is not Phase.OVER:
            await self.go_on(owner, chance)


def any_act(table: Table, chance: random.Random | None = None) -> Act:
    """Something that may be played; each sort of action is as likely as the others."""
    assert table.match is not None
    kinds: dict[str, list[Action]] = {}
    for action in table.match.position.legal_actions():
        kinds.setdefault(type(action).__name__, []).append(action)
    chosen = chance or random.Random(table.version)
    return Act(str(chosen.choice(chosen.choice(sorted(kinds.values(), key=repr)))))


def phase_of(owner: Owner) -> Phase:
    """Where the table stands now; it may be elsewhere after every wait."""
    return owner.table.phase


async def settle(turns: int = 50) -> None:
    """Let everything run that can run now."""
    for _ in range(turns):
        await asyncio.sleep(0)


def stored(harness: Harness, table_id: str) -> list[tuple[int, str, str]]:
    """What the store has of a table."""
    return [(e.sequence, e.command, e.body) for e in harness.store.events(table_id)]


def picture(harness: Harness, owner: Owner) -> tuple[Any, ...]:
    """Everything that a refusal must leave alone."""
    table = owner.table
    row = harness.store.row(table.id)
    return (
        table,
        tuple(owner.events),
        stored(harness, table.id),
        row,
        len(harness.store.tables("waiting")),
    )
