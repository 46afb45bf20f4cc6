"""Bans hold whatever the disk, the clock or a damaged row does."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from pathlib import Path

import pytest

from jaipur.session.bans import Bans
from jaipur.store.memory import MemoryStore
from jaipur.store.protocol import DAY, Store, StoreError, StoreFull
from jaipur.store.sqlite import SqliteStore
from jaipur.store.values import Ban

from ..store.damage import change
from .harness import failed, run

NOON = 1_790_000_000.0
BAD = "203.0.113.7"


class Time:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.at = NOON

    def __call__(self) -> float:
        return self.at


class FullStore(MemoryStore):
    """A store with no room to forget anything, or to make or give a key."""

    is_full = False
    has_no_key = False
    is_mad = False

    def end_bans(self, now: float) -> Future[int]:
        if self.is_full:
            return failed(StoreFull())  # type: ignore[return-value]  # a failure has no result
        return super().end_bans(now)

    def ban_key(self) -> Future[bytes]:
        if self.has_no_key:
            return failed(StoreFull())  # type: ignore[return-value]  # a failure has no result
        return super().ban_key()

    def bans(self) -> list[Ban]:
        if self.is_mad:
            raise RuntimeError("nobody foresaw this")
        return super().bans()


async def three_bans(store: Store, now: Time) -> None:
    """A device for two days, another for ten, and an address for ten."""
    bans = Bans(store, now)
    await bans.ban_devices(["soon"], 2, "")
    await bans.ban_devices(["late"], 10, "")
    await bans.ban_address(BAD, 10, "")


def test_bans_hold_after_a_start_on_a_full_disk_though_one_is_over() -> None:
    async def play() -> None:
        store, now = FullStore(), Time()
        await three_bans(store, now)
        now.at += 3 * DAY
        store.is_full = True
        bans = Bans(store, now)
        with pytest.raises(StoreError):
            await bans.load()
        assert bans.until("late", "") == bans.until("", BAD) == NOON + 10 * DAY
        assert bans.until("soon", "") is None
        store.is_full = False
        await bans.load()
        assert len(store.bans()) == 2

    run(play())


def test_devices_are_kept_out_though_the_key_of_addresses_cannot_be_had() -> None:
    async def play() -> None:
        store, now = FullStore(), Time()
        await three_bans(store, now)
        store.has_no_key = True
        bans = Bans(store, now)
        with pytest.raises(StoreError):
            await bans.load()
        assert bans.until("late", "")

    run(play())


@pytest.mark.parametrize("failure", ["is_full", "is_mad"])
def test_what_could_not_be_read_or_tidied_is_tried_again_each_minute(
    failure: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pauses: list[float] = []

    async def play() -> None:
        store, now = FullStore(), Time()
        await three_bans(store, now)
        now.at += 3 * DAY
        setattr(store, failure, True)

        async def sleep(seconds: float) -> None:
            pauses.append(seconds)
            setattr(store, failure, len(pauses) < 2)
            if len(pauses) == 3:
                raise asyncio.CancelledError

        monkeypatch.setattr(asyncio, "sleep", sleep)
        with pytest.raises(asyncio.CancelledError):
            await Bans(store, now).run_maintenance()

    run(play())
    assert pauses == [60.0, 60.0, 3600.0]
    assert len([record for record in caplog.records if "bans" in record.getMessage()]) == 2


@pytest.mark.parametrize("cell", ["'no JSON'", "'7'", "'[7]'", "CAST(x'ff' AS TEXT)"])
def test_one_damaged_ban_hides_no_other_and_keeps_nobody_from_being_banned(
    tmp_path: Path, cell: str, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "t.sqlite"

    async def play() -> None:
        store, now = SqliteStore(file), Time()
        await three_bans(store, now)
        change(file, f"UPDATE bans SET subjects = {cell} WHERE id = 1")  # noqa: S608  # ours
        bans = Bans(store, now)
        await bans.load()
        await bans.load()
        assert bans.until("late", "")
        assert bans.until("", BAD)
        await bans.ban_devices(["new"], 1, "")
        assert bans.until("new", "")
        assert [ban.id for ban in bans.all()] == [2, 3, 4]
        assert await bans.lift(1)
        store.close()

    run(play())
    said = [record for record in caplog.records if "a ban is damaged" in record.getMessage()]
    assert [getattr(record, "ban", None) for record in said] == [1]


def stores(tmp_path: Path) -> list[Store]:
    still = float  # no time passes in them but by the clock
    return [MemoryStore(monotonic=still), SqliteStore(tmp_path / "t.sqlite", monotonic=still)]


def test_a_clock_that_is_ahead_for_a_while_ends_no_ban_for_good(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        now = Time()
        store.prune(now.at).result()
        await three_bans(store, now)
        now.at += 400 * DAY
        bans = Bans(store, now)
        for _ in range(2):
            await bans.load()
            store.prune(now.at).result()
        now.at = NOON + DAY
        await bans.load()
        assert bans.until("soon", "") == NOON + 2 * DAY
        assert bans.until("late", "") == bans.until("", BAD) == NOON + 10 * DAY
        now.at = NOON + 11 * DAY
        store.prune(now.at, trusts_clock=True).result()
        await bans.load()
        assert store.bans() == []

    for store in stores(tmp_path):
        run(play(store))
        store.close()


def test_a_ban_that_was_made_with_the_clock_ahead_is_no_longer_than_it_was_meant(
    tmp_path: Path,
) -> None:
    async def play(store: Store) -> None:
        now = Time()
        store.prune(now.at).result()
        now.at += 400 * DAY
        store.prune(now.at).result()
        bans = Bans(store, now)
        await bans.ban_address(BAD, 30, "")
        assert bans.until("", BAD) == NOON + 430 * DAY
        now.at = NOON
        await bans.load()
        assert bans.until("", BAD) == NOON + 30 * DAY
        now.at = NOON + DAY
        await bans.load()
        assert bans.until("", BAD) == NOON + 30 * DAY  # it does not begin anew with each look
        now.at = NOON + 30 * DAY
        assert bans.until("", BAD) is None
        store.prune(now.at, trusts_clock=True).result()
        await bans.load()
        assert store.bans() == []

    for store in stores(tmp_path):
        run(play(store))
        store.close()


def test_a_clock_that_is_behind_for_a_while_shortens_no_ban(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        now = Time()
        store.prune(now.at).result()
        await three_bans(store, now)
        now.at -= 400 * DAY
        bans = Bans(store, now)
        await bans.load()
        store.prune(now.at).result()
        await bans.load()
        assert bans.until("late", "")
        assert (bans.until("", BAD) or 0) <= now.at + 30 * DAY
        now.at = NOON + DAY
        await bans.load()
        assert bans.until("", BAD) == NOON + 10 * DAY

    for store in stores(tmp_path):
        run(play(store))
        store.close()
