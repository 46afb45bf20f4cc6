"""A request for a new table."""

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
    """A request for a new table: against a bot, on one device, or with an invitation."""

    name: str
    bot: str | None = None
    other_name: str | None = None
    """The name of the second person on this device."""
    options: Options = field(default_factory=Options)
    seed: int | None = None
    """Makes the deals reproducible; they then cannot be verified."""
    nonce_commitment: str | None = None
    """The commitment to the nonce of the inviting player."""

    @property
    def invites(self) -> bool:
        """Whether the other seat is open to an invited player."""
        return self.bot is None and self.other_name is None

    def check(self) -> None:
        """Reject an invalid request before anything is stored."""
        if self.bot is not None:
            check_bot(self.bot)
        self.seats("")
        self.commitment()

    def seats(self, player: str, *, is_program: bool = False) -> tuple[SeatHolder, SeatHolder]:
        """The seats of the new table; an invalid name is rejected."""
        me = SeatHolder(SeatKind.PERSON, clean_name(self.name), player, is_program=is_program)
        if self.bot is not None:
            return me, SeatHolder(SeatKind.BOT, self.bot, None, self.bot)
        if self.other_name is not None:
            return me, replace(me, name=clean_name(self.other_name))
        return me, SeatHolder(SeatKind.OPEN)

    def commitment(self) -> str | None:
        """The validated nonce commitment; rejected if it is required and missing."""
        return checked_commitment(self.nonce_commitment) if self.invites else None

    def matches(self, table: Table) -> bool:
        """Whether a table was created by an identical request."""
        requested = tuple(map(_without_player, self.seats("")))
        created = tuple(map(_without_player, table.created.seats))
        is_committed = self.commitment() == table.created.nonce_commitment
        return requested == created and is_committed and self.options == table.options


def _without_player(holder: SeatHolder) -> SeatHolder:
    """A seat without the identity of its holder."""
    return replace(holder, player=None, is_program=False)
