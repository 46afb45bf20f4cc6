"""Small facts of the values that the rules do not cover: pairs, cards, errors, JSON of views."""

import json
import pickle
import random
from pathlib import Path
from typing import Any

import pytest
from jsonschema.validators import validator_for

from jaipur import (
    SEATS,
    BySeat,
    Card,
    Cards,
    Deal,
    IllegalAction,
    ImpossiblePosition,
    JaipurError,
    Match,
    NotationError,
    Position,
    Reason,
    RecordError,
    SeededDeals,
    View,
    other,
)
from jaipur.seats import as_seat
from jaipur.view_json import view_from_json, view_to_json

SCHEMA = json.loads((Path(__file__).parents[1] / "docs" / "view.schema.json").read_text("utf-8"))
FITS = validator_for(SCHEMA)(SCHEMA)


def views(seed: int) -> list[View]:
    """Both seats' views at every turn of a random round."""
    chance = random.Random(seed)
    position = Position.deal(SeededDeals(seed).deal(0))
    found = [position.view(seat) for seat in SEATS]
    while position.end is None:
        position = position.play(chance.choice(position.legal_actions()))
        found += [position.view(seat) for seat in SEATS]
    return found


def test_pairs() -> None:
    pair = BySeat(1, 2)
    assert (pair[0], pair[1], list(pair)) == (1, 2, [1, 2])
    assert pair.map(str) == BySeat("1", "2")
    assert pair.replace(0, 5) == BySeat(5, 2)
    assert pair.replace(1, 5) == BySeat(1, 5)
    assert [other(seat) for seat in SEATS] == [1, 0]
    with pytest.raises(ValueError, match="a seat is 0 or 1"):
        as_seat(2)


def test_cards() -> None:
    cards = Cards("LDDK")
    assert str(cards) == "DDLK"
    assert list(cards) == [Card.DIAMOND, Card.DIAMOND, Card.LEATHER, Card.CAMEL]
    assert (len(cards), cards.count(Card.DIAMOND), Card.GOLD in cards) == (4, 2, False)
    assert cards == Cards([Card.CAMEL, Card.LEATHER, Card.DIAMOND, Card.DIAMOND])
    assert hash(cards) == hash(Cards("DDLK"))
    assert cards + Cards("G") == Cards("DDGLK")
    assert pickle.loads(pickle.dumps(cards)) == cards  # noqa: S301  # our own pickle
    assert len(Cards("K" * 11 + "L" * 10)) == 21
    with pytest.raises(AttributeError, match="is immutable"):
        cards.packed = 3
    with pytest.raises(ValueError, match="only 6 diamond cards"):
        Cards("D" * 7)


def test_the_schema_of_a_view_is_a_schema() -> None:
    validator_for(SCHEMA).check_schema(SCHEMA)


@pytest.mark.parametrize("seed", range(3))
def test_view_json_fits_its_schema_and_round_trips(seed: int) -> None:
    for view in views(seed)[:: 1 if seed == 0 else 9]:
        data = json.loads(json.dumps(view_to_json(view)))
        FITS.validate(data)
        assert view_from_json(data) == view


CHANGES: list[tuple[str, Any]] = [
    ("format", "view"),
    ("version", 3),
    ("seat", 2),
    ("turn", "first"),
    ("market", "DDDDDDD"),
    ("market", 5),
    ("hand", "DDDD"),
    ("hand_known", "DG"),
    ("opponent_hidden_count", 10**12),
    ("opponent_hidden_count", 2),
    ("deck_size", -1),
    ("herds", [1]),
    ("herds", [9, 9]),
    ("piles", {}),
    ("tokens", [{}, {}]),
    ("bonus_piles", {"3": 9, "4": 6, "5": 5}),
    ("bonus_values", [7]),
    ("bonus_values", [3, 3, 3]),
    ("opponent_bonus_counts", {"3": 1, "4": 0, "5": 0}),
    ("opponent_bonus_values", []),
    ("end_cause", "deck"),
    ("legal_actions", []),
    ("unseen", ""),
    ("exchanges", 41),
    ("exchange_limit", "many"),
]


@pytest.mark.parametrize(("name", "value"), CHANGES)
def test_a_view_that_contradicts_itself_is_refused(name: str, value: Any) -> None:
    data = view_to_json(Position.deal(SeededDeals(7).deal(0)).view(0))
    with pytest.raises((NotationError, ImpossiblePosition)):
        view_from_json(data | {name: value})
    missing = {key: kept for key, kept in data.items() if key != name}
    with pytest.raises((NotationError, ImpossiblePosition)):
        view_from_json(missing)
    with pytest.raises(NotationError):
        view_from_json([data])


@pytest.mark.parametrize("version", [1, 3, "2"])
def test_a_view_of_another_version_is_refused_by_name(version: object) -> None:
    data = view_to_json(Position.deal(SeededDeals(7).deal(0)).view(0)) | {"version": version}
    with pytest.raises(NotationError) as raised:
        view_from_json(data)
    assert str(raised.value) == (
        f"This view has version {version!r}, but version 2 is needed (docs/view.schema.json)."
    )


def test_a_view_line_that_fits_no_position_is_refused() -> None:
    line = str(Position.deal(SeededDeals(7).deal(0)).view(0))
    for right, wrong in (
        ("hand1=?????", "hand1=????"),
        ("hand1=?????", "hand1=DDGGP"),
        ("hand0=SCCP", "hand0=????"),
        ("bonuses=???????", "bonuses=??????"),
        ("bonus1=-/-/-", "bonus1=?/-/-"),
        ("seat=0", "seat=3"),
    ):
        assert right in line
        with pytest.raises((NotationError, ImpossiblePosition)):
            View.parse(line.replace(right, wrong))


def test_the_unseen_cards_and_the_hands_add_up() -> None:
    for view in views(5):
        assert len(view.unseen) == view.deck_size + view.opponent_hidden
        assert view.hand_sizes[view.seat] == len(view.hand)
        theirs = view.hand_sizes[other(view.seat)]
        assert theirs == view.opponent_hidden + len(view.opponent_known)


def test_errors_carry_data_and_survive_pickling() -> None:
    illegal = IllegalAction(Reason.NOT_IN_MARKET, "+D", "GKKKK")
    assert str(illegal) == "+D: take a good that lies in the market, which is GKKKK (R24)."
    record = RecordError(7, illegal)
    assert str(record).startswith("line 7: +D")
    for error in (illegal, record, NotationError("{a} is wrong.", a=1)):
        again = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own pickle
        assert isinstance(again, JaipurError)
        assert (str(again), again.__dict__.keys()) == (str(error), error.__dict__.keys())


def test_matches_and_results_survive_pickling() -> None:
    match = Match.start(SeededDeals(1).deal(0))
    while match.position.end is None:
        match = match.play(match.position.legal_actions()[0])
    assert pickle.loads(pickle.dumps(match)) == match  # noqa: S301  # our own pickle
    with pytest.raises(ImpossiblePosition):
        Match.start(SeededDeals(1).deal(0)).next_round(SeededDeals(1).deal(1))


def test_deals_have_a_text_that_rebuilds_them() -> None:
    deal = SeededDeals(4).deal(2)
    assert eval(repr(deal)) == deal  # noqa: S307  # our own text
    assert len(deal.letters) == 52
    assert "".join(card.letter for card in (*deal.hands[0], *deal.hands[1])) == deal.letters[:10]
    assert len(deal.market) + len(deal.deck) == 42


def test_numbers_that_no_table_has_are_refused() -> None:
    deal = SeededDeals(4).deal(2)
    with pytest.raises(ValueError, match="a seat is 0 or 1"):
        Deal.parse(deal.letters, deal.bonus_digits, 2)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(ValueError, match="a seat is 0 or 1"):
        Position.deal(deal, starter=2)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(ValueError, match="an exchange limit is 1 to"):
        Position.deal(deal, exchange_limit=0)
