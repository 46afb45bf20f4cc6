"""The leaf network: the chance to win of the seat to act, given both hands.

A small network fitted to self-play (docs/decisions/leaf-network.md), with the same file format and
arithmetic as the network of the learned players. It values sampled worlds in a search, never the
real position.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from ..goods import CARDS_OF_KIND, GOODS_KINDS, MARKET_SIZE
from ..kernel.layout import BONUS, DECK_LEFT, DISCARD, HERD, MARKET, PILE, Array
from ..kernel.rules import goods_rupees, hand_of, rupees_in
from ..packed import CAMELS_ONLY, count_of, size
from .evaluation import tokens_to_the_end
from .network import (
    FeatureSet,
    Layers,
    RoundedNetwork,
    first_layer,
    new_layers,
    outputs,
    rounded,
)
from .network_file import read_network
from .weights import COUNTS, PILES

WIN: Final = 1 << 16
"""Fixed-point scale of chances: WIN is a won round, 0 a lost one, WIN // 2 a draw."""

QUARTERS: Final = 4
"""Every feature has separate rows for each quarter of the round."""
ON_OFFER: Final = MARKET_SIZE + 1
HERDS: Final = 12
HERD_LEADS: Final = 17
LONGEST: Final = 41
IN_DECK: Final = 11
FURTHEST: Final = 100
"""Leads are clipped to this many rupees."""
LEADS: Final = 2 * FURTHEST + 1

_ROWS: Final = (
    *[PILES * COUNTS] * GOODS_KINDS,  # cards in my hand, tokens left
    *[PILES * COUNTS] * GOODS_KINDS,  # cards in their hand, tokens left
    *[ON_OFFER] * GOODS_KINDS,  # cards in the market
    ON_OFFER,  # camels in the market
    HERD_LEADS,  # how much larger my herd is
    HERDS,  # my herd
    HERDS,  # their herd
    COUNTS,  # cards in my hand
    COUNTS,  # cards in their hand
    LONGEST,  # cards or tokens left to the end of the round
    *[IN_DECK] * GOODS_KINDS,  # cards of a good in the deck
    LEADS,  # rupees ahead
)
BOTH_HANDS: Final = FeatureSet([QUARTERS * rows for rows in _ROWS])
FROM: Final = BOTH_HANDS.starts
FEATURES: Final = BOTH_HANDS.count
SIZES: Final = np.array(_ROWS, np.int64)
LEAF_NETWORK_FILE: Final = Path(__file__).with_name("leaf_network.npz")


class LeafWorkspace(NamedTuple):
    """The network, and reusable arrays for its inputs."""

    network: RoundedNetwork
    features: Array
    layers: Layers


def new_leaf_workspace() -> LeafWorkspace:
    """Make a workspace with the network of this package."""
    network = leaf_network()
    return LeafWorkspace(network, np.zeros(FEATURES, np.int64), new_layers(network))


@cache
def leaf_network() -> RoundedNetwork:
    """Return the network of this package, read once."""
    network, _ = read_network(LEAF_NETWORK_FILE, BOTH_HANDS)
    return rounded(network, BOTH_HANDS)


def win_chance(position: Array, seat: int, workspace: LeafWorkspace) -> int:
    """Return the chance to win of the seat to act, times WIN."""
    position_features(position, seat, workspace.features)
    first_layer(workspace.network, workspace.features, workspace.layers.sums)
    chance, _ = outputs(workspace.network, workspace.layers)
    return int(chance * WIN + 0.5)


def position_features(position: Array, seat: int, features: Array) -> int:
    """Write the features of a position, and return the lead in rupees."""
    market = int(position[MARKET])
    mine, theirs = hand_of(position, seat), hand_of(position, 1 - seat)
    end = min(int(position[DECK_LEFT]), 2 * tokens_to_the_end(position))
    quarter = quarter_of(end)
    gone = market + mine + theirs
    for good in range(GOODS_KINDS):
        pile = int(position[PILE + good]) * COUNTS
        put(features, good, quarter, pile + count_of(mine, good))
        put(features, GOODS_KINDS + good, quarter, pile + count_of(theirs, good))
        put(features, 2 * GOODS_KINDS + good, quarter, count_of(market, good))
        out = count_of(gone, good) + count_of(int(position[DISCARD]), good)
        put(features, 25 + good, quarter, int(CARDS_OF_KIND[good]) - out)
    herd, their_herd = int(position[HERD + seat]), int(position[HERD + 1 - seat])
    put(features, 18, quarter, market & CAMELS_ONLY)
    put(features, 19, quarter, 8 + max(-8, min(8, herd - their_herd)))
    put(features, 20, quarter, herd)
    put(features, 21, quarter, their_herd)
    put(features, 22, quarter, size(mine))
    put(features, 23, quarter, size(theirs))
    put(features, 24, quarter, end)
    lead = lead_in_rupees(position, seat)
    put(features, 31, quarter, FURTHEST + max(-FURTHEST, min(FURTHEST, lead)))
    return lead


def put(features: Array, place: int, quarter: int, row: int) -> None:
    """Write one feature of a quarter."""
    features[place] = FROM[place] + quarter * SIZES[place] + row


def quarter_of(end: int) -> int:
    """Return the quarter of the round from the cards or tokens left to its end."""
    if end < 14:
        return 0 if end < 6 else 1
    return 2 if end < 26 else 3


def lead_in_rupees(position: Array, seat: int) -> int:
    """Return the lead in rupees, counting all tokens except the camel token."""
    lead = goods_rupees(position, seat) - goods_rupees(position, 1 - seat)
    return (
        lead + rupees_in(int(position[BONUS + seat])) - rupees_in(int(position[BONUS + 1 - seat]))
    )
