"""Line mode at a table with somebody elsewhere: news while nothing is typed, and broken lines."""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import cast

import pytest
from msgspec import structs

from jaipur.client.commitments import DealCommitment
from jaipur.client.link import ConnectionLost, Link
from jaipur.client.local import LocalLink, LocalServer
from jaipur.errors import Code, SessionError
from jaipur.plain import Console, Outcome, play
from jaipur.plain import table as following
from jaipur.plain.lines import Lines
from jaipur.plain.table import PlainTable
from jaipur.seats import Seat
from jaipur.session.contract.commands import Act, Command, Resign
from jaipur.session.contract.responses import LegalActions, Update
from jaipur.session.table_request import TableRequest
from jaipur.store.memory import MemoryStore
from jaipur.texts import texts

from ..patience import PATIENCE
from .talks import Page, TerminalLines


class Elsewhere:
    """A link to one seat of a table, as a server would give it; its news can fail."""

    is_remote = True
    commitment: DealCommitment | None = None

    def __init__(self, link: LocalLink, seat: Seat | None) -> None:
        self.table = link.table
        self.faults: deque[Exception] = deque()
        self.waits: list[float] = []
        self.link = link
        self._seat = seat

    async def fetch_update(self, seat: Seat | None = None) -> Update:
        del seat
        return await self.link.fetch_update(self._seat)

    async def wait_for_update(
        self, after: int, seat: Seat | None = None, wait: float = 25.0
    ) -> Update:
        del seat
        self.waits.append(wait)
        if self.faults:
            raise self.faults.popleft()
        return await self.link.wait_for_update(after, self._seat, wait)

    async def command(self, command: Command, version: int, seat: Seat | None = None) -> int:
        del seat
        return await self.link.command(command, version, self._seat)

    async def record(self) -> str:
        return await self.link.record()

    async def legal_actions(self, seat: Seat | None = None) -> LegalActions:
        del seat
        return await self.link.legal_actions(self._seat)


class Typist:
    """Somebody who types when they have read what they wait for."""

    def __init__(self, *, is_script: bool = False) -> None:
        self._reading, self._writing = os.pipe()
        self.out = Page(is_terminal=not is_script)
        lines = Lines(self._reading) if is_script else TerminalLines(self._reading)
        self.errors = Page()
        self.talk = Console(texts("en"), lines, self.out, self.errors)
        self._looked = 0

    def line(self, text: str) -> None:
        os.write(self._writing, f"{text}\n".encode())

    def leave(self) -> None:
        os.close(self._writing)

    async def expect(self, wanted: str) -> str:
        async with asyncio.timeout(PATIENCE):
            while (found := self.out.text.find(wanted, self._looked)) < 0:
                await asyncio.sleep(0.001)
        start, self._looked = self._looked, found + len(wanted)
        return self.out.text[start : self._looked]


@asynccontextmanager
async def at_the_table(
    seat: Seat | None = 0,
) -> AsyncIterator[tuple[Typist, Elsewhere, Callable[[str], Awaitable[None]]]]:
    """Somebody at one seat or none, their link, and how the other seat acts."""
    async with LocalServer(MemoryStore()) as server:
        link = await server.create(TableRequest("Ana", other_name="Ben", seed=7))

        async def other_acts(action: str) -> None:
            await link.command(Act(action), (await link.fetch_update()).version, 1)

        yield Typist(), Elsewhere(link, seat), other_acts


def sit(typist: Typist, link: Elsewhere) -> asyncio.Task[Outcome]:
    return asyncio.create_task(play(cast(Link, link), typist.talk))


def test_what_happens_is_told_while_nothing_is_typed() -> None:
    async def story() -> None:
        async with at_the_table() as (typist, link, ben):
            playing = sit(typist, link)
            await typist.expect("Your turn. The market has gold and 4 camels.")
            typist.line("+G")
            await typist.expect("You took gold")
            await typist.expect("Ben is choosing an action.\n> ")
            typist.line("+S")
            await typist.expect("It is not your turn.\n")
            typist.line("opponent")
            await typist.expect("Ben: 5 cards in the hand")
            await typist.expect("> ")
            await ben("+KKKK")
            told = await typist.expect("Your turn.")
            assert told.startswith("\nBen took 4 camels")  # the prompt ends before it
            await typist.expect("\n> ")
            typist.leave()
            assert await playing is Outcome.LEFT
            await typist.expect(
                "The match is saved on the server; jaipur join takes you back to it."
            )

    asyncio.run(story())


def test_who_watches_sees_no_hand_and_plays_nothing() -> None:
    async def story() -> None:
        async with at_the_table(seat=None) as (typist, link, _ben):
            playing = sit(typist, link)
            await typist.expect("> ")
            for line in ("+G", "resign"):
                typist.line(line)
                await typist.expect("You do not hold this seat.")
            typist.line("table")
            await typist.expect("Ben: 5 cards in the hand")
            typist.line("quit")
            assert await playing is Outcome.LEFT
            assert "spice" not in typist.out.text.replace("Spice, next price", "")

    asyncio.run(story())


def test_a_line_that_breaks_is_told_once_and_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "FIRST_PAUSE", 0.0)

    async def story() -> None:
        async with at_the_table() as (typist, link, _ben):
            link.faults.extend(ConnectionLost(server="far.example") for _ in range(20))
            playing = sit(typist, link)
            await typist.expect("far.example is not responding.")
            typist.line("+G")
            await typist.expect("The connection is back.")
            await typist.expect("You took gold")
            typist.line("quit")
            await playing
            assert typist.out.text.count("far.example") == 1
            # Only who has no trouble waits for news: that the line is back is heard at once.
            assert link.waits[:22] == [25.0, *[0.0] * 20, 25.0]

    asyncio.run(story())


def test_the_deals_are_compared_with_what_was_noted_before() -> None:
    async def said(commitment: DealCommitment | None) -> str:
        async with LocalServer(MemoryStore()) as server:
            link = await server.create(TableRequest("Ana", other_name="Ben"))
            await link.command(Resign(), (await link.fetch_update()).version, 0)
            elsewhere, script = Elsewhere(link, 0), Typist(is_script=True)
            elsewhere.commitment = commitment or link.commitment
            if commitment and not commitment.commitment:
                first = (await link.fetch_update()).state.commitment
                elsewhere.commitment = structs.replace(commitment, commitment=first)
            script.line("deals")
            script.leave()
            await play(cast(Link, elsewhere), script.talk)
            return script.out.text

    assert "Verified: " in asyncio.run(said(None))
    assert "not those committed to" in asyncio.run(said(DealCommitment("0" * 64)))
    assert "is missing from the deals" in asyncio.run(said(DealCommitment("", "ab" * 32)))


def test_a_script_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "FIRST_PAUSE", 0.0)

    async def story() -> None:
        async with at_the_table() as (_typist, link, _ben):
            script = Typist(is_script=True)
            link.faults.extend(ConnectionLost(server="far.example") for _ in range(20))
            script.line("+G")
            assert await play(cast(Link, link), script.talk) is Outcome.STOPPED
            assert script.errors.text.startswith("line 1: far.example is not responding.")

    asyncio.run(story())


def test_a_script_asks_and_ends_while_somebody_else_is_to_act() -> None:
    async def story() -> None:
        async with at_the_table() as (_typist, link, ben):
            script = Typist(is_script=True)
            playing = sit(script, link)
            for line in ("+G", "opponent", "+KKKK"):
                script.line(line)
            await script.expect("Ben: 5 cards in the hand")
            await ben("+D")  # only now can the next action be played
            await script.expect("You took 4 camels")
            script.leave()
            assert await playing is Outcome.ENDED

    asyncio.run(story())


class Hasty(Elsewhere):
    """A link on which something happens just before each command."""

    def __init__(self, link: LocalLink, seat: Seat, before: Callable[[], Awaitable[None]]) -> None:
        super().__init__(link, seat)
        self.before: Callable[[], Awaitable[None]] | None = before

    async def command(self, command: Command, version: int, seat: Seat | None = None) -> int:
        happens, self.before = self.before, None
        if happens:
            await happens()
        return await super().command(command, version, seat)


def test_what_does_not_depend_on_the_cards_is_given_whatever_came_before_it() -> None:
    async def story() -> list[str]:
        async with LocalServer(MemoryStore()) as server:
            link = await server.create(TableRequest("Ana", other_name="Ben", seed=7))
            first = await link.fetch_update(0)

            async def overtake() -> None:
                await link.command(Act("+G"), first.version, 0)

            hasty = cast(Link, Hasty(link, 0, overtake))
            table = PlainTable(hasty, first, Typist().talk)
            said: list[str] = []
            table.on_update = said.extend
            await table.submit(Resign())
            await table.stop()
            return said

    said = asyncio.run(story())
    assert said[0].startswith("You took gold;")
    assert said[1] == "You gave up the match."


def test_a_refusal_without_news_is_not_tried_for_ever() -> None:
    async def story() -> None:
        async with at_the_table() as (typist, link, _ben):
            first = await link.fetch_update()

            async def refuse() -> None:
                raise SessionError(Code.STALE_VERSION, first.version, expected=0)

            table = PlainTable(cast(Link, Hasty(link.link, 0, refuse)), first, typist.talk)
            with pytest.raises(SessionError):
                await table.submit(Act("+G"))
            await table.stop()

    asyncio.run(story())


@pytest.mark.parametrize("comes_back", [True, False])
def test_an_action_that_was_overtaken_is_not_played(comes_back: bool) -> None:
    """Ana meant it for another market, whoever is to act by then."""

    async def story() -> tuple[str, int]:
        async with LocalServer(MemoryStore()) as server:
            link = await server.create(TableRequest("Ana", other_name="Ben", seed=7))
            first = await link.fetch_update(0)

            async def overtake() -> None:
                version = await link.command(Act("+G"), first.version, 0)
                if comes_back:
                    await link.command(Act("+KKKK"), version, 1)

            table = PlainTable(cast(Link, Hasty(link, 0, overtake)), first, Typist().talk)
            with pytest.raises(SessionError) as refused:
                await table.submit(Act("-C"))
            await table.stop()
            return str(refused.value.code), (await link.fetch_update()).version - first.version

    assert asyncio.run(story()) == (Code.STALE_VERSION, 2 if comes_back else 1)
