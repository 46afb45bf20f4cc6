"""Trader and merchant: single-observer information-set Monte Carlo tree search (SO-ISMCTS).

Each iteration samples a world that fits the view, walks down the tree and values the position it
reaches with the leaf network. A tree node stands for what the observer sees: the actions and the
cards turned up. Its statistics come from all worlds that led there, so the observer never acts on
what it cannot see; actions that are illegal in a world are skipped in it.

A walk takes the action with the highest mean result plus an exploration bonus, as in PUCT: it is
larger for actions that the one-step evaluation ranks high and that were rarely tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Final, NamedTuple

import numpy as np

from ...kernel.chance import new_chance
from ...kernel.knowledge import legal_in_view
from ...kernel.layout import (
    END,
    MARKET,
    MAX_ACTIONS,
    RUNNING,
    TURN,
    Array,
    new_position,
)
from ...kernel.rules import apply, hand_of, taken, winner
from ...notation import action_of_code
from ..endings import (
    DECIDED,
    chance_at_the_end,
    ends_the_round,
    lead_in_position,
    may_end,
    new_ways,
    settle_endings,
)
from ..engine import Engine, seed_from_view
from ..evaluation import evaluate_actions, new_changes
from ..leaf_network import WIN, LeafWorkspace, new_leaf_workspace, win_chance
from ..protocol import Candidate
from ..weights import SHREWD_WORTH
from ..worlds import new_cycle, new_hands, next_world, possible_hands, start_worlds

NONE: Final = -1

EXPLORE: Final = 0.15
"""The weight of exploring rarely tried actions against good results."""
QUARTERED_AT: Final = 200.0
"""An action that is this many hundredths of a rupee worse gets a quarter of the exploration."""
BREADTH: Final = 12
"""The number of actions considered at a new node, best first by the one-step evaluation …"""
WIDENING: Final = 0.25
"""… and more with the square root of its visits (progressive widening)."""

FIRST_EDGE: Final = 0
VISITS: Final = 1
VALUE: Final = 2
CAME_BY: Final = 3
REVEALED: Final = 4
NEXT_NODE: Final = 5
EDGE_ACTION: Final = 6
EDGE_VISITS: Final = 7
EDGE_VALUE: Final = 8
NEXT_EDGE: Final = 9
EXACT: Final = 10
PATH_NODE: Final = 11
PATH_EDGE: Final = 12
PATH_SEAT: Final = 13
FIRST_NODE: Final = 14
TREE_COLUMNS: Final = 15
"""Row n of the tree holds node n, edge n, step n of the path that is being walked, and bucket n.

A node is found by the edge it came by and the cards revealed: FIRST_NODE of their bucket begins a
chain of nodes, since taking camels can reveal hundreds of different cards.
"""


USED_NODES: Final = 0
USED_EDGES: Final = 1
PROGRESS_CELLS: Final = 2
"""Cells with the state of a search, so that it can be resumed."""


class TreeWorkspace(NamedTuple):
    """Reusable arrays of a search."""

    position: Array
    chance: Array
    evaluated: Array
    changes: Array
    leaf: LeafWorkspace
    hands: Array
    cycle: Array
    ways: Array
    tree: Array
    progress: Array


def new_tree_workspace(nodes: int) -> TreeWorkspace:
    """Make a workspace for searches of at most `nodes` nodes."""
    return TreeWorkspace(
        new_position(),
        new_chance(),
        np.zeros((2, MAX_ACTIONS), np.int64),
        new_changes(),
        new_leaf_workspace(),
        new_hands(),
        new_cycle(),
        new_ways(),
        np.zeros((rows_for(nodes), TREE_COLUMNS), np.int64),
        np.zeros(PROGRESS_CELLS, np.int64),
    )


def rows_for(nodes: int) -> int:
    """Return the rows of a tree for `nodes` iterations: each adds at most one node and one edge."""
    return nodes + MAX_ACTIONS + 2


def think(view: Array, nodes: int, seed: int, is_new: bool, workspace: TreeWorkspace) -> int:
    """Grow the tree by `nodes` nodes; `is_new` begins a new tree."""
    if is_new:
        seed_from_view(workspace.chance, seed, view)
        start_tree(view, workspace)
    grow_tree(view, nodes, workspace)
    return nodes


def start_tree(view: Array, workspace: TreeWorkspace) -> None:
    """Start a new tree. The random generator must be seeded."""
    hands = possible_hands(view, workspace.hands)
    start_worlds(hands, workspace.hands, workspace.chance, workspace.cycle)
    for bucket in range(len(workspace.tree)):
        workspace.tree[bucket, FIRST_NODE] = NONE
    clear_node(workspace.tree, 0)
    workspace.progress[USED_NODES], workspace.progress[USED_EDGES] = 1, 0
    if may_end(view):
        settle_root(view, workspace)


def settle_root(view: Array, workspace: TreeWorkspace) -> None:
    """Give actions that end the round their exact value: sampling cannot improve on it."""
    tree = workspace.tree
    for number in range(legal_in_view(view, workspace.evaluated[0])):
        action = int(workspace.evaluated[0, number])
        if ends_the_round(view, action):
            edge = new_edge(workspace, 0, action)
            tree[edge, EXACT] = chance_at_the_end(view, action, workspace.ways)
            tree[edge, EDGE_VISITS], tree[edge, EDGE_VALUE] = 1, tree[edge, EXACT]


def grow_tree(view: Array, nodes: int, workspace: TreeWorkspace) -> None:
    """Grow the tree by `nodes` nodes: one world, one walk and one leaf each."""
    tree, position = workspace.tree, workspace.position
    for _ in range(nodes):
        next_world(view, workspace.hands, workspace.chance, workspace.cycle, position)
        node = depth = 0
        new = False
        while position[END] == RUNNING and not new:
            seat = int(position[TURN])
            count = evaluate(position, seat, workspace)
            edge, rank = choose_edge(tree, node, count, workspace.evaluated)
            if edge == NONE:
                edge = new_edge(workspace, node, int(workspace.evaluated[0, rank]))
            tree[depth, PATH_NODE], tree[depth, PATH_EDGE] = node, edge
            tree[depth, PATH_SEAT] = seat
            depth += 1
            action = int(tree[edge, EDGE_ACTION])
            left = int(position[MARKET]) - taken(action)
            apply(position, action)
            revealed = int(position[MARKET]) - left
            node = node_after(tree, edge, revealed)
            if node == NONE:
                new = True
                node = new_node(workspace, edge, revealed)
        value = leaf_value(position, workspace.leaf)
        if depth == 1 and tree[tree[0, PATH_EDGE], EXACT] != NONE:
            value = int(tree[tree[0, PATH_EDGE], EXACT])
            value = WIN - value if tree[0, PATH_SEAT] else value
        back_up(tree, depth, value)


def new_node(workspace: TreeWorkspace, edge: int, revealed: int) -> int:
    """Add a node for the cards that an action revealed."""
    tree, node = workspace.tree, int(workspace.progress[USED_NODES])
    workspace.progress[USED_NODES] += 1
    clear_node(tree, node)
    tree[node, CAME_BY], tree[node, REVEALED] = edge, revealed
    bucket = bucket_of(tree, edge, revealed)
    tree[node, NEXT_NODE], tree[bucket, FIRST_NODE] = tree[bucket, FIRST_NODE], node
    return node


def node_after(tree: Array, edge: int, revealed: int) -> int:
    """Return the node an edge leads to when these cards are revealed, or NONE if there is none."""
    node = int(tree[bucket_of(tree, edge, revealed), FIRST_NODE])
    while node != NONE and (tree[node, CAME_BY] != edge or tree[node, REVEALED] != revealed):
        node = int(tree[node, NEXT_NODE])
    return node


def bucket_of(tree: Array, edge: int, revealed: int) -> int:
    """Hash an edge and revealed cards to a bucket, with two large odd multipliers."""
    return (edge * 2_654_435_761 + revealed * 40_503) % len(tree)


def new_edge(workspace: TreeWorkspace, node: int, action: int) -> int:
    """Add an edge for an action that was not tried at a node before."""
    tree, edge = workspace.tree, int(workspace.progress[USED_EDGES])
    workspace.progress[USED_EDGES] += 1
    tree[edge, EDGE_ACTION] = action
    tree[edge, EDGE_VISITS] = tree[edge, EDGE_VALUE] = 0
    tree[edge, NEXT_EDGE] = tree[node, FIRST_EDGE]
    tree[edge, EXACT] = NONE
    tree[node, FIRST_EDGE] = edge
    return edge


def clear_node(tree: Array, node: int) -> None:
    """Reset a node to one without visits."""
    tree[node, FIRST_EDGE] = NONE
    tree[node, VISITS] = 0
    tree[node, VALUE] = 0


def evaluate(position: Array, seat: int, workspace: TreeWorkspace) -> int:
    """Evaluate the legal actions of a seat in a world, using only what that seat knows."""
    evaluated = workspace.evaluated
    hand = hand_of(position, seat)
    count = evaluate_actions(position, seat, hand, SHREWD_WORTH, workspace.changes, evaluated)
    if may_end(position):
        settle_endings(position, seat, lead_in_position(position, seat), evaluated, count)
    return count


def choose_edge(tree: Array, node: int, count: int, evaluated: Array) -> tuple[int, int]:
    """Return the edge to walk, or NONE and the rank of a new action."""
    visits = int(tree[node, VISITS])
    root = sqrt(visits + 1.0)
    scale, breadth = EXPLORE * root, BREADTH + int(WIDENING * root)
    # The initial value of an untried action is that of its node.
    first_play_value = tree[node, VALUE] / (visits * float(WIN)) if visits else 0.5
    chosen, chosen_rank, most, top, fallback = NONE, NONE, -1.0, NONE, NONE
    for rank in range(count):
        if rank == breadth:
            break
        best = rank
        for number in range(rank + 1, count):
            if evaluated[1, number] > evaluated[1, best]:
                best = number
        action, worth = int(evaluated[0, best]), int(evaluated[1, best])
        evaluated[0, best], evaluated[1, best] = evaluated[0, rank], evaluated[1, rank]
        evaluated[0, rank], evaluated[1, rank] = action, worth
        edge = int(tree[node, FIRST_EDGE])
        while edge != NONE and tree[edge, EDGE_ACTION] != action:
            edge = int(tree[edge, NEXT_EDGE])
        # A winning ending is as promising as the best other action, but displaces none of them.
        prior_discount = 1.0
        if worth < DECIDED // 2:
            top = rank if top == NONE else top
            prior_discount += (evaluated[1, top] - worth) / QUARTERED_AT
        exploration = scale / (prior_discount * prior_discount)
        value = first_play_value
        if edge != NONE:
            if tree[edge, EXACT] != NONE:
                # Its value is exact: visiting it again adds nothing, and it displaces no other.
                fallback = edge
                breadth += 1
                continue
            tried = int(tree[edge, EDGE_VISITS])
            value = tree[edge, EDGE_VALUE] / (tried * float(WIN))
            exploration /= 1.0 + tried
        if value + exploration > most:
            chosen, chosen_rank, most = edge, rank, value + exploration
    return (fallback, 0) if chosen_rank == NONE else (chosen, chosen_rank)


def leaf_value(position: Array, leaf: LeafWorkspace) -> int:
    """Return the value of a world for seat 0: the result if the round is over, or the network's."""
    if position[END] != RUNNING:
        won = winner(position)
        return WIN // 2 if won == NONE else WIN * (1 - won)
    seat = int(position[TURN])
    value = win_chance(position, seat, leaf)
    return WIN - value if seat else value


def back_up(tree: Array, depth: int, value: int) -> None:
    """Back up the value for seat 0 along the path, from each mover's perspective."""
    for step in range(depth):
        node, edge = tree[step, PATH_NODE], tree[step, PATH_EDGE]
        gained = WIN - value if tree[step, PATH_SEAT] else value
        tree[node, VISITS] += 1
        tree[node, VALUE] += gained
        tree[edge, EDGE_VISITS] += 1
        tree[edge, EDGE_VALUE] += gained


def best_edge(tree: Array) -> int:
    """Return the root edge with most visits, unless an action that ends the round is better."""
    best = edge = int(tree[0, FIRST_EDGE])
    while edge != NONE:
        more = tree[edge, EDGE_VISITS] - tree[best, EDGE_VISITS]
        if more > 0 or (more == 0 and tree[edge, EDGE_VALUE] > tree[best, EDGE_VALUE]):
            best = edge
        edge = int(tree[edge, NEXT_EDGE])
    edge, value = int(tree[0, FIRST_EDGE]), int(tree[best, EDGE_VALUE] // tree[best, EDGE_VISITS])
    while edge != NONE:
        if tree[edge, EXACT] > value:
            best, value = edge, int(tree[edge, EXACT])
        edge = int(tree[edge, NEXT_EDGE])
    return best


def choose(workspace: TreeWorkspace) -> int:
    """Return the best action at the root."""
    return int(workspace.tree[best_edge(workspace.tree), EDGE_ACTION])


def candidates(workspace: TreeWorkspace) -> list[Candidate]:
    """Return the actions tried at the root, the chosen one first, then by nodes spent."""
    tree, chosen = workspace.tree, action_of_code(choose(workspace))
    found = [
        Candidate(
            action_of_code(int(tree[edge, EDGE_ACTION])),
            int(tree[edge, EDGE_VALUE]) / int(tree[edge, EDGE_VISITS]) / WIN,
            int(tree[edge, EDGE_VISITS]),
        )
        for edge in root_edges(tree)
    ]
    return sorted(found, key=lambda some: (some.action != chosen, -some.nodes, -some.value))


def root_edges(tree: Array) -> Iterator[int]:
    """Yield the edges of the actions tried at the root."""
    edge = int(tree[0, FIRST_EDGE])
    while edge != NONE:
        yield edge
        edge = int(tree[edge, NEXT_EDGE])


ENGINE = Engine(
    new_tree_workspace,
    think,
    choose,
    candidates,
    searches=True,
    most_nodes=10_000,
    interpreted_nodes=100,
    nodes_per_slice=200,
)
