"""A server that may cheat: its commitments are noted before it learns our nonce, and compared."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from msgspec import structs
from msgspec.structs import replace

from jaipur.client.commitments import (
    MOST,
    Commitments,
    DealCommitment,
    NonceElsewhere,
    UnreadableCommitments,
)
from jaipur.client.link import ConnectionLost, NotAServer
from jaipur.client.remote import TRIES, RemoteLink
from jaipur.client.words.deals import verified_words
from jaipur.records import load_record
from jaipur.session.contract.basics import Phase
from jaipur.session.contract.commands import Next, Rematch, Resign
from jaipur.texts import texts

from ..nonces import COMMITTED
from ..web.playing import Harness
from .lines import BEFORE, ORIGIN, Line, server_at
from .test_remote import Guests, play, run

OTHER = "0" * 64
EN = texts("en")


def answer(data: Any, status: int = 200) -> httpx.Response:
    headers = {"content-type": "application/json"}
    return httpx.Response(status, content=msgspec.json.encode(data), headers=headers)


def stale(version: int) -> httpx.Response:
    error = {"code": "stale_version", "sentence": "It moved on.", "version": version}
    return answer({"error": error}, 409)


def test_the_commitment_is_noted_before_the_server_knows_our_share(tmp_path: Path) -> None:
    async def check() -> None:
        async with Harness() as server:
            guests = await Guests.at(server, tmp_path)
            line = Line(server)
            link = guests.link("Ben", line=line)
            secret = guests.table.secret("invitation")
            shown = await guests.link("Cem").invitation(secret)
            line.faults.append(answer(replace(shown, commitment=OTHER)))
            await link.join(secret, "Ben")
            assert [one.url.path.rpartition("/")[2] for one in line.sent] == ["invitation", "join"]
            # What the server says later changes nothing, in this window and in the next one.
            await link.fetch_update()
            nonce = json.loads(line.sent[1].content)["nonce"]
            assert (
                link.commitment
                == guests.link("Ben").commitment
                == DealCommitment(OTHER, nonce, f"0 {COMMITTED}")
            )

    run(check())


def test_the_same_share_is_given_however_often_it_is_tried(tmp_path: Path) -> None:
    async def check() -> None:
        async with Harness() as server:
            guests = await Guests.at(server, tmp_path)
            secret = guests.table.secret("invitation")
            line = Line(server)
            link = guests.link("Ben", line=line)
            await link.invitation(secret)
            line.faults.extend([BEFORE] * 5)
            with pytest.raises(ConnectionLost):
                await link.join(secret, "Ben")
            await guests.link("Ben", line=line).join(secret, "Ben")
            joins = [one for one in line.sent if one.url.path.endswith("/join")]
            given = {json.loads(one.content)["nonce"] for one in joins}
            assert len(given) == 1

    run(check())


def test_after_a_match_and_a_rematch_the_deals_are_compared_with_what_was_noted(
    tmp_path: Path,
) -> None:
    async def check() -> None:
        async with Harness() as server:
            guests = await Guests.at(server, tmp_path)
            links = [guests.host(), await guests.seated()]
            await asyncio.gather(*(play(link, Random(seat)) for seat, link in enumerate(links)))
            await compare(links[1], seat=1)
            for link in links:
                await link.command(Rematch(), (await link.fetch_update()).version)
            new = (await links[0].fetch_update()).state.rematch.table
            assert new is not None
            again = [await link.follow(new) for link in links]
            await again[0].get_ready()
            await again[0].command(Resign(), (await again[0].fetch_update()).version)
            for seat, link in enumerate(again):
                await compare(link, seat)

    async def compare(link: RemoteLink, seat: int) -> None:
        record, commitment = await link.record(), link.commitment
        proof = load_record(record).proof
        assert proof is not None
        assert proof.committed is not None
        committed, nonces = proof.committed, list(proof.nonces)
        noted = f"{committed.seat} {committed.sha256}"
        seen = nonces[1 - seat] if seat == committed.seat else ""
        assert commitment == DealCommitment(proof.commitment, nonces[seat], noted, seen)
        said = verified_words(record, commitment, EN)
        assert said.startswith("Verified")
        is_long = min(map(len, nonces)) >= 32
        assert ("This computer recorded that before" in said) == is_long
        changed = structs.replace(commitment, committed=f"{1 - committed.seat} {committed.sha256}")
        assert "is not the one noted before the match" in verified_words(record, changed, EN)
        if seen:
            changed = structs.replace(commitment, other_nonce="ab" * 16)
            assert "is missing from the deals" in verified_words(record, changed, EN)
        without = structs.replace(commitment, nonce="ab" * 32)
        assert "is missing from the deals" in verified_words(record, without, EN)

    run(check())


def test_a_nonce_that_is_elsewhere_is_not_made_up(tmp_path: Path) -> None:
    """The table was made in a browser: only there is the nonce that it is committed to."""

    async def check() -> None:
        async with Harness() as server:
            guests = await Guests.at(server, tmp_path)
            line = Line(server)
            link = guests.host(line)
            assert (await link.get_ready()).state.waits_for == (1,)
            await guests.link("Ben").join(guests.table.secret("invitation"), "Ben")
            with pytest.raises(NonceElsewhere, match="where you created the table"):
                await link.get_ready()
            await link.wait_for_update(1)
            assert not [one for one in line.sent if b"ready" in one.content]
            await guests.reveal()
            assert (await link.fetch_update()).state.phase is Phase.PLAYING

    run(check())


def test_who_watches_gives_no_share(tmp_path: Path) -> None:
    async def check() -> None:
        async with Harness() as server:
            guests = await Guests.at(server, tmp_path)
            link = guests.link("Cem")
            await link.watch(guests.table.secret("watch"))
            commitment = (await link.fetch_update()).state.commitment
            assert link.commitment == DealCommitment(commitment, committed=f"0 {COMMITTED}")

    run(check())


@pytest.mark.parametrize("table", ["../../api/device", "a?b", "", "a" * 65, "a\n"])
def test_a_rematch_is_at_a_table_of_the_server(tmp_path: Path, table: str) -> None:
    async def check() -> None:
        line = Line()
        link = RemoteLink(server_at(line, tmp_path), "t")
        with pytest.raises(NotAServer):
            await link.follow(table)
        assert not line.sent

    run(check())


def test_a_server_that_is_always_further_is_given_up(tmp_path: Path) -> None:
    async def check() -> None:
        line = Line()
        link = RemoteLink(server_at(line, tmp_path), "t")
        line.faults.extend(stale(version) for version in range(1, 50))
        with pytest.raises(NotAServer):
            await link.command(Resign(), 0)
        assert len(line.sent) == TRIES

    run(check())


def test_a_server_that_never_shows_what_it_confirmed_is_given_up(tmp_path: Path) -> None:
    async def check() -> None:
        async with Harness() as server:
            guests = await Guests.at(server, tmp_path)
            line = Line(server)
            link = await guests.seated(line=line)
            version = (await link.fetch_update()).version
            line.faults.append(answer({"version": version + 1000}))
            await link.command(Resign(), version)
            for _update in range(TRIES - 1):
                await link.wait_for_update(version, wait=0)
            with pytest.raises(NotAServer):
                await link.wait_for_update(version, wait=0)

    run(check())


@pytest.mark.parametrize(
    "ask", ["fetch_update", "legal_actions", "replay", "invitation", "command"]
)
def test_an_answer_of_another_shape_is_not_ours(tmp_path: Path, ask: str) -> None:
    given = {"invitation": ("secret",), "command": (Next(), 1)}.get(ask, ())

    async def check() -> None:
        for data in ({}, {"version": True}, {"version": 1.5, "state": {}}, {"version": 1e400}):
            line = Line()
            line.faults.append(httpx.Response(200, content=json.dumps(data).encode()))
            with pytest.raises(NotAServer):
                await getattr(RemoteLink(server_at(line, tmp_path), "t"), ask)(*given)

    run(check())


# The file of commitments


def test_what_was_noted_first_stays(tmp_path: Path) -> None:
    commitments = Commitments(tmp_path / "new" / "tables.json", ORIGIN)
    assert commitments.at("t") is None
    assert (
        commitments.note("t", DealCommitment("one"))
        == commitments.note("t", DealCommitment("two"))
        == DealCommitment("one")
    )
    given = commitments.choose_nonce("t")
    assert len(given.nonce) == 64
    assert (
        given
        == Commitments(commitments.file, ORIGIN).choose_nonce("t")
        == commitments.note("t", DealCommitment("two"))
    )
    elsewhere = Commitments(commitments.file, "https://other.example")
    assert elsewhere.note("t", DealCommitment("")) == DealCommitment("")
    assert commitments.file.stat().st_mode & 0o777 == 0o600


def test_only_the_newest_tables_are_kept(tmp_path: Path) -> None:
    commitments = Commitments(tmp_path / "tables.json", ORIGIN)
    many = {f"{ORIGIN}/t/{n}": {"commitment": "c", "nonce": ""} for n in range(MOST)}
    commitments.file.write_text(json.dumps(many))
    commitments.note("new", DealCommitment("c"))
    assert commitments.at("0") is None
    assert commitments.at("1") == commitments.at("new") == DealCommitment("c")


@pytest.mark.parametrize("text", ["{", "[]", '{"a": 1}', '{"a": {"nonce": ""}}', "[" * 100_000])
def test_a_damaged_file_is_named_and_left_as_it_is(tmp_path: Path, text: str) -> None:
    commitments = Commitments(tmp_path / "tables.json", ORIGIN)
    commitments.file.write_text(text)
    with pytest.raises(UnreadableCommitments, match=str(commitments.file)):
        commitments.at("t")
    with pytest.raises(UnreadableCommitments, match=str(commitments.file)):
        commitments.note("t", DealCommitment("c"))
    assert commitments.file.read_text() == text
