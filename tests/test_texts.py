"""The catalogue: every sentence of the code is in it, in French, with the same gaps."""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
import run
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from jaipur import Card, Cards
from jaipur.errors import REASONS, IllegalAction, Reason
from jaipur.texts import CATALOGUES, default_language, texts

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "jaipur"
FRENCH = CATALOGUES / "fr" / "LC_MESSAGES"


def catalogue() -> dict[tuple[str, ...], tuple[str, ...]]:
    """The French catalogue: English forms (one, or singular and plural) to French forms."""
    with (FRENCH / "jaipur.po").open("rb") as file:
        return {forms(m.id): forms(m.string) for m in read_po(file) if m.id}


def forms(sentences: str | Iterable[str] | None) -> tuple[str, ...]:
    return (sentences,) if isinstance(sentences, str) else tuple(sentences or ())


def test_every_sentence_of_the_code_is_in_the_french_catalogue() -> None:
    keywords: dict[str, tuple[int, ...] | None] = {}
    for word in run.KEYWORDS:
        name, _, numbers = word.partition(":")
        keywords[name] = tuple(map(int, numbers.split(","))) if numbers else None
    with (ROOT / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]  # it has no types
    found = extract_from_dir(SOURCE, methods, options, keywords)
    extracted = {forms(one[2]) for one in found}
    assert extracted == set(catalogue())


def test_french_sentences_keep_the_gaps_of_the_english_ones() -> None:
    for english, french in catalogue().items():
        assert len(english) == len(french)
        for sentence in french:
            assert sentence
            assert not gaps(sentence) - gaps(english[-1]), english
        assert gaps(french[-1]) == gaps(english[-1]), english


def test_an_exchange_is_a_troc_in_french() -> None:
    """The word of the French rulebook."""
    said = [sentence for french in catalogue().values() for sentence in french]
    assert not [sentence for sentence in said if re.search("échang", sentence, re.IGNORECASE)]
    assert sum("troc" in sentence or "troqu" in sentence for sentence in said) > 20


def gaps(sentence: str) -> Counter[str]:
    return Counter(re.findall(r"\{[^}]*\}", sentence))


def test_the_compiled_catalogue_is_that_of_the_text() -> None:
    with (FRENCH / "jaipur.mo").open("rb") as file:
        compiled = {forms(m.id): forms(m.string) for m in read_mo(file) if m.id}
    assert compiled == catalogue()


def test_every_reason_has_a_sentence_in_both_languages() -> None:
    assert set(REASONS) == set(Reason)
    for reason in Reason:
        error = IllegalAction(reason, "+G", "DGKKK")
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
