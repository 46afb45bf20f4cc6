"""The words people type for actions, in English and French; both are always understood."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_WORD = re.compile(r"[^\W\d_]+|\d+")
_ELISION = re.compile(r"\b[ld]['’]")


def fold(text: str) -> str:
    """Without accents and capitals."""
    plain = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()


def words_of(text: str) -> list[str]:
    """The words and numbers of a text, folded; `l’or` is `or`."""
    return _WORD.findall(_ELISION.sub(" ", fold(text)))


def _table(*rows: tuple[str, str]) -> Iterator[tuple[str, str]]:
    """From `meaning, words` to one pair for each word."""
    return ((word, meaning) for meaning, words in rows for word in words.split())


VERBS: dict[str, str] = dict(
    _table(
        ("take", "take get prendre prends prend prenez"),
        ("give", "give return donner donne donnez rendre rends rendez"),
        ("sell", "sell vendre vends vend vendez"),
        ("exchange", "exchange trade swap echanger echange echangez troquer troque troquez troc"),
    )
)
FOR = frozenset({"for", "against", "with", "contre", "pour", "avec"})
"""Between the two sides of an exchange."""

CARDS: dict[str, str] = dict(
    _table(
        ("D", "diamond diamonds diamant diamants"),
        ("G", "gold golds or ors"),
        ("S", "silver silvers argent argents"),
        ("C", "cloth cloths tissu tissus"),
        ("P", "spice spices epice epices"),
        ("L", "leather leathers cuir cuirs"),
        ("K", "camel camels chameau chameaux"),
    )
)
ALL = frozenset({"all", "every", "tout", "tous", "toute", "toutes"})
_SILENT = (
    "the and of my your some card cards please back then x "
    "le la les de du des et mon ma mes vos votre carte cartes puis svp"
)
SILENT = frozenset(_SILENT.split())
"""Words that change nothing."""

NUMBERS: dict[str, int] = {
    word: n
    for n, words in enumerate(
        (
            "zero",
            "a an one un une",
            "two deux both",
            "three trois",
            "four quatre",
            "five cinq",
            "six",
            "seven sept",
            "eight huit",
            "nine neuf",
            "ten dix",
            "eleven onze",
        )
    )
    for word in words.split()
}
