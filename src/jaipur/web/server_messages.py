"""What only the house is told and tells: bodies and answers that are about no table's play."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ..session.contract.basics import Count, RequestModel, ResponseModel
from ..session.contract.commands import Secret


class LinksShown(ResponseModel, frozen=True):
    """Links to give away. `only_here`: they point at this machine and work nowhere else."""

    invitation: str | None
    watch: str | None
    only_here: bool


class NewTable(ResponseModel, frozen=True):
    """A table was created. The commitment fixes the deals before any nonce is known."""

    table: Annotated[str, Meta(examples=["5f1c9a0e7b3d2846"])]
    version: Count
    commitment: str
    links: LinksShown


class Token(ResponseModel, frozen=True):
    """The bearer token of a program; it is shown once."""

    token: str


class Move(RequestModel, frozen=True):
    """Make a link that gives the seats of this device to another."""

    keep: Annotated[bool, Meta(description="This device keeps them as well.")] = False


class Claim(RequestModel, frozen=True):
    """Use such a link."""

    link: Secret


class MoveLink(ResponseModel, frozen=True):
    """A link that gives the seats of this device to another, once."""

    link: str
    seconds: Count
    only_here: bool


class Health(ResponseModel, frozen=True):
    """The server is well."""

    status: Literal["ok", "stopping", "store_full", "store_damaged", "store_failing"]
    damaged_tables: Annotated[
        Count, Meta(description="Tables found since the start that cannot be read.")
    ]
    clock_trusted: Annotated[
        bool, Meta(description="False: nothing old is deleted until the host says so.")
    ]
    version: str
    bots_ready: bool
    tables_in_memory: Count
    listeners: Count


class BotInfo(ResponseModel, frozen=True):
    """A bot of the ladder."""

    name: str
    character: str
    rating: int
    nodes: Count
    searches: bool


class BotList(ResponseModel, frozen=True):
    """The ladder, weakest first."""

    ready: bool
    bots: tuple[BotInfo, ...]
