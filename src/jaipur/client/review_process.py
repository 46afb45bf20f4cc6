"""Makes reviews in a process of their own, which can be stopped and never blocks a screen.

The process reads a record from standard input and writes the review to standard output.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE
from collections.abc import Sequence
from io import BufferedWriter
from typing import Final

from ..errors import JaipurError, message
from ..judge.model import Review

COMMAND: Final = (sys.executable, "-m", __name__)
_NICE: Final = 10
"""Low priority: playing comes first."""


class ReviewFailed(JaipurError):
    """A match could not be reviewed."""

    TEMPLATE = message("The match could not be reviewed; jaipur review says more.")


async def review_record(record: str, command: Sequence[str] = COMMAND) -> Review:
    """Review a record as well as it goes at once; a cancelled caller ends it."""
    try:
        process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, stderr=PIPE
        )
    except OSError as error:
        raise ReviewFailed from error
    try:
        output, errors = await process.communicate(record.encode())
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise ReviewFailed from ChildProcessError(
            f"exit status {process.returncode}: {errors.decode(errors='replace').strip()}"
        )
    try:
        review = pickle.loads(output)  # noqa: S301  # from our own process
    except Exception as error:
        raise ReviewFailed from error
    if not isinstance(review, Review):
        raise ReviewFailed
    return review


def main() -> None:
    """Review the record on standard input."""
    from ..judge.stored_reviews import review_at_once
    from ..records import load_record
    from ..workers.worker import reserve_stdout

    if hasattr(os, "nice"):
        os.nice(_NICE)
    with BufferedWriter(reserve_stdout()) as answers:
        review = review_at_once(load_record(sys.stdin.buffer.read().decode()))
        answers.write(pickle.dumps(review))


if __name__ == "__main__":
    main()
