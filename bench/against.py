"""Compare performance with an older checkout: `python -m bench.against CHECKOUT [PART …]`.

CHECKOUT is an older checkout that was set up with its own `run.py`. Every part is measured
alternately in both, each with its own code and its own `bench`, so that other load on the machine
affects both.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.results import MACHINE, table_of, write

HERE = Path(__file__).resolve().parents[1]
TURNS = 5

SERVER = """
from bench.server import NAP, Part
answer = Part(is_compiled={compiled}, tables=128, ramp=3.0, seconds=12.0, nap=NAP).answer
print([answer["actions"] / answer["seconds"], 1e6 * answer["server_cpu"] / answer["actions"]])
"""
TERMINAL = """
from statistics import median
from bench import terminal
terminal.STARTS = 3
print([1000 * terminal.start_seconds(80, 24), 1000 * median(terminal.key_seconds(80, 24))])
"""
PAGE = """
import re
from bench import page
page.PAINTS, page.ACTIONS = 5, 20
text, _ = page.measured(["paint", "action"])
print([float(found) for found in re.findall(r"[*][*](\\d+) ms", text)])
"""
ARENA = """
from bench.bots import arena_rounds_a_second, leaves_a_second
print([arena_rounds_a_second(), leaves_a_second()])
"""


@dataclass(frozen=True, slots=True)
class Part:
    """The labels of the figures that the script prints, one per row."""

    script: str
    rows: tuple[str, ...]
    faster: tuple[bool, ...]
    """Which of them are rates (higher is better); the others are times or costs."""


DONE, TAKES = True, False
PARTS = {
    "server": Part(
        SERVER.format(compiled=False),
        ("server: durable actions/s, 128 tables", "– processor time of an action, µs"),
        (DONE, TAKES),
    ),
    "compiled": Part(
        SERVER.format(compiled=True),
        ("`serve --compiled`: durable actions/s", "– processor time of an action, µs"),
        (DONE, TAKES),
    ),
    "terminal": Part(
        TERMINAL,
        ("terminal: to the first screen, ms", "– a key is answered, ms"),
        (TAKES, TAKES),
    ),
    "page": Part(
        PAGE,
        ("page: market painted, ms", "– from an event to its frame, ms"),
        (TAKES, TAKES),
    ),
    "arena": Part(
        ARENA,
        ("arena: `greedy` rounds/s, two cores", "– search, leaf evaluations/s"),
        (DONE, DONE),
    ),
}


def figures(checkout: Path, script: str) -> list[float]:
    """Run a script in a checkout and return the figures it prints."""
    command = [str(checkout / ".venv/bin/python"), "-c", script]
    known = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=checkout, env=known)
    printed: list[float] = json.loads(done.stdout.splitlines()[-1])
    return printed


def compared(part: Part, before: Path, turns: int) -> list[tuple[str, ...]]:
    """Measure a part and return its rows: medians, and the median of the ratios of the runs."""
    pairs = []
    for turn in range(turns):
        order = (before, HERE) if turn % 2 == 0 else (HERE, before)
        took = {checkout: figures(checkout, part.script) for checkout in order}
        pairs.append((took[before], took[HERE]))
    rows: list[tuple[str, ...]] = []
    for at, (what, is_done) in enumerate(zip(part.rows, part.faster, strict=True)):
        old, new = [pair[0][at] for pair in pairs], [pair[1][at] for pair in pairs]
        ratios = [b / a if is_done else a / b for a, b in zip(old, new, strict=True)]
        each = ", ".join(f"{ratio:.2f}" for ratio in ratios)
        said = f"**{median(ratios):.2f}** ({each})"
        rows.append((what, f"{median(old):,.0f}", f"{median(new):,.0f}", said))
        print(*rows[-1], sep=" | ", flush=True)
    return rows


def main() -> None:
    """Compare the selected parts."""
    parser = argparse.ArgumentParser(prog="python -m bench.against", description=__doc__)
    parser.add_argument("checkout", type=Path, help="an older checkout, set up")
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="only these, only printed")
    parser.add_argument("--turns", type=int, default=TURNS)
    asked = parser.parse_args()
    before = asked.checkout.resolve()
    rows = [
        row for name in asked.parts or PARTS for row in compared(PARTS[name], before, asked.turns)
    ]
    if not asked.parts:
        commit = ["git", "-C", str(before), "rev-parse", "--short", "HEAD"]
        name = subprocess.run(commit, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        text = table_of("what | before | now | ratio", rows)
        write("against", section(text, name, asked.turns))


def section(text: str, commit: str, turns: int) -> str:
    """Format the section of results.md: the comparison and its method."""
    return f"""## Compared with an earlier version

`python -m bench.against CHECKOUT` writes this: a checkout of {commit} and this one by turns,
{turns} times each; medians, and in bold the median of the ratios of the turns, in which more is
faster; {MACHINE}.

{text}"""


if __name__ == "__main__":
    main()
