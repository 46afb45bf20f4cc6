"""Rivals: a wide family of one-step players, and what they do at the tables of self-play."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from jaipur import Position, lines
from jaipur.bots.choosing import hand_in_view
from jaipur.bots.evaluation import CHANGES, judge_actions
from jaipur.bots.players import LadderBot, player_named
from jaipur.bots.protocol import Limit
from jaipur.bots.search import best_action
from jaipur.bots.weights import GREEDY_WORTH, TABLE_CELLS
from jaipur.compiled import compiled
from jaipur.kernel.layout import MAX_ACTIONS, TURN, Array
from jaipur.notation import code_of
from jaipur.train.league import RIVALS, rival_worths
from jaipur.train.steps import let_rivals_choose

from .room import PROCESSOR, TABLES, Interpreted, Room, whole

WORTHS = np.stack([*rival_worths(3, 1), GREEDY_WORTH])
GREEDY = 3


def test_every_rival_believes_something_else() -> None:
    worths = rival_worths(RIVALS, 1)
    assert worths.shape == (RIVALS, TABLE_CELLS)
    assert worths.dtype == np.int64
    assert len({worth.tobytes() for worth in worths}) == RIVALS
    assert not (worths == GREEDY_WORTH).all(axis=1).any()


def test_the_seed_says_who_the_rivals_are() -> None:
    assert np.array_equal(rival_worths(20, 1), rival_worths(20, 1))
    assert np.array_equal(rival_worths(20, 1)[:7], rival_worths(7, 1))
    assert not (rival_worths(20, 1) == rival_worths(20, 2)).all(axis=1).any()


def chosen_by(view: Array, worth: Array) -> int:
    """What a one-step player with these beliefs does."""
    changes, judged = whole(CHANGES), whole(2, MAX_ACTIONS)
    seat, hand = int(view[TURN]), hand_in_view(view)
    count = compiled(judge_actions)(view, seat, hand, worth, changes, judged)
    return best_action(judged, count)


@pytest.mark.parametrize(
    ("device", "plies"),
    [(PROCESSOR, 60), (Interpreted(), 4)],
    ids=["compiled", "interpreted"],
)
def test_a_rival_has_one_option_and_the_others_all_of_theirs(device: Any, plies: int) -> None:
    """Nobody is a rival at the first table, each seat at one of the others."""
    rivals = np.array([[-1, 1], [0, GREEDY], [1, 2]])
    room, chance, asked = Room(device), np.random.default_rng(3), np.zeros(TABLES, int)
    changes, judged = whole(TABLES, CHANGES), whole(TABLES, 2, MAX_ACTIONS)
    greedy = LadderBot(player_named("greedy"))
    for _ in range(plies):
        room.deal()
        room.list_options()
        before, positions = room.on(device), room.positions.copy()
        of_rivals = (room.views, rivals, WORTHS, changes, judged)
        device.each(let_rivals_choose, TABLES, *of_rivals, room.options, room.counts, room.exact)
        assert np.array_equal(room.positions, positions)
        for table, (seat, number) in enumerate(rivals.tolist()):
            if room.positions[table, TURN] != seat:
                assert room.counts[table] == before.counts[table]
                assert np.array_equal(room.options[table], before.options[table])
                continue
            asked[table] += 1
            assert room.counts[table] == 1
            assert room.options[table, 0] == chosen_by(before.views[table], WORTHS[number])
            if number == GREEDY:
                at = Position.parse(lines.write_position(positions[table]))
                choice = greedy.act(at.view(at.turn), Limit())
                assert room.options[table, 0] == code_of(choice)
        room.chosen[1] = chance.integers(room.counts)
        room.play()
    assert asked[0] == 0
    assert min(asked[1:]) >= plies // 4


def test_what_a_rival_chooses_keeps_its_exact_value() -> None:
    room, chance, ended = Room(PROCESSOR), np.random.default_rng(3), 0
    rivals = np.array([[0, 0], [0, GREEDY], [1, 2]])
    changes, judged = whole(TABLES, CHANGES), whole(TABLES, 2, MAX_ACTIONS)
    for _ in range(600):
        room.deal()
        room.list_options()
        before = room.on(PROCESSOR)
        given = (room.views, rivals, WORTHS, changes, judged, room.options, room.counts, room.exact)
        PROCESSOR.each(let_rivals_choose, TABLES, *given)
        for table in np.flatnonzero(room.counts != before.counts):
            place = before.options[table].tolist().index(room.options[table, 0])
            assert room.exact[table, 0] == before.exact[table, place]
            ended += before.exact[table, place] != before.exact[table, 0]
        room.chosen[1] = chance.integers(room.counts)
        room.play()
    assert ended >= 5
