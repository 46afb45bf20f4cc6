"""A table as somebody wants it, before there is one."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec.structs import replace

from .commands import checked_commitment
from .contract.basics import SeatKind
from .facts import SeatHolder
from .names import clean_name
from .opponents import check_bot
from .options import Options
from .table import Table


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A table as somebody wants it: against a bot, on one device, or with an invitation."""

    name: str
    bot: str | None = None
    other_name: str | None = None
    """The name of the second person on this device."""
    options: Options = field(default_factory=Options)
    seed: int | None = None
    """Gives deals that can be had again, and that nobody can verify."""
    nonce_commitment: str | None = None
    """What fixes the nonce of who invites somebody."""

    @property
    def invites(self) -> bool:
        """Whether somebody with the invitation is to take the other seat."""
        return self.bot is None and self.other_name is None

    def check(self) -> None:
        """Refuse what cannot be, before anything is kept for it."""
        if self.bot is not None:
            check_bot(self.bot)
        self.seats("")
        self.commitment()

    def seats(self, player: str, *, is_program: bool = False) -> tuple[SeatHolder, SeatHolder]:
        """The seats as somebody who makes the table gets them; a name that is none is refused."""
        me = SeatHolder(SeatKind.PERSON, clean_name(self.name), player, is_program=is_program)
        if self.bot is not None:
            return me, SeatHolder(SeatKind.BOT, self.bot, None, self.bot)
        if self.other_name is not None:
            return me, replace(me, name=clean_name(self.other_name))
        return me, SeatHolder(SeatKind.OPEN)

    def commitment(self) -> str | None:
        """What fixes the nonce, in its one spelling; refused where it is needed and is none."""
        return checked_commitment(self.nonce_commitment) if self.invites else None

    def made(self, table: Table) -> bool:
        """Whether a table was made by this plan."""
        planned = tuple(map(_anybody, self.seats("")))
        there = tuple(map(_anybody, table.created.seats))
        is_committed = self.commitment() == table.created.nonce_commitment
        return planned == there and is_committed and self.options == table.options


def _anybody(holder: SeatHolder) -> SeatHolder:
    """A seat, whoever holds it."""
    return replace(holder, player=None, is_program=False)
