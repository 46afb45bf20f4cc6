"""Routes about tables: POST for commands, events and views out."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Body, Path, Query, Request
from starlette.responses import Response

from ..backroom.room import Backroom
from ..errors import Code, SessionError
from ..records import record_to_json, write_record
from ..seats import Seat
from ..session.commands import Join, open_seat
from ..session.explain import checked
from ..session.export import proof_json, record_of_table
from ..session.listening import Listener
from ..session.owner import Owner
from ..session.people import Person
from ..session.planning import Plan
from ..session.replay import replay_request
from ..session.revealing import committed_nonce
from ..session.sight import Viewer, plans_for, view_of
from ..session.tables import Tables
from ..store.protocol import BEGINNING, CURSOR_PATTERN, Cursor
from ..texts import texts
from . import answers
from .banned import banned_answer
from .doing import Secret, follow, give_command, owner_for
from .failures import language_of
from .following import Follower, Following
from .identity import Welcome, person_of
from .leaving import unless_gone
from .limits import address_of
from .links import Links
from .requests import (
    AgainstBot,
    CommandBody,
    CreateBody,
    InvitationBody,
    JoinBody,
    OnOneDevice,
    WatchBody,
    WithInvitation,
)

LONGEST_WAIT = 25.0
FAILED: dict[int | str, dict[str, Any]] = {
    status: {"model": answers.Failed}
    for status in (400, 401, 403, 404, 405, 408, 409, 413, 415, 421, 422, 429, 431, 503)
}
TableId = Annotated[str, Path(max_length=64, examples=["5f1c9a0e7b3d2846"])]
SeatQuery = Annotated[
    int | None, Query(ge=0, le=1, description="Whose eyes, for who holds both seats.")
]
After = Annotated[int | None, Query(ge=0, le=2**31, description="The last version you have.")]
Before = Annotated[
    str | None, Query(pattern=CURSOR_PATTERN, description="`next` of the page before this one.")
]

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=FAILED)


def tables_of(request: Request) -> Tables:
    """The tables of the server."""
    tables: Tables = request.app.state.tables
    return tables


def answer(data: Any, status: int = 200) -> Response:
    """An answer of JSON data."""
    return Response(orjson.dumps(data), status, media_type="application/json")


@router.post("", status_code=201, response_model=answers.NewTable)
async def create(request: Request, body: CreateBody) -> Response:
    """Create a table against a bot, for two people on one device, or with an invitation."""
    other = body.opponent
    plan = Plan(
        body.name,
        bot=other.bot if isinstance(other, AgainstBot) else None,
        other_name=other.name if isinstance(other, OnOneDevice) else None,
        options=body.options.options(),
        nonce_commitment=other.nonce_commitment if isinstance(other, WithInvitation) else None,
    )
    tables_of(request).check_plan(plan)
    welcome = await Welcome.of(request)
    owner = await tables_of(request).create(welcome.person, body.id, plan)
    table = owner.table
    return welcome.on(
        answer(
            {
                "table": table.id,
                "version": table.version,
                "commitment": table.commitment,
                "links": links_of(request).of_table(table),
            },
            201,
        )
    )


@router.get("", response_model=answers.TableList)
async def my_tables(request: Request, before: Before = None) -> Response:
    """My tables, a page of them: unfinished ones first, and of those the ones that wait for me."""
    person = await person_of(request)
    place = Cursor.parse(before) if before else BEGINNING
    return answer(await tables_of(request).tables_of(person, place))


@router.get("/{table}", response_model=answers.UpdateShown)
async def look(request: Request, table: TableId, seat: SeatQuery = None) -> Response:
    """The table as I may see it now, with the log of the round."""
    owner, viewer = await _seen_by(request, table, seat)
    update = owner.listeners.update(viewer, None)
    return Response(update.data, media_type="application/json")


@router.get("/{table}/updates", response_model=answers.UpdateShown)
async def updates(
    request: Request,
    table: TableId,
    after: After = None,
    seat: SeatQuery = None,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0.0,
) -> Response:
    """What happened since a version, for who cannot hold a stream: waits up to `wait` seconds."""
    owner, viewer, seats = await _follower(request, table, seat)
    if after == owner.table.version and wait:
        following: Following = request.app.state.following
        follower = Follower((await person_of(request)).token_hash, address_of(request.scope))
        listener = owner.listeners.add(viewer, after, seats)
        following.enter(listener, follower)
        try:
            if not following.banned_until(follower):
                await _newer(listener, wait)
        finally:
            following.leave(listener)
            listener.leave()
        if until := following.banned_until(follower):
            return banned_answer(request.scope, until)
    update = owner.listeners.update(viewer, after)
    return Response(update.data, media_type="application/json")


@router.get(
    "/{table}/events",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {"example": "id: 7\nevent: update\n…"}}}},
)
async def events(
    request: Request, table: TableId, after: After = None, seat: SeatQuery = None
) -> Response:
    """Follow the table: server-sent events `update` (its id is the version) and `now`."""
    person = await person_of(request)
    tables, following = tables_of(request), request.app.state.following
    headers, where = request.headers, _seat(seat)
    receive = request.receive
    return await follow(tables, person, table, headers, following, receive, after=after, seat=where)


@router.post("/{table}/commands", response_model=answers.Accepted)
async def command(
    request: Request, table: TableId, body: Annotated[CommandBody, Body()]
) -> Response:
    """Give a command. It is answered when it is durable."""
    person = await person_of(request)
    return await give_command(tables_of(request), person, table, body, request.receive)


@router.post("/{table}/invitation", response_model=answers.InvitationShown)
async def invitation(request: Request, table: TableId, body: InvitationBody) -> Response:
    """Look at an invitation; takes no seat."""
    secret = partial(tables_of(request).require_invitation, invitation=body.invitation)
    owner = await _owner(request, await person_of(request), table, secret)
    shown = owner.table
    return answer(
        {
            "table": shown.id,
            "version": shown.version,
            "host": shown.seats[0].name,
            "options": shown.options.to_json(),
            "commitment": shown.commitment,
            "nonce_commitment": committed_nonce(shown),
            "open": open_seat(shown) is not None,
        }
    )


@router.post("/{table}/join", response_model=answers.Accepted)
async def join(request: Request, table: TableId, body: JoinBody) -> Response:
    """Take the open seat with the invitation. The nonce counts as being ready."""
    tables = tables_of(request)
    person = await person_of(request)
    secret = partial(tables.require_invitation, invitation=body.invitation)
    owner = await _owner(request, person, table, secret)
    command = Join(body.invitation, body.name, body.nonce)
    tables.check_join(owner, person, command)
    welcome = await Welcome.of(request)
    version = await tables.join(owner, welcome.person, body.id, command)
    return welcome.on(answer({"version": version}))


@router.post("/{table}/watch", response_model=answers.Done)
async def watch(request: Request, table: TableId, body: WatchBody) -> Response:
    """Watch from now on, with the secret of the watching link."""
    tables = tables_of(request)
    secret = partial(tables.require_watch_key, key=body.key)
    owner = await _owner(request, await person_of(request), table, secret)
    welcome = await Welcome.of(request)
    await tables.watch(owner, welcome.person)
    return welcome.on(answer({"done": True}))


@router.get("/{table}/links", response_model=answers.Links)
async def links(request: Request, table: TableId) -> Response:
    """The links to give away, for who has a seat."""
    tables = tables_of(request)
    person = await person_of(request)
    owner = await _owner(request, person, table)
    if not owner.table.seats_of(person.players):
        tables.seat_of(owner, person, None)  # refuses
    return answer(links_of(request).of_table(owner.table))


@router.get("/{table}/legal", response_model=answers.PlansAhead)
async def legal(request: Request, table: TableId, seat: SeatQuery = None) -> Response:
    """The legal actions as if it were my turn, for picking cards while the other thinks."""
    person = await person_of(request)
    owner = await _owner(request, person, table)
    mine = tables_of(request).seat_of(owner, person, _seat(seat))
    return answer({"version": owner.table.version} | plans_for(owner.table, mine))


@router.get("/{table}/check", response_model=answers.Checked)
async def check(
    request: Request,
    table: TableId,
    action: Annotated[str, Query(max_length=40, examples=["+DG-LK"])],
    seat: SeatQuery = None,
) -> Response:
    """Whether I might do an action, were it my turn, and if not, why."""
    person = await person_of(request)
    owner = await _owner(request, person, table)
    view = view_of(owner.table, tables_of(request).seat_of(owner, person, _seat(seat)))
    said = texts(language_of(request.scope["headers"]))
    return answer({"version": owner.table.version} | checked(view, action, said))


@router.get("/{table}/proof", response_model=answers.ProofShown)
async def proof(request: Request, table: TableId) -> Response:
    """Everything to check the deals with; the key only when the match is over."""
    owner, _ = await _seen_by(request, table, None)
    return answer(proof_json(owner.table))


@router.get(
    "/{table}/record",
    response_class=Response,
    responses={
        200: {
            "content": {
                "text/plain": {"schema": {"type": "string"}},
                "application/json": {"schema": {"type": "object"}},
            }
        }
    },
)
async def record(
    request: Request,
    table: TableId,
    form: Annotated[str, Query(pattern="^(text|json)$")] = "text",
) -> Response:
    """The record of the match with its proof, once it is over."""
    owner, _ = await _seen_by(request, table, None)
    played = record_of_table(owner.table)
    if form == "json":
        return answer(record_to_json(played))
    name = f'attachment; filename="jaipur-{owner.table.id}.jaipur"'
    return Response(
        write_record(played), headers={"Content-Disposition": name}, media_type="text/plain"
    )


@router.get("/{table}/replay", response_model=answers.Replay)
async def replay(request: Request, table: TableId) -> Response:
    """The whole match step by step with both hands open, once it is over."""
    tables, person = tables_of(request), await person_of(request)
    if not await tables.is_replayable(table, person):
        owner, _ = await _seen_by(request, table, None)
        code = Code.MATCH_NOT_OVER if owner.table.ending is None else Code.NOT_BEGUN
        raise SessionError(code, owner.table.version)

    async def line() -> bytes:
        return replay_request(await tables.events(table))

    room: Backroom = request.app.state.backroom
    # By its id alone: nothing that comes after the end of a match changes its replay.
    work = room.ask(person.token_hash, "replay", table, line)
    packed = await unless_gone(request.receive, work)
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(packed, headers=headers, media_type="application/json")
    return Response(await room.unpacked(packed), headers=headers, media_type="application/json")


async def _owner(
    request: Request, person: Person, table: str, secret: Secret | None = None
) -> Owner:
    return await owner_for(tables_of(request), person, table, request.receive, secret)


async def _follower(
    request: Request, table: str, seat: int | None
) -> tuple[Owner, Viewer, tuple[Seat, ...]]:
    """A table, with whose eyes it is seen, and the seats that are then taken for present."""
    tables = tables_of(request)
    person = await person_of(request)
    owner = await _owner(request, person, table)
    viewer = await tables.viewer(owner, person, _seat(seat))
    return owner, viewer, owner.table.seats_of(person.players)


async def _newer(listener: Listener, seconds: float) -> None:
    """Wait for a new version. Who comes and goes is no news: two who poll would wake each other."""
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    while not listener.is_over and not listener.is_late and loop.time() < until:
        listener.seen_now()
        await listener.wait(until - loop.time())


async def _seen_by(request: Request, table: str, seat: int | None) -> tuple[Owner, Viewer]:
    owner, viewer, _ = await _follower(request, table, seat)
    return owner, viewer


def _seat(number: int | None) -> Seat | None:
    return None if number is None else (1 if number else 0)


def links_of(request: Request) -> Links:
    """Makes the links of this server."""
    links: Links = request.app.state.links
    return links
