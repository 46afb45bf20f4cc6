"""`RemoteLink`: a table on a server, over the same HTTP interface as the page."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import Self

from ..errors import Code, JaipurError, message
from ..seats import Seat
from ..session.contract.basics import Phase
from ..session.contract.commands import (
    Act,
    Command,
    InvitationRequest,
    Join,
    Ready,
    Rematch,
    Submission,
    WatchTable,
)
from ..session.contract.responses import (
    Accepted,
    CheckedAction,
    Invitation,
    LegalActions,
    Replay,
    Update,
)
from ..session.contract.state import State
from .commitments import DealCommitment, NonceElsewhere, as_noted
from .link import LONGEST_WAIT, TABLE_ID, ConnectionLost, Link, NotAServer, ServerRefused
from .server import Server

ID_BYTES = 16
TRIES = 5
"""How often a stale command is retried; so many outdated updates in a row are no server of ours."""


class RemoteLink(Link):
    """A `Link` to a table on a server; the links of rematches share one connection."""

    is_remote = True

    def __init__(self, server: Server, table: str) -> None:
        if not TABLE_ID.fullmatch(table):  # a rematch's id comes from the server
            raise NotAServer(server=server.origin)
        self.table = table
        self.commitment = server.commitments.at(table)
        self.server = server
        self._confirmed = 0
        """The latest version the server has confirmed."""
        self._behind = 0
        """How many older updates have come since."""
        self._owns_connection = True
        """Whether closing this link closes the connection; the latest rematch's link owns it."""
        self._has_looked = False
        """Whether the invitation was fetched and its commitment is unchanged."""
        self._path = f"/api/tables/{table}"

    def set_language(self, language: str) -> None:
        """Receive texts in another language from now on."""
        self.server.set_language(language)

    async def fetch_update(self, seat: Seat | None = None) -> Update:
        """The table now, with the log of the round."""
        return self._update(await self.server.get(self._path, Update, _seat_query(seat)))

    async def wait_for_update(
        self, after: int, seat: Seat | None = None, wait: float = LONGEST_WAIT
    ) -> Update:
        """The update after a version, as soon as there is one."""
        seconds = min(max(wait, 0.0), LONGEST_WAIT)
        query = {"after": after, "wait": seconds} | _seat_query(seat)
        answer = await self.server.wait_for(f"{self._path}/updates", Update, query, seconds)
        update = self._update(answer)
        if _is_awaited(update.state):
            with suppress(NonceElsewhere):  # already reported on joining
                await self._be_ready(update)
        return update

    async def command(self, command: Command, version: int, seat: Seat | None = None) -> int:
        """Send a command; a retry after a timeout counts only once."""
        if isinstance(command, Rematch):
            command = Rematch(self.server.commitments.offer(self.table))
        for _try in range(TRIES):
            body = Submission(id=_new_id(), version=version, command=command, seat=seat)
            try:
                return await self._post("commands", body)
            except ServerRefused as refused:
                newer = refused.version or 0
                is_stale = refused.code == Code.STALE_VERSION and newer > version
                if isinstance(command, Act) or not is_stale:
                    raise
                version = newer
        raise NotAServer(server=self.server.origin)

    async def legal_actions(self, seat: Seat | None = None) -> LegalActions:
        """The actions that would be legal if it were my turn."""
        return await self.server.get(f"{self._path}/legal", LegalActions, _seat_query(seat))

    async def check(self, action: str, seat: Seat | None = None) -> CheckedAction:
        """Whether an action would be legal on my turn, and if not, why."""
        query = {"action": action} | _seat_query(seat)
        return await self.server.get(f"{self._path}/check", CheckedAction, query)

    async def replay(self) -> Replay:
        """The finished match step by step, with both hands open."""
        replay = await self.server.get(f"{self._path}/replay", Replay)
        self._require(bool(replay.steps) and replay.ending is not None)
        return replay

    async def record(self) -> str:
        """The record of the finished match."""
        return await self.server.text(f"{self._path}/record")

    async def follow(self, table: str) -> Self:
        """The link to another table of the server, a rematch, declaring me ready for it."""
        link = type(self)(self.server, table)
        await link.get_ready()
        self._owns_connection = False
        return link

    async def close(self) -> None:
        """Close the connection unless another link uses it; the table stays saved."""
        if self._owns_connection:
            await self.server.close()

    async def get_ready(self) -> Update:
        """Declare me ready if the table waits for that; returns the table's state."""
        update = await self.fetch_update()
        if not _is_awaited(update.state):
            return update
        await self._be_ready(update)
        return await self.fetch_update()

    async def _be_ready(self, update: Update) -> None:
        nonce = self._nonce(update.state)
        try:
            await self.command(Ready(nonce), update.version)
        except ServerRefused as refused:
            # Another window of mine was faster.
            if refused.code not in (Code.ALREADY_READY, Code.MATCH_BEGUN, Code.MATCH_OVER):
                raise

    async def invitation(self, secret: str) -> Invitation:
        """The table an invitation is for. This does not take the seat."""
        body = InvitationRequest(secret)
        shown = await self.server.post(f"{self._path}/invitation", Invitation, body)
        self._note(shown)
        self._require_as_noted(shown)
        self._has_looked = True
        return shown

    async def join(self, secret: str, name: str) -> int:
        """Take the open seat with an invitation, contributing my nonce to the deals."""
        if not self._has_looked:  # check the commitment before the server learns my nonce
            await self.invitation(secret)
        self.commitment = self.server.commitments.choose_nonce(self.table)
        nonce = self.commitment.nonce
        body = Join(id=_new_id(), invitation=secret, name=name, nonce=nonce)
        return await self._post("join", body)

    async def watch(self, secret: str) -> None:
        """Start watching with the secret of a watch link."""
        await self.server.post(f"{self._path}/watch", dict, WatchTable(secret))

    async def has_seat(self) -> bool:
        """Whether I already hold a seat at the table."""
        try:
            return (await self.fetch_update()).state.seat is not None
        except ServerRefused:
            return False

    async def begun(self) -> Update:
        """Wait for the match to begin, reconnecting as needed."""
        update = await self.fetch_update()
        while update.state.phase is Phase.WAITING:
            try:
                update = await self.wait_for_update(update.version)
            except ConnectionLost:
                await self.server.pause()
        return update

    async def _post(self, where: str, body: Submission | Join) -> int:
        try:
            answer = await self.server.post(f"{self._path}/{where}", Accepted, body)
        except ServerRefused as refused:
            self._confirm(refused.version or 0)
            raise
        self._confirm(answer.version)
        return answer.version

    def _confirm(self, version: int) -> None:
        self._confirmed, self._behind = max(version, self._confirmed), 0

    def _update(self, update: Update) -> Update:
        """Check that an update is consistent; raises NotAServer otherwise."""
        self._require(_is_consistent(update.state))
        self._note(update.state)
        self._behind = self._behind + 1 if update.version < self._confirmed else 0
        self._require(self._behind < TRIES)
        return update

    def _require(self, is_ours: bool) -> None:
        if not is_ours:
            raise NotAServer(server=self.server.origin)

    def _note(self, shown: State | Invitation) -> None:
        """Store the commitment to the deals when the table is first seen."""
        if self.commitment is None:
            first = DealCommitment(shown.commitment, committed=as_noted(shown.nonce_commitment))
            self.commitment = self.server.commitments.note(self.table, first)

    def _require_as_noted(self, shown: State | Invitation) -> None:
        """Raise OtherCommitment if the table shows another commitment than at first."""
        noted, now = self.commitment, (shown.commitment, as_noted(shown.nonce_commitment))
        if noted and (noted.commitment, noted.committed or now[1]) != now:
            raise OtherCommitment

    def _nonce(self, state: State) -> str:
        """My nonce, which ensures that nobody else can have chosen the deals."""
        self._require_as_noted(state)
        stored, previous = self.server.commitments, state.previous
        committed = state.nonce_commitment
        if not committed and previous and stored.has_offered(previous):
            raise OtherCommitment  # my commitment is missing: the other player could choose last
        if committed and committed.seat == state.seat:
            self.commitment = stored.reveal(self.table, previous, committed)
        else:
            self.commitment = stored.choose_nonce(self.table)
        return self.commitment.nonce


class OtherCommitment(JaipurError):
    """The server shows another commitment than when the table was first seen."""

    TEMPLATE = message(
        "The server shows a different commitment to the deals than before, so nothing was "
        "sent. Do not continue at this table."
    )


def _is_awaited(state: State) -> bool:
    """Whether the deal waits for me."""
    committed = state.nonce_commitment
    # A committed nonce is revealed only after the other one, whatever the server asks for.
    if committed and committed.seat == state.seat and committed.other_nonce is None:
        return False
    return state.phase is Phase.WAITING and state.seat in state.waits_for


def _is_consistent(state: State) -> bool:
    """Whether a state has everything that its phase requires."""
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


def _seat_query(seat: Seat | None) -> dict[str, Seat]:
    return {} if seat is None else {"seat": seat}
