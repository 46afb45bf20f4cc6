"""One person with many tables of a slow bot, beside five who play the maharaja.

`python -m bench.attacks_bots` writes its section of results.md: one server with one worker, 1,000
tables of people who act every 5 s, an attacker who acts immediately at 14 tables, and the five
others. `--quick` runs it in half a minute and only prints.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import uvloop

from bench.attack_load import own_address
from bench.results import MACHINE, table_of, write
from bench.server_clients import HOST, Door, Player, now
from bench.server_load import Pair
from bench.server_start import Running, server

ATTACKING, ATTACKED = "merchant:10000", "maharaja"
THINK = 1.0
"""Seconds that the others wait before an action."""
PATIENCE = 120.0
"""Seconds for the bots to get ready."""
WANTED = 0.95


@dataclass(frozen=True, slots=True)
class Size:
    """The size and duration of the benchmark."""

    paced: int = 1000
    think: float = 5.0
    attacking: int = 14
    others: int = 5
    seconds: float = 60.0


QUICK = Size(50, 5.0, 14, 5, 15.0)


@dataclass(slots=True)
class Answers:
    """Answers of bots: their number, how many the bots chose themselves, and their times."""

    own: int = 0
    instead: dict[str, int] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    longest_queue: int = 0

    @property
    def count(self) -> int:
        """The number of answers."""
        return self.own + sum(self.instead.values())

    @property
    def share(self) -> float:
        """The share of answers that the bots chose themselves."""
        return self.own / max(1, self.count)


class Against:
    """A person who plays a bot at one table after another."""

    def __init__(self, player: Player, bot: str, think: float) -> None:
        self.answers = Answers()
        self.is_counting = False
        self._player = player
        self._bot = bot
        self._think = think
        self._table = ""
        self._news = asyncio.Event()
        self._update: dict[str, Any] = {}
        self._acted = 0.0

    async def sit_down(self) -> None:
        """Create a new table and deal the cards."""
        wanted = {"kind": "bot", "bot": self._bot}
        made = await self._player.post(
            "/api/tables", {"id": _id(), "name": self._player.name, "opponent": wanted}
        )
        self._table = made["table"]
        await self._command(1, kind="ready", nonce="0a")
        self._news.clear()
        if self._player.stream:
            self._player.stream.close()
        self._player.stream = await self._player.listen(self._table, self._look)
        self._look()  # the first update may have arrived before the stream was open
        await self._news.wait()

    async def answered_once(self) -> None:
        """Play until the bot has answered, which means that it is ready."""
        await self.sit_down()
        while not any(e["kind"] == "acted" and e["seat"] == 1 for e in self._update["events"]):
            self._news.clear()
            if 0 in self._update["state"]["waits_for"]:
                await self._go_on()
            await asyncio.wait_for(self._news.wait(), PATIENCE)

    async def play(self, until: float) -> None:
        """Play until a time."""
        while now() < until:
            self._news.clear()
            state = self._update["state"]
            if state["phase"] == "over":
                await self.sit_down()
            elif 0 in state["waits_for"]:
                await asyncio.sleep(self._think)
                await self._go_on()
            try:
                await asyncio.wait_for(self._news.wait(), max(0.0, until - now()))
            except TimeoutError:
                return

    async def _go_on(self) -> None:
        state, version = self._update["state"], self._update["version"]
        if state["phase"] == "between":
            await self._command(version, kind="next")
        else:
            action = state["round"]["legal"][0]["action"]
            await self._command(version, kind="act", action=action)

    async def _command(self, version: int, **command: Any) -> None:
        self._acted = now()
        body = {"id": _id(), "version": version, "command": command}
        await self._player.post(f"/api/tables/{self._table}/commands", body)

    def _look(self) -> None:
        """Count the bot's answers."""
        stream = self._player.stream
        if stream is None or not stream.data:
            return
        self._update = msgspec.json.decode(stream.data)
        queue = self._update["now"]["bot_queue"]
        self.answers.longest_queue = max(self.answers.longest_queue, queue or 0)
        if self.is_counting and self._update["after"] is not None:
            for event in self._update["events"]:
                if event["kind"] == "acted" and event["seat"] == 1:
                    self._count(event["fallback"])
        self._news.set()

    def _count(self, fallback: str | None) -> None:
        self.answers.seconds.append(now() - self._acted)
        if fallback is None:
            self.answers.own += 1
        else:
            self.answers.instead[fallback] = self.answers.instead.get(fallback, 0) + 1


def _id() -> str:
    return f"bots-{next(Pair.ids):08}"


async def attack(
    running: Running, size: Size, *, is_attacked: bool, is_shared: bool
) -> tuple[Answers, Answers]:
    """Return the answers of the others' bots and of the attacker's."""
    places = [HOST if is_shared else own_address(number) for number in range(size.others)]
    others = [await _person(running, "Ana", ATTACKED, THINK, place) for place in places]
    await others[0].answered_once()  # it gets ready
    await asyncio.gather(*(other.answered_once() for other in others[1:]))
    attacker = await _many_tables(running, size.attacking if is_attacked else 0)
    load = await _paced(running, size)
    until = now() + size.seconds
    for against in (*others, *attacker):
        against.is_counting = True
    await asyncio.gather(*(against.play(until) for against in (*others, *attacker)))
    await load.wait()
    return _sum(others), _sum(attacker)


async def _person(
    running: Running, name: str, bot: str, think: float, place: str = HOST
) -> Against:
    door = await Door.open(running.port, place)
    return Against(Player(running.port, door, name, place), bot, think)


async def _many_tables(running: Running, count: int) -> list[Against]:
    """Create tables of one person: all use the cookie from the first table."""
    tables: list[Against] = []
    for _ in range(count):
        against = await _person(running, "Mallory", ATTACKING, 0.0)
        if tables:
            against._player._cookie = tables[0]._player._cookie
        await against.sit_down()
        tables.append(against)
    return tables


async def _paced(running: Running, size: Size) -> asyncio.subprocess.Process:
    """Run the load of people without bots; yields once all tables are set up."""
    order = {
        "port": running.port,
        "pid": running.pid,
        "tables": size.paced,
        "seconds": size.seconds,
        "think": size.think,
    }
    command = [sys.executable, "-m", "bench.server_load", json.dumps(order)]
    nothing = asyncio.subprocess.DEVNULL
    load = await asyncio.create_subprocess_exec(*command, stdout=nothing)
    await asyncio.sleep(size.paced / 100)
    return load


def _sum(tables: list[Against]) -> Answers:
    total = Answers()
    for answers in (against.answers for against in tables):
        total.own += answers.own
        for why, count in answers.instead.items():
            total.instead[why] = total.instead.get(why, 0) + count
        total.seconds += answers.seconds
        total.longest_queue = max(total.longest_queue, answers.longest_queue)
    return total


def _row(what: str, answers: Answers, wanted: str = "") -> tuple[str, str, str]:
    instead = ", ".join(f"{count} {why}" for why, count in sorted(answers.instead.items()))
    seconds = sorted(answers.seconds) or [0.0]
    said = (
        f"**{100 * answers.share:.1f} %** of {answers.count} their own"
        + (f" (by greedy: {instead})" if instead else "")
        + f"; median {statistics.median(seconds):.2f} s, longest {seconds[-1]:.2f} s"
    )
    return what, said, wanted


def measured(size: Size) -> tuple[str, float]:
    """Format the bots' answers with and without the attacker as a table."""
    rows, share = [], 1.0
    for is_attacked, is_shared in ((False, True), (True, True), (True, False)):
        with (
            tempfile.TemporaryDirectory() as name,
            server(Path(name) / "store.db", has_bots=True) as running,
        ):
            others, attacker = uvloop.run(
                attack(running, size, is_attacked=is_attacked, is_shared=is_shared)
            )
        what = f"`{ATTACKED}` of {size.others} people"
        if not is_attacked:
            rows.append(_row(what + ", nobody attacks", others))
            continue
        where = "all at one address" if is_shared else "each at an address of their own"
        share = min(share, others.share)
        wanted = f"at least {100 * WANTED:.0f} %"
        rows.append(_row(f"{what} beside the attacker, {where}", others, wanted))
        rows.append(_row(f"– `{ATTACKING}` of the attacker, {size.attacking} tables", attacker))
    return table_of("bots | answers | wanted", rows), share


def section(size: Size, text: str) -> str:
    """Format the section of results.md: the measurement and its method."""
    return f"""## One player asking for all bots

`python -m bench.attacks_bots` writes this. One worker beside {size.paced:,} tables of people who
act every {size.think:g} s; the attacker acts at once, the others after {THINK:g} s, all of them for
{size.seconds:.0f} s; {MACHINE}.

{text}"""


def main() -> None:
    """Run the attack, print the results, and write them unless `--quick` is given."""
    parser = argparse.ArgumentParser(prog="python -m bench.attacks_bots", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="try it, print and keep nothing")
    is_quick = parser.parse_args().quick
    size = QUICK if is_quick else Size()
    text, share = measured(size)
    print(text)
    if not is_quick:
        write("attacks on bots", section(size, text))
    sys.exit(share < WANTED)


if __name__ == "__main__":
    main()
