"""Actions that end the round at once: only face-down bonus tokens remain unknown."""

from __future__ import annotations

from typing import Final

import numpy as np

from ..goods import BONUS_VALUES, CAMEL_TOKEN_VALUE, PILES_TO_END
from ..kernel.knowledge import tokens_of_tier
from ..kernel.layout import (
    BONUS,
    BONUS_LEFT,
    DECK_LEFT,
    EXCHANGE_LIMIT,
    EXCHANGES,
    HERD,
    MY_BONUS,
    PILE,
    SEAT,
    THEIR_BONUS_COUNT,
    Array,
    fill_cells,
)
from ..kernel.lookup import BONUS_BOX, BONUS_FROM, BONUS_SIZES
from ..kernel.rules import (
    empty_piles,
    first_kind,
    given,
    goods_rupees,
    goods_tokens,
    rupees_in,
    taken,
    tokens_in,
)
from ..packed import CAMELS_ONLY, size
from .leaf_network import WIN
from .weights import COUNTS, PILES, TOKEN_SUMS
from .worlds import WAYS

DECIDED: Final = 1_000_000
"""More than any evaluation: an action that ends the round is ranked by who wins it."""
NO_TIER: Final = -1
LEAST: Final = sum(sum(tier) for tier in BONUS_VALUES)
"""The largest possible difference in bonus rupees, either way."""
MEAN_BONUS: Final = np.array([sum(tier) // len(tier) for tier in BONUS_VALUES], np.int64)
"""The mean value of a bonus token of each tier: exactly 2, 5 and 9."""


def settle_endings(cells: Array, seat: int, lead: int, evaluated: Array, count: int) -> None:
    """Rank the actions that end the round by who is then ahead, with bonus tokens at their mean."""
    for number in range(count):
        action = int(evaluated[0, number])
        if ends_the_round(cells, action):
            final = lead + gain_at_the_end(cells, seat, action)
            decided = DECIDED if final > 0 else -DECIDED
            evaluated[1, number] = 100 * final + (decided if final else 0)


def may_end(cells: Array) -> bool:
    """Return whether any action could end the round this turn (a cheap check)."""
    if cells[DECK_LEFT] < 5 or cells[EXCHANGES] + 1 == cells[EXCHANGE_LIMIT]:
        return True
    return empty_piles(cells) >= PILES_TO_END - 1


def ends_the_round(cells: Array, action: int) -> bool:
    """Return whether an action ends the round: third pile, deck or house rule (R70, R73, R104)."""
    take, give = taken(action), given(action)
    if take == 0:
        pile = cells[PILE + first_kind(give)]
        return bool(0 < pile <= size(give) and empty_piles(cells) >= PILES_TO_END - 1)
    if give == 0:
        return bool(size(take) > cells[DECK_LEFT])
    return bool(cells[EXCHANGES] + 1 == cells[EXCHANGE_LIMIT])


def gain_at_the_end(cells: Array, seat: int, action: int) -> int:
    """Return the lead the last action gains: goods tokens, mean bonus, and the camel token."""
    take, give = taken(action), given(action)
    herd, gain = cells[HERD + seat], 0
    if take == 0:
        good, cards = first_kind(give), size(give)
        gain += int(TOKEN_SUMS[(good * PILES + cells[PILE + good]) * COUNTS + cards]) // 100
        tier = min(cards, 5) - 3
        if cards >= 3 and cells[BONUS_LEFT + tier]:
            gain += int(MEAN_BONUS[tier])
    else:
        herd += (take & CAMELS_ONLY) - (give & CAMELS_ONLY)
    if herd > cells[HERD + 1 - seat]:
        gain += CAMEL_TOKEN_VALUE
    elif herd < cells[HERD + 1 - seat]:
        gain -= CAMEL_TOKEN_VALUE
    return gain


def lead_in_position(position: Array, seat: int) -> int:
    """Return a seat's lead in rupees as far as it can know, without the camel token.

    The opponent's bonus tokens count at their mean.
    """
    lead = goods_rupees(position, seat) - goods_rupees(position, 1 - seat)
    lead += rupees_in(int(position[BONUS + seat]))
    for tier in range(3):
        theirs = tokens_of_tier(int(position[BONUS + 1 - seat]), tier)
        lead -= int(MEAN_BONUS[tier]) * theirs
    return lead


def new_ways() -> Array:
    """Make arrays for counting the arrangements of face-down bonus tokens."""
    return np.zeros((2, 2 * LEAST + 1), np.int64)


def chance_at_the_end(view: Array, action: int, workspace: Array) -> int:
    """Return the exact chance to win by an action that ends the round, in units of 1/WIN.

    This counts every arrangement of the face-down bonus tokens: those the opponent holds and the
    one this sale may draw. Ties go to bonus tokens, then to goods tokens (R84-R87). The workspace
    comes from `new_ways`.
    """
    seat = int(view[SEAT])
    give = given(action)
    mine = rupees_in(int(view[MY_BONUS]))
    lead = goods_rupees(view, seat) - goods_rupees(view, 1 - seat) + mine
    lead += gain_at_the_end(view, seat, action)
    drawn = NO_TIER
    if taken(action) == 0 and size(give) >= 3 and view[BONUS_LEFT + min(size(give), 5) - 3]:
        drawn = min(size(give), 5) - 3
        lead -= int(MEAN_BONUS[drawn])
    ways, spread = workspace[0], workspace[1]
    fill_cells(ways, 0, len(ways), 0)
    ways[LEAST] = 1
    for tier in range(3):
        if view[THEIR_BONUS_COUNT + tier] or drawn == tier:
            spread_by_tier(ways, spread, view, tier, drawn == tier)
            ways, spread = spread, ways
    tie = tie_break(view, seat, action, drawn != NO_TIER)
    won = drawn_ways = total = 0
    for place in range(len(ways)):
        final = lead + place - LEAST
        total += ways[place]
        if final > 0 or (final == 0 and tie > 0):
            won += ways[place]
        elif final == 0 and tie == 0:
            drawn_ways += ways[place]
    return int((2 * won + drawn_ways) * WIN // (2 * total))


def spread_by_tier(ways: Array, spread: Array, view: Array, tier: int, drawn: bool) -> None:
    """Extend the counts by difference in bonus rupees with every arrangement of one tier."""
    least = int(BONUS_BOX[BONUS_FROM[tier]])
    theirs = int(view[THEIR_BONUS_COUNT + tier])
    fill_cells(spread, 0, len(spread), 0)
    low, middle, high = (
        unseen_tokens(view, tier, least),
        unseen_tokens(view, tier, least + 1),
        unseen_tokens(view, tier, least + 2),
    )
    for first in range(min(low, theirs) + 1):
        for second in range(min(middle, theirs - first) + 1):
            third = theirs - first - second
            if third <= high:
                held = WAYS[low, first] * WAYS[middle, second] * WAYS[high, third]
                rupees = least * theirs + second + 2 * third
                if not drawn:
                    shift_ways(ways, spread, -rupees, held)
                else:
                    shift_ways(ways, spread, least - rupees, held * (low - first))
                    shift_ways(ways, spread, least + 1 - rupees, held * (middle - second))
                    shift_ways(ways, spread, least + 2 - rupees, held * (high - third))


def unseen_tokens(view: Array, tier: int, value: int) -> int:
    """Count the bonus tokens of a value that the seat does not hold itself."""
    count = 0
    for place in range(BONUS_FROM[tier], BONUS_FROM[tier] + BONUS_SIZES[tier]):
        count += 1 if BONUS_BOX[place] == value else 0
    return count - ((int(view[MY_BONUS]) >> (4 * value)) & 15)


def shift_ways(ways: Array, spread: Array, rupees: int, times: int) -> None:
    """Add all counts, shifted by `rupees` and multiplied by `times`."""
    if times:
        for place in range(max(0, -rupees), min(len(ways), len(ways) - rupees)):
            spread[place + rupees] += ways[place] * times


def tie_break(view: Array, seat: int, action: int, drawn: bool) -> int:
    """Return a number above 0 if equal rupees win: by bonus tokens, or else by goods tokens."""
    bonus = tokens_in(int(view[MY_BONUS])) + (1 if drawn else 0)
    for tier in range(3):
        bonus -= int(view[THEIR_BONUS_COUNT + tier])
    if bonus:
        return bonus
    goods = goods_tokens(view, seat) - goods_tokens(view, 1 - seat)
    if taken(action) == 0:
        give = given(action)
        goods += min(size(give), int(view[PILE + first_kind(give)]))
    return goods
