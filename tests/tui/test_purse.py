"""What lies in front of a player is the truth: the numbers of the terminal against the position."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from jaipur.client.model import Model, ModelInputs, make_model
from jaipur.plain.answers import purse_words
from jaipur.seats import SEATS, Seat, other
from jaipur.session.contract.basics import Phase
from jaipur.session.options import MemoryAid, Options
from jaipur.session.projection import Viewer, state_for
from jaipur.texts import texts
from jaipur.tui.screens.read_only_table import purse_line
from jaipur.tui.widgets.lines import opponent_rows
from jaipur.tui.widgets.measures import measures
from jaipur.tui.widgets.part import Row
from jaipur.tui.widgets.player_panel import player_panel_rows
from tests.contract_values import update_with
from tests.session.walks import tokens_won, walk

EN = texts("en")
SIZES = measures(80, 24)
Won = tuple[int, int, int]


def cases(aid: MemoryAid) -> Iterator[tuple[Model, dict[Seat, Won]]]:
    """Every version of a match with the eyes of both players, and what is true of each side."""
    for table, _fact in walk(5, "people", Options(memory_aid=aid)):
        if table.match is None or table.phase is Phase.OVER:
            continue
        truth = {seat: tokens_won(table.match.position, seat) for seat in SEATS}
        for seat in SEATS:
            model = make_model(ModelInputs(update_with(state_for(table, Viewer(seat)))), EN)
            assert model is not None
            yield model, truth


def said(n: int, word: str) -> str:
    return f"{n} {word}{'' if n == 1 else 's'}"


def written(row: Row) -> str:
    return "".join(text for text, _style in row)


def number(won: Won, aid: MemoryAid) -> str:
    tokens, rupees, _bonuses = won
    return said(tokens, "goods token") if aid is MemoryAid.OFF else said(rupees, "rupee")


@pytest.mark.parametrize("aid", [MemoryAid.COUNTS, MemoryAid.OFF])
def test_every_purse_tells_what_the_position_holds(aid: MemoryAid) -> None:
    bonuses_seen = 0
    for model, truth in cases(aid):
        for seat in SEATS:
            tokens, _rupees, bonuses = truth[seat]
            side = model.round.sides[seat]
            bonuses_seen += bonuses
            words = purse_words(side, model.state, EN)
            assert words.split(",")[0] == said(tokens, "goods token")
            assert ("bonus token" in words) == bool(bonuses)
            line = purse_line(side, EN, is_counted=aid is not MemoryAid.OFF)
            assert line.split(" · ")[0] == number(truth[seat], aid)
        assert model.seat is not None
        mine, theirs = truth[model.seat], truth[other(model.seat)]
        goods = written(player_panel_rows(model, SIZES, EN)[3])
        counted = f"Tokens {mine[0]}" if aid is MemoryAid.OFF else f"Rupees {mine[1]}"
        assert goods.strip() == counted
        facts = written(opponent_rows(model, SIZES, 80, False, EN)[0])
        assert facts.split(" · ")[2] == number(theirs, aid)
    assert bonuses_seen
