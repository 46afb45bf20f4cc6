"""What version 0.1 wrote: each folder of tests/fixtures/0.1, copied before it is opened."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import pytest

from jaipur.client.link import Link
from jaipur.seats import BySeat, Seat
from jaipur.session.contract.commands import Command
from jaipur.store.sqlite import SqliteStore

from ..web.playing import NOON, AtTable, Client, Data, Harness

FOLDER = Path(__file__).parents[1] / "fixtures" / "0.1"
EACH = pytest.mark.parametrize("written", ["first", "last"])
LATER = NOON + 86_400
"""A day after the last of it was written."""
NEW_IDS = 1000
"""Commands of today's tests are numbered from here on, so that they repeat none of old."""


@dataclass(frozen=True)
class Kept:
    """A copy of what one commit of version 0.1 wrote."""

    folder: Path

    @classmethod
    def copy(cls, written: str, into: Path) -> Kept:
        """A copy, since opening may migrate."""
        return cls(Path(shutil.copytree(FOLDER / written, into / written)))

    @property
    def home(self) -> Path:
        """The folder of a terminal."""
        return self.folder / "home"

    @cached_property
    def noted(self) -> Data:
        """The tables by their names, and everything that was sent with what was answered."""
        found: Data = json.loads((self.folder / "server.json").read_text("utf-8"))
        return found

    @property
    def sent(self) -> list[Data]:
        """Everything that was sent to the server, in order."""
        sent: list[Data] = self.noted["sent"]
        return sent

    def id_of(self, table: str) -> str:
        """The id of a table."""
        return str(self.noted["tables"][table])

    def tokens_at(self, table: str) -> list[str]:
        """Who sits at a table, seat 0 first: it was the one who created it."""
        known = self.id_of(table)
        made = [one["token"] for one in self.sent if one["answer"]["table"] == known]
        told = [one["token"] for one in self.sent if f"/{known}/" in one["path"]]
        return list(dict.fromkeys([*made, *told]))

    def serve(self, work: Callable[[Harness], Awaitable[None]]) -> None:
        """Open the store as a server does, and let something happen there."""

        async def served() -> None:
            store = SqliteStore(self.folder / "server.sqlite")
            try:
                async with Harness(store=store, injected={"now": lambda: LATER}) as server:
                    await work(server)
            finally:
                store.close()

        asyncio.run(served())

    def table(self, server: Harness, name: str, tokens: list[str] | None = None) -> AtTable:
        """A table with those who sat there, who go on."""
        seated = [_back(server, token) for token in tokens or self.tokens_at(name)[:2]]
        kind = "invitation"
        if len(seated) == 1:
            is_alone = "device" in name or "between" in name
            kind = "same_device" if is_alone else "bot"
        second = seated[0] if kind == "same_device" else seated[1] if len(seated) > 1 else None
        return AtTable(server, self.id_of(name), kind, BySeat(seated[0], second), {})


def _back(server: Harness, token: str) -> Client:
    client = server.device(token)
    client.sent = NEW_IDS
    return client


async def shown_to(table: AtTable) -> Data:
    """What the first seat is shown once somebody is asked: the store answers from a thread."""
    asked = "seat=0" if table.names_seats else ""
    path = f"{table.path}?{asked}"
    while True:
        reply = await table.chair(0).get(path)
        assert reply.status == 200, reply.body
        shown: Data = reply.json()
        waits_for = shown["state"]["waits_for"]
        if shown["state"]["phase"] == "over" or any(table.chairs[seat] for seat in waits_for):
            return shown
        path = f"{table.path}/updates?after={shown['version']}&wait=5&{asked}"


async def give(link: Link, kind: str, version: int, seat: Seat | None = None, **more: Any) -> int:
    """Give a command through a link."""
    return await link.command(msgspec.convert(more | {"kind": kind}, Command), version, seat)
