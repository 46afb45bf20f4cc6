"""The words that the line mode understands beside actions, in both languages: one table."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from enum import Enum, auto

from ...errors import message
from ...texts import Texts


class Wish(Enum):
    """What somebody may want to know or to do, beside an action."""

    TABLE = auto()
    MARKET = auto()
    HAND = auto()
    TOKENS = auto()
    OPPONENT = auto()
    DECK = auto()
    LAST = auto()
    LOG = auto()
    SCORE = auto()
    LEGAL = auto()
    DEALS = auto()
    RULES = auto()
    HELP = auto()
    TUTORIAL = auto()
    NEXT = auto()
    RESIGN = auto()
    REMATCH = auto()
    RECORD = auto()
    QUIT = auto()


@dataclass(frozen=True, slots=True)
class Word:
    """How a wish is said in English and in French, and what it does, for the help."""

    wish: Wish
    english: tuple[str, ...]
    french: tuple[str, ...]
    meaning: str


WORDS = (
    Word(
        Wish.TABLE,
        ("table", "turn"),
        ("table", "tour"),
        message("whose turn it is, the market and what you hold"),
    ),
    Word(Wish.MARKET, ("market",), ("marché",), message("the cards in the market")),
    Word(
        Wish.HAND,
        ("hand", "herd"),
        ("main", "enclos"),
        message("your hand, your herd and your tokens"),
    ),
    Word(Wish.TOKENS, ("tokens", "piles"), ("jetons", "piles"), message("the tokens still to win")),
    Word(Wish.OPPONENT, ("opponent",), ("adversaire",), message("what the other player holds")),
    Word(
        Wish.DECK, ("deck", "discard"), ("pioche", "défausse"), message("the deck and the discard")
    ),
    Word(Wish.LAST, ("last",), ("dernier", "dernière"), message("what happened last")),
    Word(Wish.LOG, ("log",), ("journal",), message("what happened in this round")),
    Word(Wish.SCORE, ("score",), ("score", "sceaux"), message("the seals and the rounds so far")),
    Word(
        Wish.LEGAL,
        ("legal", "actions"),
        ("possible", "possibles", "légal", "actions"),
        message("what you can do; legal all has every exchange"),
    ),
    Word(
        Wish.DEALS,
        ("deals",),
        ("donnes",),
        message("what fixes the deals; after the match, whether it held"),
    ),
    Word(
        Wish.RULES,
        ("rules", "rule"),
        ("règles", "règle"),
        message("the rules in short; rules 31, rules bonus and so on have more"),
    ),
    Word(Wish.HELP, ("help", "?"), ("aide", "?"), message("these words")),
    Word(Wish.TUTORIAL, ("tutorial",), ("tutoriel", "leçon"), message("a lesson in five minutes")),
    Word(Wish.NEXT, ("next",), ("suite", "suivante"), message("the next round; Enter does it too")),
    Word(Wish.RESIGN, ("resign",), ("abandonner",), message("give up the match")),
    Word(Wish.REMATCH, ("rematch",), ("revanche",), message("play again, after the match")),
    Word(
        Wish.RECORD,
        ("record",),
        ("enregistrer",),
        message("write the record of the match to a file, after the match: record match.txt"),
    ),
    Word(Wish.QUIT, ("quit", "exit"), ("quitter",), message("leave; the match is kept")),
)
ALL = ("all", "tout", "toutes", "tous")
_SHORT = {"q": Wish.QUIT, "h": Wish.HELP}


def bare(text: str) -> str:
    """A text without capitals, accents and the marks at its end."""
    plain = unicodedata.normalize("NFKD", text.casefold().strip(" .!"))
    return "".join(c for c in plain if not unicodedata.combining(c))


_BY_NAME = {bare(name): word.wish for word in WORDS for name in (*word.english, *word.french)}


def find_wish(text: str) -> tuple[Wish, str] | None:
    """The wish that a line begins with and what follows; None if it is no such word."""
    first, _, rest = text.partition(" ")
    name = bare(first)
    wish = _BY_NAME.get(name if name == "?" else name.rstrip("?")) or _SHORT.get(name)
    if wish is None:
        return None
    rest = rest.strip()
    takes_more = wish in (Wish.RECORD, Wish.RULES) or (wish is Wish.LEGAL and bare(rest) in ALL)
    return (wish, rest) if takes_more or not rest.strip("?! .") else None


def help_lines(_: Texts) -> list[str]:
    """How to say what one wants, in the words of the language."""
    lines = [
        _("Type an action: + and the cards you take, - and the cards you give or sell."),
        _("Letters: D diamond, G gold, S silver, C cloth, P spice, L leather, K camel."),
        _("+G takes gold, +KKK takes three camels, -LLL sells three leather."),
        _("+DG-LK takes a diamond and gold and gives leather and a camel."),
        _("Words do too: take gold, take camels, sell 3 cloth, exchange 2 camels for 2 spice."),
        _("You can also type:"),
    ]
    return [*lines, *(_named(word, _) for word in WORDS)]


def _named(word: Word, _: Texts) -> str:
    names = word.french if _.language == "fr" else word.english
    return _("{words}: {meaning}.", words=", ".join(names), meaning=_.translate(word.meaning))
