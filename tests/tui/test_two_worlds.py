"""Two worlds: what differs only in what a viewer may not know is told and drawn alike."""

from __future__ import annotations

from collections.abc import Callable

import orjson
import pytest

from jaipur.session.listening import NOTHING_GOES_ON
from jaipur.session.options import MemoryAid
from jaipur.session.sight import Viewer, seen
from jaipur.session.table import Table
from jaipur.texts import texts
from jaipur.tui.link import Json
from jaipur.tui.plain.answers import QUESTIONS, answer, turn_lines
from jaipur.tui.plain.seen import Seen
from jaipur.tui.widgets import shown
from jaipur.tui.widgets.measures import measures
from tests.session.test_two_worlds_at_the_table import AIDS, pairs

EN = texts("en")
VIEWERS = [Viewer(0), Viewer(1), Viewer(None)]
DEALT = {"version": 2, "kind": "readied", "at": 0, "seats": [0, 1], "round": 1, "starter": 0}


def update_of(table: Table, viewer: Viewer) -> Json:
    """What a link would send of a table; its events are public and tested elsewhere."""
    state = orjson.loads(orjson.dumps(seen(table, viewer)))
    events = [DEALT | {"market": state["round"]["market"]}]
    return {
        "version": table.version,
        "after": None,
        "events": events,
        "state": state,
        "now": NOTHING_GOES_ON,
    }


def told(table: Table, viewer: Viewer) -> str:
    """Everything that line mode says of a table, asked or not."""
    known = Seen(update_of(table, viewer), EN)
    lines = [*known.beginning(), known.waiting_words()]
    if known.model is not None and known.is_my_turn:
        lines += turn_lines(known.model, EN)
    for wish in sorted(QUESTIONS, key=lambda wish: wish.value):
        lines += [wish.name, *answer(wish, known, EN)]
    return "\n".join(lines)


def drawn(table: Table, viewer: Viewer) -> str:
    """Everything that the parts of the table are given to draw."""
    model = Seen(update_of(table, viewer), EN).model
    assert model is not None
    sizes = measures(120, 40)
    return repr(
        (
            shown.status_shown(model, (), 120, has_keys=True, _=EN),
            shown.opponent_shown(model, sizes, 120, is_remote=False, _=EN),
            shown.tokens_shown(model, sizes, EN),
            shown.market_shown(model, sizes, frozenset(), has_keys=True, _=EN),
            shown.hand_shown(model, sizes, True, EN),
            shown.stacks_shown(model, EN),
            shown.belongings_shown(model, sizes, EN),
            shown.dock_shown(model, sizes, 80, EN),
            shown.log_shown(model, 40, 30, "Log", EN),
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
