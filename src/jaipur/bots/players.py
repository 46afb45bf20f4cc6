"""The ladder: our players, from a first sparring partner to the maharaja."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final, TypeVar

from ..actions import Action
from ..compiled import compiled
from ..errors import message
from ..kernel.layout import Array
from ..notation import action_of_code
from ..view import View
from . import choosing, rollouts
from .appraisal import appraise
from .learned import Learned
from .outlook import WIN
from .protocol import Candidate, Choice, Limit, LimitError, UnknownBot, require_to_act
from .search import (
    EDGE_ACTION,
    EDGE_VALUE,
    EDGE_VISITS,
    Room,
    best_edge,
    new_room,
    root_edges,
    rows_for,
)

F = TypeVar("F", bound=Callable[..., Any])

APPRAISED_WORLDS: Final = 32
NODES_BETWEEN_LOOKS: Final = 200
QUICK_NODES: Final = 100
"""A search of so many nodes is over within a second where nothing is compiled."""


@dataclass(frozen=True, slots=True)
class Player:
    """One rung of the ladder."""

    name: str
    character: str
    """One line in English; the catalogue has it in French."""
    kind: int
    nodes: int
    rating: int
    """Elo in our arena, `greedy` being 1500 (bench/results.md)."""

    @property
    def searches(self) -> bool:
        """Whether a larger node limit makes it stronger."""
        return self.kind in {choosing.SEARCH, choosing.ROLLOUTS}

    @property
    def is_learned(self) -> bool:
        """Whether it plays by the network."""
        return self.kind in {choosing.NETWORK, choosing.ROLLOUTS}

    @property
    def entry(self) -> Callable[..., object] | None:
        """What has to be compiled before it can search."""
        entries: dict[int, Callable[..., object]] = {
            choosing.SEARCH: choosing.search_on,
            choosing.ROLLOUTS: rollouts.search_on,
        }
        return entries.get(self.kind)

    def is_quick(self, limit: Limit) -> bool:
        """Whether it needs no compiled code to answer at once."""
        if self.kind == choosing.ROLLOUTS:
            return False
        return not self.searches or limit.nodes <= QUICK_NODES

    @property
    def limit(self) -> Limit:
        """The limit at which its rating was measured."""
        return Limit(self.nodes)


LADDER: Final = (
    Player(
        "random",
        message("Plays any legal action. Good for learning what the actions do."),
        choosing.RANDOM,
        nodes=1,
        rating=-88,
    ),
    Player(
        "novice",
        message("Plays like a first game: forgetful, hasty, fond of diamonds."),
        choosing.NOVICE,
        nodes=1,
        rating=1111,
    ),
    Player(
        "greedy",
        message("Grabs the best bargain in sight and never looks further."),
        choosing.GREEDY,
        nodes=1,
        rating=1500,
    ),
    Player(
        "trader",
        message("Thinks a few turns ahead and remembers what you took."),
        choosing.SEARCH,
        nodes=50,
        rating=1801,
    ),
    Player(
        "merchant",
        message("Weighs thousands of futures before every action. Patient and hard to fool."),
        choosing.SEARCH,
        nodes=4000,
        rating=1989,
    ),
    Player(
        "vizier",
        message("Learned from millions of rounds against itself. Sees at a glance what counts."),
        choosing.NETWORK,
        nodes=1,
        rating=2027,
    ),
    Player(
        "maharaja",
        message("Plays on in its mind from what the vizier likes best, world by world."),
        choosing.ROLLOUTS,
        nodes=1000,
        rating=2115,
    ),
)
NAMES: Final = tuple(player.name for player in LADDER)


def player_named(name: str) -> Player:
    """The player of the ladder with this name."""
    for player in LADDER:
        if player.name == name:
            return player
    raise UnknownBot(
        "There is no bot named {name}; there are {names}.", name=name, names=", ".join(NAMES)
    )


def parse_player(text: str) -> tuple[Player, Limit]:
    """A player and its limit from `merchant` or, with a number of nodes, `merchant:500`."""
    name, colon, nodes = text.partition(":")
    player = player_named(name)
    if not colon:
        return player, player.limit
    if not player.searches:
        raise LimitError(
            "{name} does not search, so it takes no number of nodes: write {name}.", name=name
        )
    if not (nodes.isascii() and nodes.isdigit()) or len(nodes) > 9:
        raise LimitError(
            "{nodes} is no number of nodes: write {name}:500, say.", nodes=repr(nodes), name=name
        )
    return player, Limit(int(nodes))


@dataclass(slots=True, eq=False)
class LadderBot:
    """A player of the ladder at the table: gets a view and a limit, and chooses.

    `seed` changes its random choices. It compiles what it needs (seconds, once on a machine) only
    where that is worth it: to search, and to judge all actions; `is_compiled` decides otherwise.
    All forms choose alike. It works in room of its own, so every thread needs a bot of its own.
    """

    player: Player
    seed: int = 0
    is_compiled: bool | None = None
    _room: Room = field(default_factory=lambda: new_room(1), init=False, repr=False)
    _learned: Learned | None = field(default=None, init=False, repr=False)

    @property
    def name(self) -> str:
        """What it is called."""
        return self.player.name

    def choose(self, view: View, limit: Limit) -> Choice:
        """Choose an action for the seat whose view it is, which is to act."""
        require_to_act(view)
        cells = view.array.copy()
        if self.player.is_learned:
            return self._choose_as_learned(cells, limit)
        if self.player.searches:
            return self._choose_by_search(cells, limit)
        return self._choose_in_one_step(cells)

    def act(self, view: View, limit: Limit) -> Action:
        """The action that `choose` would choose, without the trouble of judging the others."""
        if self.player.searches or self.player.is_learned:
            return self.choose(view, limit).action
        require_to_act(view)
        return self._one_step(view.array.copy())

    def _choose_as_learned(self, cells: Array, limit: Limit) -> Choice:
        if self._learned is None:
            self._learned = Learned(is_compiled=self._compiles(is_worth_it=self.player.searches))
        if self.player.searches:
            return self._learned.choose_by_search(cells, limit, self.seed)
        return self._learned.choose_in_one_step(cells)

    def _one_step(self, cells: Array) -> Action:
        choose = self._form(choosing.choose_action, is_worth_it=False)
        return action_of_code(choose(self.player.kind, cells, 1, self.seed, self._room))

    def _choose_by_search(self, cells: Array, limit: Limit) -> Choice:
        if len(self._room.tree) < rows_for(limit.nodes):
            self._room = new_room(limit.nodes)
        nodes, tree = self._search(cells, limit), self._room.tree
        candidates = [
            Candidate(
                action_of_code(int(tree[edge, EDGE_ACTION])),
                int(tree[edge, EDGE_VALUE]) / int(tree[edge, EDGE_VISITS]) / WIN,
                int(tree[edge, EDGE_VISITS]),
            )
            for edge in root_edges(tree)
        ]
        best = action_of_code(int(tree[best_edge(tree), EDGE_ACTION]))
        candidates.sort(key=lambda some: (some.action != best, -some.nodes, -some.value))
        return Choice(best, candidates[0].value, nodes, tuple(candidates))

    def _search(self, cells: Array, limit: Limit) -> int:
        """Grow the tree to the limit; with a brake, in slices between looks at the clock."""
        search_on = self._form(choosing.search_on, is_worth_it=not self.player.is_quick(limit))
        if limit.seconds is None:
            search_on(cells, limit.nodes, self.seed, True, self._room)
            return limit.nodes
        end, nodes = monotonic() + limit.seconds, 0
        while nodes < limit.nodes and (nodes == 0 or monotonic() < end):
            slice_of_nodes = min(NODES_BETWEEN_LOOKS, limit.nodes - nodes)
            search_on(cells, slice_of_nodes, self.seed, nodes == 0, self._room)
            nodes += slice_of_nodes
        return nodes

    def _choose_in_one_step(self, cells: Array) -> Choice:
        room, chosen = self._room, self._one_step(cells)
        choosing.seed_from_view(room.chance, self.seed, cells)
        count = self._form(appraise, is_worth_it=True)(cells, APPRAISED_WORLDS, room)
        candidates = [
            Candidate(action_of_code(code), value / WIN, 1)
            for code, value in room.judged[:, :count].T.tolist()
        ]
        candidates.sort(key=lambda some: (some.action != chosen, -some.value))
        return Choice(chosen, candidates[0].value, 1, tuple(candidates))

    def _form(self, function: F, *, is_worth_it: bool) -> F:
        return compiled(function) if self._compiles(is_worth_it=is_worth_it) else function

    def _compiles(self, *, is_worth_it: bool) -> bool:
        return is_worth_it if self.is_compiled is None else self.is_compiled
