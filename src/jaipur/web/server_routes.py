"""Routes of the server itself: health, bots, tokens, moving seats to another device."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from ..bots.ladder import LADDER
from ..errors import Code, SessionError
from ..session.contract.responses import Done
from ..session.people import LINK_SECONDS
from ..texts import texts
from ..version import __version__
from .dispatch import JsonResponse
from .route_access import PUBLIC, PUBLIC_WITH_COOKIE, STORE_ERRORS, TOKEN_ERRORS, TOKEN_HOLDERS
from .route_costs import COMMAND, QUESTION, Cost, RateGroup
from .routing import Routes
from .server_messages import BotInfo, BotList, Claim, Health, Move, MoveLink, Token
from .services import DeviceLogin, PublicRequest, household_of, person_of

ROUTES = Routes()
route = ROUTES.route


@route("GET", "/api/openapi.json", cost=Cost(RateGroup.READS, 12), with_head=True)
async def openapi(request: PublicRequest) -> JsonResponse:
    """The OpenAPI document of the server."""
    return JsonResponse(request.services.description.written)


@route("GET", "/api/health", answer=Health, cost=QUESTION, access=PUBLIC)
async def health(request: PublicRequest) -> Response:
    """The health of the server. The status is 503 if the store fails."""
    tables = request.services.tables
    numbers: dict[str, Any] = tables.health() | tables.counts()
    state = Health(version=__version__, bots_ready=tables.bots_ready, **numbers)
    return JsonResponse.of(state, 503 if state.status.startswith("store_") else 200)


@route("GET", "/api/bots", answer=BotList, cost=QUESTION, access=PUBLIC)
async def bots(request: PublicRequest) -> BotList:
    """The bots you can play against, weakest first."""
    return BotList(request.services.tables.bots_ready, ladder(request.language))


def ladder(language: str) -> tuple[BotInfo, ...]:
    """The bots, weakest first, described in a language."""
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
    cost=Cost(RateGroup.COMMANDS, creates=6, registers=True),
    access=PUBLIC,
    errors=STORE_ERRORS,
)
async def program(request: PublicRequest) -> Token:
    """Create a bearer token for a program. It is shown only once."""
    people = request.services.tables.people
    token, _ = await people.newcomer(is_program=True, household=household_of(request))
    return Token(token)


@route(
    *("POST", "/api/device"),
    answer=Done,
    cost=Cost(RateGroup.COMMANDS, registers=True),
    access=PUBLIC_WITH_COOKIE,
    errors=(*TOKEN_ERRORS, *STORE_ERRORS),
)
async def device(request: PublicRequest) -> Response:
    """Register this device: it gets its cookie, unless it already has one.

    Do this before creating the first table, so that a request whose answer was lost can be retried.
    """
    return (await DeviceLogin.ensure(request)).respond(Done())


@route(
    *("POST", "/api/device/link"),
    body=Move,
    answer=MoveLink,
    cost=COMMAND,
    access=TOKEN_HOLDERS,
    errors=(*TOKEN_ERRORS, "nothing_to_move", *STORE_ERRORS),
)
async def offer_move(request: PublicRequest, body: Move) -> MoveLink:
    """Create a link that moves the seats of this device to another.

    The link works once, for 15 minutes.
    """
    person = await person_of(request)
    if not person.players:
        raise SessionError(Code.NOTHING_TO_MOVE)
    links = request.services.links
    secret = await request.services.tables.people.offer_move(person, keep=body.keep)
    return MoveLink(links.of_move(secret), LINK_SECONDS, links.only_here)


@route(
    *("POST", "/api/device/claim"),
    body=Claim,
    answer=Done,
    cost=Cost(RateGroup.COMMANDS, 4, failure_price=8, registers=True),
    access=PUBLIC_WITH_COOKIE,
    errors=(*TOKEN_ERRORS, "unknown_link", "too_many_players", *STORE_ERRORS),
)
async def claim_move(request: PublicRequest, body: Claim) -> Response:
    """Take over the seats of another device with the link it created."""
    person = await person_of(request)
    token = await request.services.tables.claim_move(person, body.link)
    return DeviceLogin.with_token(request, token).respond(Done())
