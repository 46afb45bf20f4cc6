"""The process side of the back room: a line asks for a piece of work, its result goes out as bytes.

A request is `NUMBER KIND JSON`, `NUMBER stop` takes it back, and `NUMBER LENGTH` with so many bytes
behind the line answers it: none if it was taken back, or cannot be done.
"""

from __future__ import annotations

import gzip
import os
import sys
import traceback
from collections.abc import Callable
from io import BufferedWriter
from queue import SimpleQueue
from threading import Thread
from typing import Final, NamedTuple

from ..deals import KeyedDeals
from ..session.replay import replay_response
from ..session.table import Dealer
from ..workers.worker import reserve_stdout

STOP: Final = b"stop"
_NICE: Final = 19
"""Behind the server and the bots: nobody at a table waits for a replay."""

Work = Callable[[bytes, Callable[[], None]], bytes]
PACKING: Final = 4
"""How hard a result is compressed: a replay is then a small part of what it was."""


class Job(NamedTuple):
    """A piece of work that was asked for."""

    number: int
    kind: bytes
    content: bytes


def packed_replay(request: bytes, go_on: Callable[[], None], dealer: Dealer = KeyedDeals) -> bytes:
    """The replay of a match, compressed as most callers take it: it is long and sent often."""
    return gzip.compress(replay_response(request, go_on, dealer), PACKING, mtime=0)


WORK: Final[dict[bytes, Work]] = {b"replay": packed_replay}


class _Stopped(Exception):
    """Nobody waits for it any more."""


class JobQueue:
    """What was asked for and not done yet, and what was taken back."""

    def __init__(self) -> None:
        self._requests: SimpleQueue[Job] = SimpleQueue()
        self._stopped = 0

    def take(self, line: bytes) -> None:
        """Take in a line."""
        number, kind, *content = line.strip().split(b" ", 2)
        if kind == STOP:
            self._stopped = int(number)
        else:
            self._requests.put(Job(int(number), kind, content[0]))

    def next(self) -> Job:
        """Wait for a request."""
        return self._requests.get()

    def answer(self, request: Job) -> bytes:
        """Do it, unless and until it is taken back."""

        def go_on() -> None:
            if self._stopped == request.number:
                raise _Stopped

        try:
            go_on()
            result = WORK[request.kind](request.content, go_on)
        except _Stopped:
            result = b""
        except Exception:  # whatever it is, the next piece of work may be in order
            traceback.print_exc()
            result = b""
        return b"%d %d\n%b" % (request.number, len(result), result)


def main() -> None:
    """Answer requests until the input ends."""
    if hasattr(os, "nice"):
        os.nice(_NICE)
    answers, desk = BufferedWriter(reserve_stdout()), JobQueue()
    Thread(target=_listen, args=(desk,), daemon=True).start()
    while True:
        answers.write(desk.answer(desk.next()))
        answers.flush()


def _listen(desk: JobQueue) -> None:
    """Pass lines on, and end the process with its input, even amid a piece of work."""
    for line in sys.stdin.buffer:
        desk.take(line)
    os._exit(0)


if __name__ == "__main__":
    main()
