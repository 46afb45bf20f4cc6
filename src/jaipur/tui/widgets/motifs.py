"""Small pictures of the goods and the camel, in pixels: two of them fit into one character."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

Pixels = tuple[str, ...]
"""Rows of pixels: `o` in the colour of the good, `s` in its second tone, `.` nothing."""
Segment = tuple[str, str]
ORDER: Final = "DGSCPLK"

TINY: Final[dict[str, Pixels]] = {
    "D": (".ooooo.", "oososoo", "ooooooo", ".ossso.", "..oso..", "...o..."),
    "G": ("..ooo..", ".ossso.", ".ooooo.", "ooo.ooo", "oso.oso", "ooo.ooo"),
    "S": ("ooooooo", "osososo", ".ossso.", "..ooo..", "...o...", "..ooo.."),
    "C": (".oooooo", "ossssos", "ooooooo", ".ossso.", ".ososo.", ".ooooo."),
    "P": ("...s...", "..sss..", ".sssss.", "ooooooo", ".ooooo.", "ooooooo"),
    "L": ("oo.o.oo", "ooooooo", ".ososo.", ".ooooo.", ".ososo.", "oo.o.oo"),
    "K": (".....oo", "..o..oo", ".oso.o.", "oossoo.", "o.ooo..", "..o.o.."),
}
SMALL: Final[dict[str, Pixels]] = {
    "D": (".ooooooo.", "oosososoo", "ooooooooo", ".ossssso.", "..ossso..", "....o...."),
    "G": ("...ooo...", "..ossso..", "..ooooo..", ".ooo.ooo.", "ossoosso.", "oooooooo."),
    "S": ("ooooooooo", "ososososo", ".ossssso.", "..ooooo..", "....o....", "..ooooo.."),
    "C": (".oooooooo", "osssssoso", "ooooooooo", ".osssso..", ".ososoo..", ".oooooo.."),
    "P": ("....s....", "...sss...", "..sssss..", ".ooooooo.", "..ooooo..", ".ooooooo."),
    "L": ("oo.ooo.oo", "ooooooooo", ".osososo.", ".ooooooo.", ".osososo.", "oo.ooo.oo"),
    "K": (".......oo", "..oo..oo.", ".osso.oo.", "oossoooo.", "o.oooo...", "..o..o..."),
}
LARGE: Final[dict[str, Pixels]] = {
    "D": (
        "...........",
        "..ooooooo..",
        ".ososososo.",
        "oossosossoo",
        "ooooooooooo",
        "osssosossso",
        ".ossososso.",
        "..osososo..",
        "...ososo...",
        "....ooo....",
    ),
    "G": (
        "...........",
        "....ooo....",
        "...ossso...",
        "...ossso...",
        "...ooooo...",
        ".ooo...ooo.",
        "ossso.ossso",
        "ossso.ossso",
        "ooooo.ooooo",
        "...........",
    ),
    "S": (
        "...........",
        "ooooooooooo",
        "ossssssssso",
        "osososososo",
        ".ossssssso.",
        "..ossssso..",
        "...ooooo...",
        "....ooo....",
        "...ooooo...",
        "..ooooooo..",
    ),
    "C": (
        "...........",
        ".ooooooooo.",
        "osssssssoso",
        "osssssssoso",
        "ooooooooooo",
        ".ossssssso.",
        ".ososososo.",
        ".ossssssso.",
        ".ososososo.",
        ".ooooooooo.",
    ),
    "P": (
        ".....s.....",
        "....sss....",
        "...sssss...",
        "..sssssss..",
        ".ooooooooo.",
        "..ooooooo..",
        ".ooooooooo.",
        "ooosooosooo",
        "ooooooooooo",
        ".ooooooooo.",
    ),
    "L": (
        "oo..ooo..oo",
        "ooooooooooo",
        ".ososososo.",
        ".ooooooooo.",
        "..ooooooo..",
        "..ooooooo..",
        ".ooooooooo.",
        ".ososososo.",
        "ooooooooooo",
        "oo..ooo..oo",
    ),
    "K": (
        ".........oo",
        "...oo...ooo",
        "..osso..oo.",
        ".osssso.oo.",
        "oossssoooo.",
        "oosssooooo.",
        "o.ooooooo..",
        "o.o.o..oo..",
        "..o.o..o.o.",
        "..o.o..o.o.",
    ),
}


def picture(
    letter: str, width: int, height: int, paper: str, *, is_pale: bool = False
) -> list[list[Segment]]:
    """The largest picture of a kind that fits, centred; rows of segments, none if none fits."""
    tones = {"o": f"$good-{letter.lower()}", "s": f"$shade-{letter.lower()}"}
    if is_pale:
        tones = {"o": "$pale", "s": "$paler"}
    for pixels in _pictures(letter):
        if len(pixels[0]) <= width and len(pixels) // 2 <= height:
            left = (width - len(pixels[0])) // 2
            right = width - len(pixels[0]) - left
            pairs = zip(pixels[::2], pixels[1::2], strict=True)
            return [
                [(" " * left, paper), *_row(*pair, tones, paper), (" " * right, paper)]
                for pair in pairs
            ]
    return []


@cache
def _pictures(letter: str) -> tuple[Pixels, ...]:
    """All pictures of a kind, the largest first."""
    large, small, tiny = LARGE[letter], SMALL[letter], TINY[letter]
    return doubled(large), doubled(tiny), large, small, tiny


def doubled(pixels: Pixels) -> Pixels:
    """Twice as large, with smooth edges: a corner follows two neighbours that are alike (EPX)."""
    height, width = len(pixels), len(pixels[0])

    def at(y: int, x: int) -> str:
        return pixels[y][x] if 0 <= y < height and 0 <= x < width else "."

    rows: list[str] = []
    for y in range(height):
        quads = [
            _quarters(at(y, x), (at(y - 1, x), at(y, x + 1), at(y + 1, x), at(y, x - 1)))
            for x in range(width)
        ]
        rows += ["".join(quad[0] for quad in quads), "".join(quad[1] for quad in quads)]
    return tuple(rows)


def _quarters(pixel: str, around: tuple[str, str, str, str]) -> tuple[str, str]:
    """The four pixels of one, by those above, right, below and left of it; two rows."""
    above, right, below, left = around
    corners = ((left, above), (above, right), (below, left), (right, below))
    far = ((below, right), (left, below), (right, above), (above, left))
    one, two, three, four = (
        near[0] if near[0] == near[1] and near[0] != away[0] and near[1] != away[1] else pixel
        for near, away in zip(corners, far, strict=True)
    )
    return one + two, three + four


def _row(upper: str, lower: str, tones: dict[str, str], paper: str) -> Iterator[Segment]:
    """Two rows of pixels as half blocks, whose shapes tell the picture without colours."""
    for top, bottom in zip(upper, lower, strict=True):
        if top == bottom == ".":
            yield " ", paper
        elif top == bottom:
            yield "█", f"{tones[top]} {paper}"
        elif bottom == ".":
            yield "▀", f"{tones[top]} {paper}"
        elif top == ".":
            yield "▄", f"{tones[bottom]} {paper}"
        else:
            yield "▀", f"{tones[top]} on {tones[bottom]}"
