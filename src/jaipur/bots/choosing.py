"""How the players of the ladder choose, over the view array: the form that is compiled."""

from __future__ import annotations

from typing import Final

from ..kernel.chance import WARM_UP, WORD, below, next_word, seed_chance
from ..kernel.knowledge import legal_in_view
from ..kernel.layout import (
    MARKET,
    MY_HIDDEN,
    SEAT,
    SHOWN,
    THEIR_HIDDEN,
    VIEW_CELLS,
    Array,
    copy_cells,
)
from ..kernel.rules import count_without_exchange
from ..packed import size
from .evaluation import judge_actions
from .search import EDGE_ACTION, Room, begin, best_action, best_edge, grow
from .weights import GREEDY_WORTH, NOVICE_WORTH

RANDOM: Final = 0
NOVICE: Final = 1
GREEDY: Final = 2
SEARCH: Final = 3
NETWORK: Final = 4
ROLLOUTS: Final = 5
"""The last two are learned: see `learned`."""

SLIPS: Final = 5
"""The novice plays one turn in so many without thinking."""
MISJUDGES: Final = 250
"""By so many hundredths of a rupee, up or down, the novice misjudges every action."""


def choose_action(kind: int, view: Array, nodes: int, seed: int, room: Room) -> int:
    """The action of a player; the same view, nodes and seed always give the same."""
    if kind == GREEDY:
        return choose_greedily(view, room)
    if kind == NOVICE:
        return choose_as_novice(view, seed, room)
    if kind == RANDOM:
        return choose_at_random(view, seed, room)
    search_on(view, nodes, seed, True, room)
    return int(room.tree[best_edge(room.tree), EDGE_ACTION])


def search_on(view: Array, nodes: int, seed: int, is_new: bool, room: Room) -> None:
    """Search with so many nodes more; a new search begins here."""
    if is_new:
        seed_from_view(room.chance, seed, view)
        begin(view, room)
    grow(view, nodes, room)


def choose_at_random(view: Array, seed: int, room: Room) -> int:
    """Any legal action."""
    seed_from_view(room.chance, seed, view)
    return int(room.judged[0, below(room.chance, legal_in_view(view, room.judged[0]))])


def seed_from_view(chance: Array, seed: int, view: Array) -> None:
    """Start a generator from a bot's seed and all that the bot knows."""
    seed_chance(chance, seed, 0)
    for cell in range(VIEW_CELLS):
        chance[0] ^= view[cell] & WORD
        chance[1] ^= (view[cell] >> 32) & WORD
        next_word(chance)
    for _ in range(WARM_UP):
        next_word(chance)


def choose_greedily(view: Array, room: Room) -> int:
    """The action that the one-step evaluation likes best."""
    seat, hand = int(view[SEAT]), hand_in_view(view)
    count = judge_actions(view, seat, hand, GREEDY_WORTH, room.changes, room.judged)
    return best_action(room.judged, count)


def choose_as_novice(view: Array, seed: int, room: Room) -> int:
    """Mostly greedy, but forgetful, hasty and off in its judgement."""
    forget(view, room.forgetful)
    seed_from_view(room.chance, seed, room.forgetful)
    hand = hand_in_view(view)
    seat = int(view[SEAT])
    count = judge_actions(room.forgetful, seat, hand, NOVICE_WORTH, room.changes, room.judged)
    if below(room.chance, SLIPS) == 0:
        # Takes and sales come first in canonical order: a beginner seldom thinks of exchanging.
        simple = count_without_exchange(int(view[MARKET]), hand)
        return int(room.judged[0, below(room.chance, max(1, simple))])
    for number in range(count):
        room.judged[1, number] += below(room.chance, 2 * MISJUDGES + 1) - MISJUDGES
    return best_action(room.judged, count)


def forget(view: Array, forgetful: Array) -> None:
    """The same view for someone who does not remember what the opponent took."""
    copy_cells(view, forgetful, VIEW_CELLS)
    them = 1 - view[SEAT]
    forgetful[THEIR_HIDDEN] += size(int(view[SHOWN + them]))
    forgetful[SHOWN + them] = 0


def hand_in_view(view: Array) -> int:
    """All goods in the hand of the seat whose view it is."""
    return int(view[SHOWN + view[SEAT]] + view[MY_HIDDEN])
