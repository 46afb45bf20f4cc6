"""Measure the terminal and write its section of results.md: `python -m bench.terminal`.

It runs the real command on a pseudo-terminal and measures the arrival of its output. The response
to a key is complete when the last byte of the screen update has arrived.
"""

from __future__ import annotations

import os
import select
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from tests.terminals import JAIPUR, Terminal

from bench.results import MACHINE, table_of, write

STARTS = 7
QUIET_SECONDS = 0.15
"""The silence in seconds that marks the end of a response."""
KEYS = ["1", "a", "2", "3", "\x1b", "s", "+", "-", "\x1b", "4", "d", "\x1b", "k", "\x1b"] * 4
PLAY = ("play", "--bot", "greedy", "--seed", "7")
SPEAKS = {"COLORTERM": "truecolor", "JAIPUR_LANG": "en", "LC_ALL": "C.UTF-8"}


class Timed(Terminal):
    """A terminal that measures the response time of keys."""

    def answer_seconds(self, key: str) -> float:
        """Press a key and return the seconds until the last byte of the response."""
        came = b""
        began = last = monotonic()
        self.send(key)
        # Rendering comes afterwards: it is slower in Python than in a real terminal.
        while select.select([self._master], [], [], QUIET_SECONDS)[0]:
            came += os.read(self._master, 65_536)
            last = monotonic()
        self._stream.feed(came)
        return last - began

    def settle(self) -> None:
        """Wait until no more output arrives."""
        while self._has_more(2 * QUIET_SECONDS):
            pass


@contextmanager
def terminal(columns: int, rows: int) -> Iterator[Timed]:
    """Start a match on a terminal, with its own home folder."""
    # As for a real user, with bytecode caching, unlike in tests.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as home:
        known = SPEAKS | {"JAIPUR_HOME": home}
        with Timed([*JAIPUR, *PLAY], columns=columns, rows=rows, env=known) as shown:
            yield shown


def start_seconds(columns: int, rows: int) -> float:
    """Return the median time from the command to the first screen, after a warm-up start."""
    seconds = []
    for _ in range(STARTS + 1):
        began = monotonic()
        with terminal(columns, rows) as shown:
            shown.wait_for("Your turn")
            seconds.append(monotonic() - began)
    return statistics.median(seconds[1:])


def python_seconds() -> float:
    """Return the time to start Python and import only NumPy and Textual."""
    seconds = []
    for _ in range(STARTS + 1):
        began = monotonic()
        subprocess.run([sys.executable, "-c", "import numpy, textual.app"], check=True)
        seconds.append(monotonic() - began)
    return statistics.median(seconds[1:])


def key_seconds(columns: int, rows: int) -> list[float]:
    """Return the response times of many keys at a table of this size."""
    with terminal(columns, rows) as shown:
        shown.wait_for("Your turn")
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
