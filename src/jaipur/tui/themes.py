"""The themes of the terminal, which are written in themes.toml."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Final

from textual.theme import Theme

from ..texts import Texts

_WRITTEN = tomllib.loads(files(__package__).joinpath("themes.toml").read_text("utf-8"))
THEMES: Final = tuple(Theme(name=name, **colours) for name, colours in _WRITTEN.items())


def theme_words(_: Texts) -> list[tuple[str, str]]:
    """The themes that can be preferred, and what they are called."""
    return [("light", _("Day")), ("dark", _("Night")), ("contrast", _("High contrast"))]
