"""A full disk, from file system to stream: the player gets an error, nobody sees the action."""

import asyncio
from contextlib import closing
from pathlib import Path
from random import Random

import apsw
import pytest

from jaipur.seats import Seat
from jaipur.store.sqlite import SqliteStore
from tests.store.disks import disk
from tests.web.playing import AtTable, Harness, Stream, open_table

from ..nonces import INVITATION
from ..store.damage import change
from ..submitting import submission
from .kills import until


def no_room(what: str, _file: str) -> None:
    if what == "write":
        raise apsw.FullError("database or disk is full")


def room(_what: str, _file: str) -> None:
    return


async def seen_by_all(table: AtTable) -> list[Stream]:
    watcher = await table.watcher()
    callers = [table.chair(0), table.chair(1), watcher]
    return [await caller.follow(f"{table.path}/events").begun() for caller in callers]


async def someone_acts(table: AtTable) -> tuple[Seat, str]:
    """Whose turn it is, and an action."""
    shown = await table.look()
    seat: Seat = shown["state"]["waits_for"][0]
    mine = await table.look(seat)
    return seat, mine["state"]["round"]["legal"][0]["action"]


def test_a_full_disk_is_told_to_the_mover_and_changes_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        with disk() as full, closing(SqliteStore(tmp_path / "s.db", vfs=full.name)) as store:
            async with Harness(store=store) as harness:
                table = await open_table(harness)
                await table.play(Random(1), lambda shown: shown["version"] >= 8)
                streams = await seen_by_all(table)
                seat, action = await someone_acts(table)
                before = [stream.body for stream in streams], store.events(table.id)
                full.before = no_room
                mover = table.chair(seat)
                body = submission(id="no-room-1", version=8, kind="act", action=action)
                for _ in range(2):
                    refused = await mover.post(f"{table.path}/commands", body)
                    assert (refused.status, refused.code) == (503, "not_stored")
                    assert refused.error["version"] == 8
                    assert refused.header("retry-after")
                assert (await table.look())["version"] == 8
                assert ([stream.body for stream in streams], store.events(table.id)) == before
                full.before = room
                accepted = await mover.post(f"{table.path}/commands", body)
                assert (accepted.status, accepted.json()) == (200, {"version": 9})
                await until(lambda: all(stream.version == 9 for stream in streams))
                assert len(store.events(table.id)) == 9
                await table.play(Random(2))
                for stream in streams:
                    await stream.hang_up()

    asyncio.run(play())


def test_a_full_disk_is_in_the_log_once_and_in_the_health(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        with disk() as full, closing(SqliteStore(tmp_path / "s.db", vfs=full.name)) as store:
            async with Harness(store=store) as harness:
                table, anybody = await open_table(harness), harness.device()
                await table.play(Random(1), lambda shown: shown["version"] >= 8)
                well = await anybody.get("/api/health")
                assert (well.status, well.json()["status"]) == (200, "ok")
                seat, action = await someone_acts(table)
                body = submission(id="no-room-1", version=8, kind="act", action=action)
                full.before = no_room
                for _ in range(9):
                    assert (
                        await table.chair(seat).post(f"{table.path}/commands", body)
                    ).status > 400
                ill = await anybody.get("/api/health")
                assert (ill.status, ill.json()["status"]) == (503, "store_full")
                assert len(store_lines(caplog)) == 1
                full.before = room
                await asyncio.wrap_future(store.check())
                assert (await anybody.get("/api/health")).status == 200
                assert len(store_lines(caplog)) == 2

    asyncio.run(play())


def store_lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "jaipur.store"]


def test_one_damaged_row_is_told_for_that_table_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """And the list of whoever sits there has all their other tables."""

    async def play() -> None:
        with closing(SqliteStore(tmp_path / "s.db")) as store:
            async with Harness(store=store) as harness:
                ana = harness.device()
                opponent = INVITATION
                ids = []
                for number in range(3):
                    body = {"id": f"create-{number}", "name": "Ana", "opponent": opponent}
                    ids.append((await ana.post("/api/tables", body)).json()["table"])
            change(tmp_path / "s.db", "UPDATE tables SET summary = '{}' WHERE id = ?", ids[1])
            async with Harness(store=store) as harness:
                again = harness.device()
                again.token = ana.token
                for _ in range(3):
                    listed = await again.get("/api/tables")
                    assert listed.status == 200
                    assert {one["table"] for one in listed.json()["tables"]} == {ids[0], ids[2]}
                    assert listed.json()["damaged"] == 1
                    refused = await again.get(f"/api/tables/{ids[1]}")
                    assert (refused.status, refused.code) == (503, "damaged_table")
                    assert (await again.get(f"/api/tables/{ids[0]}")).status == 200
                # The others go on, so nobody should take the server away.
                health = await again.get("/api/health")
                assert (health.status, health.json()["damaged_tables"]) == (200, 1)
                assert health.json()["status"] == "ok"
                assert len(store_lines(caplog)) == 1

    asyncio.run(play())


def test_no_table_and_no_seat_is_made_on_a_full_disk(tmp_path: Path) -> None:
    async def play() -> None:
        with disk() as full, closing(SqliteStore(tmp_path / "s.db", vfs=full.name)) as store:
            async with Harness(store=store) as harness:
                full.before = no_room
                ana = harness.device()
                opponent = INVITATION
                body = {"id": "no-room-1", "name": "Ana", "opponent": opponent}
                refused = await ana.post("/api/tables", body)
                assert (refused.status, refused.code) == (503, "not_stored")
                assert ana.token is None
                assert (await ana.post("/api/programs")).code == "not_stored"
                full.before = room
                assert (await ana.post("/api/tables", body)).status == 201
                assert len((await ana.get("/api/tables")).json()["tables"]) == 1

    asyncio.run(play())
