"""The list of my tables: complete however long it is, and those that wait for me come first."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest

from jaipur.session.tables import MOST_LISTED
from jaipur.store.values import Append, StoredEvent, TableRow

from .playing import NOON, Client, Data, Harness, open_table

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


async def known(harness: Harness) -> tuple[Client, TableRow]:
    """A device with one table, which waits for it, and the row of that table."""
    at = await open_table(harness, "bot")
    row = harness.store.row(at.id)
    assert row is not None
    return at.chair(0), row


def add(harness: Harness, like: TableRow, number: int, phase: str, touched: float) -> str:
    """Another table of the same player, which waits for nobody."""
    table = f"{number:016x}"
    summary = like.summary.replace('"waits_for":[0]', '"waits_for":[]')
    assert summary != like.summary
    row = TableRow(table, table, phase, like.players, summary, touched)
    harness.store.append([Append(StoredEvent(table, 1, "c", "", "{}", touched), row)]).result()
    return table


async def pages(client: Client) -> list[Data]:
    """The list from its first page to its last."""
    found = [(await client.get("/api/tables")).json()]
    while place := found[-1]["next"]:
        assert len(found) < 10
        found.append((await client.get(f"/api/tables?before={place}")).json())
    return found


def names(page: Data) -> list[str]:
    return [one["table"] for one in page["tables"]]


def test_every_table_is_listed_once_page_by_page() -> None:
    async def play() -> None:
        async with Harness(injected={"now": lambda: NOON}) as harness:
            client, row = await known(harness)
            count = 2 * MOST_LISTED + 7
            # Three at each moment, so that pages end among equals.
            times = {number: NOON + 0.1 + number // 3 for number in range(count)}
            added = [add(harness, row, number, "over", times[number]) for number in range(count)]
            found = await pages(client)
            assert [len(page["tables"]) for page in found] == [MOST_LISTED, MOST_LISTED, 8]
            listed = [name for page in found for name in names(page)]
            newest = sorted(range(count), key=lambda number: (-times[number], number))
            assert listed == [row.table, *(added[number] for number in newest)]

    run(play())


def test_what_waits_for_me_is_first_however_old_it_is() -> None:
    async def play() -> None:
        async with Harness(injected={"now": lambda: NOON}) as harness:
            client, row = await known(harness)
            for number in range(MOST_LISTED + 5):
                add(harness, row, number, "over", NOON + 1000 + number)
            playing = add(harness, row, 5000, "playing", NOON + 1)
            older = add(harness, row, 5001, "between", NOON - 1)
            first = (await client.get("/api/tables")).json()["tables"]
            assert [one["table"] for one in first[:3]] == [row.table, playing, older]
            assert [one["waits_for_me"] for one in first[:4]] == [True, False, False, False]
            assert {one["phase"] for one in first[3:]} == {"over"}

    run(play())


@pytest.mark.parametrize(("more", "lengths"), [(0, [MOST_LISTED]), (1, [MOST_LISTED, 1])])
def test_a_full_page_names_another_only_if_there_is_one(more: int, lengths: list[int]) -> None:
    async def play() -> None:
        async with Harness(injected={"now": lambda: NOON}) as harness:
            client, row = await known(harness)
            for number in range(MOST_LISTED - 1 + more):
                add(harness, row, number, "over", NOON)
            assert [len(page["tables"]) for page in await pages(client)] == lengths
            nothing: dict[str, object] = {"tables": [], "next": None, "damaged": 0}
            assert (await harness.device().get("/api/tables")).json() == nothing

    run(play())


def test_a_cursor_gives_nobody_the_tables_of_another() -> None:
    async def play() -> None:
        async with Harness() as harness:
            client, row = await known(harness)
            other, _ = await known(harness)
            for number in range(MOST_LISTED):
                add(harness, row, number, "over", NOON)
            place = (await client.get("/api/tables")).json()["next"]
            assert place
            assert (await other.get(f"/api/tables?before={place}")).json()["tables"] == []

    run(play())


ZEROS = "0" * 16


@pytest.mark.parametrize(
    "place",
    ["", "x", "0", "2" + ZEROS + "a", "0" + ZEROS, "0" + ZEROS + "a" * 65, "0" + ZEROS + "%00",
     "0" + "g" * 16 + "a", "0" + ZEROS + "a%0A"],
)  # fmt: skip
def test_a_cursor_that_is_none_is_refused(place: str) -> None:
    async def play() -> None:
        async with Harness() as harness:
            client, _ = await known(harness)
            reply = await client.get(f"/api/tables?before={place}")
            assert (reply.status, reply.code) == (422, "malformed")
            assert "before" in reply.error["sentence"]

    run(play())


@pytest.mark.parametrize("bits", ["7ff8000000000000", "7ff0000000000000", "fff0000000000000"])
def test_a_cursor_with_a_strange_time_is_a_cursor(bits: str) -> None:
    """Not a number, and both infinities: whatever comes, it is a page."""

    async def play() -> None:
        async with Harness() as harness:
            client, _ = await known(harness)
            for over in "01":
                reply = await client.get(f"/api/tables?before={over}{bits}a")
                assert reply.status == 200
                assert reply.json()["next"] is None

    run(play())
