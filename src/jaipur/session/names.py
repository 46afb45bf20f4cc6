"""Names of people: visible text only, without characters that could disturb a screen."""

from __future__ import annotations

import unicodedata

from ..errors import Code, SessionError

LONGEST = 30
MARKS_IN_A_ROW = 2
INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories of invisible characters: controls, escapes, bidi marks, unassigned."""
_SELECTORS = [*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]
_BLANK = {*"\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0", *map(chr, _SELECTORS)}
"""Letters that look blank, and variation selectors."""
_ARROWS = "↔↕"
"""Used in emoji of nodding and shaking heads; all other emoji are of category So."""
_SKIN_TONES = "🏻🏼🏽🏾🏿"
_JOINER = "\u200d"
_AS_EMOJI = "\ufe0f"
_BRACES = str.maketrans("{}", "()")
"""Braces delimit comments in a record."""


def bot_title(bot: str) -> str:
    """The name of a bot with a capital; on command lines it is in lower case."""
    return bot[:1].upper() + bot[1:]


def clean_name(text: str) -> str:
    """Clean up a name that somebody typed; BAD_NAME if nothing visible is left."""
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
    # Characters were removed, so a letter and its mark may now combine.
    text = unicodedata.normalize("NFC", "".join(kept)).translate(_BRACES)
    name = " ".join(_without_lone_joiners(text).split())[:LONGEST].rstrip(_JOINER).strip()
    if not any(unicodedata.category(character)[0] in "LNPS" for character in name):
        raise SessionError(Code.BAD_NAME)
    return name


def _is_emoji(character: str) -> bool:
    """Whether it is an emoji, a similar symbol or a skin tone."""
    return unicodedata.category(character) == "So" or character in _SKIN_TONES + _ARROWS


def _belongs_to_emoji(character: str, before: list[str]) -> bool:
    """Whether it joins several emoji into one, or turns a symbol into an emoji."""
    if not before:
        return False
    if character == _AS_EMOJI:
        return _is_emoji(before[-1])
    return character == _JOINER and (_is_emoji(before[-1]) or before[-1] == _AS_EMOJI)


def _without_lone_joiners(text: str) -> str:
    """Remove joiners that join nothing."""
    return "".join(
        one
        for at, one in enumerate(text, 1)
        if one != _JOINER or any(map(_is_emoji, text[at : at + 1]))
    )
