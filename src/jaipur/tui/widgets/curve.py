"""The chances over a match as a chart of braille dots, with the rounds and marks below.

The area between the curve and an even chance is filled: upwards where the player at the bottom of
the table is ahead, downwards where the other one is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from rich.cells import cell_len

from .part import Row, clickable, shorter

DOTS: Final = 4
"""Dots of a braille character from top to bottom."""
_LEFT: Final = (0x01, 0x02, 0x04, 0x40)
_RIGHT: Final = (0x08, 0x10, 0x20, 0x80)
_BLANK: Final = 0x2800
BETWEEN: Final = "│"
"""Stands between two rounds."""
HERE: Final = "▲"
NAME_WIDTH: Final = 12
_SIGNS: Final = {"??": ("?", "bold $error"), "?": ("?", "$warning"), "?!": ("·", "$muted")}
"""What a sign becomes below the chart, worst first; there is room for one character."""


@dataclass(frozen=True, slots=True)
class CurveStep:
    """A step of the replay as it is drawn."""

    round: int
    chance: float
    """The chance of the player at the bottom."""
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """A player's name and chance, beside the chart."""

    name: str
    chance: str

    @property
    def width(self) -> int:
        """The columns that both need; a long name is shortened."""
        return min(cell_len(self.name), NAME_WIDTH) + 1 + len(self.chance)

    def text(self, width: int) -> str:
        """Both in exactly so many columns."""
        name = shorter(self.name, width - len(self.chance) - 1)
        return f"{name}{' ' * (width - len(self.chance) - cell_len(name))}{self.chance}"


def curve_rows(
    steps: Sequence[CurveStep], at: int, labels: tuple[Label, Label], width: int, height: int
) -> list[Row]:
    """The chart in `height` rows, and one more for marks and the current step `at`.

    The first label belongs to the upper half, the second to the lower one.
    """
    gutter = max(label.width for label in labels) + 1
    columns = _columns(steps, width - gutter)
    beside = {0: labels[0].text(gutter - 1), height - 1: labels[1].text(gutter - 1)}
    here = next((n for n, column in enumerate(columns) if at in column), -1)
    rows: list[Row] = []
    for row in range(height):
        style = "$mine" if 2 * row < height else "$secondary"
        line: Row = [(beside.get(row, " " * (gutter - 1)), style), ("▕", "$muted")]
        for number, column in enumerate(columns):
            look = f"bold {style} on $panel" if number == here else style
            line += _cell(_character(steps, column, row, height), look, column)
        rows.append(line)
    below: Row = [(" " * gutter, "")]
    for number, column in enumerate(columns):
        text, style = _below(steps, column)
        below += _cell(*((HERE, "bold $primary") if number == here else (text, style)), column)
    return [*rows, below]


def _cell(text: str, style: str, column: range) -> Row:
    """A character that leads to the last step of its column."""
    return clickable([(text, style)], f"screen.show_step({column[-1]})" if column else "")


def _columns(steps: Sequence[CurveStep], width: int) -> list[range]:
    """The steps of each column; none between two rounds."""
    rounds = [len([*group]) for _round, group in groupby(steps, key=lambda step: step.round)]
    left, room = len(steps), width - len(rounds) + 1
    columns: list[range] = []
    first = 0
    for number, count in enumerate(rounds):
        others = len(rounds) - number - 1
        share = max(1, min(round(room * count / left), room - others))
        columns += [] if number == 0 else [range(0)]
        columns += [_part(first, count, share, column) for column in range(share)]
        first, left, room = first + count, left - count, room - share
    return columns


def _part(first: int, count: int, columns: int, column: int) -> range:
    """The steps in one of the columns of a round: several, or one that fills several columns."""
    start, end = column * count // columns, (column + 1) * count // columns
    return range(first + start, first + max(end, start + 1))


def _character(steps: Sequence[CurveStep], column: range, row: int, height: int) -> str:
    if not column:
        return BETWEEN
    sign = _BLANK
    for dots, step in ((_LEFT, steps[column[0]]), (_RIGHT, steps[column[-1]])):
        for dot in range(DOTS):
            if _is_filled(step.chance, DOTS * row + dot, DOTS * height):
                sign += dots[dot]
    return chr(sign)


def _is_filled(chance: float, dot: int, dots: int) -> bool:
    """Whether a dot, counted from the top, lies between the chance and an even one.

    The dots next to the middle are always filled on one side, so that the curve has no gaps.
    """
    middle, end = dots // 2, round((1 - chance) * dots)
    if end == middle:
        end = middle - 1 if chance >= 0.5 else middle + 1
    return end <= dot < middle or middle <= dot < end


def _below(steps: Sequence[CurveStep], column: range) -> tuple[str, str]:
    """The worst sign of a column."""
    signs = {steps[index].sign for index in column}
    return next((_SIGNS[sign] for sign in _SIGNS if sign in signs), (" ", ""))
