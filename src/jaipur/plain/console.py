"""`Talk`: sentences out, lines in, and how it ends. Nothing else of line mode touches streams."""

from __future__ import annotations

import asyncio
import errno
import os
import sys
import textwrap
from collections.abc import Callable, Coroutine
from contextlib import suppress
from enum import Enum
from typing import Any, TextIO

from ..texts import Texts
from ..texts.ascii import needs_ascii, to_ascii
from .lines import Line, Lines, standard_input

PROMPT = "> "
NARROWEST = 20
"""Columns; in fewer, lines are left as they are."""
CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Home, the screen, then the scrollback: some terminals keep a cleared screen there."""


class CannotPrint(OSError):
    """Nobody reads what is printed any more, or there is no room for it."""


class Console:
    """A conversation with whoever types and reads, a person or a script.

    At a terminal there is a prompt. Otherwise every line that was read is repeated after a `>`, so
    that what is printed reads as a log.
    """

    def __init__(
        self,
        _: Texts,
        lines: Lines,
        out: TextIO,
        errors: TextIO,
        *,
        is_ascii: bool = False,
        keeps: bool = True,
    ) -> None:
        self.texts = _
        self.lines = lines
        self._out = out
        self._errors = errors
        self._is_ascii = is_ascii or needs_ascii(out)
        self._is_waiting = False
        """Whether the prompt stands at the end of what was printed."""
        self.is_script = not lines.is_terminal
        """Whether lines come from a file or a program: what cannot be played then ends it."""
        self.keeps = keeps
        """Whether matches outlive this program."""
        self.table: str | None = None
        """The table that was played at last."""
        self.farewell = ""
        """Said to whoever leaves, whatever makes them: how to come back."""
        self._prompts = lines.is_terminal and out.isatty()

    @property
    def can_clear(self) -> bool:
        """Whether what was printed can be taken back from the terminal."""
        return self._prompts and os.environ.get("TERM", "dumb") not in ("", "dumb")

    def say(self, *sentences: str) -> None:
        """Print sentences, a line each; empty ones are left out."""
        lines = [*filter(None, sentences)]
        if not lines:
            return
        before = "\n" if self._is_waiting else ""
        self._is_waiting = False
        self._write(before + "".join(f"{self._folded(line)}\n" for line in lines))

    def interject(self, sentence: str) -> None:
        """Print a sentence while a line may be waited for, and the prompt again."""
        is_waiting = self._is_waiting
        self.say(sentence)
        if is_waiting:
            self.prompt()

    def _folded(self, line: str) -> str:
        """A line as a terminal should show it: broken between words, not inside them."""
        plain, columns = self._plain(line), 0
        with suppress(OSError, ValueError):  # no terminal after all
            columns = os.get_terminal_size(self._out.fileno()).columns if self._prompts else 0
        if columns < NARROWEST:
            return plain
        return textwrap.fill(plain, columns - 1, break_long_words=False, break_on_hyphens=False)

    def _plain(self, text: str) -> str:
        return to_ascii(text) if self._is_ascii else text

    def complain(self, sentence: str) -> None:
        """Print a sentence to the standard error, for who reads only that."""
        with suppress(OSError):
            self._errors.write(f"{self._plain(sentence)}\n")
            self._errors.flush()

    def prompt(self) -> None:
        """Show that a line is waited for, if it is not shown yet."""
        if self._prompts and not self._is_waiting:
            self._is_waiting = True
            self._write(PROMPT)

    async def read(self) -> Line | None:
        """The next line, None at the end. May be cancelled without loss."""
        line = await self.lines.next()
        if line is not None:
            self._is_waiting = False  # whoever pressed Enter is on a new line
        return line

    def repeat(self, line: Line) -> None:
        """Print a line that was read, where nobody has seen it typed."""
        if not self._prompts and line.text:
            self.say(PROMPT + line.text)

    def clear(self) -> None:
        """Take back what was printed, from the screen and from the scrollback."""
        if self.can_clear:
            self._is_waiting = False
            self._write(CLEAR)

    def _write(self, text: str) -> None:
        try:
            self._out.write(text)
            self._out.flush()
        except OSError as error:
            raise CannotPrint(error.errno, error.strerror or type(error).__name__) from error

    def hush(self) -> None:
        """Let what is left to print go nowhere, so that Python does not try again at its end."""
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._out.fileno())
            os.close(nowhere)


def standard_console(_: Texts, *, is_ascii: bool = False, keeps: bool = True) -> Console:
    """The conversation on standard input and output."""
    lines = standard_input()
    return Console(_, lines, sys.stdout, sys.stderr, is_ascii=is_ascii, keeps=keeps)


class Outcome(Enum):
    """How it ended, and the exit code that says so."""

    OVER = "over", 0
    """The match is over."""
    LEFT = "left", 0
    """A person left; the match is kept."""
    ENDED = "ended", 1
    """The input ended before the match was over; it is kept."""
    STOPPED = "stopped", 2
    """A line of a script could not be played; nothing was changed by it, the match is kept."""

    @property
    def code(self) -> int:
        """The exit code."""
        return self.value[1]


CANNOT_PRINT = 1
INTERRUPTED = 130


def run(session: Callable[[], Coroutine[Any, Any, Outcome]], console: Console) -> int:
    """Run a session to its end and return the exit code, whatever ends it.

    Ctrl-C gives 130. If nobody reads what is printed, the standard error is told so and that the
    match is kept, and the code is 1. What a table or a server refuses is raised.
    """
    _ = console.texts
    try:
        return asyncio.run(session()).code
    except CannotPrint as stop:
        console.hush()
        why = _("The output cannot be written: {cause}.", cause=stop.strerror)
        if stop.errno == errno.EPIPE:
            why = _("Nobody reads the output any more.")
        console.complain(f"{why} {console.farewell}".rstrip())
        return CANNOT_PRINT
    except KeyboardInterrupt:
        try:
            console.say(console.farewell or _("You left."))
        except CannotPrint:
            console.hush()
        return INTERRUPTED
