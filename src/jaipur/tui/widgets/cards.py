"""A row of cards: the market and the hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.reactive import reactive

from .faces import Face, Size, draw_face
from .part import Part, Row, Wish


@dataclass(frozen=True, slots=True)
class CardsShown:
    """Cards side by side."""

    faces: tuple[Face, ...]
    size: Size
    gap: int


class Cards(Part[CardsShown], can_focus=True):
    """Cards in fixed places; picked ones are lifted by one row. Arrows move a cursor inside.

    Space picks. Enter is left to the table, which plays: else it would undo what a key picked.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", show=False),
        Binding("right", "move(1)", show=False),
        Binding("home", "move(-9)", show=False),
        Binding("end", "move(9)", show=False),
        Binding("space", "pick", show=False),
    ]
    cursor: reactive[int] = reactive(0)

    def __init__(self, intent: str, *, id: str) -> None:
        super().__init__(id=id)
        self.intent = intent

    def draw(self, shown: CardsShown) -> list[Row]:
        """The row, with one line more than a card is high."""
        lines: list[Row] = [[] for _ in range(shown.size.height + 1)]
        for place, face in enumerate(shown.faces):
            has_focus = self.has_focus and place == self._place(shown)
            rows = draw_face(face, shown.size, has_focus=has_focus)
            blank: Row = [(" " * shown.size.width, "")]
            lifted = [*rows, blank] if face.is_picked else [blank, *rows]
            for line, row in zip(lines, lifted, strict=True):
                line.extend([(" " * shown.gap, ""), *row] if place else row)
        return lines

    def _place(self, shown: CardsShown) -> int:
        """Where the cursor is; a card it stood on may have been played."""
        there = [at for at, face in enumerate(shown.faces) if face.letter is not None]
        return min(self.cursor, there[-1]) if there else 0

    def action_move(self, by: int) -> None:
        """Move the cursor, not beyond the ends."""
        if self.shown is not None:
            to = self._place(self.shown) + by
            self.cursor = max(0, min(to, len(self.shown.faces) - 1))
            self.cursor = self._place(self.shown)

    def action_pick(self) -> None:
        """Pick the card under the cursor."""
        if self.shown is not None:
            self.post_message(Wish(self.intent, self._place(self.shown)))

    def on_click(self, event: events.Click) -> None:
        """Pick the card that was clicked on."""
        event.stop()
        place = self.place_at(event.x)
        if place is not None:
            self.cursor = place
            self.post_message(Wish(self.intent, place))

    def place_at(self, x: int) -> int | None:
        """Which card lies at a column; none in a gap or a hole."""
        if self.shown is None or x < 0:
            return None
        place, inside = divmod(x, self.shown.size.width + self.shown.gap)
        if inside >= self.shown.size.width or place >= len(self.shown.faces):
            return None
        return place if self.shown.faces[place].letter is not None else None

    def column_of(self, place: int) -> int:
        """The middle column of a card."""
        if self.shown is None:
            return 0
        size = self.shown.size
        return place * (size.width + self.shown.gap) + size.width // 2
