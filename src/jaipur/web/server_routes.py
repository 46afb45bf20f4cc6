"""Routes that are about no table: health, bots, tokens, moving to another device."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from ..bots.ladder import LADDER
from ..errors import Code, SessionError
from ..session.contract.responses import Done
from ..session.people import LINK_SECONDS
from ..texts import texts
from ..version import __version__
from .dispatch import Json
from .route_access import ALL, KNOWN, NAMED_BY_TOKEN, NEW, STORED
from .route_costs import COMMAND, QUESTION, Cost, Rated
from .routing import Routes
from .server_messages import BotInfo, BotList, Claim, Health, Move, MoveLink, Token
from .services import PublicCall, Welcome, household_of, person_of

ROUTES = Routes()
route = ROUTES.route


@route("GET", "/api/openapi.json", cost=Cost(Rated.READS, 12), with_head=True)
async def openapi(call: PublicCall) -> Json:
    """The description of the interface."""
    return Json(call.services.description.written)


@route("GET", "/api/health", answer=Health, cost=QUESTION, who=ALL)
async def health(call: PublicCall) -> Response:
    """Whether the server is well; 503 if its store is not. Single damaged tables are counted."""
    tables = call.services.tables
    counted: dict[str, Any] = tables.health() | tables.counts()
    found = Health(version=__version__, bots_ready=tables.bots_ready, **counted)
    return Json.of(found, 503 if found.status.startswith("store_") else 200)


@route("GET", "/api/bots", answer=BotList, cost=QUESTION, who=ALL)
async def bots(call: PublicCall) -> BotList:
    """The ladder of bots."""
    return BotList(call.services.tables.bots_ready, ladder(call.language))


def ladder(language: str) -> tuple[BotInfo, ...]:
    """The bots, weakest first, in the words of a language."""
    _ = texts(language)
    return tuple(
        BotInfo(
            name=player.name,
            character=_.translate(player.character),
            rating=player.rating,
            nodes=player.nodes,
            searches=player.engine.searches,
        )
        for player in LADDER
    )


@route(
    *("POST", "/api/programs"),
    answer=Token,
    status=201,
    cost=Cost(Rated.COMMANDS, creates=6, welcomes=True),
    who=ALL,
    refuses=STORED,
)
async def program(call: PublicCall) -> Token:
    """A new bearer token for a program."""
    people = call.services.tables.people
    token, _ = await people.newcomer(is_program=True, household=household_of(call))
    return Token(token)


@route(
    *("POST", "/api/device"),
    answer=Done,
    cost=Cost(Rated.COMMANDS, welcomes=True),
    who=NEW,
    refuses=(*NAMED_BY_TOKEN, *STORED),
)
async def device(call: PublicCall) -> Response:
    """Make this device known: it gets its cookie, unless it has one.

    Do this before the first table: then a command whose answer was lost can be sent again.
    """
    return (await Welcome.of(call)).on(Done())


@route(
    *("POST", "/api/device/link"),
    body=Move,
    answer=MoveLink,
    cost=COMMAND,
    who=KNOWN,
    refuses=(*NAMED_BY_TOKEN, "nothing_to_move", *STORED),
)
async def offer_move(call: PublicCall, body: Move) -> MoveLink:
    """A link that gives the seats of this device to another; it works once, for 15 minutes."""
    person = await person_of(call)
    if not person.players:
        raise SessionError(Code.NOTHING_TO_MOVE)
    links = call.services.links
    secret = await call.services.tables.people.offer_move(person, keep=body.keep)
    return MoveLink(links.of_move(secret), LINK_SECONDS, links.only_here)


@route(
    *("POST", "/api/device/claim"),
    body=Claim,
    answer=Done,
    cost=Cost(Rated.COMMANDS, 4, wrong=8, welcomes=True),
    who=NEW,
    refuses=(*NAMED_BY_TOKEN, "unknown_link", "too_many_players", *STORED),
)
async def claim_move(call: PublicCall, body: Claim) -> Response:
    """Take over the seats of another device with its link."""
    person = await person_of(call)
    token = await call.services.tables.claim_move(person, body.link)
    return Welcome.with_token(call, token).on(Done())
