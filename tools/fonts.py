"""Makes the fonts of the page from Fontsource's packages: see docs/decisions/fonts.md.

    npm pack @fontsource/eczar@5.3.0 @fontsource/hind@5.3.0
    python -m pip install fonttools brotli
    python tools/fonts.py .

The folder is the one with the packages.
"""

from __future__ import annotations

import io
import sys
import tarfile
from math import pi, sin
from pathlib import Path
from typing import Any

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FONTS = Path(__file__).parents[1] / "src" / "jaipur" / "web" / "static" / "fonts"
FACES = (("eczar", 700), ("hind", 400), ("hind", 600))
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x100)]
TYPOGRAPHY = "ŒœŸ\u202f–—‘’‚“”„†•…‹›€−"
DRAWN = "←→↑↓⇄●★☆"
"""Signs that neither family has; they are drawn here, as heavy as the letters."""
CHARACTERS = frozenset(map(chr, LATIN)) | set(TYPOGRAPHY + DRAWN)
ASCENT, DESCENT = 0.96, 0.31
"""Of the line: the families' own leave room for marks of Devanagari, so that Latin stands high."""
ALIGNED = ("hind",)
"""Whose figures become equally wide: what counts is said in it; in titles they stay as drawn."""
STROKE = {400: 80, 600: 116, 700: 130}

Point = tuple[float, float]


def made(latin: TTFont, extended: TTFont, family: str, weight: int) -> TTFont:
    """A face with exactly our characters."""
    add(latin, "Ÿ", *taken(extended, "Ÿ"))
    add(latin, "\u202f", TTGlyphPen(None).glyph(), 180)
    for sign, outlines in drawings(STROKE[weight]).items():
        add(latin, sign, drawn(outlines), 800)
    set_line(latin)
    if family in ALIGNED:
        align_figures(latin)
    options = Options(layout_features=["kern", "mark", "mkmk"], notdef_outline=True)
    options.name_IDs = [0, 1, 2, 4, 5, 6, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=map(ord, CHARACTERS))
    subsetter.subset(latin)
    latin.flavor = "woff2"
    return latin


def add(font: TTFont, character: str, glyph: Any, advance: int) -> None:
    """Add a glyph for a character that the font lacks."""
    name = f"uni{ord(character):04X}"
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    font["glyf"].glyphs[name] = glyph
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][name] = (advance, getattr(glyph, "xMin", 0))
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[ord(character)] = name


def taken(font: TTFont, character: str) -> tuple[Any, int]:
    """A character of another file of the same family: its outlines and its advance."""
    name = font.getBestCmap()[ord(character)]
    return moved(font, name), font["hmtx"][name][0]


def moved(font: TTFont, name: str, right: int = 0) -> Any:
    """A glyph as outlines alone, so far to the right."""
    glyphs, pen = font.getGlyphSet(), TTGlyphPen(None)
    outlines = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(outlines)
    outlines.replay(TransformPen(pen, (1, 0, 0, 1, right, 0)))
    return pen.glyph()


def align_figures(font: TTFont) -> None:
    """Make all figures as wide as the widest, so that clocks stand still."""
    figures = [font.getBestCmap()[ord(figure)] for figure in "0123456789"]
    widest = max(font["hmtx"][name][0] for name in figures)
    for name in figures:
        right = (widest - font["hmtx"][name][0]) // 2
        glyph = font["glyf"].glyphs[name] = moved(font, name, right)
        glyph.recalcBounds(font["glyf"])
        font["hmtx"][name] = (widest, glyph.xMin)


def set_line(font: TTFont) -> None:
    """Set how high and low a line reaches, so that letters stand in the middle of it."""
    size = font["head"].unitsPerEm
    up, down = round(ASCENT * size), round(DESCENT * size)
    line, windows = font["hhea"], font["OS/2"]
    line.ascent, line.descent, line.lineGap = up, -down, 0
    windows.sTypoAscender, windows.sTypoDescender, windows.sTypoLineGap = up, -down, 0
    windows.usWinAscent, windows.usWinDescent = up, down


def drawings(stroke: int) -> dict[str, list[list[Point]]]:
    """The signs as polygons, in a square of 800 around the middle of the small letters."""
    right = arrow(60, 740, 270, stroke)
    up = [(y + 130, x - 130) for x, y in right]
    return {
        "→": [right],
        "←": [mirrored(right)],
        "↑": [up[::-1]],
        "↓": [[(x, 540 - y) for x, y in up]],
        "⇄": [arrow(60, 740, 400, stroke), mirrored(arrow(60, 740, 140, stroke))],
        "●": [ring(400, 270, 260, sides=48)],
        "★": [star(400, 300, 370)],
        "☆": [star(400, 300, 370), star(400, 300, 370 - 2 * stroke)[::-1]],
    }


def arrow(left: int, right: int, middle: int, stroke: int) -> list[Point]:
    """An arrow to the right."""
    half, head = stroke / 2, stroke * 1.6
    neck = right - head
    return [
        (left, middle - half),
        (left, middle + half),
        (neck, middle + half),
        (neck, middle + head),
        (right, middle),
        (neck, middle - head),
        (neck, middle - half),
    ]


def mirrored(points: list[Point]) -> list[Point]:
    """The same to the left; turned round, so that it is still filled."""
    return [(800 - x, y) for x, y in points][::-1]


def ring(x: float, y: float, radius: float, sides: int) -> list[Point]:
    """A polygon on a circle, beginning at its top."""
    turns = [2 * pi * side / sides for side in range(sides)]
    return [(x + radius * sin(turn), y + radius * sin(turn + pi / 2)) for turn in turns]


def star(x: float, y: float, radius: float) -> list[Point]:
    """A star with five points."""
    outer, inner = ring(x, y, radius, 10), ring(x, y, radius * 0.42, 10)
    return [(inner if at % 2 else outer)[at] for at in range(10)]


def drawn(outlines: list[list[Point]]) -> Any:
    """Polygons as a glyph."""
    pen = TTGlyphPen(None)
    for first, *others in outlines:
        pen.moveTo(tuple(map(round, first)))
        for point in others:
            pen.lineTo(tuple(map(round, point)))
        pen.closePath()
    return pen.glyph()


def main() -> None:
    """Make every face, and put the licences beside them."""
    (folder,) = sys.argv[1:]
    for family, weight in FACES:
        (package,) = Path(folder).glob(f"fontsource-{family}-[0-9]*.tgz")
        with tarfile.open(package) as files:

            def read(name: str, files: tarfile.TarFile = files) -> bytes:
                found = files.extractfile(f"package/{name}")
                assert found  # noqa: S101  # for the types: a file, not a folder
                return found.read()

            latin, extended = (
                TTFont(io.BytesIO(read(f"files/{family}-{part}-{weight}-normal.woff2")))
                for part in ("latin", "latin-ext")
            )
            made(latin, extended, family, weight).save(FONTS / f"{family}-{weight}.woff2")
            (FONTS / f"{family}-OFL.txt").write_bytes(read("LICENSE"))


if __name__ == "__main__":
    main()
