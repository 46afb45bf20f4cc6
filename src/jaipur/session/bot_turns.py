"""The turns of bots: asks a bot to act when it is its turn, and plays its action.

What happens when a bot fails is in `workers/fallback.py`; a bot that cannot play at all is retried.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from ..actions import Action
from ..bots.network_file import NetworkFileError
from ..bots.protocol import Preparing
from ..errors import SessionError
from ..store.protocol import StoreError
from ..view import View
from .contract.commands import Act
from .owner import Owner
from .table import Table

log = logging.getLogger("jaipur.session")

LONGEST_PAUSE = 30.0
MOST_ASKED = 20
"""Bots per person that may think or wait for a worker at once; the others are asked later."""
KNOWN = (StoreError, NetworkFileError)
"""Expected errors, which are logged without a traceback."""


class BotReply(Protocol):
    """The action of a bot, or of the fallback bot if the bot failed."""

    @property
    def action(self) -> Action:
        """The action to play."""

    @property
    def fallback(self) -> str | None:
        """Why the fallback bot chose, if it did."""


class BotPool(Protocol):
    """Computes the actions of bots; it is given a view and nothing else."""

    on_change: Callable[[], None] | None
    """Called when a bot becomes ready or makes progress towards it."""

    async def start(self) -> None:
        """Start getting ready in the background."""

    async def stop(self) -> None:
        """Stop everything that was started."""

    def is_ready(self) -> bool:
        """Whether bots that need no preparation can act."""

    def preparation(self, bot: str) -> Preparing | None:
        """The progress of a bot that is getting ready; None if it can act at once."""

    async def act(
        self,
        bot: str,
        view: View,
        seed: int,
        *,
        for_whom: str,
        household: str = "",
        tell: Callable[[int | None], None] | None = None,
    ) -> BotReply:
        """Return the action of a bot; it is always legal.

        The bots' time is shared fairly between people: `for_whom` has a share of their own, or one
        together with their `household`. `tell` is called with the number of requests ahead in the
        queue, and with None once the bot thinks. NetworkFileError: the bot cannot play at all, and
        there is no fallback.
        """


class BotTurns:
    """The bots that have to act now at all tables: one task each, limited per person.

    A table whose bot has not been asked yet may be unloaded; the bot is then asked when the table
    is loaded again.
    """

    def __init__(self, bots: BotPool, share_of: Callable[[str], str]) -> None:
        self._bots = bots
        self._share_of = share_of
        self._tasks: dict[Owner, asyncio.Task[None]] = {}
        self._asked: Counter[str] = Counter()
        """The number of bots asked for each person."""
        self._later: dict[str, dict[Owner, None]] = {}
        """For each person, the tables whose bots are asked later, in order."""
        self._is_stopping = False

    @property
    def is_ready(self) -> bool:
        """Whether bots can act without delay."""
        return self._bots.is_ready()

    @property
    def at_work(self) -> int:
        """How many bots are thinking or waiting for a worker."""
        return len(self._tasks)

    async def start(self, on_change: Callable[[], None]) -> None:
        """Start getting the bots ready."""
        self._bots.on_change = on_change
        await self._bots.start()

    async def stop(self) -> None:
        """Stop all bots; a bot that had to act is asked again when its table is loaded."""
        self._is_stopping = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._bots.stop()

    def publish_readiness(self, owner: Owner) -> None:
        """Publish whether the bot of a table is ready, and if not, its progress."""
        names = [holder.bot for holder in owner.table.seats if holder.bot is not None]
        owner.listeners.set_preparing(self._bots.preparation(names[0]) if names else None)

    def update(self, owner: Owner) -> None:
        """Ask the bot of a table to act, if it is its turn."""
        self.publish_readiness(owner)
        is_asked = owner in self._tasks or owner.is_gone or self._is_stopping
        if owner.table.bot_to_act is None:
            self.forget(owner)
        elif not is_asked:
            opponent = _opponent_of_bots(owner.table)
            if self._asked[opponent] < MOST_ASKED:
                self._ask(owner, opponent)
            else:
                self._ask_later(owner, opponent)

    def forget(self, owner: Owner) -> None:
        """Stop waiting to ask the bot of a table, which was unloaded or has changed."""
        if not self._later:
            return
        opponent = _opponent_of_bots(owner.table)
        if owner in self._later.get(opponent, ()):
            del self._later[opponent][owner]
            owner.listeners.set_bot_queue(None)
            if not self._later[opponent]:
                del self._later[opponent]

    def _ask(self, owner: Owner, opponent: str) -> None:
        self.forget(owner)
        owner.is_bot_asked = True
        self._asked[opponent] += 1
        self._tasks[owner] = asyncio.create_task(self._think_for(owner, opponent))

    def _ask_later(self, owner: Owner, opponent: str) -> None:
        later = self._later.setdefault(opponent, {})
        if owner not in later:
            later[owner] = None
            owner.is_bot_asked = False
            owner.listeners.set_bot_queue(MOST_ASKED + len(later) - 1)

    async def _think_for(self, owner: Owner, opponent: str) -> None:
        try:
            await self._act_while_due(owner)
        finally:
            # Not in a callback, which runs later: by then it may be the bot's turn again.
            self._tasks.pop(owner, None)
            self._asked[opponent] -= 1
            if not self._asked[opponent]:
                del self._asked[opponent]
            self._ask_next(opponent)

    def _ask_next(self, opponent: str) -> None:
        """Ask the next waiting bot of a person, if it still has to act."""
        while (
            not self._is_stopping and opponent in self._later and self._asked[opponent] < MOST_ASKED
        ):
            owner = next(iter(self._later[opponent]))
            self.forget(owner)
            self.update(owner)

    async def _act_while_due(self, owner: Owner) -> None:
        """Act as long as it is a bot's turn; after an error, retry with growing pauses."""
        pause = 1.0
        while not owner.is_gone and owner.table.bot_to_act is not None:
            try:
                await self._act(owner)
            except SessionError:
                continue  # the table has changed, for example by a resignation
            except Exception as error:  # the table must go on whatever the error
                if isinstance(error, NetworkFileError):
                    owner.listeners.set_preparing(None, can_play=False)
                level = logging.WARNING if isinstance(error, KNOWN) else logging.ERROR
                extra = {"table": owner.table.id, "cause": _cause(error)}
                log.log(
                    level, "bot action not played", extra=extra, exc_info=level == logging.ERROR
                )
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _act(self, owner: Owner) -> None:
        table, seat = owner.table, owner.table.bot_to_act
        if seat is None or table.match is None:
            return
        bot, opponent = table.seats[seat].bot or "", _opponent_of_bots(table)
        reply = await self._bots.act(
            bot,
            table.match.view(seat),
            bot_seed(table),
            for_whom=opponent,
            household=self._share_of(opponent),
            tell=owner.listeners.set_bot_queue,
        )
        command, version = Act(str(reply.action)), table.version
        await owner.submit(seat, f"bot-{version}", version, command, reply.fallback)


def _opponent_of_bots(table: Table) -> str:
    """The player who plays against the bot of a table."""
    return next((holder.player for holder in table.seats if holder.player), "")


def _cause(error: Exception) -> str:
    """What may be logged of an error: the message of an expected one, otherwise only its type."""
    return str(error) if isinstance(error, KNOWN) else type(error).__name__


def bot_seed(table: Table) -> int:
    """A seed that nobody at the table can know, and that does not depend on hidden cards."""
    digest = hmac.digest(table.created.bot_key.encode(), b"%d" % table.version, "sha256")
    return int.from_bytes(digest[:4], "big")
