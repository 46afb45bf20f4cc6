"""A running program: it exchanges lines with us, and is killed with all its children."""

from __future__ import annotations

import os
import re
import selectors
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.util import Finalize
from typing import IO, Final, cast

from ..errors import message
from .pipes import Pipe, unblocked
from .protocol import BotFailed, Failure

CLOSE_SECONDS: Final = 0.5
"""How long a program may take to exit by itself after its standard input is closed."""

MOST_BYTES: Final = 10_000
"""The longest answer accepted."""

OWN_GROUP: Final = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
"""The process group flag on Windows; Ctrl-C does not reach the group."""

_KEPT_BYTES: Final = 4_000
_GLANCE_SECONDS: Final = 0.2
_EXIT_SECONDS: Final = 5.0
_REAP_SECONDS: Final = 10.0
_LAST_WORDS_SECONDS: Final = 5.0
_COMPLAINT: Final = re.compile(r"[\w.]*(?:Error|Exception)\b")


class Program:
    """A running program, and its output that has not been read yet."""

    def __init__(self, command: str, words: list[str]) -> None:
        self._command = command
        try:
            self._process = subprocess.Popen(  # noqa: S603  # the user's own command, no shell
                words,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # A group of its own, so that its children are killed with it.
                start_new_session=True,
                creationflags=OWN_GROUP,
            )
        except (OSError, ValueError) as error:
            raise self._failed(
                Failure.DIED,
                message("{command} cannot be started: {why}."),
                why=getattr(error, "strerror", None) or str(error),
            ) from None
        pipes = [unblocked(pipe) for pipe in _pipes(self._process)]
        self._in, self._out, self._err = pipes
        # Unlike atexit this also runs when a worker process ends, and not in a forked copy.
        self._kill = Finalize(self, _kill, args=(self._process, pipes), exitpriority=0)
        self._unsent = b""
        self._answer = b""
        self._last_words = b""

    def ask(self, line: bytes, seconds: float, meanwhile: Callable[[], None]) -> str:
        """Send a line and return the answer, which must arrive within `seconds`."""
        deadline = time.monotonic() + seconds
        self._refuse_unasked()
        self._unsent = line
        with selectors.DefaultSelector() as ready:
            ready.register(self._in, selectors.EVENT_WRITE, self._send)
            ready.register(self._out, selectors.EVENT_READ, self._receive)
            ready.register(self._err, selectors.EVENT_READ, self._listen)
            while self._unsent or b"\n" not in self._answer:
                meanwhile()
                left = deadline - time.monotonic()
                if left <= 0:
                    raise self._late(seconds)
                events = ready.select(min(left, _GLANCE_SECONDS))
                # A child may keep the pipes open after the program itself has exited.
                if not events and self._process.poll() is not None:
                    # It may have answered just before it exited.
                    events = ready.select(_GLANCE_SECONDS)
                    if not events:
                        raise self._ended()
                for key, _ in events:
                    if cast(Callable[[], bool], key.data)():
                        ready.unregister(key.fd)
        answer, _, self._answer = self._answer.partition(b"\n")
        return answer.decode("utf-8", "replace").strip()

    def end(self, seconds: float) -> None:
        """Close its input and give it `seconds` to exit; then kill what is left."""
        if seconds > 0:
            self._in.close()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(seconds)
        self._kill()

    def _send(self) -> bool:
        """Write as much as possible; return whether everything is sent."""
        try:
            self._unsent = self._unsent[self._in.write(self._unsent) :]
        except ConnectionError:
            raise self._ended() from None
        return not self._unsent

    def _receive(self) -> bool:
        """Read what is available of its answer; return whether the line is complete."""
        piece = self._out.read()
        if piece == b"":
            raise self._ended()
        self._answer += piece or b""
        if len(self._answer.partition(b"\n")[0]) > MOST_BYTES:
            raise self._failed(
                Failure.UNREADABLE,
                message("{command} answered with a line of more than {most} bytes."),
                most=MOST_BYTES,
            )
        return b"\n" in self._answer

    def _listen(self) -> bool:
        """Keep the end of its standard error; return whether the stream is closed."""
        piece = self._err.read()
        self._last_words = (self._last_words + (piece or b""))[-_KEPT_BYTES:]
        return piece == b""

    def _hear_out(self) -> None:
        """Read the standard error of a program that has exited, to its end."""
        _kill_group(self._process)
        deadline = time.monotonic() + _LAST_WORDS_SECONDS
        with selectors.DefaultSelector() as ready:
            ready.register(self._err, selectors.EVENT_READ)
            while not self._listen():
                # A child that could not be killed may keep the pipe open forever.
                if not ready.select(deadline - time.monotonic()):
                    return

    def _refuse_unasked(self) -> None:
        """Reject output that nobody asked for: all later answers would be off by one."""
        piece = self._out.read()
        self._answer += piece or b""
        if self._answer:
            extra = self._answer.decode("utf-8", "replace").splitlines()[0]
            raise self._failed(
                Failure.UNREADABLE,
                message("{command} answered more than once: {answer} was not asked for."),
                answer=repr(short(extra)),
            )
        if piece == b"":
            raise self._ended()

    def _late(self, seconds: float) -> BotFailed:
        return self._failed(
            Failure.LATE,
            message(
                "{command} gave no answer within {seconds} seconds (does it flush its output after "
                "each line?)."
            ),
            seconds=f"{seconds:g}",
        )

    def _ended(self) -> BotFailed:
        """Return how it ended: it has closed a pipe, so it has exited or is about to."""
        try:
            code = self._process.wait(_EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            return self._failed(
                Failure.DIED,
                message(
                    "{command} closed its standard input or output, so that it cannot play on."
                ),
            )
        self._hear_out()
        words = _last_line(self._last_words)
        if code < 0:
            return self._failed(
                Failure.DIED,
                message(
                    "{command} was ended by the signal {signal}; last line of its standard error: "
                    "{words}"
                ),
                signal=_signal_name(-code),
                words=words,
            )
        return self._failed(
            Failure.DIED,
            message(
                "{command} ended with exit code {code}; last line of its standard error: {words}"
            ),
            code=code,
            words=words,
        )

    def _failed(self, failure: Failure, template: str, **data: object) -> BotFailed:
        return BotFailed(failure, template, command=self._command, **data)


def _pipes(process: subprocess.Popen[bytes]) -> list[IO[bytes]]:
    """Return its standard input, output and error, in this order."""
    return [pipe for pipe in (process.stdin, process.stdout, process.stderr) if pipe]


def _kill(process: subprocess.Popen[bytes], pipes: list[Pipe]) -> None:
    """Kill a program with its children, and close its pipes."""
    _kill_group(process)
    for pipe in pipes:
        pipe.close()
    # Only a process of another user can survive this; do not wait for it forever.
    with suppress(subprocess.TimeoutExpired):
        process.wait(_REAP_SECONDS)


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a program with its children, which may outlive it."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        _kill_tree(process)


def _kill_tree(process: subprocess.Popen[bytes]) -> None:
    """Do the same on Windows, which has no process groups to kill."""
    with suppress(OSError):
        command = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        subprocess.run(command, capture_output=True, check=False)  # noqa: S603  # no shell
    process.kill()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _last_line(words: bytes) -> str:
    """Return the last error message; some languages print a stack or a version after it."""
    lines = [line for line in words.decode("utf-8", "replace").splitlines() if line.strip()]
    complaints = [line for line in lines if _COMPLAINT.match(line)]
    return printable((complaints or lines or ["–"])[-1])


def printable(text: str) -> str:
    """Make a program's text safe to show: one short line without control characters."""
    return short("".join(c if c.isprintable() else " " for c in text).strip())


def short(text: str, most: int = 200) -> str:
    """Truncate a long text."""
    return text if len(text) <= most else text[: most - 1] + "…"
