"""Programs on a computer that lacks something: other systems, and installations without extras."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

HIDING = Path(__file__).with_name("hiding")


def environment(home: Path, *hidden: str) -> dict[str, str]:
    """The environment of a program that does not find what is hidden."""
    language = {"JAIPUR_LANG": "en", "PYTHONWARNDEFAULTENCODING": "1"}
    hides = {"PYTHONPATH": str(HIDING), "JAIPUR_HIDES": ",".join(hidden)}
    return os.environ | {"JAIPUR_HOME": str(home)} | language | hides


def python(
    *arguments: str, env: dict[str, str], typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run Python to its end."""
    return subprocess.run(
        [sys.executable, *arguments],
        env=env, input=typed, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip


class Said(NamedTuple):
    """What came of a command."""

    code: int
    out: str
    errors: str


def every_command(
    commands: list[list[str]], env: dict[str, str], *missing: str
) -> tuple[list[str], list[Said]]:
    """Import all modules and run commands, in one process.

    Returns the modules that need one of the missing packages, and what came of the commands.
    """
    asked = json.dumps({"missing": missing, "commands": commands})
    done = python("-m", "tests.systems.every_command", env=env, typed=asked)
    assert not done.returncode, done.stderr
    answer = json.loads(done.stdout)
    return answer["lacking"], [Said(*said) for said in answer["said"]]
