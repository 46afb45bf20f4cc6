"""ASCII mode: every sentence of ours can be written, and still be read."""

import io

import pytest

from jaipur.texts import LANGUAGES, texts
from jaipur.texts.ascii import needs_ascii, to_ascii


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Épices à 3 × 5 – reçu…", "Epices a 3 x 5 - recu..."),
        ("l’or\u00a0: «\u00a0vendu\u00a0» ★", 'l\'or : "vendu" *'),
        ("1\u202f000 œufs → +DG−LK", "1 000 oeufs -> +DG-LK"),
        ("市場", "??"),
    ],
)
def test_letters_have_a_likeness(text: str, said: str) -> None:
    assert to_ascii(text) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_has_a_likeness(language: str) -> None:
    for english, said in texts(language).catalogue().items():
        for text in (english, *([said] if isinstance(said, str) else said)):
            plain = to_ascii(text)
            assert plain.isascii()
            assert plain.count("?") == text.count("?"), text


def test_a_stream_says_whether_it_needs_it() -> None:
    encodings = {"utf-8": False, "UTF8": False, "ascii": True, "latin-1": True}
    for encoding, needs in encodings.items():
        assert needs_ascii(io.TextIOWrapper(io.BytesIO(), encoding)) is needs
