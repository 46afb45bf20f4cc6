"""An installation without extras: the base commands work, the others name what is missing."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

from jaipur.cli import cli
from jaipur.extras import PACKAGES, MissingExtra, require

from .bare import environment, every_command, python

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OPTIONAL = (
    *("apsw", "starlette", "h11", "httptools", "httpx", "anyio"),
    *("markdown_it", "textual", "rich", "uvicorn", "uvloop", "torch"),
)
WITH_EXTRAS = ("jaipur.web", "jaipur.client.", "jaipur.tui.", "jaipur.train.", "jaipur.store.")
RECORD = str(ROOT / "examples" / "match.jaipur")
SMALL = ["--rounds", "4", "--seed", "1"]


def test_the_base_has_rules_records_bots_and_arena(tmp_path: Path) -> None:
    env = environment(tmp_path / "home", *OPTIONAL)
    commands = [
        *([name, "--help"] for name in cli.commands),
        ["--version"],
        ["rules"],
        ["deal", "--seed", "7"],
        ["verify", RECORD],
        ["replay", RECORD],
        ["bots"],
        ["simulate", *SMALL],
        ["arena", "random", "greedy", *SMALL, "--html", str(tmp_path / "arena.html")],
    ]
    lacking, said = every_command(commands, env, *OPTIONAL)
    for command, one in zip(commands, said, strict=True):
        assert one.code == 0, (command, one.errors)
    assert "jaipur.web" in lacking
    assert all(name.startswith(WITH_EXTRAS) for name in lacking)


def test_a_missing_extra_is_named_with_the_line_that_installs_it(tmp_path: Path) -> None:
    env = environment(tmp_path / "home", *OPTIONAL)
    file = str(tmp_path / "tables.sqlite")
    asked = {
        "serve": ("server", ["serve", "--data", file]),
        "backup": ("server", ["backup", file, file]),
        "export": ("server", ["export", file, "--to", str(tmp_path)]),
        "play": ("terminal", ["play", "--plain"]),
        "join": ("terminal", ["join", "http://127.0.0.1:1/t/x"]),
        "matches": ("terminal", ["matches"]),
    }
    commands = [arguments for _, arguments in asked.values()]
    french = [[*arguments, "--lang", "fr"] for arguments in commands]
    _, said = every_command([*commands, *french], env, *OPTIONAL)
    for (name, (extra, _)), english, other in zip(
        asked.items(), said, said[len(asked) :], strict=False
    ):
        line = f"pip install 'jaipur-game[{extra}]'"
        assert english == (2, "", f"Error: jaipur {name} needs the {extra}: {line}\n")
        assert other.code == 2
        assert other.errors.endswith(f"\u00a0: {line}\n")
        assert "needs" not in other.errors
    assert list(tmp_path.iterdir()) == []


def test_python_is_told_the_same(tmp_path: Path) -> None:
    done = python("-c", "import jaipur.web.app", env=environment(tmp_path, *OPTIONAL))
    needs = "jaipur.web needs the server: pip install 'jaipur-game[server]'"
    assert done.stderr.splitlines()[-1] == f"jaipur.extras.MissingExtra: {needs}"


def test_one_package_that_is_missing_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    for extra, packages in PACKAGES.items():
        require(extra, "this")
        for package in packages:
            with monkeypatch.context() as changed:
                changed.setitem(sys.modules, package, None)
                with pytest.raises(MissingExtra, match=re.escape(f"jaipur-game[{extra}]")):
                    require(extra, "this")


def test_what_an_extra_needs_is_what_it_installs() -> None:
    for extra, packages in PACKAGES.items():
        installed = [
            re.split(r"[>=<\[;]", line)[0] for line in PROJECT["optional-dependencies"][extra]
        ]
        names = {name.removesuffix("-py").replace("-", "_") for name in installed}
        assert set(packages) <= names
        assert not set(packages) & {re.split("[>=]", one)[0] for one in PROJECT["dependencies"]}
