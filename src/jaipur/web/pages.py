"""The HTML pages. They set no cookie, and a link preview that loads one takes no seat."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import Response

from ..bots.ladder import FIRST_BOT, LADDER
from ..errors import Reason
from ..goods import (
    BONUS_VALUES,
    CAMEL_TOKEN_VALUE,
    GOODS,
    HAND_LIMIT,
    LETTERS,
    MARKET_SIZE,
    SEALS_TO_WIN,
    TIERS,
    TOKEN_VALUES,
)
from ..rulebook import short_rules
from ..session.explain import reason_sentence
from ..session.lesson import lesson
from ..texts import LANGUAGES, Texts, texts
from ..version import __version__
from .assets import assets, compressible
from .error_responses import language_of
from .identity import cookie_in, raw_headers
from .logs import Receive, Scope, Send
from .route_costs import PAGE, Cost, RateGroup
from .routing import Routes
from .rules_page import advice, rules_html
from .server_routes import ladder
from .services import PublicRequest

TEMPLATES = Path(__file__).with_name("templates")
HTML = "text/html; charset=utf-8"
LANGUAGE_COOKIE = "jaipur_language"
BOX = {
    "kinds": LETTERS,
    "goods": "".join(good.letter for good in GOODS),
    "tiers": TIERS,
    "hand_limit": HAND_LIMIT,
    "seals": SEALS_TO_WIN,
    "camel_token": CAMEL_TOKEN_VALUE,
    "bonuses": {
        str(tier): (min(values), max(values))
        for tier, values in zip(TIERS, BONUS_VALUES, strict=True)
    },
    "most_tokens": max(map(len, TOKEN_VALUES)),
    "places": MARKET_SIZE,
}
"""The constants of the game, for the scripts, which contain none themselves."""
NEVER_IN_SCRIPT = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}

ROUTES = Routes()


@ROUTES.route("GET", "/", cost=PAGE, with_head=True)
async def home(request: PublicRequest) -> Response:
    """The home page."""
    return page(request.scope, "home.html", bots=ladder(page_language(request.scope)))


@ROUTES.route("GET", "/t/{table}", cost=PAGE, with_head=True)
async def table(request: PublicRequest, _table: str) -> Response:
    """The page of a table; its state comes over the API, for those who may see it."""
    return page(request.scope, "table.html", advice=advice(page_language(request.scope)))


@ROUTES.route("GET", "/t/{table}/replay", cost=PAGE, with_head=True)
async def replay(request: PublicRequest, _table: str) -> Response:
    """A finished match, step by step."""
    return page(request.scope, "replay.html")


@ROUTES.route("GET", "/learn", cost=Cost(RateGroup.PAGES, 10), with_head=True)
async def learn(request: PublicRequest) -> Response:
    """The tutorial."""
    return page(request.scope, "learn.html", lesson=lesson(page_language(request.scope)))


@ROUTES.route("GET", "/rules", cost=PAGE, with_head=True)
async def rules(request: PublicRequest) -> Response:
    """The rules with drawings; works without scripts."""
    return page(request.scope, "rules.html")


@ROUTES.route("GET", "/move", cost=PAGE, with_head=True)
async def move(request: PublicRequest) -> Response:
    """The target of a link that moves seats to another device."""
    return page(request.scope, "move.html")


async def not_found(scope: Scope, receive: Receive, send: Send) -> None:
    """The page for a dead link."""
    await page(scope, "error.html", status=404)(scope, receive, send)


def refused(scope: Scope, sentence: str, data: Mapping[str, object], status: int) -> Response:
    """The page for banned visitors; it loads nothing, since they are refused everything else."""
    language = page_language(scope)
    translated = texts(language)(sentence, **data)
    template = _environment().get_template("refused.html")
    html = template.render(language=language, sentence=translated)
    return Response(html, status, {"Cache-Control": "no-store"}, HTML)


def page(scope: Scope, template: str, status: int = 200, **data: Any) -> Response:
    """A page in the visitor's language; `data` goes to its script."""
    language, request_headers = page_language(scope), raw_headers(scope)
    html = rendered(template, language, msgspec.json.encode(data), __version__)
    headers = {
        "Cache-Control": "no-cache",
        "ETag": html.tag,
        "Vary": "Accept-Encoding, Accept-Language, Cookie",
    }
    if status == 200 and request_headers.get("if-none-match") == html.tag:
        return Response(status_code=304, headers=headers)
    takes_gzip = "gzip" in request_headers.get("accept-encoding", "")
    response = compressible(takes_gzip, html.content, html.compressed, HTML, headers)
    response.status_code = status
    return response


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page, plain and compressed, with its ETag."""

    content: bytes
    compressed: bytes
    tag: str


def bot_names(_: Texts) -> dict[str, str]:
    """The titles of the bots, by their names."""
    return {player.name: _.translate(player.title) for player in LADDER}


@cache
def rendered(template: str, language: str, data: bytes, version: str) -> Rendered:
    """Render a page. There are only a few, the same for everybody, so all are cached."""
    _ = texts(language)
    shared = {
        "language": language,
        "version": version,
        "static": assets().root,
        "texts": script_texts(_),
        "box": BOX,
        "bot_names": bot_names(_),
        "first_bot": FIRST_BOT,
        "reasons": {reason.name.lower(): reason_sentence(reason, _) for reason in Reason},
    }
    text = _environment().get_template(template).render(
        _=_,
        count=_.count,
        language=language,
        other_language=next(other for other in LANGUAGES if other != language),
        static=assets().root,
        modules=assets().modules,
        fonts=assets().fonts(),
        art=Markup(assets().text("art.svg")),  # noqa: S704  # our own drawing
        icon=icon,
        rules=rules_html(language),
        minute=short_rules(_),
        data=in_script(shared | msgspec.json.decode(data)),
    )  # fmt: skip
    content = text.encode()
    tag = f'W/"{hashlib.sha256(content).hexdigest()[:16]}"'
    return Rendered(content, gzip.compress(content, mtime=0), tag)


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def page_language(scope: Scope) -> str:
    """The language in the URL, else the one in the cookie, else the browser's."""
    query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
    remembered = cookie_in(raw_headers(scope).get("cookie", ""), LANGUAGE_COOKIE)
    for chosen in (query.get("lang"), remembered):
        if chosen in LANGUAGES:
            return chosen
    return language_of(scope["headers"])


def script_texts(_: Texts) -> dict[str, str | list[str]]:
    """The part of the catalogue that the scripts use: messages that occur there as literals."""
    scripts = assets().scripts()
    return {
        sentence: translation
        for sentence, translation in _.catalogue().items()
        if sentence and msgspec.json.encode(sentence).decode() in scripts
    }


def icon(name: str, cls: str = "icon") -> Markup:
    """An icon from the sprite."""
    return Markup(
        '<svg class="{}" aria-hidden="true" focusable="false"><use href="#{}"></use></svg>'
    ).format(cls, name)


def in_script(data: object) -> Markup:
    """Encode data as JSON that is safe inside a script element."""
    text = msgspec.json.encode(data).decode()
    for sign, code in NEVER_IN_SCRIPT.items():
        text = text.replace(sign, code)
    return Markup(text)  # noqa: S704  # nothing in it can close the element
