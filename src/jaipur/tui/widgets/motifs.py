"""Small pixel pictures of the goods and the camel; two pixels fit into one character."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Final

Pixels = tuple[str, ...]
"""Rows of pixels: `o` is the good's colour, `s` its second tone, `.` transparent."""
Segment = tuple[str, str]
ORDER: Final = "DGSCPLK"


def _read() -> dict[str, Pixels]:
    """Read the pictures from their file, by letter and size."""
    text = files(__package__).joinpath("motifs.txt").read_text("utf-8")
    blocks = (block.split("\n") for block in text.strip().split("\n\n")[1:])
    return {name: tuple(rows) for name, *rows in blocks}


DRAWN: Final = _read()


def picture(
    letter: str, width: int, height: int, paper: str, *, is_pale: bool = False
) -> list[list[Segment]]:
    """The largest picture of a kind that fits, centred; empty if none fits."""
    tones = {"o": f"$good-{letter.lower()}", "s": f"$shade-{letter.lower()}"}
    if is_pale:
        tones = {"o": "$pale", "s": "$paler"}
    for pixels in _pictures(letter):
        if len(pixels[0]) <= width and len(pixels) // 2 <= height:
            rows = [f"{row:.^{width}}" for row in pixels]
            pairs = zip(rows[::2], rows[1::2], strict=True)
            return [list(_row(*pair, tones, paper)) for pair in pairs]
    return []


@cache
def _pictures(letter: str) -> tuple[Pixels, ...]:
    """All pictures of a kind, largest first."""
    large, small, tiny = (DRAWN[f"{letter} {size}"] for size in ("large", "small", "tiny"))
    return doubled(large), doubled(tiny), large, small, tiny


def doubled(pixels: Pixels) -> Pixels:
    """Double a picture with smooth edges (the EPX algorithm)."""
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
    """The two rows of four pixels that replace one, given its four neighbours."""
    above, right, below, left = around
    corners = ((left, above), (above, right), (below, left), (right, below))
    far = ((below, right), (left, below), (right, above), (above, left))
    one, two, three, four = (
        near[0] if near[0] == near[1] and near[0] != away[0] and near[1] != away[1] else pixel
        for near, away in zip(corners, far, strict=True)
    )
    return one + two, three + four


def _row(upper: str, lower: str, tones: dict[str, str], paper: str) -> Iterator[Segment]:
    """Two rows of pixels as half blocks, recognisable without colours."""
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
