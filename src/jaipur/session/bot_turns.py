"""Bots at tables: asks them when it is their turn, and plays what they answer."""

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
"""Bots of one person that think or wait for a worker; the others are asked after them."""
KNOWN = (StoreError, NetworkFileError)
"""What can go wrong without a mistake of ours: the log says it in words."""


class BotReply(Protocol):
    """What a bot answers, or what another player chose because the bot failed."""

    @property
    def action(self) -> Action:
        """What is played."""

    @property
    def fallback(self) -> str | None:
        """Why it was not the bot itself that chose."""


class BotPool(Protocol):
    """Who plays for bots: gets a view and nothing else."""

    on_change: Callable[[], None] | None
    """Called when a bot can answer that could not before, or is nearer to it."""

    async def start(self) -> None:
        """Get ready, in the background."""

    async def stop(self) -> None:
        """End everything that was started."""

    def is_ready(self) -> bool:
        """Whether bots that need no time to get ready can answer."""

    def preparation(self, bot: str) -> Preparing | None:
        """How far a bot is that gets ready; None if it can answer at once."""

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
        """The action of a bot; always a legal one.

        Everybody has a fair share of the bots' time, `for_whom` too, or has one with the others of
        a `household`; `tell` is told how many thoughts are before it, None once it thinks.
        A NetworkFileError says why the bot cannot play at all: nobody plays for it then.
        """


class BotTurns:
    """The bots of all tables that are to act now, one task each, some for each person.

    A table whose bot is not asked yet may leave memory; its bot is then asked at the next visit.
    """

    def __init__(self, bots: BotPool, share_of: Callable[[str], str]) -> None:
        self._bots = bots
        self._share_of = share_of
        self._tasks: dict[Owner, asyncio.Task[None]] = {}
        self._asked: Counter[str] = Counter()
        """How many bots are asked for each person."""
        self._later: dict[str, dict[Owner, None]] = {}
        """The tables of each person whose bots are asked later, in order."""
        self._is_stopping = False

    @property
    def is_ready(self) -> bool:
        """Whether bots can answer at once."""
        return self._bots.is_ready()

    @property
    def at_work(self) -> int:
        """How many bots think now, or wait until they can."""
        return len(self._tasks)

    async def start(self, on_change: Callable[[], None]) -> None:
        """Let the bots get ready."""
        self._bots.on_change = on_change
        await self._bots.start()

    async def stop(self) -> None:
        """Stop thinking; a bot that was to act will be asked again when the table is resumed."""
        self._is_stopping = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._bots.stop()

    def tell_readiness(self, owner: Owner) -> None:
        """Tell a table whether its bot can answer, and if not, how far it is."""
        names = [holder.bot for holder in owner.table.seats if holder.bot is not None]
        owner.listeners.set_preparing(self._bots.preparation(names[0]) if names else None)

    def look_at(self, owner: Owner) -> None:
        """See whether a bot has to act at a table."""
        self.tell_readiness(owner)
        is_asked = owner in self._tasks or owner.is_gone or self._is_stopping
        if owner.table.bot_to_act is None:
            self.forget(owner)
        elif not is_asked:
            whom = _opponent_of_bots(owner.table)
            if self._asked[whom] < MOST_ASKED:
                self._ask(owner, whom)
            else:
                self._ask_later(owner, whom)

    def forget(self, owner: Owner) -> None:
        """The bot of a table no longer waits to be asked: the table leaves, or went on."""
        if not self._later:
            return
        whom = _opponent_of_bots(owner.table)
        if owner in self._later.get(whom, ()):
            del self._later[whom][owner]
            owner.listeners.set_bot_queue(None)
            if not self._later[whom]:
                del self._later[whom]

    def _ask(self, owner: Owner, whom: str) -> None:
        self.forget(owner)
        owner.is_bot_asked = True
        self._asked[whom] += 1
        self._tasks[owner] = asyncio.create_task(self._think_for(owner, whom))

    def _ask_later(self, owner: Owner, whom: str) -> None:
        later = self._later.setdefault(whom, {})
        if owner not in later:
            later[owner] = None
            owner.is_bot_asked = False
            owner.listeners.set_bot_queue(MOST_ASKED + len(later) - 1)

    async def _think_for(self, owner: Owner, whom: str) -> None:
        try:
            await self._act_while_due(owner)
        finally:
            # Not in a callback, which comes later: it may be the bot's turn again by then.
            self._tasks.pop(owner, None)
            self._asked[whom] -= 1
            if not self._asked[whom]:
                del self._asked[whom]
            self._ask_next(whom)

    def _ask_next(self, whom: str) -> None:
        """Ask the next bot of somebody, if there is one that still has to act."""
        while not self._is_stopping and whom in self._later and self._asked[whom] < MOST_ASKED:
            owner = next(iter(self._later[whom]))
            self.forget(owner)
            self.look_at(owner)

    async def _act_while_due(self, owner: Owner) -> None:
        """Act as long as it is a bot's turn; a store that fails is tried again."""
        pause = 1.0
        while not owner.is_gone and owner.table.bot_to_act is not None:
            try:
                await self._act(owner)
            except SessionError:
                continue  # the table has moved on, by a resignation, say
            except Exception as error:  # the table must not stand still, whatever it was
                if isinstance(error, NetworkFileError):
                    owner.listeners.set_preparing(None, can_play=False)
                kind = logging.WARNING if isinstance(error, KNOWN) else logging.ERROR
                said = {"table": owner.table.id, "cause": _cause(error)}
                log.log(kind, "bot action not played", extra=said, exc_info=kind == logging.ERROR)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _act(self, owner: Owner) -> None:
        table, seat = owner.table, owner.table.bot_to_act
        if seat is None or table.match is None:
            return
        bot, whom = table.seats[seat].bot or "", _opponent_of_bots(table)
        answer = await self._bots.act(
            bot,
            table.match.view(seat),
            bot_seed(table),
            for_whom=whom,
            household=self._share_of(whom),
            tell=owner.listeners.set_bot_queue,
        )
        command, version = Act(str(answer.action)), table.version
        await owner.submit(seat, f"bot-{version}", version, command, answer.fallback)


def _opponent_of_bots(table: Table) -> str:
    """The player who plays against the bot of a table."""
    return next((holder.player for holder in table.seats if holder.player), "")


def _cause(error: Exception) -> str:
    """What the log may say of an error: our own words, otherwise only its kind."""
    return str(error) if isinstance(error, KNOWN) else type(error).__name__


def bot_seed(table: Table) -> int:
    """A number nobody at the table can know, the same whatever the hidden cards are."""
    digest = hmac.digest(table.created.bot_key.encode(), b"%d" % table.version, "sha256")
    return int.from_bytes(digest[:4], "big")
