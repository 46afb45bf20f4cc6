"""The goods and the camel side by side, where the first screen has room for them."""

from __future__ import annotations

from ..widgets.motifs import ORDER, Segment, picture
from ..widgets.part import Part, Row

PICTURE_WIDTH, PICTURE_ROWS = 14, 6
BANNER_WIDTH = len(ORDER) * (PICTURE_WIDTH + 2)
"""With the least gaps, and something at the edges."""


class Banner(Part[str]):
    """Nothing but a sight."""

    DEFAULT_CSS = "Banner { height: 6; width: 100%; margin-bottom: 2; }"

    def on_mount(self) -> None:
        """It is always the same."""
        self.show(ORDER)

    def draw(self, shown: str) -> list[Row]:
        """The pictures with even gaps, from edge to edge."""
        pictures = [picture(letter, PICTURE_WIDTH, PICTURE_ROWS, "") for letter in shown]
        gap = max(1, (self.size.width - len(shown) * PICTURE_WIDTH) // (len(shown) - 1))
        return [self._line([drawn[row] for drawn in pictures], gap) for row in range(PICTURE_ROWS)]

    @staticmethod
    def _line(pieces: list[list[Segment]], gap: int) -> Row:
        line: Row = []
        for number, piece in enumerate(pieces):
            line += [(" " * gap, ""), *piece] if number else piece
        return line
