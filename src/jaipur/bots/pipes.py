"""Non-blocking pipes to a program's standard streams.

Both kinds can be registered with a selector.
"""

from __future__ import annotations

import os
import selectors
import socket
import threading
from contextlib import suppress
from typing import IO, Final, Protocol

CAN_SELECT_PIPES: Final = hasattr(selectors, "PollSelector")
"""Windows selectors support only sockets."""
_READ_BYTES: Final = 1 << 16


class Pipe(Protocol):
    """One end of a pipe."""

    def fileno(self) -> int:
        """Return the file descriptor, for a selector."""

    def read(self) -> bytes | None:
        """Read what is available: None if nothing yet, empty at the end."""

    def write(self, data: bytes) -> int:
        """Write what fits and return its length; ConnectionError if the reader is gone."""

    def close(self) -> None:
        """Close it."""


def unblocked(pipe: IO[bytes]) -> Pipe:
    """Wrap a program's pipe so that reads and writes never block."""
    return DirectPipe(pipe) if CAN_SELECT_PIPES else PumpedPipe(pipe)


class DirectPipe:
    """A pipe that is itself non-blocking."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        os.set_blocking(pipe.fileno(), False)

    def fileno(self) -> int:
        """Return the file descriptor, for a selector."""
        return self._pipe.fileno()

    def read(self) -> bytes | None:
        """Read what is available: None if nothing yet, empty at the end."""
        try:
            return os.read(self._pipe.fileno(), _READ_BYTES)
        except BlockingIOError:
            return None

    def write(self, data: bytes) -> int:
        """Write what fits and return its length."""
        try:
            return os.write(self._pipe.fileno(), data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Close it."""
        self._pipe.close()


class PumpedPipe:
    """A socket; a thread copies all data between it and the pipe, and owns the pipe."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._socket, far = socket.socketpair()
        self._socket.setblocking(False)
        carry = _carry_in if pipe.writable() else _carry_out
        threading.Thread(target=carry, args=(pipe, far), daemon=True).start()

    def fileno(self) -> int:
        """Return the file descriptor, for a selector."""
        return self._socket.fileno()

    def read(self) -> bytes | None:
        """Read what is available: None if nothing yet, empty at the end."""
        try:
            return self._socket.recv(_READ_BYTES)
        except BlockingIOError:
            return None
        except ConnectionError:
            return b""

    def write(self, data: bytes) -> int:
        """Write what fits and return its length."""
        try:
            return self._socket.send(data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Close it; data already written still arrives."""
        self._socket.close()


def _carry_in(pipe: IO[bytes], far: socket.socket) -> None:
    """Copy our output to the program, until either side closes."""
    with far, suppress(OSError), pipe:
        while data := far.recv(_READ_BYTES):
            while data:
                data = data[pipe.write(data) :]


def _carry_out(pipe: IO[bytes], far: socket.socket) -> None:
    """Copy the program's output to us, until either side closes."""
    with far, pipe, suppress(OSError):
        while data := pipe.read(_READ_BYTES):
            far.sendall(data)
