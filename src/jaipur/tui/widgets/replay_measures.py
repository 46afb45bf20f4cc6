"""The rows and columns of the replay's parts for a given terminal size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .faces import Size

WIDE: Final = 126
"""Terminals at least this wide have the list beside the table."""
LIST_WIDTH: Final = 42
LIST_SHARE: Final = 0.3
LIST_ROWS: Final = 5
"""Rows of the list below the table, with its border."""
ROWS_AROUND: Final = 4
"""Rows of the header, the caption and the buttons."""
LEAST_WITH_LIST: Final = 31
"""Rows of a terminal that has room for the analysis and the list below the table."""
LEAST_CURVE: Final = 2
_CURVES: Final = ((36, 4), (20, 2))
"""By how many rows the chart grows if the table had at least so many otherwise."""


@dataclass(frozen=True, slots=True)
class ReplayMeasures:
    """The sizes of the parts; 0 rows means that a part is not shown."""

    table: Size
    list_width: int
    """0 if the list is below the table and as wide as the screen."""
    has_list: bool = True
    words: int = 0
    """Rows of the sentences about a step."""
    curve: int = 0
    """Rows of the chart, without the row of marks below it."""


def replay_measures(
    width: int, height: int, *, has_words: bool = False, has_curve: bool = False
) -> ReplayMeasures:
    """The measures for a terminal; without an analysis the list and the table share the rows."""
    is_wide = width >= WIDE
    has_list = is_wide or not has_words or height >= LEAST_WITH_LIST
    words = (3 if height >= LEAST_WITH_LIST else 2) if has_words else 0
    below = 0 if is_wide or not has_list else LIST_ROWS
    rows, curve = height - ROWS_AROUND - words - below, 0
    if has_curve:
        rows -= LEAST_CURVE + 1
        more = next((more for least, more in _CURVES if rows >= least), 0)
        rows, curve = rows - more, LEAST_CURVE + more
    beside = max(LIST_WIDTH, int(width * LIST_SHARE)) if is_wide else 0
    table = Size(width - (beside + 4 if is_wide else 2), rows)
    return ReplayMeasures(table, beside, has_list, words, curve)
