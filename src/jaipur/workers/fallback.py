"""What happens when a bot crashes, or fails in any other way: another player acts for it.

A worker that crashed is restarted, and its request goes to another worker once. If that one crashes
as well, or if the bot is late, sends nonsense or cannot be started, FALLBACK_BOT chooses the
action, and the table is told why. So every request ends with a legal action (see `pool`).

One case has no fallback: a bot whose network file cannot be read does not play at all, because no
weaker player may play a match in its name. The table waits, and `session/bot_turns.py` tries again.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from ..actions import Action
from ..bots.ladder import player_named
from ..bots.ladder_bot import LadderBot
from ..view import View

FALLBACK_BOT: Final = "greedy"
"""The strongest player that needs neither a search nor compiled code: it cannot be late."""


class Fallback(StrEnum):
    """Why another player chose instead of the bot."""

    BUSY = "busy"
    """No worker was free in time."""
    LATE = "late"
    """The worker did not answer before the deadline."""
    CRASHED = "crashed"
    """The worker process ended, twice for this request."""
    NOT_READY = "not_ready"
    """No worker could be started, or the bot's code could not be compiled."""
    UNREADABLE = "unreadable"
    """The answer could not be parsed."""
    ILLEGAL = "illegal"
    """The rules do not allow the action."""


def fallback_action(view: View) -> Action:
    """Choose an action with the fallback bot, which needs no compiler."""
    player = player_named(FALLBACK_BOT)
    return LadderBot(player, is_compiled=False).act(view, player.limit)
