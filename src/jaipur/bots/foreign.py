"""Programs in any language that play over standard input and output (docs/bots.md).

One line of JSON with the view goes in, one line with the action comes out. A program that hangs,
dies or answers nonsense is ended with all its children, and the next request starts a fresh one.
"""

from __future__ import annotations

import json
import os
import re
import selectors
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.util import Finalize
from typing import IO, Final, Self, cast

from ..actions import Action
from ..errors import IllegalAction, NotationError
from ..notation import parse_action
from ..view import View
from ..view_json import view_to_json
from .protocol import BotFailed, Choice, Failure, Limit, UnknownBot

ANSWER_SECONDS: Final = 10.0
"""How long a program may take for an answer, its start included, unless the limit says."""

CLOSE_SECONDS: Final = 0.5
"""How long a program may take to stop by itself once its input has ended."""

MOST_BYTES: Final = 10_000
"""No answer is longer than this."""

_ERROR: Final = "error "
_READ_BYTES: Final = 1 << 16
_KEPT_BYTES: Final = 4_000
_GLANCE_SECONDS: Final = 0.2
_REAP_SECONDS: Final = 10.0
_COMPLAINT: Final = re.compile(r"[\w.]*(?:Error|Exception)\b")


class ForeignBot:
    """A program that plays, started when it is first asked and kept until `close`."""

    def __init__(self, command: str) -> None:
        self._name = command
        self._words = _split(command)
        self._program: _Program | None = None

    @staticmethod
    def require(command: str) -> None:
        """Refuse a command line that cannot be run, before anything is played."""
        if not hasattr(os, "killpg"):
            raise UnknownBot("Programs play only on Unix systems such as Linux and macOS.")
        program = _split(command)[0]
        if shutil.which(program) is None:
            raise UnknownBot(
                "{command} cannot be run: {program} is not a program that is found and may be "
                "executed.",
                command=command,
                program=program,
            )

    @property
    def name(self) -> str:
        """The command line, as it was given."""
        return self._name

    def choose(self, view: View, limit: Limit) -> Choice:
        """Ask the program; `BotFailed` says how it failed to give a legal answer in time."""
        seconds = ANSWER_SECONDS if limit.seconds is None else limit.seconds
        try:
            if self._program is None:
                self._program = _Program(self._name, self._words)
            answer = self._program.ask(_line_of(view), seconds)
            return Choice(self._action_of(answer, view), None, 1)
        except BaseException:
            # Even when interrupted: an answer that comes later would be taken for the next one.
            self._drop(wait=False)
            raise

    def close(self) -> None:
        """End the program: its input ends, and if it does not stop by itself it is killed."""
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
        """The action of an answer, which the rules allow."""
        if answer.startswith(_ERROR):
            raise BotFailed(
                Failure.UNREADABLE,
                "{command} answered with an error: {words}",
                command=self._name,
                words=_printable(answer.removeprefix(_ERROR)),
            )
        try:
            action = parse_action(answer if answer.isascii() else "")
            if reason := view.check(action):
                raise IllegalAction(reason, str(action), str(view.market))
        except NotationError:
            raise BotFailed(
                Failure.UNREADABLE,
                "{command} answered {answer}, which is not an action such as +G, +KKK, -LLL or "
                "+DG-LK.",
                command=self._name,
                answer=repr(_short(answer)),
            ) from None
        except IllegalAction as why:
            raise BotFailed(
                Failure.ILLEGAL,
                "{command} answered with an illegal action. {why}",
                command=self._name,
                why=why,
            ) from None
        return action


class _Program:
    """A running program, and what it wrote that nobody has read yet."""

    def __init__(self, command: str, words: list[str]) -> None:
        self._command = command
        try:
            self._process = subprocess.Popen(  # noqa: S603  # the user's own command, no shell
                words,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # A group of its own, so that its children end with it.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise self._failed(
                Failure.DIED,
                "{command} cannot be started: {why}.",
                why=getattr(error, "strerror", None) or str(error),
            ) from None
        # Unlike atexit this also runs when a worker process ends, and not in a forked copy.
        self._kill = Finalize(self, _kill, args=(self._process,), exitpriority=0)
        self._in, self._out, self._err = map(_unblocked, _pipes(self._process))
        self._unsent = b""
        self._answer = b""
        self._last_words = b""

    def ask(self, line: bytes, seconds: float) -> str:
        """Send a line, and the line that comes back before the time is up."""
        deadline = time.monotonic() + seconds
        self._refuse_unasked()
        self._unsent = line
        with selectors.DefaultSelector() as ready:
            ready.register(self._in, selectors.EVENT_WRITE, self._send)
            ready.register(self._out, selectors.EVENT_READ, self._receive)
            ready.register(self._err, selectors.EVENT_READ, self._listen)
            while self._unsent or b"\n" not in self._answer:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise self._late(seconds)
                events = ready.select(min(left, _GLANCE_SECONDS))
                # A child may hold its pipes open, so that its end is not seen there.
                if not events and self._process.poll() is not None:
                    raise self._ended()
                for key, _ in events:
                    if cast(Callable[[], bool], key.data)():
                        ready.unregister(key.fd)
        answer, _, self._answer = self._answer.partition(b"\n")
        return answer.decode("utf-8", "replace").strip()

    def end(self, seconds: float) -> None:
        """Wait for it to stop by itself once its input has ended; then kill what is left."""
        if seconds > 0:
            _pipes(self._process)[0].close()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(seconds)
        self._kill()

    def _send(self) -> bool:
        """Write what it takes; whether all is sent."""
        try:
            self._unsent = self._unsent[os.write(self._in, self._unsent) :]
        except BlockingIOError:
            return False
        except BrokenPipeError:
            raise self._ended() from None
        return not self._unsent

    def _receive(self) -> bool:
        """Read what there is of its answer; whether the line is complete."""
        piece = _read(self._out)
        if piece == b"":
            raise self._ended()
        self._answer += piece or b""
        if len(self._answer.partition(b"\n")[0]) > MOST_BYTES:
            raise self._failed(
                Failure.UNREADABLE,
                "{command} answered with a line of more than {most} bytes.",
                most=MOST_BYTES,
            )
        return b"\n" in self._answer

    def _listen(self) -> bool:
        """Keep the end of its standard error; whether no more will come."""
        piece = _read(self._err)
        self._last_words = (self._last_words + (piece or b""))[-_KEPT_BYTES:]
        return piece == b""

    def _refuse_unasked(self) -> None:
        """Refuse a line that answers nothing: all later answers would slip by one."""
        piece = _read(self._out)
        self._answer += piece or b""
        if self._answer:
            extra = self._answer.decode("utf-8", "replace").splitlines()[0]
            raise self._failed(
                Failure.UNREADABLE,
                "{command} answered more than once: {answer} was not asked for.",
                answer=repr(_short(extra)),
            )
        if piece == b"":
            raise self._ended()

    def _late(self, seconds: float) -> BotFailed:
        return self._failed(
            Failure.LATE,
            "{command} gave no answer within {seconds} seconds (does it flush its output after "
            "each line?).",
            seconds=f"{seconds:g}",
        )

    def _ended(self) -> BotFailed:
        """How it ended: it has closed a pipe, so it has stopped or is about to."""
        try:
            code = self._process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            return self._failed(
                Failure.DIED,
                "{command} closed its standard input or output, so that it cannot play on.",
            )
        self._listen()
        words = _last_line(self._last_words)
        if code < 0:
            return self._failed(
                Failure.DIED,
                "{command} was ended by the signal {signal}; last line of its standard error: "
                "{words}",
                signal=_signal_name(-code),
                words=words,
            )
        return self._failed(
            Failure.DIED,
            "{command} ended with exit code {code}; last line of its standard error: {words}",
            code=code,
            words=words,
        )

    def _failed(self, failure: Failure, template: str, **data: object) -> BotFailed:
        return BotFailed(failure, template, command=self._command, **data)


def _split(command: str) -> list[str]:
    """The words of a command line."""
    try:
        words = shlex.split(command)
    except ValueError:
        raise UnknownBot(
            "{command} cannot be run: a quotation mark in it is not closed.", command=command
        ) from None
    if not words or not words[0]:
        raise UnknownBot("A program that plays is a command line, not an empty text.")
    return words


def _line_of(view: View) -> bytes:
    return json.dumps(view_to_json(view), separators=(",", ":")).encode() + b"\n"


def _pipes(process: subprocess.Popen[bytes]) -> list[IO[bytes]]:
    """Its standard input, output and error, in this order."""
    return [pipe for pipe in (process.stdin, process.stdout, process.stderr) if pipe]


def _unblocked(pipe: IO[bytes]) -> int:
    """The number of a pipe on which reading and writing never wait."""
    os.set_blocking(pipe.fileno(), False)
    return pipe.fileno()


def _read(pipe: int) -> bytes | None:
    """What is in a pipe: None if nothing yet, empty at its end."""
    try:
        return os.read(pipe, _READ_BYTES)
    except BlockingIOError:
        return None


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a program with its children, and leave neither a process nor an open file."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    for pipe in _pipes(process):
        pipe.close()
    # Only what belongs to another user can survive this, and must not hold us up.
    with suppress(subprocess.TimeoutExpired):
        process.wait(_REAP_SECONDS)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _last_line(words: bytes) -> str:
    """The last line that says what went wrong; languages print a stack or a version after it."""
    lines = [line for line in words.decode("utf-8", "replace").splitlines() if line.strip()]
    complaints = [line for line in lines if _COMPLAINT.match(line)]
    return _printable((complaints or lines or ["–"])[-1])


def _printable(text: str) -> str:
    """Text of a program as it may be shown: one short line, no control characters."""
    return _short("".join(c if c.isprintable() else " " for c in text).strip())


def _short(text: str, most: int = 200) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
