"""The lesson: a real round, in which every action asked for is legal and leads on."""

from __future__ import annotations

import ast
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from jaipur.session import lesson as module
from jaipur.session.contract.events import ActedEvent
from jaipur.session.contract.lesson import Lesson, LessonStep
from jaipur.session.contract.responses import Update
from jaipur.session.contract.state import Legal, RoundShown
from jaipur.session.lesson import KEY, NAMES, PAGES, lesson
from jaipur.texts import LANGUAGES


def english() -> Lesson:
    return lesson("en")


def shown_at(step: LessonStep) -> Update:
    return english().updates[step.update]


def round_at(step: LessonStep) -> RoundShown:
    shown = shown_at(step).state.round
    assert shown is not None
    return shown


def tasks() -> list[tuple[LessonStep, str]]:
    """The steps in which something is to be done, and what."""
    return [(step, step.expect) for step in english().steps if step.expect]


def asked_for() -> list[Legal]:
    """What is said of the actions that are to be done."""
    return [
        next(said for said in round_at(step).legal if said.action == action)
        for step, action in tasks()
    ]


def acted(update: Update) -> ActedEvent:
    """The one action that an update tells of."""
    (event,) = update.events
    assert isinstance(event, ActedEvent)
    return event


def test_it_is_shown_as_a_real_table_is() -> None:
    for update in english().updates:
        assert msgspec.json.decode(msgspec.json.encode(update), type=Update) == update
    versions = [update.version for update in english().updates]
    assert versions == sorted(set(versions))
    written = msgspec.json.decode(msgspec.json.encode(english()))
    assert set(written) == {"steps", "updates"}
    for step in written["steps"]:
        assert set(step) == {"title", "text", "expect", "places", "update", "hint"}


def test_every_action_that_is_asked_for_is_legal_and_leads_to_the_next_update() -> None:
    for step, action in tasks():
        now, after = shown_at(step), english().updates[step.update + 1]
        assert action in [said.action for said in round_at(step).legal]
        assert after.after == now.version == after.version - 1
        event = acted(after)
        assert (event.seat, event.action) == (0, action)
        assert event.places == (step.places or ())


def test_the_places_hold_what_is_asked_for_and_nothing_else_does() -> None:
    """So no pupil can pick the right card at a place that the lesson did not foresee."""
    for step, action in tasks():
        taken = action.partition("-")[0].removeprefix("+")
        market = enumerate(round_at(step).market)
        places = tuple(place for place, card in market if taken and card and card in taken)
        assert places == (step.places or ())


def test_steps_go_through_the_updates_in_order_and_the_teacher_answers() -> None:
    steps, updates = english().steps, english().updates
    assert steps[0].update == 0
    for step, following in pairwise(steps):
        between = updates[step.update + 1 : following.update + 1]
        if step.expect:
            mine, theirs = between
            assert (acted(mine).seat, acted(theirs).seat) == (0, 1)
            assert theirs.after == mine.version
        else:
            assert all(update.after is None for update in between)
    assert steps[-1].update == len(updates) - 1


def test_only_one_jump_is_made_and_it_comes_with_the_whole_log() -> None:
    first, jump = [update for update in english().updates if update.after is None]
    assert first.version == 2
    assert [event.version for event in jump.events] == list(range(2, jump.version + 1))


def test_everything_worth_learning_comes_up_in_order() -> None:
    said = asked_for()
    assert [one.kind for one in said] == [
        *("take", "take_camels", "exchange", "sell", "sell", "exchange", "sell"),
        *("take_camels", "sell"),
    ]
    exchanges = [action.partition("-")[2] for _, action in tasks()]
    assert exchanges[2] == "KK"  # with camels only
    assert set(exchanges[5]) > {"K"}  # out of the hand too
    assert said[3].good in ("D", "G", "S")
    assert said[4].bonus_tier == 3


def test_the_pupil_wins_the_round_and_has_the_camel_token() -> None:
    state = english().updates[-1].state
    (result,) = state.results
    assert (state.phase, state.seals) == ("between", (1, 0))
    assert (result.winner, result.camel_token) == (0, 0)
    counted = next(step.text for step in english().steps if step.title == "The count")
    for number in result.rupees:
        assert f" {number}" in counted


def test_what_the_texts_say_of_the_table_is_so() -> None:
    by_title = {step.title: round_at(step) for step in english().steps}
    assert by_title["Sell"].sides[0].hand_size == 7
    assert by_title["Sell"].piles["G"][:3] == (6, 6, 5)
    assert by_title["Be the first to sell"].piles["P"] == (5, 3, 3, 2, 2, 1, 1)
    late = by_title["Camels at the right time"]
    assert [side.herd for side in late.sides] == [2, 5]
    assert [side.hand_size for side in late.sides] == [7, 7]
    assert (late.piles["G"], late.deck) == ((), 6)
    end = by_title["The camel token"]
    assert [side.herd for side in end.sides] == [6, 5]
    assert sorted(good for good, left in end.piles.items() if not left) == ["D", "G", "S"]
    assert by_title["Sell before the end"].piles["D"] == (5, 5)


def test_every_text_is_marked_for_the_catalogue() -> None:
    tree = ast.parse(Path(module.__file__).read_text("utf-8"))
    marked = {
        call.args[0].value
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "message"
        and isinstance(call.args[0], ast.Constant)
    }
    said = {text for page in PAGES for text in (page.title, page.text, page.hint) if text}
    assert said | set(NAMES) == marked


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_lesson_and_keeps_the_key_to_itself(language: str) -> None:
    told = lesson(language)
    assert KEY not in str(told)
    for step, same in zip(told.steps, english().steps, strict=True):
        for name in ("expect", "places", "update"):
            assert getattr(step, name) == getattr(same, name)
        assert "{" not in step.text


def test_nobody_can_change_what_all_are_given() -> None:
    told = english()
    assert isinstance(told.steps, tuple)
    assert isinstance(told.updates, tuple)
    for one, name in ((told, "steps"), (told.steps[0], "title"), (told.updates[0], "state")):
        with pytest.raises(AttributeError):
            setattr(one, name, None)
    assert len(lesson("en").steps) == len(PAGES)


def test_texts_are_short() -> None:
    for page in PAGES:
        assert len(page.text) <= 250, page.title
        assert page.text.count(". ") <= 2, page.title
