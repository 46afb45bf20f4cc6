"""Latency for regular players during attacks: `python -m bench.attacks [replay|address|claim …]`.

The setup is a server with the rate limits of `jaipur serve`, 1,000 tables with an action every 5 s
whose players all share one address, and attackers at the same address, in separate processes.
Periods without and with the attack alternate, five times each; the ratio is computed for each pair.
In the last period new tables are opened, and then the server is told to stop.

- replay: one device requests the replays of matches of 2,000 versions, 30 a second
- replays: 30 devices request one a second each, so that no rate limit applies
- address: requests with made-up tokens, right after a restart of the server
- claim: two devices move their seats back and forth

If attacks are named, only those run, and the results are only printed; `--quick` runs everything
with small sizes.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from types import TracebackType
from typing import Any, Self

import msgspec

from bench.results import MACHINE, table_of, write
from bench.server_fill import fill_long
from bench.server_start import Running, server
from jaipur.session.commands import MOST_VERSIONS
from jaipur.session.people import hash_token, own_player
from jaipur.store.sqlite import SqliteStore

Row = tuple[str, str, str]
PER_SECOND = {"replay": 30.0, "replays": 30.0, "address": 70.0, "claim": 4.5}
DEVICES = {"replay": 1, "replays": 30, "address": 0, "claim": 2}
RATIO = {"replay": "at most 2", "replays": "at most 2", "address": "", "claim": ""}
LONG_MATCHES = 40


@dataclass(frozen=True, slots=True)
class Size:
    """The size of the benchmark."""

    tables: int = 1000
    think: float = 5.0
    seconds: float = 20.0
    turns: int = 5


QUICK = Size(100, 1.0, 3.0, 2)


class Told:
    """A helper process that executes commands, one per line."""

    def __init__(self, module: str, *words: str) -> None:
        command = [sys.executable, "-m", module, *words]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()

    def do(self, what: str, **about: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        assert self._process.stdin is not None  # noqa: S101  # for the types: it is a pipe
        assert self._process.stdout is not None  # noqa: S101  # for the types: it is a pipe
        self._process.stdin.write(msgspec.json.encode({"do": what} | about) + b"\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = msgspec.json.decode(self._process.stdout.readline())
        return answer

    def end(self) -> dict[str, Any]:
        """Close its input, wait for it to exit, and return its last output."""
        output, _ = self._process.communicate()
        last: dict[str, Any] = msgspec.json.decode(output)
        return last


@dataclass(slots=True)
class Found:
    """The measurements."""

    medians: list[float] = field(default_factory=list)
    highs: list[float] = field(default_factory=list)
    """The 99th percentiles; like the medians, periods without and with the attack alternate."""
    refused: int = 0
    new_table: float = 0.0
    stop: float = 0.0
    came: Counter[str] = field(default_factory=Counter)

    def add(self, played: dict[str, Any]) -> None:
        """Add the measurements of a period."""
        latencies = played["latencies"]
        self.medians.append(1000 * median(latencies))
        self.highs.append(1000 * latencies[int(0.99 * (len(latencies) - 1))])
        self.refused += played["refused"]


class Attack:
    """One attack with all its periods."""

    def __init__(self, kind: str, size: Size, folder: Path) -> None:
        self._kind = kind
        self._size = size
        self._file = folder / "store.db"
        token, self._tables = fill_long(self._file, LONG_MATCHES, MOST_VERSIONS)
        self._tokens = self._devices(token)
        self._found = Found()

    def _devices(self, token: str) -> list[str]:
        """Create the attackers' tokens, which may all see the long matches."""
        tokens = [token, *(f"{token}{number}" for number in range(1, DEVICES[self._kind]))]
        store = SqliteStore(self._file)
        for one in tokens:
            store.hold(hash_token(one), own_player(hash_token(one))).result()
            store.hold(hash_token(one), own_player(hash_token(token))).result()
        store.close()
        return tokens

    def run(self) -> Found:
        """Run all periods."""
        size, is_restarted = self._size, self._kind == "address"
        with (
            Told("bench.attack_load", str(size.tables), str(size.think)) as others,
            ExitStack() as up,
        ):
            running = up.enter_context(server(self._file, has_limits=True))
            others.do("come", port=running.port)
            for turn in range(2 * size.turns):
                if is_restarted:
                    up.close()
                    running = up.enter_context(server(self._file, has_limits=True))
                is_last = turn == 2 * size.turns - 1
                self._turn(others, running, is_attacked=turn % 2 == 1, is_last=is_last)
        return self._found

    def _turn(self, others: Told, running: Running, *, is_attacked: bool, is_last: bool) -> None:
        found = self._found
        with ExitStack() as attack:
            attackers = attack.enter_context(self._attackers(running)) if is_attacked else None
            if self._kind == "address":
                found.refused += others.do("come", port=running.port)["refused"]
            found.add(others.do("play", seconds=self._size.seconds))
            if is_last:
                found.new_table = others.do("new")["seconds"]
                found.stop = _seconds_to_stop(running)
            if attackers:
                found.came.update(attackers.end())

    def _attackers(self, running: Running) -> Told:
        order = {
            "kind": self._kind,
            "port": running.port,
            "per_second": PER_SECOND[self._kind],
            "tokens": self._tokens,
            "tables": self._tables,
        }
        return Told("bench.attackers", msgspec.json.encode(order).decode())


def _seconds_to_stop(running: Running) -> float:
    """Return the time from SIGTERM to the exit of the server."""
    began = time.perf_counter()
    os.kill(running.pid, signal.SIGTERM)
    os.waitid(os.P_PID, running.pid, os.WEXITED | os.WNOWAIT)
    return time.perf_counter() - began


def rows_of(kind: str, size: Size) -> list[Row]:
    """Format the measurements as rows of a table."""
    with tempfile.TemporaryDirectory() as name:
        found = Attack(kind, size, Path(name)).run()
    ratios = [found.highs[n + 1] / found.highs[n] for n in range(0, len(found.highs), 2)]
    came = ", ".join(f"{count:,} × {status}" for status, count in sorted(found.came.items()))
    return [
        (f"**{kind}**, the attackers' answers", came, ""),
        ("– others' median, without and with", _both(found.medians), ""),
        ("– others' 99th percentile, without and with", _both(found.highs), ""),
        ("– ratio of the two, median of the turns", f"**{median(ratios):.2f}**", RATIO[kind]),
        ("– others' commands and streams that were refused", f"{found.refused}", "none"),
        ("– a new table with two people", f"{found.new_table:.2f} s", "within 1 s"),
        ("– from SIGTERM to the end", f"{found.stop:.1f} s", "within 10 s"),
    ]


def _both(turns: list[float]) -> str:
    return f"{median(turns[::2]):.1f} ms, {median(turns[1::2]):.1f} ms"


def section(text: str) -> str:
    """Format the section of results.md: the measurements and their method."""
    size = Size()
    return f"""## Attacks

`python -m bench.attacks` writes this. {size.tables:,} tables with an action each every
{size.think:g} s, all players and attackers behind one address, server, others and attackers on the
same two cores; turns of {size.seconds:g} s without and with the attack, {size.turns} times each;
{MACHINE}.

{text}"""


def main() -> None:
    """Run the selected attacks."""
    parser = argparse.ArgumentParser(prog="python -m bench.attacks", description=__doc__)
    parser.add_argument("kinds", nargs="*", choices=[*PER_SECOND, []], help="only these")
    parser.add_argument("--quick", action="store_true", help="try less, and keep nothing")
    asked = parser.parse_args()
    rows: list[Row] = []
    for kind in asked.kinds or PER_SECOND:
        made = rows_of(kind, QUICK if asked.quick else Size())
        print(*(" | ".join(row) for row in made), sep="\n", flush=True)
        rows += made
    if not asked.kinds and not asked.quick:
        write("attacks", section(table_of("what | measured | wanted", rows)))


if __name__ == "__main__":
    main()
