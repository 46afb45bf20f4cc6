"""No secret in any byte or log line before its time, or for anybody who may not have it."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import re
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any, TypeVar

import pytest

from jaipur.deals import KeyedDeals
from jaipur.records import load_record, verify
from jaipur.seats import BySeat, Seat
from jaipur.session.facts import Created
from jaipur.session.people import hash_token
from jaipur.store.memory import MemoryStore
from jaipur.web.app import ServerSettings
from jaipur.web.identity import COOKIE, cookie_name
from jaipur.web.limits import UNLIMITED
from jaipur.web.logs import JsonLines
from jaipur.web.services import COOKIE_SECONDS

from ..nonces import INVITATION
from ..submitting import submission
from .playing import KINDS, OPEN, Client, Harness, Reply, open_table
from .probes import every_request, moment
from .worlds import LoggedStore, Recorded, Watch, record

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


# The bytes of whole matches


@dataclass(frozen=True)
class Got:
    """Bytes that somebody got."""

    token: str | None
    request: str
    content: bytes


def written(reply: Reply) -> bytes:
    lines = [name + b": " + value for name, value in reply.headers]
    return b"\n".join((*lines, b"", reply.body))


async def everything(kind: str) -> tuple[Recorded, list[Got]]:
    """A match, and what everybody got who followed it and asked all routes along it."""
    program_at: Seat | None = 1 if kind == "invitation" else None
    match = await record(kind, 3, program_at=program_at, settings=LOGGED)
    got = [Got(one.client.token, one.request, written(one.reply)) for one in match.at.harness.heard]
    got = [one for one in got if b'"phase":"over"' not in one.content]
    for viewer in match.viewers.values():
        for start, version in ((1, 10), (match.last - 5, match.last)):
            first = match.before_bot(start)
            async with match.harness(first, match.deals) as harness:
                watch = Watch(match, viewer, harness)
                await watch.follow_along(first, version)
                here = match.before_bot(version)
                await watch.probe(every_request(moment(match, viewer, here, Random(1))))
                got += [Got(viewer.token, words, written(reply)) for words, reply in watch.got]
    return match, got


LOGGED = replace(OPEN, log_requests=True)


@cache
def collected(kind: str) -> tuple[Recorded, list[Got], str]:
    """A match, everything that was sent before its end, and everything that was logged."""
    kept = _Kept()
    logging.getLogger().addHandler(kept)
    levels = {name: logging.getLogger(name).level for name in ("", "jaipur")}
    for name in levels:
        logging.getLogger(name).setLevel(logging.DEBUG)
    try:
        match, got = run(everything(kind))
    finally:
        logging.getLogger().removeHandler(kept)
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
    return match, got, "\n".join(kept.lines)


class _Kept(logging.Handler):
    """Keeps every log line, as it would be written and as whatever else was given along."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines += [JsonLines().format(record), repr(vars(record))]


def forms(secret: str) -> Iterator[bytes]:
    """A secret of hexadecimal digits in every form in which it might be written."""
    secret = re.sub("[^0-9a-f].*?(?=[0-9a-f]{32})", "", secret)  # without a word before it
    raw = bytes.fromhex(secret)
    for content in (raw, secret.encode()):
        yield content
        yield base64.b64encode(content).rstrip(b"=")
        yield base64.urlsafe_b64encode(content).rstrip(b"=")
    yield secret.upper().encode()
    yield secret[: len(secret) // 2].encode()  # half of it would be bad enough
    yield secret[len(secret) // 2 :].encode()


def holders(secret: str, got: list[Got]) -> set[str | None]:
    """Who got a secret, by their tokens."""
    wanted = set(forms(secret))
    return {one.token for one in got if any(form in one.content for form in wanted)}


def created(match: Recorded) -> Created:
    fact = match.history[0][1]
    assert isinstance(fact, Created)
    return fact


@pytest.mark.parametrize("kind", KINDS)
def test_before_the_end_nobody_is_sent_what_nobody_may_have(kind: str) -> None:
    match, got, _ = collected(kind)
    assert len(got) > 500
    assert not holders(created(match).key, got)
    assert not holders(created(match).bot_key, got)
    for token_hash, player in match.store.held:
        assert not holders(token_hash, got)
        assert not holders(player, got)


@pytest.mark.parametrize("kind", KINDS)
def test_a_token_is_sent_to_its_owner_once_and_to_nobody_else(kind: str) -> None:
    match, got, _ = collected(kind)
    for viewer in match.viewers.values():
        if viewer.token is None:
            continue
        assert (hash_token(viewer.token), 1) in {(held, 1) for held, _ in match.store.held}
        sent = [one for one in got if viewer.token.encode() in one.content]
        where = "POST /api/programs" if viewer.is_program else "POST /api/tables"
        assert len(sent) == 1, viewer.name
        assert sent[0].request.startswith(where)
        # The one who asked for a program's token had none of its own yet.
        assert sent[0].token == (None if viewer.is_program else viewer.token)


@pytest.mark.parametrize("kind", KINDS)
def test_links_are_sent_to_seats_only(kind: str) -> None:
    match, got, _ = collected(kind)
    seats = {chair.token for chair in match.at.chairs if chair}
    creator = match.at.chair(0).token
    assert holders(created(match).watch_key, got) == seats
    invited = holders(created(match).invitation, got)
    assert invited <= {creator}
    assert invited == ({creator} if kind == "invitation" else set())


@pytest.mark.parametrize("kind", KINDS)
def test_no_log_line_has_a_secret(kind: str) -> None:
    match, _, logs = collected(kind)
    assert '"event": "request"' in logs
    assert "/api/tables/{table}/commands" in logs
    made = created(match)
    secrets = [made.key, made.bot_key, made.invitation, made.watch_key]
    secrets += [viewer.token for viewer in match.viewers.values() if viewer.token]
    secrets += [secret for held in match.store.held for secret in held]
    content = logs.encode()
    for secret in secrets:
        assert not any(form in content for form in forms(secret))


def test_a_secret_that_is_sent_is_found() -> None:
    match, got, _ = collected("bot")
    key = created(match).key
    raw = bytes.fromhex(key)
    for content in (key.encode(), base64.b64encode(raw), base64.urlsafe_b64encode(raw), raw):
        assert holders(key, [*got, Got("x", "planted", b"..." + content + b"...")]) == {"x"}


# After the end


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("resigns", [False, True])
def test_the_key_is_revealed_and_gives_every_deal(kind: str, resigns: bool) -> None:
    async def whole() -> None:
        async with Harness() as harness:
            at = await open_table(harness, kind)
            watcher = await at.watcher()
            before = (await watcher.get(f"{at.path}/proof")).json()
            assert before["key"] is None
            assert before["rounds"] == []
            assert before["commitment"] == at.made["commitment"]
            until = (lambda shown: shown["version"] > 9) if resigns else None
            shown = await at.play(Random(5), until)
            if resigns:
                assert (await watcher.get(f"{at.path}/record")).code == "match_not_over"
                assert (await at.command(0, shown["version"], "resign")).status == 200
            proof = (await watcher.get(f"{at.path}/proof")).json()
            assert proof["commitment"] == before["commitment"]
            nonces = BySeat(*(bytes.fromhex(nonce) for nonce in proof["nonces"]))
            deals = KeyedDeals(bytes.fromhex(proof["key"]), nonces)
            assert deals.commitment == proof["commitment"]
            for number, dealt in enumerate(proof["rounds"], 1):
                assert dealt["cards"] == deals.deal(number).letters
                assert tuple(dealt["bonuses"]) == deals.deal(number).bonus_digits
            for form in ("text", "json"):
                text = (await watcher.get(f"{at.path}/record?form={form}")).body.decode()
                assert verify(load_record(text)) == len(proof["rounds"])

    run(whole())


def test_a_rematch_has_another_key_and_the_old_one_says_nothing_of_it() -> None:
    async def whole() -> None:
        store = LoggedStore()
        async with Harness(store) as harness:
            at = await open_table(harness)
            shown = await at.play(Random(2), lambda shown: shown["version"] > 4)
            await at.command(0, shown["version"], "resign")
            await at.command(0, shown["version"] + 1, "rematch")
            await at.command(1, shown["version"] + 2, "rematch")
            facts = [json.loads(write.event.body) for write in store.appended]
            first, second = (fact for fact in facts if fact["kind"] == "created")
            for name in ("key", "bot_key", "invitation"):
                assert first[name] != second[name]
            new = next(fact for fact in facts if fact["kind"] == "rematched")["table"]
            proof = await at.chair(0).get(f"/api/tables/{new}/proof")
            assert proof.json()["key"] is None
            assert not any(form in proof.body for form in forms(second["key"]))

    run(whole())


# Doors


def test_a_stranger_cannot_tell_a_table_from_none() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            at = await open_table(harness)
            await at.play(Random(2), lambda shown: shown["version"] > 6)
            elsewhere = harness.device()
            await open_table(harness, "same_device", first=elsewhere)
            made_up = Client(harness, "0" * 64, is_program=True)
            for client in (harness.device(), harness.device("0" * 64), elsewhere, made_up):
                for end in ("", "/updates", "/events", "/proof", "/record", "/links", "/legal"):
                    await _same(client, "GET", at.id, end, None)
                await _same(client, "GET", at.id, "?seat=1", None)
                await _same(client, "GET", at.id, "/check?action=-LL", None)
                body = submission(id="stranger-1", version=7, kind="resign")
                await _same(client, "POST", at.id, "/commands", body)

    run(whole())


async def _same(client: Client, method: str, table: str, end: str, body: Any) -> None:
    """Asked of the table and of one that does not exist: one answer to the byte."""
    unknown = "0123456789abcdef"
    here, there = [
        await client.request(method, f"/api/tables/{name}{end}", body) for name in (table, unknown)
    ]
    assert here == there
    assert here.code == ("unknown_token" if client.is_program else "unknown_table")


def test_a_private_table_is_watched_by_nobody() -> None:
    async def whole() -> None:
        store = LoggedStore()
        async with Harness(store) as harness:
            at = await open_table(harness, private=True)
            assert at.made["links"]["watch"] is None
            made = json.loads(store.appended[0].event.body)
            stranger = harness.device()
            for key in ("made-up", made["watch_key"], made["invitation"], made["key"], ""):
                reply = await stranger.post(f"{at.path}/watch", {"key": key})
                assert (reply.status, reply.code) == (403, "wrong_watch_link")
                assert reply.header("set-cookie") is None
            assert (await stranger.get(at.path)).code == "unknown_table"
            links = (await at.chair(1).get(f"{at.path}/links")).json()
            assert links["watch"] is None
            everything = b"".join(written(one.reply) for one in harness.heard)
            assert not any(form in everything for form in forms(made["watch_key"]))

    run(whole())


def test_the_key_of_one_table_opens_no_other() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            one, two = await open_table(harness), await open_table(harness, "bot")
            stranger = harness.device()
            wrong = {"key": one.secret("watch")}
            assert (await stranger.post(f"{two.path}/watch", wrong)).code == "wrong_watch_link"
            wrong = {"invitation": one.secret("invitation")}
            assert (await stranger.post(f"{two.path}/invitation", wrong)).status == 403
            body = {"id": "joining-1", "name": "Eve"} | wrong
            assert (await stranger.post(f"{two.path}/join", body)).code == "wrong_invitation"
            body["invitation"] = one.secret("watch")
            assert (await stranger.post(f"{one.path}/join", body)).code == "wrong_invitation"
            assert stranger.token is None

    run(whole())


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_link_preview_takes_no_seat_and_gets_no_cookie(method: str) -> None:
    async def whole() -> None:
        store = LoggedStore()
        async with Harness(store) as harness:
            first, friend = harness.device(), harness.device()
            body = {"id": "creation-1", "name": "Ana", "opponent": INVITATION}
            made = (await first.post("/api/tables", body)).json()
            held, kept = len(store.held), len(store.appended)
            for path in (f"/t/{made['table']}", "/", "/move"):
                reply = await friend.request(method, path)
                assert reply.status in (200, 405)
                assert reply.header("set-cookie") is None
            assert (held, kept) == (len(store.held), len(store.appended))
            assert (await first.get(f"/api/tables/{made['table']}/links")).json()["invitation"]

    run(whole())


def test_looking_gives_nobody_a_token() -> None:
    """Only who takes a seat, watches or moves seats is known from then on."""

    async def whole() -> None:
        store = LoggedStore()
        async with Harness(store) as harness:
            at = await open_table(harness)
            held = len(store.held)
            stranger = harness.device()
            secret = {"invitation": at.secret("invitation")}
            assert (await stranger.post(f"{at.path}/invitation", secret)).status == 200
            for path in ("/api/health", "/api/bots", "/api/tables", at.path):
                assert (await stranger.get(path)).header("set-cookie") is None
            assert len(store.held) == held

    run(whole())


def cookie_words(reply: Reply) -> list[str]:
    return [word.strip().lower() for word in (reply.header("set-cookie") or "").split(";")]


def test_two_servers_of_one_host_have_cookies_of_their_own() -> None:
    """Browsers do not tell the ports of a host apart."""
    names = [cookie_name(f"http://127.0.0.1:{port}") for port in (8990, 8991)]
    assert len(set(names)) == 2
    assert cookie_name("https://play.example") == COOKIE


@pytest.mark.parametrize("public_url", ["http://127.0.0.1:8731", "https://play.example"])
def test_cookies_are_kept_from_scripts_and_other_sites(public_url: str) -> None:
    async def whole() -> None:
        settings = ServerSettings(public_url=public_url, limits=UNLIMITED)
        async with Harness(settings=settings) as harness:
            device = harness.device()
            body = {"id": "creation-1", "name": "Ana", "opponent": INVITATION}
            reply = await device.post("/api/tables", body)
            words = cookie_words(reply)
            assert words[0] == f"{COOKIE}={device.token}"
            assert {"httponly", "samesite=lax", f"max-age={COOKIE_SECONDS}"} <= set(words)
            assert ("secure" in words) == public_url.startswith("https")
            assert not any(word.startswith("domain") for word in words)
            # Who is known gets no other one.
            again = await device.post("/api/tables", body | {"id": "creation-2"})
            assert again.header("set-cookie") is None

    run(whole())


def test_a_token_that_nobody_knows_is_not_adopted() -> None:
    async def whole() -> None:
        store = LoggedStore()
        async with Harness(store) as harness:
            chosen = "f" * 64
            victim = harness.device(chosen)
            body = {"id": "creation-1", "name": "Ana", "opponent": {"kind": "bot", "bot": "random"}}
            made = (await victim.post("/api/tables", body)).json()
            assert victim.token != chosen  # a cookie somebody planted is replaced
            assert (await victim.get(f"/api/tables/{made['table']}")).status == 200
            attacker = harness.device(chosen)
            assert (await attacker.get(f"/api/tables/{made['table']}")).status == 404
            assert (await attacker.get("/api/tables")).json()["tables"] == []
            assert hash_token(chosen) not in {held for held, _ in store.held}

    run(whole())


def test_bearer_tokens() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            program = await harness.program()
            at = await open_table(harness, first=program)
            assert (await program.get(at.path)).json()["state"]["round"] is None
            assert (await program.get("/api/tables")).json()["tables"][0]["my_seats"] == [0]
            assert not any(one.client is program and one.reply.header("set-cookie")
                           for one in harness.heard)  # fmt: skip
            for token in ("", "0" * 64, f"{program.token}x", "é"):
                reply = await Client(harness).get("/api/tables", authorization=f"Bearer {token}")
                assert (reply.status, reply.code) == (401, "unknown_token")
                assert reply.header("www-authenticate") == "Bearer"
            body = {"id": "creation-9", "name": "Ana", "opponent": INVITATION}
            unknown = Client(harness, "0" * 64, is_program=True)
            assert (await unknown.post("/api/tables", body)).status == 401

    run(whole())


def test_a_seat_is_held_by_its_token_alone() -> None:
    """The friend who joins sees their own hand, and commands no other seat."""

    async def whole() -> None:
        async with Harness() as harness:
            at = await open_table(harness)
            await at.play(Random(1), lambda shown: shown["version"] > 5)
            friend = at.chair(1)
            assert (await friend.get(f"{at.path}?seat=0")).code == "no_seat"
            body = submission(id="command-x1", version=6, kind="resign", seat=0)
            assert (await friend.post(f"{at.path}/commands", body)).code == "no_seat"
            sides = (await friend.get(at.path)).json()["state"]["round"]["sides"]
            assert sides[0]["hand"] is None
            assert sides[1]["hand"] is not None

    run(whole())


def test_who_used_the_invitation_is_not_told_who_holds_the_table() -> None:
    async def whole() -> None:
        store = MemoryStore()
        async with Harness(store) as harness:
            at = await open_table(harness)
            late = harness.device()
            secret = at.secret("invitation")
            body = {"id": "joining-1", "invitation": secret, "name": "Eve"}
            assert (await late.post(f"{at.path}/join", body)).code == "seat_taken"
            assert (await late.get(at.path)).code == "unknown_table"
            row = store.row(at.id)
            assert row is not None
            players = [player.encode() for player in row.players if player]
            told = [written(one.reply) for one in harness.heard]
            assert not any(player in one for one in told for player in players)

    run(whole())
