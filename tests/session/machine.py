"""The command state machine: whatever clients, network and server do, each command counts once.

The model knows which commands were accepted and the version each made; everything else (what is
accepted at all) is asked of `decide`, which tests of its own hold to the rules.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, TypeVar

import msgspec
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from jaipur import Seat
from jaipur.errors import Code, JaipurError, SessionError
from jaipur.session import tables as tables_module
from jaipur.session.commands import CommandContext, decide
from jaipur.session.contract.basics import Phase
from jaipur.session.contract.commands import Act, Close, Command, Next, Ready, Rematch, Resign
from jaipur.session.contract.responses import Update
from jaipur.session.listeners import Listener
from jaipur.session.owner import Owner
from jaipur.session.projection import Viewer, state_for
from jaipur.session.replay import versions
from jaipur.session.rows import read_summary
from jaipur.session.table import Table
from jaipur.store.protocol import Store, StoreError

from .harness import COMMITTED, NONCE, Harness, UnsureStore, any_act

T = TypeVar("T")


@dataclass(frozen=True)
class Sent:
    """A command as a client sent it."""

    seat: Seat
    id: str
    version: int | None
    command: Command


@dataclass
class Tab:
    """A page somewhere, and the versions it was told of."""

    viewer: Viewer
    listener: Listener
    last: int | None = None
    told: list[int] = field(default_factory=list)


VIEWERS = st.sampled_from([Viewer(0), Viewer(1), Viewer(None), Viewer(1, is_program=True)])
SEATS = st.sampled_from([0, 1])
CHANCES = st.integers(0, 2**16)
OFFSETS = st.sampled_from([0, 0, 0, None, -1, 1, 7, -(10**6)])
ODD: list[Command] = [
    Ready(NONCE), Ready("00"), Ready("bad"), Next(), Close(), Rematch(COMMITTED), Rematch(),
    Resign(), Act("+KKK"), Act("-KKK"), Act("nonsense"), Act("+KKK", (0, 1)), Act("-L"),
]  # fmt: skip
DULL = [command for command in ODD if not isinstance(command, Resign)]


class CommandMachine(RuleBasedStateMachine):
    """Clients that send, resend, hang up and come back; a server that stops, forgets and fails."""

    kinds: ClassVar[tuple[str, ...]] = ("pair", "hot_seat")

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.harness = Harness(self.new_store())
        self.accepted: dict[tuple[Seat, str], tuple[Sent, int]] = {}
        self.sent: list[Sent] = []
        self.tabs: list[Tab] = []
        self.table_id = ""
        self.version = 0

    # What a second back end changes

    def new_store(self) -> Store:
        return UnsureStore()

    def store_after_restart(self, *, is_crash: bool) -> Store:  # noqa: ARG002
        return self.harness.store

    # Doing things

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    @property
    def owner(self) -> Owner:
        return self.do(self.harness.tables.owner(self.table_id))

    @initialize(kind=SEATS)
    def begin(self, kind: int) -> None:
        owner = self.do(getattr(self.harness, self.kinds[kind])())
        self.table_id, self.version = owner.table.id, owner.table.version

    def new(self, seat: Seat, version: int | None, command: Command) -> Sent:
        sent = Sent(seat, self.harness.new_id(), version, command)
        self.sent.append(sent)
        return sent

    def expected(self, sent: Sent, table: Table) -> int | Code | type[Exception]:
        """What the answer must be, if the table is as it is now."""
        if known := self.accepted.get((sent.seat, sent.id)):
            first, version = known
            return version if first == sent else Code.COMMAND_REUSED
        if sent.version not in (None, table.version):
            return Code.STALE_VERSION
        try:
            decide(table, sent.seat, sent.command, CommandContext())
        except SessionError as error:
            return error.code
        except JaipurError as error:
            return type(error)
        return table.version + 1

    def check(self, sent: Sent, answer: object, expected: object) -> None:
        """Compare an answer with what it must be, and remember what was accepted."""
        if isinstance(expected, int):
            assert answer == expected, (sent, answer, expected)
            if (sent.seat, sent.id) not in self.accepted:
                self.accepted[sent.seat, sent.id] = sent, expected
                self.version = expected
        elif isinstance(expected, Code):
            assert isinstance(answer, SessionError), (sent, answer, expected)
            assert answer.code is expected
            assert answer.version in (None, self.version)
        else:
            assert type(answer) is expected

    async def answer(self, owner: Owner, sent: Sent) -> object:
        try:
            return await owner.submit(sent.seat, sent.id, sent.version, sent.command)
        except JaipurError as error:
            return error

    def send(self, sent: Sent) -> None:
        owner = self.owner
        expected = self.expected(sent, owner.table)
        self.check(sent, self.do(self.answer(owner, sent)), expected)

    def right(self, chance: int) -> Sent:
        """What brings the table on."""
        table = self.owner.table
        random = Random(chance)
        if table.phase is Phase.OVER:
            return self.new(0 if random.random() < 0.5 else 1, table.version, Rematch(COMMITTED))
        seat = random.choice(table.waits_for)
        playing = table.phase is Phase.PLAYING
        command: Command = any_act(table, random) if playing else Next()
        return self.new(seat, table.version, command)

    # What clients do

    @rule(chance=CHANCES)
    def send_what_is_right(self, chance: int) -> None:
        self.send(self.right(chance))

    @rule(chance=CHANCES, count=st.integers(5, 40))
    def play_on(self, chance: int, count: int) -> None:
        for number in range(count):
            self.send(self.right(chance + number))

    @rule(seat=SEATS, offset=OFFSETS, command=st.sampled_from(DULL))
    def send_anything(self, seat: Seat, offset: int | None, command: Command) -> None:
        version = None if offset is None else self.version + offset
        self.send(self.new(seat, version, command))

    @rule(seat=SEATS, chance=CHANCES)
    def resign_now_and_then(self, seat: Seat, chance: int) -> None:
        if chance % 4 == 0:
            self.send(self.new(seat, self.version, Resign()))

    @precondition(lambda self: self.sent)
    @rule(chance=CHANCES)
    def resend(self, chance: int) -> None:
        self.send(Random(chance).choice(self.sent))

    @precondition(lambda self: self.accepted)
    @rule(chance=CHANCES, command=st.sampled_from(ODD), offset=st.sampled_from([0, 1, None]))
    def use_an_id_again(self, chance: int, command: Command, offset: int | None) -> None:
        first, _ = Random(chance).choice(list(self.accepted.values()))
        version = None if offset is None or first.version is None else first.version + offset
        self.send(Sent(first.seat, first.id, version, command))

    @rule(chance=CHANCES, ticks=st.integers(0, 12))
    def hang_up_and_resend(self, chance: int, ticks: int) -> None:
        """The answer was dropped: whatever had become of it, the repeat is answered."""
        owner, sent = self.owner, self.right(chance)
        expected = self.expected(sent, owner.table)

        async def drop() -> None:
            work = asyncio.ensure_future(self.answer(owner, sent))
            for _ in range(ticks):
                await asyncio.sleep(0)
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

        self.do(drop())
        self.check(sent, self.do(self.answer(owner, sent)), expected)

    @rule(chance=CHANCES)
    def send_in_the_wrong_order(self, chance: int) -> None:
        """The later of two commands overtakes the earlier, and both come twice."""
        owner = self.owner
        first = self.right(chance)
        second = self.new(first.seat, self.version + 1, Next())
        late = self.expected(second, owner.table)

        async def both() -> list[object]:
            works = [self.answer(owner, sent) for sent in (second, first, first)]
            return await asyncio.gather(*works)

        expected = self.expected(first, owner.table)
        answers = self.do(both())
        self.check_stale(answers[0], late)
        self.check(first, answers[1], expected)
        self.check(first, answers[2], self.expected(first, owner.table))

    def check_stale(self, answer: object, expected: object) -> None:
        assert expected is Code.STALE_VERSION
        assert isinstance(answer, SessionError)
        assert answer.code is Code.STALE_VERSION

    @rule(chance=CHANCES, count=st.integers(2, 8))
    def send_many_at_once(self, chance: int, count: int) -> None:
        """Different commands for one version, from two tabs and both seats: one is accepted."""
        owner, random = self.owner, Random(chance)
        many = [self.right(random.randrange(2**16)) for _ in range(count)]

        async def all_of_them() -> list[object]:
            return await asyncio.gather(*(self.answer(owner, sent) for sent in many))

        before = self.version
        answers = self.do(all_of_them())
        fits = [sent for sent, answer in zip(many, answers, strict=True) if isinstance(answer, int)]
        assert len(fits) <= 1
        for sent, answer in zip(many, answers, strict=True):
            if isinstance(answer, int):
                self.check(sent, answer, before + 1)
            else:
                assert isinstance(answer, JaipurError)

    # Who follows

    @rule(viewer=VIEWERS)
    def open_a_tab(self, viewer: Viewer) -> None:
        self.tabs.append(Tab(viewer, self.listen(viewer, None)))

    def listen(self, viewer: Viewer, after: int | None) -> Listener:
        owner = self.owner

        async def add() -> Listener:
            return owner.listeners.add(viewer, after, ())

        return self.do(add())

    @precondition(lambda self: self.tabs)
    @rule(chance=CHANCES, reconnects=st.booleans())
    def look(self, chance: int, reconnects: bool) -> None:
        tab = Random(chance).choice(self.tabs)
        if reconnects or tab.listener.is_over:
            tab.listener.leave()
            tab.listener = self.listen(tab.viewer, tab.last)
        owner = self.owner

        async def take() -> Any:
            assert await tab.listener.wait(0) or tab.last == owner.table.version
            return tab.listener.take()

        update = self.do(take())
        assert update.version == self.version
        if update.kind == "update":
            data = msgspec.json.decode(update.data, type=Update)
            assert data.after == tab.last
            assert data.state == state_for(owner.table, tab.viewer)
            tab.told += [event.version for event in data.events]
        else:
            assert tab.last == self.version
        tab.last = self.version
        assert tab.told == list(range(tab.told[0], self.version + 1))

    # What the server does

    @rule(is_crash=st.booleans())
    def restart(self, is_crash: bool) -> None:
        if not is_crash:
            self.do(self.harness.tables.stop())
        self.harness = self.harness.again(self.store_after_restart(is_crash=is_crash))
        for tab in self.tabs:
            tab.listener = self.listen(tab.viewer, tab.last)

    @rule()
    def forget_what_is_idle(self) -> None:
        for tab in self.tabs:
            tab.listener.leave()

        async def sweep() -> None:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(tables_module, "IDLE_SECONDS", -1.0)
                self.harness.tables.sweep()

        self.do(sweep())
        assert self.harness.tables.counts()["tables_in_memory"] == 0
        for tab in self.tabs:
            tab.listener = self.listen(tab.viewer, tab.last)

    @precondition(lambda self: isinstance(self.harness.store, UnsureStore))
    @rule(chance=CHANCES, failure=st.sampled_from(["full", "broken_before", "broken_after"]))
    def fail_to_store(self, chance: int, failure: str) -> None:
        """The mover gets an error, and asks again until there is an answer."""
        owner, sent = self.owner, self.right(chance)
        expected = self.expected(sent, owner.table)
        setattr(self.harness.disk, failure, 1)
        answer = self.do(self.answer(owner, sent))
        setattr(self.harness.disk, failure, 0)
        if isinstance(expected, int):
            assert isinstance(answer, StoreError)
            assert len(owner.events) == self.version
        self.check(sent, self.do(self.answer(self.owner, sent)), expected)
        for tab in self.tabs:
            if tab.listener.is_over:
                tab.listener = self.listen(tab.viewer, tab.last)

    # What must hold

    @invariant()
    def everything_accepted_is_kept_once(self) -> None:
        if not self.table_id:
            return
        events = self.harness.store.events(self.table_id)
        assert [event.sequence for event in events] == list(range(1, self.version + 1))
        commands = [event.command for event in events]
        assert len(set(commands)) == len(commands)
        for (seat, command_id), (_, version) in self.accepted.items():
            assert commands[version - 1] == f"{seat}:{command_id}"

    @invariant()
    def memory_is_what_the_store_says(self) -> None:
        if not self.table_id:
            return
        owner = self.owner
        *_, (table, _, _) = versions(self.harness.store.events(self.table_id))
        assert owner.table == table
        assert [event.version for event in owner.events] == list(range(1, self.version + 1))
        row = self.harness.store.row(self.table_id)
        assert row is not None
        assert read_summary(row).version == self.version
        assert row.phase == table.phase

    def teardown(self) -> None:
        for sent, version in self.accepted.values():
            assert self.do(self.answer(self.owner, sent)) == version
        self.do(self.harness.tables.stop())
        self.harness.store.close()
        self.do(self.loop.shutdown_default_executor())
        self.loop.close()
