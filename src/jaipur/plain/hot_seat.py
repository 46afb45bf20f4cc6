"""Two people at one terminal: the screen is cleared before the other player looks.

Between turns no hand is in memory: the table is followed as a watcher.
"""

from __future__ import annotations

from ..client.link import Link
from ..client.vocabulary import TypedCommand
from ..errors import JaipurError, message
from ..seats import Seat
from .answers import offer_words
from .console import Console, Outcome
from .conversation import Conversation
from .table import PlainTable

PAUSE_SECONDS = 0.7
"""An extra Enter by one player must not show the other's hand."""


class CannotHide(JaipurError):
    """The output cannot be cleared, so hands would stay visible."""

    TEMPLATE = message(
        "Two people can share line mode only at a terminal that can be cleared: here each "
        "would read the hand of the other. Run jaipur play --hot-seat at a terminal, or "
        "play a bot here."
    )


class PlainCurtain(Conversation):
    """The dialogue between turns, which shows public information only."""

    turn: Seat | None = None
    """The seat that lifted the curtain."""

    def _begin(self) -> None:
        self._console.say(*self._narrator.beginning())
        self._announce_turn()

    def _is_continued(self) -> bool:
        return self.turn is not None or super()._is_continued()

    def _announce_turn(self) -> None:
        shown = self._narrator.state.round
        if shown is None or shown.turn is None:
            super()._announce_turn()
            return
        name = self._narrator.names[shown.turn]
        passing = self._("Pass to {name}, then press Enter.", name=name)
        self._console.say(offer_words(shown, self._), passing)

    async def _press_enter(self) -> Outcome | None:
        shown = self._narrator.state.round
        self.turn = shown.turn if shown else None
        return await super()._press_enter() if self.turn is None else None

    async def _run_command(self, command: TypedCommand, rest: str) -> None:
        if command in (TypedCommand.RESIGN, TypedCommand.LEGAL, TypedCommand.HAND):
            raise self._too_early()
        await super()._run_command(command, rest)

    def _warn_of_resigning(self) -> None:
        raise self._too_early()

    async def _act(self, text: str) -> None:
        del text
        raise self._too_early()

    def _too_early(self) -> JaipurError:
        return JaipurError(message("Press Enter first, so that it is clear who is playing."))


class PrivateTurn(Conversation):
    """The turn of one of the players, with their cards."""

    def _begin(self) -> None:
        self._announce_turn()

    def _is_continued(self) -> bool:
        return not self._narrator.is_my_turn

    def _announce(self, sentences: list[str]) -> None:
        if self._narrator.is_my_turn:
            super()._announce(sentences)  # otherwise it is announced at the curtain

    def _leave(self) -> Outcome:
        return Outcome.LEFT


async def share(link: Link, console: Console) -> Outcome | None:
    """Play a match between two people at this terminal; returns None if there is a rematch."""
    if not console.can_clear:
        raise CannotHide
    _ = console.texts
    console.say(_("Type help for a list of commands."))
    while True:
        curtain = PlainCurtain(PlainTable(link, await link.fetch_update(), console), console)
        outcome = await curtain.run()
        if outcome or curtain.turn is None:
            return outcome
        seat = curtain.turn
        mine = PlainTable(link, await link.fetch_update(seat), console, seat)
        try:
            outcome = await PrivateTurn(mine, console).run()
        finally:
            console.clear()
        if outcome is Outcome.LEFT:
            console.say(console.farewell)
            return outcome
        await console.lines.forget(PAUSE_SECONDS)
