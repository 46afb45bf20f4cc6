"""`jaipur show`: a position or a view, its result, and what one seat may know."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaipur import SEATS, Position, Seat, parse_action
from jaipur.records import load_record, replay
from jaipur.view_json import view_to_json

from .test_cli import DEALT, MATCH, START, document, jaipur, refusal


def ended_round() -> Position:
    """A round that is over, in which both seats have bonus tokens and one has the camel token."""
    first = replay(load_record(Path(MATCH).read_text("utf-8"))).rounds[0].position
    assert first.result is not None
    assert min(first.result.bonus_tokens) > 0
    assert first.result.camel_token is not None
    return first


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_show_scores_a_round_that_is_over(seat: Seat | None) -> None:
    ended = ended_round()
    line = str(ended if seat is None else ended.view(seat))
    result = ended.result
    assert result is not None
    drawn = jaipur("show", line).stdout
    scored = drawn[drawn.index("Camel token: ") :].splitlines()
    assert scored[0] == f"Camel token: Seat {result.camel_token}"
    for at in SEATS:
        goods, bonus = result.goods_rupees[at], result.bonus_rupees[at]
        token = 5 if at == result.camel_token else 0
        assert scored[1 + at] == (
            f"Seat {at}: {goods} for goods + {bonus} bonus + {token} camel token = "
            f"{goods + bonus + token} rupees"
        )
    assert scored[3] == f"Seal of Excellence: Seat {result.winner} (by rupees)."
    assert "Sceau d’Excellence" in jaipur("show", line, "--lang", "fr").stdout


def test_show_gives_the_result_as_json_too() -> None:
    ended = ended_round()
    replayed = document("replay", MATCH)["rounds"][0]
    assert document("show", str(ended))["result"] == replayed["result"]
    assert document("show", DEALT)["result"] is None


def test_show_and_perft_read_standard_input() -> None:
    for typed in (DEALT, f"  {DEALT}\n"):
        assert jaipur("show", "-", typed=typed).stdout == jaipur("show", DEALT).stdout
    view = str(START.view(1))
    assert jaipur("show", "-", typed=view).stdout == jaipur("show", view).stdout
    assert jaipur("perft", "-", "1", typed=DEALT).stdout == "5\n"
    done = jaipur("show", "-")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "Standard input has 0 lines; expected one line" in done.stderr


@pytest.mark.parametrize("seat", SEATS)
def test_show_draws_what_one_seat_may_know(seat: Seat) -> None:
    for now in (START, START.play(parse_action("+G")).play(parse_action("-GG"))):
        view = now.view(seat)
        told = jaipur("show", str(now), "--seat", str(seat)).stdout
        assert told == f"{jaipur('show', str(view)).stdout}\n{view}\n"
        assert document("show", str(now), "--seat", str(seat)) == view_to_json(view)
        # A world in which everything this seat cannot see is otherwise tells the same.
        for seed in range(5):
            other_world = str(Position.determinize(view, seed))
            assert jaipur("show", other_world, "--seat", str(seat)).stdout == told


def test_show_lists_the_actions_of_the_seat_to_act_only() -> None:
    assert "5 legal actions:\n+G +KKKK -C -CC -P" in jaipur("show", DEALT, "--seat", "0").stdout
    assert "legal action" not in jaipur("show", DEALT, "--seat", "1").stdout


def test_show_cannot_look_from_the_other_seat_of_a_view() -> None:
    view = str(START.view(0))
    assert jaipur("show", view, "--seat", "0").stdout == jaipur("show", view).stdout
    assert "the view of seat 0" in refusal("show", view, "--seat", "1")
    assert "'2' is not a whole number from 0 to 1" in refusal("show", DEALT, "--seat", "2")
