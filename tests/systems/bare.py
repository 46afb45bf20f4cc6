"""Programs on a computer that lacks something: other systems, and installations without extras."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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
