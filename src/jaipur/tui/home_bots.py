"""Bots at home: quick ones play at once, the others in a process of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from ..actions import Action
from ..bots.players import LadderBot, parse_player
from ..view import View
from ..workers.pool import BotAnswer, Workers


@dataclass(slots=True)
class HomeBots:
    """Plays for the bots of one person; a worker is started with the first that is not quick."""

    on_ready: Callable[[], None] | None = None
    _workers: Workers | None = None

    async def start(self) -> None:
        """Nothing is needed until a bot is asked."""

    async def stop(self) -> None:
        """End the worker, if there is one."""
        if self._workers is not None:
            await self._workers.stop()

    def is_ready(self) -> bool:
        """Whether a bot can answer at once."""
        return self._workers is None or self._workers.is_ready()

    async def act(self, bot: str, view: View, seed: int) -> BotAnswer:
        """The action of a bot."""
        player, limit = parse_player(bot)
        if not player.is_quick:
            return await (await self._searchers()).act(bot, view, seed)
        choose = LadderBot(player, seed, is_compiled=False).act
        action: Action = await asyncio.to_thread(choose, view, limit)
        return BotAnswer(action, None)

    async def prepare(self, bot: str) -> None:
        """Let a bot that is not quick get ready, so that its first answer comes soon."""
        if not parse_player(bot)[0].is_quick:
            await self._searchers()

    async def _searchers(self) -> Workers:
        if self._workers is None:
            self._workers = Workers(1, on_ready=self._ready)
            await self._workers.start()
            self._ready()
        return self._workers

    def _ready(self) -> None:
        if self.on_ready:
            self.on_ready()
