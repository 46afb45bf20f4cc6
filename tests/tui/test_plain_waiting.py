"""Line mode at a table with somebody elsewhere: news while nothing is typed, and broken lines."""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import cast

import pytest

from jaipur.errors import Code, SessionError
from jaipur.seats import Seat
from jaipur.session.planning import Plan
from jaipur.store.memory import MemoryStore
from jaipur.texts import texts
from jaipur.tui.fixed import Fixed
from jaipur.tui.link import ConnectionLost, Json, Link
from jaipur.tui.local import House, LocalLink
from jaipur.tui.plain import Outcome, Talk, news, play
from jaipur.tui.plain.lines import Lines
from jaipur.tui.plain.table import TRIES, Followed

from ..patience import PATIENCE
from .plain_talks import Page, TerminalLines


class Elsewhere:
    """A link to one seat of a table, as a server would give it; its news can fail."""

    is_remote = True
    fixed: Fixed | None = None

    def __init__(self, link: LocalLink, seat: Seat | None) -> None:
        self.table = link.table
        self.faults: deque[Exception] = deque()
        self.waits: list[float] = []
        self.link = link
        self._seat = seat

    async def look(self, seat: Seat | None = None) -> Json:
        del seat
        return await self.link.look(self._seat)

    async def news(self, after: int, seat: Seat | None = None, wait: float = 25.0) -> Json:
        del seat
        self.waits.append(wait)
        if self.faults:
            raise self.faults.popleft()
        return await self.link.news(after, self._seat, wait)

    async def command(
        self, kind: str, version: int, seat: Seat | None = None, **more: object
    ) -> int:
        del seat
        return await self.link.command(kind, version, self._seat, **more)

    async def record(self) -> str:
        return await self.link.record()

    async def plans(self, seat: Seat | None = None) -> Json:
        del seat
        return await self.link.plans(self._seat)


class Typist:
    """Somebody who types when they have read what they wait for."""

    def __init__(self, *, is_script: bool = False) -> None:
        self._reading, self._writing = os.pipe()
        self.out = Page(is_terminal=not is_script)
        lines = Lines(self._reading) if is_script else TerminalLines(self._reading)
        self.errors = Page()
        self.talk = Talk(texts("en"), lines, self.out, self.errors)
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
    async with House(MemoryStore()) as house:
        link = await house.create(Plan("Ana", other_name="Ben", seed=7))

        async def other_acts(action: str) -> None:
            await link.command("act", (await link.look())["version"], 1, action=action)

        yield Typist(), Elsewhere(link, seat), other_acts


def sit(typist: Typist, link: Elsewhere) -> asyncio.Task[Outcome]:
    return asyncio.create_task(play(cast(Link, link), typist.talk))


def test_what_happens_is_told_while_nothing_is_typed() -> None:
    async def story() -> None:
        async with at_the_table() as (typist, link, ben):
            sitting = sit(typist, link)
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
            assert await sitting is Outcome.LEFT
            await typist.expect(
                "The match is kept by the server; jaipur join takes you back to it."
            )

    asyncio.run(story())


def test_who_watches_sees_no_hand_and_plays_nothing() -> None:
    async def story() -> None:
        async with at_the_table(seat=None) as (typist, link, _ben):
            sitting = sit(typist, link)
            await typist.expect("> ")
            for line in ("+G", "resign"):
                typist.line(line)
                await typist.expect("You do not hold this seat.")
            typist.line("table")
            await typist.expect("Ben: 5 cards in the hand")
            typist.line("quit")
            assert await sitting is Outcome.LEFT
            assert "spice" not in typist.out.text.replace("Spice, next price", "")

    asyncio.run(story())


def test_a_line_that_breaks_is_told_once_and_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news, "FIRST_PAUSE", 0.0)

    async def story() -> None:
        async with at_the_table() as (typist, link, _ben):
            link.faults.extend(ConnectionLost("far.example") for _ in range(20))
            sitting = sit(typist, link)
            await typist.expect("far.example does not answer.")
            typist.line("+G")
            await typist.expect("The connection is back.")
            await typist.expect("You took gold")
            typist.line("quit")
            await sitting
            assert typist.out.text.count("far.example") == 1
            # Only who has no trouble waits for news: that the line is back is heard at once.
            assert link.waits[:22] == [25.0, *[0.0] * 20, 25.0]

    asyncio.run(story())


def test_the_deals_are_compared_with_what_was_noted_before() -> None:
    async def said(fixed: Fixed | None) -> str:
        async with House(MemoryStore()) as house:
            link = await house.create(Plan("Ana", other_name="Ben"))
            await link.command("resign", (await link.look())["version"], 0)
            elsewhere, script = Elsewhere(link, 0), Typist(is_script=True)
            elsewhere.fixed = fixed
            if fixed and not fixed.commitment:
                commitment = (await link.look())["state"]["commitment"]
                elsewhere.fixed = fixed._replace(commitment=commitment)
            script.line("deals")
            script.leave()
            await play(cast(Link, elsewhere), script.talk)
            return script.out.text

    assert "Verified: " in asyncio.run(said(None))
    assert "not those that were fixed" in asyncio.run(said(Fixed("0" * 64)))
    assert "is missing from the deals" in asyncio.run(said(Fixed("", "ab" * 32)))


def test_a_script_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news, "FIRST_PAUSE", 0.0)

    async def story() -> None:
        async with at_the_table() as (_typist, link, _ben):
            script = Typist(is_script=True)
            link.faults.extend(ConnectionLost("far.example") for _ in range(20))
            script.line("+G")
            assert await play(cast(Link, link), script.talk) is Outcome.STOPPED
            assert script.errors.text.startswith("line 1: far.example does not answer.")

    asyncio.run(story())


def test_a_script_asks_and_ends_while_somebody_else_is_to_act() -> None:
    async def story() -> None:
        async with at_the_table() as (_typist, link, ben):
            script = Typist(is_script=True)
            sitting = sit(script, link)
            for line in ("+G", "opponent", "+KKKK"):
                script.line(line)
            await script.expect("Ben: 5 cards in the hand")
            await ben("+D")  # only now can the next action be played
            await script.expect("You took 4 camels")
            script.leave()
            assert await sitting is Outcome.ENDED

    asyncio.run(story())


class Hasty(Elsewhere):
    """A link on which something happens just before each command."""

    def __init__(self, link: LocalLink, seat: Seat, before: Callable[[], Awaitable[None]]) -> None:
        super().__init__(link, seat)
        self.before: Callable[[], Awaitable[None]] | None = before

    async def command(
        self, kind: str, version: int, seat: Seat | None = None, **more: object
    ) -> int:
        happens, self.before = self.before, None
        if happens:
            await happens()
        return await super().command(kind, version, seat, **more)


class Ahead(Elsewhere):
    """A link to a table that is one version further on as soon as a command is given."""

    ahead = 0

    async def news(self, after: int, seat: Seat | None = None, wait: float = 25.0) -> Json:
        del wait
        while not self.ahead:
            await asyncio.sleep(0)
        update = await super().news(after - self.ahead, seat, 0.0)
        version = update["version"] + self.ahead
        events = [event | {"version": event["version"] + 1} for event in update["events"]]
        return update | {"version": version, "events": events}

    async def command(
        self, kind: str, version: int, seat: Seat | None = None, **more: object
    ) -> int:
        if not self.ahead:
            self.ahead = 1
            raise SessionError(Code.STALE_VERSION, version + 1, expected=version)
        return 1 + await super().command(kind, version - 1, seat, **more)


def test_an_action_that_means_the_same_is_given_again() -> None:
    """The number of the version is all that changed."""

    async def story() -> list[str]:
        async with at_the_table() as (_typist, link, _ben):
            ahead = Ahead(link.link, 0)
            table = Followed(cast(Link, ahead), await ahead.look(), texts("en"))
            said: list[str] = []
            table.on_news = said.extend
            await table.give("act", action="+G")
            await table.stop()
            return said

    assert asyncio.run(story())[-1].startswith("You took gold;")


class Counting(Elsewhere):
    """A link to a table that counts on before each command, and does nothing."""

    further = 0

    async def news(self, after: int, seat: Seat | None = None, wait: float = 25.0) -> Json:
        del after, seat, wait
        await asyncio.sleep(0)
        update = await self.look()
        return update | {"version": update["version"] + self.further, "events": []}

    async def command(
        self, kind: str, version: int, seat: Seat | None = None, **more: object
    ) -> int:
        del kind, seat, more
        self.further += 1
        raise SessionError(Code.STALE_VERSION, version + 1, expected=version)


def test_a_table_that_only_counts_is_given_up() -> None:
    async def story() -> int:
        async with at_the_table() as (_typist, link, _ben):
            counting = Counting(link.link, 0)
            table = Followed(cast(Link, counting), await counting.look(), texts("en"))
            async with asyncio.timeout(PATIENCE):
                with pytest.raises(SessionError):
                    await table.give("act", action="+G")
            await table.stop()
            return counting.further

    assert asyncio.run(story()) == TRIES


def test_a_refusal_without_news_is_not_tried_for_ever() -> None:
    async def story() -> None:
        async with at_the_table() as (_typist, link, _ben):
            first = await link.look()

            async def refuse() -> None:
                raise SessionError(Code.STALE_VERSION, first["version"], expected=0)

            table = Followed(cast(Link, Hasty(link.link, 0, refuse)), first, texts("en"))
            with pytest.raises(SessionError):
                await table.give("act", action="+G")
            await table.stop()

    asyncio.run(story())


@pytest.mark.parametrize("comes_back", [True, False])
def test_an_action_that_was_overtaken_is_not_played(comes_back: bool) -> None:
    """Ana meant it for another market, whoever is to act by then."""

    async def story() -> tuple[str, int]:
        async with House(MemoryStore()) as house:
            link = await house.create(Plan("Ana", other_name="Ben", seed=7))
            first = await link.look(0)

            async def overtake() -> None:
                version = await link.command("act", first["version"], 0, action="+G")
                if comes_back:
                    await link.command("act", version, 1, action="+KKKK")

            table = Followed(cast(Link, Hasty(link, 0, overtake)), first, texts("en"))
            with pytest.raises(SessionError) as refused:
                await table.give("act", action="-C")
            await table.stop()
            return str(refused.value.code), (await link.look())["version"] - first["version"]

    assert asyncio.run(story()) == (Code.STALE_VERSION, 2 if comes_back else 1)
