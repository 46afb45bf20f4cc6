"""What players are called, people and bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...seats import SEATS, Seat, other
from ...session.names import bot_title
from ...texts import Texts
from ..link import Json

Names = Sequence[str]
"""What the two players are called, by seat."""


def bot_name(name: str, _: Texts) -> str:
    """A bot’s name as a person’s name is written."""
    # A name with a number of nodes, such as merchant:500, stays as it is but for its capital.
    return _BOT_NAMES[name](_) if name in _BOT_NAMES else bot_title(name)


def names_of(state: Json, _: Texts) -> tuple[str, str]:
    """What the two players are called; bots have names of one word in small letters."""
    first, second = (
        bot_name(seat["name"], _) if seat["kind"] == "bot" else str(seat["name"])
        for seat in state["seats"]
    )
    return first, second


_BOT_NAMES: dict[str, Callable[[Texts], str]] = {
    "random": lambda _: _("Random"),
    "novice": lambda _: _("Novice"),
    "greedy": lambda _: _("Greedy"),
    "trader": lambda _: _("Trader"),
    "merchant": lambda _: _("Merchant"),
    "vizier": lambda _: _("Vizier"),
    "maharaja": lambda _: _("Maharaja"),
}


def called(seat: Seat, names: Names, me: Seat | None, _: Texts) -> str:
    """A player's name, or `You`."""
    return _("You") if seat == me else names[seat]


def mine_first(me: Seat | None) -> tuple[Seat, Seat]:
    """The seats, mine first."""
    return SEATS if me is None else (me, other(me))
