"""Rollouts: actions played out in sampled worlds, in which both sides play on as the vizier.

All actions are tried in the same worlds, which are drawn by belief (`bots.beliefs`). A rollout
stops after some plies, where the position network, which knows both hands, values it. The luck
of everything turned up on the way is subtracted, as backgammon programs do: that changes no mean
and takes away most of the noise.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ..bots.action_values import (
    ValueWorkspace,
    best_option,
    new_value_workspace,
    value_listed,
    value_options,
)
from ..bots.beliefs import believed_hands
from ..bots.endings import may_end
from ..bots.engine import hand_in_view, seed_from_view
from ..bots.evaluation import evaluate_actions, new_changes
from ..bots.network import Doubles, RoundedNetwork
from ..bots.network_file import shipped_network
from ..bots.weights import SHREWD_WORTH
from ..bots.worlds import new_cycle, new_hands, next_world, start_worlds
from ..goods import CAMEL, GOODS_KINDS
from ..kernel.chance import new_chance
from ..kernel.knowledge import observe
from ..kernel.layout import (
    BONUS,
    END,
    HERD,
    MAX_ACTIONS,
    POSITION_CELLS,
    RUNNING,
    SEAT,
    TOKENS,
    TURN,
    Array,
    copy_cells,
    new_position,
    new_view,
)
from ..kernel.rules import apply, first_kind, given, rupees_in, taken, tokens_in
from ..packed import CAMELS_ONLY
from .luck import SAMPLES, LuckWorkspace, luck_of, new_luck_workspace
from .position_network import chance_and_margin

CONSIDERED: Final = 16
"""Actions that a side considers in a rollout: the vizier's choice is one of them in 96 % of turns,
and where it is not, the best of them is nearly as good."""
REPLY: Final = 0
"""+ kind: how often the opponent replied with that kind of action (see `kind_of`)."""
REPLY_KINDS: Final = 2 * GOODS_KINDS + 2
RUPEES: Final = REPLY + REPLY_KINDS
"""+ 6 * side + good: rupees of goods tokens won; side 0 decides, side 1 is the opponent."""
BONUSES: Final = RUPEES + 2 * GOODS_KINDS
"""+ side: bonus tokens won."""
ALL_RUPEES: Final = BONUSES + 2
"""+ side: rupees of all goods tokens won."""
CAMELS: Final = ALL_RUPEES + 2
"""How much larger the herd of the side that decides is at the end of the rollout."""
ENDS: Final = CAMELS + 1
"""+ side: how often that side ended the round."""
COUNTED: Final = ENDS + 2
"""Cells of the statistics of an action: of what happens after it."""


class RolloutArrays(NamedTuple):
    """Reusable arrays of a search.

    `outcomes` and `margins` have a row for each option tried and a column for each world;
    `counted` has the sums and the sums of squares of the statistics of each option.
    """

    network: RoundedNetwork
    valuing: ValueWorkspace
    luck: LuckWorkspace
    seen: Array
    world: Array
    position: Array
    start: Array
    before: Array
    chance: Array
    hands: Array
    cycle: Array
    changes: Array
    evaluated: Array
    outcomes: Doubles
    margins: Doubles
    counted: Doubles


def new_rollout_arrays(options: int, worlds: int) -> RolloutArrays:
    """Make arrays for at most this many options and worlds."""
    network = shipped_network()
    return RolloutArrays(
        network,
        new_value_workspace(network),
        new_luck_workspace(SAMPLES),
        new_view(),
        new_position(),
        new_position(),
        new_position(),
        new_position(),
        new_chance(),
        new_hands(),
        new_cycle(),
        new_changes(),
        np.zeros((2, MAX_ACTIONS), np.int64),
        np.zeros((options, worlds)),
        np.zeros((options, worlds)),
        np.zeros((options, 2, COUNTED)),
    )


def start_rollouts(view: Array, seed: int, arrays: RolloutArrays) -> None:
    """Seed the worlds from the view, and forget all statistics."""
    seed_from_view(arrays.chance, seed, view)
    count = believed_hands(view, arrays.hands)
    start_worlds(count, arrays.hands, arrays.chance, arrays.cycle)
    for option in range(len(arrays.counted)):
        for cell in range(COUNTED):
            arrays.counted[option, 0, cell] = arrays.counted[option, 1, cell] = 0.0


def try_options(  # noqa: PLR0913, PLR0917  # compiled code takes plain arrays
    view: Array,
    options: Array,
    tried: Array,
    first: int,
    end: int,
    plies: int,
    arrays: RolloutArrays,
) -> None:
    """Play the tried options out for some plies, in worlds `first` … `end - 1`.

    `tried` has the rows of the options; `options` has the actions by row.
    """
    for world in range(first, end):
        next_world(view, arrays.hands, arrays.chance, arrays.cycle, arrays.world)
        for number in range(len(tried)):
            row = tried[number]
            play_out(int(view[SEAT]), int(options[row]), row, world, plies, arrays)


def play_out(
    seat: int, action: int, row: int, world: int, plies: int, arrays: RolloutArrays
) -> None:
    """Play an action and the plies after it in the current world, and note what came of it."""
    position, counted = arrays.position, arrays.counted[row]
    copy_cells(arrays.world, position, POSITION_CELLS)
    luck, mover = act(action, arrays), seat
    copy_cells(position, arrays.start, POSITION_CELLS)
    for ply in range(plies):
        if position[END] != RUNNING:
            break
        mover = int(position[TURN])
        observe(position, mover, arrays.seen)
        chosen = choose(arrays)
        luck += act(chosen, arrays)
        if ply == 0:
            note(counted, REPLY + kind_of(chosen), 1.0)
    chance, margin = chance_and_margin(position, arrays.luck.values)
    arrays.outcomes[row, world] = chance - luck if seat == 0 else 1.0 - chance + luck
    arrays.margins[row, world] = margin if seat == 0 else -margin
    count_gains(seat, mover, arrays.start, position, counted)


def act(action: int, arrays: RolloutArrays) -> float:
    """Apply an action in the rollout, and return the luck of what it turned up."""
    copy_cells(arrays.position, arrays.before, POSITION_CELLS)
    apply(arrays.position, action)
    return luck_of(arrays.before, arrays.position, arrays.luck)


def choose(arrays: RolloutArrays) -> int:
    """Return the vizier's choice for the view in `seen`, nearly always.

    It values only the best actions by the one-step evaluation, or all where the round may end.
    """
    view, valuing = arrays.seen, arrays.valuing
    if may_end(view):
        count = value_options(view, arrays.network, valuing)
    else:
        count = list_considered(view, valuing.options, arrays.changes, arrays.evaluated)
        value_listed(view, count, arrays.network, valuing)
    return int(valuing.options[best_option(valuing.values, count)])


def list_considered(view: Array, options: Array, changes: Array, evaluated: Array) -> int:
    """Write the best actions by the one-step evaluation, and return their number."""
    hand = hand_in_view(view)
    count = evaluate_actions(view, int(view[SEAT]), hand, SHREWD_WORTH, changes, evaluated)
    for place in range(min(CONSIDERED, count)):
        best = place
        for number in range(place + 1, count):
            if evaluated[1, number] > evaluated[1, best]:
                best = number
        action, worth = evaluated[0, best], evaluated[1, best]
        evaluated[0, best], evaluated[1, best] = evaluated[0, place], evaluated[1, place]
        options[place], evaluated[0, place], evaluated[1, place] = action, action, worth
    return min(CONSIDERED, count)


def kind_of(action: int) -> int:
    """Return the kind of an action: 0-5 takes that good, 6 camels, 7-12 sells, 13 exchanges."""
    take, give = taken(action), given(action)
    if take == 0:
        return CAMEL + 1 + first_kind(give)
    if give:
        return REPLY_KINDS - 1
    return CAMEL if take & CAMELS_ONLY else first_kind(take)


def count_gains(seat: int, mover: int, start: Array, position: Array, counted: Doubles) -> None:
    """Add what each side gained since the action judged; `mover` acted last."""
    for side in range(2):
        who, total = seat if side == 0 else 1 - seat, 0
        for good in range(GOODS_KINDS):
            cell = TOKENS + GOODS_KINDS * who + good
            won = rupees_in(int(position[cell])) - rupees_in(int(start[cell]))
            note(counted, RUPEES + GOODS_KINDS * side + good, float(won))
            total += won
        note(counted, ALL_RUPEES + side, float(total))
        bonuses = tokens_in(int(position[BONUS + who])) - tokens_in(int(start[BONUS + who]))
        note(counted, BONUSES + side, float(bonuses))
    note(counted, CAMELS, float(position[HERD + seat] - position[HERD + 1 - seat]))
    if position[END] != RUNNING and start[END] == RUNNING:
        note(counted, ENDS + (0 if mover == seat else 1), 1.0)


def note(counted: Doubles, cell: int, value: float) -> None:
    """Add a value and its square to the sums of a statistic."""
    counted[0, cell] += value
    counted[1, cell] += value * value
