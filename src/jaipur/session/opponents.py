"""Which bots may play at a table: they must be able to play, and not think too long."""

from __future__ import annotations

from ..bots.players import parse_player
from ..bots.weights_file import network_card
from ..errors import Code, SessionError

MOST_NODES = 10_000
"""A tenth to a third of a second (measured): bots of other tables wait that long."""
MOST_ROLLOUTS = 1_000
"""A rollout takes sixty times as long as a node: half a second, far below the deadline."""


def check_bot(bot: str) -> None:
    """Reject a bot that cannot play at a table, such as one whose network cannot be read."""
    player, limit = parse_player(bot)
    most = MOST_ROLLOUTS if player.is_learned else MOST_NODES
    if limit.nodes > most:
        raise SessionError(
            Code.BAD_OPTION, option="bot", value=bot, right=f"{player.name}:1 – {most}"
        )
    if player.is_learned:
        network_card()
