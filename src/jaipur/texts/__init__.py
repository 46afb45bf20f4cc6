"""All user-visible texts in English and French, from one gettext catalogue."""

from __future__ import annotations

import gettext
import os
from functools import cache
from pathlib import Path

from ..cards import Cards
from ..errors import JaipurError, message
from ..goods import Card

LANGUAGE_NAMES = {"en": "English", "fr": "Français"}
LANGUAGES = tuple(LANGUAGE_NAMES)
DOMAIN = "jaipur"
CATALOGUES = Path(__file__).with_name("locale")
LANGUAGE_VARIABLE = "JAIPUR_LANG"

CARD_NAMES = {
    Card.DIAMOND: message("diamond"),
    Card.GOLD: message("gold"),
    Card.SILVER: message("silver"),
    Card.CLOTH: message("cloth"),
    Card.SPICE: message("spice"),
    Card.LEATHER: message("leather"),
    Card.CAMEL: message("camel"),
}


class Texts:
    """One language: call it with an English sentence and the values for its placeholders."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue = gettext.translation(DOMAIN, CATALOGUES, [language], fallback=True)

    def __call__(self, sentence: str, **data: object) -> str:
        """The sentence in this language with its placeholders filled."""
        return self.translate(sentence).format(**data)

    def translate(self, sentence: str) -> str:
        """The sentence in this language, with its placeholders."""
        return self._catalogue.gettext(sentence)

    def count(self, one: str, many: str, n: int, **data: object) -> str:
        """The singular or plural sentence for `n`."""
        return self._catalogue.ngettext(one, many, n).format(n=n, **data)

    def card(self, card: Card) -> str:
        """The name of a kind of card."""
        return self.translate(CARD_NAMES[card])

    def cards(self, cards: Cards) -> str:
        """Cards in words: `2 × diamond, camel`."""
        counted = [(cards.count(card), self.card(card)) for card in Card if card in cards]
        return ", ".join(name if n == 1 else f"{n} × {name}" for n, name in counted) or "–"

    def catalogue(self) -> dict[str, str | list[str]]:
        """All translations by English sentence; those with a plural have both forms."""
        known = getattr(self._catalogue, "_catalog", {})  # absent for English
        translations: dict[str, str | list[str]] = {}
        for key, value in known.items():
            if isinstance(key, str):
                translations[key] = value
            else:
                translations[key[0]] = [known[key[0], form] for form in (0, 1)]
        return translations

    def error(self, error: JaipurError) -> str:
        """The message of an error in this language."""
        return error.sentence(self.translate)


@cache
def texts(language: str) -> Texts:
    """The (cached) texts of a language."""
    return Texts(language)


def default_language() -> str:
    """The language of the environment, or English if it is not supported."""
    for variable in (LANGUAGE_VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return value[:2] if value[:2] in LANGUAGES else LANGUAGES[0]
    return _language_of_windows() if os.name == "nt" else LANGUAGES[0]


def _language_of_windows() -> str:
    """The user interface language of Windows, which has no such variable."""
    import ctypes
    import locale

    number = getattr(ctypes, "windll").kernel32.GetUserDefaultUILanguage()  # noqa: B009
    found = locale.windows_locale.get(number, "")[:2]
    return found if found in LANGUAGES else LANGUAGES[0]
