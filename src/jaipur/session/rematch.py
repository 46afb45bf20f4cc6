"""A rematch: the same players in the same seats, at a new table.

Who starts a rematch? Chance decides, as at every table (ruling R19 in docs/rules.md). The new table
has a new key, so its first deal names a new starting player (`Deal.starter`), whoever won or lost
the match before. Only within a match does the loser of a round start the next one
(`Match.next_starter`).
"""

from __future__ import annotations

from typing import Any

from .contract.basics import SeatKind
from .opponents import check_bot
from .table import Table


def is_agreed(table: Table) -> bool:
    """Return whether one more request for a rematch starts it, rather than offering it.

    A bot always agrees, two people on one device agree at once, and the second of two people
    accepts what the first offered.
    """
    bot = any(holder.kind is SeatKind.BOT for holder in table.seats)
    return bot or table.is_hot_seat or table.rematch_offer is not None


def rematch_settings(table: Table) -> dict[str, Any]:
    """Return what the new table takes over; its key and its other secrets are new.

    Whoever offered the rematch reveals their nonce last, so they cannot choose the deals either.
    """
    for holder in table.seats:
        if holder.bot is not None:
            check_bot(holder.bot)
    return {
        "seats": tuple(table.seats),
        "options": table.options,
        "watch_key": table.created.watch_key,
        "previous": table.id,
        "nonce_commitment": table.rematch_commitment,
        "committed_seat": table.rematch_offer or 0,
    }
