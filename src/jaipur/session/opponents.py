"""Which bots may play at a table: they must be able to play, and not think too long."""

from __future__ import annotations

from ..bots.ladder import parse_player
from ..bots.network_file import network_card
from ..errors import Code, SessionError


def check_bot(bot: str) -> None:
    """Reject a bot that cannot play at a table, such as one whose network cannot be read."""
    player, limit = parse_player(bot)
    most = player.engine.most_nodes
    if limit.nodes > most:
        raise SessionError(
            Code.BAD_OPTION, option="bot", value=bot, right=f"{player.name}:1 – {most}"
        )
    if player.engine.uses_network:
        network_card()
