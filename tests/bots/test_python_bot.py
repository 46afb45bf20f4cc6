"""Bots of a class of one's own, as `module:Class`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from jaipur import Position, SeededDeals
from jaipur.arena.entrants import parse_entrants
from jaipur.arena.playing import Piece, play_piece
from jaipur.arena.sides import side_of
from jaipur.bots.protocol import BotFailed, Failure, Limit, LimitError, UnknownBot
from jaipur.bots.python_bot import PythonBot

MODULE = """
from jaipur.bots.protocol import Choice
from jaipur import parse_action

class First:
    name = "first"
    def choose(self, view, limit):
        return Choice(view.legal_actions()[0], None, 1)

class Broken(First):
    def choose(self, view, limit):
        raise ValueError("no idea.")

class Illegal(First):
    def choose(self, view, limit):
        return Choice(parse_action("-DDD"), None, 1)

class Silent(First):
    def choose(self, view, limit):
        return None

class Needy(First):
    def __init__(self, seed):
        pass

class Idle:
    pass

value = 3
"""


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """`mybot.py` in the working folder."""
    (tmp_path / "mybot.py").write_text(MODULE)
    (tmp_path / "mybroken.py").write_text("import nothing_of_this_name")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path.copy())
    yield
    sys.modules.pop("mybot", None)


def to_act() -> Position:
    return Position.deal(SeededDeals(1).deal(0))


def test_it_plays_in_the_arena() -> None:
    entrants = parse_entrants(["mybot:First", "greedy"])
    assert [entrant.name for entrant in entrants] == ["mybot:First", "greedy"]
    sides = [side_of(entrant, 1) for entrant in entrants]
    played = play_piece(Piece(0, 0, 2), sides, 1, whole_matches=False)
    assert not played.failures
    assert len(played.games) == 4


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nomodule:Bot", "cannot be imported: ModuleNotFoundError"),
        ("mybroken:Bot", "cannot be imported: ModuleNotFoundError: No module named 'nothing_of"),
        ("mybot:Nobody", "mybot needs a class Nobody with a method choose(view, limit)"),
        ("mybot:Idle", "needs a class Idle with a method choose"),
        ("mybot:value", "needs a class value with a method choose"),
        ("mybot:Needy", "cannot be created without arguments: TypeError"),
        ("mybot", "There is no bot named mybot"),
    ],
)
def test_what_is_no_bot_is_refused_before_anything_is_played(text: str, words: str) -> None:
    with pytest.raises(UnknownBot) as refused:
        parse_entrants([text, "greedy"])
    assert words in str(refused.value)


def test_a_player_with_a_wrong_node_count_is_still_a_player() -> None:
    with pytest.raises(LimitError, match="is not a node count; try merchant:500"):
        parse_entrants(["merchant:many", "greedy"])


@pytest.mark.parametrize(
    ("name", "failure", "words"),
    [
        ("Broken", Failure.DIED, "mybot:Broken raised an error: ValueError: no idea."),
        ("Illegal", Failure.ILLEGAL, "mybot:Illegal chose an illegal action."),
        ("Silent", Failure.UNREADABLE, "mybot:Silent returned None; expected: a Choice"),
    ],
)
def test_how_it_can_fail_to_answer(name: str, failure: Failure, words: str) -> None:
    view = to_act().view(to_act().turn)
    with pytest.raises(BotFailed) as failed:
        PythonBot(f"mybot:{name}").choose(view, Limit())
    assert failed.value.failure is failure
    assert str(failed.value).startswith(words)
