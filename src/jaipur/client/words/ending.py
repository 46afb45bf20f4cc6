"""The result or progress of a match: a sentence at the table, a line in a list."""

from __future__ import annotations

from ...seats import Seat
from ...session.contract.basics import Cause, Phase, SeatKind
from ...session.contract.responses import ListedTable
from ...session.contract.state import State
from ...session.words.cards import sentences
from ...session.words.names import bot_name
from ...texts import Texts


def unfinished_words(state: State, _: Texts) -> str:
    """A note that an unfinished round is not scored, or an empty string."""
    shown = state.round
    if shown is None or shown.number <= len(state.results):
        return ""
    return _("Round {n} was not finished, so it is not scored.", n=shown.number)


def is_my_turn(row: ListedTable) -> bool:
    """Whether a match waits for me; never before the other seat is taken."""
    is_seated = not _is_pair(row) and row.seats[1 - _mine(row)].kind is SeatKind.PERSON
    return row.waits_for_me and (row.phase is not Phase.WAITING or is_seated)


def match_words(row: ListedTable, _: Texts, *, is_open_elsewhere: bool = False) -> str:
    """One line about a match: opponent, progress, score and turn."""
    is_scored = row.phase is not Phase.WAITING and row.cause not in (Cause.CLOSED, Cause.VOID)
    is_waiting = is_my_turn(row) and not _is_pair(row)
    parts = (
        opponent_of(row, _),
        phase_words(row, _),
        score_words(row, _) if is_scored else "",
        _("Your turn") if is_waiting else "",
        _("Open elsewhere") if is_open_elsewhere else "",
    )
    return sentences(*(_("{action}.", action=one) for one in parts if one))


def opponent_of(row: ListedTable, _: Texts) -> str:
    """The opponent's name, or both names if I hold both seats."""
    if _is_pair(row):
        one, two = (seat.name for seat in row.seats)
        return _("{one} and {two}", one=one, two=two)
    seat = row.seats[1 - _mine(row)]
    if seat.kind is SeatKind.OPEN:
        return _("A friend you invited")
    return bot_name(seat.name, _) if seat.kind is SeatKind.BOT else seat.name


def phase_words(row: ListedTable, _: Texts) -> str:
    """The progress or result of the match."""
    if row.phase is Phase.OVER:
        return _result(row, _)
    if row.phase is Phase.WAITING:
        if is_my_turn(row):
            return _("Waiting for you")
        is_open = row.seats[1 - _mine(row)].kind is SeatKind.OPEN
        return _("The seat is still open") if is_open else _("Not begun yet")
    if row.phase is Phase.BETWEEN:
        return _("Round {n} is over", n=row.round)
    return _("Round {n}", n=row.round)


def score_words(row: ListedTable, _: Texts) -> str:
    """The seals in words, mine first."""
    mine = _mine(row)
    return _("Seals {first} to {second}", first=row.seals[mine], second=row.seals[1 - mine])


def _result(row: ListedTable, _: Texts) -> str:
    winner = row.winner
    if row.cause is Cause.HOST:
        return _("Closed by the host")
    if row.cause is Cause.VOID:
        return _("Void: nothing was dealt")
    if winner is None:
        return _("Closed before it began")
    if _is_pair(row):
        return _("{name} won", name=row.seats[winner].name)
    return _("You won") if winner == _mine(row) else _("You lost")


def _is_pair(row: ListedTable) -> bool:
    """Whether two people play on this device."""
    return len(row.my_seats) == 2


def _mine(row: ListedTable) -> Seat:
    return row.my_seats[0] if row.my_seats else 0


def elo_words(rating: int, _: Texts) -> str:
    """A bot's rating."""
    return _("Elo {rating}", rating=str(rating).replace("-", "−"))


def kept_words(_: Texts, *, is_remote: bool = False, keeps: bool = True) -> str:
    """Where the match is saved, and how to resume it."""
    if not keeps:
        return _("This match is not saved.")
    if is_remote:
        return _("The match is saved on the server; jaipur join takes you back to it.")
    return _("The match is saved; resume it with jaipur matches resume.")
