"""The features of an afterstate: what a seat knows once it has acted (docs/training.md lists them).

A feature is the index of a row of the network's first layer, so that layer is a sum of rows.
Features are computed from a view in which the mover has acted and nothing is turned up yet
(`act_in_view`). Counts are crossed with what determines their value: cards held with tokens left.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ..goods import BONUS_COUNT, BONUS_VALUES, CAMEL, GOODS_KINDS, HAND_LIMIT, MARKET_SIZE
from ..kernel.knowledge import tokens_of_tier, unseen
from ..kernel.layout import (
    BONUS_LEFT,
    DECK_LEFT,
    EXCHANGE_LIMIT,
    EXCHANGES,
    HERD,
    MARKET,
    MY_BONUS,
    MY_HIDDEN,
    PILE,
    SEAT,
    SHOWN,
    THEIR_BONUS_COUNT,
    THEIR_HIDDEN,
    Array,
)
from ..kernel.lookup import BONUS_BOX, BONUS_FROM, BONUS_SIZES, PILE_SIZES
from ..kernel.rules import goods_rupees, rupees_in, tokens_in
from ..packed import CAMELS_ONLY, count_of, size
from .evaluation import tokens_to_the_end
from .network import FeatureSet

HELD: Final = HAND_LIMIT + 1
ON_OFFER: Final = MARKET_SIZE + 1
HIDDEN: Final = 6
UNSEEN: Final = 11
HERDS: Final = 12
DECK: Final = 41
CAMELS_UNSEEN: Final = 9
ENDS: Final = 16
EMPTY_PILES: Final = 4
FURTHEST: Final = 70
"""Leads are clipped to this many rupees."""
LEADS: Final = 2 * FURTHEST + 1
STEP: Final = 4
STRIDES: Final = 10
"""The lead in steps of STEP rupees, clipped to STRIDES steps, is crossed with the stage."""
STAGES: Final = 8
PATIENCE: Final = 8

GOOD_FEATURES: Final = 7
OTHER_FEATURES: Final = 14
FEATURES: Final = GOOD_FEATURES * GOODS_KINDS + OTHER_FEATURES


def _rows_of_good(piles: int) -> tuple[int, ...]:
    """Return the rows of each feature of a good whose pile has `piles` states."""
    return (
        HELD * piles,  # cards in my hand, tokens left
        HELD * piles,  # cards the opponent shows, tokens left
        ON_OFFER * piles,  # cards in the market, tokens left
        HELD * ON_OFFER,  # cards in my hand and in the market
        HELD * ON_OFFER,  # cards the opponent shows and in the market
        UNSEEN * HIDDEN,  # cards unseen, cards the opponent hides
        HELD,  # cards in my hand that the opponent has seen
    )


_ROWS_OF_OTHERS: Final = (
    HERDS * HERDS,  # my herd and theirs
    HELD,  # cards in my hand
    HELD * HIDDEN,  # cards in their hand, and how many of them I have not seen
    DECK,  # cards in the deck
    ON_OFFER * ON_OFFER,  # camels in the market, places to fill
    CAMELS_UNSEEN,  # camels in the deck
    8 * 8,  # bonus tokens for three cards: in the pile, and theirs
    7 * 7,  # for four
    6 * 6,  # for five
    4,  # the bonus token just won and not looked at: none, or its tier
    ENDS * EMPTY_PILES,  # tokens in the three smallest piles, empty piles
    LEADS,  # rupees ahead
    (2 * STRIDES + 1) * STAGES,  # rupees ahead in steps, and the stage of the round
    PATIENCE,  # exchanges left to the limit
)
_ROWS: Final = (
    *(rows for piles in PILE_SIZES for rows in _rows_of_good(int(piles) + 1)),
    *_ROWS_OF_OTHERS,
)
AFTERSTATE: Final = FeatureSet(_ROWS)
FROM: Final = AFTERSTATE.starts
ROWS: Final = AFTERSTATE.rows

TIER_RUPEES: Final = np.array([sum(tier) for tier in BONUS_VALUES], np.int64)
"""The total value of the bonus tokens of each tier."""
STAGE_OF: Final = np.minimum(np.arange(DECK) // 4, STAGES - 1)
PATIENCE_OF: Final = np.array([0, 0, 1, 2, 3, 4, 4, 4, 5, 5, 5, 5, 5, *[6] * 12], np.int64)
"""The bucket for the exchanges left to the limit; buckets get wider with the distance."""


def new_features() -> Array:
    """Make an array for the features of one view."""
    return np.zeros(FEATURES, np.int64)


def afterstate_features(view: Array, features: Array) -> None:
    """Write the features of a view in which its seat has just acted."""
    goods_features(view, features)
    seat = int(view[SEAT])
    them = 1 - seat
    hidden, market = int(view[THEIR_HIDDEN]), int(view[MARKET])
    camels = market & CAMELS_ONLY
    place = GOOD_FEATURES * GOODS_KINDS
    herds = int(view[HERD + seat]) * HERDS + int(view[HERD + them])
    place = put(features, place, herds)
    place = put(features, place, size(int(view[SHOWN + seat] + view[MY_HIDDEN])))
    place = put(features, place, (size(int(view[SHOWN + them])) + hidden) * HIDDEN + hidden)
    place = put(features, place, int(view[DECK_LEFT]))
    place = put(features, place, camels * ON_OFFER + MARKET_SIZE - size(market))
    place = put(features, place, min(CAMELS_UNSEEN - 1, count_of(unseen(view), CAMEL)))
    won = BONUS_COUNT - tokens_in(int(view[MY_BONUS]))
    pending = 0
    for tier in range(3):
        left, theirs = int(view[BONUS_LEFT + tier]), int(view[THEIR_BONUS_COUNT + tier])
        place = put(features, place, left * (int(BONUS_SIZES[tier]) + 1) + theirs)
        won -= left + theirs
    if won:
        pending = 1 + pending_tier(view)
    place = put(features, place, pending)
    end = tokens_to_the_end(view)
    empty = 0
    for good in range(GOODS_KINDS):
        empty += 1 if view[PILE + good] == 0 else 0
    place = put(features, place, min(end, ENDS - 1) * EMPTY_PILES + min(empty, EMPTY_PILES - 1))
    lead = lead_in_view(view)
    place = put(features, place, min(max(lead, -FURTHEST), FURTHEST) + FURTHEST)
    stride = min(max((lead + 2 * FURTHEST * STEP) // STEP - 2 * FURTHEST, -STRIDES), STRIDES)
    stage = min(int(STAGE_OF[view[DECK_LEFT]]), (end + 1) // 2)
    place = put(features, place, (stride + STRIDES) * STAGES + stage)
    put(features, place, patience(view))


def goods_features(view: Array, features: Array) -> None:
    """Write the features of the six goods."""
    seat = int(view[SEAT])
    hand, shown = int(view[SHOWN + seat] + view[MY_HIDDEN]), int(view[SHOWN + seat])
    theirs, market, pool = int(view[SHOWN + 1 - seat]), int(view[MARKET]), unseen(view)
    hidden = int(view[THEIR_HIDDEN])
    place = 0
    for good in range(GOODS_KINDS):
        held, known = count_of(hand, good), count_of(theirs, good)
        offered, pile = count_of(market, good), int(view[PILE + good])
        piles = int(PILE_SIZES[good]) + 1
        place = put(features, place, held * piles + pile)
        place = put(features, place, known * piles + pile)
        place = put(features, place, offered * piles + pile)
        place = put(features, place, held * ON_OFFER + offered)
        place = put(features, place, known * ON_OFFER + offered)
        place = put(features, place, count_of(pool, good) * HIDDEN + hidden)
        place = put(features, place, count_of(shown, good))


def put(features: Array, place: int, row: int) -> int:
    """Write one feature, and return the index of the next."""
    features[place] = FROM[place] + row
    return place + 1


def pending_tier(view: Array) -> int:
    """Return the tier of the bonus token that was won and not yet looked at."""
    for tier in range(2):
        if tokens_pending(view, tier):
            return tier
    return 2


def tokens_pending(view: Array, tier: int) -> int:
    """Count the bonus tokens of a tier that are not in the pile, theirs or known to be mine."""
    known = int(view[BONUS_LEFT + tier] + view[THEIR_BONUS_COUNT + tier])
    return int(BONUS_SIZES[tier]) - known - tokens_of_tier(int(view[MY_BONUS]), tier)


def lead_in_view(view: Array) -> int:
    """Return the lead in rupees without the camel token.

    Face-down bonus tokens count as the mean of the tokens of their tier that the seat has not seen.
    """
    seat = int(view[SEAT])
    lead = goods_rupees(view, seat) - goods_rupees(view, 1 - seat) + rupees_in(int(view[MY_BONUS]))
    twice = 0
    for tier in range(3):
        unknown = int(BONUS_SIZES[tier]) - tokens_of_tier(int(view[MY_BONUS]), tier)
        count = tokens_pending(view, tier) - int(view[THEIR_BONUS_COUNT + tier])
        if count:
            rupees = int(TIER_RUPEES[tier]) - rupees_of_tier(int(view[MY_BONUS]), tier)
            twice += 2 * count * rupees // unknown
    return lead + (twice + 1) // 2


def rupees_of_tier(tokens: int, tier: int) -> int:
    """Return the value of one tier's tokens among bonus tokens packed by value."""
    least, rupees = int(BONUS_BOX[BONUS_FROM[tier]]), 0
    for value in range(least, least + 3):
        rupees += value * ((tokens >> (4 * value)) & 15)
    return rupees


def patience(view: Array) -> int:
    """Return the bucket for the exchanges left to the limit; the last one if there is no limit."""
    limit = int(view[EXCHANGE_LIMIT])
    left = limit - int(view[EXCHANGES])
    if limit == 0 or left >= len(PATIENCE_OF):
        return PATIENCE - 1
    return int(PATIENCE_OF[left])
