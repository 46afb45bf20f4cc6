"""A table on a server: the same interface as the page, over a line that may break at any time."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from jaipur.client.commitments import DeviceCookie, Devices, UnreadableDevices
from jaipur.client.link import (
    ConnectionLost,
    Link,
    MovedServer,
    NoServer,
    NotAServer,
    ServerRefused,
    UntrustedServer,
)
from jaipur.client.remote import RemoteLink
from jaipur.client.server import Server
from jaipur.errors import JaipurError
from jaipur.records import load_record, replay, verify
from jaipur.seats import BySeat
from jaipur.session.contract.basics import Phase
from jaipur.session.contract.commands import Act, Next, Rematch, Resign

from ..contract_values import round_of, turn_of
from ..nonces import INVITATION, NONCE
from ..patience import PATIENCE
from ..web.playing import AtTable, Harness, open_table, wary
from .lines import AFTER, BEFORE, ORIGIN, Line, Naps, server_at


def run(work: Coroutine[Any, Any, None]) -> None:
    async def patiently() -> None:
        async with asyncio.timeout(PATIENCE):
            await work

    asyncio.run(patiently())


def html(status: int = 200) -> httpx.Response:
    return httpx.Response(status, text="<h1>Welcome</h1>", headers={"content-type": "text/html"})


class Guests:
    """A server with a table whose second seat is open, and computers that know of it."""

    def __init__(self, harness: Harness, table: AtTable, folder: Path) -> None:
        self.harness = harness
        self.table = table
        self._folder = folder

    @classmethod
    async def at(cls, harness: Harness, folder: Path) -> Guests:
        first = harness.device()
        body = {"id": first.new_id(), "name": "Ana", "opponent": INVITATION}
        made = (await first.post("/api/tables", body)).json()
        table = AtTable(harness, made["table"], "invitation", BySeat(first, None), made)
        return cls(harness, table, folder)

    def link(self, name: str, language: str = "en", line: Line | None = None) -> RemoteLink:
        """The link of somebody with a computer of their own."""
        server = server_at(line or Line(self.harness), self._folder / name, language)
        return RemoteLink(server, self.table.id)

    def host(self, line: Line | None = None) -> RemoteLink:
        """The link of who made the table."""
        token = str(self.table.chair(0).token)
        Devices(self._folder / "Ana" / "servers.json").keep(
            ORIGIN, DeviceCookie("jaipur_device", token)
        )
        return self.link("Ana", line=line)

    async def seated(self, name: str = "Ben", line: Line | None = None) -> RemoteLink:
        """Somebody who has taken the seat."""
        link = self.link(name, line=line)
        await link.join(self.table.secret("invitation"), name)
        await self.reveal()
        return link

    async def reveal(self) -> None:
        """Let who made the table reveal their nonce, and the cards be dealt."""
        assert (await self.table.command(0, 2, "ready", nonce=NONCE)).status == 200


def test_a_seat_is_taken_and_found_again_by_the_same_computer(tmp_path: Path) -> None:
    async def check() -> None:
        async with Harness() as harness:
            guests = await Guests.at(harness, tmp_path)
            link: Link = await guests.seated()
            update = await link.fetch_update()
            assert update.state.seat == 1
            assert [seat.name for seat in update.state.seats] == ["Ana", "Ben"]
            await link.close()
            again = guests.link("Ben")
            assert await again.has_seat()
            stranger = guests.link("Cem")
            assert not await stranger.has_seat()
            with pytest.raises(ServerRefused) as refused:
                await stranger.fetch_update()
            assert refused.value.code == "unknown_table"

    run(check())


def test_looking_at_an_invitation_takes_no_seat(tmp_path: Path) -> None:
    async def check() -> None:
        async with Harness() as harness:
            guests = await Guests.at(harness, tmp_path)
            link = guests.link("Ben")
            seen = await link.invitation(guests.table.secret("invitation"))
            assert (seen.host, seen.open) == ("Ana", True)
            with pytest.raises(ServerRefused, match="not for this table"):
                await link.invitation("0" * 32)
            await link.join(guests.table.secret("invitation"), "Ben")
            assert not (await link.invitation(guests.table.secret("invitation"))).open

    run(check())


def test_two_computers_play_a_whole_match_and_a_rematch_begins(tmp_path: Path) -> None:
    async def check() -> None:
        async with Harness() as harness:
            guests = await Guests.at(harness, tmp_path)
            links = [guests.host(), await guests.seated()]
            await asyncio.gather(*(play(link, Random(seat)) for seat, link in enumerate(links)))
            state = (await links[0].fetch_update()).state
            assert max(state.seals) == 2
            record = load_record(await links[1].record())
            assert replay(record).seals.pair == state.seals
            assert verify(record) == len(state.results)
            assert (await links[0].replay()).steps[-1].phase is Phase.OVER
            await rematch(links)

    async def rematch(links: list[RemoteLink]) -> None:
        for link in links:
            await link.command(Rematch(), (await link.fetch_update()).version)
        new = (await links[0].fetch_update()).state.rematch.table
        assert new is not None
        again = [await link.follow(new) for link in links]
        for old in links:
            await old.close()
        # The new links still have their line; who offered it reveals when the other has come.
        await again[0].wait_for_update(1)
        assert [(await link.fetch_update()).state.phase for link in again] == [Phase.PLAYING] * 2
        for link in again:
            await link.close()

    run(check())


async def play(link: RemoteLink, chance: Random) -> None:
    """Act whenever the table waits for this seat, until the match is over."""
    update = await link.fetch_update()
    while (state := update.state).phase is not Phase.OVER:
        if state.seat not in state.waits_for:
            update = await link.wait_for_update(update.version)
            continue
        if state.phase is Phase.BETWEEN:
            await link.command(Next(), update.version)
        else:
            legal_actions = await link.legal_actions()
            shown = round_of(state)
            assert legal_actions.legal == shown.legal
            known = shown.sides[turn_of(state)].known
            assert known is not None
            action = wary([one.action for one in legal_actions.legal], known, chance)
            assert (await link.check(action)).legal
            await link.command(Act(action), update.version)
        update = await link.fetch_update()


@pytest.mark.parametrize("faults", [[BEFORE], [AFTER], [AFTER, BEFORE, AFTER], [html(502), AFTER]])
def test_a_command_whose_answer_was_lost_counts_once(tmp_path: Path, faults: list[Any]) -> None:
    async def check() -> None:
        async with Harness() as harness:
            guests = await Guests.at(harness, tmp_path)
            line = Line(harness)
            server = server_at(line, tmp_path / "Ben")
            await server.make_known()
            link = RemoteLink(server, guests.table.id)
            line.faults.extend(faults)
            version = await link.join(guests.table.secret("invitation"), "Ben")
            update = await link.fetch_update()
            assert (update.version, update.state.seat) == (version, 1)
            await guests.reveal()
            line.faults.extend(faults)
            assert await link.command(Resign(), version + 1) == version + 2
            ids = [json.loads(one.content)["id"] for one in line.sent if b"resign" in one.content]
            assert (len(ids), len(set(ids))) == (len(faults) + 1, 1)
            naps = server._sleep
            assert isinstance(naps, Naps)
            assert naps.taken == [0.5 * (n + 1) for n in range(len(faults))] * 2

    run(check())


def test_a_line_that_stays_broken_is_given_up(tmp_path: Path) -> None:
    async def check() -> None:
        line = Line()
        link = RemoteLink(server_at(line, tmp_path), "t")
        with pytest.raises(ConnectionLost, match=ORIGIN):
            await link.command(Next(), 3)
        assert len(line.sent) == 5
        with pytest.raises(ConnectionLost):
            await link.wait_for_update(3)
        assert len(line.sent) == 6  # whoever follows is told at once
        with pytest.raises(NoServer, match="check the address"):
            await server_at(line, tmp_path).greet()

    run(check())


def test_an_act_for_an_old_version_is_refused_and_other_commands_are_brought_up_to_date(
    tmp_path: Path,
) -> None:
    async def check() -> None:
        async with Harness() as harness:
            guests = await Guests.at(harness, tmp_path)
            link = await guests.seated()
            update = await link.fetch_update()
            with pytest.raises(ServerRefused) as refused:
                await link.command(Act("+G"), update.version - 1)
            assert (refused.value.code, refused.value.version) == (
                "stale_version",
                update.version,
            )
            assert await link.command(Resign(), 1) == update.version + 1

    run(check())


def test_refusals_come_in_the_language_of_the_person(tmp_path: Path) -> None:
    async def check() -> None:
        async with Harness() as harness:
            guests = await Guests.at(harness, tmp_path)
            for language, words in (("en", "not for this table"), ("fr", "pas pour cette table")):
                link = guests.link("Ben", language)
                with pytest.raises(ServerRefused, match=words):
                    await link.join("0" * 32, "Ben")

    run(check())


def test_a_busy_server_is_asked_again_when_it_says_so(tmp_path: Path) -> None:
    def busy(seconds: str, status: int = 429) -> httpx.Response:
        error = {"error": {"code": "too_many", "sentence": "Too much.", "version": None}}
        return httpx.Response(status, json=error, headers={"retry-after": seconds})

    async def check() -> None:
        async with Harness() as harness:
            line = Line(harness)
            server = server_at(line, tmp_path)
            line.faults.extend([busy("7"), busy("3", 503)])
            await server.make_known()
            naps = server._sleep
            assert isinstance(naps, Naps)
            assert naps.taken == [7.0, 3.0]
            # Nobody waits for ever, nor for ever and ever.
            for pauses in (["3600"], ["1"] * 9, ["soon"]):
                line.faults.clear()
                line.faults.extend(map(busy, pauses))
                with pytest.raises(ServerRefused, match=r"Too much\."):
                    await server.make_known()

    run(check())


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (html(), NotAServer),
        (html(404), NotAServer),
        (httpx.Response(200, json=[1]), NotAServer),
        (httpx.Response(200, json={"status": "ok"}), NotAServer),
        (httpx.Response(404, json={"detail": "Not Found"}), NotAServer),
        (httpx.Response(200, text="[" * 100_000), NotAServer),
        (httpx.Response(200, content=b"x" * 9_000_000), NotAServer),
        (httpx.Response(301, headers={"location": "https://elsewhere.example/"}), MovedServer),
        (html(502), NoServer),
    ],
    ids=str,
)
def test_whoever_is_not_our_server_is_told_from_it(
    tmp_path: Path, answer: httpx.Response, error: type[JaipurError]
) -> None:
    async def check() -> None:
        line = Line()
        line.faults.append(answer)
        with pytest.raises(error, match=ORIGIN):
            await server_at(line, tmp_path).greet()
        assert len(line.sent) == 1

    run(check())


def test_a_server_that_is_not_well_is_ours_all_the_same(tmp_path: Path) -> None:
    async def check() -> None:
        line = Line()
        ill = {"status": "store_full", "bots_ready": True}
        line.faults.append(httpx.Response(503, json=ill))
        await server_at(line, tmp_path).greet()
        assert len(line.sent) == 1

    run(check())


def test_a_certificate_that_does_not_hold_is_told_at_once(tmp_path: Path) -> None:
    async def check() -> None:
        line = Line()
        error = httpx.ConnectError("certificate")
        error.__cause__ = ssl.SSLCertVerificationError("self-signed")
        line.faults.append(error)
        with pytest.raises(UntrustedServer, match="certificate"):
            await server_at(line, tmp_path).make_known()
        assert len(line.sent) == 1

    run(check())


def test_a_server_cannot_write_to_the_terminal(tmp_path: Path) -> None:
    async def check() -> None:
        line = Line()
        said = ["\x1b[2JA\u202eb", "é😀\u00a0!", "\u200b\u00ad\ue000"]
        line.faults.append(httpx.Response(200, json={"\x1b]0;": said}))
        answer = await server_at(line, tmp_path).get("/", dict[str, Any])
        assert answer == {"\ufffd]0;": ["\ufffd[2JA\ufffdb", "é😀\u00a0!", "\ufffd" * 3]}

    run(check())


def test_watching_shows_no_hand(tmp_path: Path) -> None:
    async def check() -> None:
        async with Harness() as harness:
            table = await open_table(harness)
            await table.command(0, 2, "ready", nonce=NONCE)
            link = RemoteLink(server_at(Line(harness), tmp_path), table.id)
            await link.watch(table.secret("watch"))
            state = (await link.begun()).state
            assert state.seat is None
            assert [side.hand for side in round_of(state).sides] == [None, None]

    run(check())


def test_the_host_waits_until_somebody_has_taken_the_seat(tmp_path: Path) -> None:
    async def check() -> None:
        async with Harness() as harness:
            guests = await Guests.at(harness, tmp_path)
            line = Line(harness)
            line.faults.extend([None, BEFORE])  # a break while waiting
            waiting = asyncio.create_task(guests.host(line).begun())
            await guests.seated()
            assert (await waiting).state.phase is Phase.PLAYING

    run(check())


# The file of cookies


def test_cookies_are_kept_by_server_for_their_owner_alone(tmp_path: Path) -> None:
    devices = Devices(tmp_path / "new" / "servers.json")
    assert devices.at(ORIGIN) is None
    devices.keep(ORIGIN, DeviceCookie("jaipur_device", "one"))
    devices.keep("https://other.example", DeviceCookie("jaipur_device_9999", "two"))
    assert Devices(devices.file).at(ORIGIN) == DeviceCookie("jaipur_device", "one")
    assert devices.at("https://other.example") == DeviceCookie("jaipur_device_9999", "two")
    assert devices.file.stat().st_mode & 0o777 == 0o600


def test_a_cookie_goes_to_its_own_server_only(tmp_path: Path) -> None:
    async def check() -> None:
        async with Harness() as harness:
            line = Line(harness)
            server = server_at(line, tmp_path)
            await server.make_known()
            await server.make_known()
            assert "cookie" not in line.sent[0].headers
            assert line.sent[1].headers["cookie"].startswith("jaipur_device=")
            devices = Devices(tmp_path / "servers.json")
            away = Line()
            away.faults.append(httpx.Response(200, json={}))
            elsewhere = Server("https://elsewhere.example", "en", devices, transport=away)
            await elsewhere.make_known()
            assert "cookie" not in away.sent[0].headers

    run(check())


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"a": 1}', '{"a": {"cookie": "x", "token": "y"}}', "\0", "[" * 100_000]
)
def test_a_damaged_file_is_named_and_left_as_it_is(tmp_path: Path, text: str) -> None:
    file = tmp_path / "servers.json"
    file.write_text(text)
    with pytest.raises(UnreadableDevices, match=str(file)):
        Devices(file).at(ORIGIN)
    with pytest.raises(UnreadableDevices, match=str(file)):
        Devices(file).keep(ORIGIN, DeviceCookie("jaipur_device", "one"))
    assert file.read_text() == text
