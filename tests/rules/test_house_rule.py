"""Chapter 15 of docs/rules.md: the house rule."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

from jaipur import (
    GOODS,
    EndCause,
    Exchange,
    Match,
    Position,
    View,
    batch,
)
from jaipur.arena.playing import NOBODY, start_round
from jaipur.batch import play_rounds
from jaipur.cli.arena import arena
from jaipur.cli.simulate import simulate
from jaipur.deals import sorted_box
from jaipur.kernel.layout import EXCHANGE_LIMIT, new_position
from jaipur.session.options import Options
from tests.rules.positions import (
    deal,
    play,
    position,
    result_of,
    round_won,
)
from tests.session.walks import begun


def exchanged(start: Position, times: int) -> Position:
    """The position after so many exchanges, always the first that is legal."""
    for _ in range(times):
        start = start.play(next(a for a in start.legal_actions() if isinstance(a, Exchange)))
    return start


def test_exchanges_alone_never_end_a_round() -> None:
    """R103: after a hundred exchanges the deck and the tokens are as before."""
    start = position(hand0="LLC", hand1="CPP", exchanges="0/-")
    after = exchanged(start, 100)
    assert after.end is None
    assert after.deck == start.deck
    assert [after.pile(good) for good in GOODS] == [start.pile(good) for good in GOODS]
    assert after.discard == start.discard


def test_forty_exchanges_in_a_row_end_the_round() -> None:
    """R104: the fortieth, of both seats together, ends the round, which is scored as it stands."""
    start = position(hand0="LLC", hand1="CPP", sold="SS", tokens0="S55")
    almost = exchanged(start, 39)
    assert (almost.end, almost.exchanges) == (None, 39)
    after = exchanged(almost, 1)
    assert after.end is EndCause.EXCHANGES
    assert result_of(after).cause is EndCause.EXCHANGES
    assert result_of(after).goods_rupees[0] == 10


@pytest.mark.parametrize("action", ["+D", "+KK", "-L"])
def test_any_other_action_breaks_the_row(action: str) -> None:
    """R104: the count begins again after a take, camels or a sale."""
    start = position(hand0="LLC", hand1="CPP", exchanges="39/40")
    after = play(start, action)
    assert (after.end, after.exchanges) == (None, 0)


def test_the_house_rule_is_on_by_default_and_can_be_switched_off() -> None:
    """R105: forty without a word, none if it is switched off."""
    assert Match.start(deal()).position.exchange_limit == 40
    assert Position.deal(deal()).exchange_limit == 40
    off = Match.start(deal(), exchange_limit=None)
    assert off.position.exchange_limit is None
    assert round_won(off, 0).next_round(deal()).position.exchange_limit is None


def test_at_a_table_the_house_rule_is_an_option() -> None:
    """R105: on unless it is switched off when the table is set up."""
    for options, limit in ((None, 40), (Options(house_rule=False), None)):
        match = begun(options=options).match
        assert match is not None
        assert match.position.exchange_limit == limit


def test_the_arena_always_has_the_house_rule() -> None:
    """R105: each round of the arena is dealt with it, and no option is against it."""
    now = new_position()
    start_round(now, 7, 0, NOBODY, *sorted_box())
    assert now[EXCHANGE_LIMIT] == 40
    assert not [option.name for option in arena.params if "house" in str(option.name)]


def test_simulations_never_have_the_house_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """R105: `simulate` deals without it, and no option asks for it."""
    asked: list[int] = []

    def played(*given: Any) -> None:
        asked.append(given[2])
        play_rounds(*given)

    monkeypatch.setattr(batch, "compiled", lambda _function: played)
    assert CliRunner().invoke(simulate, ["--rounds", "1", "--seed", "3"]).exit_code == 0
    assert asked == [0]
    assert not [option.name for option in simulate.params if "house" in str(option.name)]


def test_the_count_of_exchanges_is_in_position_view_and_text() -> None:
    """R105: the row is part of everything that describes the round."""
    now = exchanged(position(hand0="LLC", hand1="CPP"), 3)
    assert now.exchanges == now.view(0).exchanges == now.view(1).exchanges == 3
    assert " exchanges=3/40 " in str(now)
    assert " exchanges=3/40 " in str(now.view(0))
    assert Position.parse(str(now)).exchanges == View.parse(str(now.view(1))).exchanges == 3
