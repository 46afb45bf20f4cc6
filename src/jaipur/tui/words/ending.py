"""How a match ended or how far it is: one sentence at the table, one line in a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...seats import Seat
from ...texts import Texts
from ..link import Json
from .cards import sentences
from .names import Names, bot_name, called, mine_first

if TYPE_CHECKING:  # the bots take long to load, and their words do not need them
    pass

_MINUTE = 60


def ending_words(state: Json, names: Names, me: Seat | None, _: Texts) -> str:
    """Who won the match, and how."""
    ending = state["ending"]
    winner = ending["winner"]
    if ending["cause"] == "house":
        return _("The host of this server closed the table; nobody won.")
    if winner is None:
        return _never_begun(ending, names, me, _)
    said = {"winner": names[winner], "loser": names[1 - winner]}
    if ending["cause"] == "resigned":
        return _resigned(said, winner, me, _)
    if ending["cause"] == "time":
        return _out_of_time(said, winner, me, _)
    return _("You won the match!") if winner == me else _("{winner} won the match!", **said)


def _never_begun(ending: Json, names: Names, me: Seat | None, _: Texts) -> str:
    by, is_void = ending.get("by"), ending["cause"] == "void"
    if by is None or by == me:
        if is_void:
            return _("Your share of chance did not come, so nothing was dealt.")
        return _("This table was given up before the match began.")
    if is_void:
        return _("{name} walked away before the cards were dealt.", name=names[by])
    return _("{name} gave up the table before the match began.", name=names[by])


def _resigned(said: dict[str, str], winner: Seat, me: Seat | None, _: Texts) -> str:
    if me is None:
        return _("{loser} gave up: {winner} won the match.", **said)
    if winner == me:
        return _("{loser} gave up: you won the match!", **said)
    return _("You gave up: {winner} won the match.", **said)


def _out_of_time(said: dict[str, str], winner: Seat, me: Seat | None, _: Texts) -> str:
    if me is None:
        return _("{loser} ran out of time: {winner} won the match.", **said)
    if winner == me:
        return _("{loser} ran out of time: you won the match!", **said)
    return _("You ran out of time: {winner} won the match.", **said)


def unfinished_words(state: Json, _: Texts) -> str:
    """A round that was broken off has no score, and that is said; else nothing."""
    shown = state["round"]
    if shown is None or shown["number"] <= len(state["results"]):
        return ""
    return _("Round {n} was not finished, so it is not scored.", n=shown["number"])


def seals_words(state: Json, names: Names, me: Seat | None, _: Texts) -> str:
    """The seals of both, mine first."""
    pairs = [(called(seat, names, me, _), state["seals"][seat]) for seat in mine_first(me)]
    ordered = {"names": [name for name, _won in pairs], "seals": [won for _name, won in pairs]}
    return _("Seals: {names[0]} {seals[0]}, {names[1]} {seals[1]}", **ordered)


def is_my_turn(row: Json) -> bool:
    """Whether a match waits for me; before somebody sits opposite there is nothing to do."""
    return bool(row["waits_for_me"]) and (row["phase"] != "waiting" or _has_partner(row))


def _has_partner(row: Json) -> bool:
    """Whether another person sits at the table."""
    return not _is_pair(row) and row["seats"][1 - _mine(row)]["kind"] == "person"


def match_words(row: Json, _: Texts) -> str:
    """One line for a match in a list: who is there, how far it is, whose turn."""
    is_scored = row["phase"] != "waiting" and row["cause"] not in ("closed", "void")
    is_waiting = is_my_turn(row) and not _is_pair(row)
    said = (
        opponent_of(row, _),
        phase_words(row, _),
        score_words(row, _) if is_scored else "",
        _("Your turn") if is_waiting else "",
        _("Open elsewhere") if row.get("is_open_elsewhere") else "",
    )
    return sentences(*(_("{action}.", action=one) for one in said if one))


def opponent_of(row: Json, _: Texts) -> str:
    """Who is there beside me."""
    if _is_pair(row):
        one, two = (seat["name"] for seat in row["seats"])
        return _("{one} and {two}", one=one, two=two)
    seat = row["seats"][1 - _mine(row)]
    if seat["kind"] == "open":
        return _("A friend you invited")
    return bot_name(seat["name"], _) if seat["kind"] == "bot" else str(seat["name"])


def phase_words(row: Json, _: Texts) -> str:
    """How far the match is, or how it ended."""
    if row["phase"] == "over":
        return _result(row, _)
    if row["phase"] == "waiting":
        if is_my_turn(row):
            return _("The cards wait for you")
        is_open = row["seats"][1 - _mine(row)]["kind"] == "open"
        return _("The seat is still open") if is_open else _("Not begun yet")
    if row["phase"] == "between":
        return _("Round {n} is over", n=row["round"])
    return _("Round {n}", n=row["round"])


def score_words(row: Json, _: Texts) -> str:
    """The seals in words, mine first."""
    mine = _mine(row)
    return _("Seals {first} to {second}", first=row["seals"][mine], second=row["seals"][1 - mine])


def _result(row: Json, _: Texts) -> str:
    winner = row["winner"]
    if row["cause"] == "house":
        return _("Closed by the host")
    if row["cause"] == "void":
        return _("Void: nothing was dealt")
    if winner is None:
        return _("Closed before it began")
    if _is_pair(row):
        return _("{name} won", name=row["seats"][winner]["name"])
    return _("You won") if winner == _mine(row) else _("You lost")


def _is_pair(row: Json) -> bool:
    """Whether two people play on this device."""
    return len(row["my_seats"]) == 2


def _mine(row: Json) -> Seat:
    return row["my_seats"][0] if row["my_seats"] else 0


def elo_words(rating: int, _: Texts) -> str:
    """How strong a bot is."""
    return _("Elo {rating}", rating=str(rating).replace("-", "−"))


def ago_words(then: float, now: float, _: Texts) -> str:
    """How long ago something was; less than a minute is `now`."""
    passed = int(max(0.0, now - then))
    for seconds, said in _AGO:
        if passed >= seconds:
            return said(passed // seconds, _)
    return _("now")


_AGO: tuple[tuple[int, Callable[[int, Texts], str]], ...] = (
    (7 * 24 * 60 * _MINUTE, lambda n, _: _.count("{n} week ago", "{n} weeks ago", n)),
    (24 * 60 * _MINUTE, lambda n, _: _.count("{n} day ago", "{n} days ago", n)),
    (60 * _MINUTE, lambda n, _: _.count("{n} hour ago", "{n} hours ago", n)),
    (_MINUTE, lambda n, _: _.count("{n} minute ago", "{n} minutes ago", n)),
)
