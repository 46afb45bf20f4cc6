"""Bots that hang, crash or answer nonsense at real tables: the match goes on and says so."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from jaipur.seats import SEATS, Seat
from jaipur.workers.pool import Workers
from tests.depth import tried
from tests.no_network import take_network_away
from tests.patience import PATIENCE

from ..nonces import NONCE
from .playing import AtTable, Harness, open_table

STAND_IN = Path(__file__).parents[1] / "workers" / "stand_in.py"
MOST = tried(30, 1000)
"""After so many versions somebody resigns."""
START = (sys.executable, "-S", "-E", str(STAND_IN))


@asynccontextmanager
async def server_with(folder: Path, *behaviour: str) -> AsyncIterator[Harness]:
    """A server whose bots think in processes that behave as they are told."""
    kind, *words = behaviour
    command = [*START, kind, str(folder), "a marker", *words]
    deadline, warm = (
        0.03 if kind == "sleeps" else PATIENCE,
        1 if kind == "never_ready" else PATIENCE,
    )
    bots: Any = Workers(
        1, deadline=deadline, warm_deadline=warm, longest_wait=PATIENCE, command=command
    )
    async with Harness(bots=bots) as harness:
        await harness.tables.start()
        yield harness


async def play(table: AtTable, seat: Seat, chance: Random) -> list[dict[str, Any]]:
    """Play one seat to the end of the match, however long the other takes; all its events."""
    mine, events = table.chair(seat), []
    shown = (await mine.get(table.path)).json()
    while shown["state"]["phase"] != "over":
        version = shown["version"]
        if seat in shown["state"]["waits_for"]:
            kind = {"waiting": "ready", "between": "next"}.get(shown["state"]["phase"], "act")
            kind = "resign" if version > MOST and kind == "act" else kind
            legal = [said["action"] for said in (shown["state"]["round"] or {}).get("legal", ())]
            more = {"action": chance.choice(legal)} if kind == "act" else {}
            more |= {"nonce": NONCE} if kind == "ready" else {}
            reply = await table.command(seat, version, kind, **more)
            assert reply.status == 200 or reply.code == "stale_version"
        while shown["version"] == version:  # the other may take longer than one wait
            shown = (await mine.get(f"{table.path}/updates?after={version}&wait=20")).json()
        events += shown["events"]
    return events


@pytest.mark.parametrize(
    ("behaviour", "why"),
    [
        (["sleeps"], "late"),
        (["exits_when_asked"], "crashed"),
        (["says", "+++"], "unreadable"),
        (["says", '{"action":"-KK"}'], "illegal"),
        (["exits"], "not_ready"),
        (["never_ready"], "not_ready"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else value,
)
def test_a_bad_bot_is_replaced_openly_and_the_match_ends(
    tmp_path: Path, behaviour: list[str], why: str
) -> None:
    async def run() -> None:
        async with server_with(tmp_path, *behaviour) as harness, asyncio.timeout(PATIENCE):
            bad, good = await open_table(harness, "bot"), await open_table(harness)
            friends = [play(good, seat, Random(2)) for seat in SEATS]
            events, *_ = await asyncio.gather(play(bad, 0, Random(1)), *friends)
            told = [event["fallback"] for event in events if event.get("seat") == 1]
            assert why in told
            assert set(told) <= {why, "not_ready"}  # while another process is started
            mine = [one for one in events if one["kind"] == "acted" and one["seat"] == 0]
            assert all(event["fallback"] is None for event in mine)
            # What is told while the match is played is what is kept of it.
            record = await bad.chair(0).get(f"{bad.path}/record")
            assert record.status == 200

    asyncio.run(run())


def test_a_table_says_when_its_bot_is_getting_ready(tmp_path: Path) -> None:
    async def run() -> None:
        async with server_with(tmp_path, "waits") as harness:
            table, friends = await open_table(harness, "bot"), await open_table(harness)
            streams = [
                await one.chair(0).follow(f"{one.path}/events").begun() for one in (table, friends)
            ]
            assert (await harness.device().get("/api/bots")).json()["ready"] is False
            first = [stream.events[0].data["now"] for stream in streams]
            assert [now["bot_ready"] for now in first] == [False, True]
            (tmp_path / "go").touch()
            async with asyncio.timeout(PATIENCE):
                while len(streams[0].events) < 2:
                    await asyncio.sleep(0.01)
            pushed = streams[0].events[1]
            assert (pushed.kind, pushed.id, pushed.data["bot_ready"]) == ("now", None, True)
            assert (await table.look())["now"]["bot_ready"] is True
            assert (await harness.device().get("/api/health")).json()["bots_ready"] is True
            assert len(streams[1].events) == 1
            for stream in streams:
                await stream.hang_up()

    asyncio.run(run())


def test_without_its_network_a_bot_is_refused_and_no_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_network_away(monkeypatch)

    async def run() -> None:
        async with server_with(tmp_path, "legal") as harness:
            ana = harness.device()
            body = {"id": "create-0001", "name": "Ana"}
            for bot in ("vizier", "maharaja:5"):
                opponent = {"kind": "bot", "bot": bot}
                reply = await ana.post("/api/tables", body | {"opponent": opponent})
                assert (reply.status, reply.code) == (409, "no_network")
                assert b"nowhere" not in reply.body
            assert (await ana.get("/api/tables")).json()["tables"] == []
            await open_table(harness, "bot", first=ana)

    asyncio.run(run())
