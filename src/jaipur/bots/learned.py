"""The learned players at the table: the network one step ahead, and with a search on top."""

from __future__ import annotations

from time import monotonic
from typing import Final

from ..compiled import compiled
from ..kernel.layout import Array
from ..notation import action_of_code
from .judging import Desk, best_option, judge_options, new_desk
from .judging_at_once import judge_options_at_once
from .protocol import Candidate, Choice, Limit
from .rollouts import OPTIONS, SPENT, Room, decide, new_room, search_on
from .weights_file import shipped_network

NODES_BETWEEN_LOOKS: Final = 50


class Learned:
    """Chooses over view arrays, in room of its own, compiled or not."""

    def __init__(self, *, is_compiled: bool) -> None:
        self._network = shipped_network()
        self._desk: Desk = new_desk(self._network)
        self._room: Room | None = None
        self._nodes = 0
        self._judge = compiled(judge_options) if is_compiled else judge_options_at_once
        self._search_on = compiled(search_on) if is_compiled else search_on

    def choose_in_one_step(self, cells: Array) -> Choice:
        """The action the network likes best, and what it thinks of all of them."""
        desk = self._desk
        count = self._judge(cells, self._network, desk)
        best = best_option(desk.values, count)
        candidates = [_candidate(desk, number, 1) for number in range(count)]
        return _choice(candidates, best, 1)

    def choose_by_search(self, cells: Array, limit: Limit, seed: int) -> Choice:
        """The action that did best in the worlds tried."""
        room = self._room_for(limit.nodes)
        self._search(cells, limit, seed, room)
        best, count = decide(room), int(room.progress[OPTIONS])
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

    def _search(self, cells: Array, limit: Limit, seed: int, room: Room) -> None:
        """Spend the nodes; with a brake, in slices between looks at the clock."""
        if limit.seconds is None:
            self._search_on(cells, self._network, limit.nodes, seed, True, room)
            return
        end, left, is_new = monotonic() + limit.seconds, limit.nodes, True
        while is_new or (left > 0 and monotonic() < end):
            few = min(NODES_BETWEEN_LOOKS, left)
            spent = self._search_on(cells, self._network, few, seed, is_new, room)
            left, is_new = (left - spent if spent else 0), False


def _candidate(desk: Desk, number: int, nodes: int) -> Candidate:
    value, margin = float(desk.values[0, number]), float(desk.values[1, number])
    return Candidate(action_of_code(int(desk.options[number])), value, nodes, margin)


def _choice(candidates: list[Candidate], best: int, nodes: int) -> Choice:
    chosen = candidates[best]
    candidates.sort(key=lambda some: (some is not chosen, -some.nodes, -some.value))
    return Choice(chosen.action, chosen.value, nodes, tuple(candidates))
