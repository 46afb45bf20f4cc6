"""`Engine`: the decision code of a player, over view arrays and a reusable workspace.

Every file in `players` defines one. Its functions are plain Python that Numba can compile. The bot
at the table (`ladder_bot`), the arena and training run all engines the same way.
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
"""A named tuple of arrays; only the engine that made it reads it."""
Think = Callable[[Array, int, int, bool, Workspace], int]


def _no_candidates(_workspace: Workspace) -> Sequence[Candidate]:
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class Engine:
    """The functions and limits of a player."""

    new_workspace: Callable[[int], Workspace]
    """`new_workspace(nodes)` makes a workspace for searches of at most `nodes` nodes."""
    think: Think
    """`think(view, nodes, seed, is_new, workspace)` searches up to `nodes` more nodes.

    Returns how many it spent; 0 ends the search: the choice is clear, or too few nodes are left.
    The same view, nodes and seed always lead to the same choice.
    """
    choose: Callable[[Workspace], int]
    """Returns the code of the action that `think` found best."""
    candidates: Callable[[Workspace], Sequence[Candidate]] = _no_candidates
    """Returns the actions with the values that `think` found, the chosen one first.

    Empty if the engine computes no values.
    """
    think_interpreted: Think | None = None
    """A variant of `think` that is faster without compiled code."""
    searches: bool = False
    """Whether more nodes make it stronger."""
    uses_network: bool = False
    """Whether it plays with the network that `JAIPUR_NETWORK` can replace."""
    node_cost: int = 1
    """The time a node takes, relative to a node of the tree search."""
    most_nodes: int = MOST_NODES
    """The most nodes at a table, where other bots are waiting: about a third of a second."""
    interpreted_nodes: int = MOST_NODES
    """The most nodes of a search that take less than a second without compiled code."""
    nodes_per_slice: int = 1
    """Nodes per call of `think`, which cannot be interrupted: a few milliseconds."""


def think_in_slices(
    engine: Engine, think: Think, view: Array, limit: Limit, seed: int, workspace: Workspace
) -> Iterator[int]:
    """Think up to the limit, and yield the nodes of each slice.

    The first slice always runs to its end, however short the time limit.
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
    """Seed a random generator with a bot's seed and all cells of the view."""
    seed_chance(chance, seed, 0)
    for cell in range(VIEW_CELLS):
        chance[0] ^= view[cell] & WORD
        chance[1] ^= (view[cell] >> 32) & WORD
        next_word(chance)
    for _ in range(WARM_UP):
        next_word(chance)


def hand_in_view(view: Array) -> int:
    """Return the goods in the viewing seat's hand."""
    return int(view[SHOWN + view[SEAT]] + view[MY_HIDDEN])
