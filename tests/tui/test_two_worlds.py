"""Two worlds: what differs only in what a viewer may not know is told and drawn alike."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from jaipur.client.words.dock import dock_words
from jaipur.plain.answers import QUESTIONS, answer, turn_lines
from jaipur.plain.narrator import Narrator
from jaipur.session.contract.events import ReadiedEvent
from jaipur.session.contract.responses import Update
from jaipur.session.listeners import STATIC_NOW
from jaipur.session.options import MemoryAid
from jaipur.session.projection import Viewer, state_for
from jaipur.session.table import Table
from jaipur.texts import texts
from jaipur.tui.widgets.cards import hand_rows, market_rows
from jaipur.tui.widgets.dock import button_rows, sentence_rows
from jaipur.tui.widgets.lines import log_rows, opponent_rows, stacks_rows, status_rows
from jaipur.tui.widgets.measures import measures
from jaipur.tui.widgets.player_panel import player_panel_rows
from jaipur.tui.widgets.tokens import tokens_rows
from tests.contract_values import round_of
from tests.session.test_two_worlds_at_the_table import AIDS, pairs

EN = texts("en")
VIEWERS = [Viewer(0), Viewer(1), Viewer(None)]


def update_of(table: Table, viewer: Viewer) -> Update:
    """What a link would send of a table; its events are public and tested elsewhere."""
    state = state_for(table, viewer)
    dealt = ReadiedEvent(version=2, seats=(0, 1), round=1, starter=0, market=round_of(state).market)
    return Update(table.version, None, (dealt,), state, STATIC_NOW)


def told(table: Table, viewer: Viewer) -> str:
    """Everything that line mode says of a table, asked or not."""
    known = Narrator(update_of(table, viewer), EN)
    lines = [*known.beginning(), known.waiting_words()]
    if known.model is not None and known.is_my_turn:
        lines += turn_lines(known.model, EN)
    for command in sorted(QUESTIONS, key=lambda command: command.value):
        lines += [command.name, *answer(command, known, EN)]
    return "\n".join(lines)


def drawn(table: Table, viewer: Viewer) -> str:
    """Everything that the parts of the table are given to draw."""
    model = Narrator(update_of(table, viewer), EN).model
    assert model is not None
    sizes, words = measures(120, 40), dock_words(model, EN)
    return repr(
        (
            status_rows(model, (), 120, has_keys=True, _=EN),
            opponent_rows(model, sizes, 120, is_remote=False, _=EN),
            tokens_rows(model.round, sizes, EN, model),
            market_rows(model, sizes, has_keys=True, _=EN),
            hand_rows(model, sizes, has_keys=True, _=EN),
            stacks_rows(model.round, EN),
            player_panel_rows(model, sizes, EN),
            sentence_rows(words, model, 80, EN),
            button_rows(model, words, 80, 3, EN),
            log_rows(model, 40, 30, "Log", EN),
        )
    )


@pytest.mark.parametrize("aid", AIDS)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_two_worlds_are_told_and_drawn_alike(aid: MemoryAid, viewer: Viewer) -> None:
    for table, twin in pairs(aid, viewer):
        assert told(table, viewer) == told(twin, viewer)
        assert drawn(table, viewer) == drawn(twin, viewer)


@pytest.mark.parametrize("form", [told, drawn])
def test_the_other_way_round_a_seat_is_shown_what_it_knows(
    form: Callable[[Table, Viewer], str],
) -> None:
    every = list(pairs(MemoryAid.COUNTS, Viewer(0)))
    differ = sum(form(table, Viewer(1)) != form(twin, Viewer(1)) for table, twin in every)
    assert differ > 10
