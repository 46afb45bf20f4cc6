"""The entrants of the arena: players of the ladder, Python classes and programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..bots.ladder import NAMES, Player, parse_player
from ..bots.program_bot import ANSWER_SECONDS, ProgramBot, split_words
from ..bots.protocol import Bot, Limit, UnknownBot
from ..bots.python_bot import PythonBot, names_class, source_of
from ..errors import message


@dataclass(frozen=True, slots=True)
class Entrant:
    """One bot in a run: a player of the ladder, or a bot that `text` names."""

    text: str
    name: str
    player: Player | None
    limit: Limit

    def new_bot(self, meanwhile: Callable[[], None]) -> Bot:
        """Make a bot for one seat, for an entrant that is not a player of the ladder."""
        if names_class(self.text):
            return PythonBot(self.text)
        return ProgramBot(self.text, meanwhile)

    def source_files(self) -> list[Path]:
        """Return the bot's source files, as far as its text names them."""
        if self.player:
            return []
        if names_class(self.text):
            source = source_of(self.text)
            return [source] if source else []
        return [Path(word) for word in split_words(self.text)]


def parse_entrants(texts: Sequence[str], seconds: float = ANSWER_SECONDS) -> tuple[Entrant, ...]:
    """Parse the bots of a run: `greedy`, `merchant:500`, `mybot:Bot` or `node bot.js`.

    A text with a space or a slash is a command line. A bot that is given twice gets a number.
    """
    if len(texts) < 2:
        raise UnknownBot(message("An arena needs two bots or more: jaipur arena greedy merchant."))
    timeout = Limit(seconds=seconds)
    entrants: dict[str, Entrant] = {}
    for text in texts:
        entrant = _parse(text.strip(), timeout)
        name, number = entrant.name, 1
        while name in entrants:
            number += 1
            name = f"{entrant.name} ({number})"
        entrants[name] = replace(entrant, name=name)
    return tuple(entrants.values())


def _parse(text: str, timeout: Limit) -> Entrant:
    if "/" in text or len(text.split()) > 1:
        ProgramBot.require(text)
        return Entrant(text, text, None, timeout)
    if names_class(text) and text.partition(":")[0] not in NAMES:
        PythonBot(text)  # fail now, not in the middle of the run
        return Entrant(text, text, None, timeout)
    try:
        player, limit = parse_player(text)
    except UnknownBot as error:
        raise UnknownBot(
            message(
                "There is no bot named {name}; there are {names}. A Python class is given as "
                'module:Class, a program as a command line in quotes: "python3 mybot.py".'
            ),
            **error.data,
        ) from None
    return Entrant(text, text, player, limit)
