"""How a conversation in line mode ends, and the loop that it runs in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from enum import Enum

from ...texts import Texts
from .talk import CannotPrint, Talk


class Outcome(Enum):
    """How it ended; `code` is the exit code that says so."""

    OVER = "over"
    """The match is over."""
    LEFT = "left"
    """A person left; the match is kept."""
    ENDED = "ended"
    """The input ended before the match was over; it is kept."""
    STOPPED = "stopped"
    """A line of a script could not be played; nothing was changed by it, the match is kept."""

    @property
    def code(self) -> int:
        """The exit code."""
        return _CODES[self]


_CODES = {Outcome.OVER: 0, Outcome.LEFT: 0, Outcome.ENDED: 1, Outcome.STOPPED: 2}
CANNOT_PRINT = 1
INTERRUPTED = 130


def run(session: Callable[[], Awaitable[Outcome]], talk: Talk) -> int:
    """Run a session to its end and return the exit code, whatever ends it.

    Ctrl-C gives 130. If nobody reads what is printed, the standard error is told so and that the
    match is kept, and the code is 1. What a table or a server refuses is raised.
    """
    _ = talk.texts

    async def whole() -> Outcome:
        return await session()

    try:
        return asyncio.run(whole()).code
    except CannotPrint as stop:
        talk.hush()
        talk.complain(f"{_unheard(stop, _)} {talk.farewell}".rstrip())
        return CANNOT_PRINT
    except KeyboardInterrupt:
        try:
            talk.say(talk.farewell or _("You left."))
        except CannotPrint:
            talk.hush()
        return INTERRUPTED


def _unheard(stop: CannotPrint, _: Texts) -> str:
    if stop.is_broken_pipe:
        return _("Nobody reads the output any more.")
    return _("The output cannot be written: {cause}.", cause=stop.cause)


def kept_words(_: Texts, *, is_remote: bool = False, keeps: bool = True) -> str:
    """Where the match is, and how to go on with it."""
    if not keeps:
        return _("Nothing of this match is kept.")
    if is_remote:
        return _("The match is kept by the server; jaipur join takes you back to it.")
    return _("The match is kept; jaipur matches takes you back to it.")
