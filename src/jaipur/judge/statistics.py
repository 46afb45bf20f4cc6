"""Statistics of rollouts: what happens after an action, for the reasons of a verdict."""

from __future__ import annotations

from typing import Final

import numpy as np

from ..bots.network import Doubles
from ..bots.rollouts import RolloutArrays, play_out
from ..bots.worlds import next_world
from ..goods import CAMEL, GOODS_KINDS
from ..kernel.layout import BONUS, END, HERD, RUNNING, SEAT, TOKENS, Array
from ..kernel.rules import first_kind, given, rupees_in, taken, tokens_in
from ..packed import CAMELS_ONLY

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


def new_statistics(options: int) -> Doubles:
    """Make an array for the sums, and the sums of squares, of the statistics of each option."""
    return np.zeros((options, 2, COUNTED))


def try_options(  # noqa: PLR0913, PLR0917  # compiled code takes plain arrays
    view: Array,
    options: Array,
    tried: Array,
    first: int,
    end: int,
    plies: int,
    arrays: RolloutArrays,
    counted: Doubles,
) -> None:
    """Play the tried options out for some plies, in worlds `first` … `end - 1`.

    `tried` has the rows of the options; `options` has the actions by row. `counted` has the sums
    and the sums of squares of their statistics.
    """
    seat = int(view[SEAT])
    for world in range(first, end):
        next_world(view, arrays.hands, arrays.chance, arrays.cycle, arrays.world)
        for number in range(len(tried)):
            row = tried[number]
            mover = play_out(seat, int(options[row]), row, world, plies, arrays)
            count_reply(int(arrays.reply[0]), counted[row])
            count_gains(seat, mover, arrays.start, arrays.position, counted[row])


def count_reply(reply: int, counted: Doubles) -> None:
    """Add the opponent's reply, if there was one."""
    if reply:
        note(counted, REPLY + kind_of(reply), 1.0)


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
