"""Finds rules by number, chapter or word, ignoring case and accents."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from difflib import get_close_matches

from ..errors import JaipurError, message
from ..texts import Texts
from .reading import Block, Book, Chapter, rule_book

_NUMBER = re.compile(r"r? ?(\d{1,9})\.?")
_ALL = ("all", "tout", "toutes")
_WORD = re.compile(r"\w+")
_SHORTEST = 4
"""The shortest word worth suggesting."""
_SIMILARITY = 0.7


class NoSuchRule(JaipurError):
    """No rule matches the query."""


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search: chapters, whole or with the matching rules only."""

    chapters: tuple[Chapter, ...]
    title: str = ""
    """The title of the book, if the whole book was asked for."""

    @property
    def is_one_rule(self) -> bool:
        """Whether it is a single rule, which needs no heading."""
        return len(self.chapters) == 1 and len(self.chapters[0].blocks) == 1


def find(asked: str, _: Texts) -> Found:
    """Find the whole book (`all`), a rule (`R31`, `31`), a chapter by its beginning, or words.

    Raises NoSuchRule, whose sentence makes a suggestion.
    """
    book, wanted = rule_book(_.language), folded(asked)
    if not wanted or wanted in _ALL:
        return Found((*book.chapters, _about(book, _)), book.title)
    if number := _NUMBER.fullmatch(wanted):
        return _rule(book, int(number[1]))
    chapter = _chapter(book, wanted)
    return Found((chapter,)) if chapter else _with_words(book, wanted.split(), asked)


def _about(book: Book, _: Texts) -> Chapter:
    """The list of sources."""
    return Chapter("about", _("Where these rules come from"), book.about, "")


def folded(text: str) -> str:
    """A text in lower case without accents and punctuation, its words separated by one space."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe"))
    bare = "".join(c for c in plain if not unicodedata.combining(c))
    return " ".join(_WORD.findall(bare))


def _rule(book: Book, number: int) -> Found:
    for chapter in book.chapters:
        for rule in chapter.rules:
            if rule.number == number:
                return Found((_part(chapter, rule),))
    raise NoSuchRule(
        message("There is no rule {rule}; they are numbered R1 to {last}."),
        rule=f"R{number}",
        last=f"R{max(book.rules)}",
    )


def _part(chapter: Chapter, *blocks: Block) -> Chapter:
    return Chapter(chapter.id, chapter.name, blocks, "")


def _chapter(book: Book, wanted: str) -> Chapter | None:
    """The chapter of this name, or the only one whose name, or a word of it, begins with it."""
    names = {chapter: folded(chapter.name) for chapter in book.chapters}
    exact = [chapter for chapter, name in names.items() if name == wanted]
    begun = [chapter for chapter, name in names.items() if name.startswith(wanted)]
    inside = [chapter for chapter, name in names.items() if f" {wanted}" in name]
    only = [found[0] for found in (exact, begun, inside) if len(found) == 1]
    return only[0] if only else None


def _with_words(book: Book, wanted: list[str], asked: str) -> Found:
    chapters = []
    for chapter in book.chapters:
        rules = [rule for rule in chapter.rules if _has(rule.text, wanted)]
        if rules:
            chapters.append(_part(chapter, *rules))
    if chapters:
        return Found(tuple(chapters))
    raise _nothing(book, wanted, asked)


def _has(text: str, wanted: list[str]) -> bool:
    """Whether each word begins a word of the text; one or two letters must be a whole word."""
    words = f" {folded(text)} "
    return all((f" {word}" if len(word) > 2 else f" {word} ") in words for word in wanted)


def _nothing(book: Book, wanted: list[str], asked: str) -> NoSuchRule:
    quoted = " ".join(asked.split())[:40]
    known = {word for rule in book.rules.values() for word in _WORD.findall(rule.text.casefold())}
    by_folded = {folded(word): word for word in known if len(word) >= _SHORTEST}
    close = [
        by_folded[name]
        for word in wanted
        for name in get_close_matches(word, by_folded, 3, _SIMILARITY)
    ]
    if close:
        words = ", ".join(dict.fromkeys(close))
        return NoSuchRule(
            message("No rule has “{asked}”; did you mean {words}?"), asked=quoted, words=words
        )
    chapters = ", ".join(chapter.name for chapter in book.chapters)
    return NoSuchRule(
        message("No rule has “{asked}”; ask for a number, a word or a chapter: {chapters}."),
        asked=quoted,
        chapters=chapters,
    )
