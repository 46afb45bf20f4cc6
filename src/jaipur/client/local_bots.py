"""Bots at home: those that need no compiled code play in this process, the others in a worker."""

from __future__ import annotations

import asyncio

from ..bots.ladder import parse_player
from ..bots.ladder_bot import LadderBot
from ..bots.protocol import Preparing
from ..view import View
from ..workers.pool import BotAnswer, Workers
from ..workers.shares import Tell


class LocalBots(Workers):
    """Plays for the bots of one person; a worker is started with the first that needs one."""

    async def start(self, *, prepares_all: bool = False) -> None:
        """Nothing is needed until a bot is asked."""

    def is_ready(self) -> bool:
        """Whether bots that need no time to get ready can answer: they do in this process."""
        return True

    def preparation(self, bot: str) -> Preparing | None:
        """How far a bot is that gets ready; None if it can answer at once."""
        return super().preparation(bot) if self._tasks and _needs_worker(bot) else None

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
        if _needs_worker(bot):
            await self._wake()
            return await super().act(
                bot, view, seed, for_whom=for_whom, household=household, tell=tell
            )
        player, limit = parse_player(bot)
        choose = LadderBot(player, seed, is_compiled=False).act
        return BotAnswer(await asyncio.to_thread(choose, view, limit), None)

    async def get_ready(self, bot: str) -> None:
        """Let a bot that needs a worker get ready, so that its first answer comes soon."""
        if _needs_worker(bot):
            await self._wake()
            self.prepare(bot)
            self._notify()

    async def _wake(self) -> None:
        if not self._tasks:
            await super().start(prepares_all=False)


def _needs_worker(bot: str) -> bool:
    player, limit = parse_player(bot)
    return player.needs_compiling(limit)
