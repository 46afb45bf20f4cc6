"""The numbers in front of a player match the position."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from jaipur.seats import SEATS
from jaipur.session.contract.basics import Phase
from jaipur.session.options import MemoryAid, Options
from jaipur.session.projection import Viewer, state_for
from tests.session.walks import tokens_won, walk

from .blank import blank_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SHOW = """async (text) => {
  const { createPurse } = await import("/js/table/parts/belongings.js");
  return JSON.parse(text).map(({ side, isCounted }) => {
    const purse = createPurse();
    purse.show(side, isCounted);
    const said = (selector) => purse.element.querySelector(selector).textContent;
    return [said(".purse-number"), said(".purse-unit"), said(".visually-hidden")];
  });
}"""


def cases(aid: MemoryAid) -> list[tuple[dict[str, Any], tuple[int, int, int]]]:
    """Both sides at every version of a match, as everybody may see them, and what is true."""
    found = []
    for table, _ in walk(5, "people", Options(memory_aid=aid)):
        if table.match is None or table.phase is Phase.OVER:
            continue
        for viewer in (Viewer(0), Viewer(1), Viewer(None)):
            shown = json.loads(msgspec.json.encode(state_for(table, viewer)))
            for seat in SEATS:
                side = shown["round"]["sides"][seat]
                case = {"side": side, "isCounted": aid is not MemoryAid.OFF}
                found.append((case, tokens_won(table.match.position, seat)))
    return found


@pytest.mark.parametrize("aid", [MemoryAid.COUNTS, MemoryAid.OFF])
def test_the_purse_tells_what_the_position_holds(browser: Browser, aid: MemoryAid) -> None:
    asked = cases(aid)
    page = blank_page(browser)
    told = page.evaluate(SHOW, json.dumps([case for case, _ in asked]))
    page.close()
    assert any(bonuses for _, (_, _, bonuses) in asked)
    for (number, unit, phrase), (_, (tokens, rupees, bonuses)) in zip(told, asked, strict=True):
        if aid is MemoryAid.OFF:
            assert (number, unit) == (f"×{tokens}", "token" if tokens == 1 else "tokens")
            assert "rupee" not in phrase
        else:
            assert (number, unit) == (str(rupees), "rupee" if rupees == 1 else "rupees")
        assert phrase.split(",")[0] == f"{tokens} goods token{'' if tokens == 1 else 's'}"
        assert ("bonus token" in phrase) == bool(bonuses)
