"""`jaipur rules`: shows the rules."""

from __future__ import annotations

import os
import shutil
import sys

import click

from ..rulebook import Found, Row, find, laid_out, plain_lines
from ..texts import Texts
from ..texts.ascii import needs_ascii, to_ascii
from .localized_click import LocalizedCommand
from .options import json_option, language_option, print_json

STYLES: dict[str, dict[str, object]] = {
    "title": {"bold": True, "underline": True},
    "chapter": {"bold": True, "fg": "yellow"},
    "number": {"bold": True},
    "strong": {"bold": True},
    "quiet": {"dim": True},
}


@click.command(cls=LocalizedCommand)
@click.argument("words", nargs=-1, metavar="[R31 | CHAPTER | WORD]")
@language_option
@json_option
def rules(words: tuple[str, ...], _: Texts, as_json: bool) -> None:
    """Show the rules: all, one (R31), a chapter (bonus), or those with a word (deck).

    At a terminal, long output goes to a pager; when redirected, each rule is one line.
    """
    found = find(" ".join(words), _)
    if as_json:
        print_json(_listed(found))
    elif sys.stdout.isatty():
        _show(laid_out(found, shutil.get_terminal_size().columns - 1))
    else:
        click.echo(_written("\n".join(plain_lines(found, _))))


def _show(rows: list[Row]) -> None:
    """Print rows to a terminal, through a pager if they do not fit."""
    is_styled = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    spans = ("".join(_styled(*span, is_styled=is_styled) for span in row) for row in rows)
    text = _written("\n".join(spans))
    if len(rows) < shutil.get_terminal_size().lines:
        click.echo(text, color=is_styled)
    else:
        click.echo_via_pager(text, color=None if is_styled else False)  # None lets the pager decide


def _written(text: str) -> str:
    return to_ascii(text) if needs_ascii(sys.stdout) else text


def _styled(text: str, style: str, *, is_styled: bool) -> str:
    return click.style(text, **STYLES[style]) if is_styled and style else text  # type: ignore[arg-type]  # the keywords of click.style have several types


def _listed(found: Found) -> list[dict[str, str]]:
    return [
        {
            "rule": rule.name,
            "chapter": rule.chapter,
            "text": rule.text,
            "sources": ", ".join(rule.sources),
        }
        for chapter in found.chapters
        for rule in chapter.rules
    ]
