"""The outlook of a position: the probability that the seat to act wins the round.

A small network fitted to rounds of self-play (docs/decisions/outlook.md): each of a few facts adds
its row to a hidden layer, and what is positive there adds up to the log-odds. All numbers are
whole, so that interpreted and compiled code agree. It is asked about worlds of a search, never
about the truth.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

import numpy as np
import numpy.typing as npt

from ..goods import CARDS_OF_KIND, GOODS_KINDS
from ..kernel.layout import BONUS, DECK_LEFT, DISCARD, HERD, MARKET, PILE, Array
from ..kernel.rules import goods_rupees, hand_of, rupees_in
from ..packed import CAMELS_ONLY, count_of, size
from .evaluation import tokens_to_the_end
from .weights import COUNTS, PILES

WIN: Final = 1 << 16
"""A value of WIN is a won round, 0 a lost one, the half of it a draw."""
LARGEST_LOGIT: Final = 8191

MINE: Final = 0
THEIRS: Final = MINE + GOODS_KINDS * PILES * COUNTS
ON_OFFER: Final = THEIRS + GOODS_KINDS * PILES * COUNTS
CAMELS_ON_OFFER: Final = ON_OFFER + GOODS_KINDS * 6
HERD_LEAD: Final = CAMELS_ON_OFFER + 6
MY_HERD: Final = HERD_LEAD + 17
THEIR_HERD: Final = MY_HERD + 12
MY_HAND: Final = THEIR_HERD + 12
THEIR_HAND: Final = MY_HAND + COUNTS
TO_THE_END: Final = THEIR_HAND + COUNTS
IN_DECK: Final = TO_THE_END + 41
QUARTER_ROWS: Final = IN_DECK + GOODS_KINDS * 11
"""Rows a quarter of the round has."""
QUARTERS: Final = 4
RATES: Final = QUARTERS * QUARTER_ROWS
"""+ quarter: what a rupee of lead adds to the hidden layer."""
BIAS: Final = RATES + QUARTERS
WEIGHTS: Final = BIAS + 1
"""What the hidden layer adds to the log-odds."""
DIRECT: Final = WEIGHTS + 1
"""+ quarter: log-odds of a rupee of lead, and of nothing, in thousandths."""
ROWS: Final = DIRECT + QUARTERS
HIDDEN: Final = 64
HIDDEN_BITS: Final = 8
"""Hidden numbers are 256ths, log-odds thousandths."""

FEATURES: Final = 31
QUARTER: Final = FEATURES
LAYER: Final = FEATURES + 1
"""The facts of a position, its quarter, and then room for the hidden layer."""
FEATURE_CELLS: Final = LAYER + HIDDEN


def _read() -> npt.NDArray[np.int16]:
    with files(__package__).joinpath("leaf_network.npy").open("rb") as stream:
        numbers: npt.NDArray[np.int16] = np.load(stream)
    return numbers


LEAF_NETWORK: Final = _read()
CHANCES: Final = np.round(
    WIN / (1 + np.exp(-np.arange(-LARGEST_LOGIT, LARGEST_LOGIT + 1) / 1000))
).astype(np.int64)


def win_chance(position: Array, seat: int, features: Array) -> int:
    """The chance of the seat to act to win, as a share of WIN; `features` is room to work in."""
    lead = position_features(position, seat, features)
    quarter = int(features[QUARTER])
    for unit in range(HIDDEN):
        features[LAYER + unit] = (
            int(LEAF_NETWORK[BIAS, unit]) + int(LEAF_NETWORK[RATES + quarter, unit]) * lead
        )
    for feature in range(FEATURES):
        row = features[feature]
        for unit in range(HIDDEN):
            features[LAYER + unit] += int(LEAF_NETWORK[row, unit])
    total = 0
    for unit in range(HIDDEN):
        total += max(0, int(features[LAYER + unit])) * int(LEAF_NETWORK[WEIGHTS, unit])
    logit = (total >> HIDDEN_BITS) + int(LEAF_NETWORK[DIRECT + quarter, 0]) * lead
    logit += int(LEAF_NETWORK[DIRECT + quarter, 1])
    logit = max(-LARGEST_LOGIT, min(LARGEST_LOGIT, logit))
    return int(CHANCES[logit + LARGEST_LOGIT])


def position_features(position: Array, seat: int, features: Array) -> int:
    """Write the rows of the facts of a position, and return the lead in rupees."""
    market = int(position[MARKET])
    mine, theirs = hand_of(position, seat), hand_of(position, 1 - seat)
    end = min(int(position[DECK_LEFT]), 2 * tokens_to_the_end(position))
    quarter = quarter_of(end)
    block = QUARTER_ROWS * quarter
    for good in range(GOODS_KINDS):
        pile = block + (good * PILES + int(position[PILE + good])) * COUNTS
        features[good] = MINE + pile + count_of(mine, good)
        features[GOODS_KINDS + good] = THEIRS + pile + count_of(theirs, good)
        features[2 * GOODS_KINDS + good] = block + ON_OFFER + good * 6 + count_of(market, good)
    herd, their_herd = int(position[HERD + seat]), int(position[HERD + 1 - seat])
    features[18] = block + CAMELS_ON_OFFER + (market & CAMELS_ONLY)
    features[19] = block + HERD_LEAD + 8 + max(-8, min(8, herd - their_herd))
    features[20] = block + MY_HERD + herd
    features[21] = block + THEIR_HERD + their_herd
    features[22] = block + MY_HAND + size(mine)
    features[23] = block + THEIR_HAND + size(theirs)
    features[24] = block + TO_THE_END + end
    gone = market + mine + theirs
    for good in range(GOODS_KINDS):
        out = count_of(gone, good) + count_of(int(position[DISCARD]), good)
        features[25 + good] = block + IN_DECK + good * 11 + CARDS_OF_KIND[good] - out
    features[QUARTER] = quarter
    return lead_in_rupees(position, seat)


def quarter_of(end: int) -> int:
    """The quarter of the round, by the cards or tokens left to its end."""
    if end < 14:
        return 0 if end < 6 else 1
    return 2 if end < 26 else 3


def lead_in_rupees(position: Array, seat: int) -> int:
    """Rupees ahead in this world, all tokens counted, the camel token left out."""
    lead = goods_rupees(position, seat) - goods_rupees(position, 1 - seat)
    return (
        lead + rupees_in(int(position[BONUS + seat])) - rupees_in(int(position[BONUS + 1 - seat]))
    )
