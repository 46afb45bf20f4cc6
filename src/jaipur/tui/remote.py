"""`RemoteLink`: a table on a server, through the same interface as the page."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import Self

from ..errors import Code
from ..seats import Seat
from .link import ConnectionLost, Json, ServerRefused
from .server import Server
from .server_faults import NotAServer

ID_BYTES = 16
NONCE_BYTES = 32
LONGEST_WAIT = 25.0


class RemoteLink:
    """A `Link` to a table on a server; links that follow each other share the connection."""

    is_remote = True

    def __init__(self, server: Server, table: str) -> None:
        self.table = table
        self._server = server
        self._is_open = True
        server.hold()
        self._path = f"/api/tables/{table}"

    async def look(self, seat: Seat | None = None) -> Json:
        """The table now, with the log of the round."""
        return self._update(await self._server.get(self._path, _of(seat)))

    async def news(self, after: int, seat: Seat | None = None, wait: float = LONGEST_WAIT) -> Json:
        """The update after a version, as soon as there is one."""
        seconds = min(max(wait, 0.0), LONGEST_WAIT)
        query = {"after": after, "wait": seconds} | _of(seat)
        return self._update(await self._server.wait_for(f"{self._path}/updates", query, seconds))

    async def command(
        self, kind: str, version: int, seat: Seat | None = None, **more: object
    ) -> int:
        """Give a command; the same again after a silence counts once.

        What does not depend on the cards is meant for whatever version there is by then.
        """
        about = {"kind": kind} | _of(seat) | {n: v for n, v in more.items() if v is not None}
        while True:
            try:
                return await self._give("commands", about | {"version": version})
            except ServerRefused as refused:
                newer = refused.version or 0
                is_stale = refused.code == Code.STALE_VERSION and newer > version
                if kind == "act" or not is_stale:
                    raise
                version = newer

    async def plans(self, seat: Seat | None = None) -> Json:
        """What could be done if it were my turn."""
        return await self._server.get(f"{self._path}/legal", _of(seat))

    async def check(self, action: str, seat: Seat | None = None) -> Json:
        """Whether I might do an action, were it my turn, and if not, why."""
        return await self._server.get(f"{self._path}/check", {"action": action} | _of(seat))

    async def replay(self) -> Json:
        """The match step by step with both hands open, once it is over."""
        return await self._server.get(f"{self._path}/replay")

    async def record(self) -> str:
        """The record of the match, once it is over."""
        return await self._server.text(f"{self._path}/record")

    async def follow(self, table: str) -> Self:
        """The link to another table of the server: a rematch, for which I am ready then."""
        link = type(self)(self._server, table)
        await link.get_ready()
        return link

    async def close(self) -> None:
        """Hang up; the table is kept."""
        if self._is_open:
            self._is_open = False
            await self._server.release()

    async def hang_up(self) -> None:
        """Close the line for all links that share it: the end of the program."""
        self._is_open = False
        await self._server.close()

    async def greet(self) -> None:
        """Make sure that a server of this game is there, before anything is told to it."""
        await self._server.greet()

    async def make_known(self) -> None:
        """Get a cookie, unless there is one: then even the first command can be sent again."""
        await self._server.make_known()

    async def get_ready(self) -> Json:
        """Say that the cards may be dealt, if only that is missing from me; the table as it is."""
        update = await self.look()
        state = update["state"]
        seat = state["seat"]
        if state["phase"] != "waiting" or seat is None or state["seats"][seat]["ready"]:
            return update
        try:
            await self.command("ready", update["version"], nonce=new_nonce())
        except ServerRefused as refused:
            # Another window of mine was quicker.
            if refused.code not in (Code.ALREADY_READY, Code.MATCH_BEGUN):
                raise
        return await self.look()

    async def invitation(self, secret: str) -> Json:
        """What an invitation is to: `host`, `options`, `open`. It takes no seat."""
        return await self._server.post(f"{self._path}/invitation", {"invitation": secret})

    async def join(self, secret: str, name: str) -> int:
        """Take the open seat with an invitation; my share of chance in the deals goes along."""
        return await self._give("join", {"invitation": secret, "name": name, "nonce": new_nonce()})

    async def watch(self, secret: str) -> None:
        """Watch from now on, with the secret of the watching link."""
        await self._server.post(f"{self._path}/watch", {"key": secret})

    async def has_seat(self) -> bool:
        """Whether a seat at the table is mine already."""
        try:
            return (await self.look())["state"].get("seat") is not None
        except ServerRefused:
            return False

    async def begun(self) -> Json:
        """Wait until there is a match to see; a break in the line is waited out."""
        update = await self.look()
        while update["state"].get("phase") == "waiting":
            with suppress(ConnectionLost):
                update = await self.news(update["version"])
                continue
            await self._server.pause()
        return update

    async def _give(self, where: str, body: Json) -> int:
        answer = await self._server.post(
            f"{self._path}/{where}", {"id": secrets.token_hex(ID_BYTES)} | body
        )
        version = answer.get("version")
        if not isinstance(version, int):
            raise NotAServer(self._server.origin)
        return version

    def _update(self, data: Json) -> Json:
        """An update; whatever else comes is not from a server of this game."""
        state = data.get("state")
        if not isinstance(data.get("version"), int) or not isinstance(state, dict):
            raise NotAServer(self._server.origin)
        return data


def new_nonce() -> str:
    """Random hexadecimal digits, so that nobody else can have chosen the deals."""
    return secrets.token_hex(NONCE_BYTES)


def _of(seat: Seat | None) -> Json:
    return {} if seat is None else {"seat": seat}
