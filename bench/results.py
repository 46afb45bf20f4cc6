"""The results page: each benchmark writes its own section, between its markers."""

from __future__ import annotations

import platform
import textwrap
from collections.abc import Sequence
from pathlib import Path

RESULTS = Path(__file__).with_name("results.md")
MACHINE = f"{platform.machine()}, Python {platform.python_version()}, {platform.system()}"


def write(name: str, text: str) -> None:
    """Replace the text between the markers of a section."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    whole = RESULTS.read_text("utf-8")
    if begin not in whole or end not in whole:
        raise SystemExit(f"{RESULTS.name} has no {begin} … {end} to write between.")
    before, after = whole.split(begin)[0], whole.split(end)[1]
    RESULTS.write_text(f"{before}{begin}\n{text}\n{end}{after}", "utf-8")


def paragraph(text: str) -> str:
    """Return the text in lines of at most 100 characters."""
    one_line = " ".join(text.split())
    return textwrap.fill(one_line, 100, break_long_words=False, break_on_hyphens=False)


def table_of(head: str, rows: Sequence[tuple[str, ...]]) -> str:
    """Format a Markdown table with a head such as `what | measured`."""
    lines = [f"| {head} |", "|" + "---|" * (head.count("|") + 1)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])
