"""How large each part is in a terminal of some size. At 80×24 everything just fits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .faces import Size

LOG_COLUMN_FROM: Final = 110
MOST_WIDTH: Final = 200
MARKET_PLACES: Final = 5
HAND_PLACES: Final = 7
TOKEN_ROWS: Final = 8
"""Six piles, the bonus tokens, the camel token."""


@dataclass(frozen=True, slots=True)
class Measures:
    """Columns and rows of the parts."""

    opponent: int
    tokens_width: int
    tokens_spacing: int
    has_titles: bool
    market: Size
    market_gap: int
    hand: Size
    hand_gap: int
    beside: int
    """Columns beside the hand."""
    dock: int
    buttons: int
    """Rows of a button."""
    log_column: int
    """0: the log is under the table."""
    log_rows: int
    gap: int
    """Empty rows between the parts."""

    @property
    def middle(self) -> int:
        """Rows of the token piles and the market, with a row for lifted cards and the stacks."""
        piles = (TOKEN_ROWS - 1) * self.tokens_spacing + 1 + self.has_titles
        return max(piles, self.market.height + 2)


def measures(width: int, height: int) -> Measures:
    """The measures for a terminal; cards grow first, then what is around them."""
    width = min(width, MOST_WIDTH)
    log_column = max(28, min(width // 4, 42)) if width >= LOG_COLUMN_FROM else 0
    table = width - log_column
    tokens = 30 if table < 92 else 32
    beside = 16 if table < 92 else 21
    market_width, market_gap = _fitted(table - tokens, MARKET_PLACES, 17)
    hand_width, hand_gap = _fitted(table - beside - 1, HAND_PLACES, 15)
    rows = _rows(height, is_beside=log_column > 0)
    return Measures(
        opponent=rows.opponent,
        tokens_width=tokens,
        tokens_spacing=2 if rows.market >= 14 else 1,
        has_titles=rows.market >= 7,
        market=Size(market_width, rows.market),
        market_gap=market_gap,
        hand=Size(hand_width, rows.hand),
        hand_gap=hand_gap,
        beside=beside,
        dock=rows.dock,
        buttons=3 if rows.dock >= 7 else 1,
        log_column=log_column,
        log_rows=rows.log,
        gap=rows.gap,
    )


def _fitted(width: int, places: int, most: int) -> tuple[int, int]:
    """The width of one card and the gap after it, so that all lie side by side."""
    one = min(width // places, most + 1)
    return (one - 1, 1) if one > 9 else (one, 0)


@dataclass(slots=True)
class _Rows:
    opponent: int = 2
    market: int = 6
    dock: int = 5
    hand: int = 4
    log: int = 3
    gap: int = 0


_WANTS: Final = (
    ("market", 7),
    ("opponent", 3),
    ("hand", 7),
    ("market", 9),
    ("dock", 6),
    ("gap", 1),
    ("hand", 9),
    ("dock", 7),
    ("market", 11),
    ("hand", 11),
    ("market", 14),
    ("hand", 12),
    ("dock", 8),
    ("gap", 2),
)
"""What grows, one after the other, and how far."""
_GAPS: Final = 4
"""How often the gap is between two parts."""


def _rows(height: int, *, is_beside: bool) -> _Rows:
    rows = _Rows()
    left = height - 24
    if is_beside:
        left, rows.log = left + rows.log, 0
    elif left >= 4:
        left, rows.log = left - 1, rows.log + 1
    for name, most in _WANTS:
        cost = _GAPS if name == "gap" else 1
        while left >= cost and getattr(rows, name) < most:
            setattr(rows, name, getattr(rows, name) + 1)
            left -= cost
    if not is_beside:
        rows.log += left
    return rows
