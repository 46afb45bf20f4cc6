"""Routes of a match: commands, views and events, its record and its proof."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Literal

from msgspec import Meta, Struct
from starlette.responses import Response

from ..errors import Code, JaipurError, SessionError
from ..records import record_to_json, write_record
from ..session.contract.commands import Submission
from ..session.contract.responses import (
    Accepted,
    CheckedAction,
    LegalActions,
    ProofShown,
    Replay,
    Update,
)
from ..session.explain import checked
from ..session.export import proof_of, record_of_table
from ..session.listeners import Listener
from ..session.projection import legal_actions_for, view_of
from ..session.replay import replay_request
from ..texts import texts
from .ban_check import banned_answer
from .disconnects import cancel_on_disconnect
from .dispatch import JsonResponse
from .event_stream import EventStream
from .limits import address_of
from .open_streams import StreamClient
from .route_access import (
    COMMAND_ERRORS,
    RECORD_ERRORS,
    SEAT_ERRORS,
    SEAT_HOLDERS,
    STREAM_ERRORS,
    TABLE_ERRORS,
    VIEW_ERRORS,
    VIEWERS,
)
from .route_costs import COMMAND, QUESTION, STREAM, Cost, RateGroup
from .services import PublicRequest, person_of
from .table_access import SeatQuery, SinceQuery, new_table_router, require_seat, require_view

LONGEST_WAIT = 25.0
TABLE = "/api/tables/{table}"

ROUTES = new_table_router()
route = ROUTES.route


class UpdatesQuery(SinceQuery, frozen=True):
    """The query of a long poll."""

    wait: Annotated[
        float,
        Meta(
            ge=0,
            le=LONGEST_WAIT,
            description="How many seconds to wait for a version newer than `after`.",
        ),
    ] = 0.0


class CheckQuery(SeatQuery, frozen=True, kw_only=True):
    """A query about an action."""

    action: Annotated[
        str,
        Meta(
            max_length=40,
            description="The action in notation (docs/notation.md).",
            examples=["+DG-LK"],
        ),
    ]


class RecordQuery(Struct, frozen=True):
    """The format of a record."""

    form: Annotated[
        Literal["text", "json"], Meta(description="The format: a text file, or JSON.")
    ] = "text"


@route(
    "GET", TABLE, query=SeatQuery, answer=Update, cost=QUESTION, access=VIEWERS, errors=VIEW_ERRORS
)
async def show_table(request: PublicRequest, table: str, query: SeatQuery) -> Response:
    """The current state of the table as you may see it, with the log of the round."""
    _, owner, viewer, _ = await require_view(request, table, query)
    return JsonResponse(owner.listeners.encoded(viewer, None).data)


@route(
    *("GET", f"{TABLE}/updates"),
    query=UpdatesQuery,
    answer=Update,
    cost=STREAM,
    access=VIEWERS,
    errors=STREAM_ERRORS,
)
async def updates(request: PublicRequest, table: str, query: UpdatesQuery) -> Response:
    """Long-poll for updates after a version, as an alternative to the event stream.

    Waits up to `wait` seconds for a newer version, then returns what there is.
    """
    person, owner, viewer, seats = await require_view(request, table, query)
    if query.after == owner.table.version and query.wait:
        streams = request.services.open_streams
        client = StreamClient(person.token_hash, address_of(request.scope))
        listener = owner.listeners.add(viewer, query.after, seats)
        streams.enter(listener, client)
        try:
            if not streams.banned_until(client):
                await _wait_for_version(listener, query.wait)
        finally:
            streams.leave(listener)
            listener.leave()
        if until := streams.banned_until(client):
            return banned_answer(request.scope, until)
    return JsonResponse(owner.listeners.encoded(viewer, query.after).data)


async def _wait_for_version(listener: Listener, seconds: float) -> None:
    """Wait for a new version. Presence changes do not count: two pollers would wake each other."""
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    while not listener.is_over and not listener.is_late and loop.time() < until:
        listener.mark_presence_seen()
        await listener.wait(until - loop.time())


@route(
    *("GET", f"{TABLE}/events"),
    query=SinceQuery,
    media={"text/event-stream": {}},
    cost=STREAM,
    access=VIEWERS,
    errors=STREAM_ERRORS,
)
async def events(request: PublicRequest, table: str, query: SinceQuery) -> Response:
    """Follow the table by server-sent events.

    `update` carries new versions, with the version as its id; `now` carries changes without a
    version, such as who is connected.
    """
    person, owner, viewer, seats = await require_view(request, table, query)
    after, last = query.after, request.headers.get("last-event-id", "")
    if last.isascii() and last.isdigit() and len(last) < 10:  # a browser reconnecting
        after = int(last)
    listen = partial(owner.listeners.add, viewer, after, seats)
    return EventStream(listen, request.services.open_streams, person.token_hash)


@route(
    *("POST", f"{TABLE}/commands"),
    body=Submission,
    answer=Accepted,
    cost=COMMAND,
    access=SEAT_HOLDERS,
    errors=COMMAND_ERRORS,
)
async def command(request: PublicRequest, table: str, body: Submission) -> Accepted:
    """Submit a command. The answer comes once the result is stored durably."""
    request.services.commands += 1
    owner, seat = await require_seat(request, table, body.seat)
    try:
        return Accepted(await owner.submit(seat, body.id, body.version, body.command))
    except JaipurError as error:
        if error.version is None:  # every refused command reports the table's version
            error.version = owner.table.version
        raise


@route(
    *("GET", f"{TABLE}/legal"),
    query=SeatQuery,
    answer=LegalActions,
    cost=Cost(RateGroup.READS, 2),
    access=SEAT_HOLDERS,
    errors=(*SEAT_ERRORS, "not_begun"),
)
async def legal_actions(request: PublicRequest, table: str, query: SeatQuery) -> LegalActions:
    """Your legal actions as if it were your turn, for planning during the opponent's turn."""
    owner, seat = await require_seat(request, table, query.seat)
    return legal_actions_for(owner.table, seat)


@route(
    *("GET", f"{TABLE}/check"),
    query=CheckQuery,
    answer=CheckedAction,
    cost=QUESTION,
    access=SEAT_HOLDERS,
    errors=(*SEAT_ERRORS, "not_begun", "unreadable_action"),
)
async def check(request: PublicRequest, table: str, query: CheckQuery) -> CheckedAction:
    """Check whether an action would be legal if it were your turn, and if not, why."""
    owner, seat = await require_seat(request, table, query.seat)
    view = view_of(owner.table, seat)
    return checked(
        view, query.action, texts(query.language or request.language), owner.table.version
    )


@route(
    *("GET", f"{TABLE}/proof"),
    answer=ProofShown,
    cost=QUESTION,
    access=VIEWERS,
    errors=("unknown_token", *TABLE_ERRORS),
)
async def proof(request: PublicRequest, table: str) -> ProofShown:
    """The data for verifying the deals; the key is included only after the match."""
    return proof_of((await require_view(request, table)).owner.table)


@route(
    *("GET", f"{TABLE}/record"),
    query=RecordQuery,
    media={
        "text/plain": {"schema": {"type": "string"}},
        "application/json": {"schema": {"type": "object"}},
    },
    cost=Cost(RateGroup.READS, 10),
    access=VIEWERS,
    errors=RECORD_ERRORS,
)
async def record(request: PublicRequest, table: str, query: RecordQuery) -> Response:
    """The record of a finished match, with its proof."""
    owner = (await require_view(request, table)).owner
    played = record_of_table(owner.table)
    if query.form == "json":
        return JsonResponse.of(record_to_json(played))
    name = f'attachment; filename="jaipur-{owner.table.id}.jaipur"'
    return Response(
        write_record(played), headers={"Content-Disposition": name}, media_type="text/plain"
    )


@route(
    *("GET", f"{TABLE}/replay"),
    answer=Replay,
    cost=Cost(RateGroup.READS, 30, uncompressed_price=30, max_concurrent=2),
    access=VIEWERS,
    errors=(*RECORD_ERRORS, "work_failed"),
)
async def replay(request: PublicRequest, table: str) -> Response:
    """A finished match step by step, with both hands visible."""
    tables, person = request.services.tables, await person_of(request)
    viewer = await tables.replay_viewer(table, person, request.language)
    if viewer is None:
        owner = (await require_view(request, table)).owner
        code = Code.MATCH_NOT_OVER if owner.table.ending is None else Code.NOT_BEGUN
        raise SessionError(code, owner.table.version)

    async def line() -> bytes:
        return replay_request(await tables.events(table), viewer)

    jobs = request.services.jobs
    # Nothing that happens after the end of a match changes its replay.
    key = f"{table} {viewer.seat} {viewer.language}"
    work = jobs.ask(person.token_hash, "replay", key, line)
    packed = await cancel_on_disconnect(request.receive, work)
    headers = {"Vary": "Accept-Encoding, Accept-Language"}
    if request.takes_gzip:
        headers["Content-Encoding"] = "gzip"
        return Response(packed, headers=headers, media_type="application/json")
    return Response(await jobs.unpacked(packed), headers=headers, media_type="application/json")
