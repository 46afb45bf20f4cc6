"""Answers of a server that are not as they should be: told from ours before anything draws them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest

from jaipur.session.options import MemoryAid, Options
from jaipur.session.planning import Plan
from jaipur.store.memory import MemoryStore
from jaipur.texts import texts
from jaipur.tui.link import Json
from jaipur.tui.local import House
from jaipur.tui.model import Given, make_model
from jaipur.tui.plain.answers import QUESTIONS, answer, legal_lines, turn_lines
from jaipur.tui.plain.seen import Seen
from jaipur.tui.shapes import CHECK, PLANS, fits, is_replay, is_update
from jaipur.tui.words.dock import dock_words

from ..depth import tried
from .plain_talks import best

WRONG: tuple[Any, ...] = (None, "x", [], {}, 2, 10**400)
EN = texts("en")


@cache
def answers() -> tuple[list[Json], Json, Json, Json]:
    """Updates of a match, its plans, a check and its replay."""

    async def play() -> tuple[list[Json], Json, Json, Json]:
        async with House(MemoryStore()) as house:
            options = Options(MemoryAid.FULL)
            link = await house.create(Plan("Ana", bot="greedy", seed=7, options=options))
            update = await link.look()
            updates, plans = [update], await link.plans()
            check = {"version": update["version"]} | await link.check("+KK")
            while update["state"]["phase"] == "playing":
                if update["state"]["waits_for"] == [0]:
                    action = best(update["state"]["round"]["legal"])
                    await link.command("act", update["version"], action=action)
                update = await link.news(update["version"])
            updates.append(update)
            await link.command("resign", update["version"])
            replay = json.loads(json.dumps(await link.replay()))  # as it comes from a server
            return [*updates, await link.look()], plans, check, replay

    return asyncio.run(play())


def test_what_a_table_says_fits() -> None:
    updates, plans, check, replay = answers()
    assert [update["state"]["phase"] for update in updates] == ["playing", "between", "over"]
    assert all(map(is_update, updates))
    assert fits(plans, PLANS)
    assert fits(check, CHECK)
    assert is_replay(replay)
    assert not is_replay(replay | {"steps": []})


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in some data; of a list the first and the last."""
    if path:
        yield path
    if isinstance(data, dict):
        for name in data:
            yield from places(data[name], (*path, name))
    elif isinstance(data, list):
        for at in sorted({0, len(data) - 1} & set(range(len(data)))):
            yield from places(data[at], (*path, at))


@contextmanager
def changed(data: Json, path: tuple[Any, ...], value: Any) -> Iterator[Json]:
    inside: Any = data
    for step in path[:-1]:
        inside = inside[step]
    before, inside[path[-1]] = inside[path[-1]], value
    yield data
    inside[path[-1]] = before


def draw(update: Json) -> None:
    """Everything that is said about an update."""
    seen = Seen(update, EN)
    seen.beginning()
    seen.take_in(update | {"version": update["version"] + 1})
    for wish in QUESTIONS:
        answer(wish, seen, EN)
    model = make_model(Given(update, tuple(seen.log)), EN)
    make_model(Given(update, tuple(seen.log), is_counting=True), EN)
    if model is not None:
        dock_words(model, EN)
        turn_lines(model, EN)
        legal_lines(list(model.choices.legal), EN, has_all=True)


@pytest.mark.parametrize("number", [2, 0, 1][: tried(1, 3)])
def test_whatever_is_let_in_can_be_drawn(number: int) -> None:
    update = answers()[0][number]
    refused = 0
    for path in list(places(update))[:: tried(3, 1)]:
        for value in WRONG:
            with changed(update, path, value) as wrong:
                if is_update(wrong):
                    draw(wrong)
                else:
                    refused += 1
    assert refused > 100
