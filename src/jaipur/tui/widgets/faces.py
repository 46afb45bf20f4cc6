"""A card as characters: its frame tells without colours whether it is picked or usable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from .motifs import picture
from .part import Row, shorter


class Size(NamedTuple):
    """Of a card, frame and all."""

    width: int
    height: int


class Frame(NamedTuple):
    """The characters of a frame: corners, then the lines across and down."""

    corners: str
    across: str
    down: str


@dataclass(frozen=True, slots=True)
class Face:
    """What is to be seen of a place for a card."""

    letter: str | None = None
    """None: a hole, or a covered card."""
    name: str = ""
    price: str = ""
    """What the next token of its pile is worth."""
    cap: str = ""
    """The key that picks it."""
    mark: str = ""
    """A word in the lower edge."""
    is_covered: bool = False
    is_picked: bool = False
    is_usable: bool = True


OPEN: Final = Frame("╭╮╰╯", "─", "│")
PICKED: Final = Frame("┏┓┗┛", "━", "┃")
USELESS: Final = Frame("┌┐└┘", "┄", "┆")
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
    """The rows of a card, `size.height` of them and each `size.width` wide."""
    if face.letter is None:
        return _back(size) if face.is_covered else _hole(size)
    paper = "on $card" if face.is_usable else "on $card-off"
    kind = f"$good-{face.letter.lower()}" if face.is_usable else "$card-dim"
    frame = PICKED if face.is_picked else OPEN if face.is_usable else USELESS
    line = f"{_line_style(face, has_focus) or kind} {paper}"
    inside = _inside(face, size, kind, paper)
    middle = len(inside) // 2
    rows: list[Row] = [[(_upper(face, size.width, frame), line)]]
    for number, row in enumerate(inside):
        left, right = ("▶", "◀") if has_focus and number == middle else (frame.down, frame.down)
        rows.append([(left, line), *row, (right, line)])
    rows.append([(_lower(face, size.width, frame), line)])
    return rows


def _line_style(face: Face, has_focus: bool) -> str:
    if face.is_picked or has_focus:
        return "bold $mine"
    return ""


def _upper(face: Face, width: int, frame: Frame) -> str:
    words = f"{frame.across}{face.cap}" if face.cap else ""
    sign = f"✓{frame.across}" if face.is_picked else ""
    line = frame.across * (width - 2 - len(words) - len(sign))
    return f"{frame.corners[0]}{words}{line}{sign}{frame.corners[1]}"


def _lower(face: Face, width: int, frame: Frame) -> str:
    inner = width - 2
    word = shorter(face.mark, inner)
    if word and len(word) + 2 <= inner:
        word = f" {word} "
    return f"{frame.corners[2]}{word.center(inner, frame.across)}{frame.corners[3]}"


def _inside(face: Face, size: Size, kind: str, paper: str) -> list[Row]:
    """Letter and price, picture, name; as much of it as there is room for."""
    width, height = size.width - 2, size.height - 2
    letter = face.letter or ""
    text = f"{'$card-text' if face.is_usable else '$card-dim'} {paper}"
    space = " " * (width - 2 - len(letter) - len(face.price))
    top: Row = [
        (" ", paper),
        (letter, f"bold {kind} {paper}"),
        (space, paper),
        (face.price, text),
        (" ", paper),
    ]
    weight = "bold " if face.is_usable else ""
    name: Row = [(_centred(shorter(face.name, width), width), weight + text)]
    drawn = _picture(face, width, height - 2, kind, paper)
    spare = height - 2 - len(drawn)
    above = [[(" " * width, paper)]] * (spare // 2)
    below = [[(" " * width, paper)]] * (spare - spare // 2)
    return [top, *above, *drawn, *below, name]


def _picture(face: Face, width: int, height: int, kind: str, paper: str) -> list[Row]:
    letter = face.letter or ""
    if height < 1:
        return []
    if drawn := picture(letter, width, height, paper, is_pale=not face.is_usable):
        return drawn
    return [[(_centred(PATTERNS[letter], width), f"{kind} {paper}")]]


def _centred(text: str, width: int) -> str:
    """In the middle; where that cannot be, a little to the left."""
    left = (width - len(text)) // 2
    return " " * left + text + " " * (width - len(text) - left)


def _back(size: Size) -> list[Row]:
    inner, style = size.width - 2, "$muted on $panel"
    rows = [f"╭{'─' * inner}╮", *[f"│{'▒' * inner}│"] * (size.height - 2), f"╰{'─' * inner}╯"]
    return [[(row, style)] for row in rows]


def _hole(size: Size) -> list[Row]:
    return [[(" " * size.width, "")]] * size.height
