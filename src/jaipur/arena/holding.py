"""A file that one run at a time may write."""

from __future__ import annotations

from typing import IO, Any


def hold(file: IO[Any]) -> None:
    """Hold a file where the system can; raises BlockingIOError if another process does."""
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except (ImportError, OSError):
        return
