"""A program with one screen in it, and finished matches to look at."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from textual.app import App
from textual.screen import Screen

from jaipur import tui
from jaipur.session.planning import Plan
from jaipur.store.memory import MemoryStore
from jaipur.tui.link import Json
from jaipur.tui.local import House, LocalLink
from jaipur.tui.themes import THEMES

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
        self.theme = "jaipur-dark"

    def on_mount(self) -> None:
        self.push_screen(self.shown, self.results.append)


async def act(link: LocalLink) -> None:
    """Whoever is to act sells what earns most, or takes."""
    seat = (await link.look())["state"]["round"]["turn"]
    update = await link.look(seat)
    legal = update["state"]["round"]["legal"]
    best = max(legal, key=lambda one: (sum(one.get("earns") or ()), one["kind"] == "take"))
    await link.command("act", update["version"], seat, action=best["action"])


async def _played() -> tuple[Json, Json, str]:
    async with House(MemoryStore()) as house:
        link = await house.create(Plan("Ana", other_name="Zoé", seed=7))
        while (update := await link.look())["state"]["phase"] == "playing":
            await act(link)
        await link.command("next", update["version"], 0)
        between = update
        await act(link)
        await link.command("resign", (await link.look())["version"], 1)
        return between, await link.replay(), await link.record()


@cache
def played() -> tuple[Json, Json, str]:
    """A round and a bit, then Zoé gives up: the update after round 1, the replay, the record."""
    with ThreadPoolExecutor(1) as aside:  # whoever asks may be in a loop already
        return aside.submit(lambda: asyncio.run(_played())).result()


def over_state() -> Json:
    """The state of that match at its end."""
    update, replay, _record = played()
    last = replay["steps"][-1]
    rest = {"seals": last["seals"], "round": last["round"], "phase": "over"}
    state: Json = (
        update["state"] | {"ending": replay["ending"], "results": replay["results"]} | rest
    )
    return state


def row(table: str, phase: str, **more: object) -> Json:
    """A match in the list."""
    seats = [{"kind": "person", "name": "Ana", "bot": None}]
    seats.append({"kind": "bot", "name": "greedy", "bot": "greedy"})
    base = {"table": table, "phase": phase, "my_seats": [0], "waits_for_me": phase == "playing"}
    base |= {"touched": 0, "seats": seats, "round": 2, "seals": [1, 0], "winner": None}
    return base | {"cause": None} | more


ROWS = [row("a", "playing"), row("b", "over", winner=0, cause="seals", seals=[2, 0])]
