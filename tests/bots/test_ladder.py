"""A player is one file and one line: whatever else a line needs, a test here names if missing."""

import re
from pathlib import Path

import pytest

from jaipur.bots.ladder import LADDER, Player
from jaipur.bots.players import __name__ as players_package
from jaipur.session.words.names import bot_name
from jaipur.texts import texts

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "src/jaipur/bots/players").glob("[a-z]*.py"))
each = pytest.mark.parametrize("player", LADDER, ids=lambda player: player.name)


def engine_file(player: Player) -> str:
    return f"{player.engine.think.__module__.removeprefix(players_package + '.')}.py"


def test_names_are_words_of_their_own() -> None:
    names = [player.name for player in LADDER]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z]+", name) for name in names)


def test_the_ladder_goes_up() -> None:
    ratings = [player.rating for player in LADDER]
    assert ratings == sorted(ratings)


def test_every_file_of_players_is_on_the_ladder() -> None:
    assert {engine_file(player) for player in LADDER} == {path.name for path in FILES}


@each
def test_its_name_and_character_are_there_in_french(player: Player) -> None:
    known = texts("fr").catalogue()
    missing = [words for words in (player.title, player.character) if words not in known]
    assert not missing, f"{player.name} has no French for {missing} (run.py catalogue)"
    assert bot_name(player.name, texts("en")) == player.title


@each
def test_it_has_a_portrait(player: Player) -> None:
    art = (ROOT / "src/jaipur/web/static/art.svg").read_text("utf-8")
    assert f'id="bot-{player.name}"' in art, f"art.svg has no symbol bot-{player.name}"
