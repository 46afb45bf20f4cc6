"""What a seat knows once it has acted: the next view, less exactly what is turned up."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from hypothesis import given

from jaipur import Action, Cards, Exchange, Position, Sell, TakeCamels, View, parse_action
from jaipur.compiled import compiled
from jaipur.kernel.knowledge import act_in_view
from jaipur.kernel.layout import (
    DECK_LEFT,
    END,
    MARKET,
    MY_BONUS,
    RUNNING,
    THEIR_BONUS,
    Array,
)
from jaipur.notation import code_of
from tests.laws.strategies import running_positions, sample_rounds
from tests.rules.positions import position


class TurnedUp(NamedTuple):
    """What an action shows that its seat could not know before."""

    cards: Cards
    bonus: int | None


def turned_up(at: Position, action: Action) -> TurnedUp:
    """Read off the deck and the bonus piles, which the seat cannot see."""
    if isinstance(action, Exchange):
        return TurnedUp(Cards(), None)
    if isinstance(action, Sell):
        pile = at.bonus_piles[min(action.count, 5) - 3] if action.count >= 3 else ()
        return TurnedUp(Cards(), pile[0] if pile else None)
    gaps = action.count if isinstance(action, TakeCamels) else 1
    return TurnedUp(Cards(at.deck[:gaps]), None)


def without(after: View, shown: TurnedUp) -> Array:
    """The cells of a view with what was turned up put back."""
    cells = after.array.copy()
    cells[MARKET] -= shown.cards.packed
    cells[DECK_LEFT] += len(shown.cards)
    if shown.bonus is not None:
        cells[MY_BONUS] -= 1 << (4 * shown.bonus)
    cells[END], cells[THEIR_BONUS] = RUNNING, 0
    return cells


def acted(view: View, action: Action) -> Array:
    cells = view.array.copy()
    act_in_view(cells, code_of(action))
    return cells


@given(running_positions())
def test_only_what_is_turned_up_is_new_in_the_next_view(at: Position) -> None:
    view = at.view(at.turn)
    for action in at.legal_actions():
        expected = without(at.play(action).view(at.turn), turned_up(at, action))
        assert acted(view, action).tolist() == expected.tolist(), action


def test_so_it_is_along_whole_rounds_and_in_compiled_code() -> None:
    """With gaps that the deck cannot fill, bonus piles that are empty, and every sort of limit."""
    fast, seen = compiled(act_in_view), Counter[str]()
    for played in sample_rounds(10):
        for at in played[:-1]:
            view = at.view(at.turn).array
            for action in at.legal_actions():
                cells, after = view.copy(), at.play(action)
                fast(cells, code_of(action))
                shown = turned_up(at, action)
                assert cells.tolist() == without(after.view(at.turn), shown).tolist(), action
                seen[type(action).__name__] += 1
                seen["bonus"] += shown.bonus is not None
                seen["end"] += after.end is not None
    assert min(seen.values()) > 20
    assert len(seen) == 6


def test_cards_the_opponent_has_seen_leave_first() -> None:
    at = position(market="DGSKK", hand0="CC+CP", herd0=1)
    view = View.from_array(acted(at.view(0), parse_action("-CC")))
    assert str(view.shown[0]) == "P"
    assert str(view.hand) == "CP"


def test_an_empty_bonus_pile_stays_empty() -> None:
    sold = "CCCCCCPPPPPPSSSGGGDDD"
    at = position(market="GGSKK", hand0="LLL", hand1="", sold=sold, bonus1="1122233/-/-")
    assert at.bonuses_left == (0, 6, 5)
    assert View.from_array(acted(at.view(0), parse_action("-LLL"))).bonuses_left == (0, 6, 5)
