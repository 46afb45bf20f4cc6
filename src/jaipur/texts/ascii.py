"""Text for terminals and logs that know no characters but those of ASCII."""

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
    """The text in ASCII, as near as it can be: é is e, × is x; what has no likeness is ?."""
    # French sets its quotation marks apart by a space that other marks do not have.
    tight = re.sub("«[\\u00a0\\u202f]|[\\u00a0\\u202f]»", '"', text)
    plain = unicodedata.normalize("NFKD", tight.translate(_SPELLED))
    return "".join(_likeness(character) for character in plain)


def _likeness(character: str) -> str:
    if character.isascii():
        return character
    return "" if unicodedata.combining(character) else "?"


def needs_ascii(stream: TextIO) -> bool:
    """Whether a stream cannot be written everything that our texts have."""
    try:
        return codecs.lookup(stream.encoding or "ascii").name != "utf-8"
    except LookupError:
        return True
