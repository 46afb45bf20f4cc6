"""Measure the terminal and write its part of results.md: `python -m bench.terminal`.

The real command on a pseudo-terminal: what counts is when its bytes have come. A key is answered
when the last byte of what it changed on the screen is there.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic

import pyte

from bench.results import MACHINE, table_of, write

STARTS = 7
QUIET_SECONDS = 0.15
"""So long without a byte is the end of an answer."""
PATIENCE_SECONDS = 30.0
KEYS = ["1", "a", "2", "3", "\x1b", "s", "+", "-", "\x1b", "4", "d", "\x1b", "k", "\x1b"] * 4
PLAY = ("-m", "jaipur", "play", "--bot", "greedy", "--seed", "7")


class Terminal:
    """A command on a pseudo-terminal of some size, and what it shows."""

    def __init__(self, columns: int, rows: int, home: str, *arguments: str) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = os.environ | {
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "JAIPUR_HOME": home,
            "JAIPUR_LANG": "en",
            "LC_ALL": "C.UTF-8",
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # as for a person, not for a test
        self._process = subprocess.Popen(
            [sys.executable, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            start_new_session=True,
        )
        os.close(theirs)

    def until(self, words: str) -> float:
        """Wait until words are on the screen; when the byte came that completed them."""
        end = monotonic() + PATIENCE_SECONDS
        while monotonic() < end:
            self._take(0.5)
            now = monotonic()
            if any(words in line for line in self.screen.display):
                return now
        raise SystemExit(f"{words!r} never came:\n" + "\n".join(self.screen.display))

    def answer_seconds(self, key: str) -> float:
        """Press a key; seconds until the last byte of the answer."""
        came = b""
        began = last = monotonic()
        os.write(self._ours, key.encode())
        # The screen is drawn afterwards: that takes longer in Python than in a real terminal.
        while select.select([self._ours], [], [], QUIET_SECONDS)[0]:
            came += os.read(self._ours, 65_536)
            last = monotonic()
        self._stream.feed(came)
        return last - began

    def settle(self) -> None:
        """Wait until nothing more comes."""
        while self._take(2 * QUIET_SECONDS):
            pass

    def _take(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._ours], [], [], seconds)
        if not ready:
            return False
        with suppress(OSError):
            self._stream.feed(os.read(self._ours, 65_536))
            return True
        return False

    def end(self) -> None:
        """End the command."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        os.close(self._ours)


@contextmanager
def terminal(columns: int, rows: int, *arguments: str) -> Iterator[Terminal]:
    """A command on a terminal, in a home of its own."""
    with tempfile.TemporaryDirectory() as home:
        shown = Terminal(columns, rows, home, *arguments)
        try:
            yield shown
        finally:
            shown.end()


def start_seconds(columns: int, rows: int) -> float:
    """From the command to the first screen of a match: the median after a first one."""
    seconds = []
    for _ in range(STARTS + 1):
        began = monotonic()
        with terminal(columns, rows, *PLAY) as shown:
            seconds.append(shown.until("Your turn") - began)
    return statistics.median(seconds[1:])


def python_seconds() -> float:
    """What starting Python with NumPy and Textual alone takes."""
    seconds = []
    for _ in range(STARTS + 1):
        began = monotonic()
        subprocess.run([sys.executable, "-c", "import numpy, textual.app"], check=True)
        seconds.append(monotonic() - began)
    return statistics.median(seconds[1:])


def key_seconds(columns: int, rows: int) -> list[float]:
    """How long each of many keys takes at a table of this size."""
    with terminal(columns, rows, *PLAY) as shown:
        shown.until("Your turn")
        shown.settle()
        return [shown.answer_seconds(key) for key in KEYS]


def main() -> None:
    """Measure, and write the section."""
    bare = python_seconds()
    rows = []
    for columns, lines in ((80, 24), (160, 50)):
        start = start_seconds(columns, lines)
        keys = sorted(key_seconds(columns, lines))
        size = f"{columns}×{lines}"
        wanted = "under 1.5 s"
        rows.append((f"from the command to the first screen, {size}", f"{start:.2f} s", wanted))
        most = f"{1000 * keys[-1]:.0f} ms"
        middle = f"{1000 * statistics.median(keys):.0f} ms"
        rows.append((f"a key is answered, {size}", f"{middle}, at most {most}", "within 50 ms"))
        rows.append((f"the same start against Python with its libraries, {size}",
                     f"{start / bare:.2f}", ""))  # fmt: skip
    table = table_of("what | measured | wanted", rows)
    write(
        "terminal",
        f"## Terminal\n\n`python -m bench.terminal` writes this: the real command on a "
        f"pseudo-terminal, {len(KEYS)} keys that pick cards and put them back; medians of {STARTS} "
        f"starts with compiled code and bytecode cached; {MACHINE}.\n\n{table}",
    )
    print(table)


if __name__ == "__main__":
    main()
