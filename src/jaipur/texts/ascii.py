"""Text for terminals and logs that support only ASCII."""

from __future__ import annotations

import codecs
import re
import unicodedata
from typing import TextIO

_LIKE = str.maketrans("×–—−‑’‘“”«»•·●○★☆│øØ", 'x----\'\'""""*-*o*-|oO')
_SPELLED = _LIKE | str.maketrans(
    {"\u00ad": "", "±": "+/-", "→": "->", "←": "<-"}
    | {"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss"}
)


def to_ascii(text: str) -> str:
    """Transliterate a text to ASCII: é becomes e, × becomes x, and unknown characters `?`."""
    # French quotation marks have inner spaces, which ASCII ones do not.
    tight = re.sub("«[\\u00a0\\u202f]|[\\u00a0\\u202f]»", '"', text)
    plain = unicodedata.normalize("NFKD", tight.translate(_SPELLED))
    return "".join(_likeness(character) for character in plain)


def _likeness(character: str) -> str:
    if character.isascii():
        return character
    return "" if unicodedata.combining(character) else "?"


def needs_ascii(stream: TextIO) -> bool:
    """Whether a stream cannot encode all of our texts."""
    try:
        return codecs.lookup(stream.encoding or "ascii").name != "utf-8"
    except LookupError:
        return True
