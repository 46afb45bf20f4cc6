"""An empty page that can import the static modules, and choices from real positions."""

from __future__ import annotations

import json
import mimetypes
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from jaipur import JaipurError, Position, View
from jaipur.notation import parse_action
from jaipur.session.projection import legal_actions
from jaipur.texts import texts
from jaipur.web.pages import BOX, bot_names
from tests.laws.strategies import sample_rounds
from tests.patience import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

STATIC = Path(__file__).parents[2] / "src" / "jaipur" / "web" / "static"
ADDRESS = "http://blank.test/"
ROUNDS = 6
MARKET_SIZE = 5
PageChoices = dict[str, Any]


def blank_page(browser: Browser, body: str = "", data: dict[str, Any] | None = None) -> Page:
    """A page with nothing but a body and the data block; no server is needed."""
    given = json.dumps(
        {"language": "en", "version": "0", "texts": {}, "reasons": {}, "box": BOX}
        | {"bot_names": bot_names(texts("en"))}
        | (data or {})
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
    page.set_default_timeout(PATIENCE * 1000)
    page.route(ADDRESS + "**", answer)
    page.goto(ADDRESS)
    return page


def choices_in(view: View, chance: Random) -> PageChoices:
    """What a page would have of a view, its market laid out in some order."""
    market: list[str | None] = [card.letter for card in view.market]
    market += [None] * (MARKET_SIZE - len(market))
    chance.shuffle(market)
    hand = sorted((card.letter for card in view.hand), key="DGSCPL".index)
    told = to_builtins(legal_actions(view))
    doable = {name: told[name] for name in ("legal", "blocked")}
    return {"market": market, "hand": hand, "herd": view.herds[view.seat], **doable}


def some_page_choices(count: int, seed: int = 5) -> list[PageChoices]:
    """LegalActions of positions that were reached in play, spread over whole rounds."""
    return [choices for _, choices in views_and_page_choices(count, seed)]


def views_and_page_choices(count: int, seed: int = 5) -> list[tuple[View, PageChoices]]:
    """Views of positions that were reached in play, and what a page would have of them."""
    chance = Random(seed)
    running = [one for played in sample_rounds(ROUNDS) for one in played if one.end is None]
    views = [seen(one) for one in chance.sample(running, count)]
    return [(view, choices_in(view, chance)) for view in views]


def allows(view: View, picked: str) -> bool:
    """Whether the rules allow what was picked, in notation."""
    try:
        return view.check(parse_action(picked)) is None
    except JaipurError:  # not even an action, such as +G-L
        return False


def seen(position: Position) -> View:
    """A position with the eyes of who is to act."""
    return position.view(position.turn)
