"""The admin interface: what the host can do, and that nobody else can."""

from __future__ import annotations

import asyncio
import json
import os
import stat
from collections.abc import Coroutine
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from jaipur.cli import cli
from jaipur.cli.admin_output import ban_lines, buried_lines, load_lines, pruned_words, table_lines
from jaipur.disk import admin_file
from jaipur.session.contract.admin import (
    BannedSeat,
    BanShown,
    BuriedTable,
    HostedTable,
    Load,
    PrunedTables,
)
from jaipur.session.contract.basics import Phase, SeatKind
from jaipur.session.contract.responses import SeatSummary
from jaipur.store.protocol import DAY
from jaipur.store.sqlite import SqliteStore
from jaipur.texts import texts
from jaipur.web import admin_server
from jaipur.web.admin_server import AdminServer, TokenMiddleware
from jaipur.web.admin_service import RecentRate
from tests.depth import tried
from tests.patience import PATIENCE

from ..store.damage import change
from ..submitting import submission
from .asgi import Answer, call, parts_of
from .playing import NOON, AtTable, Harness, open_table, quiet

T = TypeVar("T")
PORT = 40123
TOKEN = "ab" * 32
HERE = f"127.0.0.1:{PORT}"
BEARER = ("authorization", f"Bearer {TOKEN}")


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def middleware_of(harness: Harness, tmp_path: Path) -> TokenMiddleware:
    return TokenMiddleware(AdminServer(harness.app, tmp_path / "t.sqlite")._app, TOKEN, PORT)


async def ask(middleware: TokenMiddleware, path: str = "/load", **more: Any) -> Answer:
    given: dict[str, Any] = {"headers": [BEARER], "client": "127.0.0.1", "host": HERE} | more
    return await call(middleware, given.pop("method", "GET"), path, given.pop("headers"), **given)


STRANGERS: list[dict[str, Any]] = [
    {"headers": []},
    {"headers": [("authorization", "Bearer " + "cd" * 32)]},
    {"headers": [("authorization", f"Bearer {TOKEN}x")]},
    {"headers": [("authorization", TOKEN)]},
    {"headers": [("authorization", f"bearer {TOKEN}")]},
    {"headers": [("authorization", "Bearer é")]},
    {"headers": [BEARER, BEARER]},
    {"headers": [("cookie", f"jaipur_device={TOKEN}")]},
    {"host": f"localhost:{PORT}"},
    {"host": "127.0.0.1:8731"},
    {"host": "evil.example"},
    {"host": None},
    {"client": "203.0.113.7"},
    *({"headers": [BEARER, (name, "203.0.113.7")]} for name in (
        "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "via", "x-real-ip",
        "origin", "cookie", "referer", "sec-fetch-site",
    )),
]  # fmt: skip


@pytest.mark.parametrize("stranger", STRANGERS)
def test_only_who_has_the_token_comes_in(tmp_path: Path, stranger: dict[str, Any]) -> None:
    async def play() -> None:
        async with Harness() as harness:
            middleware = middleware_of(harness, tmp_path)
            assert (await ask(middleware)).status == 200
            refused = await ask(middleware, **stranger)
            assert (refused.status, refused.code) == (403, "not_the_host")

    run(play())


def test_nothing_of_it_is_at_the_public_door() -> None:
    async def play() -> None:
        async with Harness() as harness:
            device = harness.device()
            paths = ("/load", "/bans", "/prune", "/buried", "/admin", "/api/admin", "/api/load")
            for path in paths:
                for answer in (await device.get(path), await device.post(path, {})):
                    assert answer.status in (404, 405)
            description = json.dumps(harness.app.openapi())
            assert not any(f'"{path}"' in description for path in paths)

    run(play())


class Running(NamedTuple):
    """A server in process with its middleware open, and its store file."""

    harness: Harness
    file: Path

    async def admin(self, *arguments: str, language: str = "en") -> Result:
        """`jaipur admin`, as the host types it."""
        words = ["admin", "--data", str(self.file), *arguments]
        known = {"JAIPUR_LANG": language, "LC_ALL": ""}
        return await asyncio.to_thread(CliRunner().invoke, cli, words, env=known)

    async def json(self, *arguments: str) -> Any:
        """The same, for a program."""
        done = await self.admin(*arguments, "--json")
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout)

    async def refused(self, *arguments: str) -> str:
        """The sentence of what is refused."""
        done = await self.admin(*arguments)
        assert (done.exit_code, done.stdout) == (2, ""), done.output
        assert done.stderr.count("\n") == 1
        return done.stderr


def serving(tmp_path: Path, play: Any, **injected: Any) -> None:
    """Run a test beside an open middleware."""

    async def with_door() -> None:
        store = SqliteStore(tmp_path / "t.sqlite")
        try:
            async with (
                Harness(store=store, injected=injected) as harness,
                AdminServer(harness.app, store.file),
            ):
                await play(Running(harness, store.file))
        finally:
            store.close()

    run(with_door())


def test_the_token_file_is_for_its_owner_only_and_goes_with_the_server(tmp_path: Path) -> None:
    tokens = set()

    async def play(running: Running) -> None:
        file = admin_file(running.file)
        if os.name == "posix":
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
        way = json.loads(file.read_text())
        assert len(bytes.fromhex(way["token"])) == 32
        tokens.add(way["token"])

    before = os.umask(0) if os.name == "posix" else None
    try:
        for _ in range(2):
            serving(tmp_path, play)
            assert not admin_file(tmp_path / "t.sqlite").exists()
    finally:
        if before is not None:
            os.umask(before)
    assert len(tokens) == 2


def test_a_token_file_that_was_left_is_replaced_whatever_its_mode(tmp_path: Path) -> None:
    left = admin_file(tmp_path / "t.sqlite")
    left.write_text("old")
    left.chmod(0o666)

    async def play(running: Running) -> None:
        assert (await running.json("load"))["status"] == "ok"
        if os.name == "posix":
            assert stat.S_IMODE(left.stat().st_mode) == 0o600

    serving(tmp_path, play)


def test_a_server_that_cannot_have_the_door_serves_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(admin_server, "write_whole", fails)

    async def play(running: Running) -> None:
        assert (await running.harness.device().get("/api/health")).status == 200
        assert "No server is using" in await running.refused("load")

    serving(tmp_path, play)
    assert "admin_server_not_open" in caplog.text


def test_without_a_server_it_says_so(tmp_path: Path) -> None:
    running = Running(Harness(), tmp_path / "t.sqlite")
    assert "No server is using" in run(running.refused("load"))
    for content in (
        "",
        "{}",
        "[]",
        '{"address": 7, "token": 1}',
        '{"address": "a:1", "token": "x"}',
    ):
        admin_file(running.file).write_text(content)
        assert "a server that crashed" in run(running.refused("load"))


def test_a_token_of_another_start_is_called_stale(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        file = admin_file(running.file)
        way = json.loads(file.read_text())
        file.write_text(json.dumps(way | {"token": "00" * 32}))
        assert "a server that crashed" in await running.refused("load")

    serving(tmp_path, play)


def test_the_load_on_one_screen(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        at = await open_table(running.harness, "bot")
        late = submission(id="too-late-1", version=99, kind="resign")
        for body in (late, {}):
            await at.chair(0).post(f"/api/tables/{at.id}/commands", body)
        found = await running.json("load")
        assert (found["tables"]["waiting"], found["tables_in_memory"]) == (1, 1)
        assert found["commands"] >= 1
        assert found["refused"]["malformed"] >= 1
        for language in ("en", "fr"):
            shown = (await running.admin("load", language=language)).stdout
            assert 8 <= shown.count("\n") <= 24
            assert max(map(len, shown.splitlines())) > 20

    serving(tmp_path, play)


def test_tables_are_listed_page_by_page_and_never_with_a_secret(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        tables = [await open_table(running.harness, "invitation") for _ in range(3)]
        first = await running.json("tables", "--limit", "2")
        rest = await running.json("tables", "--limit", "2", "--before", first["next"])
        assert rest["next"] is None
        listed = [one["table"] for one in first["tables"] + rest["tables"]]
        assert sorted(listed) == sorted(at.id for at in tables)
        (mine,) = (await running.json("tables", "--player", tables[0].id, "0"))["tables"]
        assert mine["table"] == tables[0].id
        assert set(mine) == {
            *("table", "phase", "touched", "in_memory", "followers", "version", "round", "seats"),
        }
        assert (await running.json("tables", "--phase", "over"))["tables"] == []
        said = (await running.admin("tables")).stdout
        assert "Ana" in said
        await _no_secret(running, said, tables)

    serving(tmp_path, play)


async def _no_secret(running: Running, said: str, tables: list[AtTable]) -> None:
    everything = said + json.dumps(await running.json("tables", "--all"))
    for at in tables:
        table = (await running.harness.tables.owner(at.id)).table
        created = table.created
        players = [holder.player or "-" * 9 for holder in table.seats]
        for secret in (
            created.key,
            created.invitation,
            created.watch_key,
            created.bot_key,
            *players,
        ):
            assert secret not in everything


def hosted(**about: Any) -> HostedTable:
    """A table as the host is told of it."""
    shown: dict[str, Any] = {"version": 1, "round": 1, "table": "t", "touched": 0, "followers": 0}
    return HostedTable(**shown | about)


def load_of(**about: Any) -> Load:
    """How a server is that has nothing to do."""
    known: dict[str, Any] = {
        "status": "ok", "damaged_tables": 0, "clock_trusted": True, "uptime_s": 90, "streams": 0,
        "tables": {Phase.OVER: 0}, "tables_in_memory": 0, "listeners": 0, "commands": 0,
        "commands_per_s": 0.0, "bots_ready": True, "bots_at_work": 0, "bans": 0, "refused": {},
    }  # fmt: skip
    return Load(**known | about)


def test_a_name_cannot_play_tricks_with_a_terminal() -> None:
    name = "\x1b[2JAna\u202e\n\x07"
    seats = (SeatSummary(SeatKind.PERSON, name, None),) * 2
    table = hosted(phase=Phase.PLAYING, in_memory=False, seats=seats)
    grave = BuriedTable(1, 1, seats, table="t", phase="playing", buried=0)
    ban = BanShown(
        ban=1, kind="device", since=0, until=0, devices=1, about=BannedSeat("t", 0, name)
    )
    _ = texts("en")
    for line in (*table_lines([table], 1, _)[:1], *buried_lines([grave], _), *ban_lines([ban], _)):
        assert "Ana" in line
        assert line.isprintable()


def test_a_table_is_closed_for_both(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        at = await open_table(running.harness, "invitation")
        assert "--yes" in await running.refused("close", at.id)
        stream = await at.chair(1).follow(f"/api/tables/{at.id}/events").begun()
        assert "is closed" in (await running.admin("close", at.id, "--yes")).stdout
        await quiet()
        state = stream.events[-1].data["state"]
        said = "The host of this server closed the table; nobody won."
        wanted = {"cause": "host", "winner": None, "by": None, "words": said}
        assert state["ending"] == wanted
        assert "The match is over" in await running.refused("close", at.id, "--yes")
        assert "no table" in await running.refused("close", "0" * 16, "--yes")
        assert "not a table id" in await running.refused("close", "../load", "--yes")
        await stream.hang_up()

    serving(tmp_path, play)


def test_the_device_at_a_seat_is_banned_and_let_in_again(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        at = await open_table(running.harness, "invitation")
        bad, good = at.chair(0), at.chair(1)
        stream = await bad.follow(f"/api/tables/{at.id}/events").begun()
        done = await running.json("ban", "--device", at.id, "0", "--days", "400")
        assert done["unfinished"] == [at.id]
        (ban,) = done["bans"]
        assert (ban["kind"], ban["devices"]) == ("device", 1)
        assert ban["until"] - ban["since"] == 400 * 24 * 3600
        await quiet()
        assert stream._task.done()
        assert (await bad.get("/api/tables")).code == "banned"
        assert (await good.get("/api/tables")).status == 200
        said = (await running.admin("bans")).stdout
        assert "Ana" in said
        assert at.id in said
        assert "lifted" in (await running.admin("unban", str(ban["ban"]))).stdout
        assert (await bad.get("/api/tables")).status == 200
        assert "no ban" in await running.refused("unban", str(ban["ban"]))
        assert (await running.admin("bans")).stdout == "Nobody is banned.\n"

    serving(tmp_path, play)


def test_what_cannot_be_banned(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        at = await open_table(running.harness, "bot")
        follow = f"/api/tables/{at.id}/events"
        for words, why in (
            (("--device", at.id, "1"), "No device holds seat 1"),
            (("--device", at.id), "Specify a table and a seat"),
            (("--device", at.id, "2"), "Specify a table and a seat"),
            (("--device", "x", "0"), "not a table id"),
            ((at.id, "0"), "Specify what to ban"),
            (("--address", at.id, "0"), "Nobody is connected to this table from seat 0"),
            (("--address", "nonsense"), "not an address"),
            (("--address", "127.0.0.1"), "address of this machine"),
            (("--address", "::1"), "address of this machine"),
            (("--address", "::ffff:127.0.0.1"), "address of this machine"),
            (("--address", "fe80::7"), "address of this machine"),
            (("--address", "203.0.113.7", "--days", "31"), "at most 30 days"),
        ):
            assert why in await running.refused("ban", *words), words
        stream = await at.chair(0).follow(follow).begun()
        assert "address of this machine" in await running.refused("ban", "--address", at.id, "0")
        await stream.hang_up()
        assert running.harness.store.bans() == []

    serving(tmp_path, play)


def test_addresses_are_banned_by_name_or_by_seat(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        at = await open_table(running.harness, "bot")
        for address in ("203.0.113.7", "2001:db8:1:2::7", "2001:db8:1:3::/64"):
            done = await running.json("ban", "--address", address)
            assert (done["bans"][0]["about"], done["unfinished"]) == (None, [])
        following = running.harness.app.services.open_streams
        stream = await at.chair(0).follow(f"/api/tables/{at.id}/events").begun()
        (listener,) = following._open
        following.enter(listener, following._open[listener]._replace(address="198.51.100.9"))
        (ban,) = (await running.json("ban", "--address", at.id, "0"))["bans"]
        assert (ban["kind"], ban["about"]["seat"]) == ("address", 0)
        await quiet()
        assert stream._task.done()
        bans = running.harness.tables.bans
        kept_out = ("203.0.113.7", "2001:db8:1:2::/64", "2001:db8:1:3::/64", "198.51.100.9")
        assert all(bans.until("", address) for address in kept_out)

    serving(tmp_path, play)


def test_a_damaged_grave_is_listed_without_names_and_can_be_had_back(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        tables = [(await open_table(running.harness, "bot")).id for _ in range(2)]
        change(running.file, "UPDATE tables SET buried = 9")
        change(running.file, "UPDATE tables SET summary = '7' WHERE id = ?", tables[0])
        listed = {one["table"]: one for one in (await running.json("buried"))["tables"]}
        assert listed[tables[0]]["phase"] == "damaged"
        assert listed[tables[0]]["seats"] == []
        assert listed[tables[1]]["seats"]
        lines = (await running.admin("buried", language="fr")).stdout.splitlines()
        assert ["endommagée" in line for line in lines] == [
            table == tables[0] for table in sorted(tables)
        ]
        assert (await running.admin("unbury", tables[0])).exit_code == 0

    serving(tmp_path, play)


def test_old_tables_are_buried_listed_and_had_back(tmp_path: Path) -> None:
    now = [NOON]

    async def play(running: Running) -> None:
        at = await open_table(running.harness, "invitation")
        now[0] += 40 * DAY
        nothing = {"buried": 0, "deleted": 0, "left": 0, "is_distrusted": False}
        assert await running.json("prune") == nothing | {"buried": 1}
        assert (await running.json("tables", "--all"))["tables"] == []
        assert (await running.json("load"))["tables"]["waiting"] == 0
        assert "no table" in await running.refused("close", at.id, "--yes")
        page = await running.json("buried", "--limit", "1")
        assert ([one["table"] for one in page["tables"]], page["next"]) == ([at.id], None)
        assert at.id in (await running.admin("buried")).stdout
        assert "is restored" in (await running.admin("unbury", at.id)).stdout
        assert "No table" in await running.refused("unbury", at.id)
        assert (await running.admin("buried")).stdout == "No table is buried.\n"
        assert (await running.json("tables"))["tables"][0]["table"] == at.id

    serving(tmp_path, play, now=lambda: now[0])


def test_what_a_run_did_is_said() -> None:
    said = pruned_words(PrunedTables(3, 1, 2, is_distrusted=False), texts("en"))
    assert said == "3 tables were buried; 1 deleted for good; 2 wait for the next run."
    assert "clock" in pruned_words(PrunedTables(3, 1, 2, is_distrusted=True), texts("en"))


def test_numbers_and_phases_are_in_the_words_of_the_language() -> None:
    load = load_of(tables={Phase.OVER: 3}, commands_per_s=0.1)
    table = hosted(phase=Phase.OVER, in_memory=True)
    said = " ".join(load_lines(load, texts("fr")))
    assert "0,1" in said
    assert "finies 3" in said
    (line,) = table_lines([table], 0, texts("fr"))
    assert "finie " in line
    assert "personne ne la suit" in line
    assert "no followers" in table_lines([table], 0, texts("en"))[0]


def test_a_failing_store_and_a_clock_that_is_not_believed_are_on_the_screen() -> None:
    well = load_of()
    bad = load_of(status="store_full", damaged_tables=2, clock_trusted=False)
    assert "OK" in load_lines(well, texts("en"))[0]
    first, *rest = load_lines(bad, texts("en"))
    assert "store_full" in first
    assert len(rest) == len(load_lines(well, texts("en"))) + 1
    assert "jaipur admin prune" in rest[-1]


def test_every_action_is_in_the_log_and_no_secret(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "jaipur")

    async def play(running: Running) -> None:
        at = await open_table(running.harness, "invitation")
        await running.json("ban", "--device", at.id, "0")
        await running.json("ban", "--address", "203.0.113.7")
        await running.json("unban", "1")
        await running.json("close", at.id, "--yes")
        logged = [vars(record) for record in caplog.records if record.getMessage() == "admin"]
        actions = [one["fields"]["action"] for one in logged]
        assert actions == ["ban", "ban", "unban", "close"]
        everything = json.dumps(logged, default=str)
        token = json.loads(admin_file(running.file).read_text())["token"]
        for secret in ("203.0.113.7", token, at.chair(0).token or "-" * 9):
            assert secret not in everything

    serving(tmp_path, play)


def test_the_rate_is_that_of_the_last_minute() -> None:
    count, now = [0], [0.0]
    recent = RecentRate(lambda: count[0], lambda: now[0])
    assert recent.sample() == 0.0
    for second in range(10, 310, 10):
        now[0], count[0] = float(second), count[0] + 50
        assert recent.sample() == 5.0
    for second in range(310, 380, 10):
        now[0] = float(second)
        rate = recent.sample()
    assert rate == 0.0


ODD = st.one_of(st.text(max_size=20), st.integers(), st.none(), st.booleans(), st.floats())
BODIES = st.one_of(
    st.binary(max_size=200),
    st.dictionaries(
        st.sampled_from(["kind", "table", "seat", "days", "address", "x"]),
        st.one_of(ODD, st.sampled_from(["device", "address", "seat_address", "0" * 16])),
    ).map(lambda body: json.dumps(body).encode()),
)
PATHS = st.sampled_from(
    ["/load", "/tables", "/tables/x/close", f"/tables/{'0' * 16}/close", "/bans", "/bans/1",
     "/bans/x", f"/tables/{'0' * 16}/0/tables", "/", "/nothing", "/bans/99999999999999999999"]
)  # fmt: skip
QUERIES = st.sampled_from(
    ["", "before=x", "most=-1", "most=501", "most=%00", "phase=x", "all=x", "before=0" + "f" * 40,
     "before=07ff8000000000000" + "a" * 16, "before=1fff0000000000000" + "a" * 16]
)  # fmt: skip


@given(st.sampled_from(["GET", "POST", "DELETE", "PUT"]), PATHS, QUERIES, BODIES)
@settings(max_examples=tried(150, 3000), deadline=None)
def test_whatever_the_host_sends_is_answered(
    method: str, path: str, query: str, body: bytes
) -> None:
    async def play() -> None:
        async with Harness() as harness:
            middleware = middleware_of(harness, Path())
            headers = [BEARER, ("content-type", "application/json")]
            answer = await ask(
                middleware, path, method=method, query=query, headers=headers, parts=parts_of(body)
            )
            assert answer.status < 500
            if answer.status >= 400:
                assert answer.code

    run(play())


def test_the_door_is_another_one_than_the_public(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        way = json.loads(admin_file(running.file).read_text())
        host, port = way["address"].split(":")
        assert host == "127.0.0.1"

        def status(token: str, **headers: str) -> int:
            connection = HTTPConnection(host, int(port), timeout=PATIENCE)
            given = {"Authorization": f"Bearer {token}"} | headers
            with closing(connection):
                connection.request("GET", "/load", headers=given)
                return connection.getresponse().status

        assert await asyncio.to_thread(status, way["token"]) == 200
        assert await asyncio.to_thread(status, "00" * 32) == 403
        assert await asyncio.to_thread(status, way["token"], Host="localhost") == 403
        public = [("authorization", f"Bearer {way['token']}")]
        for path in ("/load", "/bans", "/tables"):
            answer = await running.harness.device().request("GET", path, headers=public)
            assert answer.status in (401, 404)

    serving(tmp_path, play)
