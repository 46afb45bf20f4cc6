"""Two people at one terminal: what one of them saw is cleared before the other looks.

Between two turns the shell itself knows no hand: it looks at the table as a watcher does.
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
"""An Enter too many of who has just played must not show the hand of the other."""


class CannotHide(JaipurError):
    """What one person saw cannot be taken back from where it was printed."""

    TEMPLATE = message(
        "Two people can share line mode only at a terminal that can be cleared: here each "
        "would read the hand of the other. Run jaipur play --hot-seat at a terminal, or "
        "play a bot here."
    )


class PlainCurtain(Conversation):
    """Between two turns: everybody may look, and nobody's hand is there."""

    turn: Seat | None = None
    """Who has lifted it."""

    def _begin(self) -> None:
        self._console.say(*self._narrator.beginning())
        self._tell_turn()

    def _goes_on(self) -> bool:
        return self.turn is not None or super()._goes_on()

    def _tell_turn(self) -> None:
        shown = self._narrator.state.round
        if shown is None or shown.turn is None:
            super()._tell_turn()
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
        return JaipurError(message("First press Enter, so that it is clear who plays."))


class PrivateTurn(Conversation):
    """The turn of one of the two, with their cards."""

    def _begin(self) -> None:
        self._tell_turn()

    def _goes_on(self) -> bool:
        return not self._narrator.is_my_turn

    def _tell(self, sentences: list[str]) -> None:
        if self._narrator.is_my_turn:
            super()._tell(sentences)  # otherwise it is said when both may look

    def _leave(self) -> Outcome:
        return Outcome.LEFT


async def share(link: Link, console: Console) -> Outcome | None:
    """Play a match between two people at this terminal; None if it goes on at another table."""
    if not console.can_clear:
        raise CannotHide
    _ = console.texts
    console.say(_("Type help for all words."))
    while True:
        curtain = PlainCurtain(PlainTable(link, await link.look(), console), console)
        outcome = await curtain.run()
        if outcome or curtain.turn is None:
            return outcome
        seat = curtain.turn
        mine = PlainTable(link, await link.look(seat), console, seat)
        try:
            outcome = await PrivateTurn(mine, console).run()
        finally:
            console.clear()
        if outcome is Outcome.LEFT:
            console.say(console.farewell)
            return outcome
        await console.lines.forget(PAUSE_SECONDS)
