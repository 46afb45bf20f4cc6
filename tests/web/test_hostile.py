"""Hostile requests to every route: a 4xx error, never a 500, and no change."""

from __future__ import annotations

import asyncio
import json
import os
import unicodedata
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jaipur.seats import BySeat
from jaipur.store.memory import MemoryStore
from jaipur.web.app import ServerSettings
from jaipur.web.limits import Limits, Rate
from jaipur.web.logs import Message

from ..nonces import INVITATION, NONCE
from . import asgi
from .playing import AtTable, Client, Harness, Reply, Stream, open_table, quiet
from .strange import IDS, SAMPLES, TYPES, WEIRD, changed, places, requests, routes

EXAMPLES = 300 * int(os.environ.get("JAIPUR_EXAMPLES", "0")) or 100
"""How many arbitrary requests are made; JAIPUR_EXAMPLES=20 (run.py trust) makes 6,000."""
DEEP = 8000


def content(harness: Harness) -> object:
    """What a store holds, as far as it can change: events are only ever added."""
    store = harness.store
    assert isinstance(store, MemoryStore)
    tables = {
        name: (table.row, len(table.events), frozenset(table.watchers))
        for name, table in store._tables.items()
    }
    devices = {token: frozenset(players) for token, players in store._devices.items() if players}
    return tables, devices, dict(store._moves)


class Town:
    """A server with tables in every phase, and callers of every kind."""

    def __init__(self, runner: asyncio.Runner) -> None:
        self.runner = runner
        self.harness = Harness()
        self.tables = runner.run(_tables(self.harness))
        self.callers = runner.run(_callers(self.harness, self.tables))

    def send(self, caller: Client, method: str, path: str, **more: Any) -> Reply:
        """One request, checked: the shape of a refusal, and that it changed nothing."""
        before = content(self.harness)
        reply = self.runner.run(_ask(caller, method, path, **more))
        assert reply.status < 500, (method, path, more, reply)
        if reply.status >= 400:
            assert reply.error["sentence"], reply
            assert reply.header("content-type") == "application/json"
        if reply.status >= 400 or method == "GET":
            assert content(self.harness) == before, (method, path, more, reply)
        return reply


async def _ask(caller: Client, method: str, path: str, **more: Any) -> Reply:
    is_stream = method == "GET" and path.partition("?")[0].endswith("/events")
    if not is_stream or more.get("body"):
        return await caller.request(method, path, **more)
    stream = caller.follow(path, **dict(more.get("headers", ())))
    return await (await stream.begun()).hang_up()


async def _tables(harness: Harness) -> list[AtTable]:
    kinds = ("invitation", "bot", "same_device", "invitation")
    tables = [await open_table(harness, kind) for kind in kinds]
    await tables[0].play(Random(1), lambda shown: shown["version"] > 9)
    await tables[2].play(Random(2))
    waiting = await harness.device().post(
        "/api/tables", {"id": "waiting-1", "name": "Ana", "opponent": INVITATION}
    )
    tables.append(AtTable(harness, waiting.json()["table"], "", tables[0].chairs, waiting.json()))
    return tables


async def _callers(harness: Harness, tables: list[AtTable]) -> list[Client]:
    unknown = "a token that nobody knows"
    strangers = [
        harness.device(),
        harness.device(unknown),
        Client(harness, unknown, is_program=True),
    ]
    known = [await harness.program(), await tables[0].watcher()]
    seated = [tables[0].chair(0), tables[0].chair(1), tables[2].chair(0)]
    return [*strangers, *known, *seated]


@pytest.fixture(name="town", scope="module")
def _town() -> Iterator[Town]:
    with asyncio.Runner() as runner:
        town = Town(runner)
        yield town
        runner.run(town.harness.tables.stop())


@settings(max_examples=EXAMPLES)
@given(request=requests(), table=st.sampled_from(IDS), caller=st.integers(0, 7))
def test_anything_at_any_route_is_answered_or_refused_and_never_breaks(
    town: Town, request: tuple[str, str, str, dict[str, Any]], table: str, caller: int
) -> None:
    method, template, query, more = request
    where = town.tables[int(table)].id if table in "01234" else table
    path = template.replace("{table}", where) + query
    who, token = town.callers[caller], town.callers[caller].token
    reply = town.send(who, method, path, **more)
    who.token = token  # who shows a broken cookie is given a new one, and would lose their seats
    assert reply.status >= 400 or method not in ("PUT", "DELETE", "PATCH", "TRACE")


@pytest.mark.parametrize("path", SAMPLES)
def test_every_field_with_every_strange_value(town: Town, path: str) -> None:
    """With the right seat, version and secrets, so that nothing but the value is wrong."""
    playing, waiting = town.tables[0], town.tables[4]
    right = {"invitation": waiting.secret("invitation"), "key": playing.secret("watch")}
    is_newcomer = path in ("/api/tables", "/api/tables/{table}/join", "/api/device/claim")
    where = path.replace("{table}", (waiting if is_newcomer else playing).id)
    for sample in SAMPLES[path]:
        for part, value in product([*places(sample), ("extra",)], WEIRD):
            caller = town.harness.device() if is_newcomer else town.callers[5]
            seen = town.send(town.callers[5], "GET", playing.path)
            assert seen.status == 200, seen.body
            now = seen.json()["version"]
            known = {key: right[key] for key in sample if key in right} | {"version": now}
            body = sample | {key: known[key] for key in sample if key in known}
            body = changed(body, part, value)
            reply = town.send(caller, "POST", where, body=body)
            if part[-1] == "extra":
                assert reply.code == "malformed"


@pytest.mark.parametrize(
    "body",
    [
        b"", b"[" * DEEP, b'{"a":' * (DEEP // 5), b"[" * DEEP + b"]" * DEEP, b"NaN", b"Infinity",
        b"1e999", b"9" * 5000, b'"\\ud800"', b"\xff\xfe", b"\x00", b"null", b"0", b"[]", b'""',
        b'{"id":"\\ud800aaaaaaaa","name":"\\udfff","opponent":{"kind":"invitation"}}',
        b'{"id":"aaaaaaaa","id":"bbbbbbbb"}', b"{" + b'"a":1,' * 2000 + b'"a":1}',
    ],
    ids=lambda body: body[:20].decode("latin-1"),
)  # fmt: skip
def test_strange_json_is_refused_by_every_route_that_takes_a_body(town: Town, body: bytes) -> None:
    for method, template in routes():
        if method == "POST" and template not in ("/api/programs", "/api/device"):
            path = template.replace("{table}", town.tables[0].id)
            reply = town.send(town.callers[5], method, path, body=body)
            assert 400 <= reply.status < 500, reply


@pytest.mark.parametrize("kind", [*TYPES[1:3], "multipart/form-data", "application/xml"])
def test_a_body_of_another_type_is_refused(town: Town, kind: str) -> None:
    body = json.dumps(SAMPLES["/api/tables"][2]).encode()
    reply = town.send(
        town.callers[5], "POST", "/api/tables", body=body, headers=[("content-type", kind)]
    )
    assert reply.status == 415 or "charset" in kind


def test_an_oversized_body_is_refused(town: Town) -> None:
    body = SAMPLES["/api/tables"][2] | {"name": "x" * Limits().body_bytes}
    assert town.send(town.callers[5], "POST", "/api/tables", body=body).code == "too_large"


@pytest.mark.parametrize(
    "last",
    [
        "-1",
        "",
        "x",
        "1.0",
        "0x1",
        "1e3",
        "99999",
        "999999999",
        "9" * 300,
        "\xb2",
        "\xff",
        "3, 4",
        "\x00",
    ],
)
def test_a_hostile_last_event_id_gets_the_state_all_the_same(town: Town, last: str) -> None:
    table = town.tables[0]
    caller = table.chair(0)
    reply = town.send(caller, "GET", f"{table.path}/events", headers=[("last-event-id", last)])
    assert reply.status == 200
    data = json.loads(reply.body.decode().partition("data: ")[2].partition("\n")[0])
    assert data["state"] == town.send(caller, "GET", table.path).json()["state"]
    assert data["after"] is None


JOINED = "👩\u200d🚀"
"""One picture of two emoji: the only place for a joiner."""
NAMES = [
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "\x1b[2J\x1b]0;owned\x07Eve",
    "Eve\u202egnp.exe", "\u2066\u2067Eve\u2069", "E\u200bv\u200ce\ufeff", "Eve\r\nSet-Cookie: a=b",
    "Z\u0351\u0352\u0353\u0354\u0355algo", "{0.__class__} {version} %s", "Eve\u2028\u2029\x85\x00",
    "; DROP TABLE tables; --", "\U000e0041\U000e0042Eve", f"𝓔𝓿𝓮 {JOINED}", "E\u200dve \u200d",
]  # fmt: skip
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_name_is_text_everywhere(town: Town, name: str) -> None:
    async def play() -> list[Reply]:
        eve, harness = town.harness.device(), town.harness
        body = {"id": eve.new_id(), "name": name, "opponent": {"kind": "same_device", "name": name}}
        made = (await eve.post("/api/tables", body)).json()
        table = AtTable(harness, made["table"], "same_device", BySeat(eve, eve), made)
        await table.play(Random(1), lambda shown: shown["version"] > 4)
        await table.command(0, (await table.look())["version"], "resign")
        paths = [
            table.path,
            f"{table.path}/record",
            f"{table.path}/record?form=json",
            "/api/tables",
        ]
        stream = await (await eve.follow(f"{table.path}/events").begun()).hang_up()
        return [stream, *[await eve.get(path) for path in [*paths, f"/t/{table.id}"]]]

    replies = town.runner.run(play())
    for reply in replies:
        assert reply.status == 200
        text = reply.body.decode()
        if "json" in (reply.header("content-type") or ""):
            text = json.dumps(reply.json(), ensure_ascii=False)
        text = text.replace(JOINED, "")
        bad = [c for c in text if unicodedata.category(c) in UNSEEN and c != "\n"]
        assert not bad, (ascii(bad), text)
        assert reply.header("x-content-type-options") == "nosniff"
        if "html" in (reply.header("content-type") or ""):
            assert "alert" not in text
    shown = replies[1].json()["state"]["seats"][0]["name"]
    assert 0 < len(shown) <= 30


@pytest.mark.parametrize(
    "name", ["", " ", "\u200b\u200b", "\x1b", "\u202e", "\u3164", "\u0301" * 9]
)
def test_a_name_that_cannot_be_seen_is_refused(town: Town, name: str) -> None:
    body = SAMPLES["/api/tables"][2] | {"name": name}
    reply = town.send(town.callers[0], "POST", "/api/tables", body=body)
    assert reply.code in ("bad_name", "malformed")


def test_a_flood_is_stopped_and_the_matches_of_others_go_on() -> None:
    """Each caller may do 300 things and then waits for ever: the flood must not use up others'."""

    async def play() -> None:
        once = Rate(1e-6, 300)
        few = Rate(1e-6, 20)
        limits = Limits(commands=once, reads=once, creations_of_address=few, strangers_at_once=1)
        async with Harness(settings=ServerSettings(limits=limits)) as harness:
            assert harness.app is not None
            table = await open_table(harness)
            statuses = []
            for number in range(1500):
                path = ("/api/tables", "/api/programs", f"{table.path}/commands")[number % 3]
                headers = [("authorization", f"Bearer made-up-{number}")] if number % 2 else []
                reply = await asgi.post(
                    harness.app, b"{}", path=path, headers=headers, client="203.0.113.9"
                )
                statuses.append(reply.status)
            assert statuses.count(429) >= 1200
            assert max(statuses) == 429
            assert statuses.count(201) <= 20
            mine = [await table.chair(0).get(table.path) for _ in range(400)]
            assert mine[-1].code == "too_many"
            assert mine[-1].header("retry-after")
            shown = (await table.chair(1).get(table.path)).json()
            assert shown["version"] == 2
            assert (await table.command(0, 2, "ready", nonce=NONCE)).status == 200

    asyncio.run(play())


class Slow(Stream):
    """Somebody who reads nothing while `reads` is not set."""

    sent = 0

    def __init__(self, client: Client, path: str) -> None:
        self.reads = asyncio.Event()
        self.reads.set()
        super().__init__(client, path, client._scope("GET", path, []))

    async def _send(self, message: Message) -> None:
        self.sent += 1
        await self.reads.wait()
        await super()._send(message)


def test_whoever_does_not_read_gets_what_was_missed_in_one_piece() -> None:
    """Nothing is queued for a slow reader: while one update is on its way, no other is made."""

    async def play() -> None:
        async with Harness() as harness:
            table = await open_table(harness)
            slow = Slow(table.chair(0), f"{table.path}/events")
            await slow.begun()
            assert slow.version == 2
            slow.reads.clear()
            before = slow.sent
            shown = await table.play(Random(1), lambda shown: shown["version"] > 30)
            assert slow.sent == before + 1
            slow.reads.set()
            await quiet()
            assert slow.sent == before + 2
            first, last = slow.events[-2:]
            assert (first.id, last.id) == (3, shown["version"])
            told = [event["version"] for event in last.data["events"]]
            assert told == list(range(4, shown["version"] + 1))
            await slow.hang_up()

    asyncio.run(play())


def test_two_who_poll_do_not_wake_each_other() -> None:
    async def play() -> None:
        async with Harness() as harness:
            table = await open_table(harness)
            path = f"{table.path}/updates?after=2&wait=20"
            polls = [asyncio.create_task(table.chair(seat).get(path)) for seat in (0, 1)]
            done, _ = await asyncio.wait(polls, timeout=0.2)
            assert not done
            await table.command(0, 2, "ready", nonce=NONCE)
            assert [(await poll).json()["version"] for poll in polls] == [3, 3]

    asyncio.run(play())
