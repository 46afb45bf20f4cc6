"""Parses docs/rules.md and docs/regles.md into chapters, rules, tables and examples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from ..documents import document

DOCUMENTS = {"en": "rules.md", "fr": "regles.md"}
CHAPTERS = (
    "set-up", "take-one", "exchange", "camels", "hand-limit", "sell", "bonus", "restrictions",
    "round-end", "scoring", "new-round", "match-end", "reminders", "known", "house-rule", "advice",
)  # fmt: skip
"""The ids of the chapters, the same in every language."""

_RULE = re.compile(r"\*\*R(\d+)\.\*\* (.+)")
_SOURCES = re.compile(r"\*Sources\s?: (.+)\.\*")
_LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")
_QUOTE = re.compile(r"^> ?")


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, or a table if it has rows."""

    text: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    is_example: bool = False


@dataclass(frozen=True, slots=True)
class Rule(Block):
    """A numbered rule and its sources."""

    number: int = 0
    chapter: str = ""
    sources: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name by which it is cited."""
        return f"R{self.number}"


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its blocks in order, and its line of sources."""

    id: str
    name: str
    blocks: tuple[Block, ...]
    sources: str

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Its rules."""
        return tuple(block for block in self.blocks if isinstance(block, Rule))


@dataclass(frozen=True, slots=True)
class Book:
    """The rules in one language."""

    title: str
    about: tuple[Block, ...]
    """The introduction with the list of sources."""
    chapters: tuple[Chapter, ...]

    @property
    def rules(self) -> dict[int, Rule]:
        """Every rule by its number."""
        return {rule.number: rule for chapter in self.chapters for rule in chapter.rules}


@cache
def rule_book(language: str) -> Book:
    """The rules in a language."""
    return read_book(document(DOCUMENTS[language]))


def read_book(text: str) -> Book:
    """Parse a text in the format of docs/rules.md."""
    head, *chapters = text.split("\n## ")
    title, _, about = head.partition("\n")
    return Book(
        title.removeprefix("# "),
        tuple(_blocks(about)),
        tuple(_chapter(*named) for named in zip(CHAPTERS, chapters, strict=False)),
    )


def _chapter(id: str, text: str) -> Chapter:  # noqa: A002  # the field is called so
    name, _, rest = text.partition("\n")
    found = _SOURCES.search(rest)
    sources = found[0].strip("*") if found else ""
    by_rule = _by_rule(found[1]) if found else {}
    blocks = (_ruled(block, name, by_rule) for block in _blocks(_SOURCES.sub("", rest)))
    return Chapter(id, name, tuple(blocks), sources)


def _ruled(block: Block, chapter: str, sources: dict[int, tuple[str, ...]]) -> Block:
    found = _RULE.fullmatch(block.text)
    if found is None:
        return block
    number = int(found[1])
    return Rule(found[2], number=number, chapter=chapter, sources=sources.get(number, ()))


def _blocks(text: str) -> Iterator[Block]:
    """Paragraphs and tables, separated by empty lines; examples are quoted."""
    lines = text.splitlines()
    for is_empty, group in groupby(lines, key=lambda line: not _QUOTE.sub("", line)):
        if is_empty:
            continue
        part = list(group)
        is_example = part[0].startswith(">")
        bare = [_LINK.sub(r"\1", _QUOTE.sub("", line)) for line in part]
        if bare[0].startswith("|"):
            yield Block(rows=tuple(map(_cells, [bare[0], *bare[2:]])), is_example=is_example)
        else:
            yield Block(" ".join(bare), is_example=is_example)


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip("|").split("|"))


def _by_rule(text: str) -> dict[int, tuple[str, ...]]:
    """The sources of each rule, from `R24, R25: 000–004. R26: follows`."""
    sources: dict[int, tuple[str, ...]] = {}
    for part in text.split(". "):
        rules, _, listed = part.partition(":")
        each = tuple(_ranges(re.split(r"\s?[,;] ", listed.strip()), "{:03}"))
        sources |= {int(rule): each for rule in _ranges(re.findall(r"[R\d–]+", rules), "{}")}
    return sources


def _ranges(parts: list[str], form: str) -> Iterator[str]:
    """The parts with each range expanded: `R6–R8` is 6, 7 and 8."""
    for part in parts:
        first, _, last = part.replace("R", "").partition("–") if "–" in part else (part, "", "")
        if last:
            yield from (form.format(n) for n in range(int(first), int(last) + 1))
        else:
            yield part.removeprefix("R")
