"""Bots at home: quick ones play at once, the others in a process of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from ..actions import Action
from ..bots.players import LadderBot, parse_player
from ..bots.protocol import Preparing
from ..view import View
from ..workers.pool import BotAnswer, Workers
from ..workers.shares import Tell


@dataclass(slots=True)
class HomeBots:
    """Plays for the bots of one person; a worker is started with the first that is not quick."""

    on_change: Callable[[], None] | None = None
    _workers: Workers | None = None

    async def start(self) -> None:
        """Nothing is needed until a bot is asked."""

    async def stop(self) -> None:
        """End the worker, if there is one."""
        if self._workers is not None:
            await self._workers.stop()

    def is_ready(self) -> bool:
        """Whether bots that need no time to get ready can answer: they do in this process."""
        return True

    def preparing(self, bot: str) -> Preparing | None:
        """How far a bot is that gets ready; None if it can answer at once."""
        if self._workers is None or _is_quick(bot):
            return None
        return self._workers.preparing(bot)

    async def act(
        self,
        bot: str,
        view: View,
        seed: int,
        *,
        for_whom: str,
        household: str = "",
        tell: Tell | None = None,
    ) -> BotAnswer:
        """The action of a bot; everybody at a terminal is one household."""
        player, limit = parse_player(bot)
        if not _is_quick(bot):
            searchers = await self._searchers()
            asked = searchers.act(
                bot, view, seed, for_whom=for_whom, household=household, tell=tell
            )
            return await asked
        choose = LadderBot(player, seed, is_compiled=False).act
        action: Action = await asyncio.to_thread(choose, view, limit)
        return BotAnswer(action, None)

    async def prepare(self, bot: str) -> None:
        """Let a bot that is not quick get ready, so that its first answer comes soon."""
        if not _is_quick(bot):
            (await self._searchers()).prepare(bot)
            self._tell()

    async def _searchers(self) -> Workers:
        if self._workers is None:
            self._workers = Workers(1, on_change=self._tell)
            await self._workers.start(prepares_all=False)
        return self._workers

    def _tell(self) -> None:
        if self.on_change:
            self.on_change()


def _is_quick(bot: str) -> bool:
    player, limit = parse_player(bot)
    return player.is_quick(limit)
