"""What lies in front of a player is the truth: the numbers of the terminal against the position."""

from __future__ import annotations

from collections.abc import Iterator

import orjson
import pytest

from jaipur.seats import SEATS, Seat, other
from jaipur.session.listening import NOTHING_GOES_ON
from jaipur.session.options import MemoryAid, Options
from jaipur.session.sight import Viewer, seen
from jaipur.session.table import Phase
from jaipur.texts import texts
from jaipur.tui.model import Given, Model, make_model
from jaipur.tui.screens.spread import purse_line
from jaipur.tui.widgets.measures import measures
from jaipur.tui.widgets.shown import belongings_shown, opponent_shown
from jaipur.tui.words.sides import purse_words
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
            state = orjson.loads(orjson.dumps(seen(table, Viewer(seat))))
            model = make_model(Given({"state": state, "now": NOTHING_GOES_ON}), EN)
            assert model is not None
            yield model, truth


def said(n: int, word: str) -> str:
    return f"{n} {word}{'' if n == 1 else 's'}"


def number(won: Won, aid: MemoryAid) -> str:
    tokens, rupees, _bonuses = won
    return said(tokens, "goods token") if aid is MemoryAid.OFF else said(rupees, "rupee")


@pytest.mark.parametrize("aid", [MemoryAid.COUNTS, MemoryAid.OFF])
def test_every_purse_tells_what_the_position_holds(aid: MemoryAid) -> None:
    bonuses_seen = 0
    for model, truth in cases(aid):
        for seat in SEATS:
            tokens, _rupees, bonuses = truth[seat]
            side = model.round["sides"][seat]
            bonuses_seen += bonuses
            words = purse_words(side, model.state, EN)
            assert words.split(",")[0] == said(tokens, "goods token")
            assert ("bonus token" in words) == bool(bonuses)
            line = purse_line(side, model.state, EN)
            assert line.split(" · ")[0] == number(truth[seat], aid)
        assert model.seat is not None
        mine, theirs = truth[model.seat], truth[other(model.seat)]
        goods = belongings_shown(model, SIZES, EN).tokens[0]
        counted = ("Tokens", mine[0]) if aid is MemoryAid.OFF else ("Rupees", mine[1])
        assert (goods.word, int(goods.value), goods.more) == (*counted, "")
        facts = opponent_shown(model, SIZES, 80, False, EN).facts
        assert facts.split(" · ")[2] == number(theirs, aid)
    assert bonuses_seen
