"""A program with one screen in it, and finished matches to look at."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import convert, to_builtins
from msgspec.structs import replace
from textual.app import App
from textual.screen import Screen

from jaipur import tui
from jaipur.client.local import LocalLink, LocalServer, SavedMatch
from jaipur.session.contract.basics import ActionKind, Cause, Phase
from jaipur.session.contract.commands import Act, Next, Resign
from jaipur.session.contract.responses import Replay, Update
from jaipur.session.contract.state import RoundShown, State
from jaipur.session.table_request import TableRequest
from jaipur.session.words.names import names_of
from jaipur.session.words.wording import ending_with_words, event_with_words, result_with_words
from jaipur.store.memory import MemoryStore
from jaipur.texts import texts
from jaipur.tui.themes import THEMES
from tests.contract_values import listed, round_of, turn_of

STYLE = Path(tui.__file__).with_name("style.tcss")


class Bare(App[None]):
    """Shows one screen and keeps what it ended with."""

    CSS_PATH = STYLE

    def __init__(self, screen: Screen[Any]) -> None:
        super().__init__()
        self.shown = screen
        self.results: list[Any] = []
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = "dark"

    def on_mount(self) -> None:
        self.push_screen(self.shown, self.results.append)


async def act(link: LocalLink) -> None:
    """Whoever is to act sells what earns most, or takes."""
    seat = turn_of((await link.fetch_update()).state)
    update = await link.fetch_update(seat)
    legal = round_of(update.state).legal
    best = max(legal, key=lambda one: (sum(one.earns or ()), one.kind is ActionKind.TAKE))
    await link.command(Act(best.action), update.version, seat)


async def _played(language: str) -> tuple[Update, Replay, str]:
    async with LocalServer(MemoryStore(), language) as server:
        link = await server.create(TableRequest("Ana", other_name="Zoé", seed=7))
        while (update := await link.fetch_update()).state.phase is Phase.PLAYING:
            await act(link)
        await link.command(Next(), update.version, 0)
        between = update
        await act(link)
        await link.command(Resign(), (await link.fetch_update()).version, 1)
        return between, await link.replay(), await link.record()


@cache
def played(language: str = "en") -> tuple[Update, Replay, str]:
    """A round and a bit, then Zoé gives up: the update after round 1, the replay, the record."""
    with ThreadPoolExecutor(1) as aside:  # whoever asks may be in a loop already
        return aside.submit(lambda: asyncio.run(_played(language))).result()


def scored_state(language: str = "en") -> State:
    """The state after round 1, put into words for Ana."""
    return told_to_ana(played(language)[0].state, language)


def told_to_ana(state: State, language: str) -> State:
    """What is said of the results and the end, as Ana reads it."""
    _ = texts(language)
    names = names_of(state.seats, _)
    results = tuple(result_with_words(one, names, 0, language) for one in state.results)
    ending = state.ending and ending_with_words(state.ending, names, 0, _)
    return replace(state, results=results, ending=ending)


def replay_for_ana(language: str = "en") -> Replay:
    """The replay of that match, put into words for Ana."""
    replay, _ = played(language)[1], texts(language)
    names = names_of(replay.seats, _)
    steps = tuple(
        replace(step, event=event_with_words(step.event, names, 0, _)) for step in replay.steps
    )
    results = tuple(result_with_words(one, names, 0, language) for one in replay.results)
    return replace(replay, steps=steps, results=results)


def over_state(language: str = "en") -> State:
    """The state of that match at its end, put into words for Ana."""
    update, replay, _record = played(language)
    last = replay.steps[-1]
    state = replace(
        update.state,
        phase=Phase.OVER,
        ending=replay.ending,
        results=replay.results,
        seals=last.seals,
        round=convert(to_builtins(last.round), RoundShown),
    )
    return told_to_ana(state, language)


def row(table: str, phase: Phase, **more: Any) -> SavedMatch:
    """A match in the list."""
    return SavedMatch(listed(table, phase, **more), is_open_elsewhere=False)


ROWS = [row("a", Phase.PLAYING), row("b", Phase.OVER, winner=0, cause=Cause.SEALS, seals=(2, 0))]
