"""Tables that must be loaded first: fairness, duration, and streams that wait for them."""

from __future__ import annotations

import asyncio
import threading

import pytest

from jaipur.session import fair_turns, table_cache
from jaipur.store.memory import MemoryStore
from jaipur.store.protocol import MOST_PLAYERS
from jaipur.store.values import StoredEvent

from ..nonces import INVITATION
from ..patience import PATIENCE
from .playing import Client, Harness, Reply, open_table, quiet
from .test_seats import move_link


class Slow(MemoryStore):
    """A store that reads no table before it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.is_slow = False
        self.read: list[str] = []
        self.go_on = threading.Event()

    def events(self, table: str) -> list[StoredEvent]:
        self.read.append(table)
        if self.is_slow:
            self.go_on.wait(PATIENCE)
        return super().events(table)


async def two_tables(store: Slow) -> tuple[Harness, Client, list[str]]:
    """A device with two tables, on a server after a restart."""
    async with Harness(store) as before:
        device, found = before.device(), []
        for number in range(2):
            other = {"kind": "same_device", "name": "Ben"}
            body = {"id": f"creation-{number}", "name": "Ana", "opponent": other}
            found.append((await device.post("/api/tables", body)).json()["table"])
    store.is_slow = True
    harness = Harness(store)
    return harness, harness.device(device.token), found


async def first_is_read(store: Slow) -> None:
    await until_read(store, 1)


async def until_read(store: Slow, count: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while len(store.read) < count:
            await asyncio.sleep(0.001)


async def until_wanted(harness: Harness, count: int) -> None:
    """Wait until so many hold or wait for the turn of one person; threads come before that."""
    turns = harness.tables._loading._turns._turns
    async with asyncio.timeout(PATIENCE):
        while count not in (turn.wanted for turn in turns.values()):
            await asyncio.sleep(0.001)


@pytest.mark.parametrize("rest", ["", "/events", "/events?after=1"])
def test_who_hangs_up_does_not_wait_for_their_turn_any_more(rest: str) -> None:
    async def whole() -> None:
        store = Slow()
        harness, ana, (first, second) = await two_tables(store)
        async with harness:
            reading = asyncio.ensure_future(ana.get(f"/api/tables/{first}"))
            await first_is_read(store)
            waiting = ana.follow(f"/api/tables/{second}{rest}")
            await until_wanted(harness, 2)
            await waiting.hang_up()
            store.go_on.set()
            assert (await reading).status == 200
            assert store.read == [first]

    asyncio.run(whole())


def test_who_waits_for_too_many_tables_is_told_to_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def whole() -> None:
        monkeypatch.setattr(fair_turns, "MOST_WANTED", 1)
        store = Slow()
        harness, ana, (first, second) = await two_tables(store)
        async with harness:
            reading = asyncio.ensure_future(ana.get(f"/api/tables/{first}"))
            await first_is_read(store)
            refused = await ana.get(f"/api/tables/{second}")
            assert (refused.status, refused.code) == (429, "too_much_at_once")
            assert refused.header("retry-after")
            store.go_on.set()
            assert (await reading).status == 200

    asyncio.run(whole())


def test_a_device_keeps_no_more_tables_in_memory_by_showing_their_secrets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def whole() -> None:
        monkeypatch.setattr(table_cache, "MOST_OF_ONE", 4)
        async with Harness() as harness:
            ana, made = harness.device(), []
            for number in range(12):
                body = {"id": f"creation-{number:02}", "name": "Ana", "opponent": INVITATION}
                reply = (await ana.post("/api/tables", body)).json()
                made.append((reply["table"], reply["links"]))
            for table, links in made:
                shown = {"invitation": links["invitation"].partition("=")[2]}
                assert (await ana.post(f"/api/tables/{table}/invitation", shown)).status == 200
                key = {"key": links["watch"].partition("=")[2]}
                assert (await ana.post(f"/api/tables/{table}/watch", key)).status == 200
            assert harness.tables.counts()["tables_in_memory"] == 4

    asyncio.run(whole())


@pytest.mark.parametrize("keep", [False, True])
def test_seats_that_move_to_and_fro_leave_the_stream_of_the_opponent_alone(keep: bool) -> None:
    async def whole() -> None:
        async with Harness() as harness:
            at = await open_table(harness, "invitation")
            ana, ben = at.chair(0), at.chair(1)
            streams = [one.follow(f"{at.path}/events") for one in (ana, ben)]
            for stream in streams:
                await stream.begun()
            phone = harness.device()
            for giver, taker in ((ana, phone), (phone, ana)):
                link = await move_link(giver, keep=keep)
                assert (await taker.post("/api/device/claim", {"link": link})).status == 200
            await quiet()
            assert [stream.is_open for stream in streams] == [keep, True]
            for stream in streams:
                await stream.hang_up()

    asyncio.run(whole())


def test_the_server_is_stopped_in_order_even_if_maintenance_has_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def whole() -> None:
        harness = Harness()

        async def failing() -> None:
            raise RuntimeError("nobody foresaw this")

        monkeypatch.setattr(harness.tables, "run_maintenance", failing)
        async with harness.app.lifespan():
            await quiet()
        assert harness.tables.is_stopping

    asyncio.run(whole())


def test_a_device_cannot_collect_the_seats_of_very_many_others() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            phone = harness.device()
            await phone.post("/api/device")
            replies = []
            for _ in range(MOST_PLAYERS):
                other = harness.device()
                await other.post("/api/device")
                link = await move_link(other, keep=True)
                replies.append(await phone.post("/api/device/claim", {"link": link}))
            assert [reply.status for reply in replies] == [200] * (MOST_PLAYERS - 1) + [409]
            assert replies[-1].code == "too_many_players"
            assert (await harness.device().post("/api/device/claim", {"link": link})).status == 200

    asyncio.run(whole())


async def invited_tables(store: Slow, count: int) -> tuple[Harness, str, list[tuple[str, str]]]:
    """Tables with their invitations, on a server after a restart, and the token of their host."""
    async with Harness(store) as before:
        host, found = before.device(), []
        for _ in range(count):
            body = {"id": host.new_id(), "name": "Ana", "opponent": INVITATION}
            made = (await host.post("/api/tables", body)).json()
            found.append((made["table"], made["links"]["invitation"].partition("=")[2]))
    assert host.token
    store.is_slow = True
    return Harness(store), host.token, found


def look_at(client: Client, table: str, invitation: str) -> asyncio.Future[Reply]:
    """Somebody looks at an invitation."""
    path = f"/api/tables/{table}/invitation"
    return asyncio.ensure_future(client.post(path, {"invitation": invitation}))


def test_strangers_of_an_address_wait_for_each_other_and_for_nobody_else() -> None:
    async def whole() -> None:
        store = Slow()
        harness, token, tables = await invited_tables(store, 4)
        async with harness:
            here = [look_at(harness.device(), *tables[0])]
            await first_is_read(store)
            here += [look_at(harness.device(), *one) for one in tables[1:3]]
            await until_wanted(harness, 3)
            await quiet()
            assert store.read == [tables[0][0]]
            elsewhere = harness.device()
            elsewhere.address = "203.0.113.9"
            there = look_at(elsewhere, *tables[3])
            await until_read(store, 2)
            assert store.read == [tables[0][0], tables[3][0]]
            store.go_on.set()
            assert [(await one).status for one in (*here, there)] == [200] * 4
            assert (await harness.device(token).get(f"/api/tables/{tables[0][0]}")).status == 200

    asyncio.run(whole())


def test_a_known_person_is_not_kept_waiting_by_strangers_at_their_address() -> None:
    async def whole() -> None:
        store = Slow()
        harness, token, tables = await invited_tables(store, 4)
        mine = tables[3][0]
        async with harness:
            strangers = [look_at(harness.device(), *one) for one in tables[:3]]
            await first_is_read(store)
            known = asyncio.ensure_future(harness.device(token).get(f"/api/tables/{mine}"))
            await until_read(store, 2)
            assert store.read[1] == mine
            store.go_on.set()
            assert (await known).status == 200
            await asyncio.gather(*strangers)

    asyncio.run(whole())


def test_strangers_of_an_address_wait_for_so_many_tables_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def whole() -> None:
        monkeypatch.setattr(fair_turns, "MOST_WANTED", 2)
        store = Slow()
        harness, _, tables = await invited_tables(store, 4)
        async with harness:
            asked = [look_at(harness.device(), *one) for one in tables[:2]]
            await until_wanted(harness, 2)
            refused = [await look_at(harness.device(), *one) for one in tables[2:]]
            assert [one.status for one in refused] == [429, 429]
            store.go_on.set()
            assert [(await one).status for one in asked] == [200, 200]

    asyncio.run(whole())


@pytest.mark.parametrize("route", ["invitation", "join", "watch"])
def test_no_table_is_read_for_a_wrong_secret(route: str) -> None:
    async def whole() -> None:
        store = Slow()
        harness, _, ((table, _),) = await invited_tables(store, 1)
        store.go_on.set()
        wrong = "0" * 32
        body = {"key": wrong} if route == "watch" else {"invitation": wrong}
        if route == "join":
            body |= {"id": "command-1", "name": "Ben", "nonce": "aabb"}
        async with harness:
            for client in (harness.device(), await harness.program()):
                reply = await client.post(f"/api/tables/{table}/{route}", body)
                assert reply.status == 403
                assert reply.code == (
                    "wrong_watch_link" if route == "watch" else "wrong_invitation"
                )
            assert store.read == []

    asyncio.run(whole())
