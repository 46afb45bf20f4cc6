"""Play one round between two players that see only their views.

Run it with: .venv/bin/python examples/play_one_round.py
"""

from __future__ import annotations

from jaipur import Action, Position, SeededDeals, Sell, View


def greedy_seller(view: View) -> Action:
    """Make the largest sale of three or more cards, or else the first legal action."""
    actions = view.legal_actions()
    sales = [action for action in actions if isinstance(action, Sell) and action.count >= 3]
    return max(sales, key=lambda sale: sale.count, default=actions[0])


def main() -> None:
    """Play a round and print it."""
    position = Position.deal(SeededDeals(seed=1).deal(number=0))
    while position.end is None:
        action = greedy_seller(position.view(position.turn))
        print(f"seat {position.turn}: {action}")
        position = position.play(action)
    if result := position.result:
        print(f"ended by {result.cause}: {result.rupees[0]} to {result.rupees[1]} rupees")


if __name__ == "__main__":
    main()
