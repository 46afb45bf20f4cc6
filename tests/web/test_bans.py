"""Banned clients get the same error everywhere; the file does not reveal their address."""

import asyncio
import json
import re
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

from jaipur.session.bans import Bans
from jaipur.session.people import hash_token
from jaipur.store.memory import MemoryStore
from jaipur.store.protocol import DAY
from jaipur.store.sqlite import SqliteStore

from ..submitting import submission
from .asgi import call
from .playing import HOST, NOON, Harness, open_table, quiet

T = TypeVar("T")
OURS = [("host", HOST)]
BAD, GOOD, NEIGHBOUR = "203.0.113.7", "203.0.113.8", "2001:db8:1:2::7"
ROUTES = ["/", "/api/bots", "/api/tables", "/static/css/base.css", "/rules", "/nowhere"]


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


class Time:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.at = NOON

    def __call__(self) -> float:
        return self.at


async def codes(harness: Harness, client: str, token: str = "") -> set[str]:
    """What the routes refuse with; the empty code is an answer."""
    headers = [("cookie", f"jaipur_device={token}")] if token else []
    answers = [
        await call(harness.app, path=path, headers=headers, host=HOST, client=client)
        for path in ROUTES
    ]
    return {one.code if one.status == 403 else "" for one in answers}


def test_a_banned_address_is_refused_everywhere_but_for_its_health() -> None:
    async def play() -> None:
        async with Harness() as harness:
            assert await codes(harness, BAD) == {""}
            await harness.tables.bans.ban_address(BAD, 3, "")
            assert await codes(harness, BAD) == {"banned"}
            assert await codes(harness, GOOD) == {""}
            health = await call(harness.app, path="/api/health", host=HOST, client=BAD)
            assert health.status == 200

    run(play())


def test_the_refusal_says_until_when_in_the_language_of_the_caller() -> None:
    async def play() -> None:
        async with Harness(injected={"now": Time()}) as harness:
            await harness.tables.bans.ban_address(BAD, 2, "")
            for language, word in (("en", "banned from"), ("fr", "vous est interdit")):
                wanted = [("accept-language", language)]
                answer = await call(harness.app, host=HOST, client=BAD, headers=wanted)
                assert answer.status == 403
                assert word in answer.error["sentence"]
                assert "2026-09-23" in answer.error["sentence"]

    run(play())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_banned_browser_gets_a_page_that_needs_nothing_else(language: str) -> None:
    async def play() -> None:
        async with Harness(injected={"now": Time()}) as harness:
            await harness.tables.bans.ban_address(BAD, 2, "")
            wanted = [("accept", "text/html,*/*;q=0.8"), ("accept-language", language)]
            page = await call(harness.app, path="/", host=HOST, client=BAD, headers=wanted)
            assert page.status == 403
            assert page.headers["content-type"] == "text/html; charset=utf-8"
            assert page.headers["cache-control"] == "no-store"
            text = page.body.decode()
            assert f'<html lang="{language}"' in text
            assert "2026-09-23" in text
            assert not re.search(r"<script|<style|<link|<img|style=|src=|href=", text)
            chosen = await call(
                harness.app, path="/", query="lang=fr", host=HOST, client=BAD, headers=wanted
            )
            assert '<html lang="fr"' in chosen.body.decode()
            for path in ("/api/tables", "/static/css/base.css"):
                answer = await call(harness.app, path=path, host=HOST, client=BAD, headers=wanted)
                assert answer.code == "banned"

    run(play())


def test_a_network_of_ipv6_is_one_address() -> None:
    async def play() -> None:
        async with Harness() as harness:
            await harness.tables.bans.ban_address("2001:db8:1:2::/64", 1, "")
            assert await codes(harness, NEIGHBOUR) == {"banned"}
            assert await codes(harness, "2001:db8:1:3::7") == {""}

    run(play())


def test_a_banned_device_is_refused_wherever_it_comes_from() -> None:
    async def play() -> None:
        async with Harness() as harness:
            bad, good = harness.device(), harness.device()
            for device in (bad, good):
                await device.post("/api/device")
            await harness.tables.bans.ban_devices([hash_token(bad.token or "")], 400, "")
            assert await codes(harness, BAD, bad.token or "") == {"banned"}
            assert await codes(harness, GOOD, bad.token or "") == {"banned"}
            assert await codes(harness, BAD, good.token or "") == {""}
            program = await harness.program()
            await harness.tables.bans.ban_devices([hash_token(program.token or "")], 1, "")
            assert (await program.get("/api/tables")).code == "banned"

    run(play())


def test_commands_and_streams_are_refused_too() -> None:
    async def play() -> None:
        async with Harness() as harness:
            at = await open_table(harness, "bot")
            device = at.chair(0)
            await harness.tables.bans.ban_devices([hash_token(device.token or "")], 1, "")
            body = submission(id=device.new_id(), version=1, kind="resign")
            assert (await device.post(f"/api/tables/{at.id}/commands", body)).code == "banned"
            assert (await device.get(f"/api/tables/{at.id}/events")).code == "banned"

    run(play())


@pytest.mark.parametrize("kind", ["device", "address"])
def test_bans_outlast_a_restart_and_end_by_themselves(tmp_path: Path, kind: str) -> None:
    async def ban(store: SqliteStore, now: Time) -> None:
        bans = Bans(store, now)
        made = await (
            bans.ban_devices(["hash"], 10, "t")
            if kind == "device"
            else bans.ban_address(BAD, 10, "t")
        )
        assert (made.kind, made.expires) == (kind, NOON + 10 * DAY)

    async def later(store: SqliteStore, now: Time) -> None:
        bans = Bans(store, now)
        await bans.load()
        assert bool(bans)
        now.at = NOON + 10 * DAY - 1
        assert bans.until("hash", BAD) == NOON + 10 * DAY
        assert bans.until("other", GOOD) is None
        now.at = NOON + 10 * DAY
        assert bans.until("hash", BAD) is None
        await bans.load()
        assert not bans
        assert store.bans() == []

    now = Time()
    for step in (ban, later):
        store = SqliteStore(tmp_path / "t.sqlite")
        run(step(store, now))
        store.close()


def test_an_address_is_kept_out_for_thirty_days_at_most() -> None:
    async def play() -> None:
        bans = Bans(MemoryStore(), Time())
        assert (await bans.ban_address(BAD, 400, "")).expires == NOON + 30 * DAY
        assert (await bans.ban_devices(["hash"], 400, "")).expires == NOON + 400 * DAY

    run(play())


@pytest.mark.parametrize("days", [1, 3])
def test_the_last_ban_of_somebody_counts_and_lifting_it_lets_them_in(days: int) -> None:
    async def play() -> None:
        bans = Bans(MemoryStore(), Time())
        first, last = await bans.ban_address(BAD, 2, ""), await bans.ban_address(BAD, days, "")
        assert bans.until("", BAD) == NOON + days * DAY
        assert bans.all() == [last]
        assert not await bans.lift(first.id)
        assert await bans.lift(last.id)
        assert not bans
        assert bans.until("", BAD) is None

    run(play())


def test_no_file_has_the_address_in_it(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")

    async def play() -> None:
        store = SqliteStore(tmp_path / "t.sqlite")
        async with Harness(store=store) as harness:
            await harness.tables.bans.ban_address(BAD, 5, "")
            assert await codes(harness, BAD) == {"banned"}
            found = b"".join(file.read_bytes() for file in tmp_path.iterdir())
            assert b"address" in found  # the ban itself is there
        store.close()

    run(play())
    for file in tmp_path.iterdir():
        content = file.read_bytes()
        for form in (BAD.encode(), bytes(map(int, BAD.split("."))), b"203.0.113"):
            assert form not in content, file
    assert BAD not in json.dumps([vars(record) for record in caplog.records], default=str)


def test_who_is_banned_loses_their_stream_and_is_seen_as_away() -> None:
    async def play() -> None:
        async with Harness() as harness:
            at = await open_table(harness, "invitation")
            bad, good = (at.chair(seat) for seat in (0, 1))
            streams = [
                await device.follow(f"/api/tables/{at.id}/events").begun() for device in (bad, good)
            ]
            following = harness.app.services.open_streams
            tokens = [hash_token(bad.token or "")]
            assert len(following) == 2
            assert following.addresses_of(tokens) == {"127.0.0.1"}
            await harness.tables.bans.ban_devices(tokens, 1, "")
            following.dismiss_banned()
            await quiet()
            assert len(following) == 1
            assert streams[1].events[-1].data["present"] == [False, True]
            assert (await bad.get(f"/api/tables/{at.id}/events")).code == "banned"
            for stream in streams:
                await stream.hang_up()
            assert len(following) == 0

    run(play())
