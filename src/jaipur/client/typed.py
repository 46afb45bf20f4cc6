"""Parsing and completion of typed actions, in notation or words; legality is checked elsewhere."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from ..errors import NotationError
from ..goods import LETTERS
from ..notation import sides_of
from ..session.contract.state import Legal
from ..session.words.cards import parts
from ..texts import LANGUAGES, Texts, texts
from .action_letters import find, in_order, is_among, sales_of, written
from .selection import CAMEL, Choices
from .vocabulary import ALL, CARDS, FOR, NUMBERS, SILENT, VERBS, fold, words_of
from .words.cards import action_words

MOST_CARDS = 20
"""More than any action has; larger numbers are not expanded."""

MOST_QUOTED = 60

_NOTATION = re.compile(r"(?:\+([dgscplk]*))?(-([dgscplk]*))?", re.IGNORECASE | re.ASCII)
_LETTERS = re.compile(r"[dgscplk]+")
_NO_CARD_SIGN = re.compile(r"[^-+dgscplk]", re.IGNORECASE | re.ASCII)
_MINUS_SIGNS = str.maketrans("−–—", "---")
_EVERY = -1
_OPPOSITES = {"take": "give", "give": "take", "exchange": "take"}


def completions(text: str, choices: Choices, _: Texts) -> list[Legal]:
    """The legal actions that complete a text in notation or words, best first."""
    plain = " ".join(text.split()).translate(_MINUS_SIGNS)
    notation = _NOTATION.fullmatch(plain.replace(" ", ""))
    if notation:
        found = [one for one in choices.legal if _is_begun(one, notation)]
    else:
        found = _with_words(plain, choices, _)
    found.sort(key=lambda one: len(one.action))
    meant = None if notation else _meant(text, choices)
    return found if meant is None else [meant, *(one for one in found if one is not meant)]


def _is_begun(legal: Legal, notation: re.Match[str]) -> bool:
    plus, minus, given = notation[1], notation[2], (notation[3] or "").upper()
    take = in_order((plus or "").upper())
    whole = parts(legal.action)
    if plus is not None and not whole.take:
        return False
    if minus is None:
        return is_among(take, whole.take)
    return take == whole.take and is_among(given, whole.give)


def _with_words(plain: str, choices: Choices, _: Texts) -> list[Legal]:
    """Actions whose names contain these words, in this language or else in another."""
    wanted = fold(plain).split()
    others = [language for language in LANGUAGES if language != _.language]
    for language in (_.language, *others):
        found = [
            one
            for one in choices.legal
            if all(word in _folded(one.action, language) for word in wanted)
        ]
        if found:
            return found
    return []


@lru_cache(maxsize=8192)
def _folded(action: str, language: str) -> str:
    """The searchable name of an action; cached, as every key press needs it."""
    return fold(action_words(action, texts(language)))


def _meant(text: str, choices: Choices) -> Legal | None:
    """The legal action that a complete sentence names, or None."""
    try:
        return find(choices.legal, read_action(text, choices))
    except NotationError:
        return None


def read_action(text: str, choices: Choices) -> str:
    """Parse an action typed in notation or words and return its notation, legal or not.

    Raises NotationError with a message that explains what is wrong and shows an example.
    """
    plain = "".join(text.split()).translate(_MINUS_SIGNS)
    if not plain.startswith(("+", "-")):
        plain = _from_words(text, choices)
    elif sign := _NO_CARD_SIGN.search(plain):
        raise NotationError(
            "{sign} is not a card; the letters are D diamond, G gold, S silver, C cloth, P "
            "spice, L leather and K camel, for example +G, +KKK, -LLL or +DG-LK.",
            sign=repr(sign[0]),
        )
    take, give = map(str, sides_of(plain))
    return written(take, give)


_Cards = list[tuple[int | None, str]]
"""Counts and letters of cards; the count is None where no number was typed."""


def _from_words(text: str, choices: Choices) -> str:
    verb, sides = _sentence(text)
    if not all(sides):
        raise NotationError(
            "{text} does not name a card; write for example take gold or sell 3 cloth.",
            text=_quoted(text),
        )
    held = Counter((*choices.hand, *CAMEL * choices.herd))
    if verb == "sell":
        most = {good: max(sales_of(choices.legal, good), default=n) for good, n in held.items()}
        return written("", _letters(sides[0], Counter(most), LETTERS))
    if verb != "take" and len(sides) == 1:
        raise NotationError(
            "An exchange names what you give and what you take: "
            "exchange leather and camel for diamond and gold.",
        )
    take, give = (*sides, [])[:2] if verb == "take" else reversed(sides)
    market = Counter(filter(None, choices.market))
    return written(_letters(take, market, "" if give else CAMEL), _letters(give, held))


def _sentence(text: str) -> tuple[str, list[_Cards]]:
    """The verb and the cards of each side."""
    first, *words = words_of(text) or [""]
    if first not in VERBS:
        raise NotationError(
            "{text} is not an action: say first what to do, for example take gold, take "
            "camels, sell 3 cloth, exchange leather and camel for diamond and gold, or +G.",
            text=_quoted(text),
        )
    verb, sides, number = VERBS[first], list[_Cards]([[]]), None
    for word in words:
        if word in VERBS or word in FOR:
            _require_no_number(number)
            _require_other_side(verb, word, sides)
            sides.append([])
        elif card := _card(word):
            each = number or (1 if len(card) > 1 else None)
            sides[-1] += [(each, letter) for letter in card]
            number = None
        elif word not in SILENT:
            number = _number(word, number)
    _require_no_number(number)
    return verb, sides


def _require_other_side(verb: str, word: str, sides: list[_Cards]) -> None:
    """Check that a separator word follows the first side of an exchange."""
    opposite = _OPPOSITES.get(verb)
    if opposite is None or len(sides) > 1 or VERBS.get(word, opposite) != opposite:
        raise NotationError(
            "{word} does not belong there. Type one action at a time, for example sell 3 cloth, "
            "or exchange leather and camel for diamond and gold.",
            word=_quoted(word),
        )


def _card(word: str) -> str:
    """The letter of the card that a word names; empty if it names none."""
    if word in CARDS:
        return CARDS[word]
    return word.upper() if _LETTERS.fullmatch(word) and len(word) <= MOST_CARDS else ""


def _number(word: str, before: int | None) -> int:
    """Parse a number or `all`; raises NotationError for other words."""
    n: int | None = _EVERY if word in ALL else NUMBERS.get(word)
    if word.isdecimal():
        n = int(word) if len(word) <= 2 else MOST_CARDS
    if n is None:
        raise NotationError(
            "{word} is not a known word. The cards are diamond, gold, silver, cloth, spice, "
            "leather and camel; the actions are take, sell and exchange … for …",
            word=_quoted(word),
        )
    if n == 0:
        raise NotationError("{number} is not a number of cards; name at least one.", number=word)
    if before is not None and _EVERY not in (before, n):
        raise NotationError(
            "{one} and {two} are two numbers in a row; write one number before a card.",
            one=before,
            two=n,
        )
    return min(MOST_CARDS, max(n, before or _EVERY))


def _require_no_number(number: int | None) -> None:
    if number is not None and number != _EVERY:
        raise NotationError(
            "{number} of what? Write the card after the number: sell 3 cloth.",
            number=number,
        )


def _quoted(text: str) -> str:
    """The typed text quoted for printing, truncated if it is long."""
    return repr(" ".join(text.split())[:MOST_QUOTED])


def _letters(cards: _Cards, every: Counter[str], whole: str = "") -> str:
    """The letters of one side; a card without a number counts once, or fully if in `whole`."""
    letters = ""
    for number, letter in cards:
        is_every = number == _EVERY or (number is None and letter in whole)
        letters += letter * (max(1, every[letter]) if is_every else number or 1)
    return letters
