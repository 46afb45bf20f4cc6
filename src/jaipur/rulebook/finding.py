"""Rules by number, by chapter or by word; capitals and accents do not matter."""

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
"""Of a word worth proposing."""
_LIKENESS = 0.7


class NoSuchRule(JaipurError):
    """Nothing in the rules fits what was asked for."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was asked for: chapters, whole or only the rules of them that fit."""

    chapters: tuple[Chapter, ...]
    title: str = ""
    """Of the whole book, if it is that."""

    @property
    def is_one_rule(self) -> bool:
        """Whether it is a single rule, which needs no heading of its own."""
        return len(self.chapters) == 1 and len(self.chapters[0].blocks) == 1


def find(asked: str, _: Texts) -> Found:
    """The whole book (`all`), a rule (`R31`, `31`), a chapter or its beginning, rules with a word.

    Raises NoSuchRule, whose sentence proposes something.
    """
    book, wanted = rule_book(_.language), folded(asked)
    if not wanted or wanted in _ALL:
        return Found((*book.chapters, _about(book, _)), book.title)
    if number := _NUMBER.fullmatch(wanted):
        return _rule(book, int(number[1]))
    chapter = _chapter(book, wanted)
    return Found((chapter,)) if chapter else _with_words(book, wanted.split(), asked)


def _about(book: Book, _: Texts) -> Chapter:
    """What the numbers in the sources mean, without the files that only developers have."""
    blocks = (Block(b.text, tuple((row[0], *row[2:]) for row in b.rows)) for b in book.about)
    return Chapter("about", _("Where these rules come from"), tuple(blocks), "")


def folded(text: str) -> str:
    """A text without capitals, accents and signs, its words apart by one blank."""
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
    """The chapter of this name, or the only one that begins so, or has a word that does."""
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
    """Whether each word begins a word of the text; one or two letters are a whole word."""
    words = f" {folded(text)} "
    return all((f" {word}" if len(word) > 2 else f" {word} ") in words for word in wanted)


def _nothing(book: Book, wanted: list[str], asked: str) -> NoSuchRule:
    quoted = " ".join(asked.split())[:40]
    known = {word for rule in book.rules.values() for word in _WORD.findall(rule.text.casefold())}
    by_folded = {folded(word): word for word in known if len(word) >= _SHORTEST}
    close = [
        by_folded[name]
        for word in wanted
        for name in get_close_matches(word, by_folded, 3, _LIKENESS)
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
