"""`RemoteLink`: a table on a server, through the same interface as the page."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import Self

from ..errors import Code, JaipurError, message
from ..seats import Seat
from .address import TABLE_ID
from .fixed import NONE, Fixed, Shown
from .link import ConnectionLost, Json, ServerRefused
from .server import Server
from .server_faults import NotAServer
from .shapes import CHECK, INVITATION, PLANS, fits, is_replay, is_update

ID_BYTES = 16
LONGEST_WAIT = 25.0
TRIES = 5
"""How often a server may say that the table is further than it then shows it."""


class RemoteLink:
    """A `Link` to a table on a server; links that follow each other share the connection."""

    is_remote = True

    def __init__(self, server: Server, table: str) -> None:
        if not TABLE_ID.fullmatch(table):  # the one of a rematch is from the server
            raise NotAServer(server.origin)
        self.table = table
        self.fixed: Fixed | None = server.fixed.at(server.origin, table)
        """What was fixed about the deals; None before the table was seen."""
        self._server = server
        self._promised = 0
        """A version that the table has, as the server says."""
        self._behind = 0
        """How many updates came since that are older."""
        self._is_open = True
        self._has_looked = False
        """Whether this link was shown the invitation, and it is as it was at first."""
        server.hold()
        self._path = f"/api/tables/{table}"

    async def look(self, seat: Seat | None = None) -> Json:
        """The table now, with the log of the round."""
        return self._update(await self._server.get(self._path, _of(seat)))

    async def news(self, after: int, seat: Seat | None = None, wait: float = LONGEST_WAIT) -> Json:
        """The update after a version, as soon as there is one."""
        seconds = min(max(wait, 0.0), LONGEST_WAIT)
        query = {"after": after, "wait": seconds} | _of(seat)
        answer = await self._server.wait_for(f"{self._path}/updates", query, seconds)
        update = self._update(answer)
        if _is_asked(update["state"]):
            with suppress(NonceElsewhere):  # said when I came in
                await self._be_ready(update)
        return update

    async def command(
        self, kind: str, version: int, seat: Seat | None = None, **more: object
    ) -> int:
        """Give a command; the same again after a silence counts once.

        What does not depend on the cards is meant for whatever version there is by then.
        """
        about = {"kind": kind} | _of(seat) | {n: v for n, v in more.items() if v is not None}
        if kind == "rematch":
            about["nonce_commitment"] = self._server.fixed.offer(self._server.origin, self.table)
        for _try in range(TRIES):
            try:
                return await self._give("commands", about | {"version": version})
            except ServerRefused as refused:
                newer = refused.version or 0
                is_stale = refused.code == Code.STALE_VERSION and newer > version
                if kind == "act" or not is_stale:
                    raise
                version = newer
        raise NotAServer(self._server.origin)

    async def plans(self, seat: Seat | None = None) -> Json:
        """What could be done if it were my turn."""
        data = await self._server.get(f"{self._path}/legal", _of(seat))
        return self._ours(data, fits(data, PLANS))

    async def check(self, action: str, seat: Seat | None = None) -> Json:
        """Whether I might do an action, were it my turn, and if not, why."""
        query = {"action": action} | _of(seat)
        data = await self._server.get(f"{self._path}/check", query)
        return self._ours(data, fits(data, CHECK))

    async def replay(self) -> Json:
        """The match step by step with both hands open, once it is over."""
        data = await self._server.get(f"{self._path}/replay")
        return self._ours(data, is_replay(data))

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
        if not _is_asked(update["state"]):
            return update
        await self._be_ready(update)
        return await self.look()

    async def _be_ready(self, update: Json) -> None:
        nonce = self._nonce(update["state"])
        try:
            await self.command("ready", update["version"], nonce=nonce)
        except ServerRefused as refused:
            # Another window of mine was quicker.
            if refused.code not in (Code.ALREADY_READY, Code.MATCH_BEGUN, Code.MATCH_OVER):
                raise

    async def invitation(self, secret: str) -> Json:
        """What an invitation is to: `host`, `options`, `open`. It takes no seat."""
        data = await self._server.post(f"{self._path}/invitation", {"invitation": secret})
        self._ours(data, fits(data, INVITATION))
        self._note(data)
        self._require_as_noted(data)
        self._has_looked = True
        return data

    async def join(self, secret: str, name: str) -> int:
        """Take the open seat with an invitation; my share of chance in the deals goes along."""
        if not self._has_looked:  # the deals are fixed, as at first, before it knows my share
            await self.invitation(secret)
        self.fixed = self._server.fixed.give(self._server.origin, self.table)
        return await self._give(
            "join", {"invitation": secret, "name": name, "nonce": self.fixed.nonce}
        )

    async def watch(self, secret: str) -> None:
        """Watch from now on, with the secret of the watching link."""
        await self._server.post(f"{self._path}/watch", {"key": secret})

    async def has_seat(self) -> bool:
        """Whether a seat at the table is mine already."""
        try:
            return (await self.look())["state"]["seat"] is not None
        except ServerRefused:
            return False

    async def begun(self) -> Json:
        """Wait until there is a match to see; a break in the line is waited out."""
        update = await self.look()
        while update["state"]["phase"] == "waiting":
            with suppress(ConnectionLost):
                update = await self.news(update["version"])
                continue
            await self._server.pause()
        return update

    async def _give(self, where: str, body: Json) -> int:
        body = {"id": secrets.token_hex(ID_BYTES)} | body
        try:
            answer = await self._server.post(f"{self._path}/{where}", body)
        except ServerRefused as refused:
            self._promise(refused.version or 0)
            raise
        version: int = self._ours(answer, fits(answer, {"version": int}))["version"]
        self._promise(version)
        return version

    def _promise(self, version: int) -> None:
        self._promised, self._behind = max(version, self._promised), 0

    def _update(self, data: Json) -> Json:
        """An update; whatever else comes is not from a server of this game."""
        self._ours(data, is_update(data))
        self._note(data["state"])
        self._behind = self._behind + 1 if data["version"] < self._promised else 0
        return self._ours(data, self._behind < TRIES)

    def _ours(self, data: Json, is_so: bool) -> Json:
        if not is_so:
            raise NotAServer(self._server.origin)
        return data

    def _note(self, shown: Json) -> None:
        """Keep what fixes the deals, as it was when the table was first seen."""
        if self.fixed is None:
            seen = Fixed(shown["commitment"], committed=_committed(shown))
            self.fixed = self._server.fixed.note(self._server.origin, self.table, seen)

    def _require_as_noted(self, shown: Json) -> None:
        """Give nothing to a table that shows other commitments than at first."""
        noted, now = self.fixed, (shown["commitment"], _committed(shown))
        if noted and (noted.commitment, noted.committed or now[1]) != now:
            raise OtherCommitment

    def _nonce(self, state: Json) -> str:
        """My share of chance, so that nobody else can have chosen the deals."""
        self._require_as_noted(state)
        known, origin = self._server.fixed, self._server.origin
        committed, previous = state.get("nonce_commitment"), state.get("previous")
        if not committed and previous and known.has_offered(origin, previous):
            raise OtherCommitment  # I am committed: without that the other player chooses last
        if committed and committed["seat"] == state["seat"]:
            other_nonce = committed.get("other_nonce") or ""
            shown = Shown(previous, committed["sha256"], other_nonce)
            given = known.reveal(origin, self.table, shown)
        else:
            given = known.give(origin, self.table)
        if given is None:
            raise NonceElsewhere
        self.fixed = given
        return given.nonce


class NonceElsewhere(JaipurError):
    """The share of chance that was committed to is not on this computer."""

    def __init__(self) -> None:
        super().__init__(
            message(
                "Your share of chance in this match is where you made the table. Open it there, "
                "and the cards are dealt."
            )
        )


class OtherCommitment(JaipurError):
    """The server shows something else than what was noted when the table was first seen."""

    def __init__(self) -> None:
        super().__init__(
            message(
                "The server shows another commitment to the deals than before, so nothing is "
                "given to it. Do not play on at this table."
            )
        )


def _committed(shown: Json) -> str:
    """Whose nonce is fixed, and by what, as it is noted."""
    committed = shown.get("nonce_commitment")
    return f"{committed['seat']} {committed['sha256']}" if committed else NONE


def _is_asked(state: Json) -> bool:
    """Whether the cards cannot be dealt before I say so."""
    committed = state.get("nonce_commitment")
    # What I am committed to is revealed after the other share, whatever a server asks for.
    if committed and committed["seat"] == state["seat"] and committed.get("other_nonce") is None:
        return False
    return state["phase"] == "waiting" and state["seat"] in state["waits_for"]


def _of(seat: Seat | None) -> Json:
    return {} if seat is None else {"seat": seat}
