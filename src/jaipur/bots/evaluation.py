"""The one-step evaluation: the worth of each legal action to the mover, in hundredths of a rupee.

It reads the public cells, which a view and a position share, and the mover's own hand. So the same
function works at the table and in the sampled worlds of a search. All numbers are integers.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ..goods import GOODS_KINDS, HAND_LIMIT, MARKET_SIZE, PRECIOUS_KINDS
from ..kernel.layout import (
    BONUS_LEFT,
    DECK_LEFT,
    GIVE_BITS,
    HERD,
    MARKET,
    PILE,
    SHOWN,
    Array,
)
from ..kernel.lookup import PARTS, PARTS_FROM, PARTS_ROW, index
from ..kernel.rules import gives_for
from ..packed import CAMELS_ONLY, GOODS_ONLY, count_of, one, size
from .weights import (
    BONUS_WORTH,
    CAMEL_OFFER,
    COUNTS,
    DECK_BASE,
    DECK_STEP,
    HAND_COST,
    HERD_WORTH,
    LEAD_IN_CAMELS,
    OFFER,
    PILES,
    PILES_BASE,
    PILES_STEP,
    RACE,
    REVEAL,
    SHARE_BITS,
    TOKEN_SUMS,
    WHOLE,
)

STEPS: Final = 16
"""Cells a good has among the changes: STEPS * good + 8 + cards taken or - cards given."""
PAID: Final = STEPS * GOODS_KINDS
"""+ camels: the change of herd and hand when an exchange is paid with that many camels."""
SHARE: Final = PAID + MARKET_SIZE + 1
BEFORE: Final = SHARE + 1
"""The cost of the hand before the action, less what the market offers the opponent."""
CHANGES: Final = BEFORE + 1


def new_changes() -> Array:
    """Make an array in which `evaluate_actions` stores the worth of each change of the hand."""
    return np.zeros(CHANGES, np.int64)


def evaluate_actions(
    cells: Array, seat: int, hand: int, table: Array, changes: Array, evaluated: Array
) -> int:
    """Write every legal action and its worth into the two rows of `evaluated`; return the count.

    The actions come in canonical order. A worth is meaningful only beside others of the same turn.
    """
    weigh_goods(cells, seat, hand, table, changes)
    weigh_camels(cells, seat, hand, table, changes)
    written = evaluate_takes(cells, seat, hand, table, changes, evaluated)
    written = evaluate_sales(cells, seat, hand, table, changes, evaluated, written)
    return evaluate_exchanges(
        int(cells[MARKET]), hand, int(cells[HERD + seat]), changes, evaluated, written
    )


def weigh_goods(cells: Array, seat: int, hand: int, table: Array, changes: Array) -> None:
    """Compute the worth of taking or giving n cards of each good.

    It includes the price of leaving a card in the market, where the opponent may take it.
    """
    market, shown = int(cells[MARKET]), int(cells[SHOWN + 1 - seat])
    share = share_of_held(cells, table)
    offer, offered = (share * int(table[OFFER])) >> SHARE_BITS, 0
    for good in range(GOODS_KINDS):
        mine, theirs, pile = count_of(hand, good), count_of(shown, good), int(cells[PILE + good])
        there = (good * PILES + pile) * COUNTS + min(theirs, HAND_LIMIT - 1)
        price = (int(table[there + 1] - table[there]) * offer) >> SHARE_BITS
        on_offer = count_of(market, good)
        offered += on_offer * price
        rush = int(table[RACE]) if theirs >= 2 else 0
        own = (good * PILES + pile) * COUNTS + mine
        behind = own - min(theirs, pile) * COUNTS
        middle = STEPS * good + 8
        for cards in range(-mine, on_offer + 1):
            change = int(table[own + cards] - table[own]) * (WHOLE - rush)
            change += int(table[behind + cards] - table[behind]) * rush
            changes[middle + cards] = ((change * share) >> (2 * SHARE_BITS)) + price * cards
    offered += int(table[CAMEL_OFFER]) * (market & CAMELS_ONLY)
    changes[SHARE] = share
    changes[BEFORE] = int(table[HAND_COST + size(hand)]) - offered


def weigh_camels(cells: Array, seat: int, hand: int, table: Array, changes: Array) -> None:
    """Compute the worth of paying for an exchange with n camels: herd, hand and market."""
    herd, their_herd, held = int(cells[HERD + seat]), int(cells[HERD + 1 - seat]), size(hand)
    now = herd_worth(table, herd, their_herd)
    for paid in range(min(herd, HAND_LIMIT - held, MARKET_SIZE) + 1):
        change = herd_worth(table, herd - paid, their_herd) - now - int(table[CAMEL_OFFER]) * paid
        changes[PAID + paid] = change + int(changes[BEFORE] - table[HAND_COST + held + paid])


def evaluate_takes(
    cells: Array, seat: int, hand: int, table: Array, changes: Array, evaluated: Array
) -> int:
    """Evaluate taking one good, and taking the camels."""
    market, held, written = int(cells[MARKET]), size(hand), 0
    before, camels = int(changes[BEFORE]), market & CAMELS_ONLY
    reveal = int(changes[SHARE] * table[REVEAL]) >> SHARE_BITS
    if held < HAND_LIMIT:
        for good in range(GOODS_KINDS):
            if count_of(market, good):
                evaluated[0, written] = one(good) << GIVE_BITS
                gain = int(changes[STEPS * good + 9]) - reveal
                evaluated[1, written] = before + gain - int(table[HAND_COST + held + 1])
                written += 1
    if camels:
        herd, their_herd = int(cells[HERD + seat]), int(cells[HERD + 1 - seat])
        gain = herd_worth(table, herd + camels, their_herd) - herd_worth(table, herd, their_herd)
        gain += (int(table[CAMEL_OFFER]) - reveal) * camels
        evaluated[0, written] = camels << GIVE_BITS
        evaluated[1, written] = before + gain - int(table[HAND_COST + held])
        written += 1
    return written


def evaluate_sales(  # noqa: PLR0913, PLR0917  # compiled code takes plain arrays
    cells: Array, seat: int, hand: int, table: Array, changes: Array, evaluated: Array, written: int
) -> int:
    """Evaluate every sale: rupees now against the worth of the cards in the hand."""
    shown, held, before = int(cells[SHOWN + 1 - seat]), size(hand), int(changes[BEFORE])
    for good in range(GOODS_KINDS):
        mine, theirs, pile = count_of(hand, good), count_of(shown, good), int(cells[PILE + good])
        rush = int(table[RACE]) if theirs >= 2 else 0
        own = (good * PILES + pile) * COUNTS
        now = held_worth(table, own + mine, min(theirs, pile), rush)
        for cards in range(2 if good < PRECIOUS_KINDS else 1, mine + 1):
            rupees, tier = int(TOKEN_SUMS[own + cards]), min(cards, 5) - 3
            if cards >= 3 and cells[BONUS_LEFT + tier]:
                rupees += int(table[BONUS_WORTH + tier])
            left = max(0, pile - cards)
            after = (good * PILES + left) * COUNTS + mine - cards
            later = held_worth(table, after, min(theirs, left), rush)
            gain = rupees + (((later - now) * int(changes[SHARE])) >> (2 * SHARE_BITS))
            evaluated[0, written] = cards * one(good)
            evaluated[1, written] = before + gain - int(table[HAND_COST + held - cards])
            written += 1
    return written


def evaluate_exchanges(
    market: int, hand: int, herd: int, changes: Array, evaluated: Array, written: int
) -> int:
    """Evaluate every exchange: the changes of the goods taken and given add up."""
    every = index(market & GOODS_ONLY) * PARTS_ROW
    for wanted in range(PARTS_FROM[every + 2], PARTS_FROM[every + PARTS_ROW - 1]):
        take = int(PARTS[wanted])
        first, end = gives_for(take, hand, herd)
        if first < end:
            gain = 0
            for good in range(GOODS_KINDS):
                gain += int(changes[STEPS * good + 8 + count_of(take, good)])
            cards = size(take)
            for chosen in range(first, end):
                give = int(PARTS[chosen])
                paid = cards - size(give)
                worth = gain + int(changes[PAID + paid])
                for good in range(GOODS_KINDS):
                    worth += int(changes[STEPS * good + 8 - count_of(give, good)])
                evaluated[0, written] = (take << GIVE_BITS) | (give + paid)
                evaluated[1, written] = worth
                written += 1
    return written


def share_of_held(cells: Array, table: Array) -> int:
    """Return the share at which held cards count; it falls towards the end of the round."""
    by_deck = int(table[DECK_BASE] + table[DECK_STEP] * cells[DECK_LEFT])
    by_piles = int(table[PILES_BASE]) + int(table[PILES_STEP]) * tokens_to_the_end(cells)
    return min(WHOLE, by_deck, by_piles)


def tokens_to_the_end(cells: Array) -> int:
    """Count the tokens in the three smallest piles: when they are gone, the round ends (R70)."""
    least = second = third = PILES
    for good in range(GOODS_KINDS):
        pile = int(cells[PILE + good])
        if pile < least:
            least, second, third = pile, least, second
        elif pile < second:
            second, third = pile, second
        elif pile < third:
            third = pile
    return least + second + third


def held_worth(table: Array, cell: int, shown: int, rush: int) -> int:
    """Return the worth of held cards times WHOLE.

    The share `rush` of it assumes that the opponent first sells the cards it is known to hold.
    """
    return int(table[cell]) * (WHOLE - rush) + int(table[cell - shown * COUNTS]) * rush


def herd_worth(table: Array, mine: int, theirs: int) -> int:
    """Return the worth of a herd, including the lead or deficit in camels."""
    worth = int(table[HERD_WORTH + mine])
    if mine > theirs:
        worth += int(table[LEAD_IN_CAMELS])
    elif mine < theirs:
        worth -= int(table[LEAD_IN_CAMELS])
    return worth
