"""Reads standard input line by line in asyncio, from terminals, pipes and files."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import sys
import threading
from collections import deque
from dataclasses import dataclass

from ..errors import JaipurError, message

LONGEST_LINE = 1_000
"""In bytes: the longest action has 14 characters, a long file path a few hundred."""
TOO_LONG = message("This line is too long; the limit is {most} bytes.")
NOT_UTF8 = message("This line is not UTF-8, so it cannot be read; save or send it as UTF-8.")
_CHUNK = 65_536


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its number from 1, its stripped text, and its problem if it is unreadable."""

    number: int
    text: str
    trouble: str | None = None

    def require_readable(self) -> None:
        """Raise if the line is unreadable."""
        if self.trouble:
            raise JaipurError(self.trouble, most=LONGEST_LINE)


class Lines:
    """The lines of a file descriptor, which is only read on demand."""

    def __init__(self, descriptor: int | None) -> None:
        self._descriptor = -1 if descriptor is None else descriptor
        self._rest = b""
        self._ready: deque[Line] = deque()
        self._count = 0
        self._is_skipping = False
        self._has_ended = descriptor is None
        self._waiting: asyncio.Event | None = None
        self._thread: threading.Thread | None = None
        self._arrived: asyncio.Queue[bytes] = asyncio.Queue()

    @property
    def is_terminal(self) -> bool:
        """Whether the input is a terminal."""
        return os.isatty(self._descriptor)

    async def next(self) -> Line | None:
        """The next line, or None at the end. Cancelling it loses nothing."""
        while not self._ready and not self._has_ended:
            self._take_in(await self._data())
        return self._ready.popleft() if self._ready else None

    async def forget(self, seconds: float) -> None:
        """At a terminal, wait a moment and discard everything typed until then."""
        if not os.isatty(self._descriptor):
            return
        await asyncio.sleep(seconds)
        while not self._arrived.empty():
            self._take_in(self._arrived.get_nowait())
        self._ready.clear()
        self._rest, self._is_skipping = b"", False
        with contextlib.suppress(ImportError):  # on Windows the thread has read everything
            import termios

            with contextlib.suppress(termios.error):  # the terminal was closed
                termios.tcflush(self._descriptor, termios.TCIFLUSH)

    async def _data(self) -> bytes:
        """Some bytes, or none at the end of the input."""
        loop, there = asyncio.get_running_loop(), asyncio.Event()
        try:
            loop.add_reader(self._descriptor, there.set)
        except PermissionError:  # regular files are always readable
            return self._read()
        except NotImplementedError:  # not supported on Windows
            return await self._data_by_thread(loop)
        self._waiting = there
        try:
            await there.wait()
        finally:
            if self._waiting is there:  # a cancelled reader must not stop the current one
                loop.remove_reader(self._descriptor)
        return self._read()

    def _read(self) -> bytes:
        with contextlib.suppress(OSError):  # the terminal was closed
            return os.read(self._descriptor, _CHUNK)
        return b""

    async def _data_by_thread(self, loop: asyncio.AbstractEventLoop) -> bytes:
        """Read in a daemon thread, where the event loop cannot wait for the input."""

        def read() -> None:
            has_more = True
            # Unlike os.read, a file object reads UTF-8 from the Windows console too.
            with (
                contextlib.suppress(RuntimeError),  # the loop ended before the input
                open(self._descriptor, "rb", buffering=0, closefd=False) as file,
            ):
                while has_more:
                    data = b""
                    with contextlib.suppress(OSError):  # the terminal was closed
                        data = file.read(_CHUNK) or b""
                    loop.call_soon_threadsafe(self._arrived.put_nowait, data)
                    has_more = bool(data)

        if self._thread is None:
            self._thread = threading.Thread(target=read, daemon=True)
            self._thread.start()
        return await self._arrived.get()

    def _take_in(self, data: bytes) -> None:
        *whole, self._rest = (self._rest + data).split(b"\n")
        for line in whole:
            self._add(line)
        if not data:
            self._has_ended = True
            if self._rest:
                self._add(self._rest)
        elif len(self._rest) > LONGEST_LINE:
            if not self._is_skipping:
                self._add(self._rest)
            self._is_skipping, self._rest = True, b""  # skip the rest of this line

    def _add(self, raw: bytes) -> None:
        if self._is_skipping:
            self._is_skipping = False
            return
        self._count += 1
        if self._count == 1:
            raw = raw.removeprefix(codecs.BOM_UTF8)
        self._ready.append(_line(self._count, raw))


def _line(number: int, raw: bytes) -> Line:
    if len(raw) > LONGEST_LINE:
        return Line(number, "", TOO_LONG)
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return Line(number, "", NOT_UTF8)
    # Stray control characters must not be echoed to the terminal.
    return Line(number, "".join(c if c.isprintable() else " " for c in text).strip())


def standard_input() -> Lines:
    """The lines of standard input; empty if it is closed."""
    try:
        return Lines(sys.stdin.fileno()) if sys.stdin else Lines(None)
    except (OSError, ValueError):
        return Lines(None)
