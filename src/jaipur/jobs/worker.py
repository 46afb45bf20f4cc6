"""The process side of jobs: reads requests as lines, and writes results as bytes.

A request is `NUMBER KIND JSON`, and `NUMBER stop` cancels it. The answer is `NUMBER LENGTH` and a
newline, followed by that many bytes: none if the job was cancelled or failed.
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
"""Lower priority than the server and the bots: nobody at a table waits for a replay."""

Handler = Callable[[bytes, Callable[[], None]], bytes]
GZIP_LEVEL: Final = 4
"""The gzip level: a replay shrinks to a small part of its size."""


class Job(NamedTuple):
    """A requested job."""

    number: int
    kind: bytes
    content: bytes


def compressed_replay(
    request: bytes, go_on: Callable[[], None], dealer: Dealer = KeyedDeals
) -> bytes:
    """The replay of a match, compressed because it is long and sent often."""
    return gzip.compress(replay_response(request, go_on, dealer), GZIP_LEVEL, mtime=0)


HANDLERS: Final[dict[bytes, Handler]] = {b"replay": compressed_replay}


class _Stopped(Exception):
    """The job was cancelled."""


class JobQueue:
    """The pending jobs, and the last cancelled one."""

    def __init__(self) -> None:
        self._requests: SimpleQueue[Job] = SimpleQueue()
        self._stopped = 0

    def put(self, line: bytes) -> None:
        """Handle an input line: a request or a cancellation."""
        number, kind, *content = line.strip().split(b" ", 2)
        if kind == STOP:
            self._stopped = int(number)
        else:
            self._requests.put(Job(int(number), kind, content[0]))

    def next(self) -> Job:
        """Wait for the next job."""
        return self._requests.get()

    def answer(self, request: Job) -> bytes:
        """Do a job, unless it is cancelled."""

        def go_on() -> None:
            if self._stopped == request.number:
                raise _Stopped

        try:
            go_on()
            result = HANDLERS[request.kind](request.content, go_on)
        except _Stopped:
            result = b""
        except Exception:  # the next job may succeed
            traceback.print_exc()
            result = b""
        return b"%d %d\n%b" % (request.number, len(result), result)


def main() -> None:
    """Answer requests until the input ends."""
    if hasattr(os, "nice"):
        os.nice(_NICE)
    answers, queue = BufferedWriter(reserve_stdout()), JobQueue()
    Thread(target=_listen, args=(queue,), daemon=True).start()
    while True:
        answers.write(queue.answer(queue.next()))
        answers.flush()


def _listen(queue: JobQueue) -> None:
    """Pass lines on, and end the process when its input ends, even during a job."""
    for line in sys.stdin.buffer:
        queue.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
