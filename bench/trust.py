"""Run the long checks and write their figures to results.md: python -m bench.trust [PART …].

If parts are named (kills, cuts, machine, worlds, hostile, oracle, laws), only those run and nothing
is written. `--short` runs smaller versions and writes nothing.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.results import table_of, write

ROOT = Path(__file__).resolve().parents[1]
SEED = 2026
PAIRS, STEPS = 12, 40
SHORT = "--short"


@dataclass(frozen=True)
class Counts:
    """The size of each check."""

    kills: int
    cuts: int
    in_memory: int
    in_a_file: int
    """Runs of the state machine."""
    worlds: int
    """Versions checked in each match."""
    hostile: int
    """Times 300 arbitrary requests, and 6 examples of schemathesis for each route."""
    oracle: int
    """Chunks of 25,000 actions compared with the oracle."""


OF_A_RELEASE = Counts(100, 60, in_memory=400, in_a_file=60, worlds=20, hostile=20, oracle=8)
OF_A_CHANGE = Counts(10, 15, in_memory=60, in_a_file=10, worlds=1, hostile=2, oracle=4)

Row = tuple[str, str, str]


def kills(counts: Counts) -> list[Row]:
    """Kill `jaipur serve` at random while people play."""
    from tests.trust.kills import WRONG
    from tests.trust.kills import kills as kill

    found = asyncio.run(kill(counts.kills, SEED, PAIRS, is_real=True))
    assert found["kills"] == counts.kills  # noqa: S101  # it is a check
    what = f"`kill -9` of `jaipur serve`, {PAIRS} pairs of people playing"
    return _judged(what, found, WRONG)


def cuts(counts: Counts) -> list[Row]:
    """Simulate power failures, with the store's own settings and with weaker ones."""
    from tests.store.powercut import cuts as cut

    wrong = ("lost", "refused but stored", "from nowhere", "damaged")
    rows = _judged("power cuts that drop unsynced writes", cut(counts.cuts, SEED), wrong)
    weaker = cut(counts.cuts, SEED, {"synchronous": "NORMAL"})
    loss = f"{weaker['cuts with loss']} of {weaker['cuts']} cuts lose something"
    return [
        *rows,
        ("the same with `synchronous=NORMAL`, to see that they would be noticed", loss, ""),
    ]


def _judged(what: str, found: Mapping[str, int], wrong: tuple[str, ...]) -> list[Row]:
    names = [name for name in found if name not in wrong and ":" not in name]
    told = ", ".join(f"{found[name]:,} {name}" for name in names)
    bad = ", ".join(f"{found[name]} {name}" for name in wrong)
    is_right = not any(found[name] for name in wrong)
    return [(what, told, bad if is_right else f"**FAILED**: {bad}")]


def machine(counts: Counts) -> list[Row]:
    """Run the state machine of commands, over memory and over a file."""
    from hypothesis import HealthCheck, settings
    from hypothesis.stateful import run_state_machine_as_test
    from tests.session import test_machine

    rows: list[Row] = []
    sizes = {"CommandMachine": counts.in_memory, "FileMachine": counts.in_a_file}
    for name, examples in sizes.items():
        more = settings(
            max_examples=examples,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        )
        run_state_machine_as_test(getattr(test_machine, name), settings=more)
        where = "a file" if name == "FileMachine" else "memory"
        told = f"{examples} runs of up to {STEPS} steps"
        rows.append((f"the state machine of commands, over {where}", told, "passed"))
    return rows


def worlds(counts: Counts) -> list[Row]:
    """Compare two indistinguishable worlds byte for byte, at many versions of many matches."""
    more = {"JAIPUR_WORLDS": counts.worlds}
    return [_tests("two worlds, byte for byte", more, "tests/web/test_two_worlds.py")]


def hostile(counts: Counts) -> list[Row]:
    """Run hostile requests and schemathesis, with more examples."""
    more = {"JAIPUR_EXAMPLES": counts.hostile}
    return [
        _tests("arbitrary bytes and JSON at every route", more, "tests/web/test_hostile.py"),
        _tests("schemathesis at every route", more, "tests/web/test_schemathesis.py"),
    ]


def oracle(counts: Counts) -> list[Row]:
    """Compare the engine with its oracle, action by action."""
    what = "the engine against its oracle, 25,000 actions each time"
    return [
        _tests(what, {"JAIPUR_DEEP": 1, "JAIPUR_ORACLE": counts.oracle}, "tests/test_oracle.py")
    ]


def laws(_counts: Counts) -> list[Row]:
    """Run all tests but those of the page in their long form: more examples, every variation."""
    what = "more examples of every law, every variation"
    return [_tests(what, {"JAIPUR_DEEP": 1}, "tests --ignore=tests/page")]


def _tests(what: str, more: Mapping[str, int], path: str) -> Row:
    """Run tests in their long form."""
    known = os.environ | {name: str(value) for name, value in more.items()}
    plain = ("-o", "addopts=", "-p", "no:cacheprovider", "-n", "auto", "--dist", "worksteal")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plain, *path.split()],
        cwd=ROOT, env=known, capture_output=True, text=True, check=False,
    )  # fmt: skip
    count = re.search(r"(\d+ (?:failed, \d+ )?passed).* in ", done.stdout)
    set_to = " ".join(f"{name}={value}" for name, value in more.items())
    told = f"`{set_to} pytest {path}`"
    if done.returncode:
        print(done.stdout[-5000:])
    verdict = count[1] if count else "**FAILED**"
    return what, told, verdict if not done.returncode else f"**FAILED**: {verdict}"


PARTS: dict[str, Callable[[Counts], list[Row]]] = {
    "kills": kills,
    "cuts": cuts,
    "machine": machine,
    "worlds": worlds,
    "hostile": hostile,
    "oracle": oracle,
    "laws": laws,
}


def main(words: list[str]) -> None:
    """Run the parts and print their figures; those of a release also go into results.md."""
    logging.disable()  # failing disks and late bots are expected here
    names = [word for word in words if word != SHORT]
    counts = OF_A_CHANGE if SHORT in words else OF_A_RELEASE
    rows: list[Row] = []
    for name in names or PARTS:
        began = time.monotonic()
        made = PARTS[name](counts)
        rows += made
        for row in made:
            print(" | ".join(row), f"({time.monotonic() - began:.0f} s)", flush=True)
    if not words:
        write("trust", table_of("check | size | found", rows))
    if any("FAILED" in verdict for _, _, verdict in rows):
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
