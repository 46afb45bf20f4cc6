"""Names of people: text that can be seen, and nothing that plays tricks with a screen."""

from __future__ import annotations

import unicodedata

from ..errors import Code, SessionError

LONGEST = 30
MARKS_IN_A_ROW = 2
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Categories without a look of their own: controls, escapes, bidi marks, unassigned."""
_BLANK = "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters that look like nothing."""
_BRACES = str.maketrans("{}", "()")
"""Braces mark comments in a record."""


def clean_name(text: str) -> str:
    """The name that is shown for what somebody typed."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text[: 20 * LONGEST]):
        category = unicodedata.category(character)
        if category in _INVISIBLE - {"Cc"} or character in _BLANK:
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > MARKS_IN_A_ROW:
            continue
        kept.append(" " if category in ("Cc", "Zs") else character)
    name = " ".join("".join(kept).translate(_BRACES).split())[:LONGEST].strip()
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        raise SessionError(Code.BAD_NAME)
    return name
