"""The book of rules as the shells read it: what is found, and how it is laid out."""

from __future__ import annotations

import re

import pytest

from jaipur.goods import BONUS_VALUES, CAMEL_TOKEN_VALUE, HAND_LIMIT, SEALS_TO_WIN, TIERS
from jaipur.rulebook import (
    Found,
    NoSuchRule,
    find,
    laid_out,
    plain_lines,
    rule_book,
    short_rules,
)
from jaipur.texts import LANGUAGES, texts

EN, FR = texts("en"), texts("fr")


def numbers(found: Found) -> list[int]:
    return [rule.number for chapter in found.chapters for rule in chapter.rules]


@pytest.mark.parametrize("asked", ["R31", "31", "r31", " r 31 ", "R31."])
def test_a_rule_by_its_number(asked: str) -> None:
    found = find(asked, EN)
    assert numbers(found) == [31]
    assert plain_lines(found, EN) == [f"R31. {rule_book('en').rules[31].text}"]


@pytest.mark.parametrize("asked", ["0", "112", "R999999999"])
def test_a_number_that_no_rule_has(asked: str) -> None:
    with pytest.raises(NoSuchRule, match="they are numbered R1 to R111"):
        find(asked, EN)


@pytest.mark.parametrize(
    ("asked", "chapter"),
    [
        ("Bonus", "bonus"),
        ("EXCH", "exchange"),
        ("scoring and", "scoring"),
        ("ties", "scoring"),
        ("set up", "set-up"),
        ("house", "house-rule"),
    ],
)
def test_a_chapter_by_its_name_or_a_part_of_it(asked: str, chapter: str) -> None:
    found = find(asked, EN)
    assert [one.id for one in found.chapters] == [chapter]
    whole = next(one for one in rule_book("en").chapters if one.id == chapter)
    assert found.chapters == (whole,)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_is_found_by_its_whole_name(language: str) -> None:
    for chapter in rule_book(language).chapters:
        assert find(chapter.name.upper(), texts(language)).chapters == (chapter,)


@pytest.mark.parametrize("asked", ["épuisée", "EPUISEE", "epuisee"])
def test_accents_and_capitals_do_not_matter(asked: str) -> None:
    found = numbers(find(asked, FR))
    assert found == [n for n, rule in rule_book("fr").rules.items() if "épuisée" in rule.text]
    assert len(found) > 3


def test_a_word_finds_every_rule_that_has_it_under_its_chapter() -> None:
    found = find("deck", EN)
    having = [n for n, rule in rule_book("en").rules.items() if re.search(r"\bdeck", rule.text)]
    assert numbers(found) == having
    assert all(chapter.rules and not chapter.sources for chapter in found.chapters)
    assert numbers(find("deck empty", EN)) == [25]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("bonsu", "No rule has “bonsu”; did you mean bonus?"),
        ("qwzx", "No rule has “qwzx”; ask for a number, a word or a chapter: Material and set-up,"),
    ],
)
def test_nothing_found_is_one_sentence_that_proposes_something(asked: str, said: str) -> None:
    with pytest.raises(NoSuchRule) as caught:
        find(asked, EN)
    assert str(caught.value).startswith(said)
    assert FR.error(caught.value) != str(caught.value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_in_full_on_one_line(language: str) -> None:
    _ = texts(language)
    lines = plain_lines(find("", _), _)
    for rule in rule_book(language).rules.values():
        assert f"{rule.name}. {re.sub('[*`]', '', rule.text)}" in lines
    assert not [line for line in lines if re.search(r"[*`|]|\]\(", line)]
    assert lines[0] == rule_book(language).title


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [40, 79, 300])
def test_rows_are_no_wider_than_they_may_be_and_lose_nothing(language: str, width: int) -> None:
    _ = texts(language)
    found = find("", _)
    rows = ["".join(text for text, _style in row) for row in laid_out(found, width)]
    assert max(map(len, rows)) <= width
    assert not [row for row in rows if "*" in row or "`" in row]
    shown = " ".join(" ".join(rows).split())
    for rule in rule_book(language).rules.values():
        words = re.sub("[*`]", "", rule.text)
        assert f"{rule.name} {' '.join(words.split())}" in shown


def test_a_number_hangs_before_its_rule() -> None:
    rows = laid_out(find("R54", EN), 60)
    assert rows[0][0] == ("R54   ", "number")
    assert all(row[0] == ("      ", "") for row in rows[1:])
    assert len(rows) > 3


def test_examples_stand_apart() -> None:
    rows = laid_out(find("exchange", EN), 79)
    apart = [row for row in rows if row and row[0] == ("│ ", "quiet")]
    assert apart[0][1] == ("Example: two for two.", "strong")
    assert len(apart) > 10


SHORT_TRUTHS = {
    "en": ["at least two at a time", "with equal herds nobody", "The loser starts the next round"],
    "fr": ["au minimum par deux", "à égalité personne", "Qui a perdu commence"],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_in_one_minute_have_what_one_would_get_wrong(language: str) -> None:
    told = " ".join(rule.words for rule in short_rules(texts(language)))
    assert all(truth in told for truth in SHORT_TRUTHS[language])
    joined = {"en": "{}–{}", "fr": "{} à {}"}[language]
    for values in BONUS_VALUES:
        assert joined.format(min(values), max(values)) in told
    assert f"{CAMEL_TOKEN_VALUE} " in told
    assert (HAND_LIMIT, SEALS_TO_WIN, TIERS) == (7, 2, (3, 4, 5))  # written as words
