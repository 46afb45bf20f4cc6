"""Fonts as other machines may have them: ours with different widths."""

from __future__ import annotations

import base64
import io
import json
from functools import cache
from pathlib import Path

from fontTools.ttLib import TTFont

FONTS = Path(__file__).parents[2] / "src" / "jaipur" / "web" / "static" / "fonts"
DEJAVU = {"eczar-700": 1.18, "hind-400": 1.22, "hind-600": 1.31}
"""How much wider than ours DejaVu is, which is as wide as fonts for screens get."""
WIDTHS = {"narrow": 0.85, "dejavu": 1.0, "wide": 1.15}
"""The fonts, by how wide they are beside DejaVu."""
VARIABLES = {"eczar": "--font-title", "hind": "--font-text"}
SHOW = """(() => {
  const faces = %s;
  const bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const variables = %s;
  window.showFonts = async (name) => {
    for (const variable of variables) {
      if (name === "ours") document.documentElement.style.removeProperty(variable);
      else document.documentElement.style.setProperty(variable, `"${name} ${variable}"`);
    }
    const wanted = faces[name] ?? [];
    delete faces[name];
    const coming = wanted.map(([variable, weight, text]) =>
      new FontFace(`${name} ${variable}`, bytes(text), { weight }).load());
    for (const face of await Promise.all(coming)) document.fonts.add(face);
    await document.fonts.ready;
    dispatchEvent(new Event("resize"));
  };
})();"""


def other_fonts(*names: str) -> str:
    """A script for pages: `await showFonts("wide")` shows them with it, "ours" as they are."""
    faces = {name: [_face(file, WIDTHS[name] * part) for file, part in DEJAVU.items()]
             for name in names}  # fmt: skip
    return SHOW % (json.dumps(faces), json.dumps(list(VARIABLES.values())))


@cache
def _face(file: str, width: float) -> tuple[str, str, str]:
    family, _, weight = file.partition("-")
    weights = {"400": "400", "600": "600 800", "700": "400 800"}[weight]
    return VARIABLES[family], weights, base64.b64encode(stretched(file, width)).decode()


def stretched(file: str, width: float) -> bytes:
    """A font of ours in which every letter takes so many times the room."""
    font = TTFont(FONTS / f"{file}.woff2")
    font.flavor = None
    del font["GPOS"]  # kerning would be out of proportion
    advances = font["hmtx"]
    for name, (advance, left) in advances.metrics.items():
        advances[name] = (round(advance * width), left)
    packed = io.BytesIO()
    font.save(packed)
    return packed.getvalue()
