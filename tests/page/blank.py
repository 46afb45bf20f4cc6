"""An empty page that can load the modules of the static folder, and plans from real positions."""

from __future__ import annotations

import json
import mimetypes
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from jaipur import Position, View
from jaipur.session.sight import plans
from jaipur.web.pages import BOX
from tests.laws.strategies import sample_rounds

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

STATIC = Path(__file__).parents[2] / "src" / "jaipur" / "web" / "static"
ADDRESS = "http://blank.test/"
ROUNDS = 6
MARKET_SIZE = 5
Plan = dict[str, Any]


def blank_page(browser: Browser, body: str = "", data: dict[str, Any] | None = None) -> Page:
    """A page with nothing but a body and the data block; no server is needed."""
    given = json.dumps(
        {"language": "en", "version": "0", "texts": {}, "reasons": {}, "box": BOX} | (data or {})
    )
    styles = "".join(f'<link rel="stylesheet" href="/css/{name}.css">' for name in ("base", "help"))
    html = (
        f'<!doctype html><html lang="en"><title>Blank</title>{styles}<body>{body}'
        f'<script type="application/json" id="page">{given}</script></body></html>'
    )

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS)
        if not path:
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
        elif (STATIC / path).is_file():
            kind = mimetypes.guess_type(path)[0] or "text/plain"
            route.fulfill(path=STATIC / path, content_type=kind)
        else:
            route.fulfill(status=404, body="")

    page = browser.new_page()
    page.route(ADDRESS + "**", answer)
    page.goto(ADDRESS)
    return page


def plan_of(view: View, chance: Random) -> Plan:
    """What a page would have of a view, its market laid out in some order."""
    market: list[str | None] = [card.letter for card in view.market]
    market += [None] * (MARKET_SIZE - len(market))
    chance.shuffle(market)
    hand = sorted((card.letter for card in view.hand), key="DGSCPL".index)
    return {"market": market, "hand": hand, "herd": view.herds[view.seat], **plans(view)}


def some_plans(count: int, seed: int = 5) -> list[Plan]:
    """Plans of positions that were reached in play, spread over whole rounds."""
    chance = Random(seed)
    running = [one for played in sample_rounds(ROUNDS) for one in played if one.end is None]
    return [plan_of(seen(one), chance) for one in chance.sample(running, count)]


def seen(position: Position) -> View:
    """A position with the eyes of who is to act."""
    return position.view(position.turn)
