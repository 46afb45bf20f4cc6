"""The words players can type, for actions and commands, and the help that lists them.

English and French are both accepted in every language.
"""

from __future__ import annotations

import re
import unicodedata
from enum import Enum

from ..errors import message
from ..texts import Texts

_WORD = re.compile(r"[^\W\d_]+|\d+")
_ELISION = re.compile(r"\b[ld]['’]")


def fold(text: str) -> str:
    """The text without accents, in lower case."""
    plain = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()


def words_of(text: str) -> list[str]:
    """The words and numbers of a text, folded; `l’or` is `or`."""
    return _WORD.findall(_ELISION.sub(" ", fold(text)))


def _by_word(**rows: str) -> dict[str, str]:
    """Invert a mapping from meanings to words."""
    return {word: meaning for meaning, words in rows.items() for word in words.split()}


VERBS = _by_word(
    take="take get prendre prends prend prenez",
    give="give return donner donne donnez rendre rends rendez",
    sell="sell vendre vends vend vendez",
    exchange="exchange trade swap echanger echange echangez troquer troque troquez troc",
)
FOR = frozenset({"for", "against", "with", "contre", "pour", "avec"})
"""Words that separate the two sides of an exchange."""

CARDS = _by_word(
    D="diamond diamonds diamant diamants",
    G="gold golds or ors",
    S="silver silvers argent argents",
    C="cloth cloths tissu tissus",
    P="spice spices epice epices",
    L="leather leathers cuir cuirs",
    K="camel camels chameau chameaux",
)
ALL = frozenset({"all", "every", "tout", "tous", "toute", "toutes"})
_SILENT = (
    "the and of my your some card cards please back then x "
    "le la les de du des et mon ma mes vos votre carte cartes puis svp"
)
SILENT = frozenset(_SILENT.split())
"""Words that are ignored."""

_NUMBERS = (
    "zero; a an one un une; two deux both; three trois; four quatre; five cinq; six; seven sept; "
    "eight huit; nine neuf; ten dix; eleven onze"
)
NUMBERS = {word: n for n, words in enumerate(_NUMBERS.split(";")) for word in words.split()}


class TypedCommand(Enum):
    """A command other than an action: its English words, French words and help text."""

    TABLE = "table turn", "table tour", message("whose turn it is, the market and what you hold")
    MARKET = "market", "marché", message("the cards in the market")
    HAND = "hand herd", "main enclos", message("your hand, your herd and your tokens")
    TOKENS = "tokens piles", "jetons piles", message("the tokens still to win")
    OPPONENT = "opponent", "adversaire", message("what the other player holds")
    DECK = "deck discard", "pioche défausse", message("the deck and the discard")
    LAST = "last", "dernier dernière", message("what happened last")
    LOG = "log", "journal", message("what happened in this round")
    SCORE = "score", "score sceaux", message("the seals and the rounds so far")
    LEGAL = (
        "legal actions",
        "possible possibles légal actions",
        message("what you can do; legal all lists every exchange"),
    )
    DEALS = (
        "deals",
        "donnes",
        message("the commitment to the deals; after the match, its verification"),
    )
    RULES = (
        "rules rule",
        "règles règle",
        message("the rules in brief; for more, type rules 31, rules bonus and so on"),
    )
    HELP = "help ?", "aide ?", message("this help")
    TUTORIAL = "tutorial", "tutoriel leçon", message("a five-minute lesson")
    NEXT = "next", "suite suivante", message("the next round; Enter works too")
    RESIGN = "resign", "abandonner", message("give up the match")
    REMATCH = "rematch", "revanche", message("play again, after the match")
    REVIEW = (
        "review",
        "analyse",
        message("what could have been played better, after the match"),
    )
    RECORD = (
        "record",
        "enregistrer",
        message("write the record of the match to a file, after the match: record match.txt"),
    )
    QUIT = "quit exit", "quitter", message("leave; the match is saved")

    def __init__(self, english: str, french: str, meaning: str) -> None:
        self.english, self.french = english.split(), french.split()
        self.meaning = meaning


_COMMANDS = {
    fold(name): command for command in TypedCommand for name in (*command.english, *command.french)
}
_LETTERS = {"?": TypedCommand.HELP, "q": TypedCommand.QUIT, "h": TypedCommand.HELP}


def find_command(text: str) -> tuple[TypedCommand, str] | None:
    """The command that a line begins with and its argument, or None."""
    first, _, rest = text.partition(" ")
    name = fold(first.strip(" .!"))
    command = _LETTERS.get(name) or _COMMANDS.get(name.rstrip("?"))
    if command is None:
        return None
    rest = rest.strip()
    is_more = command is TypedCommand.LEGAL and fold(rest.strip(" .!")) in ALL
    takes_more = command in (TypedCommand.RECORD, TypedCommand.RULES) or is_more
    return (command, rest) if takes_more or not rest.strip("?! .") else None


def welcome_lines(_: Texts, *, is_plain: bool = False) -> list[str]:
    """A short introduction for newcomers, in lines of at most 76 characters."""
    by_keys = _("Pick cards by 1–5, a–j or the mouse; Enter plays the action that is named.")
    by_words = _("Type what you want to do: take gold, sell 3 cloth; help says more.")
    return [
        _("On your turn you take cards from the market, exchange some, or sell goods."),
        by_words if is_plain else by_keys,
        _("Whoever has more rupees at the end of a round gets a seal; two seals win."),
    ]


def help_lines(_: Texts) -> list[str]:
    """The help for typed input, in the player's language."""
    lines = [
        _("Type an action: + and the cards you take, - and the cards you give or sell."),
        _("Letters: D diamond, G gold, S silver, C cloth, P spice, L leather, K camel."),
        _("+G takes gold, +KKK takes three camels, -LLL sells three leather."),
        _("+DG-LK takes a diamond and gold and gives leather and a camel."),
        _("Words work too: take gold, take camels, sell 3 cloth, exchange 2 camels for 2 spice."),
        _("You can also type:"),
    ]
    for command in TypedCommand:
        names = ", ".join(command.french if _.language == "fr" else command.english)
        lines.append(_("{words}: {meaning}.", words=names, meaning=_.translate(command.meaning)))
    return lines
