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
    entrants: list[Entrant] = []
    for text in texts:
        entrant = _parse(text.strip(), seconds)
        same = sum(text.strip() == other.text for other in entrants)
        name = f"{entrant.name} ({same + 1})" if same else entrant.name
        entrants.append(replace(entrant, name=name))
    return tuple(entrants)


def _parse(text: str, seconds: float) -> Entrant:
    if " " in text or "/" in text:
        ForeignBot.require(text)
        return Entrant(text, text, None, Limit(seconds=seconds))
    player, limit = parse_player(text)
    return Entrant(text, text, player, limit)
