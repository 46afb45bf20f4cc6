"""How a round was scored, in words."""

from __future__ import annotations

from ...seats import Seat
from ...texts import Texts
from ..link import Json
from .cards import sentences
from .names import Names


def result_words(result: Json, names: Names, me: Seat | None, _: Texts) -> str:
    """How a round was scored."""
    return sentences(camel_token_words(result, names, me, _), winner_words(result, names, me, _))


def camel_token_words(result: Json, names: Names, me: Seat | None, _: Texts) -> str:
    """Who has the camel token."""
    owner = result["camel_token"]
    if owner is None:
        return _("The herds are equal: nobody gets the camel token.")
    if owner == me:
        return _("You have the larger herd and get the camel token.")
    return _("{name} has the larger herd and gets the camel token.", name=names[owner])


def winner_words(result: Json, names: Names, me: Seat | None, _: Texts) -> str:
    """Who takes the seal, and why."""
    winner, rupees, by = result["winner"], result["rupees"], result["decided_by"]
    if winner is None:
        return _("Everything is equal: nobody takes a seal, and the round is dealt again.")
    said = {"name": names[winner], "most": rupees[winner], "least": rupees[1 - winner]}
    if winner == me:
        return _my_seal(by, said, _)
    if by == "bonus tokens":
        return _(
            "Both have {most} rupees; {name} has more bonus tokens and takes the seal.", **said
        )
    if by == "goods tokens":
        return _(
            "Both have {most} rupees and as many bonus tokens; {name} has more goods tokens and "
            "takes the seal.",
            **said,
        )
    return _("{name} wins the round by {most} rupees to {least} and takes the seal.", **said)


def _my_seal(by: str, said: Json, _: Texts) -> str:
    if by == "bonus tokens":
        return _(
            "You both have {most} rupees; you have more bonus tokens and take the seal.", **said
        )
    if by == "goods tokens":
        return _(
            "You both have {most} rupees and as many bonus tokens; you have more goods tokens and "
            "take the seal.",
            **said,
        )
    return _("You win the round by {most} rupees to {least} and take the seal.", **said)
