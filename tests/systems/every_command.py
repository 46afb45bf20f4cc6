"""Imports every module and runs commands in this one process, as a list of JSON lists asks.

Prints for each command its exit code, its output and its errors.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys

from click.testing import CliRunner

import jaipur
from jaipur.cli import cli


def import_everything(but: tuple[str, ...]) -> None:
    """Import every module of the package; some belong to what may be missing."""
    for module in pkgutil.walk_packages(jaipur.__path__, "jaipur."):
        if not module.name.startswith(("jaipur.__main__", *but)):
            importlib.import_module(module.name)


def main() -> None:
    """Do what standard input asks."""
    asked = json.load(sys.stdin)
    if "but" in asked:
        import_everything(tuple(asked["but"]))
    said = []
    for arguments, typed in asked["commands"]:
        done = CliRunner().invoke(cli, arguments, input=typed)
        broken = done.exception and not isinstance(done.exception, SystemExit)
        trouble = repr(done.exception) if broken else ""
        said.append([done.exit_code, done.stdout, done.stderr + trouble])
    print(json.dumps(said))  # noqa: T201  # this is the answer


if __name__ == "__main__":
    main()
