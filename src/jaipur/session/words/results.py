"""The scoring of a round and the end of a match, in words."""

from __future__ import annotations

from typing import Any

from ...results import DecidedBy
from ...seats import Seat
from ...texts import Texts
from ..contract.basics import Cause
from ..contract.state import MatchEnding, Result
from .names import Names


def camel_token_words(result: Result, names: Names, me: Seat | None, _: Texts) -> str:
    """Describe who gets the camel token."""
    owner = result.camel_token
    if owner is None:
        return _("The herds are equal: nobody gets the camel token.")
    if owner == me:
        return _("You have the larger herd and get the camel token.")
    return _("{name} has the larger herd and gets the camel token.", name=names[owner])


def winner_words(result: Result, names: Names, me: Seat | None, _: Texts) -> str:
    """Describe who wins the seal, and why."""
    winner, rupees, by = result.winner, result.rupees, result.decided_by
    if winner is None:
        return _("Everything is equal: nobody takes a seal, and the round is dealt again.")
    fields = {"name": names[winner], "most": rupees[winner], "least": rupees[1 - winner]}
    if winner == me:
        return _my_seal(by, fields, _)
    if by is DecidedBy.BONUS_TOKENS:
        return _(
            "Both have {most} rupees; {name} has more bonus tokens and takes the seal.", **fields
        )
    if by is DecidedBy.GOODS_TOKENS:
        return _(
            "Both have {most} rupees and the same number of bonus tokens; {name} has more goods "
            "tokens and takes the seal.",
            **fields,
        )
    return _("{name} wins the round by {most} rupees to {least} and takes the seal.", **fields)


def _my_seal(by: DecidedBy, fields: dict[str, Any], _: Texts) -> str:
    if by is DecidedBy.BONUS_TOKENS:
        return _(
            "You both have {most} rupees; you have more bonus tokens and take the seal.", **fields
        )
    if by is DecidedBy.GOODS_TOKENS:
        return _(
            "You both have {most} rupees and the same number of bonus tokens; you have more goods "
            "tokens and take the seal.",
            **fields,
        )
    return _("You win the round by {most} rupees to {least} and take the seal.", **fields)


def ending_words(ending: MatchEnding, names: Names, me: Seat | None, _: Texts) -> str:
    """Describe who won the match, and how."""
    winner = ending.winner
    if ending.cause is Cause.HOST:
        return _("The host of this server closed the table; nobody won.")
    if winner is None:
        return _never_begun(ending, names, me, _)
    fields = {"winner": names[winner], "loser": names[1 - winner]}
    if ending.cause is Cause.RESIGNED:
        return _resigned(fields, winner, me, _)
    if ending.cause is Cause.TIME:
        return _out_of_time(fields, winner, me, _)
    return _("You won the match!") if winner == me else _("{winner} won the match!", **fields)


def _never_begun(ending: MatchEnding, names: Names, me: Seat | None, _: Texts) -> str:
    by, is_void = ending.by, ending.cause is Cause.VOID
    if by is None or by == me:
        if is_void:
            return _("Your nonce did not arrive, so nothing was dealt.")
        return _("The table was closed before the match began.")
    if is_void:
        return _("{name} walked away before the cards were dealt.", name=names[by])
    return _("{name} closed the table before the match began.", name=names[by])


def _resigned(fields: dict[str, str], winner: Seat, me: Seat | None, _: Texts) -> str:
    if me is None:
        return _("{loser} gave up: {winner} won the match.", **fields)
    if winner == me:
        return _("{loser} gave up: you won the match!", **fields)
    return _("You gave up: {winner} won the match.", **fields)


def _out_of_time(fields: dict[str, str], winner: Seat, me: Seat | None, _: Texts) -> str:
    if me is None:
        return _("{loser} ran out of time: {winner} won the match.", **fields)
    if winner == me:
        return _("{loser} ran out of time: you won the match!", **fields)
    return _("You ran out of time: {winner} won the match.", **fields)
