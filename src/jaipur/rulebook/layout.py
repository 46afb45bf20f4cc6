"""Rules as lines of a given width for a terminal, or one line each for pipes and screen readers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Literal

from ..texts import Texts
from .finding import Found
from .reading import Block, Chapter, Rule

Style = Literal["", "title", "chapter", "number", "strong", "quiet"]
Span = tuple[str, Style]
Row = list[Span]

GUTTER = 6
"""The width of the column with the rule numbers."""
MAX_WIDTH = 100
"""Longer lines are hard to read."""
NARROWEST_COLUMN = 6
_BAR: Span = ("│ ", "quiet")
"""The mark before each row of an example."""
_NUMBER_OF = re.compile(r"(?<=\d) (?=[^\W\d])")
_STRONG = re.compile(r"\*\*(.+?)\*\*")
_MARKS = re.compile(r"[*`]")


def plain_lines(found: Found, _: Texts) -> list[str]:
    """One line for each rule, paragraph and row of a table."""
    lines = [found.title] if found.title else []
    for chapter in found.chapters:
        lines += [""] if lines else []
        lines += [] if found.is_one_rule else [chapter.name]
        lines += [line for block in chapter.blocks for line in _block_lines(block, _)]
        lines += [chapter.sources] if chapter.sources else []
    return lines


def _block_lines(block: Block, _: Texts) -> Iterator[str]:
    if isinstance(block, Rule):
        yield f"{block.name}. {_bare(block.text)}"
    elif block.rows:
        heads, *rows = block.rows
        for name, *cells in rows:
            named = zip(heads[1:], cells, strict=True)
            values = _("; ").join(f"{head} {_bare(cell)}" for head, cell in named if cell)
            yield _("{name}: {words}", name=_bare(name), words=f"{values}.")
    else:
        yield _bare(block.text)


def _bare(text: str) -> str:
    """A text without Markdown markup."""
    return _MARKS.sub("", text)


def laid_out(found: Found, width: int) -> list[Row]:
    """Styled rows of at most `width` columns, with hanging rule numbers."""
    width = min(width, MAX_WIDTH)
    rows: list[Row] = [*_wrapped([(found.title, "title")], width), []] if found.title else []
    for number, chapter in enumerate(found.chapters):
        rows += [[]] if number else []
        rows += [] if found.is_one_rule else [*_wrapped([(chapter.name, "chapter")], width), []]
        rows += _chapter(chapter, width)
    return rows


def _chapter(chapter: Chapter, width: int) -> list[Row]:
    rows: list[Row] = []
    before: Block | None = None
    for block in chapter.blocks:
        if before is not None:
            rows.append([_BAR] if before.is_example and block.is_example else [])
        rows += _block(block, width)
        before = block
    if chapter.sources:
        rows += [[], *_wrapped([(chapter.sources, "quiet")], width)]
    return rows


def _block(block: Block, width: int) -> list[Row]:
    if isinstance(block, Rule):
        rows = _wrapped(_spans(block.text), width - GUTTER)
        rest: list[Row] = [[(" " * GUTTER, ""), *row] for row in rows[1:]]
        return [[(block.name.ljust(GUTTER), "number"), *rows[0]], *rest]
    if block.is_example:
        return [[_BAR, *row] for row in _bare_block(block, width - 2)]
    return _bare_block(block, width)


def _bare_block(block: Block, width: int) -> list[Row]:
    return _table(block.rows, width) if block.rows else _wrapped(_spans(block.text), width)


def _spans(text: str) -> list[Span]:
    """The text as plain and bold spans."""
    parts = _STRONG.split(text)
    styles: tuple[Style, Style] = ("", "strong")
    return [(_bare(part), styles[n % 2]) for n, part in enumerate(parts) if part]


def _wrapped(spans: Iterable[Span], width: int) -> list[Row]:
    """Rows of at most `width` columns, broken at ordinary spaces only."""
    rows: list[Row] = [[]]
    used = 0
    for text, style in spans:
        for number, word in enumerate(text.split(" ")):
            blank = " " if number and used else ""
            if used and used + len(blank + word) > width:
                rows.append([])
                used, blank = 0, ""
            if blank + word:
                rows[-1].append((blank + word, style))
                used += len(blank + word)
    return [_merged(row) for row in rows]


def _merged(row: Row) -> Row:
    merged: Row = []
    for text, style in row:
        if merged and merged[-1][1] == style:
            merged[-1] = merged[-1][0] + text, style
        else:
            merged.append((text, style))
    return merged


def _table(rows: tuple[tuple[str, ...], ...], width: int) -> list[Row]:
    """A table in columns; cells are wrapped where the width is too small."""
    # Keep a number together with its unit.
    cells = [[_NUMBER_OF.sub("\u00a0", _bare(cell)) for cell in row] for row in rows]
    widths = _column_widths(cells, width)
    drawn: list[Row] = []
    for number, line in enumerate(cells):
        style: Style = "strong" if number == 0 else ""
        parts = [_wrapped([(cell, "")], w) for cell, w in zip(line, widths, strict=True)]
        for together in zip_longest(*parts, fillvalue=[]):
            texts = ("".join(text for text, _ in row) for row in together)
            padded = "  ".join(t.ljust(w) for t, w in zip(texts, widths, strict=True))
            drawn.append([(padded.rstrip(), style)])
    return drawn


def _column_widths(cells: list[list[str]], width: int) -> list[int]:
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    available = width - 2 * (len(widths) - 1)
    while sum(widths) > available and max(widths) > NARROWEST_COLUMN:
        widths[widths.index(max(widths))] -= 1
    return widths
