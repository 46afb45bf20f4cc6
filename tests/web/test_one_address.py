"""People who share an address, at a school or an office, do not lock each other out."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from typing import Any

from jaipur.store.memory import MemoryStore
from jaipur.web.app import ServerSettings
from jaipur.web.limits import Limits, Rate

from ..submitting import submission
from .playing import AtTable, Client, Harness, open_table

USUAL = ServerSettings()
MANY = 40


async def seated(harness: Harness, devices: int) -> list[AtTable]:
    """Tables of so many devices, one for each."""
    return [await open_table(harness, "same_device") for _ in range(devices)]


def again(harness: Harness, settings: ServerSettings = USUAL, **injected: Any) -> Harness:
    """The server after a restart: the same store, and nothing in memory."""
    return Harness(harness.store, settings=settings, injected=injected)


def at_home(harness: Harness, device: Client | None) -> Client:
    """The same device at a server that was started anew."""
    assert device is not None
    return harness.device(device.token)


def test_after_a_restart_everybody_behind_one_address_gets_their_stream() -> None:
    async def whole() -> None:
        async with Harness() as before:
            tables = await seated(before, MANY)
        async with again(before) as harness:
            streams = [
                at_home(harness, table.chairs[0]).follow(f"{table.path}/events") for table in tables
            ]
            begun = [await stream.begun() for stream in streams]
            assert [stream.reply.status for stream in begun] == [200] * MANY
            for stream in streams:
                await stream.hang_up()

    asyncio.run(whole())


def test_after_a_restart_strangers_who_ask_a_lot_keep_no_known_device_out() -> None:
    async def whole() -> None:
        async with Harness() as before:
            (table,) = await seated(before, 1)
        limits = Limits(commands=Rate(0.001, 2), reads=Rate(0.001, 2))
        async with again(before, replace(USUAL, limits=limits)) as harness:
            for number in range(60):
                stranger = harness.device(f"made-up-{number}")
                await stranger.get(table.path)
                last = await stranger.post(f"{table.path}/commands", {})
            assert last.status == 429
            known = at_home(harness, table.chairs[0])
            assert (await known.get(table.path)).status == 200
            body = submission(id="command-0001", kind="ready", nonce="aa", version=1, seat=0)
            assert (await known.post(f"{table.path}/commands", body)).status == 200

    asyncio.run(whole())


class Counting(MemoryStore):
    """A store that counts who asks who somebody is."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def players_of(self, token_hash: str) -> frozenset[str]:
        """The players of a device."""
        self.asked += 1
        return super().players_of(token_hash)


def test_a_wrong_token_is_looked_up_once_and_is_no_way_around_the_limits() -> None:
    async def whole() -> None:
        limits = Limits(reads=Rate(0.001, 10))
        store = Counting()
        async with Harness(store, settings=replace(USUAL, limits=limits)) as harness:
            for _ in range(3):
                await harness.device("made-up").get("/api/health")
            assert store.asked == 1
            asked = [await harness.device(f"x{n}").get("/api/health") for n in range(100)]
            assert asked[-1].status == (await harness.device().get("/api/health")).status == 429

    asyncio.run(whole())


def test_who_becomes_known_is_no_stranger_any_more() -> None:
    """What is remembered of a token that nobody knew is forgotten when somebody gets it."""

    async def whole() -> None:
        async with Harness(settings=USUAL) as harness:
            device = harness.device("made-up")
            assert (await device.get("/api/tables")).json()["tables"] == []
            await open_table(harness, "same_device", first=device)
            assert device.token not in (None, "made-up")
            assert len((await device.get("/api/tables")).json()["tables"]) == 1

    asyncio.run(whole())


def test_new_devices_of_one_address_share_the_bots_and_those_of_another_do_not() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            shares: list[set[object]] = []
            for address in ("203.0.113.7", "203.0.113.7", "2001:db8::1", "2001:db8::2", "nowhere"):
                device = harness.device()
                device.address = address
                table = await open_table(harness, "bot", first=device)
                harness.bots.asked_for.clear()
                await table.play(Random(1), lambda _: bool(harness.bots.asked_for))
                shares.append(set(harness.bots.asked_for))
            assert [len(share) for share in shares] == [1] * 5
            assert shares[0] == shares[1]
            assert shares[2] == shares[3]  # an IPv6 network is one home
            assert len({frozenset(share) for share in shares}) == 3

    asyncio.run(whole())
