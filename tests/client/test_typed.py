"""Typed actions: notation and words in both languages are read; nothing is guessed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jaipur.client.selection import Choices
from jaipur.client.typed import completions, read_action
from jaipur.client.vocabulary import ALL, CARDS, FOR, NUMBERS, SILENT, VERBS
from jaipur.client.words.cards import action_words
from jaipur.errors import NotationError
from jaipur.texts import LANGUAGES, Texts, texts
from tests.contract_values import legal

from .choices import some_choices

EN = texts("en")
POSITIONS = 12
TABLE = Choices(
    market=tuple("GKPKL"),
    hand=tuple("DDCLLL"),
    herd=3,
    legal=legal("+G", "+P", "+L", "+KK", "-DD", "-C", "-L", "-LL", "-LLL", "+GP-KK", "+GP-LK"),
)


@pytest.mark.parametrize("choices", some_choices(POSITIONS, seed=9))
def test_every_legal_action_is_read_from_notation_and_from_its_words(choices: Choices) -> None:
    for at, one in enumerate(choices.legal):
        action = one.action
        ways = [
            action,
            action.lower(),
            f" {action.replace('-', '−')} ",
            action[0] + " ".join(action[1:]),
        ]
        for language in LANGUAGES:
            words = action_words(action, texts(language))
            ways += [words, words.upper(), words.replace("’", "'")]
        for text in ways:
            assert read_action(text, choices) == action, text
            if at % 9 == 0:  # looks through all actions each time
                assert completions(text, choices, EN)[0] is one, text


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("-kgl+dg", None),
        ("+gd−kl", "+DG-LK"),
        ("take gold", "+G"),
        ("Take the GOLD!", "+G"),
        ("take camels", "+KK"),
        ("take all the camels", "+KK"),
        ("take 3 camels", "+KKK"),
        ("sell cloth", "-C"),
        ("sell leather", "-LLL"),
        ("sell two leathers", "-LL"),
        ("sell a leather", "-L"),
        ("sell 3 x cloth", "-CCC"),
        ("exchange leather and camel for diamond and gold", "+DG-LK"),
        ("give leather, camel; take gold and spice", "+GP-LK"),
        ("take gold and spice for two camels", "+GP-KK"),
        ("swap lk for gp", "+GP-LK"),
        ("sell lll", "-LLL"),
        ("prendre or", "+G"),
        ("prends l'or", "+G"),
        ("prendre chameaux", "+KK"),
        ("vendre 3 tissus", "-CCC"),
        ("vendre trois cartes or", "-GGG"),
        ("vendre tous les cuirs", "-LLL"),
        ("échanger 1 cuir et 1 chameau contre diamant et or", "+DG-LK"),
        ("troquer cuir et chameau contre diamant et or", "+DG-LK"),
        ("echanger une épice, deux chameaux contre trois argents", "+SSS-PKK"),
        ("donner cuir et chameau, prendre or et epice", "+GP-LK"),
    ],
)
def test_ways_to_say_an_action(text: str, action: str | None) -> None:
    if action is None:
        with pytest.raises(NotationError):
            read_action(text, TABLE)
    else:
        assert read_action(text, TABLE) == action


@pytest.mark.parametrize("card", "SC")
def test_what_is_not_there_is_read_all_the_same(card: str) -> None:
    assert read_action(f"+{card}", TABLE) == f"+{card}"
    assert read_action("take silver", TABLE) == "+S"
    assert read_action("sell silver", TABLE) == "-S"
    assert read_action("take camels", Choices()) == "+K"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "say first what to do"),
        ("gold", "'gold' is not an action"),
        ("+X", "'X' is not a card"),
        ("+ß", "'ß' is not a card"),
        ("+\u212a", "is not a card"),  # the sign of the kelvin
        ("+G+G", "write + and the cards taken"),
        ("take", "does not name a card"),
        ("exchange gold for", "does not name a card"),
        ("take 5", "5 of what?"),
        ("take 5 6 gold", "5 and 6 are two numbers"),
        ("take bananas", "'bananas' is not a known word"),
        ("sell 0 cloth", "0 is not a number of cards"),
        ("sell cloth for gold", "'for' does not belong"),
        ("take gold take silver", "'take' does not belong"),
        ("exchange gold for silver for cloth", "'for' does not belong"),
        ("exchange gold", "what you give and what you take"),
        ("take 99 gold", "no action names more than 7 cards"),
        ("take 7 diamonds", "the box has only 6 D cards"),
        ("sell " + "9" * 5000 + " cloth", "no action names more than 7 cards"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_action(text, TABLE)
    assert said in EN.error(caught.value)


@pytest.mark.parametrize("sign", ["\x1b[2J", "\u202e", "\x07"])
def test_a_refusal_prints_no_control_signs(sign: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_action(f"{sign} gold", TABLE)
    assert sign not in EN.error(caught.value)


ALL_WORDS = sorted({*VERBS, *FOR, *CARDS, *ALL, *SILENT, *NUMBERS, "3", "12", "+", "−", ",", "GG"})
TEXTS = st.text() | st.lists(st.sampled_from(ALL_WORDS)).map(" ".join)


@settings(deadline=None)
@given(TEXTS, st.sampled_from(LANGUAGES))
def test_any_text_is_read_or_refused(text: str, language: str) -> None:
    _ = texts(language)
    assert all(one in TABLE.legal for one in completions(text, TABLE, _))
    said = read_or_refused(text, _)
    assert said
    if said[0] in "+-" and " " not in said:  # a sentence may begin with the notation it refuses
        assert read_or_refused(said, _) == said


def read_or_refused(text: str, _: Texts) -> str:
    """The notation, or the sentence that refuses."""
    try:
        return read_action(text, TABLE)
    except NotationError as error:
        return _.error(error)


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("+g", ["+G", "+GP-KK", "+GP-LK"]),
        ("-L", ["-L", "-LL", "-LLL"]),
        ("gold", ["+G", "+GP-KK", "+GP-LK"]),
        ("chameaux", ["+KK", "+GP-KK"]),
        ("échanger 2 chameaux contre or et épice", ["+GP-KK"]),
        ("+S", []),
        ("silver", []),
    ],
)
def test_completions_are_legal_actions_the_shortest_first(text: str, actions: list[str]) -> None:
    assert [one.action for one in completions(text, TABLE, EN)] == actions


def test_no_word_means_two_things() -> None:
    vocabularies = (VERBS, FOR, CARDS, ALL, SILENT, NUMBERS)
    words = [word for vocabulary in vocabularies for word in vocabulary]
    assert len(words) == len(set(words))
