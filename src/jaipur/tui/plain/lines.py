"""Standard input, line by line, inside the asyncio loop: terminals, pipes, files and nothing."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import io
import os
import sys
import threading
from collections import deque
from dataclasses import dataclass
from enum import Enum, auto

LONGEST_LINE = 1_000
"""In bytes: the longest action is 14 characters, the longest path of a file a few hundred."""
_CHUNK = 65_536


class Trouble(Enum):
    """Why a line cannot be read."""

    NOT_UTF8 = auto()
    TOO_LONG = auto()


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its number from 1, its text without the ends, and what is wrong with it."""

    number: int
    text: str
    trouble: Trouble | None = None


class Lines:
    """The lines of a file descriptor, read only while somebody waits for one."""

    def __init__(self, descriptor: int | None) -> None:
        self._descriptor = descriptor
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
        return self._descriptor is not None and os.isatty(self._descriptor)

    async def next(self) -> Line | None:
        """The next line; None at the end of the input. May be cancelled without loss."""
        while not self._ready and not self._has_ended:
            self._take_in(await self._data())
        return self._ready.popleft() if self._ready else None

    async def forget(self, seconds: float) -> None:
        """At a terminal: wait a moment, and drop all that was typed until then."""
        if self._descriptor is None or not os.isatty(self._descriptor):
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
        assert self._descriptor is not None  # noqa: S101  # there is more to read
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
        assert self._descriptor is not None  # noqa: S101  # there is more to read
        with contextlib.suppress(OSError):  # a terminal that was closed
            return os.read(self._descriptor, _CHUNK)
        return b""

    async def _data_by_thread(self, loop: asyncio.AbstractEventLoop) -> bytes:
        """The same where only a thread can wait; it ends with the program."""

        def read(descriptor: int) -> None:
            data: bytes | None = b""
            # Unlike os.read an open file gives UTF-8 also from a console of Windows.
            with (
                contextlib.suppress(RuntimeError),  # the loop has ended before the input
                open(descriptor, "rb", buffering=0, closefd=False) as file,
            ):
                while data := _some_of(file):
                    loop.call_soon_threadsafe(self._arrived.put_nowait, data)
                loop.call_soon_threadsafe(self._arrived.put_nowait, b"")

        if self._thread is None:
            self._thread = threading.Thread(target=read, args=(self._descriptor,), daemon=True)
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


def _some_of(file: io.RawIOBase) -> bytes | None:
    with contextlib.suppress(OSError):  # a terminal that was closed
        return file.read(_CHUNK)
    return None


def _line(number: int, raw: bytes) -> Line:
    if len(raw) > LONGEST_LINE:
        return Line(number, "", Trouble.TOO_LONG)
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return Line(number, "", Trouble.NOT_UTF8)
    # A control character that came by accident must not reach the terminal with our answer.
    return Line(number, "".join(c if c.isprintable() else " " for c in text).strip())


def standard_input() -> Lines:
    """The lines of the standard input, if there is one."""
    try:
        return Lines(sys.stdin.fileno()) if sys.stdin else Lines(None)
    except (OSError, ValueError):
        return Lines(None)
