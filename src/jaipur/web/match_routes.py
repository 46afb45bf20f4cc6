"""Routes of a match: commands in, views and events out, and its record and proof."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Literal

from msgspec import Meta, Struct
from starlette.responses import Response

from ..errors import Code, JaipurError, SessionError
from ..records import record_to_json, write_record
from ..session.contract.commands import Submission
from ..session.contract.responses import Accepted, CheckedAction, Plans, ProofShown, Replay, Update
from ..session.explain import checked
from ..session.export import proof_of, record_of_table
from ..session.listeners import Listener
from ..session.projection import plans_for, view_of
from ..session.replay import replay_request
from ..texts import texts
from .ban_check import banned_answer
from .disconnects import unless_gone
from .dispatch import Json
from .event_stream import EventStream
from .limits import address_of
from .open_streams import Follower
from .route_access import COMMANDED, ENDED, FOLLOWED, FOUND, SEATED, SEATS, SEEN, VIEWERS
from .route_costs import COMMAND, QUESTION, STREAM, Cost, Rated
from .services import PublicCall, person_of
from .table_access import OfSeat, Since, follower, seated, table_routes

LONGEST_WAIT = 25.0
TABLE = "/api/tables/{table}"

ROUTES = table_routes()
route = ROUTES.route


class Polled(Since, frozen=True):
    """A query of who cannot hold a stream."""

    wait: Annotated[float, Meta(ge=0, le=LONGEST_WAIT)] = 0.0


class Tried(OfSeat, frozen=True, kw_only=True):
    """A query about an action."""

    action: Annotated[str, Meta(max_length=40, examples=["+DG-LK"])]


class Form(Struct, frozen=True):
    """In which form a record is wanted."""

    form: Literal["text", "json"] = "text"


@route("GET", TABLE, query=OfSeat, answer=Update, cost=QUESTION, who=VIEWERS, refuses=SEEN)
async def look(call: PublicCall, table: str, query: OfSeat) -> Response:
    """The table as I may see it now, with the log of the round."""
    _, owner, viewer, _ = await follower(call, table, query)
    return Json(owner.listeners.encoded(viewer, None).data)


@route(
    *("GET", f"{TABLE}/updates"),
    query=Polled,
    answer=Update,
    cost=STREAM,
    who=VIEWERS,
    refuses=FOLLOWED,
)
async def updates(call: PublicCall, table: str, query: Polled) -> Response:
    """What happened since a version, for who cannot hold a stream: waits up to `wait` seconds."""
    person, owner, viewer, seats = await follower(call, table, query)
    if query.after == owner.table.version and query.wait:
        following = call.services.following
        who = Follower(person.token_hash, address_of(call.scope))
        listener = owner.listeners.add(viewer, query.after, seats)
        following.enter(listener, who)
        try:
            if not following.banned_until(who):
                await _newer(listener, query.wait)
        finally:
            following.leave(listener)
            listener.leave()
        if until := following.banned_until(who):
            return banned_answer(call.scope, until)
    return Json(owner.listeners.encoded(viewer, query.after).data)


async def _newer(listener: Listener, seconds: float) -> None:
    """Wait for a new version. Who comes and goes is no news: two who poll would wake each other."""
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    while not listener.is_over and not listener.is_late and loop.time() < until:
        listener.mark_presence_seen()
        await listener.wait(until - loop.time())


@route(
    *("GET", f"{TABLE}/events"),
    query=Since,
    media={"text/event-stream": {}},
    cost=STREAM,
    who=VIEWERS,
    refuses=FOLLOWED,
)
async def events(call: PublicCall, table: str, query: Since) -> Response:
    """Follow the table: server-sent events `update` (its id is the version) and `now`."""
    person, owner, viewer, seats = await follower(call, table, query)
    after, last = query.after, call.headers.get("last-event-id", "")
    if last.isascii() and last.isdigit() and len(last) < 10:  # of a browser that comes back
        after = int(last)
    listen = partial(owner.listeners.add, viewer, after, seats)
    return EventStream(listen, call.services.following, person.token_hash)


@route(
    *("POST", f"{TABLE}/commands"),
    body=Submission,
    answer=Accepted,
    cost=COMMAND,
    who=SEATS,
    refuses=COMMANDED,
)
async def command(call: PublicCall, table: str, body: Submission) -> Accepted:
    """Give a command. It is answered when it is durable."""
    call.services.commands += 1
    owner, seat = await seated(call, table, body.seat)
    try:
        return Accepted(await owner.submit(seat, body.id, body.version, body.command))
    except JaipurError as error:
        if error.version is None:  # every refusal of a command says where the table stands
            error.version = owner.table.version
        raise


@route(
    *("GET", f"{TABLE}/legal"),
    query=OfSeat,
    answer=Plans,
    cost=Cost(Rated.READS, 2),
    who=SEATS,
    refuses=(*SEATED, "not_begun"),
)
async def legal(call: PublicCall, table: str, query: OfSeat) -> Plans:
    """The legal actions as if it were my turn, for picking cards while the other thinks."""
    owner, seat = await seated(call, table, query.seat)
    return plans_for(owner.table, seat)


@route(
    *("GET", f"{TABLE}/check"),
    query=Tried,
    answer=CheckedAction,
    cost=QUESTION,
    who=SEATS,
    refuses=(*SEATED, "not_begun", "unreadable_action"),
)
async def check(call: PublicCall, table: str, query: Tried) -> CheckedAction:
    """Whether I might do an action, were it my turn, and if not, why."""
    owner, seat = await seated(call, table, query.seat)
    view = view_of(owner.table, seat)
    return checked(view, query.action, texts(call.language), owner.table.version)


@route(
    *("GET", f"{TABLE}/proof"),
    answer=ProofShown,
    cost=QUESTION,
    who=VIEWERS,
    refuses=("unknown_token", *FOUND),
)
async def proof(call: PublicCall, table: str) -> ProofShown:
    """Everything to check the deals with; the key only when the match is over."""
    return proof_of((await follower(call, table)).owner.table)


@route(
    *("GET", f"{TABLE}/record"),
    query=Form,
    media={
        "text/plain": {"schema": {"type": "string"}},
        "application/json": {"schema": {"type": "object"}},
    },
    cost=Cost(Rated.READS, 10),
    who=VIEWERS,
    refuses=ENDED,
)
async def record(call: PublicCall, table: str, query: Form) -> Response:
    """The record of the match with its proof, once it is over."""
    owner = (await follower(call, table)).owner
    played = record_of_table(owner.table)
    if query.form == "json":
        return Json.of(record_to_json(played))
    name = f'attachment; filename="jaipur-{owner.table.id}.jaipur"'
    return Response(
        write_record(played), headers={"Content-Disposition": name}, media_type="text/plain"
    )


@route(
    *("GET", f"{TABLE}/replay"),
    answer=Replay,
    cost=Cost(Rated.READS, 30, plain=30, at_once=2),
    who=VIEWERS,
    refuses=(*ENDED, "work_failed"),
)
async def replay(call: PublicCall, table: str) -> Response:
    """The whole match step by step with both hands open, once it is over."""
    tables, person = call.services.tables, await person_of(call)
    viewer = await tables.replay_viewer(table, person, call.language)
    if viewer is None:
        owner = (await follower(call, table)).owner
        code = Code.MATCH_NOT_OVER if owner.table.ending is None else Code.NOT_BEGUN
        raise SessionError(code, owner.table.version)

    async def line() -> bytes:
        return replay_request(await tables.events(table), viewer)

    jobs = call.services.jobs
    # Nothing that comes after the end of a match changes its replay.
    key = f"{table} {viewer.seat} {viewer.language}"
    work = jobs.ask(person.token_hash, "replay", key, line)
    packed = await unless_gone(call.receive, work)
    headers = {"Vary": "Accept-Encoding, Accept-Language"}
    if call.takes_gzip:
        headers["Content-Encoding"] = "gzip"
        return Response(packed, headers=headers, media_type="application/json")
    return Response(await jobs.unpacked(packed), headers=headers, media_type="application/json")
