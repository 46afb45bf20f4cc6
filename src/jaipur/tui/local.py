"""`House`: tables in this process, kept in a file of the person who plays at this computer."""

from __future__ import annotations

import asyncio
import json
import secrets
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from ..errors import Code, JaipurError, SessionError
from ..records import write_record
from ..seats import Seat
from ..session.commands import Act, Close, Command, Next, Ready, Rematch, Resign
from ..session.explain import checked
from ..session.export import finished_record, record_of_table
from ..session.opponents import check_bot
from ..session.owner import Owner, history_of
from ..session.people import Person, hash_token, own_player
from ..session.planning import Plan
from ..session.replay import replay_json
from ..session.sight import plans_for, view_of
from ..session.table import Phase, Table
from ..session.tables import Tables
from ..store.memory import MemoryStore
from ..store.protocol import BEGINNING, Cursor, Store
from ..texts import texts
from .fixed import Fixed
from .home_bots import HomeBots
from .link import Json
from .preferences import home_folder

if TYPE_CHECKING:  # the store takes long to load
    from ..store.open_matches import OpenMatches

NONCE_BYTES = 16
_HASH = hash_token("whoever plays at this computer")
ME = Person(_HASH, frozenset([own_player(_HASH)]))
"""The file is one person's: it needs no token."""


def data_file() -> Path:
    """Where the matches of the terminal are kept."""
    return home_folder() / "matches.sqlite"


def open_house(file: Path | None = None, *, keeps: bool = True, language: str = "en") -> House:
    """The house over a store file; without keeping, everything is forgotten at the end."""
    if not keeps:
        return House(MemoryStore(), language)
    from ..store.open_matches import OpenMatches
    from ..store.sqlite import SqliteStore

    store = SqliteStore(file or data_file(), is_shared=True)
    return House(store, language, OpenMatches(store.file))


class House:
    """The tables of one person, with bots.

    It plays inside `async with`. Inside `with`, which lets go of the store file at the end, what
    was played can still be read. Other processes may share the file: a match that is played is
    held open, and read from the store only after that.
    """

    def __init__(
        self, store: Store, language: str = "en", opened: OpenMatches | None = None
    ) -> None:
        self.language = language
        """In which refusals are said."""
        self._store = store
        self._opened = opened
        self._bots = HomeBots()
        self.tables = Tables(store, self._bots)

    async def start(self) -> None:
        """Open the doors."""
        await self.tables.start()

    async def stop(self) -> None:
        """Finish what was begun."""
        await self.tables.stop()
        if self._opened is not None:
            self._opened.close_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._opened is not None:
            self._opened.close_all()
        self._store.close()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()

    async def create(self, plan: Plan) -> LocalLink:
        """A new match, dealt."""
        if self._opened is not None:
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
        await self._open(table)
        try:
            return await self._link(table)
        except BaseException:
            await self.put_away(table)
            raise

    async def _open(self, table: str) -> None:
        if self._opened is not None:
            await asyncio.to_thread(self._opened.open, table)

    async def put_away(self, table: str) -> None:
        """Finish what was begun at a table, and let others have it."""
        await self.tables.put_away(table)
        if self._opened is not None:
            self._opened.close(table)

    async def _link(self, table: str) -> LocalLink:
        owner = await self.tables.owner(table)
        for sitting in owner.table.seats:
            if sitting.bot is not None:
                if owner.table.phase is not Phase.OVER:
                    check_bot(sitting.bot)
                await self._bots.prepare(sitting.bot)
        link = LocalLink(self, owner)
        if owner.table.phase is Phase.WAITING:
            nonce = "" if owner.table.created.seed is not None else secrets.token_hex(NONCE_BYTES)
            seat = owner.table.seats_of(ME.players)[0]
            await link.command("ready", owner.table.version, seat, nonce=nonce)
        return link

    async def matches(self) -> list[Json]:
        """All matches, unfinished ones first, each the last played first."""
        elsewhere = self._opened.elsewhere() if self._opened else ()
        rows = await self._rows()
        return [row | {"is_open_elsewhere": row["table"] in elsewhere} for row in rows]

    async def _rows(self) -> list[Json]:
        listed: list[Json] = []
        before = BEGINNING
        while True:
            page = await self.tables.tables_of(ME, before)
            listed += page["tables"]
            if page["next"] is None:
                return listed
            before = Cursor.parse(page["next"])

    def record(self, table: str) -> str | None:
        """The record of a match; None if it is not over."""
        return finished_record(self._store.events(table))

    async def replay(self, table: str) -> Json:
        """A finished match step by step; it need not be opened for that."""
        return await asyncio.to_thread(self._replay, table)

    def _replay(self, table: str) -> Json:
        history = history_of(self._store.events(table), "", Table.create)
        return replay_json(history.table, history.told)

    async def delete(self, table: str) -> None:
        """Delete a match for good; refused if another process plays it."""
        await self._open(table)
        try:
            await self.tables.put_away(table)
            await asyncio.wrap_future(self._store.delete(table))
        finally:
            await self.put_away(table)


class LocalLink:
    """A `Link` to a table of this process."""

    is_remote = False
    fixed: Fixed | None = None

    def __init__(self, house: House, owner: Owner) -> None:
        self.table = owner.table.id
        self._house = house
        self._owner = owner
        self._is_closed = False

    async def look(self, seat: Seat | None = None) -> Json:
        """The table now, with the log of the round."""
        return await self._update(None, seat)

    async def news(self, after: int, seat: Seat | None = None, wait: float = 25.0) -> Json:
        """The update after a version, as soon as there is one."""
        owner = await self._living()
        if after == owner.table.version:
            viewer = await self._house.tables.viewer(owner, ME, seat)
            listener = owner.listeners.add(viewer, after, owner.table.seats_of(ME.players))
            try:
                listener.seen_now()
                await listener.wait(wait)
            finally:
                listener.leave()
        return await self._update(after, seat)

    async def _update(self, after: int | None, seat: Seat | None) -> Json:
        owner = await self._living()
        viewer = await self._house.tables.viewer(owner, ME, seat)
        data: Json = json.loads(owner.listeners.update(viewer, after).data)
        return data

    async def command(
        self, kind: str, version: int, seat: Seat | None = None, **more: object
    ) -> int:
        """Give a command made for a version; it is durable when this returns."""
        owner = await self._living()
        mine = self._house.tables.seat_of(owner, ME, seat)
        return await owner.submit(mine, secrets.token_hex(16), version, _command(kind, more))

    async def plans(self, seat: Seat | None = None) -> Json:
        """What could be done if it were my turn."""
        owner = await self._living()
        mine = self._house.tables.seat_of(owner, ME, seat)
        return {"version": owner.table.version} | plans_for(owner.table, mine)

    async def check(self, action: str, seat: Seat | None = None) -> Json:
        """Whether I might do an action, were it my turn, and if not, why."""
        owner = await self._living()
        view = view_of(owner.table, self._house.tables.seat_of(owner, ME, seat))
        said = texts(self._house.language)
        return {"version": owner.table.version} | checked(view, action, said)

    async def replay(self) -> Json:
        """The match step by step with both hands open, once it is over."""
        owner = await self._living()
        return await asyncio.to_thread(replay_json, owner.table, tuple(owner.told))

    async def record(self) -> str:
        """The record of the match, once it is over."""
        return write_record(record_of_table((await self._living()).table))

    async def follow(self, table: str) -> LocalLink:
        """The link to another table of this house."""
        return await self._house.link(table)

    async def close(self) -> None:
        """Leave the table; the house keeps it, and others may have it."""
        self._is_closed = True
        await self._house.put_away(self.table)

    async def _living(self) -> Owner:
        """The owner of the table; read again if the store failed under the last one."""
        if self._is_closed:
            raise SessionError(Code.STOPPING)
        if self._owner.is_gone:
            self._owner = await self._house.tables.owner(self.table)
        return self._owner


def _command(kind: str, more: dict[str, Any]) -> Command:
    match kind:
        case "ready":
            return Ready(more.get("nonce", ""))
        case "act":
            return Act(more["action"], more.get("places"))
        case "next":
            return Next()
        case "resign":
            return Resign()
        case "close":
            return Close()
        case "rematch":
            return Rematch()
    raise ValueError(f"{kind} is no command")
