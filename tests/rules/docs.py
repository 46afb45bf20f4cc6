"""The two books of rules in docs/, read chapter by chapter."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


@dataclass(frozen=True)
class Rule:
    """A numbered rule: its text, and the sources after it."""

    number: int
    text: str
    sources: tuple[str, ...]


def chapters(book: str) -> list[list[Rule]]:
    """The rules of a book, a list for each chapter."""
    text = (DOCS / book).read_text(encoding="utf-8")
    return [_rules(chapter) for chapter in text.split("\n## ")[1:]]


def _rules(chapter: str) -> list[Rule]:
    lines = re.findall(r"^\*\*R(\d+)\.\*\* (.+)$", chapter, re.MULTILINE)
    return [_rule(int(number), line) for number, line in lines]


def _rule(number: int, line: str) -> Rule:
    text, _, sources = line.removesuffix(")*").rpartition(" *(")
    return Rule(number, text, tuple(re.split(r"[,;] ", sources)) if line.endswith(")*") else ())


def rules(book: str) -> dict[int, Rule]:
    """Every rule of a book by its number."""
    return {rule.number: rule for chapter in chapters(book) for rule in chapter}


ENGLISH = "rules.md"
FRENCH = "regles.md"
