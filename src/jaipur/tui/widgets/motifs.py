"""Small pictures of the goods and the camel, in pixels: two of them fit into one character."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

Pixels = tuple[str, ...]
"""Rows of pixels: `o` in the colour of the good, `s` in its second tone, `.` nothing."""
Segment = tuple[str, str]

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
    for pixels in (LARGE[letter], SMALL[letter], TINY[letter]):
        if len(pixels[0]) <= width and len(pixels) // 2 <= height:
            left = (width - len(pixels[0])) // 2
            right = width - len(pixels[0]) - left
            pairs = zip(pixels[::2], pixels[1::2], strict=True)
            return [
                [(" " * left, paper), *_row(*pair, tones, paper), (" " * right, paper)]
                for pair in pairs
            ]
    return []


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
