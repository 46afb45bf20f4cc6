"""Standard input, line by line, inside the asyncio loop: terminals, pipes, files and nothing."""

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
"""In bytes: the longest action is 14 characters, the longest path of a file a few hundred."""
TOO_LONG = message("This line is too long; {most} bytes are the most.")
NOT_UTF8 = message("This line is not UTF-8, so it cannot be read; save or send it as UTF-8.")
_CHUNK = 65_536


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its number from 1, its text without the ends, and what is wrong with it."""

    number: int
    text: str
    trouble: str | None = None

    def require_readable(self) -> None:
        """Refuse to follow a line with something wrong."""
        if self.trouble:
            raise JaipurError(self.trouble, most=LONGEST_LINE)


class Lines:
    """The lines of a file descriptor, read only while somebody waits for one."""

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
        """Whether a person types them."""
        return os.isatty(self._descriptor)

    async def next(self) -> Line | None:
        """The next line; None at the end of the input. May be cancelled without loss."""
        while not self._ready and not self._has_ended:
            self._take_in(await self._data())
        return self._ready.popleft() if self._ready else None

    async def forget(self, seconds: float) -> None:
        """At a terminal: wait a moment, and drop all that was typed until then."""
        if not os.isatty(self._descriptor):
            return
        await asyncio.sleep(seconds)
        while not self._arrived.empty():
            self._take_in(self._arrived.get_nowait())
        self._ready.clear()
        self._rest, self._is_skipping = b"", False
        with contextlib.suppress(ImportError):  # on Windows the thread has read all of it
            import termios

            with contextlib.suppress(termios.error):  # a terminal that was closed
                termios.tcflush(self._descriptor, termios.TCIFLUSH)

    async def _data(self) -> bytes:
        """Some bytes, none at the end."""
        loop, there = asyncio.get_running_loop(), asyncio.Event()
        try:
            loop.add_reader(self._descriptor, there.set)
        except PermissionError:  # a regular file never lets anybody wait
            return self._read()
        except NotImplementedError:  # no such loop on Windows
            return await self._data_by_thread(loop)
        self._waiting = there
        try:
            await there.wait()
        finally:
            if self._waiting is there:  # who was cancelled must not stop who waits now
                loop.remove_reader(self._descriptor)
        return self._read()

    def _read(self) -> bytes:
        with contextlib.suppress(OSError):  # a terminal that was closed
            return os.read(self._descriptor, _CHUNK)
        return b""

    async def _data_by_thread(self, loop: asyncio.AbstractEventLoop) -> bytes:
        """The same where only a thread can wait; it ends with the program."""

        def read() -> None:
            has_more = True
            # Unlike os.read an open file gives UTF-8 also from a console of Windows.
            with (
                contextlib.suppress(RuntimeError),  # the loop has ended before the input
                open(self._descriptor, "rb", buffering=0, closefd=False) as file,
            ):
                while has_more:
                    data = b""
                    with contextlib.suppress(OSError):  # a terminal that was closed
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
            self._is_skipping, self._rest = True, b""  # the rest of it is nobody's line

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
    # A control character that came by accident must not reach the terminal with our answer.
    return Line(number, "".join(c if c.isprintable() else " " for c in text).strip())


def standard_input() -> Lines:
    """The lines of the standard input, if there is one."""
    try:
        return Lines(sys.stdin.fileno()) if sys.stdin else Lines(None)
    except (OSError, ValueError):
        return Lines(None)
