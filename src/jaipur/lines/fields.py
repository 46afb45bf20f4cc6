"""The fields of the one-line texts, in the order they are written."""

from __future__ import annotations

# fmt: off
POSITION_FIELDS = [
    "turn", "start", "market", "hand0", "hand1", "herd0", "herd1", "deck", "sold", "piles",
    "tokens0", "tokens1", "bonus0", "bonus1", "bonuses", "exchanges", "end",
]
# fmt: on
VIEW_FIELDS = ["seat", *POSITION_FIELDS]
NOTHING = "-"
UNKNOWN = "?"

Fields = dict[str, str]
