"""`LocalServer`: tables that run in this process, saved in the player's own store file."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self

from ..errors import Code, JaipurError, SessionError
from ..records import write_record
from ..seats import Seat
from ..session.contract.basics import Phase
from ..session.contract.commands import Act, Command, Ready
from ..session.contract.responses import CheckedAction, LegalActions, ListedTable, Replay, Update
from ..session.explain import checked
from ..session.export import finished_record, record_of_table
from ..session.opponents import check_bot
from ..session.owner import Owner
from ..session.people import Person, hash_token, own_player
from ..session.projection import WATCHER, Viewer, legal_actions_for, view_of
from ..session.replay import replay_of
from ..session.table_request import TableRequest
from ..session.tables import Tables
from ..store.memory import MemoryStore
from ..store.protocol import Store
from ..store.values import BEGINNING, Cursor
from ..texts import texts
from .commitments import DealCommitment
from .files import home_folder
from .link import LONGEST_WAIT, Link
from .local_bots import LocalBots

NONCE_BYTES = 16
_HASH = hash_token("whoever plays at this computer")
ME = Person(_HASH, frozenset([own_player(_HASH)]))
"""The file has a single owner, so no token is needed."""


class SavedMatch(NamedTuple):
    """A match in the list of saved matches."""

    row: ListedTable
    is_open_elsewhere: bool
    """Whether another process has it open."""


def data_file() -> Path:
    """The default file for the terminal's matches."""
    return home_folder() / "matches.sqlite"


def open_local_server(
    file: Path | None = None, *, keeps: bool = True, language: str = "en"
) -> LocalServer:
    """A local server over a store file; without `keeps`, nothing is saved."""
    if not keeps:
        return LocalServer(MemoryStore(), language)
    from ..store.sqlite import SqliteStore  # slow to import

    store = SqliteStore(file or data_file(), is_shared=True)
    return LocalServer(store, language, store.file)


class LocalServer:
    """The tables of one person, with bots.

    Use `async with` to play. Wrap it in `with`, which closes the store file at the end, to read
    the matches afterwards. Other processes may share the file: a match is locked while it is
    played, and it is read from the store only once it is locked.
    """

    def __init__(self, store: Store, language: str = "en", file: Path | None = None) -> None:
        from ..store.open_matches import OpenMatches  # slow to import

        self.language = language
        """The language of all texts."""
        self._store = store
        self._opened = OpenMatches(file)
        self._bots = LocalBots()
        self.tables = Tables(store, self._bots)

    async def start(self) -> None:
        """Start serving tables."""
        await self.tables.start()

    async def stop(self) -> None:
        """Finish pending work and stop."""
        await self.tables.stop()
        self._opened.close_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._opened.close_all()
        self._store.close()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.stop()

    async def create(self, request: TableRequest) -> LocalLink:
        """Create a match and deal the first round."""
        await asyncio.to_thread(self._opened.check_file)
        owner = await self.tables.create(ME, secrets.token_hex(16), request)
        try:
            return await self.link(owner.table.id)
        except JaipurError:
            with suppress(JaipurError):  # a table without cards is useless
                await self.delete(owner.table.id)
            raise

    async def link(self, table: str) -> LocalLink:
        """Open a table of this server and start its match if needed.

        Raises if another process has the match open.
        """
        await asyncio.to_thread(self._opened.open, table)
        try:
            return await self._link(table)
        except BaseException:
            await self.finish_and_unload(table)
            raise

    async def finish_and_unload(self, table: str) -> None:
        """Finish pending work at a table and release its lock."""
        await self.tables.finish_and_unload(table)
        self._opened.close(table)

    async def _link(self, table: str) -> LocalLink:
        owner = await self.tables.owner(table)
        for occupant in owner.table.seats:
            if occupant.bot is not None:
                if owner.table.phase is not Phase.OVER:
                    check_bot(occupant.bot)
                await self._bots.get_ready(occupant.bot)
        link = LocalLink(self, owner)
        if owner.table.phase is Phase.WAITING:
            nonce = "" if owner.table.created.seed is not None else secrets.token_hex(NONCE_BYTES)
            seat = owner.table.seats_of(ME.players)[0]
            await link.command(Ready(nonce), owner.table.version, seat)
        return link

    async def matches(self) -> list[SavedMatch]:
        """All matches: unfinished ones first, then the most recently played."""
        elsewhere = self._opened.elsewhere()
        matches: list[SavedMatch] = []
        before = BEGINNING
        while True:
            page = await self.tables.tables_of(ME, before)
            matches += [SavedMatch(row, row.table in elsewhere) for row in page.tables]
            if page.next is None:
                return matches
            before = Cursor.parse(page.next)

    def record(self, table: str) -> str | None:
        """The record of a match, or None if it is not over."""
        return finished_record(self._store.events(table))

    async def finished_record(self, table: str) -> str:
        """The record of a finished match; the match need not be open."""
        record = await asyncio.to_thread(finished_record, await self.tables.events(table))
        if record is None:
            raise SessionError(Code.MATCH_NOT_OVER)
        return record

    async def replay(self, table: str) -> Replay:
        """A finished match step by step; the match need not be open."""
        viewer = await self.tables.replay_viewer(table, ME, self.language)
        events = await self.tables.events(table)
        return await asyncio.to_thread(replay_of, events, viewer or WATCHER)

    async def delete(self, table: str) -> None:
        """Delete a match permanently; raises if another process has it open."""
        await asyncio.to_thread(self._opened.open, table)
        try:
            await self.tables.finish_and_unload(table)
            await asyncio.wrap_future(self._store.delete(table))
        finally:
            await self.finish_and_unload(table)


class LocalLink(Link):
    """A `Link` to a table in this process."""

    def __init__(self, server: LocalServer, owner: Owner) -> None:
        self.table = owner.table.id
        self.commitment = DealCommitment(owner.table.commitment)
        self._server = server
        self._owner = owner
        self._is_closed = False

    def set_language(self, language: str) -> None:
        """Receive texts in another language from now on."""
        self._server.language = language

    async def fetch_update(self, seat: Seat | None = None) -> Update:
        """The table now, with the log of the round."""
        owner, viewer = await self._viewed(seat)
        return owner.listeners.update(viewer, None)

    async def wait_for_update(
        self, after: int, seat: Seat | None = None, wait: float = LONGEST_WAIT
    ) -> Update:
        """The update after a version, as soon as there is one."""
        owner, viewer = await self._viewed(seat)
        if after == owner.table.version:
            listener = owner.listeners.add(viewer, after, owner.table.seats_of(ME.players))
            try:
                listener.mark_presence_seen()
                await listener.wait(wait)
            finally:
                listener.leave()
            owner, viewer = await self._viewed(seat)
        return owner.listeners.update(viewer, after)

    async def command(self, command: Command, version: int, seat: Seat | None = None) -> int:
        """Send a command made for a version; it is durable when this returns."""
        owner = await self._current_owner()
        mine = self._server.tables.seat_of(owner, ME, seat)
        required = version if isinstance(command, Act) else None
        return await owner.submit(mine, secrets.token_hex(16), required, command)

    async def legal_actions(self, seat: Seat | None = None) -> LegalActions:
        """The actions that would be legal if it were my turn."""
        owner = await self._current_owner()
        mine = self._server.tables.seat_of(owner, ME, seat)
        return legal_actions_for(owner.table, mine)

    async def check(self, action: str, seat: Seat | None = None) -> CheckedAction:
        """Whether an action would be legal on my turn, and if not, why."""
        owner = await self._current_owner()
        view = view_of(owner.table, self._server.tables.seat_of(owner, ME, seat))
        return checked(view, action, texts(self._server.language), owner.table.version)

    async def replay(self) -> Replay:
        """The finished match step by step, with both hands open."""
        await self._current_owner()
        return await self._server.replay(self.table)

    async def record(self) -> str:
        """The record of the finished match."""
        return write_record(record_of_table((await self._current_owner()).table))

    async def follow(self, table: str) -> LocalLink:
        """The link to another table of this server."""
        return await self._server.link(table)

    async def close(self) -> None:
        """Leave the table; it stays saved, and other processes may open it."""
        self._is_closed = True
        await self._server.finish_and_unload(self.table)

    async def _viewed(self, seat: Seat | None) -> tuple[Owner, Viewer]:
        """The owner of the table and the viewer for a seat."""
        owner = await self._current_owner()
        return owner, await self._server.tables.viewer(owner, ME, seat, self._server.language)

    async def _current_owner(self) -> Owner:
        """The owner of the table, reloaded if the store failed under the previous one."""
        if self._is_closed:
            raise SessionError(Code.STOPPING)
        if self._owner.is_gone:
            self._owner = await self._server.tables.owner(self.table)
        return self._owner
