"""Names can be guessed: one name for one thing, and no word that has to be learned first."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "jaipur"
FILES = sorted(SOURCE.rglob("*.py"))
SCRIPTS = sorted((SOURCE / "web" / "static" / "js").rglob("*.js"))
CHECKS = [*sorted((ROOT / "tests").rglob("*.py")), *sorted((ROOT / "bench").rglob("*.py"))]
LEARNED_FIRST = (
    *("sight", "happened", "doing", "quick", "house", "outlook", "speak", "desk", "sitting"),
    *("guard", "backroom", "loudness", "wish", "brake", "gather"),
)
"""Private words for what has a standard term; docs/architecture.md has those."""
ORDINARY = {"happened", "doing", "quick", "house", "speak"}
"""Words that a sentence needs, and the name of a test is one."""
NOT_NAMES = re.compile(r'/\*.*?\*/|//[^\n]*|"[^"\n]*"|`[^`]*`', re.DOTALL)
"""Comments and texts of a script."""
PARTS = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")


def names_in(path: Path) -> set[str]:
    """The names that a file gives to something."""
    found = {path.stem}
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
    return found


def learned_first(names: set[str], but: frozenset[str] | set[str] = frozenset()) -> set[str]:
    """The names with a word that has to be learned first."""
    words = {name: {word.lower() for word in PARTS.findall(name)} for name in names}
    return {name for name, parts in words.items() if parts & (set(LEARNED_FIRST) - but)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_name_has_to_be_learned_first(path: Path) -> None:
    assert learned_first(names_in(path)) <= {"house_rule", "no_house_rule", "QUICK"}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_name_in_a_script_has_to_be_learned_first(path: Path) -> None:
    names = set(re.findall(r"[A-Za-z_$][\w$]*", NOT_NAMES.sub("", path.read_text("utf-8"))))
    assert learned_first(names | {path.stem}) <= {"house_rule"}


@pytest.mark.parametrize("path", CHECKS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_name_in_a_test_or_benchmark_has_to_be_learned_first(path: Path) -> None:
    assert not learned_first(names_in(path), ORDINARY)


def test_no_two_classes_have_one_name() -> None:
    homes = defaultdict(set)
    for path in FILES:
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                homes[node.name].add(str(path.relative_to(SOURCE)))
    assert {name: sorted(found) for name, found in homes.items() if len(found) > 1} == {}
