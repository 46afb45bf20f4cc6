"""Shared by the commands that play: preferences, language and terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click
from click.core import ParameterSource

from ..client.preferences import Preferences
from ..extras import is_installed
from ..texts import LANGUAGE_VARIABLE, Texts, texts
from .options import FilePath

DATA = click.option(
    "--data",
    type=FilePath(path_type=Path, dir_okay=False),
    help="File that stores the matches (default: in your data folder).",
)
PLAIN = click.option(
    "--plain",
    "is_plain",
    is_flag=True,
    help="Plain text line by line, for screen readers, Braille displays, logs and pipes.",
)
ASCII = click.option(
    "--ascii", "is_ascii", is_flag=True, help="Use only ASCII characters (implies --plain)."
)


def preferred(preferences: Preferences, _: Texts) -> Texts:
    """The texts by --lang, else the environment variable, else the preference."""
    context = click.get_current_context()
    if _is_asked(context) or os.environ.get(LANGUAGE_VARIABLE) or preferences.language is None:
        return _
    chosen = texts(preferences.language)
    context.find_root().obj = chosen
    return chosen


def _is_asked(context: click.Context | None) -> bool:
    """Whether --lang was given, before or after the subcommand."""
    while context:
        if context.get_parameter_source("_") is ParameterSource.COMMANDLINE:
            return True
        context = context.parent
    return False


def can_draw(_: Texts) -> bool:
    """Whether the terminal can show the drawn table; otherwise prints why."""
    why = _why_not(_)
    if why:
        click.echo(why, err=True)
    return why is None


def _why_not(_: Texts) -> str | None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return _("This is not a terminal, so the match is played line by line.")
    # Windows has no such variable but supports drawing.
    usual = "dumb" if os.name == "posix" else "windows"
    if os.environ.get("TERM", usual) in ("dumb", "unknown"):
        return _("This terminal does not support drawing, so the match is played line by line.")
    if not is_installed("terminal"):
        return _("The drawn table needs an extra package: pip install 'jaipur-game[terminal]'")
    if not writes_unicode():
        return _(
            "This terminal does not support UTF-8, so the match is played line by line, in ASCII."
        )
    return None


def writes_unicode() -> bool:
    """Whether standard output can encode every character."""
    return (sys.stdout.encoding or "").lower().replace("-", "") in ("utf8", "utf16", "utf32")
