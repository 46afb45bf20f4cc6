"""Explained actions do what the explanation says, and blocked cards say why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise, product

import msgspec
import pytest
from msgspec.structs import asdict

from jaipur import (
    Card,
    Cards,
    Exchange,
    Position,
    Sell,
    Take,
    TakeCamels,
    View,
    other,
    parse_action,
)
from jaipur.cards import card_of
from jaipur.errors import REASONS, Reason
from jaipur.events import event
from jaipur.session.contract.state import Legal
from jaipur.session.explain import explained
from jaipur.session.projection import legal_actions
from tests.laws.strategies import sample_rounds

KINDS = {"take": Take, "take_camels": TakeCamels, "exchange": Exchange, "sell": Sell}
FIELDS = {
    "take": {"action", "kind", "hand_after", "reveals"},
    "take_camels": {"action", "kind", "hand_after", "herd_after", "reveals"},
    "exchange": {"action", "kind", "hand_after", "herd_after"},
    "sell": {"action", "kind", "good", "count", "earns", "hand_after"},
}
SOMETIMES = {"take": set(), "take_camels": set(), "exchange": set(), "sell": {"bonus_tier"}}
"""What is said of such an action only when it is so; that a round ends, of any."""


def some_positions(rounds: int) -> list[Position]:
    """The positions of whole rounds in which somebody is to act."""
    return [position for played in sample_rounds(rounds) for position in played[:-1]]


def explain_actions(view: View) -> tuple[Legal, ...]:
    """Every legal action with what it does."""
    return explained(view, view.legal_codes())


def assert_said_is_done(position: Position, said: Legal) -> None:
    """Compare what is said of one action with the position after it."""
    seat, action = position.turn, parse_action(said.action)
    after = position.play(action)
    public = event(position, action, after)
    assert isinstance(action, KINDS[said.kind])
    written = set(msgspec.json.decode(msgspec.json.encode(said)))
    assert FIELDS[said.kind] <= written <= FIELDS[said.kind] | SOMETIMES[said.kind] | {"ends"}
    assert said.hand_after == len(after.hand(seat)) <= 7
    assert (position.herds[seat] if said.herd_after is None else said.herd_after) == (
        after.herds[seat]
    )
    assert said.ends == after.end
    assert (said.reveals or 0) == len(public.drawn)
    assert (said.earns or ()) == public.tokens
    assert said.bonus_tier == public.bonus_tier
    if isinstance(action, Sell):
        assert (said.good, said.count) == (action.good.letter, action.count)
        gained = Counter(map(str, sum(after.tokens(seat).values(), ())))
        had = Counter(map(str, sum(position.tokens(seat).values(), ())))
        assert gained - had == Counter(map(str, said.earns or ()))


def test_what_is_said_of_every_legal_action_is_what_it_does() -> None:
    for position in some_positions(12)[::8]:
        said = explain_actions(position.view(position.turn))
        assert [one.action for one in said] == list(map(str, position.legal_actions()))
        for one in said:
            assert_said_is_done(position, one)


def test_the_same_along_whole_rounds_and_every_end_was_announced() -> None:
    announced = Counter[str]()
    for played in sample_rounds(15):
        for position, following in pairwise(played):
            if following.end is None and position.deck_size > 6:
                continue
            for one in explain_actions(position.view(position.turn)):
                assert_said_is_done(position, one)
                if one.ends:
                    announced[one.ends] += 1
    assert set(announced) == {"deck", "tokens", "exchanges"}


# Blocked cards


def part_of(legal: Sequence[Legal]) -> tuple[set[str], set[str]]:
    """The letters that some legal action takes, and that some legal action gives or sells."""
    taken, given_away = set(), set()
    for one in legal:
        action = parse_action(one.action)
        match action:
            case Take(good):
                taken.add(good.letter)
            case TakeCamels():
                taken.add("K")
            case Exchange(take, give):
                taken |= set(str(take))
                given_away |= set(str(give))
            case Sell(good):
                given_away.add(good.letter)
    return taken, given_away


def assert_blocked_is_right(view: View) -> Counter[str]:
    """Exactly the useless cards are named, each with a reason that the rules give."""
    told = legal_actions(view)
    assert told.blocked is not None
    legal, blocked = told.legal, asdict(told.blocked)
    taken, given_away = part_of(legal)
    assert set(blocked) == {"market", "hand", "herd"}
    assert set(blocked["market"]) == set(str(view.market)) - taken
    assert set(blocked["hand"]) == set(str(view.hand)) - given_away
    herd = {"K"} if view.herds[view.seat] else set()
    assert set(blocked["herd"]) == herd - given_away
    reasons = Counter[str]()
    for where, letters in blocked.items():
        for letter, why in letters.items():
            assert why is not None, (where, letter)
            reason = Reason[why.reason.upper()]
            assert why.rule == REASONS[reason][0]
            assert reason in reasons_against(view, where, letter), (where, letter, reason)
            reasons[f"{where} {reason.name}"] += 1
    return reasons


def reasons_against(view: View, where: str, letter: str) -> set[Reason | None]:
    """What the rules say to everything of a proper shape that could be tried with a card.

    One card for one is no proper exchange, unless there is nothing else to try.
    """
    card = card_of(letter)
    if where == "market":
        count = view.market.count(card)
        return {view.check(TakeCamels(count) if letter == "K" else Take(card))}
    if where == "hand":
        return {view.check(Sell(card, count)) for count in range(1, view.hand.count(card) + 1)}
    goods = [good for good in view.market if good != Card.CAMEL]
    others = [*view.hand, *[card] * (view.herds[view.seat] - 1)]
    tries = product(set(combinations(sorted(goods), 2)), set(others))
    swaps = [Exchange(Cards(take), Cards([card, give])) for take, give in tries]
    return {view.check(swap) for swap in swaps} or {Reason.ONE_FOR_ONE}


def test_blocked_names_exactly_the_cards_that_are_part_of_nothing() -> None:
    """For who is to act, and for who picks cards while the other thinks."""
    reasons = Counter[str]()
    for position in some_positions(25)[::3]:
        reasons += assert_blocked_is_right(position.view(position.turn))
        waiting = position.view(other(position.turn)).as_if_to_act()
        reasons += assert_blocked_is_right(waiting)
    assert {
        "hand PRECIOUS_PAIR",
        "market HAND_FULL",
        "herd ONE_FOR_ONE",
        "herd HAND_LIMIT",
    } <= set(reasons), reasons


@pytest.mark.parametrize(
    ("hand_size", "herd", "reason"),
    [(7, 1, "hand_limit"), (7, 2, "hand_limit"), (0, 1, "one_for_one")],
)
def test_why_a_camel_cannot_be_given(hand_size: int, herd: int, reason: str) -> None:
    """With a full hand no camel may be given for a good, however few there are."""
    for position in some_positions(60):
        view = position.view(position.turn)
        goods = [card for card in view.market if card != Card.CAMEL]
        if (len(view.hand), view.herds[view.seat]) == (hand_size, herd) and len(goods) > 1:
            blocked = legal_actions(view).blocked
            assert blocked is not None
            why = blocked.herd["K"]
            assert why is not None
            assert why.reason == reason
            return
    raise AssertionError("no such position in the sample")


def test_nothing_is_explained_to_who_is_not_to_act() -> None:
    for position in some_positions(2):
        assert explain_actions(position.view(other(position.turn))) == ()
