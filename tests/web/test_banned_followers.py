"""A ban ends open streams and long polls, and refuses those being opened."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest

from jaipur.session.people import hash_token
from jaipur.store.memory import MemoryStore
from jaipur.store.protocol import StoreFull
from jaipur.store.values import Ban
from jaipur.web.admin_service import AdminService
from jaipur.web.ban_service import BanService
from tests.patience import PATIENCE

from ..nonces import NONCE
from .playing import AtTable, Client, Harness, Reply, open_table, quiet

T = TypeVar("T")
AWAY = "198.51.100.9"


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def ban_service_of(harness: Harness) -> BanService:
    services = harness.app.services
    return BanService(AdminService(services), services)


async def polling(at: AtTable, client: Client) -> asyncio.Task[Reply]:
    """A long poll that has to wait."""
    version = (await client.get(at.path)).json()["version"]
    waiting = f"{at.path}/updates?after={version}&wait=25"
    poll = asyncio.ensure_future(client.get(waiting))
    await quiet()
    assert not poll.done()
    return poll


def test_a_ban_ends_a_long_poll() -> None:
    async def play() -> None:
        async with Harness() as harness:
            at = await open_table(harness, "invitation")
            bad, good = (at.chair(seat) for seat in (0, 1))
            assert (await at.command(0, 2, "ready", nonce=NONCE)).status == 200
            polls = [await polling(at, client) for client in (bad, good)]
            assert len(harness.app.services.open_streams) == 2
            await ban_service_of(harness).ban_device(at.id, 0, 1)
            async with asyncio.timeout(PATIENCE):
                assert (await polls[0]).code == "banned"
            assert not polls[1].done()
            assert len(harness.app.services.open_streams) == 1
            version = (await at.look(1))["version"]
            assert (await at.command(1, version, "resign")).status == 200
            assert (await polls[1]).json()["version"] == version + 1
            assert len(harness.app.services.open_streams) == 0

    run(play())


def test_the_address_of_who_polls_is_known_as_long_as_they_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("jaipur.web.match_routes.address_of", lambda _scope: AWAY)

    async def play() -> None:
        async with Harness() as harness:
            at = await open_table(harness, "bot")
            poll = await polling(at, at.chair(0))
            await ban_service_of(harness).ban_address_at(at.id, 0, 1)
            assert harness.tables.bans.until("", AWAY)
            async with asyncio.timeout(PATIENCE):
                assert (await poll).code == "banned"

    run(play())


@pytest.mark.parametrize("route", ["events", "events?after=0", "updates?after=1&wait=25"])
def test_who_is_banned_while_a_stream_is_opened_gets_none(
    route: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with Harness() as harness:
            at = await open_table(harness, "bot")
            bad = at.chair(0)
            viewer = harness.tables.viewer

            async def banned_meanwhile(*arguments: Any) -> Any:
                await harness.tables.bans.ban_devices([hash_token(bad.token or "")], 1, "")
                return await viewer(*arguments)

            monkeypatch.setattr(harness.tables, "viewer", banned_meanwhile)
            assert (await bad.get(f"{at.path}/{route}")).code == "banned"
            assert len(harness.app.services.open_streams) == 0
            assert harness.tables.followers_of(at.id) == 0

    run(play())


class BlindStore(MemoryStore):
    """A store that cannot read its bans at first."""

    is_blind = True

    def bans(self) -> list[Ban]:
        if self.is_blind:
            raise StoreFull
        return super().bans()


def test_bans_hold_before_anybody_comes_in() -> None:
    async def play() -> None:
        harness = Harness()
        ban = Ban(0, "device", ("bad",), 0.0, 4e9, "")
        harness.store.ban(ban).result()
        async with harness.app.lifespan():
            assert harness.tables.bans.until("bad", "")

    run(play())


def test_who_came_in_before_the_bans_could_be_read_is_sent_away_then() -> None:
    async def play() -> None:
        store = BlindStore()
        harness = Harness(store=store)
        async with harness.app.lifespan():
            at = await open_table(harness, "bot")
            device = at.chair(0)
            poll = await polling(at, device)
            stream = await device.follow(f"{at.path}/events").begun()
            token = hash_token(device.token or "")
            store.ban(Ban(0, "device", (token,), 0.0, 4e9, "")).result()
            store.is_blind = False
            await harness.tables.bans.load()
            async with asyncio.timeout(PATIENCE):
                assert (await poll).status == 403
            await quiet()
            assert len(harness.app.services.open_streams) == 0
            await stream.hang_up()

    run(play())


def test_a_ban_is_listed_though_what_it_was_about_is_damaged() -> None:
    async def play() -> None:
        async with Harness() as harness:
            await harness.tables.bans.ban_devices(["bad"], 1, "{")
            (listed,) = ban_service_of(harness).all()
            assert listed.about is None

    run(play())
