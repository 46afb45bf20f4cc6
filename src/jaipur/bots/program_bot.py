"""Programs in any language that play over standard input and output (docs/bots.md).

The program reads one line of JSON with the view and writes one line with the action. A program that
hangs, dies or answers nonsense is killed with all its children, and the next request starts a new
one.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
from collections.abc import Callable
from typing import Final, Self

from ..actions import Action
from ..errors import IllegalAction, NotationError, message
from ..notation import parse_action
from ..view import View
from ..view_json import view_to_json
from .program import CLOSE_SECONDS, Program, printable, short
from .protocol import BotFailed, Choice, Failure, Limit, UnknownBot

ANSWER_SECONDS: Final = 10.0
"""The default time limit for an answer, including the program's start."""

_ERROR: Final = "error "


class ProgramBot:
    """A program that plays, started on the first request and kept until `close`."""

    def __init__(self, command: str, meanwhile: Callable[[], None] = lambda: None) -> None:
        """`meanwhile` is called periodically while waiting; if it raises, the program is killed."""
        self._name = command
        self._meanwhile = meanwhile
        self._words = _split(command)
        self._program: Program | None = None

    @staticmethod
    def require(command: str) -> None:
        """Reject a command line that cannot be run, before anything is played."""
        program = _split(command)[0]
        if shutil.which(program) is None:
            raise UnknownBot(
                message("{command} cannot be run: {program} was not found or is not executable."),
                command=command,
                program=program,
            )

    @property
    def name(self) -> str:
        """The command line, as it was given."""
        return self._name

    def choose(self, view: View, limit: Limit) -> Choice:
        """Ask the program; raises `BotFailed` if it gives no legal answer in time."""
        seconds = ANSWER_SECONDS if limit.seconds is None else limit.seconds
        try:
            if self._program is None:
                self._program = Program(self._name, self._words)
            answer = self._program.ask(_line_of(view), seconds, self._meanwhile)
            return Choice(self._action_of(answer, view), None, 1)
        except BaseException:
            # Even when interrupted: a late answer would be taken for the next one.
            self._drop(wait=False)
            raise

    def close(self) -> None:
        """Close the program's input; kill it if it does not exit by itself."""
        self._drop(wait=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _drop(self, wait: bool) -> None:
        program, self._program = self._program, None
        if program is not None:
            program.end(CLOSE_SECONDS if wait else 0)

    def _action_of(self, answer: str, view: View) -> Action:
        """Parse an answer and check that the action is legal."""
        if answer.startswith(_ERROR):
            raise BotFailed(
                Failure.UNREADABLE,
                message("{command} answered with an error: {words}"),
                command=self._name,
                words=printable(answer.removeprefix(_ERROR)),
            )
        try:
            action = parse_action(answer if answer.isascii() else "")
            if reason := view.check(action):
                raise IllegalAction(reason, str(action), str(view.market))
        except NotationError:
            raise BotFailed(
                Failure.UNREADABLE,
                message(
                    "{command} answered {answer}, which is not an action such as +G, +KKK, -LLL or "
                    "+DG-LK."
                ),
                command=self._name,
                answer=repr(short(answer)),
            ) from None
        except IllegalAction as why:
            raise BotFailed(
                Failure.ILLEGAL,
                message("{command} answered with an illegal action. {why}"),
                command=self._name,
                why=why,
            ) from None
        return action


def _split(command: str) -> list[str]:
    """Split a command line into words, or raise `UnknownBot`."""
    try:
        words = split_words(command)
    except ValueError:
        raise UnknownBot(
            message("{command} cannot be run: a quotation mark in it is not closed."),
            command=command,
        ) from None
    if not words or not words[0]:
        raise UnknownBot(
            message("The command line of a bot is empty; expected: a command such as node bot.js.")
        )
    return words


def split_words(command: str, *, is_windows: bool = os.name == "nt") -> list[str]:
    """Split a command line into words; on Windows a backslash is part of a path."""
    if is_windows:
        return [_unquoted(word) for word in shlex.split(command, posix=False)]
    return shlex.split(command)


def _unquoted(word: str) -> str:
    return word[1:-1] if word[:1] in ("'", '"') and word[:1] == word[-1:] else word


def _line_of(view: View) -> bytes:
    return json.dumps(view_to_json(view), separators=(",", ":")).encode() + b"\n"
