"""Names of people: text that can be seen, and nothing that plays tricks with a screen."""

from __future__ import annotations

import unicodedata

from ..errors import Code, SessionError

LONGEST = 30
MARKS_IN_A_ROW = 2
INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Categories without a look of their own: controls, escapes, bidi marks, unassigned."""
_SELECTORS = [*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]
_BLANK = {*"\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0", *map(chr, _SELECTORS)}
"""Letters that look like nothing, and marks that only choose between two looks."""
_BRACES = str.maketrans("{}", "()")
"""Braces mark comments in a record."""


def bot_title(bot: str) -> str:
    """The name of a bot as a person's is written; on command lines it has small letters."""
    return bot[:1].upper() + bot[1:]


def clean_name(text: str) -> str:
    """The name that is shown for what somebody typed."""
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text[: 20 * LONGEST]):
        category = unicodedata.category(character)
        if category in INVISIBLE - {"Cc"} or character in _BLANK:
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > MARKS_IN_A_ROW:
            continue
        kept.append(" " if category in ("Cc", "Zs") else character)
    # What stood between them is gone, so a letter and its mark may have become one.
    text = unicodedata.normalize("NFC", "".join(kept)).translate(_BRACES)
    name = " ".join(text.split())[:LONGEST].strip()
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        raise SessionError(Code.BAD_NAME)
    return name
