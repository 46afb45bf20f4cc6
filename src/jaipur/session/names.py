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
_ARROWS = "↔↕"
"""Of heads that nod and shake; all other signs of emoji are of category So."""
_SKIN_TONES = "🏻🏼🏽🏾🏿"
_JOINER = "\u200d"
_AS_EMOJI = "\ufe0f"
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
        if _belongs_to_emoji(character, kept):
            kept.append(character)
            continue
        if category in INVISIBLE - {"Cc"} or character in _BLANK:
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > MARKS_IN_A_ROW:
            continue
        kept.append(" " if category in ("Cc", "Zs") else character)
    # What stood between them is gone, so a letter and its mark may have become one.
    text = unicodedata.normalize("NFC", "".join(kept)).translate(_BRACES)
    name = " ".join(_lone_joiners_gone(text).split())[:LONGEST].rstrip(_JOINER).strip()
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        raise SessionError(Code.BAD_NAME)
    return name


def _is_emoji(character: str) -> bool:
    """An emoji or a sign like one; skin tones count, which stand behind it."""
    return unicodedata.category(character) == "So" or character in _SKIN_TONES + _ARROWS


def _belongs_to_emoji(character: str, before: list[str]) -> bool:
    """Whether it makes one picture of several emoji, or a picture of a sign."""
    if not before:
        return False
    if character == _AS_EMOJI:
        return _is_emoji(before[-1])
    return character == _JOINER and (_is_emoji(before[-1]) or before[-1] == _AS_EMOJI)


def _lone_joiners_gone(text: str) -> str:
    """The text without joiners that join nothing."""
    return "".join(
        one
        for at, one in enumerate(text, 1)
        if one != _JOINER or any(map(_is_emoji, text[at : at + 1]))
    )
