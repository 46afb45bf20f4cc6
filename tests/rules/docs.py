"""The two books of rules in docs/, chapter by chapter; the program has a reader of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
ENGLISH = "rules.md"
FRENCH = "regles.md"


@dataclass(frozen=True)
class Rule:
    """A numbered rule: its text, and where it comes from."""

    number: int
    text: str
    sources: tuple[str, ...]


def texts_of_chapters(book: str) -> list[str]:
    """What is written in each chapter, its heading first."""
    return (DOCS / book).read_text(encoding="utf-8").split("\n## ")[1:]


def chapters(book: str) -> list[list[Rule]]:
    """The rules of a book, a list for each chapter."""
    return [_rules(chapter) for chapter in texts_of_chapters(book)]


def _rules(chapter: str) -> list[Rule]:
    sources = _sources(chapter)
    lines = re.findall(r"^\*\*R(\d+)\.\*\* (.+)$", chapter, re.MULTILINE)
    return [Rule(int(number), line, sources.get(int(number), ())) for number, line in lines]


def _sources(chapter: str) -> dict[int, tuple[str, ...]]:
    """The last line of a chapter: `*Sources: R24, R25: 000–004. R26: follows.*`."""
    line = chapter.rstrip().splitlines()[-1].replace("\u00a0", "").replace("\u202f", "")
    assert re.fullmatch(r"\*Sources: .+\.\*", line), line
    found: dict[int, tuple[str, ...]] = {}
    for group in line.removeprefix("*Sources: ").removesuffix(".*").split(". "):
        rules, said = group.split(": ")
        for rule in _written_out(rules.replace("R", "")):
            assert int(rule) not in found, rule
            found[int(rule)] = tuple(_written_out(said))
    return found


def _written_out(text: str) -> list[str]:
    """A list with its ranges written out: `000, 002–004; follows`."""
    parts: list[str] = []
    for part in re.split("[,;] ", text):
        first, dash, last = part.partition("–")
        numbers = range(int(first), int(last) + 1) if dash else ()
        parts += [str(n).zfill(len(first)) for n in numbers] if dash else [part]
    return parts


def rules(book: str) -> dict[int, Rule]:
    """Every rule of a book by its number."""
    return {rule.number: rule for chapter in chapters(book) for rule in chapter}
