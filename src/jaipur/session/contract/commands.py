"""Requests to a table: commands, and the requests that create, join or watch one."""

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
        description="Chosen by the caller, unique per command. A command with the same id is a "
        "retry and gets the same response.",
        examples=["c0ffee00-0001"],
    ),
]
Version = Annotated[
    int,
    Meta(
        ge=1,
        le=2**31,
        description="The version of the table that the command refers to.",
        examples=[7],
    ),
]
Name = Annotated[str, Meta(min_length=1, max_length=200, examples=["Ana"])]
Secret = Annotated[str, Meta(max_length=200, examples=["3f0a9c64d1e25b87a6c4e19f02d37b58"])]
Nonce = Annotated[
    str,
    Meta(
        max_length=64,
        description="Random hexadecimal digits, so that nobody else can choose the deal.",
        examples=["9b1deb4d3b7d4bad9b1deb4d3b7d4bad"],
    ),
]
NonceCommitment = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{64}" + END,
        description='SHA-256 of the bytes "jaipur nonce 1" and the nonce, in hexadecimal: it '
        "commits you to a nonce, which you reveal with `ready` after the other player's.",
        examples=["1e6c5391a0c5c13fe1e2b3a1fa2754fc2a8debaccfdbc07958828a3f617082be"],
    ),
]

PlaceIndices = Annotated[
    tuple[int, ...],
    Meta(
        max_length=5,
        description="The places of the market to take from, 0 to 4 from the left; by default, the "
        "leftmost card of each kind.",
        examples=[[1, 3]],
    ),
]


class _Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """The base of all commands that a player can send."""


class Ready(_Command, frozen=True, tag="ready"):
    """Be ready for the first deal; the nonces ensure that nobody chose the deal.

    A player who committed to a nonce reveals it after the other player has sent theirs.
    """

    nonce: Nonce = ""


class Act(_Command, frozen=True, tag="act"):
    """Play an action."""

    action: Annotated[str, Meta(max_length=40, description="In notation.", examples=["+DG-LK"])]
    places: PlaceIndices | None = None


class Next(_Command, frozen=True, tag="next"):
    """Be ready for the next round."""


class Resign(_Command, frozen=True, tag="resign"):
    """Resign the match."""


class Close(_Command, frozen=True, tag="close"):
    """Close a table whose match has not begun."""


class Rematch(_Command, frozen=True, tag="rematch"):
    """Offer a rematch, or accept one; an offer to a person includes a nonce commitment."""

    nonce_commitment: Annotated[
        NonceCommitment | None,
        Meta(description="Required when offering a rematch to a person."),
    ] = None


Command = Ready | Act | Next | Resign | Close | Rematch


class Submission(RequestModel, frozen=True, kw_only=True):
    """A command for one version of the table."""

    id: CommandId
    version: Version
    command: Command
    seat: Annotated[Seat | None, Meta(description="The seat to act for, if you hold both.")] = None


class Join(RequestModel, frozen=True, kw_only=True):
    """Take the open seat with the secret of the invitation."""

    id: CommandId
    invitation: Secret
    name: Name
    nonce: Nonce = ""


class InvitationRequest(RequestModel, frozen=True):
    """Look at an invitation before taking it."""

    invitation: Secret


class WatchTable(RequestModel, frozen=True):
    """Watch a table with the secret of its link."""

    key: Secret


class AgainstBot(RequestModel, frozen=True, tag_field="kind", tag="bot"):
    """Play a bot of the ladder: `merchant`, or with a number of nodes `merchant:500`."""

    bot: Annotated[str, Meta(max_length=40, examples=["merchant"])]


class OnOneDevice(RequestModel, frozen=True, tag_field="kind", tag="same_device"):
    """Two people on this device."""

    name: Name


class WithInvitation(RequestModel, frozen=True, tag_field="kind", tag="invitation"):
    """Play a friend, who joins with the link in the response."""

    nonce_commitment: Annotated[
        NonceCommitment | None,
        Meta(description="Required; without it the error is `bad_nonce_commitment`."),
    ] = None


class RequestedClock(ClockOption, frozen=True, forbid_unknown_fields=True):
    """The clock option of a new table; unknown fields are rejected."""


class RequestedOptions(Options, frozen=True, forbid_unknown_fields=True):
    """The options of a new table; unknown fields are rejected."""

    clock: RequestedClock | None = None

    def agreed(self) -> Options:
        """Convert them to the options of the table."""
        clock = ClockOption(self.clock.bank, self.clock.increment) if self.clock else None
        given = {name: getattr(self, name) for name in Options.__struct_fields__}
        return Options(**given | {"clock": clock})


class Create(RequestModel, frozen=True, kw_only=True):
    """Create a table."""

    id: CommandId
    name: Name
    opponent: AgainstBot | OnOneDevice | WithInvitation
    options: RequestedOptions = field(default_factory=RequestedOptions)
