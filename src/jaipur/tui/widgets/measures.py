"""The size of each part for a given terminal size. At 80×24 everything just fits.

In a wide terminal the token piles and the log get a column of their own on the left, and the cards
get the rest of the width. Cards keep their proportions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .faces import Size

SIDE_FROM: Final = 112
"""Terminals at least this wide have a column on the left."""
SIDE_LEAST, SIDE_MOST = 32, 52
MOST_WIDTH: Final = 240
MARKET_PLACES: Final = 5
HAND_PLACES: Final = 7
WIDEST_MARKET_CARD, WIDEST_HAND_CARD = 28, 20
TOKEN_ROWS: Final = 8
"""Six piles, the bonus tokens, the camel token."""
ROOMY_SIDE: Final = 42
"""Columns at least this wide give every token extra space."""


LEAST_WITH_HANDS: Final = 20
"""Rows needed to draw two open hands as cards around the market."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """Columns and rows of the parts; a read-only table uses only some of them."""

    market: Size
    """The size of one card."""
    market_gap: int
    hand: Size
    """Height 0 means open hands are shown in words only."""
    hand_gap: int = 1
    tokens_width: int
    tokens_spacing: int = 1
    """Rows from one pile to the next."""
    has_titles: bool
    opponent: int = 0
    side: int = 0
    """Columns on the left for piles and log; 0 if the piles are beside the market."""
    beside: int = 0
    """Columns beside the hand."""
    dock: int = 0
    log_rows: int = 0
    """Rows of the log, in the left column or below the table."""
    gap: int = 0
    """Empty rows between the parts."""

    @property
    def buttons(self) -> int:
        """Rows of a button."""
        return 3 if self.dock >= 7 else 1

    @property
    def tokens(self) -> int:
        """Rows of the token piles."""
        return (TOKEN_ROWS - 1) * self.tokens_spacing + 1 + self.has_titles

    @property
    def middle(self) -> int:
        """Rows of the market with its header and raised cards, or of the piles beside it."""
        market = self.market.height + 2
        return market if self.side else max(self.tokens, market)


def measures(width: int, height: int) -> Measures:
    """The measures for a terminal; cards grow first, then the parts around them."""
    width = min(width, MOST_WIDTH)
    side = max(SIDE_LEAST, min(width * 22 // 100, SIDE_MOST)) if width >= SIDE_FROM else 0
    table = width - side
    tokens = side or (30 if table < 92 else 32)
    beside = 16 if table < 92 else 21
    room = table if side else table - tokens
    market_width, market_gap = _fitted(room - 1, MARKET_PLACES, WIDEST_MARKET_CARD)
    hand_width, hand_gap = _fitted(table - beside - 1, HAND_PLACES, WIDEST_HAND_CARD)
    rows = _rows(height, market_width, hand_width, is_beside=side > 0)
    # The piles take about two fifths of the left column.
    spacing = max(1, min(height // 18, 3)) if side else 1
    if side:
        rows["log_rows"] = height - 3 - ((TOKEN_ROWS - 1) * spacing + 2)
    return Measures(
        has_titles=side > 0 or rows["market"] >= 7,
        market=Size(market_width, rows.pop("market")),
        market_gap=market_gap,
        hand=Size(hand_width, rows.pop("hand")),
        hand_gap=hand_gap,
        tokens_width=tokens,
        tokens_spacing=spacing,
        side=side,
        beside=beside,
        **rows,
    )


def read_only_measures(width: int, rows: int, *, has_hands: bool) -> Measures:
    """The measures for a read-only table with this many rows for cards."""
    width = min(width, MOST_WIDTH)
    tokens = 30 if width < 92 else 32 if width < 130 else ROOMY_SIDE
    market, gap = _fitted(width - tokens - 1, MARKET_PLACES, WIDEST_MARKET_CARD)
    hand = max(9, min((width + 1) // HAND_PLACES - 1, WIDEST_HAND_CARD))
    left = rows - 2
    high = min(max(7, _height_of(market)), left)
    low = 0
    if has_hands and left >= LEAST_WITH_HANDS:
        high = min(_height_of(market), max(6, left * 2 // 5))
        low = min(_height_of(hand), (left - high) // 2 - 1)
    return Measures(
        market=Size(market, max(6, high)),
        market_gap=gap,
        tokens_width=tokens,
        has_titles=high >= 7,
        hand=Size(hand, low),
    )


def _fitted(width: int, places: int, most: int) -> tuple[int, int]:
    """The width of a card and the gap, so that all fit side by side."""
    one = (width + 1) // places
    if one <= 9:
        return width // places, 0
    card = min(one - 1, most)
    return card, min(one - card, 6)


def _height_of(width: int) -> int:
    """The height of a card of some width; characters are twice as high as wide."""
    return round(width / 1.4) + 1


_LEAST: Final = {"opponent": 2, "market": 6, "dock": 5, "hand": 4, "log_rows": 3, "gap": 0}
"""Rows of the parts at 80×24."""
_WANTS: Final = (
    {"market": 7, "opponent": 3, "hand": 7},
    {"market": 9, "dock": 6, "gap": 1, "hand": 9},
    {"dock": 7, "market": 12, "hand": 11, "opponent": 4},
    {"market": 18, "hand": 13, "opponent": 5},
    {"market": 22, "hand": 15, "opponent": 6, "dock": 8, "gap": 2},
    {"opponent": 7, "gap": 3},
)
"""Which parts grow, in order, and up to what size."""
_GAPS: Final = 4
"""The number of gaps between parts."""
_STRETCH: Final = 4
"""Extra rows a card may get when there is nothing else to show."""


def _rows(height: int, market_width: int, hand_width: int, *, is_beside: bool) -> dict[str, int]:
    rows, left = dict(_LEAST), height - 24
    most = {"market": max(7, _height_of(market_width)), "hand": max(7, _height_of(hand_width))}
    if is_beside:
        left += rows["log_rows"]
    elif left >= 4:
        left, rows["log_rows"] = left - 1, rows["log_rows"] + 1
    wants = [
        (name, min(wanted, most.get(name, wanted)))
        for stage in _WANTS
        for name, wanted in stage.items()
    ]
    if is_beside:
        wants += [(name, rows_wanted + _STRETCH) for name, rows_wanted in most.items()]
    for name, wanted in wants:
        cost = _GAPS if name == "gap" else 1
        more = max(0, min(wanted - rows[name], left // cost))
        rows[name] += more
        left -= more * cost
    if not is_beside:
        rows["log_rows"] += left
    return rows
