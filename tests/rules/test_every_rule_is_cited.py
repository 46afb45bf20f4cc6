"""The books of rules and these tests cover each other: no rule untested, no number made up."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from jaipur import Reason
from jaipur.errors import REASONS
from jaipur.rulebook import DOCUMENTS, rule_book
from tests.rules.docs import ENGLISH, FRENCH, chapters, rules, texts_of_chapters

TEST_FILES = sorted(Path(__file__).parent.glob("test_*.py"))
BOOKLETS = {"000", "001", "002", "003", "004"}
SOURCES = {
    ENGLISH: BOOKLETS | {"decided", "follows", "pictures"},
    FRENCH: BOOKLETS | {"décidé", "découle", "images"},
}
FRENCH_WORDS = {"decided": "décidé", "follows": "découle", "pictures": "images"}


def docstrings() -> Iterator[tuple[str, str]]:
    """The name and the docstring of every rule test."""
    for file in TEST_FILES:
        if file != Path(__file__):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    yield f"{file.name}::{node.name}", ast.get_docstring(node) or ""


def cited(docstring: str) -> set[int]:
    """The rules a docstring begins with."""
    beginning = re.match(r"R\d+(?:, R\d+)*(?=: )", docstring)
    return {int(number) for number in re.findall(r"\d+", beginning[0])} if beginning else set()


@pytest.mark.parametrize("book", [ENGLISH, FRENCH])
def test_numbers_run_without_a_gap(book: str) -> None:
    numbers = [rule.number for chapter in chapters(book) for rule in chapter]
    assert len(numbers) > 100
    assert numbers == list(range(1, len(numbers) + 1))


def test_both_books_have_the_same_rules_in_the_same_chapters() -> None:
    english, french = (
        [[rule.number for rule in chapter] for chapter in chapters(book)]
        for book in (ENGLISH, FRENCH)
    )
    assert len(english) == 16
    assert english == french


@pytest.mark.parametrize("book", [ENGLISH, FRENCH])
def test_every_rule_names_its_sources(book: str) -> None:
    for rule in rules(book).values():
        assert rule.sources, f"R{rule.number}"
        assert set(rule.sources) <= SOURCES[book], f"R{rule.number}"


@pytest.mark.parametrize("book", [ENGLISH, FRENCH])
def test_sources_are_named_for_rules_of_the_chapter_only(book: str) -> None:
    for chapter, text in zip(chapters(book), texts_of_chapters(book), strict=True):
        named = re.findall(r"R(\d+)", text.rstrip().splitlines()[-1])
        assert {int(number) for number in named} <= {rule.number for rule in chapter}


@pytest.mark.parametrize("language", DOCUMENTS)
def test_the_program_reads_the_same_rules(language: str) -> None:
    read, written = rule_book(language), chapters(DOCUMENTS[language])
    assert [
        [(rule.number, rule.text, rule.sources) for rule in chapter.rules]
        for chapter in read.chapters
    ] == [[(rule.number, rule.text, rule.sources) for rule in chapter] for chapter in written]


def test_both_books_name_the_same_sources() -> None:
    french = rules(FRENCH)
    for number, rule in rules(ENGLISH).items():
        expected = tuple(FRENCH_WORDS.get(source, source) for source in rule.sources)
        assert french[number].sources == expected, f"R{number}"


def test_every_rule_test_begins_with_rules_that_exist() -> None:
    numbers = set(rules(ENGLISH))
    wrong = [name for name, text in docstrings() if not cited(text) or cited(text) - numbers]
    assert wrong == []


def test_every_rule_is_cited_by_a_test() -> None:
    tested = {number for _, text in docstrings() for number in cited(text)}
    assert sorted(set(rules(ENGLISH)) - tested) == []


def test_every_chapter_has_its_tests() -> None:
    """One file for each chapter, and one for the examples in them."""
    files = {name.partition("::")[0] for name, _ in docstrings()} - {"test_examples.py"}
    assert len(files) == len(chapters(ENGLISH))


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_cites_a_rule_and_is_asserted(reason: Reason) -> None:
    rule, _ = REASONS[reason]
    assert int(rule.removeprefix("R")) in rules(ENGLISH)
    others = [file for file in TEST_FILES if file != Path(__file__)]
    assert any(
        re.search(rf"\bReason\.{reason.name}\b", file.read_text(encoding="utf-8"))
        for file in others
    )
