"""Of several reasons against an action, a table gives the most helpful one."""

from __future__ import annotations

import pytest

from jaipur.errors import IllegalAction, Reason
from jaipur.session.explain import checked
from jaipur.session.refusals import allowed_action
from jaipur.texts import texts
from tests.laws.strategies import sample_rounds
from tests.rules.positions import position

HELPFUL = {
    "-D": Reason.NONE_HELD,
    "-DD": Reason.NONE_HELD,
    "-P": Reason.NONE_HELD,
    "-DP": Reason.NONE_HELD,
    "-G": Reason.PRECIOUS_PAIR,
    "-GG": Reason.NOT_IN_HAND,
    "-LLL": Reason.NOT_IN_HAND,
    "-GL": Reason.ONE_KIND,
    "-K": Reason.CAMELS_NOT_SOLD,
    "+PP": Reason.NOT_IN_MARKET,
    "+SC": Reason.UNEQUAL,
    "+P-L": Reason.NOT_OFFERED,
    "+S-D": Reason.NOT_HELD,
    "+S-L": Reason.ONE_FOR_ONE,
    "+S-K": Reason.ONE_FOR_ONE,
    "+SC-D": Reason.NOT_HELD,
    "+SC-L": Reason.UNEQUAL,
    "+SC-SL": Reason.NOT_HELD,
    "+GC-GL": Reason.SAME_KIND,
    "+SC-LKK": Reason.UNEQUAL,
    "+DK": Reason.GOODS_OR_CAMELS,
}


@pytest.mark.parametrize(("text", "reason"), HELPFUL.items())
def test_what_is_not_there_is_said_before_the_shape(text: str, reason: Reason) -> None:
    now = position(market="GSCKK", hand0="GLL", herd0=1)
    with pytest.raises(IllegalAction) as refused:
        allowed_action(text, now, now.hand(0))
    assert refused.value.reason is reason
    told = checked(now.view(0), text.lower(), texts("en"))
    assert (told.legal, told.reason) == (False, reason.name.lower())
    assert told.rule == refused.value.rule


def test_who_has_no_diamonds_is_told_so() -> None:
    now = position(market="GSCKK", hand0="GLL")
    told = checked(now.view(0), "-D", texts("en")).sentence
    assert told == "-D: you hold none of the cards you would sell (R48)."
    assert "aucune" in (checked(now.view(0), "-D", texts("fr")).sentence or "")


def test_what_the_rules_allow_is_never_refused() -> None:
    for played in sample_rounds(3):
        for now in played[:-1]:
            hand = now.hand(now.turn)
            for action in now.legal_actions():
                assert allowed_action(str(action), now, hand) == action
