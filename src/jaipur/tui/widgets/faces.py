"""A card drawn in characters; its frame shows its state without colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from .motifs import picture
from .part import Row, merged, shorter


class Size(NamedTuple):
    """The size of a card, including its frame."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Face:
    """The look of one place for a card."""

    letter: str | None = None
    """None for an empty place or a face-down card."""
    name: str = ""
    price: str = ""
    """The value of the next token of its pile."""
    cap: str = ""
    """The key that picks it."""
    mark: str = ""
    """A word in the bottom border."""
    action: str = ""
    """The action of a click on it."""
    is_covered: bool = False
    is_picked: bool = False
    is_usable: bool = True


OPEN, PICKED, USELESS = "╭╮╰╯─│", "┏┓┗┛━┃", "┌┐└┘┄┆"
"""The characters of a frame: corners, then horizontal and vertical lines."""
PATTERNS: Final = {
    "D": "◇◆◇",
    "G": "▬▬▬",
    "S": "∙●∙",
    "C": "≈≈≈",
    "P": "∴∵∴",
    "L": "╌╌╌",
    "K": "^^^",
}


def draw_face(face: Face, size: Size, *, has_focus: bool) -> list[Row]:
    """The `size.height` rows of a card, each `size.width` wide."""
    if face.letter is None:
        return _unseen(size, is_covered=face.is_covered)
    paper = "on $card" if face.is_usable else "on $card-off"
    kind = f"$good-{face.letter.lower()}" if face.is_usable else "$card-dim"
    frame = PICKED if face.is_picked else OPEN if face.is_usable else USELESS
    line = f"{'bold $mine' if face.is_picked or has_focus else kind} {paper}"
    inside = _inside(face, face.letter, size, kind, paper)
    middle = len(inside) // 2
    rows: list[Row] = [[(_upper(face, size.width, frame), line)]]
    for number, row in enumerate(inside):
        sides = "▶◀" if has_focus and number == middle else frame[-1] * 2
        rows.append([(sides[0], line), *row, (sides[1], line)])
    rows.append([(_lower(face, size.width, frame), line)])
    return [merged(row) for row in rows]


def _upper(face: Face, width: int, frame: str) -> str:
    left, right, across = frame[0], frame[1], frame[4]
    words = f"{across}{face.cap}" if face.cap else ""
    sign = f"✓{across}" if face.is_picked else ""
    return f"{left}{words}{across * (width - 2 - len(words) - len(sign))}{sign}{right}"


def _lower(face: Face, width: int, frame: str) -> str:
    inner = width - 2
    word = shorter(face.mark, inner)
    if word and len(word) + 2 <= inner:
        word = f" {word} "
    return f"{frame[2]}{word.center(inner, frame[4])}{frame[3]}"


def _inside(face: Face, letter: str, size: Size, kind: str, paper: str) -> list[Row]:
    """Letter and price, picture, name, as far as they fit."""
    width, height = size.width - 2, size.height - 4
    text = f"{'bold $card-text' if face.is_usable else '$card-dim'} {paper}"
    space = " " * (width - 2 - len(letter) - len(face.price))
    top: Row = [
        (f" {letter}", f"bold {kind} {paper}"),
        (f"{space}{face.price} ", text.removeprefix("bold ")),
    ]
    name: Row = [(f"{shorter(face.name, width):^{width}}", text)]
    drawn = picture(letter, width, height, paper, is_pale=not face.is_usable)
    if not drawn and height > 0:
        drawn = [[(f"{PATTERNS[letter]:^{width}}", f"{kind} {paper}")]]
    spare = height - len(drawn)
    blank: list[Row] = [[(" " * width, paper)]]
    return [top, *blank * (spare // 2), *drawn, *blank * (spare - spare // 2), name]


def _unseen(size: Size, *, is_covered: bool) -> list[Row]:
    """The back of a card, or an empty place."""
    if not is_covered:
        return [[(" " * size.width, "")]] * size.height
    inner, style = size.width - 2, "$muted on $panel"
    rows = [f"╭{'─' * inner}╮", *[f"│{'▒' * inner}│"] * (size.height - 2), f"╰{'─' * inner}╯"]
    return [[(row, style)] for row in rows]
