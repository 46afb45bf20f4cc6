"""Cards and actions in words: what cards are called, and what an action does with them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from ...goods import LETTERS
from ...texts import Texts

Kind = Literal["take", "take_camels", "exchange", "sell"]

_ACTION = re.compile(r"(?:\+(\w+))?(?:-(\w+))?")


@dataclass(frozen=True, slots=True)
class Parts:
    """What an action takes and gives, in letters."""

    take: str
    give: str
    kind: Kind


def parts(action: str) -> Parts:
    """What an action in notation takes and gives: `+DG-LK` takes DG and gives LK."""
    found = _ACTION.fullmatch(action)
    take, give = (found[1] or "", found[2] or "") if found else ("", "")
    if take and give:
        return Parts(take, give, "exchange")
    if give:
        return Parts(take, give, "sell")
    return Parts(take, give, "take_camels" if take.startswith("K") else "take")


def card_name(letter: str, _: Texts) -> str:
    """The name of a kind of card, as on its face: `Gold`."""
    return _NAMES[letter](_)


def counted_words(letter: str, n: int, _: Texts) -> str:
    """Cards of one kind, always with their number: `1 cloth`, `3 cloth`."""
    return _COUNTED[letter](n, _)


def cards_words(letters: Iterable[str], _: Texts) -> str:
    """Cards inside a sentence: `2 leather and a camel`."""
    counts = Counter(letters)
    said = [
        _SINGLE[kind](_) if counts[kind] == 1 else counted_words(kind, counts[kind], _)
        for kind in LETTERS
        if counts[kind]
    ]
    return list_words(said, _)


def list_words(things: Sequence[str], _: Texts) -> str:
    """Several things as one phrase: `a, b and c`."""
    if len(things) < 2:
        return "".join(things)
    return _("{one} and {two}", one=", ".join(things[:-1]), two=things[-1])


def sentences(*said: str | None) -> str:
    """Several sentences as one text."""
    return " ".join(filter(None, said))


def sum_words(values: Sequence[int]) -> str:
    """Rupees of tokens as they are added up: `5+3+3 = 11`."""
    total = sum(values)
    return f"{'+'.join(map(str, values))} = {total}" if len(values) > 1 else str(total)


def take_label(letter: str, _: Texts) -> str:
    """Taking one good, as a button says it."""
    return _TAKES[letter](_)


def camels_label(n: int, _: Texts) -> str:
    """Taking the camels, as a button says it."""
    return _.count("Take the camel", "Take {n} camels", n)


def sell_label(letter: str, n: int, _: Texts) -> str:
    """A sale, as a button says it."""
    return _("Sell {cards}", cards=counted_words(letter, n, _))


def action_words(action: str, _: Texts) -> str:
    """The name of an action in full."""
    done = parts(action)
    if done.kind == "take":
        return take_label(done.take, _)
    if done.kind == "take_camels":
        return camels_label(len(done.take), _)
    if done.kind == "sell":
        return sell_label(done.give[0], len(done.give), _)
    give, take = cards_words(done.give, _), cards_words(done.take, _)
    return _("Exchange {give} for {take}", give=give, take=take)


_NAMES: dict[str, Callable[[Texts], str]] = {
    "D": lambda _: _("Diamond"),
    "G": lambda _: _("Gold"),
    "S": lambda _: _("Silver"),
    "C": lambda _: _("Cloth"),
    "P": lambda _: _("Spice"),
    "L": lambda _: _("Leather"),
    "K": lambda _: _("Camel"),
}

# One card inside a sentence. The gap stays empty: it keeps these apart from the bare names of the
# kinds, since other languages want an article here ("de l’or").
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

_TAKES: dict[str, Callable[[Texts], str]] = {
    "D": lambda _: _("Take the diamond"),
    "G": lambda _: _("Take gold"),
    "S": lambda _: _("Take silver"),
    "C": lambda _: _("Take cloth"),
    "P": lambda _: _("Take spice"),
    "L": lambda _: _("Take leather"),
}
