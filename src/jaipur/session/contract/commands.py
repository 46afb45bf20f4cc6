"""What a table is told: commands, and what makes or finds a table."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from ...seats import Seat
from ..options import ClockOption, Options
from .basics import END, RequestModel

CommandId = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{8,64}" + END,
        description="Made by the caller, new for each command. The same id again is the same "
        "command, and is answered as the first time.",
        examples=["c0ffee00-0001"],
    ),
]
Version = Annotated[
    int,
    Meta(
        ge=1,
        le=2**31,
        description="The version of the table that the command was made for.",
        examples=[7],
    ),
]
Name = Annotated[str, Meta(min_length=1, max_length=200, examples=["Ana"])]
Secret = Annotated[str, Meta(max_length=200, examples=["3f0a9c64d1e25b87a6c4e19f02d37b58"])]
Nonce = Annotated[
    str,
    Meta(
        max_length=64,
        description="Random hexadecimal digits, so that nobody else can have chosen the deal.",
        examples=["9b1deb4d3b7d4bad9b1deb4d3b7d4bad"],
    ),
]
NonceCommitment = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{64}" + END,
        description='SHA-256 of the bytes "jaipur nonce 1" and the nonce, in hexadecimal: it fixes '
        "your nonce, which you reveal with `ready` after the other player has given theirs.",
        examples=["1e6c5391a0c5c13fe1e2b3a1fa2754fc2a8debaccfdbc07958828a3f617082be"],
    ),
]

Places = Annotated[
    tuple[int, ...],
    Meta(
        max_length=5,
        description="The places of the market that are taken from, 0 to 4 from the left; "
        "otherwise the leftmost cards of their kind.",
        examples=[[1, 3]],
    ),
]


class _Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """What somebody with a seat wants."""


class Ready(_Command, frozen=True, tag="ready"):
    """The cards may be dealt; the nonce makes the deal one that nobody chose.

    Whoever is committed to a nonce gives it after the other one.
    """

    nonce: Nonce = ""


class Act(_Command, frozen=True, tag="act"):
    """Play an action."""

    action: Annotated[str, Meta(max_length=40, description="In notation.", examples=["+DG-LK"])]
    places: Places | None = None


class Next(_Command, frozen=True, tag="next"):
    """The next round may begin."""


class Resign(_Command, frozen=True, tag="resign"):
    """Give up the match."""


class Close(_Command, frozen=True, tag="close"):
    """Give up a table whose match has not begun."""


class Rematch(_Command, frozen=True, tag="rematch"):
    """Offer to play again, or accept it; who offers it to a person commits to a nonce."""

    nonce_commitment: Annotated[
        NonceCommitment | None,
        Meta(description="Of who offers it to a person; otherwise not needed."),
    ] = None


Command = Ready | Act | Next | Resign | Close | Rematch


class Submission(RequestModel, frozen=True, kw_only=True):
    """A command, made for one version of the table."""

    id: CommandId
    version: Version
    command: Command
    seat: Annotated[Seat | None, Meta(description="Which seat, for who holds both.")] = None


class Join(RequestModel, frozen=True, kw_only=True):
    """Take the open seat, with the secret of the invitation."""

    id: CommandId
    invitation: Secret
    name: Name
    nonce: Nonce = ""


class InvitationRequest(RequestModel, frozen=True):
    """Look at an invitation before taking it."""

    invitation: Secret


class WatchTable(RequestModel, frozen=True):
    """Watch, with the secret of the link."""

    key: Secret


class AgainstBot(RequestModel, frozen=True, tag_field="kind", tag="bot"):
    """Play a bot of the ladder: `merchant`, or with a number of nodes `merchant:500`."""

    bot: Annotated[str, Meta(max_length=40, examples=["merchant"])]


class OnOneDevice(RequestModel, frozen=True, tag_field="kind", tag="same_device"):
    """Two people on this device."""

    name: Name


class WithInvitation(RequestModel, frozen=True, tag_field="kind", tag="invitation"):
    """A friend with the link that the answer has."""

    nonce_commitment: Annotated[
        NonceCommitment | None,
        Meta(description="Refused with `bad_nonce_commitment` without one."),
    ] = None


class RequestedClock(ClockOption, frozen=True, forbid_unknown_fields=True):
    """The clock of a new table."""


class RequestedOptions(Options, frozen=True, forbid_unknown_fields=True):
    """The options of a new table, which takes none that it does not know."""

    clock: RequestedClock | None = None

    def agreed(self) -> Options:
        """The options as the table has them from now on."""
        clock = ClockOption(self.clock.bank, self.clock.increment) if self.clock else None
        return Options(self.memory_aid, self.house_rule, clock, self.is_private)


class Create(RequestModel, frozen=True, kw_only=True):
    """A new table."""

    id: CommandId
    name: Name
    opponent: AgainstBot | OnOneDevice | WithInvitation
    options: RequestedOptions = field(default_factory=RequestedOptions)
