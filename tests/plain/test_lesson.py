"""The lesson in line mode, from its first page to its last."""

import asyncio
import os

import pytest

from jaipur.client.lesson import LessonLink
from jaipur.client.words.cards import action_words
from jaipur.plain import Console, Outcome, learn
from jaipur.plain.lines import Lines
from jaipur.texts import texts

from .talks import Page, typed


def taught(script: str, language: str = "en") -> tuple[Outcome, str]:
    descriptor, out = typed(script), Page()
    try:
        outcome = asyncio.run(learn(Console(texts(language), Lines(descriptor), out, Page())))
    finally:
        os.close(descriptor)
    return outcome, out.text


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("has_words", [False, True])
def test_the_whole_lesson(language: str, has_words: bool) -> None:
    steps = LessonLink(language).steps
    wanted = [step.expect or "" for step in steps]
    if has_words:
        wanted = [action_words(one, texts(language)) if one else "" for one in wanted]
    outcome, said = taught("".join(f"{line}\n" for line in wanted), language)
    assert outcome is Outcome.OVER
    for step in steps:
        assert f"{step.title}." in said
        assert step.text in said


def test_another_action_changes_nothing() -> None:
    outcome, said = taught("\n\n\n\n+KKK\n-GG\nmarket\nresign\nquit\n")
    assert outcome is Outcome.LEFT
    assert "Good idea too, but let us try this first. Type +G" in said
    assert said.count("Type +G, or in words: Take gold.") == 4
    assert "That comes after the lesson" in said
    assert "Step 5" not in said


def test_the_end_of_input_ends_it() -> None:
    outcome, said = taught("\n")
    assert outcome is Outcome.ENDED
    assert said.endswith("You left.\n")
