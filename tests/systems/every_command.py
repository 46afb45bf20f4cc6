"""Imports every module and runs commands, all in this one process, as JSON on its input asks.

Prints which modules need a package that is missing, and of each command its exit code, its output
and its errors.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
from typing import Any

from click.testing import CliRunner

import jaipur
from jaipur.cli import cli
from jaipur.extras import MissingExtra


def import_everything(missing: list[str]) -> list[str]:
    """Import every module of the package; those that need what may be missing are returned."""
    lacking = []
    for module in pkgutil.walk_packages(jaipur.__path__, "jaipur.", lambda _: None):
        if module.name != "jaipur.__main__":
            try:
                importlib.import_module(module.name)
            except MissingExtra:
                lacking.append(module.name)
            except ModuleNotFoundError as error:
                if str(error.name).partition(".")[0] not in missing:
                    raise
                lacking.append(module.name)
    return lacking


def run(arguments: list[str]) -> tuple[int, str, str]:
    """Exit code, output and errors of a command."""
    done = CliRunner().invoke(cli, arguments)
    is_broken = done.exception and not isinstance(done.exception, SystemExit)
    return done.exit_code, done.stdout, done.stderr + (repr(done.exception) if is_broken else "")


def main() -> None:
    """Do what standard input asks."""
    asked: dict[str, Any] = json.load(sys.stdin)
    lacking = import_everything(asked["missing"])
    sys.stdout.write(
        json.dumps({"lacking": lacking, "said": [run(one) for one in asked["commands"]]})
    )


if __name__ == "__main__":
    main()
