"""Measure the server and write its section of results.md: `python -m bench.server`.

It uses one server process over a store on disk, and a second process that generates the load over
the loopback address. If parts are named, only those run, and the results are only printed;
`--quick` runs everything in a minute.
"""

from __future__ import annotations

import argparse
import http.client
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.results import MACHINE, table_of, write
from bench.server_fill import fill
from bench.server_start import Running, server, started
from jaipur.store.reading import open_for_reading
from jaipur.web.identity import cookie_name

BOARDGAME = Path(__file__).with_name("boardgame")
MOVES = 100
"""Moves of a boardgame.io match, about as many as our matches have actions."""
NAP = 0.005
"""The polling interval of a saturated load, in seconds."""
LOST = "**{lost} acknowledged and not stored, {broken} streams broken**"

Row = tuple[str, str, str]
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Size:
    """The size of each part."""

    thinking: int = 1000
    think: float = 5.0
    thinking_seconds: float = 60.0
    busy: int = 128
    busy_seconds: float = 20.0
    streams_at: int = 1000
    stored: int = 10_000


QUICK = Size(100, 1.0, 4.0, 16, 3.0, 100, 200)


class Part:
    """One run of the load against its own server, in its own folder."""

    def __init__(self, *, is_compiled: bool = False, **order: Any) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            acknowledged = folder / "acknowledged"
            with server(folder / "store.db", is_compiled=is_compiled) as running:
                command = [sys.executable, "-m", "bench.server_load"]
                self.answer = _load(command, running, order | {"acknowledged": str(acknowledged)})
            self.lost = _lost(folder / "store.db", acknowledged)

    @property
    def losses(self) -> str:
        """Describe lost commands in words."""
        if self.lost or self.answer["broken"]:
            return LOST.format(lost=self.lost, broken=self.answer["broken"])
        return "nothing lost"


def _load(command: list[str], running: Running, order: Json, **options: Any) -> Json:
    order_json = json.dumps({"port": running.port, "pid": running.pid} | order)
    done = subprocess.run([*command, order_json], check=True, stdout=subprocess.PIPE, **options)
    answer: Json = json.loads(done.stdout)
    return answer


def _lost(file: Path, acknowledged: Path) -> int:
    """Count the acknowledged commands that the store does not have."""
    by_table: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for table, version, command in json.loads(acknowledged.read_bytes()):
        by_table[table].append((version, command))
    lost = 0
    with open_for_reading(file) as reader:
        for table, commands in by_table.items():
            kept = {(event.sequence, event.command) for event in reader.events(table)}
            lost += sum(command not in kept for command in commands)
    return lost


def thinking(size: Size) -> list[Row]:
    """Measure many tables whose players pause between actions."""
    part = Part(
        tables=size.thinking,
        think=size.think,
        ramp=2 * size.think,
        seconds=size.thinking_seconds,
    )
    answer, used = part.answer, part.answer["memory"]
    what = f"{size.thinking:,} tables, an action at each every {size.think:g} s"
    speed = f"{_rate(answer):,.0f} actions/s for {answer['seconds']:.0f} s"
    return [
        (what, f"{speed}; {_cores(answer)}; {part.losses}", "nothing lost"),
        ("– from the POST to both players' events, median", _ms(answer, 0.5), "under 10 ms"),
        ("– 99th percentile", _ms(answer, 0.99), "under 100 ms"),
        (
            "– memory of a client after that, with its half of a table",
            f"{(used['played'] - used['empty']) / 2 / size.thinking / 1024:.1f} KiB",
            "under 64 KB",
        ),
    ]


def saturated(size: Size) -> list[Row]:
    """Measure the maximum throughput, ours and boardgame.io's."""
    seconds = size.busy_seconds
    shared: Json = {"tables": size.busy, "ramp": seconds / 5, "seconds": seconds, "nap": NAP}
    part, quicker = Part(**shared), Part(is_compiled=True, **shared)
    ours, theirs = part.answer, _boardgame(shared | {"moves": MOVES})
    ratio = _rate(ours) / _rate(theirs)
    return [
        (
            f"{size.busy} tables without a pause, durable actions delivered to both",
            f"**{_rate(ours):,.0f} actions/s**; median {_ms(ours, 0.5)}; {_cores(ours)}; "
            f"{part.losses}",
            "at least 1,000/s",
        ),
        (
            "– the same with `jaipur serve --compiled`",
            f"**{_rate(quicker.answer):,.0f} actions/s**; median {_ms(quicker.answer, 0.5)}; "
            f"{_cores(quicker.answer)}; {quicker.losses}",
            "at least 1,000/s",
        ),
        (
            f"boardgame.io 0.50.2 with FlatFile, {size.busy} matches, moves delivered to both",
            f"{_rate(theirs):,.0f} moves/s; median {_ms(theirs, 0.5)}; {_cores(theirs)}",
            "",
        ),
        ("– ours to theirs", f"{ratio:.1f}", "at least 2"),
    ]


def _boardgame(order: Json) -> Json:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(BOARDGAME, folder, dirs_exist_ok=True)
        install = ["npm", "install", "--no-audit", "--no-fund", "--silent"]
        subprocess.run(install, check=True, cwd=folder)
        command = ["node", "server.cjs", "store"]
        with started(command, cwd=folder, stderr=subprocess.DEVNULL) as running:
            return _load(["node", "load.cjs"], running, order, cwd=folder)


def memory(size: Size) -> list[Row]:
    """Measure the cost of a connected client."""
    part = Part(tables=size.streams_at, seconds=0.0, again=True)
    used, clients = part.answer["memory"], 2 * size.streams_at
    with_tables = (used["seated"] - used["empty"]) / clients / 1024
    alone = (used["again"] - used["played"]) / clients / 1024
    return [
        (
            f"memory of the server without clients, and with {clients:,} at {size.streams_at:,} "
            "tables",
            f"{used['empty'] / 2**20:.0f} MiB, {used['seated'] / 2**20:.0f} MiB",
            "",
        ),
        (
            "– a client (a stream and a connection for commands) with its half of a table",
            f"{with_tables:.1f} KiB",
            "under 64 KB",
        ),
        (
            f"– a client alone: {clients:,} streams more at the same tables",
            f"{alone:.1f} KiB",
            "under 64 KB",
        ),
    ]


def start(size: Size) -> list[Row]:
    """Measure the start of a server with many stored matches."""
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "store.db"
        filled = fill(file, size.stored)
        megabytes = file.stat().st_size / 1e6
        with server(file) as running:
            get = _getter(running.port, filled.token)
            get("/api/health")
            healthy = time.perf_counter()
            listed = len(get("/api/tables")["tables"])
            seen = time.perf_counter()
            get(f"/api/tables/{filled.unfinished}")
            resumed = time.perf_counter()
    begun = running.began
    return [
        (
            f"{filled.tables:,} stored matches ({filled.actions:,} actions, {megabytes:,.0f} MB): "
            f"start, list of {listed}, one resumed",
            f"{resumed - begun:.2f} s",
            "under 3 s",
        ),
        (
            "– until the health route answers; the list; the replay",
            f"{healthy - begun:.2f} s; {1000 * (seen - healthy):.0f} ms; "
            f"{1000 * (resumed - seen):.0f} ms",
            "",
        ),
    ]


def _getter(port: int, token: str) -> Callable[[str], Any]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    cookie = f"{cookie_name(f'http://127.0.0.1:{port}')}={token}"

    def get(path: str) -> Any:
        connection.request("GET", path, headers={"Cookie": cookie})
        answer = connection.getresponse()
        data = json.loads(answer.read())
        if answer.status != http.HTTPStatus.OK:
            raise RuntimeError(f"{path}: {data}")
        return data

    return get


def _rate(answer: Json) -> float:
    return float(answer["actions"] / answer["seconds"])


def _ms(answer: Json, part: float) -> str:
    latencies: list[float] = answer["latencies"]
    return f"{1000 * latencies[int(part * (len(latencies) - 1))]:.1f} ms"


def _cores(answer: Json) -> str:
    server_cpu, load_cpu = (answer[name] / answer["seconds"] for name in ("server_cpu", "load_cpu"))
    return f"server {server_cpu:.2f} of a core, load {load_cpu:.2f}"


PARTS: dict[str, Callable[[Size], list[Row]]] = {
    "thinking": thinking,
    "saturated": saturated,
    "memory": memory,
    "start": start,
}


def table(parts: list[str], size: Size) -> str:
    """Format the measurements as a table."""
    rows = [row for part in parts for row in PARTS[part](size)]
    return table_of("what | measured | wanted", rows)


def section(text: str) -> str:
    """Format the section of results.md: the measurements and their method."""
    return f"""## Server

`python -m bench.server` writes this. One server process without bots, its store in a file on disk
(every action is synced before it is acknowledged; boardgame.io's FlatFile store never syncs), and
clients with a stream each in a second process on the same two cores; {MACHINE}. Where there is
no pause, both loads look at their sockets every {1000 * NAP:.0f} ms, because on one
machine a wake-up for every packet costs the server time that remote clients would not.

{text}"""


def main() -> None:
    """Run the selected parts."""
    parser = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="only these, only printed")
    parser.add_argument(
        "--quick", action="store_true", help="try everything, print and keep nothing"
    )
    asked = parser.parse_args()
    text = table(asked.parts or list(PARTS), QUICK if asked.quick else Size())
    print(text)
    if not asked.parts and not asked.quick:
        write("server", section(text))


if __name__ == "__main__":
    main()
