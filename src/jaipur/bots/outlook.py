"""The outlook of a position: the probability that the seat to act wins the round.

A linear model over what lies on the table, fitted to rounds of self-play (`python -m bench.outlook`):
each of a few facts looks up one number, and their sum is the log-odds in thousandths. It is asked
about whole positions, which are worlds of a search, never the truth.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

import numpy as np

from ..goods import GOODS_KINDS
from ..kernel.layout import BONUS, DECK_LEFT, HERD, MARKET, PILE, Array
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
LEAD: Final = TO_THE_END + 41
"""+ cards or tokens to the end: log-odds a rupee of lead."""
FACTS: Final = LEAD + 41
"""One block of numbers for each quarter of the round."""
QUARTERS: Final = 4
RATE: Final = 25
"""The place of the last fact of a position, the worth of a rupee."""


def _read() -> Array:
    file = files(__package__).joinpath("outlook.npy")
    with file.open("rb") as stream:
        numbers: Array = np.load(stream).astype(np.int64)
    return numbers


OUTLOOK: Final = _read()
CHANCES: Final = np.round(
    WIN / (1 + np.exp(-np.arange(-LARGEST_LOGIT, LARGEST_LOGIT + 1) / 1000))
).astype(np.int64)


def outlook(position: Array, seat: int, facts: Array) -> int:
    """The chance of the seat to act to win, as a share of WIN; `facts` is room to work in."""
    lead = gather_facts(position, seat, facts)
    logit = int(OUTLOOK[facts[RATE]]) * lead
    for fact in range(RATE):
        logit += int(OUTLOOK[facts[fact]])
    logit = max(-LARGEST_LOGIT, min(LARGEST_LOGIT, logit))
    return int(CHANCES[logit + LARGEST_LOGIT])


def gather_facts(position: Array, seat: int, facts: Array) -> int:
    """Write where the numbers of a position lie, and return the lead in rupees."""
    market = int(position[MARKET])
    mine, theirs = hand_of(position, seat), hand_of(position, 1 - seat)
    end = min(int(position[DECK_LEFT]), 2 * tokens_to_the_end(position))
    block = FACTS * quarter(end)
    for good in range(GOODS_KINDS):
        pile = block + (good * PILES + int(position[PILE + good])) * COUNTS
        facts[good] = MINE + pile + count_of(mine, good)
        facts[GOODS_KINDS + good] = THEIRS + pile + count_of(theirs, good)
        facts[2 * GOODS_KINDS + good] = block + ON_OFFER + good * 6 + count_of(market, good)
    herd, their_herd = int(position[HERD + seat]), int(position[HERD + 1 - seat])
    facts[18] = block + CAMELS_ON_OFFER + (market & CAMELS_ONLY)
    facts[19] = block + HERD_LEAD + 8 + max(-8, min(8, herd - their_herd))
    facts[20] = block + MY_HERD + herd
    facts[21] = block + THEIR_HERD + their_herd
    facts[22] = block + MY_HAND + size(mine)
    facts[23] = block + THEIR_HAND + size(theirs)
    facts[24] = block + TO_THE_END + end
    facts[RATE] = block + LEAD + end
    return lead_in_rupees(position, seat)


def quarter(end: int) -> int:
    """Which block of numbers holds, by the cards or tokens left to the end."""
    if end < 14:
        return 0 if end < 6 else 1
    return 2 if end < 26 else 3


def lead_in_rupees(position: Array, seat: int) -> int:
    """Rupees ahead in this world, all tokens counted, the camel token left out."""
    lead = goods_rupees(position, seat) - goods_rupees(position, 1 - seat)
    return (
        lead + rupees_in(int(position[BONUS + seat])) - rupees_in(int(position[BONUS + 1 - seat]))
    )
