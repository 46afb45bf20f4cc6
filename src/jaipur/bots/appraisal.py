"""What a one-step player thinks of its chances: the outlook after each action, over some worlds."""

from __future__ import annotations

from ..kernel.chance import below
from ..kernel.knowledge import legal_in_view
from ..kernel.layout import END, POSITION_CELLS, RUNNING, SEAT, Array, copy_cells
from ..kernel.rules import apply, winner
from .endings import chance_at_the_end, ends_the_round
from .outlook import WIN, outlook
from .search import Room
from .worlds import even_step, hand_at, make_world, possible_hands


def appraise(view: Array, worlds: int, room: Room) -> int:
    """Write the legal actions and the mean value of each into `judged`; how many there are.

    All actions are looked at in the same worlds; the chance must be seeded. Those that end the
    round have their exact value.
    """
    seat, judged = int(view[SEAT]), room.judged
    count = legal_in_view(view, judged[0])
    for number in range(count):
        judged[1, number] = 0
    hands = possible_hands(view, room.hands)
    ways = int(room.hands[1, hands - 1])
    step, way = even_step(ways), below(room.chance, ways)
    for _ in range(worlds):
        way = (way + step) % ways
        make_world(view, hand_at(room.hands, hands, way), room.chance, room.position)
        for number in range(count):
            copy_cells(room.position, room.after, POSITION_CELLS)
            apply(room.after, int(judged[0, number]))
            judged[1, number] += value_for(room.after, seat, room.facts)
    for number in range(count):
        judged[1, number] //= worlds
        if ends_the_round(view, int(judged[0, number])):
            judged[1, number] = chance_at_the_end(view, int(judged[0, number]), room.ways)
    return count


def value_for(position: Array, seat: int, facts: Array) -> int:
    """The chance of the seat that has just acted to win, as a share of WIN."""
    if position[END] == RUNNING:
        return WIN - outlook(position, 1 - seat, facts)
    won = winner(position)
    if won < 0:
        return WIN // 2
    return WIN if won == seat else 0
