"""The position network: seat 0's chance to win the round, given both hands.

It values true positions, to tell luck from skill, and the worlds of rollouts; a player has only
worlds that it made up itself (docs/decisions/judge.md). What is turned up changes only the features
of the kinds of those cards, so the first layer is updated and not computed anew for everything that
could come.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from ..goods import CAMEL, CARDS_OF_KIND, GOODS_KINDS, HAND_LIMIT, MARKET_SIZE
from ..kernel.layout import (
    BONUS_LEFT,
    DECK_LEFT,
    DISCARD,
    END,
    EXCHANGE_LIMIT,
    EXCHANGES,
    HERD,
    MARKET,
    PILE,
    RUNNING,
    SHOWN,
    TURN,
    Array,
)
from ..kernel.lookup import PILE_SIZES
from ..kernel.rules import empty_piles, hand_of, score, winner
from ..packed import CAMELS_ONLY, count_of, one, size
from .evaluation import tokens_to_the_end
from .leaf_network import lead_in_rupees
from .network import (
    FeatureSet,
    Layers,
    RoundedNetwork,
    Shorts,
    first_layer,
    new_layers,
    outputs,
    rounded,
)
from .network_file import read_network

HELD: Final = HAND_LIMIT + 1
ON_OFFER: Final = MARKET_SIZE + 1
IN_DECK: Final = 11
HERDS: Final = 12
DECKS: Final = 41
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

GOOD_FEATURES: Final = 9
OTHER_FEATURES: Final = 12
FEATURES: Final = GOOD_FEATURES * GOODS_KINDS + OTHER_FEATURES
OF_CAMELS: Final = GOOD_FEATURES * GOODS_KINDS
"""The first of the features that belong to no good; those of camels come first."""
CAMEL_FEATURES: Final = 4


def _rows_of_good(piles: int) -> tuple[int, ...]:
    """Return the rows of each feature of a good whose pile has `piles` states."""
    return (
        ON_OFFER * piles,  # cards in the market, tokens left
        HELD * HELD * ON_OFFER,  # cards in both hands and in the market
        IN_DECK * piles,  # cards in the deck, tokens left
        HELD * IN_DECK,  # cards in my hand and in the deck
        HELD * IN_DECK,  # cards in their hand and in the deck
        HELD * piles,  # cards in my hand, tokens left
        HELD * piles,  # cards in their hand, tokens left
        HELD * HELD,  # cards in my hand, and those the opponent has seen
        HELD * HELD,  # the same of theirs
    )


MARKET_FEATURES: Final = 5
"""The first features of a good, which change with the cards turned up."""

_ROWS_OF_OTHERS: Final = (
    ON_OFFER * HELD,  # camels in the market, cards in my hand
    ON_OFFER * HELD,  # camels in the market, cards in their hand
    ON_OFFER * HERDS,  # camels in the market, my herd
    HERDS,  # camels in the deck
    HERDS * HERDS,  # my herd and theirs
    HELD * HELD,  # cards in both hands
    DECKS,  # cards in the deck
    8 * 7 * 6,  # bonus tokens in the three piles
    ENDS * EMPTY_PILES,  # tokens in the three smallest piles, empty piles
    LEADS,  # rupees ahead
    (2 * STRIDES + 1) * STAGES,  # rupees ahead in steps, and the stage of the round
    PATIENCE,  # exchanges left to the limit
)
_ROWS: Final = (
    *(rows for piles in PILE_SIZES for rows in _rows_of_good(int(piles) + 1)),
    *_ROWS_OF_OTHERS,
)
POSITION_FEATURES: Final = FeatureSet(_ROWS)
FROM: Final = POSITION_FEATURES.starts
STAGE_OF: Final = np.minimum(np.arange(DECKS) // 4, STAGES - 1)
POSITION_NETWORK_FILE: Final = Path(__file__).with_name("position_network.npz")


class PositionValues(NamedTuple):
    """The network, and reusable arrays for its inputs.

    For cards turned up, `changes` has the change of the first layer by a number of cards of each
    kind, and `sums` the first layer with some of the kinds added.
    """

    network: RoundedNetwork
    features: Array
    other_features: Array
    layers: Layers
    changes: Shorts
    sums: Shorts


def new_position_values() -> PositionValues:
    """Make a workspace with the network of this package."""
    network = position_network()
    width = len(network.bias)
    return PositionValues(
        network,
        np.zeros(FEATURES, np.int64),
        np.zeros(FEATURES, np.int64),
        new_layers(network),
        np.zeros(((CAMEL + 1) * ON_OFFER, width), np.int16),
        np.zeros((CAMEL + 2, width), np.int16),
    )


@cache
def position_network() -> RoundedNetwork:
    """Return the network of this package, read once."""
    network, _ = read_network(POSITION_NETWORK_FILE, POSITION_FEATURES)
    return rounded(network, POSITION_FEATURES)


def value_of(position: Array, values: PositionValues) -> float:
    """Return the chance of seat 0 to win the round; exact once it is over."""
    return chance_and_margin(position, values)[0]


def chance_and_margin(position: Array, values: PositionValues) -> tuple[float, float]:
    """Return seat 0's chance to win the round and its expected lead in rupees at the end."""
    if position[END] != RUNNING:
        return result_of(position), float(score(position, 0) - score(position, 1))
    position_features(position, values.features)
    first_layer(values.network, values.features, values.layers.sums)
    chance, margin = outputs(values.network, values.layers)
    return (chance, margin) if position[TURN] == 0 else (1.0 - chance, -margin)


def result_of(position: Array) -> float:
    """Return the result of a round that is over for seat 0: 1, 0, or 0.5 for a complete tie."""
    won = winner(position)
    return 0.5 if won < 0 else 1.0 - won


def chance_of_seat_0(position: Array, values: PositionValues) -> float:
    """Return the chance to win from the first layer in `layers`."""
    chance, _ = outputs(values.network, values.layers)
    return chance if position[TURN] == 0 else 1.0 - chance


def start_alternatives(position: Array, deck: int, most: int, values: PositionValues) -> None:
    """Prepare `value_of_sums` for a position whose market is not refilled yet.

    At most `most` cards of the deck will be turned up.
    """
    position_features(position, values.features)
    first_layer(values.network, values.features, values.sums[0])
    market = position[MARKET]
    for card in range(CAMEL + 1):
        for count in range(1, min(most, count_of(deck, card)) + 1):
            position[MARKET] = market + count * one(card)
            if card == CAMEL:
                camel_features(position, values.other_features)
            else:
                offer_features(position, card, values.other_features)
            find_change(card * ON_OFFER + count, card, values)
    position[MARKET] = market


def find_change(place: int, card: int, values: PositionValues) -> None:
    """Store the change of the first layer by the features of a kind of card."""
    first, end = GOOD_FEATURES * card, GOOD_FEATURES * card + MARKET_FEATURES
    if card == CAMEL:
        first, end = OF_CAMELS, OF_CAMELS + CAMEL_FEATURES
    rows, change = values.network.rows, values.changes[place]
    for unit in range(len(change)):
        change[unit] = 0
    for feature in range(first, end):
        old, new = values.features[feature], values.other_features[feature]
        if old != new:
            for unit in range(len(change)):
                change[unit] += rows[new, unit] - rows[old, unit]


def add_kind(card: int, count: int, values: PositionValues) -> None:
    """Add some cards of a kind to the sums of all kinds before it."""
    before, after = values.sums[card], values.sums[card + 1]
    if count == 0:
        for unit in range(len(after)):
            after[unit] = before[unit]
        return
    change = values.changes[card * ON_OFFER + count]
    for unit in range(len(after)):
        after[unit] = before[unit] + change[unit]


def value_of_sums(position: Array, values: PositionValues) -> float:
    """Return the chance of seat 0 to win, with the cards added by `add_kind` turned up."""
    sums = values.layers.sums
    for unit in range(len(sums)):
        sums[unit] = values.sums[CAMEL + 1, unit]
    return chance_of_seat_0(position, values)


def position_features(position: Array, features: Array) -> None:
    """Write all features of a position, seen from the seat to act."""
    market_features(position, features)
    seat = int(position[TURN])
    mine, theirs = hand_of(position, seat), hand_of(position, 1 - seat)
    for good in range(GOODS_KINDS):
        piles = int(PILE_SIZES[good]) + 1
        pile, place = int(position[PILE + good]), GOOD_FEATURES * good + MARKET_FEATURES
        held, other = count_of(mine, good), count_of(theirs, good)
        seen = count_of(int(position[SHOWN + seat]), good)
        known = count_of(int(position[SHOWN + 1 - seat]), good)
        put(features, place, held * piles + pile)
        put(features, place + 1, other * piles + pile)
        put(features, place + 2, held * HELD + seen)
        put(features, place + 3, other * HELD + known)
    place = OF_CAMELS + CAMEL_FEATURES
    put(features, place, int(position[HERD + seat]) * HERDS + int(position[HERD + 1 - seat]))
    put(features, place + 1, size(mine) * HELD + size(theirs))
    put(features, place + 2, int(position[DECK_LEFT]))
    bonuses = (int(position[BONUS_LEFT]) * 7 + int(position[BONUS_LEFT + 1])) * 6
    put(features, place + 3, bonuses + int(position[BONUS_LEFT + 2]))
    end, empty = tokens_to_the_end(position), empty_piles(position)
    put(features, place + 4, min(end, ENDS - 1) * EMPTY_PILES + min(empty, EMPTY_PILES - 1))
    lead = lead_in_rupees(position, seat)
    put(features, place + 5, min(max(lead, -FURTHEST), FURTHEST) + FURTHEST)
    stride = min(max((lead + 2 * FURTHEST * STEP) // STEP - 2 * FURTHEST, -STRIDES), STRIDES)
    stage = min(int(STAGE_OF[position[DECK_LEFT]]), (end + 1) // 2)
    put(features, place + 6, (stride + STRIDES) * STAGES + stage)
    put(features, place + 7, patience(position))


def market_features(position: Array, features: Array) -> None:
    """Write the features that depend on the market, and so on what is left in the deck."""
    for good in range(GOODS_KINDS):
        offer_features(position, good, features)
    camel_features(position, features)


def offer_features(position: Array, good: int, features: Array) -> None:
    """Write those of one good."""
    seat, market = int(position[TURN]), int(position[MARKET])
    piles = int(PILE_SIZES[good]) + 1
    pile, place = int(position[PILE + good]), GOOD_FEATURES * good
    held = count_of(hand_of(position, seat), good)
    other, offered = count_of(hand_of(position, 1 - seat), good), count_of(market, good)
    sold = count_of(int(position[DISCARD]), good)
    left = int(CARDS_OF_KIND[good]) - held - other - offered - sold
    put(features, place, offered * piles + pile)
    put(features, place + 1, (held * HELD + other) * ON_OFFER + offered)
    put(features, place + 2, left * piles + pile)
    put(features, place + 3, held * IN_DECK + left)
    put(features, place + 4, other * IN_DECK + left)


def camel_features(position: Array, features: Array) -> None:
    """Write those of the camels."""
    seat = int(position[TURN])
    camels, herd = int(position[MARKET]) & CAMELS_ONLY, int(position[HERD + seat])
    put(features, OF_CAMELS, camels * HELD + size(hand_of(position, seat)))
    put(features, OF_CAMELS + 1, camels * HELD + size(hand_of(position, 1 - seat)))
    put(features, OF_CAMELS + 2, camels * HERDS + herd)
    in_deck = int(CARDS_OF_KIND[CAMEL]) - camels - herd - int(position[HERD + 1 - seat])
    put(features, OF_CAMELS + 3, in_deck)


def put(features: Array, place: int, row: int) -> None:
    """Write one feature."""
    features[place] = FROM[place] + row


def patience(position: Array) -> int:
    """Return the exchanges left to the limit, in buckets that widen with the distance."""
    left = int(position[EXCHANGE_LIMIT]) - int(position[EXCHANGES])
    if position[EXCHANGE_LIMIT] == 0 or left > 16:
        return PATIENCE - 1
    return min(left, 4) if left <= 4 else (5 if left <= 8 else 6)
