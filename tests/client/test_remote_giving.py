"""To a server that shows other commitments than at first, or asks too early, nothing is given."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from jaipur.client.commitments import Commitments, NonceElsewhere
from jaipur.client.link import ServerRefused
from jaipur.client.remote import OtherCommitment, RemoteLink
from jaipur.deals import nonce_commitment
from jaipur.session.contract.basics import Phase
from jaipur.session.contract.commands import Rematch, Resign
from jaipur.session.contract.state import NonceCommitted

from ..contract_values import changed
from ..nonces import COMMITTED
from ..web.playing import Harness
from .lines import AFTER, BEFORE, ORIGIN, Line
from .test_remote import Guests, run
from .test_remote_trust import OTHER, answer

CHANGES: list[dict[str, Any]] = [
    {"commitment": OTHER},
    {"nonce_commitment": None},
    {"nonce_commitment": {"seat": 0, "sha256": OTHER, "reveal_seconds": 60}},
    {"nonce_commitment": {"seat": 1, "sha256": COMMITTED, "reveal_seconds": 60}},
]


def sent_to(line: Line) -> list[str]:
    return [one.url.path.rpartition("/")[2] for one in line.sent]


def shares(line: Line) -> list[str]:
    """What was given with each try to take the seat."""
    return [json.loads(one.content)["nonce"] for one in line.sent if one.url.path.endswith("/join")]


def refused() -> Any:
    return answer({"error": {"code": "too_many", "sentence": "Too many.", "version": None}}, 429)


@pytest.mark.parametrize("other", CHANGES)
@pytest.mark.parametrize("looks", [True, False])
def test_a_seat_is_not_asked_for_again_under_other_commitments(
    tmp_path: Path, other: dict[str, Any], looks: bool
) -> None:
    async def check() -> None:
        async with Harness() as server:
            guests = await Guests.at(server, tmp_path)
            secret, line = guests.table.secret("invitation"), Line(server)
            link = guests.link("Ben", line=line)
            shown = await link.invitation(secret)
            line.faults.append(refused())
            with pytest.raises(ServerRefused):
                await link.join(secret, "Ben")
            again = guests.link("Ben", line=line)
            line.faults.append(answer(changed(shown, **other)))
            with pytest.raises(OtherCommitment, match="a different commitment"):
                await tried(again, secret)
            assert sent_to(line) == ["invitation", "join", "invitation"]
            await guests.link("Ben", line=line).join(secret, "Ben")
            assert len(set(shares(line))) == 1

    async def tried(link: RemoteLink, secret: str) -> None:
        if looks:
            await link.invitation(secret)
        await link.join(secret, "Ben")

    run(check())


@pytest.mark.parametrize("fault", [BEFORE, AFTER])
def test_an_answer_that_was_lost_is_asked_for_again_under_the_same_commitments(
    tmp_path: Path, fault: str
) -> None:
    async def check() -> None:
        async with Harness() as server:
            guests = await Guests.at(server, tmp_path)
            secret, line = guests.table.secret("invitation"), Line(server)
            link = guests.link("Ben", line=line)
            await link.server.make_known()
            await link.invitation(secret)
            line.faults.append(fault)
            await link.join(secret, "Ben")
            assert len(shares(line)) == 2
            assert len(set(shares(line))) == 1
            assert not (await guests.link("Ben", line=line).invitation(secret)).open

    run(check())


async def rematch(guests: Guests, line: Line) -> tuple[RemoteLink, str]:
    """Ben has offered a rematch, and Ana has accepted it: the link to the old table, the new id."""
    ben, ana = await guests.seated(line=line), guests.host()
    await ben.command(Resign(), (await ben.fetch_update()).version)
    for link in (ben, ana):
        await link.command(Rematch(), (await link.fetch_update()).version)
    new = (await ben.fetch_update()).state.rematch.table
    assert new is not None
    return ben, new


def test_a_share_is_not_revealed_before_the_other_one_is_there(tmp_path: Path) -> None:
    async def check() -> None:
        async with Harness() as server:
            guests, line = await Guests.at(server, tmp_path), Line(server)
            ben, new = await rematch(guests, line)
            again = await ben.follow(new)
            early = await again.fetch_update()
            state = early.state
            assert state.nonce_commitment is not None
            assert state.nonce_commitment.other_nonce is None
            assert state.seat is not None
            asking = replace(state, waits_for=(state.seat,))
            line.faults.append(answer(replace(early, state=asking)))
            await again.get_ready()
            assert not [one for one in line.sent if b'"ready"' in one.content]
            await guests.host().follow(new)
            assert (await again.get_ready()).state.phase is Phase.PLAYING

    run(check())


def test_whoever_waits_in_a_rematch_reads_that_the_commitment_has_changed(tmp_path: Path) -> None:
    async def check() -> None:
        async with Harness() as server:
            guests, line = await Guests.at(server, tmp_path), Line(server)
            ben, new = await rematch(guests, line)
            again = await ben.follow(new)
            version = (await again.fetch_update()).version
            await guests.host().follow(new)
            asked = await again.fetch_update()
            state = replace(asked.state, commitment=OTHER)
            line.faults.append(answer(replace(asked, state=state)))
            with pytest.raises(OtherCommitment):
                await again.wait_for_update(version)
            assert not [one for one in line.sent if b'"ready"' in one.content]

    run(check())


def test_who_offered_a_rematch_gives_nothing_to_one_without_a_commitment(tmp_path: Path) -> None:
    """Otherwise the other player, who could be the host, would give the last share."""

    async def check() -> None:
        async with Harness() as server:
            guests, line = await Guests.at(server, tmp_path), Line(server)
            ben, new = await rematch(guests, line)
            shown = (await guests.host().follow(new)).fetch_update()
            update = await shown
            state = replace(update.state, seat=1, waits_for=(1,), nonce_commitment=None)
            line.faults.append(answer(replace(update, state=state)))
            with pytest.raises(OtherCommitment):
                await ben.follow(new)
            assert not [one for one in line.sent if b'"ready"' in one.content]

    run(check())


class Late(Commitments):
    """Another window of this computer is quicker, just before this one gets the file."""

    quicker: Commitments | None = None
    shown: NonceCommitted

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if self.quicker is not None:
            window, self.quicker = self.quicker, None
            window.reveal("one", "old", self.shown)
        with super()._alone():
            yield


def test_two_windows_do_not_reveal_one_share_at_two_tables(tmp_path: Path) -> None:
    file = tmp_path / "tables.json"
    late = Late(file, ORIGIN)
    late.shown = NonceCommitted(0, late.offer("old"), 60, "ab" * 16)
    late.quicker = Commitments(file, ORIGIN)
    with pytest.raises(NonceElsewhere):
        late.reveal("two", "old", late.shown)
    kept = late.at("one")
    assert kept is not None
    assert nonce_commitment(bytes.fromhex(kept.nonce)) == late.shown.sha256
