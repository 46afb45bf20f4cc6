"""Cards and actions in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ...goods import LETTERS
from ...texts import Texts
from ..contract.basics import ActionKind

_ACTION = re.compile(r"(?:\+(\w+))?(?:-(\w+))?")


@dataclass(frozen=True, slots=True)
class Parts:
    """The cards that an action takes and gives, in letters."""

    take: str
    give: str
    kind: ActionKind


@lru_cache(maxsize=32_768)
def parts(action: str) -> Parts:
    """Parse the notation of an action: `+DG-LK` takes DG and gives LK."""
    found = _ACTION.fullmatch(action)
    take, give = (found[1] or "", found[2] or "") if found else ("", "")
    if take and give:
        return Parts(take, give, ActionKind.EXCHANGE)
    if give:
        return Parts(take, give, ActionKind.SELL)
    is_camels = take.startswith("K")
    return Parts(take, give, ActionKind.TAKE_CAMELS if is_camels else ActionKind.TAKE)


def counted_words(letter: str, n: int, _: Texts) -> str:
    """Cards of one kind with their number: `1 cloth`, `3 cloth`."""
    return _COUNTED[letter](n, _)


@lru_cache(maxsize=4096)
def cards_words(letters: str, _: Texts) -> str:
    """Cards inside a sentence: `2 leather and a camel`."""
    counts = Counter(letters)
    phrases = [
        _SINGLE[kind](_) if counts[kind] == 1 else counted_words(kind, counts[kind], _)
        for kind in LETTERS
        if counts[kind]
    ]
    return list_words(phrases, _)


def list_words(things: Sequence[str], _: Texts) -> str:
    """Several things as one phrase: `a, b and c`."""
    if len(things) < 2:
        return "".join(things)
    return _("{one} and {two}", one=", ".join(things[:-1]), two=things[-1])


def sentences(*texts: str | None) -> str:
    """Join sentences into one text; empty ones are skipped."""
    return " ".join(filter(None, texts))


def sum_words(values: Sequence[int]) -> str:
    """The values of tokens and their sum: `5+3+3 = 11`."""
    total = sum(values)
    return f"{'+'.join(map(str, values))} = {total}" if len(values) > 1 else str(total)


# One card inside a sentence. The placeholder stays empty: it distinguishes these messages from the
# bare names of the kinds, because other languages need an article here ("de l’or").
_SINGLE: dict[str, Callable[[Texts], str]] = {
    "D": lambda _: _("a diamond"),
    "G": lambda _: _("{some}gold", some=""),
    "S": lambda _: _("{some}silver", some=""),
    "C": lambda _: _("{some}cloth", some=""),
    "P": lambda _: _("{some}spice", some=""),
    "L": lambda _: _("{some}leather", some=""),
    "K": lambda _: _("a camel"),
}

_COUNTED: dict[str, Callable[[int, Texts], str]] = {
    "D": lambda n, _: _.count("{n} diamond", "{n} diamonds", n),
    "G": lambda n, _: _.count("{n} gold", "{n} gold", n),
    "S": lambda n, _: _.count("{n} silver", "{n} silver", n),
    "C": lambda n, _: _.count("{n} cloth", "{n} cloth", n),
    "P": lambda n, _: _.count("{n} spice", "{n} spice", n),
    "L": lambda n, _: _.count("{n} leather", "{n} leather", n),
    "K": lambda n, _: _.count("{n} camel", "{n} camels", n),
}
