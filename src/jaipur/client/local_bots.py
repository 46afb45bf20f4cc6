"""Bots of local tables: fast ones play in this process, the others in a worker process."""

from __future__ import annotations

import asyncio

from ..bots.ladder import parse_player
from ..bots.ladder_bot import LadderBot
from ..bots.protocol import Preparing
from ..view import View
from ..workers.pool import WorkerReply, Workers
from ..workers.shares import Tell


class LocalBots(Workers):
    """Plays for the bots of one person; the first slow bot starts a worker process."""

    async def start(self, *, prepares_all: bool = False) -> None:
        """Do nothing: everything is started on demand."""

    def is_ready(self) -> bool:
        """True: bots that need no preparation play in this process."""
        return True

    def preparation(self, bot: str) -> Preparing | None:
        """The progress of a bot's preparation, or None if it is ready."""
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
    ) -> WorkerReply:
        """The action a bot chooses; everyone at a terminal counts as one household."""
        if _needs_worker(bot):
            await self._wake()
            return await super().act(
                bot, view, seed, for_whom=for_whom, household=household, tell=tell
            )
        player, limit = parse_player(bot)
        choose = LadderBot(player, seed, is_compiled=False).act
        return WorkerReply(await asyncio.to_thread(choose, view, limit), None)

    async def get_ready(self, bot: str) -> None:
        """Start preparing a slow bot, so that its first answer comes sooner."""
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
