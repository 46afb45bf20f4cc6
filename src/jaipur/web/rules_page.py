"""The rules page: the numbered rules of docs/ as HTML, with the drawings of the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from ..documents import document
from ..rulebook import CHAPTERS, DOCUMENTS, rule_book
from ..texts import LANGUAGE_NAMES, texts

LANGUAGE_OF = {name: language for language, name in DOCUMENTS.items()}

CHAPTER_DRAWINGS: tuple[tuple[str, ...], ...] = (
    tuple(f"motif-{letter}" for letter in "DGSCPLK"),
    ("motif-G",),
    ("motif-C", "motif-K"),
    ("motif-K",),
    ("motif-L",),
    ("coin-G",),
    ("bonus-3", "bonus-4", "bonus-5"),
    ("motif-D", "motif-G", "motif-S"),
    ("coin-D", "coin-C", "coin-L"),
    ("coin-K", "seal"),
    ("motif-P",),
    ("seal", "seal"),
    ("motif-S",),
    ("back",),
    ("motif-C", "motif-P"),
    ("motif-K", "coin-D", "bonus-5"),
)
"""The drawings above the heading of each chapter."""
MATERIAL_DRAWINGS = (*CHAPTER_DRAWINGS[0], *CHAPTER_DRAWINGS[6])
"""The drawings in the rows of the components table."""

NUMBER = re.compile(r"\b(R\d+)\b")
RULE = re.compile(r"\*\*(R\d+)\.\*\* (.+)")
"""A rule as written: its number and its text."""
SOURCES = re.compile(r"\*Sources\s?: .+\*")


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules in one language."""

    title: str
    chapters: tuple[tuple[str, str], ...]
    """The id and the heading of each chapter."""
    html: Markup
    about: Markup
    """The sources of the rules."""


@cache
def rules_html(language: str) -> RulesPage:
    """The rules in a language."""
    _ = texts(language)
    return rendered(document(DOCUMENTS[language]), _("Table"))


@cache
def advice(language: str) -> list[str]:
    """The advice of the rulebook, which it asks to read only after a first match."""
    *_, chapter = rule_book(language).chapters
    _introduction, *rules = chapter.rules
    return [rule.text for rule in rules]


def rendered(text: str, label: str = "Table") -> RulesPage:
    """Render a document structured like docs/rules.md; HTML in it is escaped.

    `label` is the accessible name of tables.
    """
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    _opened, title, _closed, *tokens = markdown.parse(text)
    _mark_rules(tokens)
    _mark_empty_corners(tokens)
    _draw_material(tokens)
    for token in tokens:
        if token.children:
            token.children = list(_linked(token.children))
    chapters = tuple(_name_chapters(tokens))
    first = next(number for number, token in enumerate(tokens) if token.type == "heading_open")
    about, html = (
        Markup(markdown.renderer.render(list(_laid_out(part, label)), markdown.options, {}))  # noqa: S704  # of our own text
        for part in (tokens[:first], tokens[first:])
    )
    return RulesPage(title.content, chapters, html, about)


def _name_chapters(tokens: list[Token]) -> Iterator[tuple[str, str]]:
    """Give the headings their ids; yield the id and the text of each."""
    names = iter(CHAPTERS)
    for opened, inside in pairwise(tokens):
        if opened.type == "heading_open":
            chapter = next(names)
            opened.attrSet("id", chapter)
            yield chapter, inside.content


def _mark_empty_corners(tokens: list[Token]) -> None:
    """Make the empty corner cell of a table a plain cell: it is not a heading."""
    for opened, inside, closed in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opened.type == "th_open" and not inside.content:
            opened.tag = closed.tag = "td"


def _mark_rules(tokens: list[Token]) -> None:
    """Give each rule its number as id, and classes to examples and sources."""
    for opened, inside in pairwise(tokens):
        if opened.type == "blockquote_open":
            opened.attrSet("class", "example")
        if opened.type != "paragraph_open":
            continue
        if found := RULE.fullmatch(inside.content):
            opened.attrs |= {"id": found[1], "class": "rule"}
        elif SOURCES.fullmatch(inside.content):
            opened.attrSet("class", "sources")


def _draw_material(tokens: list[Token]) -> None:
    """Put a drawing before each name in the components table, which is in the first chapter."""
    names = [opened.type for opened in tokens]
    start = names.index("tbody_open", names.index("heading_open"))
    rows = (number for number in range(start, len(tokens)) if names[number] == "tr_open")
    for row, symbol in zip(rows, MATERIAL_DRAWINGS, strict=False):
        cell = tokens[row + 2]  # after the opening tokens of the row and the cell
        cell.children = [_raw(_drawing(symbol, "kind-art")), *(cell.children or [])]


def _linked(children: list[Token]) -> Iterator[Token]:
    """Link to the rules in another language, and from each rule number to its rule."""
    before = ""
    for child in children:
        if child.type == "link_open":
            language = LANGUAGE_OF[str(child.attrGet("href"))]
            child.attrs = {"href": f"/rules?lang={language}", "lang": language}
        if child.type != "text":
            yield child
        elif before == "link_open":  # the file name is of no use on a page
            yield Token("text", "", 0, content=LANGUAGE_NAMES[language])
        elif before == "strong_open" and NUMBER.match(child.content):
            yield _raw(f'<a href="#{child.content.rstrip(".")}">{child.content}</a>')
        else:
            yield from map(_text_token, NUMBER.split(child.content))
        before = child.type


def _text_token(text: str) -> Token:
    """A text token; a rule number becomes a link to the rule."""
    if NUMBER.fullmatch(text):
        return _raw(f'<a href="#{text}">{text}</a>')
    return Token("text", "", 0, content=text)


def _laid_out(tokens: list[Token], label: str) -> Iterator[Token]:
    """Add a drawing above each chapter, and wrap tables so that they scroll by keyboard."""
    drawn = iter(CHAPTER_DRAWINGS)
    frame = Markup('<div class="framed" tabindex="0" role="group" aria-label="{}">\n').format(label)
    for token in tokens:
        if token.type == "heading_open":
            arts = "".join(_drawing(symbol, "chapter-art") for symbol in next(drawn))
            yield _raw(f'<div class="chapter-arts" aria-hidden="true">{arts}</div>\n')
        if token.type == "table_open":
            yield _raw(frame)
        yield token
        if token.type == "table_close":
            yield _raw("</div>\n")


def _drawing(symbol: str, kind: str) -> str:
    return f'<svg class="{kind}" aria-hidden="true"><use href="#{symbol}"></use></svg>'


def _raw(html: str) -> Token:
    """Raw HTML of ours; the parser itself creates no such token."""
    return Token("html_inline", "", 0, content=html)
