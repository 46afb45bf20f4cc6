"""The rules while playing: typed in line mode and at the drawn table, found by number and word."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from jaipur.client.vocabulary import TypedCommand, find_command
from jaipur.plain import Outcome
from jaipur.rulebook import find, plain_lines, rule_book, short_rules
from jaipur.session.table_request import TableRequest
from jaipur.texts import texts

from ..plain.talks import hear
from ..plain.test_lesson import taught
from .pilot import SMALL, click_text, run, screen_text, until_screen, until_text
from .table_hands import new_app, new_server, seated

EN, FR = texts("en"), texts("fr")


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAIPUR_HOME", str(tmp_path))


@pytest.mark.parametrize(
    ("typed", "asked"),
    [("rules", ""), ("Rules 31", "31"), ("règles Troc", "Troc"), ("REGLES pioche", "pioche")],
)
def test_the_words_are_understood(typed: str, asked: str) -> None:
    assert find_command(typed) == (TypedCommand.RULES, asked)


@pytest.mark.parametrize("asked", ["31", "R31", "bonus", "deck"])
def test_line_mode_says_what_the_command_prints(asked: str) -> None:
    heard = hear(f"rules {asked}\n")
    said = [line for line in plain_lines(find(asked, EN), EN) if line]
    assert heard.after(f"rules {asked}")[: len(said)] == said


def test_line_mode_in_french() -> None:
    heard = hear("règles 31\nrègles tout\n", language="fr")
    assert heard.after("règles 31") == [f"R31. {rule_book('fr').rules[31].text}"]
    whole = heard.after("règles tout")
    assert [line for line in plain_lines(find("", FR), FR) if line] == whole


def test_without_more_the_short_rules_and_how_to_go_on() -> None:
    said = hear("rules\n").after("rules")
    assert said[:6] == [f"{rule.title}: {rule.words}" for rule in short_rules(EN)]
    assert "rules 31" in said[6]
    assert all(chapter.name in said[7] for chapter in rule_book("en").chapters)


def test_what_is_not_there_is_said_in_a_sentence() -> None:
    heard = hear("rules bonsu\n", is_terminal=True)
    assert "No rule has “bonsu”; did you mean bonus?" in heard.out
    assert hear("rules bonsu\n").outcome is Outcome.STOPPED


def test_a_lesson_answers_too() -> None:
    _outcome, said = taught("rules 31\nrules bonsu\nquit\n")
    assert "R31. No kind of good" in said
    assert "did you mean bonus?" in said


def at_the_table(test: Callable[[Pilot[Any]], Awaitable[None]], language: str = "en") -> None:
    async def whole() -> None:
        with new_server() as server:
            app = new_app(server, TableRequest("Ana", bot="greedy", seed=7), language=language)
            async with app.run_test(size=SMALL) as pilot:
                await seated(pilot)
                await test(pilot)

    run(whole())


async def type_in(pilot: Pilot[Any], text: str) -> None:
    await pilot.press("slash")
    await until_screen(pilot, "TypedScreen")
    await pilot.press(*("space" if letter == " " else letter for letter in text))


@pytest.mark.parametrize(("language", "word"), [("en", "rules"), ("fr", "regles")])
def test_a_rule_lies_over_the_drawn_table(language: str, word: str) -> None:
    async def test(pilot: Pilot[Any]) -> None:
        await type_in(pilot, f"{word} 31")
        assert texts(language)("Enter shows the rules.") in screen_text(pilot.app)
        await pilot.press("enter")
        await until_screen(pilot, "RulesScreen")
        await until_text(pilot, f"R31   {rule_book(language).rules[31].text[:40]}")
        await pilot.press("escape")
        await until_screen(pilot, "TableScreen")

    at_the_table(test, language)


def test_a_word_that_no_rule_has_is_said_where_it_was_typed() -> None:
    async def test(pilot: Pilot[Any]) -> None:
        await type_in(pilot, "rules bonsu")
        await pilot.press("enter")
        await until_text(pilot, "did you mean bonus?")
        assert type(pilot.app.screen).__name__ == "TypedScreen"

    at_the_table(test)


def test_an_action_that_is_not_legal_is_refused_with_its_rule() -> None:
    async def test(pilot: Pilot[Any]) -> None:
        await type_in(pilot, "-S")
        await pilot.press("enter")
        await until_text(pilot, "(R66).")
        said = str(pilot.app.screen.query_one("#notice", Static).visual)
        assert said == "Diamonds, gold and silver are sold two or more at a time (R66)."

    at_the_table(test)


def test_the_help_and_the_menu_lead_to_all_rules() -> None:
    async def test(pilot: Pilot[Any]) -> None:
        await pilot.press("f1")
        await until_screen(pilot, "HelpScreen")
        await pilot.press("end")
        await click_text(pilot, "Rules")
        await until_screen(pilot, "RulesScreen")
        await until_text(pilot, "Jaipur in one minute")
        await pilot.press("end")
        await until_text(pilot, "004     French")

    at_the_table(test)
