"""Conversations in line mode without a process: what is typed, and what is said to it."""

from __future__ import annotations

import asyncio
import io
import os
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from functools import cache

from jaipur.client.link import Link
from jaipur.client.local import LocalServer
from jaipur.client.review import ReviewRecord
from jaipur.plain import Console, Outcome, play
from jaipur.plain.lines import Lines
from jaipur.session.contract.basics import ActionKind, Phase
from jaipur.session.contract.commands import Act, Next
from jaipur.session.contract.state import Legal, State
from jaipur.session.table_request import TableRequest
from jaipur.session.words.cards import parts
from jaipur.store.memory import MemoryStore
from jaipur.texts import texts
from tests.contract_values import round_of

PLAN = TableRequest("Ana", bot="greedy", seed=7)


class Page(io.TextIOWrapper):
    """Something that is printed on, a terminal or not."""

    def __init__(self, *, is_terminal: bool = False) -> None:
        self.raw_bytes = io.BytesIO()
        self._is_terminal = is_terminal
        super().__init__(self.raw_bytes, "utf-8", newline="\n")

    def isatty(self) -> bool:
        return self._is_terminal

    @property
    def bytes(self) -> bytes:
        self.flush()
        return self.raw_bytes.getvalue()

    @property
    def text(self) -> str:
        return self.bytes.decode()


class TerminalLines(Lines):
    """Lines of a pipe that passes for a terminal."""

    is_terminal = True


@dataclass(frozen=True)
class Heard:
    """What came of a conversation."""

    outcome: Outcome
    out: str
    errors: str
    state: State

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    def after(self, line: str) -> list[str]:
        """What was said to a line, up to the next one."""
        lines = self.lines[self.lines.index(f"> {line}") + 1 :]
        more = [number for number, said in enumerate(lines) if said.startswith("> ")]
        return lines[: more[0]] if more else lines


def typed(script: str | bytes) -> int:
    """A descriptor from which a script is read, whole, and then its end."""
    reading, writing = os.pipe()
    data = script.encode() if isinstance(script, str) else script
    assert os.write(writing, data) == len(data)
    os.close(writing)
    return reading


def hear(
    script: str | bytes,
    *,
    language: str = "en",
    plan: TableRequest = PLAN,
    is_terminal: bool = False,
    is_ascii: bool = False,
    is_new: bool = False,
    review_record: ReviewRecord | None = None,
) -> Heard:
    """Play a script against a new table of the plan."""
    descriptor = typed(script)
    lines = TerminalLines(descriptor) if is_terminal else Lines(descriptor)
    out, errors = Page(is_terminal=is_terminal), Page()
    talk = Console(texts(language), lines, out, errors, is_ascii=is_ascii)
    talk.review_record = review_record

    async def whole() -> tuple[Outcome, State]:
        async with LocalServer(MemoryStore(), language) as server:
            link = await server.create(plan)
            outcome = await play(link, talk, is_new=is_new)
            return outcome, (await (await server.link(talk.table or "")).fetch_update()).state

    try:
        outcome, state = asyncio.run(whole())
    finally:
        os.close(descriptor)
    return Heard(outcome, out.text, errors.text, state)


@cache
def whole_match(seed: int = 7, bot: str = "greedy") -> tuple[str, ...]:
    """The actions of a seat that plays a whole match against a bot, and `next` between rounds."""

    async def record() -> list[str]:
        async with LocalServer(MemoryStore()) as server:
            link = await server.create(TableRequest("Ana", bot=bot, seed=seed))
            return [line async for line in _lines_of(link)]

    async def _lines_of(link: Link) -> AsyncIterator[str]:
        update = await link.fetch_update()
        while update.state.phase is not Phase.OVER:
            state, version = update.state, update.version
            if state.phase is Phase.BETWEEN:
                yield "next"
                version = await link.command(Next(), version)
            elif state.waits_for == (0,):
                action = best(round_of(state).legal)
                yield action
                version = await link.command(Act(action), version)
            update = await link.wait_for_update(version - 1)
            while not _is_due(update.state):
                update = await link.wait_for_update(update.version)

    return tuple(asyncio.run(record()))


def _is_due(state: State) -> bool:
    return state.phase is Phase.OVER or 0 in state.waits_for


def best(legal: Sequence[Legal]) -> str:
    """Sells many cards or dear ones at once, else takes what is dear or all camels."""

    def worth(one: Legal) -> tuple[float, str]:
        if one.kind is ActionKind.SELL:
            earns = sum(one.earns or ()) + 2 * (one.bonus_tier or 0)
            return earns - 7 if one.hand_after < 4 else earns, one.action
        if one.kind is ActionKind.TAKE:
            return "LPCSGD".index(one.action[1]), one.action
        if one.kind is ActionKind.TAKE_CAMELS:
            return len(one.action) / 2, one.action
        done = parts(one.action)
        take, give = (sum(map("KLPCSGD".index, side)) for side in (done.take, done.give))
        return (take - give) / 9, one.action

    return max(legal, key=worth).action
