"""`Engine`: how a player thinks, over view arrays and in a workspace that is made once.

Every file of `players` ends in one. Its functions are plain Python that Numba can compile; the bot
at the table and the arena run all engines alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from ..kernel.chance import WARM_UP, WORD, next_word, seed_chance
from ..kernel.layout import MY_HIDDEN, SEAT, SHOWN, VIEW_CELLS, Array
from .protocol import MOST_NODES, Candidate, Limit

Workspace = Any
"""A named tuple of arrays; only the engine that made it looks inside."""
Think = Callable[[Array, int, int, bool, Workspace], int]


def _no_candidates(_workspace: Workspace) -> Sequence[Candidate]:
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class Engine:
    """How a player thinks."""

    new_workspace: Callable[[int], Workspace]
    """Makes a workspace for at most so many nodes."""
    think: Think
    """`think(view, nodes, seed, is_new, workspace)` spends up to so many nodes more.

    Returns how many it spent: 0 once more would change nothing. The same view, nodes and seed
    always lead to the same choice.
    """
    choose: Callable[[Workspace], int]
    """The code of the action that `think` likes best."""
    candidates: Callable[[Workspace], Sequence[Candidate]] = _no_candidates
    """The actions that `think` valued, the chosen one first; none if it gives no values."""
    think_interpreted: Think | None = None
    """Another form of `think`, faster than it where nothing is compiled."""
    searches: bool = False
    """Whether more nodes make it stronger."""
    uses_network: bool = False
    """Whether it plays by the learned network."""
    node_cost: int = 1
    """How long a node takes, in nodes of the tree search."""
    most_nodes: int = MOST_NODES
    """The most nodes at a table, where other bots wait: about a third of a second."""
    interpreted_nodes: int = MOST_NODES
    """So many nodes take less than a second where nothing is compiled."""
    nodes_per_slice: int = 1
    """Nodes for one call of `think`, which nothing can interrupt: a few milliseconds."""


def think_in_slices(
    engine: Engine, think: Think, view: Array, limit: Limit, seed: int, workspace: Workspace
) -> Iterator[int]:
    """Think until the limit; yields the nodes of each slice.

    The first slice is always thought through, however little time there is.
    """
    deadline = None if limit.seconds is None else monotonic() + limit.seconds
    spent = think(view, min(engine.nodes_per_slice, limit.nodes), seed, True, workspace)
    total = spent
    yield spent
    while spent and total < limit.nodes and (deadline is None or monotonic() < deadline):
        few = min(engine.nodes_per_slice, limit.nodes - total)
        spent = think(view, few, seed, False, workspace)
        total += spent
        yield spent


def seed_from_view(chance: Array, seed: int, view: Array) -> None:
    """Seed a generator with a bot's seed and everything the bot knows."""
    seed_chance(chance, seed, 0)
    for cell in range(VIEW_CELLS):
        chance[0] ^= view[cell] & WORD
        chance[1] ^= (view[cell] >> 32) & WORD
        next_word(chance)
    for _ in range(WARM_UP):
        next_word(chance)


def hand_in_view(view: Array) -> int:
    """All goods in the hand of the seat whose view it is."""
    return int(view[SHOWN + view[SEAT]] + view[MY_HIDDEN])
