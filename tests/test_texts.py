"""The catalogue: every sentence of the code is in it, in French, with the same gaps."""

import re
from pathlib import Path

import pytest
import run
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from jaipur import Card, Cards
from jaipur.errors import REASONS, IllegalAction, Reason
from jaipur.texts import CATALOGUES, default_language, texts

SOURCE = Path(__file__).parents[1] / "src" / "jaipur"
FRENCH = CATALOGUES / "fr" / "LC_MESSAGES"


def test_the_french_catalogue_is_complete_and_keeps_the_gaps() -> None:
    with (FRENCH / "jaipur.po").open("rb") as file:
        catalogue = read_po(file)
    found = {message.id: message for message in catalogue if message.id}
    keywords = {}
    for word in run.KEYWORDS:
        name, _, numbers = word.partition(":")
        keywords[name] = tuple(int(n) for n in numbers.split(",")) if numbers else None
    extracted = {
        messages if isinstance(messages, str) else tuple(messages)
        for _, _, messages, _, _ in extract_from_dir(SOURCE, keywords=keywords)
    }
    assert extracted == set(found)
    for id_, message in found.items():
        forms = message.string if isinstance(message.string, tuple) else (message.string,)
        for form in forms:
            assert form, id_
            original = id_ if isinstance(id_, str) else id_[-1]
            assert _gaps(form) <= _gaps(original), id_
            if not isinstance(id_, tuple):
                assert _gaps(form) == _gaps(original), id_


def _gaps(sentence: str) -> set[str]:
    return set(re.findall(r"\{[^}]*\}", sentence))


def test_the_compiled_catalogue_is_that_of_the_text() -> None:
    with (FRENCH / "jaipur.po").open("rb") as file:
        catalogue = read_po(file)
    with (FRENCH / "jaipur.mo").open("rb") as file:
        compiled = read_mo(file)
    assert [(m.id, m.string) for m in compiled if m.id] == sorted(
        (m.id, m.string) for m in catalogue if m.id
    )


def test_every_reason_has_a_sentence_in_both_languages() -> None:
    assert set(REASONS) == set(Reason)
    for reason in Reason:
        error = IllegalAction(reason, "+G", market="DGKKK", hand="LL", herd=2)
        english, french = (texts(language).error(error) for language in ("en", "fr"))
        assert english != french
        assert english == str(error)
        assert english.endswith(f"({error.rule}).")


def test_french_counts_nought_and_one_as_singular() -> None:
    french = texts("fr")
    forms = [french.count("{n} legal action:", "{n} legal actions:", n) for n in (0, 1, 2)]
    assert [("actions" in form) for form in forms] == [False, False, True]


def test_words_for_cards() -> None:
    assert texts("en").cards(Cards("DDK")) == "2 × diamond, camel"
    assert texts("fr").card(Card.LEATHER) == "cuir"
    assert texts("en").cards(Cards("")) == "–"


def test_the_language_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("JAIPUR_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert default_language() == "en"
    monkeypatch.setenv("LANG", "fr_CH.UTF-8")
    assert default_language() == "fr"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert default_language() == "en"
    monkeypatch.setenv("JAIPUR_LANG", "fr")
    assert default_language() == "fr"
