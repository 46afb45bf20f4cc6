"""The names of players, people and bots."""

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
"""The names of the two players, by seat."""


def bot_name(name: str, _: Texts) -> str:
    """The name of a bot in the viewer's language, with a capital."""
    # A name with a node count, such as merchant:500, only gets a capital.
    return _.translate(_TITLES[name]) if name in _TITLES else bot_title(name)


class Seated(Protocol):
    """The holder of a seat, as stored or as sent to clients."""

    @property
    def kind(self) -> SeatKind:
        """A person, a bot, or an open seat."""

    @property
    def name(self) -> str:
        """The name of the holder."""


def names_of(seats: Iterable[Seated], _: Texts) -> tuple[str, str]:
    """The names of the two players; those of bots are translated."""
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
