"""Who plays in the arena: players of the ladder, and programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..bots.foreign import ANSWER_SECONDS, ForeignBot
from ..bots.players import Player, parse_player
from ..bots.protocol import Limit, UnknownBot
from ..errors import message


@dataclass(frozen=True, slots=True)
class Entrant:
    """One bot in a run; `player` is None for a program, whose command line `text` then is."""

    text: str
    name: str
    player: Player | None
    limit: Limit


def parse_entrants(texts: Sequence[str], seconds: float = ANSWER_SECONDS) -> tuple[Entrant, ...]:
    """The bots of a run: `greedy`, `merchant:500`, or a command line such as `node bot.js`.

    A text with a space or a slash is a command line. Bots given twice are told apart by a number.
    """
    if len(texts) < 2:
        raise UnknownBot(message("An arena needs two bots or more: jaipur arena greedy merchant."))
    brake = Limit(seconds=seconds)
    entrants: dict[str, Entrant] = {}
    for text in texts:
        entrant = _parse(text.strip(), brake)
        name, number = entrant.name, 1
        while name in entrants:
            number += 1
            name = f"{entrant.name} ({number})"
        entrants[name] = replace(entrant, name=name)
    return tuple(entrants.values())


def _parse(text: str, brake: Limit) -> Entrant:
    if "/" in text or len(text.split()) > 1:
        ForeignBot.require(text)
        return Entrant(text, text, None, brake)
    try:
        player, limit = parse_player(text)
    except UnknownBot as error:
        raise UnknownBot(
            message(
                "There is no bot named {name}; there are {names}. A program is given as a command "
                'line in quotes: "python3 mybot.py".'
            ),
            **error.data,
        ) from None
    return Entrant(text, text, player, limit)
