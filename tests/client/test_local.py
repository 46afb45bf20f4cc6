"""The local server of the terminal: tables in this process, kept in a file."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from jaipur.client.link import Link
from jaipur.client.local import LocalLink, LocalServer, SavedMatch, open_local_server
from jaipur.deals import SeededDeals
from jaipur.errors import Code, IllegalAction, SessionError
from jaipur.records import load_record, replay, verify
from jaipur.records.model import HEADER_NAMES
from jaipur.seats import Seat, other
from jaipur.session.contract.basics import Phase
from jaipur.session.contract.commands import Act, Next, Rematch, Resign
from jaipur.session.contract.responses import Update
from jaipur.session.contract.state import State
from jaipur.session.table_request import TableRequest
from jaipur.store.faults import FileInUse, NewerFile, NotAStoreFile
from jaipur.store.memory import MemoryStore
from jaipur.store.protocol import StoreFull
from jaipur.store.sqlite import SqliteStore
from jaipur.store.values import Append

from ..contract_values import round_of, turn_of


def on_server(work: Any) -> Any:
    async def inside() -> Any:
        async with LocalServer(MemoryStore()) as server:
            return await work(server)

    return asyncio.run(inside())


async def play_first_legal(link: Link, actions: int = 10_000) -> list[str]:
    """Play the first legal action each time, until the match is over or so many were played."""
    played: list[str] = []
    update = await link.fetch_update()
    while update.state.phase is not Phase.OVER and len(played) < actions:
        state = update.state
        if state.phase is Phase.BETWEEN:
            await link.command(Next(), update.version)
        elif turn_of(state) == state.seat:
            played.append(round_of(state).legal[0].action)
            await link.command(Act(played[-1]), update.version)
        update = await newer(link, update.version)
    return played


async def newer(link: Link, version: int) -> Update:
    """The first update after a version."""
    while (update := await link.wait_for_update(version)).version == version:
        pass
    return update


def test_the_same_seed_and_actions_give_the_same_match() -> None:
    async def play(server: LocalServer) -> str:
        link = await server.create(TableRequest("Ana", bot="greedy", seed=7))
        await play_first_legal(link)
        return await link.record()

    first, second = (load_record(on_server(play)) for _ in range(2))
    assert first.rounds == second.rounds
    assert first.rounds[0].cards == SeededDeals(7).deal(0).letters
    assert first.rounds[1].cards == SeededDeals(7).deal(1).letters
    assert replay(first).result is not None
    assert ("Deals", "from seed 7, which cannot be verified") in first.headers
    with pytest.raises(Exception, match="cannot be verified"):
        verify(first)


def test_a_match_without_a_seed_can_be_verified_and_is_new_each_time() -> None:
    async def play(server: LocalServer) -> str:
        link = await server.create(TableRequest("Ana", bot="random"))
        update = await link.fetch_update()
        await link.command(Resign(), update.version)
        return await link.record()

    first, second = (load_record(on_server(play)) for _ in range(2))
    assert verify(first) == 1
    assert first.proof is not None
    assert first.proof.nonces[0]
    assert first.rounds[0].cards != second.rounds[0].cards
    assert dict(first.headers)[HEADER_NAMES[1]] == "Random"


def test_two_people_see_their_own_hand_and_nobody_a_hand_without_asking() -> None:
    async def look(server: LocalServer) -> None:
        link = await server.create(TableRequest("Ana", other_name="Ben", seed=3))
        public = (await link.fetch_update()).state
        assert public.seat is None
        assert [side.hand for side in round_of(public).sides] == [None, None]
        seats: tuple[Seat, Seat] = (0, 1)
        for seat in seats:
            sides = round_of((await link.fetch_update(seat)).state).sides
            assert sides[seat].hand is not None
            assert sides[1 - seat].hand is None

    on_server(look)


def test_what_is_refused_changes_nothing() -> None:
    async def refused(server: LocalServer) -> None:
        link = await server.create(TableRequest("Ana", other_name="Ben", seed=3))
        before = await link.fetch_update()
        turn = turn_of(before.state)
        with pytest.raises(IllegalAction):
            await link.command(Act("+KK-DD"), before.version, turn)
        with pytest.raises(SessionError):
            await link.command(Act("+KKK"), before.version - 1, turn)
        with pytest.raises(SessionError):
            await link.command(Act("+KKK"), before.version, other(turn))
        assert (await link.check("+KK-DD", turn)).legal is False
        assert await link.fetch_update() == before

    on_server(refused)


def test_an_act_for_an_old_version_is_refused_and_other_commands_fit_any() -> None:
    async def play(server: LocalServer) -> None:
        link = await server.create(TableRequest("Ana", bot="greedy", seed=7))
        update = await link.fetch_update()
        with pytest.raises(SessionError) as refused:
            await link.command(Act("+G"), update.version - 1)
        assert (refused.value.code, refused.value.version) == (
            Code.STALE_VERSION,
            update.version,
        )
        assert await link.command(Resign(), 1) == update.version + 1

    on_server(play)


def test_a_rematch_is_dealt_at_once() -> None:
    async def again(server: LocalServer) -> Any:
        link = await server.create(TableRequest("Ana", bot="random", seed=3))
        version = await link.command(Resign(), (await link.fetch_update()).version)
        await link.command(Rematch(), version)
        table = (await link.fetch_update()).state.rematch.table
        assert table is not None
        return (await (await link.follow(table)).fetch_update()).state

    state = on_server(again)
    assert state.phase is Phase.PLAYING
    assert state.commitment  # the new deals are nobody's to predict


def test_matches_are_listed_and_deleted() -> None:
    async def tidy(server: LocalServer) -> None:
        first = await server.create(TableRequest("Ana", bot="random"))
        second = await server.create(TableRequest("Ana", other_name="Ben"))
        assert {one.row.table for one in await server.matches()} == {first.table, second.table}
        await server.delete(first.table)
        assert [one.row.table for one in await server.matches()] == [second.table]
        with pytest.raises(SessionError):
            await first.fetch_update()

    on_server(tidy)


def in_file(file: Path, work: Any) -> Any:
    async def inside(server: LocalServer) -> Any:
        async with server:
            return await work(server)

    with open_local_server(file) as server:
        return asyncio.run(inside(server))


def test_a_match_goes_on_where_it_was_left(tmp_path: Path) -> None:
    file = tmp_path / "new" / "matches.sqlite"

    async def begin(server: LocalServer) -> tuple[str, State]:
        link = await server.create(TableRequest("Ana", bot="greedy", seed=11))
        await play_first_legal(link, 5)
        update = await link.fetch_update()
        while turn_of(update.state) != 0:
            update = await newer(link, update.version)
        return link.table, update.state

    async def go_on(server: LocalServer) -> Any:
        (kept,) = await server.matches()
        link: LocalLink = await server.link(kept.row.table)
        return (await link.fetch_update()).state

    table, left = in_file(file, begin)
    found = in_file(file, go_on)
    assert found.table == table
    assert found == left
    with open_local_server(file) as server:
        assert server.record(table) is None  # its cards are still secret


def test_files_that_cannot_be_used_are_left_as_they_are(tmp_path: Path) -> None:
    strange = tmp_path / "strange.sqlite"
    strange.write_bytes(b"not a store" * 1000)
    with pytest.raises(NotAStoreFile):
        open_local_server(strange)
    assert strange.read_bytes() == b"not a store" * 1000

    newer_file = tmp_path / "newer.sqlite"
    with open_local_server(newer_file):
        pass
    make_newer(newer_file)
    before = newer_file.read_bytes()
    with pytest.raises(NewerFile):
        open_local_server(newer_file)
    assert newer_file.read_bytes() == before


def make_newer(file: Path) -> None:
    """Let a store file be one of a later version of the program."""
    import apsw

    connection = apsw.Connection(str(file))
    connection.pragma("user_version", 99)
    connection.close()


def test_a_file_that_a_server_uses_is_left_to_it(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    server = SqliteStore(file)
    with pytest.raises(FileInUse, match="--data"):
        open_local_server(file)
    with open_local_server(file, keeps=False):
        pass  # what is not kept needs no file
    server.close()


def test_a_table_that_could_not_be_dealt_is_not_kept() -> None:
    class Full(MemoryStore):
        """A store with room for the table, and for nothing more."""

        def append(self, writes: Sequence[Append]) -> Future[None]:
            if writes[0].event.sequence == 1:
                return super().append(writes)
            future: Future[None] = Future()
            future.set_exception(StoreFull())
            return future

    async def begin() -> list[SavedMatch]:
        async with LocalServer(Full()) as server:
            with pytest.raises(StoreFull):
                await server.create(TableRequest("Ana", bot="random"))
            return await server.matches()

    assert asyncio.run(begin()) == []
