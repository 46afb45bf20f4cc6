"""Actions as letters taken and given, compared whatever their order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..goods import LETTERS
from .link import Json

_SHAPE = re.compile(rf"(?:\+([{LETTERS}]+))?(?:-([{LETTERS}]+))?")
_MINUS_SIGNS = str.maketrans("−–—", "---")


@dataclass(frozen=True, slots=True)
class Letters:
    """The letters of an action, each side sorted."""

    take: str
    give: str


def parse(notation: str) -> Letters | None:
    """The letters of a notation, sorted; None if it is none."""
    plain = "".join(notation.split()).translate(_MINUS_SIGNS).upper()
    found = _SHAPE.fullmatch(plain)
    if found is None or not plain or not notation.translate(_MINUS_SIGNS).isascii():
        return None
    return Letters(in_order(found[1] or ""), in_order(found[2] or ""))


def is_among(few: str, many: str) -> bool:
    """Whether the letters of one side are among those of another."""
    return Counter(few) <= Counter(many)


def in_order(letters: str) -> str:
    """The letters in the order in which actions are written."""
    return "".join(sorted(letters, key=LETTERS.index))


def written(letters: Letters) -> str:
    """As the server writes it."""
    return f"+{letters.take}" * bool(letters.take) + f"-{letters.give}" * bool(letters.give)


@lru_cache(maxsize=4096)
def letters_of(action: str) -> Letters:
    """The letters of an action of the server; asked so often that they are remembered."""
    return parse(action) or Letters("", "")


def find(legal: Sequence[Json], action: str) -> Json | None:
    """The legal action written like this."""
    return next((one for one in legal if written(letters_of(one["action"])) == action), None)


def is_part(letters: Letters, legal: Sequence[Json]) -> bool:
    """Whether some legal action has at least these cards."""
    wholes = (letters_of(one["action"]) for one in legal)
    return any(
        is_among(letters.take, whole.take) and is_among(letters.give, whole.give)
        for whole in wholes
    )


def sales_of(legal: Sequence[Json], good: str) -> list[int]:
    """The numbers in which a good can be sold now."""
    wholes = (letters_of(one["action"]) for one in legal)
    return [len(one.give) for one in wholes if not one.take and one.give[:1] == good]
