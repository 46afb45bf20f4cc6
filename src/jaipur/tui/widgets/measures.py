"""How large each part is in a terminal of some size. At 80×24 everything just fits.

In a wide terminal the token piles and under them the log have a column of their own at the left,
so that the cards get the rest of the width. Cards keep the shape of cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .faces import Size

SIDE_FROM: Final = 112
"""From how many columns on there is a column at the left."""
SIDE_LEAST, SIDE_MOST = 32, 52
MOST_WIDTH: Final = 240
MARKET_PLACES: Final = 5
HAND_PLACES: Final = 7
WIDEST_MARKET_CARD, WIDEST_HAND_CARD = 28, 20
TOKEN_ROWS: Final = 8
"""Six piles, the bonus tokens, the camel token."""
ROOMY_SIDE: Final = 42
"""From so many columns on every token has a little more room."""


LEAST_WITH_HANDS: Final = 20
"""Rows that are needed to draw open hands as cards, the market between them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """Columns and rows of the parts; of a round that is only looked at there are fewer."""

    market: Size
    """Of one card."""
    market_gap: int
    hand: Size
    """No height: open hands are said in words only."""
    hand_gap: int = 1
    tokens_width: int
    tokens_spacing: int = 1
    """Rows from one pile to the next."""
    has_titles: bool
    opponent: int = 0
    side: int = 0
    """Columns of the piles and the log at the left; 0: the piles are beside the market."""
    beside: int = 0
    """Columns beside the hand."""
    dock: int = 0
    log_rows: int = 0
    """Of the log in the column at the left, or else under the table."""
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
        """Rows of the market, of what is above it and lifted cards, and of piles beside it."""
        market = self.market.height + 2
        return market if self.side else max(self.tokens, market)


def measures(width: int, height: int) -> Measures:
    """The measures for a terminal; cards grow first, then what is around them."""
    width = min(width, MOST_WIDTH)
    side = max(SIDE_LEAST, min(width * 22 // 100, SIDE_MOST)) if width >= SIDE_FROM else 0
    table = width - side
    tokens = side or (30 if table < 92 else 32)
    beside = 16 if table < 92 else 21
    room = table if side else table - tokens
    market_width, market_gap = _fitted(room - 1, MARKET_PLACES, WIDEST_MARKET_CARD)
    hand_width, hand_gap = _fitted(table - beside - 1, HAND_PLACES, WIDEST_HAND_CARD)
    rows = _rows(height, market_width, hand_width, is_beside=side > 0)
    # In the column at the left about two fifths are for the piles.
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
    """The measures for a round that is only looked at, with so many rows for cards."""
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
    """The width of one card and the gap after it, so that all lie side by side."""
    one = (width + 1) // places
    if one <= 9:
        return width // places, 0
    card = min(one - 1, most)
    return card, min(one - card, 6)


def _height_of(width: int) -> int:
    """How high a card of some width is: characters are twice as high as wide."""
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
"""What grows, one after the other, and how far."""
_GAPS: Final = 4
"""How often the gap is between two parts."""
_STRETCH: Final = 4
"""Rows that a card may be higher than its shape wants where there is nothing else to show."""


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
