"""`decide`: turns a command into exactly one fact, or rejects it."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from ..deals import nonce_commitment
from ..errors import Code, SessionError
from ..seats import SEATS, Seat
from . import rematch
from .contract.basics import Phase, SeatKind
from .contract.commands import Act, Close, Command, Join, Next, Ready, Rematch, Resign
from .facts import (
    Acted,
    Closed,
    Fact,
    Joined,
    OfferedRematch,
    Readied,
    Rematched,
    Resigned,
    WantedNext,
)
from .names import clean_name
from .places import places_of
from .refusals import allowed_action
from .table import Table

LONGEST_NONCE = 64
MOST_VERSIONS = 2_000
"""Without the house rule a match might never end; a long one has about 400 versions."""


@dataclass(frozen=True, slots=True)
class Joining:
    """A request to take the open seat, and who made it."""

    join: Join
    player: str
    is_program: bool = False


@dataclass(frozen=True, slots=True)
class CommandContext:
    """What a decision needs in addition to the table."""

    spent: int = 0
    """Milliseconds the seat has used on its clock."""
    rematch_table: str = ""
    """The table id of the rematch, if there will be one."""
    fallback: str | None = None
    """Why the fallback bot chose this action, if it did."""


def digest_of(
    seat: Seat, command: Command | Joining, version: int | None, fallback: str | None = None
) -> str:
    """A hash that distinguishes a retry from another command with the same id."""
    # Do not change the format: stores contain digests of older versions.
    match command:
        case Act(action, places):
            taken = None if places is None else list(places)
            spelled = f"Act({action=}, places={taken}, {fallback=})"
        case Joining(join, player):
            fields = f"invitation={join.invitation!r}, name={join.name!r}, nonce={join.nonce!r}"
            spelled = f"Join({fields}, {player=})"
        case _:
            spelled = repr(command)
    text = f"({seat}, {version}, {spelled})".encode("ascii", "backslashreplace")
    return hashlib.sha256(text).hexdigest()[:32]


def decide(table: Table, seat: Seat, command: Command | Joining, context: CommandContext) -> Fact:
    """The fact that a command creates; SessionError or IllegalAction if it is rejected."""
    match command:
        case Joining():
            return _join(table, seat, command)
        case Ready(nonce):
            return _ready(table, seat, nonce)
        case Act():
            return _act(table, seat, command, context)
        case Next():
            return _next(table, seat, context)
        case Resign():
            _require_running(table)
            return Resigned(seat)
        case Close():
            _require(table.phase is not Phase.OVER, Code.MATCH_OVER, table)
            _require(table.phase is Phase.WAITING, Code.MATCH_BEGUN, table)
            return Closed(seat)
        case Rematch():
            return _rematch(table, seat, command, context)


def open_seat(table: Table) -> Seat | None:
    """The seat that is open to the invited player, if any."""
    if table.phase is not Phase.WAITING:
        return None
    return next((seat for seat in SEATS if table.seats[seat].kind is SeatKind.OPEN), None)


def checked_nonce(nonce: str) -> str:
    """Validate a nonce and return it in lower case."""
    if len(nonce) > LONGEST_NONCE or not re.fullmatch(r"([0-9a-fA-F]{2})*", nonce):
        raise SessionError(Code.BAD_NONCE)
    return nonce.lower()


def checked_commitment(commitment: str | None) -> str:
    """Validate a nonce commitment and return it in lower case."""
    if commitment is None or not re.fullmatch(r"[0-9a-fA-F]{64}", commitment):
        raise SessionError(Code.BAD_NONCE_COMMITMENT)
    return commitment.lower()


def _join(table: Table, seat: Seat, command: Joining) -> Joined:
    _require(not table.seats_of(frozenset([command.player])), Code.OWN_INVITATION, table)
    _require(table.phase is not Phase.OVER, Code.MATCH_OVER, table)
    _require(open_seat(table) == seat, Code.SEAT_TAKEN, table)
    name, nonce = clean_name(command.join.name), checked_nonce(command.join.nonce)
    return Joined(seat, command.player, name, nonce, command.is_program)


def _ready(table: Table, seat: Seat, nonce: str) -> Readied:
    _require(table.phase is not Phase.OVER, Code.MATCH_OVER, table)
    _require(table.phase is Phase.WAITING, Code.MATCH_BEGUN, table)
    _require(table.nonces[seat] is None, Code.ALREADY_READY, table)
    given = checked_nonce(nonce)
    if table.created.nonce_commitment is not None and seat == table.created.committed_seat:
        # Revealed first, it would let a player who knows the key choose the deal by their nonce.
        _require(table.reveals == seat, Code.NONCE_TOO_EARLY, table)
        fits = nonce_commitment(bytes.fromhex(given)) == table.created.nonce_commitment
        _require(fits, Code.WRONG_NONCE, table)
    return Readied(_speaks_for(table, seat), given)


def _act(table: Table, seat: Seat, command: Act, context: CommandContext) -> Acted:
    _require_running(table)
    if table.version >= MOST_VERSIONS:
        raise SessionError(Code.TOO_LONG, table.version, most=MOST_VERSIONS)
    _require(table.phase is Phase.PLAYING, Code.ROUND_OVER, table)
    assert table.match is not None  # noqa: S101  # a match is being played
    position = table.match.position
    _require(position.turn == seat, Code.NOT_YOUR_TURN, table)
    action = allowed_action(command.action, position, position.hand(seat))
    places = places_of(table.market, action, command.places)
    return Acted(seat, action, places, context.spent, context.fallback)


def _next(table: Table, seat: Seat, context: CommandContext) -> WantedNext:
    _require_running(table)
    _require(table.phase is Phase.BETWEEN, Code.ROUND_NOT_OVER, table)
    _require(not table.wants_next[seat], Code.ALREADY_READY, table)
    return WantedNext(_speaks_for(table, seat), context.spent)


def _rematch(table: Table, seat: Seat, command: Rematch, context: CommandContext) -> Fact:
    _require(table.ending is not None, Code.MATCH_NOT_OVER, table)
    _require(table.match is not None and table.rematch is None, Code.NO_REMATCH, table)
    _require(table.rematch_offer != seat, Code.ALREADY_READY, table)
    if rematch.is_agreed(table):
        return Rematched(seat, context.rematch_table)
    return OfferedRematch(seat, checked_commitment(command.nonce_commitment))


def _speaks_for(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """The seats a command speaks for: both, if one device holds both."""
    return SEATS if table.is_hot_seat else (seat,)


def _require_running(table: Table) -> None:
    _require(table.ending is None, Code.MATCH_OVER, table)
    _require(table.match is not None, Code.NOT_BEGUN, table)


def _require(holds: bool, code: Code, table: Table) -> None:
    if not holds:
        raise SessionError(code, table.version)
