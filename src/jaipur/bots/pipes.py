"""The pipes of a program, on which nothing ever waits: what is there can be read and written.

Both kinds can be given to a selector.
"""

from __future__ import annotations

import os
import selectors
import socket
import threading
from contextlib import suppress
from typing import IO, Final, Protocol

CAN_SELECT_PIPES: Final = hasattr(selectors, "PollSelector")
"""Windows can wait for sockets only."""
_READ_BYTES: Final = 1 << 16


class Pipe(Protocol):
    """One end of a pipe."""

    def fileno(self) -> int:
        """Its number, for a selector."""

    def read(self) -> bytes | None:
        """What is in it: None if nothing yet, empty at its end."""

    def write(self, data: bytes) -> int:
        """Write what it takes; says how much. ConnectionError: nobody reads it any more."""

    def close(self) -> None:
        """Let go of it."""


def unblocked(pipe: IO[bytes]) -> Pipe:
    """A pipe of a program, so that nothing waits."""
    return DirectPipe(pipe) if CAN_SELECT_PIPES else PumpedPipe(pipe)


class DirectPipe:
    """The pipe itself."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        os.set_blocking(pipe.fileno(), False)

    def fileno(self) -> int:
        """Its number, for a selector."""
        return self._pipe.fileno()

    def read(self) -> bytes | None:
        """What is in it: None if nothing yet, empty at its end."""
        try:
            return os.read(self._pipe.fileno(), _READ_BYTES)
        except BlockingIOError:
            return None

    def write(self, data: bytes) -> int:
        """Write what it takes; says how much."""
        try:
            return os.write(self._pipe.fileno(), data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Let go of it."""
        self._pipe.close()


class PumpedPipe:
    """A socket; a thread carries everything between it and the pipe, and owns the pipe."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._socket, far = socket.socketpair()
        self._socket.setblocking(False)
        carry = _carry_in if pipe.writable() else _carry_out
        threading.Thread(target=carry, args=(pipe, far), daemon=True).start()

    def fileno(self) -> int:
        """Its number, for a selector."""
        return self._socket.fileno()

    def read(self) -> bytes | None:
        """What is in it: None if nothing yet, empty at its end."""
        try:
            return self._socket.recv(_READ_BYTES)
        except BlockingIOError:
            return None
        except ConnectionError:
            return b""

    def write(self, data: bytes) -> int:
        """Write what it takes; says how much."""
        try:
            return self._socket.send(data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Let go of it; what was written still arrives."""
        self._socket.close()


def _carry_in(pipe: IO[bytes], far: socket.socket) -> None:
    """Carry what we write to the program, until one of both hangs up."""
    with far, suppress(OSError), pipe:
        while data := far.recv(_READ_BYTES):
            while data:
                data = data[pipe.write(data) :]


def _carry_out(pipe: IO[bytes], far: socket.socket) -> None:
    """Carry what the program writes to us, until one of both hangs up."""
    with far, pipe, suppress(OSError):
        while data := pipe.read(_READ_BYTES):
            far.sendall(data)
