"""An answer that did not come."""

from __future__ import annotations

from dataclasses import dataclass

from ..bots.protocol import BotFailed


@dataclass(frozen=True, slots=True)
class MissingAnswer:
    """A side gave no legal answer in a game."""

    game: int
    error: BotFailed
