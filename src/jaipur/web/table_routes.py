"""Routes that make, list and lead to tables."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from msgspec import Meta, Struct
from starlette.responses import Response

from ..session.contract.commands import (
    AgainstBot,
    Create,
    InvitationRequest,
    Join,
    OnOneDevice,
    WatchTable,
    WithInvitation,
)
from ..session.contract.responses import Accepted, Done, Invitation, TableList
from ..session.projection import invitation_of
from ..session.table_request import TableRequest
from ..store.values import BEGINNING, CURSOR_PATTERN, Cursor
from .route_access import (
    CREATED,
    FOUND,
    INVITED,
    JOINED,
    JOINING,
    LISTED,
    NAMED_BY_TOKEN,
    NEW,
    SEATS,
    STORED,
    WATCHING,
)
from .route_costs import QUESTION, Cost, Rated
from .server_messages import LinksShown, NewTable
from .services import PublicCall, Welcome, person_of
from .table_access import owner_of, table_routes

ROUTES = table_routes()
route = ROUTES.route


class Listed(Struct, frozen=True):
    """Which page of a list."""

    before: Annotated[
        Annotated[str, Meta(pattern=CURSOR_PATTERN)] | None,
        Meta(description="`next` of the page before this one."),
    ] = None


@route(
    *("GET", "/api/tables"),
    query=Listed,
    answer=TableList,
    cost=Cost(Rated.READS, 8),
    who=LISTED,
    refuses=(*NAMED_BY_TOKEN, "too_much_at_once", *STORED),
)
async def my_tables(call: PublicCall, query: Listed) -> TableList:
    """My tables, a page of them: unfinished ones first, and of those the ones that wait for me."""
    place = Cursor.parse(query.before) if query.before else BEGINNING
    return await call.services.tables.tables_of(await person_of(call), place)


@route(
    *("POST", "/api/tables"),
    body=Create,
    answer=NewTable,
    status=201,
    cost=Cost(Rated.COMMANDS, creates=1, welcomes=True),
    who=NEW,
    refuses=CREATED,
)
async def create(call: PublicCall, body: Create) -> Response:
    """Create a table against a bot, for two people on one device, or with an invitation."""
    other = body.opponent
    plan = TableRequest(
        body.name,
        bot=other.bot if isinstance(other, AgainstBot) else None,
        other_name=other.name if isinstance(other, OnOneDevice) else None,
        options=body.options.agreed(),
        nonce_commitment=other.nonce_commitment if isinstance(other, WithInvitation) else None,
    )
    tables = call.services.tables
    tables.check_request(plan)
    welcome = await Welcome.of(call)
    table = (await tables.create(welcome.person, body.id, plan)).table
    links = call.services.links.of_table(table)
    return welcome.on(NewTable(table.id, table.version, table.commitment, links), 201)


@route(
    *("POST", "/api/tables/{table}/invitation"),
    body=InvitationRequest,
    answer=Invitation,
    cost=Cost(Rated.COMMANDS, wrong=4),
    who=INVITED,
    refuses=("unknown_token", "wrong_invitation", *FOUND),
)
async def invitation(call: PublicCall, table: str, body: InvitationRequest) -> Invitation:
    """Look at an invitation; takes no seat."""
    secret = partial(call.services.tables.require_invitation, invitation=body.invitation)
    owner = await owner_of(call, await person_of(call), table, secret)
    return invitation_of(owner.table)


@route(
    *("POST", "/api/tables/{table}/join"),
    body=Join,
    answer=Accepted,
    cost=Cost(Rated.COMMANDS, wrong=4, welcomes=True),
    who=JOINING,
    refuses=JOINED,
)
async def join(call: PublicCall, table: str, body: Join) -> Response:
    """Take the open seat with the invitation. The nonce counts as being ready."""
    tables, person = call.services.tables, await person_of(call)
    secret = partial(tables.require_invitation, invitation=body.invitation)
    owner = await owner_of(call, person, table, secret)
    tables.check_join(owner, person, body)
    welcome = await Welcome.of(call)
    return welcome.on(Accepted(await tables.join(owner, welcome.person, body)))


@route(
    *("POST", "/api/tables/{table}/watch"),
    body=WatchTable,
    answer=Done,
    cost=Cost(Rated.COMMANDS, wrong=4, welcomes=True),
    who=WATCHING,
    refuses=("unknown_token", "wrong_watch_link", *FOUND),
)
async def watch(call: PublicCall, table: str, body: WatchTable) -> Response:
    """Watch from now on, with the secret of the watching link."""
    tables = call.services.tables
    secret = partial(tables.require_watch_key, key=body.key)
    owner = await owner_of(call, await person_of(call), table, secret)
    welcome = await Welcome.of(call)
    await tables.watch(owner, welcome.person)
    return welcome.on(Done())


@route(
    *("GET", "/api/tables/{table}/links"),
    answer=LinksShown,
    cost=QUESTION,
    who=SEATS,
    refuses=("unknown_token", *FOUND),
)
async def links(call: PublicCall, table: str) -> LinksShown:
    """The links to give away, for who has a seat."""
    person = await person_of(call)
    owner = await owner_of(call, person, table)
    if not owner.table.seats_of(person.players):
        call.services.tables.seat_of(owner, person, None)  # refuses
    return call.services.links.of_table(owner.table)
