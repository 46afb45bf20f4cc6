"""Names can be guessed: one name for one thing, and no word that has to be learned first."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "jaipur"
FILES = sorted(SOURCE.rglob("*.py"))
LEARNED_FIRST = (
    *("sight", "happened", "doing", "quick", "house", "outlook", "speak", "desk", "sitting"),
    *("guard", "backroom", "loudness", "wish"),
)
"""Private words for what has a standard term; docs/architecture.md has those."""
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


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_name_has_to_be_learned_first(path: Path) -> None:
    for name in names_in(path) - {"house_rule", "no_house_rule"}:
        words = {word.lower() for word in PARTS.findall(name)}
        assert not words & set(LEARNED_FIRST), f"{path.relative_to(SOURCE)} has {name}"


def test_no_two_classes_have_one_name() -> None:
    homes = defaultdict(set)
    for path in FILES:
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                homes[node.name].add(str(path.relative_to(SOURCE)))
    assert {name: sorted(found) for name, found in homes.items() if len(found) > 1} == {}
