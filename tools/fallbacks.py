"""Prints the faces of css/fonts.css that stand in until ours come: docs/decisions/fonts.md.

    npm pack @fontsource/{arimo,roboto,gelasio,noto-serif,dejavu-sans,dejavu-serif}
    python tools/fallbacks.py .

Each is a font that a machine may have, made as wide as ours for the sentences of the page.
"""

from __future__ import annotations

import io
import sys
import tarfile
from collections import Counter
from pathlib import Path

from fonts import ASCENT, CHARACTERS, DESCENT, FONTS
from fontTools.ttLib import TTFont

CATALOGUE = FONTS.parents[2] / "texts/locale/fr/LC_MESSAGES/jaipur.po"
ALIKE = {
    "eczar-700": {
        "Georgia": ("gelasio-latin-700", ("Georgia Bold", "Gelasio Bold")),
        "Noto Serif": ("noto-serif-latin-700", ("Noto Serif Bold",)),
        "DejaVu": ("dejavu-serif-latin-700", ("DejaVu Serif Bold",)),
    },
    "hind-400": {
        "Arial": ("arimo-latin-400", ("Arial", "Liberation Sans", "Arimo")),
        "Roboto": ("roboto-latin-400", ("Roboto",)),
        "DejaVu": ("dejavu-sans-latin-400", ("DejaVu Sans",)),
    },
    "hind-600": {
        "Arial": ("arimo-latin-700", ("Arial Bold", "Liberation Sans Bold", "Arimo Bold")),
        "Roboto": ("roboto-latin-700", ("Roboto Bold",)),
        "DejaVu": ("dejavu-sans-latin-700", ("DejaVu Sans Bold",)),
    },
}
"""By our face: what it is told apart by, a file with its widths, and its names on machines."""


def read(name: str, folder: Path) -> TTFont:
    """A font from its package."""
    family = name.partition("-latin")[0]
    (package,) = folder.glob(f"fontsource-{family}-[0-9]*.tgz")
    with tarfile.open(package) as files:
        found = files.extractfile(f"package/files/{name}-normal.woff2")
        assert found  # noqa: S101  # for the types: a file, not a folder
        return TTFont(io.BytesIO(found.read()))


def width(font: TTFont, letters: Counter[str]) -> float:
    """How wide the letters are on average, in sizes of the font."""
    names, advances = font.getBestCmap(), font["hmtx"]
    known = {letter: times for letter, times in letters.items() if ord(letter) in names}
    total = sum(advances[names[ord(letter)]][0] * times for letter, times in known.items())
    return float(total / sum(known.values()) / font["head"].unitsPerEm)


def main() -> None:
    """Print a face for each pair."""
    folder = Path(sys.argv[1])
    letters = Counter(letter for letter in CATALOGUE.read_text() if letter in CHARACTERS)
    for ours, others in ALIKE.items():
        family, weight = ours.split("-")
        own = width(TTFont(FONTS / f"{ours}.woff2"), letters)
        weights = {"400": "400", "600": "600 800", "700": "400 800"}[weight]
        for name, (file, names) in others.items():
            part = own / width(read(file, folder), letters)
            local = ", ".join(f'local("{one}")' for one in names)
            print(
                f'@font-face {{ font-family: "{family.title()} by {name}"; '
                f"font-weight: {weights}; src: {local}; size-adjust: {part:.1%}; "
                f"ascent-override: {ASCENT / part:.1%}; descent-override: {DESCENT / part:.1%}; "
                "line-gap-override: 0%; }"
            )


if __name__ == "__main__":
    main()
