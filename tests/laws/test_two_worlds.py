"""Two worlds a seat cannot tell apart: everything it gets to see is the same to the byte."""

from __future__ import annotations

import json
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from jaipur import (
    SEATS,
    Action,
    Card,
    Exchange,
    IllegalAction,
    Position,
    Seat,
    Sell,
    other,
)
from jaipur.cli.drawing import draw_view
from jaipur.events import event
from jaipur.texts import LANGUAGES, texts
from jaipur.view_json import view_to_json
from tests.depth import tried
from tests.laws.strategies import (
    actions,
    positions,
    running_positions,
    sample_rounds,
    seats,
)


def other_world(position: Position, seat: Seat, random: Random) -> Position:
    """Another position that differs only in what the seat cannot know."""
    fields = dict(word.split("=") for word in str(position).split())
    them = other(seat)
    hidden, plus, shown = fields[f"hand{them}"].replace("-", "").partition("+")
    deck = fields["deck"].replace("-", "")
    goods = shuffled((hidden + deck).replace("K", ""), random)
    new_hidden, rest = goods[: len(hidden)], goods[len(hidden) :]
    fields[f"hand{them}"] = new_hidden + plus + shown or "-"
    fields["deck"] = shuffled(rest + "K" * deck.count("K"), random) or "-"

    face_down, piles = [], []
    tiers = zip(fields[f"bonus{them}"].split("/"), fields["bonuses"].split("/"), strict=True)
    for won, pile in tiers:
        mine, left = won.replace("-", ""), pile.replace("-", "")
        if position.end is None:
            pool = shuffled(mine + left, random)
            mine, left = pool[: len(mine)], pool[len(mine) :]
        else:
            left = shuffled(left, random)
        face_down.append(mine or "-")
        piles.append(left or "-")
    fields[f"bonus{them}"], fields["bonuses"] = "/".join(face_down), "/".join(piles)
    return Position.parse(" ".join(f"{name}={value}" for name, value in fields.items()))


def shuffled(letters: str, random: Random) -> str:
    return "".join(random.sample(letters, len(letters)))


def test_the_other_world_is_usually_another_one() -> None:
    random = Random(3)
    running = [p for played in sample_rounds(10) for p in played if p.end is None]
    differ = [other_world(position, 0, random) != position for position in running]
    assert sum(differ) > 0.99 * len(differ)


@given(positions(), seats(), st.integers(0, 2**32))
@settings(max_examples=tried(40, 200))
def test_two_worlds_that_differ_in_secrets_have_one_view(
    position: Position, seat: Seat, seed: int
) -> None:
    twin = other_world(position, seat, Random(seed))
    view, same = position.view(seat), twin.view(seat)
    assert view.array.tobytes() == same.array.tobytes()
    assert view == same
    assert hash(view) == hash(same)
    assert str(view) == str(same)
    assert repr(view) == repr(same)


@given(positions(), seats(), st.integers(0, 2**32), st.lists(actions(), max_size=20))
def test_two_worlds_give_the_same_answers(
    position: Position, seat: Seat, seed: int, asked: list[Action]
) -> None:
    twin = other_world(position, seat, Random(seed))
    view, same = position.view(seat), twin.view(seat)
    assert view.legal_actions() == same.legal_actions()
    assert view.unseen == same.unseen
    assert view.opponent_bonus_tokens == same.opponent_bonus_tokens
    assert [view.check(action) for action in asked] == [same.check(action) for action in asked]
    assert Position.determinize(view, seed) == Position.determinize(same, seed)
    if position.turn == seat:
        assert position.legal_actions() == twin.legal_actions()
        assert list(map(position.check, asked)) == list(map(twin.check, asked))


@given(running_positions(), st.integers(0, 2**32))
def test_an_action_that_turns_nothing_up_tells_nothing(position: Position, seed: int) -> None:
    seat = position.turn
    twin = other_world(position, seat, Random(seed))
    for action in position.legal_actions():
        after, also = position.play(action), twin.play(action)
        small_sale = isinstance(action, Sell) and action.count < 3
        if (small_sale or isinstance(action, Exchange)) and after.end is None:
            assert after.view(seat) == also.view(seat)


@given(running_positions(), st.integers(0, 2**32))
def test_who_watches_learns_nothing_of_what_stays_hidden(position: Position, seed: int) -> None:
    """After each action of the other that shows the same in both worlds, they still look alike."""
    watcher = other(position.turn)
    twin = other_world(position, watcher, Random(seed))
    possible = set(twin.legal_actions())
    for action in position.legal_actions():
        if action not in possible:
            continue
        after, also = position.play(action), twin.play(action)
        # Other cards may be turned over there, and the end of a round reveals more.
        if event(position, action, after) == event(twin, action, also) and after.end is None:
            assert after.view(watcher) == also.view(watcher)


@given(running_positions(), st.integers(0, 2**32), st.lists(actions(), max_size=20))
def test_two_worlds_write_the_same_bytes(
    position: Position, seed: int, tried: list[Action]
) -> None:
    """JSON, drawn tables, refusals and their data, and the events of what turns nothing up."""
    seat = position.turn
    twin = other_world(position, seat, Random(seed))
    assert json.dumps(view_to_json(position.view(seat))) == json.dumps(
        view_to_json(twin.view(seat))
    )
    for language in LANGUAGES:
        drawn_here, drawn_there = (
            draw_view(world.view(seat), texts(language)) for world in (position, twin)
        )
        assert drawn_here == drawn_there
    for action in tried:
        assert refusal(position, action) == refusal(twin, action)
    for action in position.legal_actions():
        if isinstance(action, Sell | Exchange):
            here, there = (event(w, action, w.play(action)) for w in (position, twin))
            assert here == there


def refusal(position: Position, action: Action) -> tuple[str, dict[str, object]] | None:
    """Everything that can be read off the error of an illegal action."""
    try:
        position.play(action)
    except IllegalAction as error:
        return str(error), error.data
    return None


def test_a_refusal_tells_nothing_of_the_hand_of_the_seat_to_act() -> None:
    """Whoever reads it, in whichever seat: the market is all it names."""
    for played in sample_rounds(5):
        for position in played:
            told = refusal(position, Sell(Card.LEATHER, 7)) or ("", {})
            assert set(told[1]) <= {"market"}


def test_along_whole_rounds_two_worlds_have_one_view() -> None:
    random = Random(4)
    for played in sample_rounds(15):
        for position in played:
            for seat in SEATS:
                twin = other_world(position, seat, random)
                assert twin.view(seat).array.tobytes() == position.view(seat).array.tobytes()
