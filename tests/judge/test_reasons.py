"""Reasons cite statistics of the rollouts, and a recount in plain Python finds the same ones."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest

from jaipur import Action, Exchange, Position, Sell, Take, TakeCamels, View
from jaipur.actions import Action as AnyAction
from jaipur.bots.action_values import new_value_workspace
from jaipur.bots.action_values_numpy import value_options_numpy
from jaipur.bots.beliefs import believed_hands, new_belief_workspace
from jaipur.bots.endings import may_end
from jaipur.bots.engine import hand_in_view, seed_from_view
from jaipur.bots.evaluation import evaluate_actions, new_changes
from jaipur.bots.network import RoundedNetwork
from jaipur.bots.network_file import rollout_network, shipped_network
from jaipur.bots.rollouts import CONSIDERED, FINALISTS, plies_of
from jaipur.bots.weights import SHREWD_WORTH
from jaipur.bots.worlds import new_cycle, new_hands, next_world, start_worlds
from jaipur.goods import GOODS, HAND_LIMIT
from jaipur.judge.judging import FEWEST_WORLDS, WORLDS_AHEAD, Judge
from jaipur.judge.marks import MARKED
from jaipur.judge.model import Decision, Depth, JudgedReason, ReasonKind, Reply
from jaipur.judge.reviewing import review_of
from jaipur.judge.turns import rounds_of
from jaipur.kernel.chance import new_chance
from jaipur.kernel.layout import MAX_ACTIONS, Array, new_position
from jaipur.notation import action_of_code
from jaipur.seats import BySeat, Seat, other
from tests.matches import random_match

RECORD = random_match(3)[1]


@cache
def marked() -> list[tuple[View, Decision]]:
    """Marked decisions of a match between random players, with their views."""
    rounds, _ = rounds_of(RECORD)
    views = {
        (turn.round, turn.number): turn.before.view(turn.seat)
        for played in rounds
        for turn in played.turns
    }
    decisions = review_of(RECORD, Depth.INSTANT).decisions
    return [(views[one.round, one.number], one) for one in decisions if one.mark in MARKED]


def worlds_of(view: View, count: int) -> list[Position]:
    """The worlds that the judge samples, in order."""
    chance, hands, cycle, found = new_chance(), new_hands(), new_cycle(), []
    cells = view.array.copy()
    seed_from_view(chance, 0, cells)
    hand_count = believed_hands(cells, hands, new_belief_workspace())
    start_worlds(hand_count, hands, chance, cycle)
    for _ in range(count):
        world = new_position()
        next_world(cells, hands, chance, cycle, world)
        found.append(Position._wrap(world))
    return found


def choice(position: Position) -> Action:
    """What a side plays in a rollout: the best of the few actions that it values in the end."""
    view = position.view(position.turn).array.copy()
    evaluated = np.zeros((2, MAX_ACTIONS), np.int64)
    by_small, values = (
        values_of(view, network) for network in (rollout_network(), shipped_network())
    )
    considered = list(values)
    if not may_end(view):
        worth = evaluate_actions(
            view, position.turn, hand_in_view(view), SHREWD_WORTH, new_changes(), evaluated
        )
        order = np.argsort(-evaluated[1, :worth], kind="stable")[:CONSIDERED]
        considered = evaluated[0, order].tolist()
    finalists = sorted(considered, key=lambda code: -by_small[code])[:FINALISTS]
    return action_of_code(max(finalists, key=lambda code: values[code]))


def values_of(view: Array, network: RoundedNetwork) -> dict[int, float]:
    """What a network thinks of all actions."""
    valuing = new_value_workspace(network)
    count = value_options_numpy(view, network, valuing)
    return dict(zip(valuing.options[:count].tolist(), valuing.values[0].tolist(), strict=False))


def rollout(world: Position, action: Action, plies: int) -> list[Position]:
    """An action and the plies after it."""
    trail = [world, world.play(action)]
    while len(trail) < plies + 2 and trail[-1].end is None:
        trail.append(trail[-1].play(choice(trail[-1])))
    return trail


def reply_of(trail: list[Position]) -> tuple[Reply, str | None] | None:
    """The kind of the second action, from the market and the hands."""
    if len(trail) < 3:
        return None
    action: AnyAction = choice(trail[1])
    match action:
        case Take(good):
            return Reply.TAKE, good.letter
        case TakeCamels():
            return Reply.CAMELS, None
        case Sell(good, _):
            return Reply.SELL, good.letter
        case Exchange():
            return Reply.EXCHANGE, None
    raise AssertionError(action)


def recounted(reason: JudgedReason, trails: list[list[Position]], me: Seat) -> float:
    """The statistic of a reason, counted again."""
    who = reason.seat
    match reason.kind:
        case ReasonKind.REPLY:
            replies = Counter(map(reply_of, trails))
            assert reason.reply
            return replies[reason.reply, reason.good] / len(trails)
        case ReasonKind.TOKENS:
            goods = [good for good in GOODS if reason.good in (None, good.letter)]
            return float(np.mean([
                sum(sum(trail[-1].tokens(who)[good]) - sum(trail[1].tokens(who)[good])
                    for good in goods)
                for trail in trails
            ]))  # fmt: skip
        case ReasonKind.BONUS:
            won = [len(t[-1].bonus_tokens(who)) - len(t[1].bonus_tokens(who)) for t in trails]
            return float(np.mean(won))
        case ReasonKind.CAMELS:
            leads = [t[-1].herds[me] - t[-1].herds[other(me)] for t in trails]
            return float(np.mean(leads))
        case ReasonKind.ROOM:
            return float(HAND_LIMIT - len(trails[0][1].hand(me)))
        case ReasonKind.END:
            ended = [t[-1].end is not None and len(t) > 2 and t[-2].turn == who for t in trails]
            return float(np.mean(ended))


def test_marked_decisions_have_reasons_of_many_kinds() -> None:
    decisions = [decision for _, decision in marked()]
    assert len(decisions) > 20
    assert sum(bool(one.reasons) for one in decisions) > 0.9 * len(decisions)
    kinds = {reason.kind for one in decisions for reason in one.reasons}
    assert kinds == set(ReasonKind)


@pytest.mark.parametrize("number", range(0, 20, 2))
def test_a_recount_finds_the_same_statistics(number: int) -> None:
    view, decision = marked()[number]
    worlds, plies = worlds_of(view, WORLDS_AHEAD), plies_of(view.deck_size)
    trails = BySeat(
        [rollout(world, decision.best.action, plies) for world in worlds],
        [rollout(world, decision.played.action, plies) for world in worlds],
    )
    for reason in decision.reasons:
        assert reason.actions == plies
        assert reason.best == pytest.approx(recounted(reason, trails[0], view.seat))
        assert reason.played == pytest.approx(recounted(reason, trails[1], view.seat))


def test_a_reason_speaks_for_the_better_action() -> None:
    for view, decision in marked():
        for reason in decision.reasons:
            more = reason.best > reason.played
            assert more == (reason.seat == view.seat)


def test_deeper_verdicts_take_reasons_from_their_own_rollouts() -> None:
    view, decision = next(
        (view, one) for view, one in marked() if one.gap > 0.2 and one.best.chance < 1
    )
    found = Judge(Depth.STANDARD).judge(view, decision.played.action)
    assert found.of_best.worlds >= FEWEST_WORLDS
    assert found.of_played.worlds >= FEWEST_WORLDS
