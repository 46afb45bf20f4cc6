"""A server store of version 0.1 opens, its tables continue, and finished matches verify."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from jaipur.client.remote import RemoteLink
from jaipur.records import load_record, replay, verify

from ..client.lines import Line, server_at
from ..nonces import COMMITTED
from ..submitting import submission
from ..web.playing import AtTable, Client, Data, Harness, join
from .fixtures import EACH, Kept, give, shown_to

UNFINISHED = ("people", "bot", "one device", "clocks", "between rounds", "rematch")
WAITING = ("waits for a nonce", "waits for a nonce and has clocks")
OVER = {"finished": "finished", "played again": "resigned"}
"""Tables that are over, and the records that were written of them then."""


async def play_on(table: AtTable) -> Data:
    """Play to the end of the match, by some legal actions; the last that was shown."""
    chance = Random(5)
    while (shown := await shown_to(table))["state"]["phase"] != "over":
        await table.step(shown, chance)
    return shown


async def check_over(table: AtTable) -> str:
    """A match that is over has a record that verifies and a replay; its record."""
    shown = await shown_to(table)
    client = table.chair(0)
    text = (await client.get(f"{table.path}/record")).body.decode()
    record = load_record(text)
    assert verify(record) == len(record.rounds)
    assert list(replay(record).seals) == shown["state"]["seals"]
    replayed = await client.get(f"{table.path}/replay")
    assert replayed.status == 200
    steps = replayed.json()["steps"]
    assert steps[-1]["phase"] == "over"
    assert len(steps) > len(record.rounds)
    return text


@EACH
@pytest.mark.parametrize("name", [*UNFINISHED, *WAITING, "rematch waits"])
def test_an_unfinished_match_goes_on_to_its_end(tmp_path: Path, written: str, name: str) -> None:
    kept = Kept.copy(written, tmp_path)
    # A rematch was created by nobody: those who agreed to it sit there.
    before = {"rematch": "played again", "rematch waits": "rematch agreed"}.get(name, name)

    async def go_on(harness: Harness) -> None:
        table = kept.table(harness, name, kept.tokens_at(before)[:2])
        left = await shown_to(table)
        assert left["state"]["phase"] != "over"
        over = await play_on(table)
        assert over["state"]["ending"]["cause"] == "seals"
        assert over["version"] > left["version"]
        await check_over(table)

    kept.serve(go_on)


@EACH
@pytest.mark.parametrize("name", OVER)
def test_a_match_that_is_over_has_the_record_it_had(
    tmp_path: Path, written: str, name: str
) -> None:
    kept = Kept.copy(written, tmp_path)

    async def look(harness: Harness) -> None:
        now = load_record(await check_over(kept.table(harness, name)))
        then = load_record((kept.folder / f"{OVER[name]}.jaipur").read_text("utf-8"))
        assert (now.rounds, now.proof) == (then.rounds, then.proof)

    kept.serve(look)


@EACH
def test_whatever_is_sent_again_is_answered_as_then(tmp_path: Path, written: str) -> None:
    kept = Kept.copy(written, tmp_path)
    again = [one for one in kept.sent if is_taken_today(one, written)]
    assert len(again) > len(kept.sent) * 0.8

    async def send_again(harness: Harness) -> None:
        for one in again:
            reply = await harness.device(one["token"]).post(
                one["path"], body_today(one, one["body"])
            )
            assert (reply.status, reply.code) == (one["status"], ""), one
            named = "table" if one["path"] == "/api/tables" else "version"
            assert reply.json().get(named) == one["answer"][named], one

    kept.serve(send_again)


def body_today(one: Data, body: Data) -> Data:
    """A body as it is sent today: what a command wants is inside of how it is sent."""
    return submission(**body) if one["path"].endswith("/commands") else body


def is_taken_today(one: Data, written: str) -> bool:
    """Since deals have a committed nonce, it belongs to an invitation and to a rematch."""
    kind = one["body"].get("kind", "")
    is_invitation = one["body"].get("opponent", {}).get("kind") == "invitation"
    return written == "last" or not (kind == "rematch" or is_invitation)


@EACH
def test_an_old_id_is_no_other_command(tmp_path: Path, written: str) -> None:
    kept = Kept.copy(written, tmp_path)
    acts = [one for one in kept.sent if one["body"].get("kind") == "act"]

    async def reuse(harness: Harness) -> None:
        for one in (acts[0], acts[-1]):
            body = one["body"] | {"version": one["body"]["version"] + 1}
            reply = await harness.device(one["token"]).post(one["path"], body_today(one, body))
            assert reply.code == "command_reused"

    kept.serve(reuse)


@EACH
def test_clocks_run_for_who_is_to_act(tmp_path: Path, written: str) -> None:
    kept = Kept.copy(written, tmp_path)

    async def look(harness: Harness) -> None:
        table = kept.table(harness, "clocks")
        shown = await shown_to(table)
        seat = shown["state"]["waits_for"][0]
        assert shown["now"]["running"] == [seat]
        most = 600_000 + 5_000 * shown["version"]
        assert all(0 < left <= most for left in shown["now"]["clocks_ms"])
        await table.step(shown, Random(1))
        assert (await shown_to(table))["now"]["running"] == [1 - seat]

    kept.serve(look)


@EACH
def test_a_friend_can_still_come(tmp_path: Path, written: str) -> None:
    kept = Kept.copy(written, tmp_path)
    name = "waits for a friend"

    async def come(harness: Harness) -> None:
        table = kept.table(harness, name, kept.tokens_at(name)[:1])
        made = next(one for one in kept.sent if one["answer"]["table"] == table.id)
        friend = harness.device()
        table = AtTable(harness, table.id, "invitation", table.chairs, made["answer"])
        await join(table, friend)
        table.chairs = table.chairs.replace(1, friend)
        await table.step(await shown_to(table), Random(1))
        assert (await shown_to(table))["state"]["phase"] == "playing"

    kept.serve(come)


@EACH
def test_a_rematch_that_was_offered_is_accepted(tmp_path: Path, written: str) -> None:
    kept = Kept.copy(written, tmp_path)

    async def accept(harness: Harness) -> None:
        table = kept.table(harness, "rematch offered")
        shown = await shown_to_anybody(table)
        reply = await table.command(0, shown["version"], "rematch", nonce_commitment=COMMITTED)
        assert reply.status == 200, reply.body
        new = (await shown_to_anybody(table))["state"]["rematch"]["table"]
        again = AtTable(harness, new, "invitation", table.chairs, {})
        while (shown := await shown_to_anybody(again))["state"]["phase"] == "waiting":
            await again.step(shown, Random(1))
        assert shown["state"]["phase"] == "playing"

    async def shown_to_anybody(table: AtTable) -> Data:
        found: Data = (await table.chair(0).get(table.path)).json()
        return found

    kept.serve(accept)


@EACH
def test_everybody_finds_their_tables_and_who_watched_watches(tmp_path: Path, written: str) -> None:
    kept = Kept.copy(written, tmp_path)

    async def find(harness: Harness) -> None:
        for name in (*UNFINISHED[:-1], *WAITING, *OVER, "closed"):
            for token in kept.tokens_at(name)[:2]:
                assert kept.id_of(name) in await tables_of(harness.device(token))
        (closed,) = (await tables_of(harness.device(kept.tokens_at("closed")[0]))).values()
        assert (closed["phase"], closed["cause"]) == ("over", "closed")
        watcher = harness.device(kept.tokens_at("finished")[2])
        reply = await watcher.get(f"/api/tables/{kept.id_of('finished')}")
        assert reply.json()["state"]["seat"] is None

    async def tables_of(client: Client) -> dict[str, Data]:
        return {row["table"]: row for row in (await client.get("/api/tables")).json()["tables"]}

    kept.serve(find)


@EACH
def test_the_seat_of_a_terminal_is_found_again(tmp_path: Path, written: str) -> None:
    kept = Kept.copy(written, tmp_path)

    async def come_back(harness: Harness) -> None:
        server = server_at(Line(harness), kept.home)
        link = RemoteLink(server, kept.id_of("from a terminal"))
        update = await link.fetch_update()
        assert update.state.seat == 1
        if written == "last":
            assert link.commitment is not None
            assert link.commitment.nonce  # the nonce that was given then
        assert await give(link, "resign", update.version) == update.version + 1
        record = load_record(await link.record())
        assert verify(record) == 1
        await link.server.close()

    kept.serve(come_back)
