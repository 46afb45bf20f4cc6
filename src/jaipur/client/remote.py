"""`RemoteLink`: a table on a server, through the same interface as the page."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import Self

from ..errors import Code, JaipurError, message
from ..seats import Seat
from ..session.contract.answers import Accepted, CheckedAction, Invitation, Plans, Replay, Update
from ..session.contract.basics import Phase
from ..session.contract.commands import (
    Act,
    Command,
    Invited,
    Join,
    Ready,
    Rematch,
    Submission,
    WatchTable,
)
from ..session.contract.state import State
from .commitments import DealCommitment, NonceElsewhere, as_noted
from .link import LONGEST_WAIT, TABLE_ID, ConnectionLost, Link, NotAServer, ServerRefused
from .server import Server

ID_BYTES = 16
TRIES = 5
"""How often a server may say that the table is further than it then shows it."""


class RemoteLink(Link):
    """A `Link` to a table on a server; links that follow each other share the connection."""

    is_remote = True

    def __init__(self, server: Server, table: str) -> None:
        if not TABLE_ID.fullmatch(table):  # the one of a rematch is from the server
            raise NotAServer(server=server.origin)
        self.table = table
        self.commitment = server.commitments.at(table)
        self.server = server
        self._promised = 0
        """A version that the table has, as the server says."""
        self._behind = 0
        """How many updates came since that are older."""
        self._has_line = True
        """Whether the line ends with this link: the last of those that follow each other has it."""
        self._has_looked = False
        """Whether this link was shown the invitation, and it is as it was at first."""
        self._path = f"/api/tables/{table}"

    def set_language(self, language: str) -> None:
        """Say what happens in another language from now on."""
        self.server.set_language(language)

    async def look(self, seat: Seat | None = None) -> Update:
        """The table now, with the log of the round."""
        return self._update(await self.server.get(self._path, Update, _of(seat)))

    async def news(
        self, after: int, seat: Seat | None = None, wait: float = LONGEST_WAIT
    ) -> Update:
        """The update after a version, as soon as there is one."""
        seconds = min(max(wait, 0.0), LONGEST_WAIT)
        query = {"after": after, "wait": seconds} | _of(seat)
        answer = await self.server.wait_for(f"{self._path}/updates", Update, query, seconds)
        update = self._update(answer)
        if _is_asked(update.state):
            with suppress(NonceElsewhere):  # said when I came in
                await self._be_ready(update)
        return update

    async def command(self, command: Command, version: int, seat: Seat | None = None) -> int:
        """Give a command; the same again after a silence counts once."""
        if isinstance(command, Rematch):
            command = Rematch(self.server.commitments.offer(self.table))
        for _try in range(TRIES):
            body = Submission(id=_new_id(), version=version, command=command, seat=seat)
            try:
                return await self._give("commands", body)
            except ServerRefused as refused:
                newer = refused.version or 0
                is_stale = refused.code == Code.STALE_VERSION and newer > version
                if isinstance(command, Act) or not is_stale:
                    raise
                version = newer
        raise NotAServer(server=self.server.origin)

    async def plans(self, seat: Seat | None = None) -> Plans:
        """What could be done if it were my turn."""
        return await self.server.get(f"{self._path}/legal", Plans, _of(seat))

    async def check(self, action: str, seat: Seat | None = None) -> CheckedAction:
        """Whether I might do an action, were it my turn, and if not, why."""
        query = {"action": action} | _of(seat)
        return await self.server.get(f"{self._path}/check", CheckedAction, query)

    async def replay(self) -> Replay:
        """The match step by step with both hands open, once it is over."""
        replay = await self.server.get(f"{self._path}/replay", Replay)
        self._require(bool(replay.steps) and replay.ending is not None)
        return replay

    async def record(self) -> str:
        """The record of the match, once it is over."""
        return await self.server.text(f"{self._path}/record")

    async def follow(self, table: str) -> Self:
        """The link to another table of the server: a rematch, for which I am ready then."""
        link = type(self)(self.server, table)
        await link.get_ready()
        self._has_line = False
        return link

    async def close(self) -> None:
        """Hang up, unless another link goes on with the line; the table is kept."""
        if self._has_line:
            await self.server.close()

    async def get_ready(self) -> Update:
        """Say that the cards may be dealt, if only that is missing from me; the table as it is."""
        update = await self.look()
        if not _is_asked(update.state):
            return update
        await self._be_ready(update)
        return await self.look()

    async def _be_ready(self, update: Update) -> None:
        nonce = self._nonce(update.state)
        try:
            await self.command(Ready(nonce), update.version)
        except ServerRefused as refused:
            # Another window of mine was quicker.
            if refused.code not in (Code.ALREADY_READY, Code.MATCH_BEGUN, Code.MATCH_OVER):
                raise

    async def invitation(self, secret: str) -> Invitation:
        """What an invitation is to. It takes no seat."""
        body = Invited(secret)
        shown = await self.server.post(f"{self._path}/invitation", Invitation, body)
        self._note(shown)
        self._require_as_noted(shown)
        self._has_looked = True
        return shown

    async def join(self, secret: str, name: str) -> int:
        """Take the open seat with an invitation; my share of chance in the deals goes along."""
        if not self._has_looked:  # the deals are fixed, as at first, before it knows my share
            await self.invitation(secret)
        self.commitment = self.server.commitments.give(self.table)
        nonce = self.commitment.nonce
        body = Join(id=_new_id(), invitation=secret, name=name, nonce=nonce)
        return await self._give("join", body)

    async def watch(self, secret: str) -> None:
        """Watch from now on, with the secret of the watching link."""
        await self.server.post(f"{self._path}/watch", dict, WatchTable(secret))

    async def has_seat(self) -> bool:
        """Whether a seat at the table is mine already."""
        try:
            return (await self.look()).state.seat is not None
        except ServerRefused:
            return False

    async def begun(self) -> Update:
        """Wait until there is a match to see; a break in the line is waited out."""
        update = await self.look()
        while update.state.phase is Phase.WAITING:
            try:
                update = await self.news(update.version)
            except ConnectionLost:
                await self.server.pause()
        return update

    async def _give(self, where: str, body: Submission | Join) -> int:
        try:
            answer = await self.server.post(f"{self._path}/{where}", Accepted, body)
        except ServerRefused as refused:
            self._promise(refused.version or 0)
            raise
        self._promise(answer.version)
        return answer.version

    def _promise(self, version: int) -> None:
        self._promised, self._behind = max(version, self._promised), 0

    def _update(self, update: Update) -> Update:
        """An update whose parts agree; whatever else comes is not from a server of this game."""
        self._require(_agrees(update.state))
        self._note(update.state)
        self._behind = self._behind + 1 if update.version < self._promised else 0
        self._require(self._behind < TRIES)
        return update

    def _require(self, is_ours: bool) -> None:
        if not is_ours:
            raise NotAServer(server=self.server.origin)

    def _note(self, shown: State | Invitation) -> None:
        """Keep what fixes the deals, as it was when the table was first seen."""
        if self.commitment is None:
            seen = DealCommitment(shown.commitment, committed=as_noted(shown.nonce_commitment))
            self.commitment = self.server.commitments.note(self.table, seen)

    def _require_as_noted(self, shown: State | Invitation) -> None:
        """Give nothing to a table that shows other commitments than at first."""
        noted, now = self.commitment, (shown.commitment, as_noted(shown.nonce_commitment))
        if noted and (noted.commitment, noted.committed or now[1]) != now:
            raise OtherCommitment

    def _nonce(self, state: State) -> str:
        """My share of chance, so that nobody else can have chosen the deals."""
        self._require_as_noted(state)
        known, committed, previous = self.server.commitments, state.nonce_commitment, state.previous
        if not committed and previous and known.has_offered(previous):
            raise OtherCommitment  # I am committed: without that the other player chooses last
        if committed and committed.seat == state.seat:
            self.commitment = known.reveal(self.table, previous, committed)
        else:
            self.commitment = known.give(self.table)
        return self.commitment.nonce


class OtherCommitment(JaipurError):
    """The server shows something else than what was noted when the table was first seen."""

    TEMPLATE = message(
        "The server shows another commitment to the deals than before, so nothing is "
        "given to it. Do not play on at this table."
    )


def _is_asked(state: State) -> bool:
    """Whether the cards cannot be dealt before I say so."""
    committed = state.nonce_commitment
    # What I am committed to is revealed after the other share, whatever a server asks for.
    if committed and committed.seat == state.seat and committed.other_nonce is None:
        return False
    return state.phase is Phase.WAITING and state.seat in state.waits_for


def _agrees(state: State) -> bool:
    """Whether what a phase promises is there."""
    match state.phase:
        case Phase.OVER:
            return state.ending is not None
        case Phase.PLAYING:
            return state.round is not None and state.round.turn is not None
        case Phase.BETWEEN:
            return state.round is not None and bool(state.results)
        case Phase.WAITING:
            return True


def _new_id() -> str:
    return secrets.token_hex(ID_BYTES)


def _of(seat: Seat | None) -> dict[str, Seat]:
    return {} if seat is None else {"seat": seat}
