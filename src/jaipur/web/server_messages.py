"""Request bodies and answers of routes that do not concern the play at a table."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ..session.contract.basics import Count, RequestModel, ResponseModel
from ..session.contract.commands import Secret


class TableLinks(ResponseModel, frozen=True):
    """Links to share. `only_here`: they point at this machine and work nowhere else."""

    invitation: str | None
    watch: str | None
    only_here: bool


class NewTable(ResponseModel, frozen=True):
    """A new table. The commitment binds the server to the deals before any nonce is known."""

    table: Annotated[str, Meta(examples=["5f1c9a0e7b3d2846"])]
    version: Count
    commitment: str
    links: TableLinks


class Token(ResponseModel, frozen=True):
    """The bearer token of a program, shown only once."""

    token: str


class Move(RequestModel, frozen=True):
    """Request a link that moves the seats of this device to another."""

    keep: Annotated[bool, Meta(description="Whether this device keeps its seats as well.")] = False


class Claim(RequestModel, frozen=True):
    """Claim the seats of another device with its link."""

    link: Secret


class MoveLink(ResponseModel, frozen=True):
    """A link that moves the seats of this device to another. It works once."""

    link: str
    seconds: Count
    only_here: bool


class Health(ResponseModel, frozen=True):
    """The state of the server."""

    status: Literal["ok", "stopping", "store_full", "store_damaged", "store_failing"]
    damaged_tables: Annotated[
        Count, Meta(description="Tables found unreadable since the server started.")
    ]
    clock_trusted: Annotated[
        bool,
        Meta(description="If false, no old table is deleted until the host confirms the clock."),
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
