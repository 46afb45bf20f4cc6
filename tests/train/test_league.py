"""Rivals: a wide family of one-step players, and what they do at the tables of self-play."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from jaipur import Position, lines
from jaipur.bots.engine import hand_in_view
from jaipur.bots.evaluation import CHANGES, evaluate_actions
from jaipur.bots.ladder import player_named
from jaipur.bots.ladder_bot import LadderBot
from jaipur.bots.one_step import best_action
from jaipur.bots.protocol import Limit
from jaipur.bots.weights import GREEDY_WORTH, TABLE_CELLS
from jaipur.compiled import compiled
from jaipur.kernel.layout import MAX_ACTIONS, TURN, Array
from jaipur.notation import code_of
from jaipur.train.league import RIVALS, rival_worths
from jaipur.train.self_play_steps import let_rivals_choose

from .workspace import PROCESSOR, TABLES, Interpreted, TrainingArrays, whole

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
    changes, evaluated = whole(CHANGES), whole(2, MAX_ACTIONS)
    seat, hand = int(view[TURN]), hand_in_view(view)
    count = compiled(evaluate_actions)(view, seat, hand, worth, changes, evaluated)
    return best_action(evaluated, count)


@pytest.mark.parametrize(
    ("device", "plies"),
    [(PROCESSOR, 60), (Interpreted(), 4)],
    ids=["compiled", "interpreted"],
)
def test_a_rival_has_one_option_and_the_others_all_of_theirs(device: Any, plies: int) -> None:
    """Nobody is a rival at the first table, each seat at one of the others."""
    rivals = np.array([[-1, 1], [0, GREEDY], [1, 2]])
    workspace, chance, asked = (
        TrainingArrays(device),
        np.random.default_rng(3),
        np.zeros(TABLES, int),
    )
    changes, evaluated = whole(TABLES, CHANGES), whole(TABLES, 2, MAX_ACTIONS)
    greedy = LadderBot(player_named("greedy"))
    for _ in range(plies):
        workspace.deal()
        workspace.list_options()
        before, positions = workspace.on(device), workspace.positions.copy()
        of_rivals = (workspace.views, rivals, WORTHS, changes, evaluated)
        device.each(
            let_rivals_choose,
            TABLES,
            *of_rivals,
            workspace.options,
            workspace.counts,
            workspace.exact,
        )
        assert np.array_equal(workspace.positions, positions)
        for table, (seat, number) in enumerate(rivals.tolist()):
            if workspace.positions[table, TURN] != seat:
                assert workspace.counts[table] == before.counts[table]
                assert np.array_equal(workspace.options[table], before.options[table])
                continue
            asked[table] += 1
            assert workspace.counts[table] == 1
            assert workspace.options[table, 0] == chosen_by(before.views[table], WORTHS[number])
            if number == GREEDY:
                at = Position.parse(lines.write_position(positions[table]))
                choice = greedy.act(at.view(at.turn), Limit())
                assert workspace.options[table, 0] == code_of(choice)
        workspace.chosen[1] = chance.integers(workspace.counts)
        workspace.play()
    assert asked[0] == 0
    assert min(asked[1:]) >= plies // 4


def test_what_a_rival_chooses_keeps_its_exact_value() -> None:
    workspace, chance, ended = TrainingArrays(PROCESSOR), np.random.default_rng(3), 0
    rivals = np.array([[0, 0], [0, GREEDY], [1, 2]])
    changes, evaluated = whole(TABLES, CHANGES), whole(TABLES, 2, MAX_ACTIONS)
    for _ in range(600):
        workspace.deal()
        workspace.list_options()
        before = workspace.on(PROCESSOR)
        given = (
            workspace.views,
            rivals,
            WORTHS,
            changes,
            evaluated,
            workspace.options,
            workspace.counts,
            workspace.exact,
        )
        PROCESSOR.each(let_rivals_choose, TABLES, *given)
        for table in np.flatnonzero(workspace.counts != before.counts):
            place = before.options[table].tolist().index(workspace.options[table, 0])
            assert workspace.exact[table, 0] == before.exact[table, place]
            ended += before.exact[table, place] != before.exact[table, 0]
        workspace.chosen[1] = chance.integers(workspace.counts)
        workspace.play()
    assert ended >= 5
