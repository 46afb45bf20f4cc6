"""The log of a round, as far as the memory aid shows it."""

from __future__ import annotations

from collections.abc import Iterable

from .link import Json

LAST_ACTIONS = 2
"""Without a memory aid only these stay in the log."""


def log_after(log: Iterable[Json], update: Json) -> tuple[Json, ...]:
    """The log of the round after an update; without a memory aid only what was done last."""
    events = (*(() if update["after"] is None else log), *update["events"])
    dealt = max((at for at, event in enumerate(events) if event.get("round")), default=0)
    shown = events[dealt:]
    is_off = update["state"]["options"]["memory_aid"] == "off"
    return shown[-LAST_ACTIONS:] if is_off else shown
