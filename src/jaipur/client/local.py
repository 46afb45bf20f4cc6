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
from ..session.contract.answers import CheckedAction, ListedTable, Plans, Replay, Update
from ..session.contract.basics import Phase
from ..session.contract.commands import Act, Command, Ready
from ..session.explain import checked
from ..session.export import finished_record, record_of_table
from ..session.opponents import check_bot
from ..session.owner import Owner
from ..session.people import Person, hash_token, own_player
from ..session.projection import Viewer, plans_for, view_of
from ..session.replay import WATCHER, replay_of
from ..session.table_request import TableRequest
from ..session.tables import Tables
from ..store.memory import MemoryStore
from ..store.protocol import BEGINNING, Cursor, Store
from ..texts import texts
from .commitments import DealCommitment
from .files import home_folder
from .link import LONGEST_WAIT, Link
from .local_bots import LocalBots

NONCE_BYTES = 16
_HASH = hash_token("whoever plays at this computer")
ME = Person(_HASH, frozenset([own_player(_HASH)]))
"""The file is one person's: it needs no token."""


class SavedMatch(NamedTuple):
    """A match of this computer in its list."""

    row: ListedTable
    is_open_elsewhere: bool
    """Whether another process plays it."""


def data_file() -> Path:
    """Where the matches of the terminal are kept."""
    return home_folder() / "matches.sqlite"


def open_local_server(
    file: Path | None = None, *, keeps: bool = True, language: str = "en"
) -> LocalServer:
    """The house over a store file; without keeping, everything is forgotten at the end."""
    if not keeps:
        return LocalServer(MemoryStore(), language)
    from ..store.sqlite import SqliteStore  # it takes long to load

    store = SqliteStore(file or data_file(), is_shared=True)
    return LocalServer(store, language, store.file)


class LocalServer:
    """The tables of one person, with bots.

    It plays inside `async with`. Inside `with`, which lets go of the store file at the end, what
    was played can still be read. Other processes may share its file, if there is one: a match that
    is played is held open, and read from the store only after that.
    """

    def __init__(self, store: Store, language: str = "en", file: Path | None = None) -> None:
        from ..store.open_matches import OpenMatches  # it takes long to load

        self.language = language
        """In which things are said."""
        self._store = store
        self._opened = OpenMatches(file)
        self._bots = LocalBots()
        self.tables = Tables(store, self._bots)

    async def start(self) -> None:
        """Open the doors."""
        await self.tables.start()

    async def stop(self) -> None:
        """Finish what was begun."""
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

    async def create(self, plan: TableRequest) -> LocalLink:
        """A new match, dealt."""
        await asyncio.to_thread(self._opened.check_file)
        owner = await self.tables.create(ME, secrets.token_hex(16), plan)
        try:
            return await self.link(owner.table.id)
        except JaipurError:
            with suppress(JaipurError):  # a table without cards is worth nothing
                await self.delete(owner.table.id)
            raise

    async def link(self, table: str) -> LocalLink:
        """The way to a table of this house; a match that did not begin yet does now.

        Refused if another process plays this match.
        """
        await asyncio.to_thread(self._opened.open, table)
        try:
            return await self._link(table)
        except BaseException:
            await self.put_away(table)
            raise

    async def put_away(self, table: str) -> None:
        """Finish what was begun at a table, and let others have it."""
        await self.tables.put_away(table)
        self._opened.close(table)

    async def _link(self, table: str) -> LocalLink:
        owner = await self.tables.owner(table)
        for sitting in owner.table.seats:
            if sitting.bot is not None:
                if owner.table.phase is not Phase.OVER:
                    check_bot(sitting.bot)
                await self._bots.get_ready(sitting.bot)
        link = LocalLink(self, owner)
        if owner.table.phase is Phase.WAITING:
            nonce = "" if owner.table.created.seed is not None else secrets.token_hex(NONCE_BYTES)
            seat = owner.table.seats_of(ME.players)[0]
            await link.command(Ready(nonce), owner.table.version, seat)
        return link

    async def matches(self) -> list[SavedMatch]:
        """All matches, unfinished ones first, each the last played first."""
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
        """The record of a match; None if it is not over."""
        return finished_record(self._store.events(table))

    async def replay(self, table: str) -> Replay:
        """A finished match step by step; it need not be opened for that."""
        viewer = await self.tables.replay_viewer(table, ME, self.language)
        events = await self.tables.events(table)
        return await asyncio.to_thread(replay_of, events, viewer or WATCHER)

    async def delete(self, table: str) -> None:
        """Delete a match for good; refused if another process plays it."""
        await asyncio.to_thread(self._opened.open, table)
        try:
            await self.tables.put_away(table)
            await asyncio.wrap_future(self._store.delete(table))
        finally:
            await self.put_away(table)


class LocalLink(Link):
    """A `Link` to a table of this process."""

    def __init__(self, server: LocalServer, owner: Owner) -> None:
        self.table = owner.table.id
        self.commitment = DealCommitment(owner.table.commitment)
        self._server = server
        self._owner = owner
        self._is_closed = False

    def set_language(self, language: str) -> None:
        """Say what happens in another language from now on."""
        self._server.language = language

    async def look(self, seat: Seat | None = None) -> Update:
        """The table now, with the log of the round."""
        owner, viewer = await self._seen(seat)
        return owner.listeners.update(viewer, None)

    async def news(
        self, after: int, seat: Seat | None = None, wait: float = LONGEST_WAIT
    ) -> Update:
        """The update after a version, as soon as there is one."""
        owner, viewer = await self._seen(seat)
        if after == owner.table.version:
            listener = owner.listeners.add(viewer, after, owner.table.seats_of(ME.players))
            try:
                listener.seen_now()
                await listener.wait(wait)
            finally:
                listener.leave()
            owner, viewer = await self._seen(seat)
        return owner.listeners.update(viewer, after)

    async def command(self, command: Command, version: int, seat: Seat | None = None) -> int:
        """Give a command made for a version; it is durable when this returns."""
        owner = await self._living()
        mine = self._server.tables.seat_of(owner, ME, seat)
        fitting = version if isinstance(command, Act) else None
        return await owner.submit(mine, secrets.token_hex(16), fitting, command)

    async def plans(self, seat: Seat | None = None) -> Plans:
        """What could be done if it were my turn."""
        owner = await self._living()
        mine = self._server.tables.seat_of(owner, ME, seat)
        return plans_for(owner.table, mine)

    async def check(self, action: str, seat: Seat | None = None) -> CheckedAction:
        """Whether I might do an action, were it my turn, and if not, why."""
        owner = await self._living()
        view = view_of(owner.table, self._server.tables.seat_of(owner, ME, seat))
        return checked(view, action, texts(self._server.language), owner.table.version)

    async def replay(self) -> Replay:
        """The match step by step with both hands open, once it is over."""
        await self._living()
        return await self._server.replay(self.table)

    async def record(self) -> str:
        """The record of the match, once it is over."""
        return write_record(record_of_table((await self._living()).table))

    async def follow(self, table: str) -> LocalLink:
        """The link to another table of this house."""
        return await self._server.link(table)

    async def close(self) -> None:
        """Leave the table; the house keeps it, and others may have it."""
        self._is_closed = True
        await self._server.put_away(self.table)

    async def _seen(self, seat: Seat | None) -> tuple[Owner, Viewer]:
        """The table, and with whose eyes the person looks at it, in their language."""
        owner = await self._living()
        return owner, await self._server.tables.viewer(owner, ME, seat, self._server.language)

    async def _living(self) -> Owner:
        """The owner of the table; read again if the store failed under the last one."""
        if self._is_closed:
            raise SessionError(Code.STOPPING)
        if self._owner.is_gone:
            self._owner = await self._server.tables.owner(self.table)
        return self._owner
