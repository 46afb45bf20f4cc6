"""The long checks of the server, and their figures in results.md: python -m bench.trust [PART …].

With parts named (kills, cuts, machine, worlds, hostile, oracle, laws) those run alone, and
nothing is written.
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
from pathlib import Path

from bench.results import table_of, write

ROOT = Path(__file__).resolve().parents[1]
SEED = 2026
KILLS, PAIRS, CUTS = 100, 12, 60
EXAMPLES = {"CommandMachine": 400, "FileMachine": 60}
STEPS = 40
WORLDS, HOSTILE, ORACLE = 20, 20, 8
"""Versions of each match that are looked at, how many times the examples of the quick form, and how
many chunks of 25,000 actions are compared with the oracle."""

Row = tuple[str, str, str]


def kills() -> list[Row]:
    """Kill `jaipur serve` at random while people play."""
    from tests.trust.kills import WRONG
    from tests.trust.kills import kills as kill

    found = asyncio.run(kill(KILLS, SEED, PAIRS, is_real=True))
    assert found["kills"] == KILLS  # noqa: S101  # it is a check
    what = f"`kill -9` of `jaipur serve`, {PAIRS} pairs of people playing"
    return _judged(what, found, WRONG)


def cuts() -> list[Row]:
    """Let the power fail, with the store's own settings and with weaker ones."""
    from tests.store.powercut import cuts as cut

    wrong = ("lost", "refused but stored", "from nowhere", "damaged")
    rows = _judged("power cuts that drop unsynced writes", cut(CUTS, SEED), wrong)
    weaker = cut(CUTS, SEED, {"synchronous": "NORMAL"})
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


def machine() -> list[Row]:
    """The state machine of commands, over memory and over a file."""
    from hypothesis import HealthCheck, settings
    from hypothesis.stateful import run_state_machine_as_test
    from tests.session import test_machine

    rows: list[Row] = []
    for name, examples in EXAMPLES.items():
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


def worlds() -> list[Row]:
    """Two worlds, byte for byte, at many versions of many matches."""
    return [
        _tests("two worlds, byte for byte", {"JAIPUR_WORLDS": WORLDS}, "web/test_two_worlds.py")
    ]


def hostile() -> list[Row]:
    """Hostile requests and schemathesis, with more examples."""
    more = {"JAIPUR_EXAMPLES": HOSTILE}
    return [
        _tests("arbitrary bytes and JSON at every route", more, "web/test_hostile.py"),
        _tests("schemathesis at every route", more, "web/test_schemathesis.py"),
    ]


def oracle() -> list[Row]:
    """The engine and its oracle, action by action."""
    what = "the engine against its oracle, 25,000 actions each time"
    return [_tests(what, {"JAIPUR_ORACLE": ORACLE}, "test_oracle.py")]


def laws() -> list[Row]:
    """The laws of the rules, of the bots and of what is stored, with more examples."""
    rooms = ("laws", "bots", "session", "store", "web/test_failures.py", "web/test_guard.py")
    return [_tests("more examples of every law", {"JAIPUR_DEEP": 1}, room) for room in rooms]


def _tests(what: str, more: Mapping[str, int], file: str) -> Row:
    """Run a file or folder of tests in its long form."""
    known = os.environ | {name: str(value) for name, value in more.items()}
    path = f"tests/{file}"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-o", "addopts=", "-p", "no:cacheprovider", path],
        cwd=ROOT, env=known, capture_output=True, text=True, check=False,
    )  # fmt: skip
    count = re.search(r"(\d+ (?:failed, \d+ )?passed).* in ", done.stdout)
    set_to = " ".join(f"{name}={value}" for name, value in more.items())
    told = f"`{set_to} pytest {path}`"
    if done.returncode:
        print(done.stdout[-5000:])
    verdict = count[1] if count else "**FAILED**"
    return what, told, verdict if not done.returncode else f"**FAILED**: {verdict}"


PARTS: dict[str, Callable[[], list[Row]]] = {
    "kills": kills,
    "cuts": cuts,
    "machine": machine,
    "worlds": worlds,
    "hostile": hostile,
    "oracle": oracle,
    "laws": laws,
}


def main(names: list[str]) -> None:
    """Run the parts and print their figures; all of them also go into results.md."""
    logging.disable()  # that disks fail and bots are late is the point here
    rows: list[Row] = []
    for name in names or PARTS:
        began = time.monotonic()
        made = PARTS[name]()
        rows += made
        for row in made:
            print(" | ".join(row), f"({time.monotonic() - began:.0f} s)", flush=True)
    if not names:
        write("trust", table_of("check | size | found", rows))
    if any("FAILED" in verdict for _, _, verdict in rows):
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
