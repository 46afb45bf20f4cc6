"""Names: visible text stays as typed, and nothing can disturb a screen."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given, reject
from hypothesis import strategies as st

from jaipur.errors import Code, SessionError
from jaipur.session.names import LONGEST, clean_name

BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
LOOKS_LIKE_NOTHING = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u2800\u3164\uffa0\u200b\ufeff\ufe0f\u180b\U000e0100"
)
NASTY = st.sampled_from(
    [*BIDI, *LOOKS_LIKE_NOTHING, *"\x00\x07\x08\t\r\n\x1b\x7f\x9b\u2028\u2029{}<>&\"'", "\u0301",
     "\u200d", "👳", "🏽", "♂", "e", "\u1100", "\u1161",
     "\ud800", "\ue000", "\U000e0041", "\u0378", "\u00a0", "\u3000", "A"]
)  # fmt: skip


def names() -> st.SearchStrategy[str]:
    """Any text, and text full of what is dangerous."""
    return st.one_of(st.text(max_size=80), st.lists(NASTY, max_size=80).map("".join))


EMOJI_JOINED = re.compile(r"(?<=[^\w\s])\u200d(?=[^\w\s])|(?<=[^\w\s])\ufe0f")
"""What may stand between or behind signs, and nowhere else."""


def cleaned(text: str) -> str:
    try:
        return clean_name(text)
    except SessionError:
        reject()


@given(names())
def test_nothing_that_cannot_be_seen_is_left(text: str) -> None:
    whole = cleaned(text)
    name = EMOJI_JOINED.sub("", whole)
    for character in name:
        assert unicodedata.category(character) not in (
            "Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp",
        )  # fmt: skip
        assert character not in BIDI + LOOKS_LIKE_NOTHING
        assert character not in "{}"
    assert 1 <= len(name) <= len(whole) <= LONGEST
    assert name == name.strip()
    assert "  " not in name
    assert name.isprintable()
    name.encode("utf-8")


@given(names())
@example("e\u200b\u0301")
@example("\u1100\u1160\u1161")
@example("x" * 29 + "e\u200b\u0301" + "y")
@example("a" * 29 + " b")
@example("{" * 40)
@example("A\u0301\u0301\u0301\u200b\u0301")
def test_a_clean_name_is_clean(text: str) -> None:
    name = cleaned(text)
    assert clean_name(name) == name


@given(st.text(max_size=80))
def test_marks_do_not_pile_up(text: str) -> None:
    name = unicodedata.normalize("NFC", cleaned(text))
    row = 0
    for character in name:
        row = row + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        assert row <= 2


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana   Lucía ", "Ana Lucía"),
        ("<b>Ben</b>", "<b>Ben</b>"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("&amp; 'x' \"y\"", "&amp; 'x' \"y\""),
        ("\x1b[31mred", "[31mred"),
        ("Ana\nWinner: 1", "Ana Winner: 1"),
        ("Ana\u202eneB", "AnaneB"),
        ("{Ana}", "(Ana)"),
        ("Zoe\u0301", "Zoé"),
        ("山田", "山田"),
        ("أنا", "أنا"),
        ("🐫", "🐫"),
        ("👳🏽‍♂️ Émile", "👳🏽‍♂️ Émile"),
        ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),
        ("A\u200dna \u200d", "Ana"),
        ("👳\u200d \u200d♂\ufe0f\ufe0f", "👳 ♂\ufe0f"),
        ("👳‍" * 40, "👳‍" * 14 + "👳"),
        ("%s %(x)s {0}", "%s %(x)s (0)"),
        ("x" * 31, "x" * 30),
        ("x" * 5000, "x" * 30),
    ],
)
def test_what_is_typed_and_what_is_shown(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@pytest.mark.parametrize(
    "typed", ["", " ", "\t\n", "\u200b", BIDI, LOOKS_LIKE_NOTHING, "\u0301", "\ud800", " \u0301 "]
)
def test_a_name_that_cannot_be_seen_is_refused(typed: str) -> None:
    with pytest.raises(SessionError) as refused:
        clean_name(typed)
    assert refused.value.code is Code.BAD_NAME
