"""`Console`: input lines, output sentences and exit codes; the only user of streams."""

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

from ..client.review import ReviewRecord
from ..client.review_process import review_record
from ..texts import Texts
from ..texts.ascii import needs_ascii, to_ascii
from .lines import Line, Lines, standard_input

PROMPT = "> "
NARROWEST = 20
"""The minimum number of columns for wrapping lines."""
CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Clear the screen, then the scrollback, where some terminals keep the cleared screen."""


class CannotPrint(OSError):
    """The output is closed or the disk is full."""


class Console:
    """The input and output of line mode, for people and scripts.

    At a terminal there is a prompt. Otherwise every input line is echoed after a `>`, so the
    output reads as a log.
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
        """Whether the output ends with the prompt."""
        self.is_script = not lines.is_terminal
        """Whether the input is a file or a program; an invalid line then ends it."""
        self.keeps = keeps
        """Whether matches are saved."""
        self.review_record: ReviewRecord | None = None
        """Reviews finished matches."""
        self.table: str | None = None
        """The id of the last table played at."""
        self.farewell = ""
        """Printed on leaving, for whatever reason: how to resume."""
        self._prompts = lines.is_terminal and out.isatty()

    @property
    def can_clear(self) -> bool:
        """Whether the terminal can be cleared."""
        return self._prompts and os.environ.get("TERM", "dumb") not in ("", "dumb")

    def say(self, *sentences: str) -> None:
        """Print sentences, one per line; empty ones are skipped."""
        lines = [*filter(None, sentences)]
        if not lines:
            return
        before = "\n" if self._is_waiting else ""
        self._is_waiting = False
        self._write(before + "".join(f"{self._wrapped(line)}\n" for line in lines))

    def print_between(self, sentence: str) -> None:
        """Print a sentence and restore the prompt if it was shown."""
        is_waiting = self._is_waiting
        self.say(sentence)
        if is_waiting:
            self.prompt()

    def _wrapped(self, line: str) -> str:
        """A line wrapped to the terminal's width between words."""
        plain, columns = self._plain(line), 0
        with suppress(OSError, ValueError):  # not a terminal after all
            columns = os.get_terminal_size(self._out.fileno()).columns if self._prompts else 0
        if columns < NARROWEST:
            return plain
        return textwrap.fill(plain, columns - 1, break_long_words=False, break_on_hyphens=False)

    def _plain(self, text: str) -> str:
        return to_ascii(text) if self._is_ascii else text

    def print_error(self, sentence: str) -> None:
        """Print a sentence to standard error."""
        with suppress(OSError):
            self._errors.write(f"{self._plain(sentence)}\n")
            self._errors.flush()

    def prompt(self) -> None:
        """Show the prompt if it is not shown yet."""
        if self._prompts and not self._is_waiting:
            self._is_waiting = True
            self._write(PROMPT)

    async def read(self) -> Line | None:
        """The next line, or None at the end. Cancelling it loses nothing."""
        line = await self.lines.next()
        if line is not None:
            self._is_waiting = False  # Enter has moved to a new line
        return line

    def repeat(self, line: Line) -> None:
        """Echo an input line unless it was typed at the terminal."""
        if not self._prompts and line.text:
            self.say(PROMPT + line.text)

    def clear(self) -> None:
        """Clear the screen and the scrollback."""
        if self.can_clear:
            self._is_waiting = False
            self._write(CLEAR)

    def _write(self, text: str) -> None:
        try:
            self._out.write(text)
            self._out.flush()
        except OSError as error:
            raise CannotPrint(error.errno, error.strerror or type(error).__name__) from error

    def discard_output(self) -> None:
        """Discard further output, so that Python does not fail to flush it on exit."""
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._out.fileno())
            os.close(nowhere)


def standard_console(_: Texts, *, is_ascii: bool = False, keeps: bool = True) -> Console:
    """The console on standard input and output."""
    lines = standard_input()
    console = Console(_, lines, sys.stdout, sys.stderr, is_ascii=is_ascii, keeps=keeps)
    console.review_record = review_record
    return console


class Outcome(Enum):
    """How a session ended, with its exit code."""

    OVER = "over", 0
    """The match is over."""
    LEFT = "left", 0
    """The player left; the match is saved."""
    ENDED = "ended", 1
    """The input ended before the match was over; it is saved."""
    STOPPED = "stopped", 2
    """A script had an invalid line, which changed nothing; the match is saved."""

    @property
    def code(self) -> int:
        """The exit code."""
        return self.value[1]


CANNOT_PRINT = 1
INTERRUPTED = 130


def run(session: Callable[[], Coroutine[Any, Any, Outcome]], console: Console) -> int:
    """Run a session to its end and return its exit code.

    Ctrl-C gives 130. If the output is closed, a message on standard error says so and the code is
    1. Errors of tables and servers are raised.
    """
    _ = console.texts
    try:
        return asyncio.run(session()).code
    except CannotPrint as stop:
        console.discard_output()
        why = _("The output cannot be written: {cause}.", cause=stop.strerror)
        if stop.errno == errno.EPIPE:
            why = _("The output was closed.")
        console.print_error(f"{why} {console.farewell}".rstrip())
        return CANNOT_PRINT
    except KeyboardInterrupt:
        try:
            console.say(console.farewell or _("You left."))
        except CannotPrint:
            console.discard_output()
        return INTERRUPTED
