"""People who play match after match, whatever happens to the server, and write down its answers.

Each command is sent until it is answered, with the same id. Some answers are not waited for, some
answered commands are sent again: the answer must be the same.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field
from math import inf
from random import Random
from typing import Any
from uuid import UUID

import httpx

from tests.web.playing import wary

from ..nonces import INVITATION, NONCE
from ..patience import PATIENCE
from .serving import Server

PAUSE = 0.1
"""Seconds until a caller tries again."""
IMPATIENT, DISTRUSTFUL = 0.05, 0.05
"""How often an answer is not waited for, and how often an answered command is sent again."""
LATER = (429, 503)

Data = dict[str, Any]


class Broken(AssertionError):
    """A promise that the server did not keep."""


@dataclass
class Book:
    """What everybody was told."""

    chance: Random
    sent: set[str] = field(default_factory=set)
    """Ids of all commands that were ever sent."""
    created: dict[str, str] = field(default_factory=dict)
    """The table of each creation that was acknowledged."""
    versions: dict[str, tuple[str, int]] = field(default_factory=dict)
    """The table and version of each acknowledged command."""
    refused: set[str] = field(default_factory=set)
    """Commands that came too late: the table had moved on."""
    seen: dict[str, int] = field(default_factory=dict)
    """The last version of each table that anybody was shown."""
    over: set[str] = field(default_factory=set)
    """Tables whose match was seen to end."""
    counts: Counter[str] = field(default_factory=Counter)
    most: float = inf
    """After so many answers people give up the match they are in, and play no other."""

    @property
    def is_closing(self) -> bool:
        """Whether people give up."""
        return self.counts["acknowledged"] >= self.most

    def new_id(self) -> str:
        """An id that no other command has."""
        made = UUID(int=self.chance.getrandbits(128)).hex
        self.sent.add(made)
        return made

    def see(self, table: str, version: int) -> None:
        """Somebody was shown this version."""
        self.seen[table] = max(version, self.seen.get(table, 0))

    def acknowledge(self, command: str, table: str, version: int) -> None:
        """Write down an answer; a second one to the same command must be the same."""
        if self.versions.setdefault(command, (table, version)) != (table, version):
            raise Broken(f"{command}: {self.versions[command]}, then {version}")
        self.counts["acknowledged"] += 1


class Player:
    """One person with a device of their own."""

    def __init__(self, book: Book, http: httpx.AsyncClient, *, has_stream: bool) -> None:
        self.book = book
        self._http = http
        self._has_stream = has_stream

    async def create(self) -> tuple[str, str]:
        """A new table: its id and its invitation."""
        await self._send("/api/device", {})
        command = self.book.new_id()
        body = {"id": command, "name": "Ana", "opponent": INVITATION}
        made = await self._send("/api/tables", body)
        self.book.created[command] = made["table"]
        return made["table"], made["links"]["invitation"].partition("=")[2]

    async def join(self, table: str, invitation: str) -> None:
        """Take the open seat."""
        await self._send("/api/device", {})
        body = {"id": self.book.new_id(), "invitation": invitation, "name": "Ben", "nonce": "00"}
        await self._command(table, "join", body)

    async def play(self, table: str) -> None:
        """Play the match to its end."""
        async with aclosing(self._looks(table)) as looks:
            async for shown in looks:
                state = shown["state"]
                if state["phase"] == "over":
                    self.book.over.add(table)
                    return
                if state["seat"] in state["waits_for"]:
                    await self._act(table, shown["version"], state)

    async def _act(self, table: str, version: int, state: Data) -> None:
        command: Data
        if self.book.is_closing and state["phase"] != "waiting":
            command = {"kind": "resign"}
        elif state["phase"] == "playing":
            legal = [said["action"] for said in state["round"]["legal"]]
            known = state["round"]["sides"][state["seat"]]["known"]
            command = {"kind": "act", "action": wary(legal, known, self.book.chance)}
        else:
            is_waiting = state["phase"] == "waiting"
            command = {"kind": "ready", "nonce": NONCE} if is_waiting else {"kind": "next"}
        body = {"id": self.book.new_id(), "version": version, "command": command}
        await self._command(table, "commands", body)

    async def _command(self, table: str, route: str, body: Data) -> None:
        times = 2 if self.book.chance.random() < DISTRUSTFUL else 1
        for _ in range(times):
            answer = await self._send(f"/api/tables/{table}/{route}", body)
            if answer:
                self.book.acknowledge(body["id"], table, answer["version"])

    async def _send(self, path: str, body: Data) -> Data:
        """Send a command until it is answered; empty if the other player was quicker."""
        while True:
            reply = await self._try(path, body)
            if reply is None or reply.status_code in LATER:
                self.book.counts["sent again"] += 1
                await asyncio.sleep(PAUSE)
                continue
            answer: Data = reply.json()
            if reply.status_code < 300:
                return answer
            if answer["error"]["code"] != "stale_version":
                raise Broken(f"{path} {body}: {reply.text}")
            self.book.refused.add(body["id"])
            return {}

    async def _try(self, path: str, body: Data) -> httpx.Response | None:
        is_impatient = self.book.chance.random() < IMPATIENT
        try:
            async with asyncio.timeout(0.02 * self.book.chance.random() if is_impatient else None):
                return await self._http.post(path, json=body)
        except (httpx.TransportError, TimeoutError):
            return None

    async def _looks(self, table: str) -> AsyncGenerator[Data, None]:
        """The table whenever it changes; nobody is ever thrown back to an earlier version."""
        seen, last = 0, json.dumps(None)
        while True:
            try:
                source = self._stream(table, seen) if self._has_stream else self._poll(table, seen)
                async with aclosing(source) as updates:
                    async for shown in updates:
                        if shown["version"] < seen:
                            raise Broken(f"{table} was at {seen}, then at {shown['version']}")
                        state = json.dumps(shown["state"])
                        if shown["version"] == seen and state != last:
                            raise Broken(f"{table} has two states at version {seen}")
                        seen, last = shown["version"], state
                        self.book.see(table, seen)
                        yield shown
            except httpx.TransportError:
                self.book.counts["connections lost"] += 1
                await asyncio.sleep(PAUSE)

    async def _poll(self, table: str, seen: int) -> AsyncGenerator[Data, None]:
        where = {"after": seen, "wait": 5} if seen else {}
        reply = await self._http.get(f"/api/tables/{table}/updates", params=where)
        if reply.status_code == 200:
            yield reply.json()
        else:
            await self._later(reply)

    async def _stream(self, table: str, seen: int) -> AsyncGenerator[Data, None]:
        last = {"Last-Event-ID": str(seen)} if seen else {}
        where = f"/api/tables/{table}/events"
        async with self._http.stream("GET", where, headers=last) as reply:
            if reply.status_code != 200:
                await self._later(reply)
                return
            kind = ""
            async for line in reply.aiter_lines():
                name, _, value = line.partition(": ")
                if name == "event":
                    kind = value
                elif name == "data" and kind == "update":
                    yield json.loads(value)

    async def _later(self, reply: httpx.Response) -> None:
        if reply.status_code not in LATER:
            raise Broken((await reply.aread()).decode())
        await asyncio.sleep(PAUSE)


def caller(server: Server, address: str | None = None, **headers: str) -> httpx.AsyncClient:
    """Somebody who talks to a server, perhaps from another address of the loopback network."""
    transport = httpx.AsyncHTTPTransport(local_address=address, verify=False)
    return httpx.AsyncClient(
        base_url=server.url, headers=headers, timeout=PATIENCE, transport=transport
    )


async def pair(book: Book, server: Server, number: int) -> None:
    """Two people who play match after match, each from an address of their own."""
    first, second = (f"127.{seat}.{number // 250}.{number % 250 + 1}" for seat in (1, 2))
    async with caller(server, first) as ana, caller(server, second) as ben:
        host = Player(book, ana, has_stream=number % 2 == 0)
        friend = Player(book, ben, has_stream=number % 3 == 0)
        while not book.is_closing:
            table, invitation = await host.create()
            await friend.join(table, invitation)
            await asyncio.gather(host.play(table), friend.play(table))
