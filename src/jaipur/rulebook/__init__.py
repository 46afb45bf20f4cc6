"""The rules of docs/ for every user interface: parsing, search, layout and a short version."""

from .finding import Found, NoSuchRule, find
from .layout import Row, Span, laid_out, plain_lines
from .reading import CHAPTERS, DOCUMENTS, Block, Book, Chapter, Rule, read_book, rule_book
from .short import ShortRule, short_rules

__all__ = [
    "CHAPTERS",
    "DOCUMENTS",
    "Block",
    "Book",
    "Chapter",
    "Found",
    "NoSuchRule",
    "Row",
    "Rule",
    "ShortRule",
    "Span",
    "find",
    "laid_out",
    "plain_lines",
    "read_book",
    "rule_book",
    "short_rules",
]
