"""The themes, read from themes.toml."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Final

from textual.theme import Theme

from ..texts import Texts

_WRITTEN = tomllib.loads(files(__package__).joinpath("themes.toml").read_text("utf-8"))
THEMES: Final = tuple(Theme(name=name, **colours) for name, colours in _WRITTEN.items())


def theme_words(_: Texts) -> list[tuple[str, str]]:
    """The selectable themes and their names."""
    return [("light", _("Day")), ("dark", _("Night")), ("contrast", _("High contrast"))]
