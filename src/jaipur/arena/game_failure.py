"""`GameFailure`: a bot's failure to answer in a game."""

from __future__ import annotations

from dataclasses import dataclass

from ..bots.protocol import BotFailed


@dataclass(frozen=True, slots=True)
class GameFailure:
    """A side failed to give a legal answer in a game."""

    game: int
    error: BotFailed
