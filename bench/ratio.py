"""Our throughput as a ratio to a bare endpoint: `python -m bench.ratio [--quick]`.

Both sides count durable responses per second under full load, with the same number of clients, each
of which waits for its response before the next request:

- ours: accepted actions, each delivered to the two streams of its table (`bench.server`)
- bare: POSTs that append a row to SQLite with synchronous=FULL (`bench.bare`), with no streams

A table has one action in flight at a time, so n tables are compared with n clients. The two are
measured alternately, five times; the ratio is the median of the pairs.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

import msgspec
import uvloop

from bench.results import MACHINE, table_of, write
from bench.server import NAP, Part
from bench.server_clients import Door, now
from bench.server_load import look_now_and_then
from bench.server_start import started

CLIENTS = 128
SECONDS = 15.0
RAMP = 3.0
TURNS = 5


def ours(seconds: float) -> float:
    """Return the accepted actions per second."""
    answer = Part(tables=CLIENTS, ramp=RAMP, seconds=seconds, nap=NAP).answer
    return float(answer["actions"] / answer["seconds"])


def bare(seconds: float) -> float:
    """Return the answered POSTs per second."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.bare", str(Path(folder) / "store.db")]
        with started(command) as running:
            load = [sys.executable, "-m", "bench.ratio", "load", str(running.port), str(seconds)]
            done = subprocess.run(load, check=True, stdout=subprocess.PIPE)
    return float(done.stdout)


async def posts(port: int, seconds: float) -> float:
    """Return the POSTs per second of clients that poll their sockets as ours do."""
    count = 0
    begin = now() + RAMP

    async def client(number: int) -> None:
        nonlocal count
        door = await Door.open(port)
        body = {"id": f"load-{number:08}", "version": 7, "kind": "act", "action": "+DG-LK"}
        while (at := now()) < begin + seconds:
            head, _ = await door.post("/commands", "", body)
            if not head.startswith(b"HTTP/1.1 200"):
                raise RuntimeError(head)
            count += at >= begin
        door.close()

    look_now_and_then(NAP)
    await asyncio.gather(*(client(number) for number in range(CLIENTS)))
    return count / (now() - begin)


def main() -> None:
    """Measure both alternately."""
    parser = argparse.ArgumentParser(prog="python -m bench.ratio", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="try it, and keep nothing")
    is_quick = parser.parse_args().quick
    turns, seconds = (1, 3.0) if is_quick else (TURNS, SECONDS)
    pairs = [(ours(seconds), bare(seconds)) for _ in range(turns)]
    ratios = [mine / theirs for mine, theirs in pairs]
    rows = [
        (
            "durable actions, each delivered to two streams",
            f"{median(p[0] for p in pairs):,.0f}/s",
            "",
        ),
        ("POSTs of the bare endpoint", f"{median(p[1] for p in pairs):,.0f}/s", ""),
        (
            "ratio, median of the pairs",
            f"**{median(ratios):.2f}** ({', '.join(f'{ratio:.2f}' for ratio in ratios)})",
            "at least 0.75",
        ),
    ]
    text = table_of("what | measured | wanted", rows)
    print(text)
    if not is_quick:
        write("ratio", section(text))


def section(text: str) -> str:
    """Format the section of results.md: the measurement and its method."""
    return f"""## Ratio to a bare endpoint

`python -m bench.ratio` writes this: {CLIENTS} tables without a pause, against {CLIENTS} clients of
an endpoint that appends a row for each POST (`bench/bare.py`: WAL, `synchronous=FULL`); one process
each, by turns, {TURNS} times {SECONDS:g} s; {MACHINE}.

{text}"""


if __name__ == "__main__":
    if sys.argv[1:2] == ["load"]:
        rate = uvloop.run(posts(int(sys.argv[2]), float(sys.argv[3])))
        sys.stdout.write(msgspec.json.encode(rate).decode())
    else:
        main()
