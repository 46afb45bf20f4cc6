"""What callers send: the bodies of requests, with examples for the description."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..session.commands import Act, Close, Command, Next, Ready, Rematch, Resign
from ..session.options import Clock, MemoryAid, Options

CommandId = Annotated[
    str,
    Field(
        pattern=r"^[A-Za-z0-9_-]{8,64}$",
        description="Made by the caller, new for each command. The same id again is the same "
        "command, and is answered as the first time.",
        examples=["c0ffee00-0001"],
    ),
]
Version = Annotated[
    int,
    Field(
        ge=1,
        le=2**31,
        description="The version of the table that the command was made for.",
        examples=[7],
    ),
]
SeatNumber = Annotated[
    Literal[0, 1] | None,
    Field(description="Which seat, for who holds both.", examples=[None]),
]
Name = Annotated[str, Field(min_length=1, max_length=200, examples=["Ana"])]
Secret = Annotated[str, Field(max_length=200, examples=["3f0a9c64d1e25b87a6c4e19f02d37b58"])]
Nonce = Annotated[
    str,
    Field(
        max_length=64,
        description="Random hexadecimal digits, so that nobody else can have chosen the deal.",
        examples=["9b1deb4d3b7d4bad9b1deb4d3b7d4bad"],
    ),
]
NonceCommitment = Annotated[
    str,
    Field(
        pattern=r"^[0-9a-f]{64}$",
        description='SHA-256 of the bytes "jaipur nonce 1" and the nonce, in hexadecimal: it fixes '
        "your nonce, which you reveal with `ready` after the other player has given theirs.",
        examples=["1e6c5391a0c5c13fe1e2b3a1fa2754fc2a8debaccfdbc07958828a3f617082be"],
    ),
]


class Body(BaseModel):
    """A body takes no names it does not know."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ClockBody(Body):
    """A time bank for each person and match, and what each action adds, in seconds."""

    bank: int = Field(ge=10, le=7 * 24 * 3600, examples=[600])
    increment: int = Field(default=0, ge=0, le=24 * 3600, examples=[5])


class OptionsBody(Body):
    """The options of a table."""

    memory_aid: Literal["off", "counts", "full"] = "counts"
    house_rule: bool = Field(default=True, description="Forty exchanges in a row end the round.")
    clock: ClockBody | None = None
    private: bool = Field(default=False, description="Nobody may watch.")

    def options(self) -> Options:
        """The options as the session knows them."""
        clock = Clock(self.clock.bank, self.clock.increment) if self.clock else None
        return Options(MemoryAid(self.memory_aid), self.house_rule, clock, self.private)


class AgainstBot(Body):
    """Play a bot of the ladder: `merchant`, or with a number of nodes `merchant:500`."""

    kind: Literal["bot"]
    bot: str = Field(max_length=40, examples=["merchant"])


class OnOneDevice(Body):
    """Two people on this device."""

    kind: Literal["same_device"]
    name: Name


class WithInvitation(Body):
    """A friend with the link that the answer has."""

    kind: Literal["invitation"]
    nonce_commitment: NonceCommitment | None = Field(
        default=None, description="Refused with `bad_nonce_commitment` without one."
    )


class CreateBody(Body):
    """A new table."""

    id: CommandId
    name: Name
    opponent: AgainstBot | OnOneDevice | WithInvitation = Field(discriminator="kind")
    options: OptionsBody = Field(default_factory=OptionsBody)


class JoinBody(Body):
    """Take the open seat."""

    id: CommandId
    invitation: Secret
    name: Name
    nonce: Nonce = ""


class InvitationBody(Body):
    """Look at an invitation before taking it."""

    invitation: Secret


class WatchBody(Body):
    """Watch, with the secret of the link."""

    key: Secret


class MoveBody(Body):
    """Make a link that gives the seats of this device to another."""

    keep: bool = Field(default=False, description="This device keeps them as well.")


class ClaimBody(Body):
    """Use such a link."""

    link: Secret


class _CommandBody(Body):
    id: CommandId
    version: Version
    seat: SeatNumber = None


class ReadyBody(_CommandBody):
    """The cards may be dealt."""

    kind: Literal["ready"]
    nonce: Nonce = ""

    def command(self) -> Command:
        """The command."""
        return Ready(self.nonce)


class ActBody(_CommandBody):
    """Play an action."""

    kind: Literal["act"]
    action: str = Field(max_length=40, description="In notation.", examples=["+DG-LK"])
    places: list[int] | None = Field(
        default=None,
        max_length=5,
        description="The places of the market that are taken from, 0 to 4 from the left; "
        "otherwise the leftmost cards of their kind.",
        examples=[[1, 3]],
    )

    def command(self) -> Command:
        """The command."""
        return Act(self.action, self.places)


class NextBody(_CommandBody):
    """The next round may begin."""

    kind: Literal["next"]

    def command(self) -> Command:
        """The command."""
        return Next()


class ResignBody(_CommandBody):
    """Give up the match."""

    kind: Literal["resign"]

    def command(self) -> Command:
        """The command."""
        return Resign()


class CloseBody(_CommandBody):
    """Give up the table before the match has begun."""

    kind: Literal["close"]

    def command(self) -> Command:
        """The command."""
        return Close()


class RematchBody(_CommandBody):
    """Offer to play again, or accept it."""

    kind: Literal["rematch"]
    nonce_commitment: NonceCommitment | None = Field(
        default=None, description="Of who offers it to a person; otherwise not needed."
    )

    def command(self) -> Command:
        """The command."""
        return Rematch(self.nonce_commitment)


CommandBody = Annotated[
    ReadyBody | ActBody | NextBody | ResignBody | CloseBody | RematchBody,
    Field(discriminator="kind"),
]
