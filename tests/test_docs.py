"""Docs run: examples are executed, schemas hold, and nothing is left undocumented."""

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from jaipur.bots.ladder import LADDER
from jaipur.cli import cli

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_give_what_the_page_says(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    failed, _ = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failed == 0


def console_examples() -> list[tuple[str, str, str]]:
    """Page, command and expected output of every command shown on a page."""
    found = []
    for page in PAGES:
        for block in CONSOLE.findall(page.read_text("utf-8")):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, expected = part.partition("\n")
                found.append((page.name, command, expected))
    return found


@pytest.mark.parametrize(("page", "command", "expected"), console_examples())
def test_commands_print_what_the_page_says(page: str, command: str, expected: str) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env=os.environ | {"PATH": path, "LC_ALL": "C.UTF-8", "JAIPUR_LANG": "en"},
        capture_output=True,
        text=True,
        check=False,
    )
    pattern = ".*".join(re.escape(part) for part in expected.rstrip("\n").split("..."))
    # A refused command shows its sentence, which is on standard error.
    printed = (done.stdout or done.stderr).rstrip("\n")
    assert re.fullmatch(pattern, printed, re.DOTALL), f"{page}: {printed}{done.stderr}"


def test_every_command_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for name in cli.commands:
        assert f"jaipur {name}" in readme, name


def test_every_page_is_linked_from_the_readme_or_another_page() -> None:
    pages = [*PAGES, ROOT / "CONTRIBUTING.md"]
    texts = {page: page.read_text("utf-8") for page in pages}
    for page in (ROOT / "docs").rglob("*.*"):
        assert any(page.name in text for other, text in texts.items() if other != page), page


def test_links_between_pages_lead_somewhere() -> None:
    for page in [*PAGES, ROOT / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_schemas_are_json() -> None:
    for name, version in (("view", 2), ("record", 2), ("record-1", 1)):
        schema = json.loads((ROOT / "docs" / f"{name}.schema.json").read_text("utf-8"))
        assert schema["title"].endswith(f"version {version}")
        assert schema["properties"]["version"] == {"const": version}


def test_rule_numbers_in_the_code_are_those_of_the_rules() -> None:
    known = set(re.findall(r"\*\*(R\d+)\.\*\*", (ROOT / "docs" / "rules.md").read_text("utf-8")))
    cited = set()
    for path in (ROOT / "src").rglob("*.py"):
        cited |= set(re.findall(r"\bR\d+\b", path.read_text("utf-8")))
    assert cited
    assert cited <= known


def test_the_example_round_is_played() -> None:
    path = ROOT / "examples" / "play_one_round.py"
    done = subprocess.run(
        [sys.executable, str(path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "rupees" in done.stdout


def test_every_example_is_listed() -> None:
    readme = (ROOT / "examples" / "README.md").read_text("utf-8")
    for path in (ROOT / "examples").iterdir():
        assert path.name == "README.md" or path.name in readme, path.name


def test_every_bot_is_on_the_ladder_page() -> None:
    page = (ROOT / "docs" / "bots.md").read_text("utf-8")
    for player in LADDER:
        row = f"| `{player.name}` | {player.rating} | {player.nodes} | {player.character} |"
        assert row in page


WRAPPED = [page for page in (*PAGES, *ROOT.glob("*.md")) if page.stem not in ("rules", "regles")]
"""A rule is one line in the rules, where programs read it."""


@pytest.mark.parametrize("page", sorted(set(WRAPPED)), ids=lambda page: page.name)
def test_lines_wrap_at_100(page: Path) -> None:
    """Tables, headings, images and code may be longer."""
    text = re.sub(r"^( *)```.*?^ *```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    lines = [
        line
        for line in text.splitlines()
        if not line.lstrip().startswith(("|", "#", "!", "<", "["))
    ]
    assert not [line for line in lines if len(line) > 100]
