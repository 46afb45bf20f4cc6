"""What is kept, and for how long: no wrong clock loses a table."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from jaipur.session.table import Phase
from jaipur.store.protocol import DAY

from .house import House, run, settle


async def running(house: House) -> None:
    """Start the house keeping, and stop it again when it has done what it does at a start."""
    keeping = asyncio.create_task(house.tables.keep_house())
    await settle(200)
    keeping.cancel()
    with suppress(asyncio.CancelledError):
        await keeping


async def three_tables(house: House) -> list[str]:
    """A table that waits, one that is played at, and one that is over."""
    waiting = await house.create(await house.person())
    playing, over = await house.pair(), await house.pair()
    await house.play_match(over)
    assert over.table.phase is Phase.OVER
    return [owner.table.id for owner in (waiting, playing, over)]


def kept(house: House, tables: list[str]) -> list[str]:
    return [table for table in tables if house.store.row(table)]


@pytest.mark.parametrize("days", [8, 31, 400, 40_000])
def test_one_start_with_the_clock_ahead_loses_nothing(days: int) -> None:
    async def play() -> None:
        house = House()
        await running(house)
        tables = await three_tables(house)
        wrong = house.again()
        wrong.time += days * DAY
        await running(wrong)
        assert kept(wrong, tables) == tables
        right = wrong.again()
        right.time = house.time + DAY
        await running(right)
        assert kept(right, tables) == tables

    run(play())


@pytest.mark.parametrize("days", [31, 800])
def test_matches_played_with_the_clock_behind_are_kept_at_the_next_right_start(days: int) -> None:
    async def play() -> None:
        house = House()
        await running(house)
        before = await three_tables(house)
        wrong = house.again()
        wrong.time -= days * DAY
        await running(wrong)
        tables = before + await three_tables(wrong)
        right = wrong.again()
        right.time = house.time + DAY
        await running(right)
        assert kept(right, tables) == tables

    run(play())
