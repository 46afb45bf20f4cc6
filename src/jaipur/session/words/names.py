"""What players are called, people and bots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from ...bots.ladder import LADDER
from ...seats import SEATS, Seat, other
from ...texts import Texts
from ..contract.basics import SeatKind
from ..names import bot_title

_TITLES = {player.name: player.title for player in LADDER}
Names = Sequence[str]
"""What the two players are called, by seat."""


def bot_name(name: str, _: Texts) -> str:
    """A bot’s name as a person’s name is written."""
    # A name with a number of nodes, such as merchant:500, stays as it is but for its capital.
    return _.translate(_TITLES[name]) if name in _TITLES else bot_title(name)


class Seated(Protocol):
    """Who sits at a table, as it is stored or told."""

    @property
    def kind(self) -> SeatKind:
        """A person, a bot, or nobody yet."""

    @property
    def name(self) -> str:
        """What they are called."""


def names_of(seats: Iterable[Seated], _: Texts) -> tuple[str, str]:
    """What the two players are called; bots have names of one word in small letters."""
    first, second = seats
    return _name(first, _), _name(second, _)


def _name(seat: Seated, _: Texts) -> str:
    return bot_name(seat.name, _) if seat.kind is SeatKind.BOT else seat.name


def called(seat: Seat, names: Names, me: Seat | None, _: Texts) -> str:
    """A player's name, or `You`."""
    return _("You") if seat == me else names[seat]


def mine_first(me: Seat | None) -> tuple[Seat, Seat]:
    """The seats, mine first."""
    return SEATS if me is None else (me, other(me))
