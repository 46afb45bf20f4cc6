"""The learned players at the table: the network one step ahead, and with a search on top."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any, Final, TypeVar

from ..compiled import compiled
from ..kernel.layout import Array
from ..notation import action_of_code
from .choosing import seed_from_view
from .judging import Desk, best_option, judge_options, new_desk
from .protocol import Candidate, Choice, Limit
from .rollouts import OPTIONS, SPENT, Room, begin, decide, grow, new_room
from .weights_file import shipped_network

F = TypeVar("F", bound=Callable[..., Any])

NODES_BETWEEN_LOOKS: Final = 50


class Learned:
    """Chooses over view arrays, in room of its own, compiled or interpreted."""

    def __init__(self, *, is_compiled: bool) -> None:
        self._network = shipped_network()
        self._desk: Desk = new_desk(self._network)
        self._room: Room | None = None
        self._nodes = 0
        self._is_compiled = is_compiled

    def choose_in_one_step(self, cells: Array) -> Choice:
        """The action the network likes best, and what it thinks of all of them."""
        desk = self._desk
        count = self._form(judge_options)(cells, self._network, desk)
        best = best_option(desk.values, count)
        candidates = [_candidate(desk, number, 1) for number in range(count)]
        return _choice(candidates, best, 1)

    def choose_by_search(self, cells: Array, limit: Limit, seed: int) -> Choice:
        """The action that did best in the worlds tried."""
        room = self._room_for(limit.nodes)
        self._form(seed_from_view)(room.chance, seed, cells)
        judged = self._form(judge_options)(cells, self._network, self._desk)
        self._form(begin)(cells, judged, self._desk, room)
        self._grow(cells, limit, room)
        best, count = self._form(decide)(room), int(room.progress[OPTIONS])
        candidates = [
            Candidate(
                action_of_code(int(room.options[number])),
                float(room.found[0, number]),
                max(1, int(room.found[1, number])),
                float(room.values[1, number]),
            )
            for number in range(count)
        ]
        return _choice(candidates, best, max(1, int(room.progress[SPENT])))

    def _room_for(self, nodes: int) -> Room:
        if self._room is None or self._nodes < nodes:
            self._room, self._nodes = new_room(self._network, nodes), nodes
        return self._room

    def _grow(self, cells: Array, limit: Limit, room: Room) -> None:
        """Spend the nodes; with a brake, in slices between looks at the clock."""
        try_out = self._form(grow)
        if limit.seconds is None:
            try_out(cells, self._network, limit.nodes, room)
            return
        end, left = monotonic() + limit.seconds, limit.nodes
        while left > 0 and monotonic() < end:
            spent = try_out(cells, self._network, min(NODES_BETWEEN_LOOKS, left), room)
            left = left - spent if spent else 0

    def _form(self, function: F) -> F:
        return compiled(function) if self._is_compiled else function


def _candidate(desk: Desk, number: int, nodes: int) -> Candidate:
    value, margin = float(desk.values[0, number]), float(desk.values[1, number])
    return Candidate(action_of_code(int(desk.options[number])), value, nodes, margin)


def _choice(candidates: list[Candidate], best: int, nodes: int) -> Choice:
    chosen = candidates[best]
    candidates.sort(key=lambda some: (some is not chosen, -some.nodes, -some.value))
    return Choice(chosen.action, chosen.value, nodes, tuple(candidates))
