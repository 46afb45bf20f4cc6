"""Routes that are about no table: health, bots, tokens, moving to another device."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from ..bots.players import LADDER
from ..errors import Code, SessionError
from ..session.people import LINK_SECONDS
from ..texts import texts
from . import answers
from .failures import language_of
from .identity import Welcome, household_of, people_of, person_of
from .requests import ClaimBody, MoveBody
from .tables import FAILED, answer, links_of, tables_of

router = APIRouter(prefix="/api", tags=["house"], responses=FAILED)


@router.get("/health", response_model=answers.Health)
async def health(request: Request) -> Response:
    """Whether the server is well; 503 if its store is not. Single damaged tables are counted."""
    tables = tables_of(request)
    found = {"version": request.app.version, "bots_ready": tables.bots_ready} | tables.counts()
    found = tables.health() | found
    return answer(found, 503 if str(found["status"]).startswith("store_") else 200)


@router.get("/bots", response_model=answers.BotList)
async def bots(request: Request) -> Response:
    """The ladder of bots."""
    language = language_of(request.scope["headers"])
    return answer({"ready": tables_of(request).bots_ready, "bots": ladder(language)})


def ladder(language: str) -> list[dict[str, Any]]:
    """The bots, weakest first, in the words of a language."""
    _ = texts(language)
    return [
        {
            "name": player.name,
            "character": _.translate(player.character),
            "rating": player.rating,
            "nodes": player.nodes,
            "searches": player.searches,
        }
        for player in LADDER
    ]


@router.post("/programs", status_code=201, response_model=answers.Token)
async def program(request: Request) -> Response:
    """A new bearer token for a program."""
    household = household_of(request)
    token, _ = await people_of(request).newcomer(is_program=True, household=household)
    return answer({"token": token}, 201)


@router.post("/device", response_model=answers.Done)
async def device(request: Request) -> Response:
    """Make this device known: it gets its cookie, unless it has one.

    Do this before the first table: then a command whose answer was lost can be sent again.
    """
    welcome = await Welcome.of(request)
    return welcome.on(answer({"done": True}))


@router.post("/device/link", response_model=answers.MoveLink)
async def offer_move(request: Request, body: MoveBody) -> Response:
    """A link that gives the seats of this device to another; it works once, for 15 minutes."""
    person = await person_of(request)
    if not person.players:
        raise SessionError(Code.NOTHING_TO_MOVE)
    links = links_of(request)
    secret = await people_of(request).offer_move(person, keep=body.keep)
    return answer(
        {"link": links.of_move(secret), "seconds": LINK_SECONDS, "only_here": links.only_here}
    )


@router.post("/device/claim", response_model=answers.Done)
async def claim_move(request: Request, body: ClaimBody) -> Response:
    """Take over the seats of another device with its link."""
    person = await person_of(request)
    token = await tables_of(request).claim_move(person, body.link)
    return Welcome.with_token(request, token).on(answer({"done": True}))
