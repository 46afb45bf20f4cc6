"""Routes that create, list and join tables."""

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
    CREATE_ERRORS,
    INVITATION_HOLDERS,
    JOIN_ERRORS,
    JOINERS,
    LIST_READERS,
    PUBLIC_WITH_COOKIE,
    SEAT_HOLDERS,
    STORE_ERRORS,
    TABLE_ERRORS,
    TOKEN_ERRORS,
    WATCHERS,
)
from .route_costs import QUESTION, Cost, RateGroup
from .server_messages import NewTable, TableLinks
from .services import DeviceLogin, PublicRequest, person_of
from .table_access import new_table_router, owner_of

ROUTES = new_table_router()
route = ROUTES.route


class TablesQuery(Struct, frozen=True):
    """The query of a paged list."""

    before: Annotated[
        Annotated[str, Meta(pattern=CURSOR_PATTERN)] | None,
        Meta(description="The `next` of the previous page; omit it for the first page."),
    ] = None


@route(
    *("GET", "/api/tables"),
    query=TablesQuery,
    answer=TableList,
    cost=Cost(RateGroup.READS, 8),
    access=LIST_READERS,
    errors=(*TOKEN_ERRORS, "too_much_at_once", *STORE_ERRORS),
)
async def my_tables(request: PublicRequest, query: TablesQuery) -> TableList:
    """One page of your tables: unfinished ones first, starting with those that wait for you."""
    place = Cursor.parse(query.before) if query.before else BEGINNING
    return await request.services.tables.tables_of(await person_of(request), place)


@route(
    *("POST", "/api/tables"),
    body=Create,
    answer=NewTable,
    status=201,
    cost=Cost(RateGroup.COMMANDS, creates=1, registers=True),
    access=PUBLIC_WITH_COOKIE,
    errors=CREATE_ERRORS,
)
async def create(request: PublicRequest, body: Create) -> Response:
    """Create a table: against a bot, for two people on one device, or with an invitation."""
    opponent = body.opponent
    table_request = TableRequest(
        body.name,
        bot=opponent.bot if isinstance(opponent, AgainstBot) else None,
        other_name=opponent.name if isinstance(opponent, OnOneDevice) else None,
        options=body.options.agreed(),
        nonce_commitment=(
            opponent.nonce_commitment if isinstance(opponent, WithInvitation) else None
        ),
    )
    tables = request.services.tables
    tables.check_request(table_request)
    login = await DeviceLogin.ensure(request)
    table = (await tables.create(login.person, body.id, table_request)).table
    links = request.services.links.of_table(table)
    return login.respond(NewTable(table.id, table.version, table.commitment, links), 201)


@route(
    *("POST", "/api/tables/{table}/invitation"),
    body=InvitationRequest,
    answer=Invitation,
    cost=Cost(RateGroup.COMMANDS, failure_price=4),
    access=INVITATION_HOLDERS,
    errors=("unknown_token", "wrong_invitation", *TABLE_ERRORS),
)
async def invitation(request: PublicRequest, table: str, body: InvitationRequest) -> Invitation:
    """Look at an invitation without taking the seat."""
    secret = partial(request.services.tables.require_invitation, invitation=body.invitation)
    owner = await owner_of(request, await person_of(request), table, secret)
    return invitation_of(owner.table)


@route(
    *("POST", "/api/tables/{table}/join"),
    body=Join,
    answer=Accepted,
    cost=Cost(RateGroup.COMMANDS, failure_price=4, registers=True),
    access=JOINERS,
    errors=JOIN_ERRORS,
)
async def join(request: PublicRequest, table: str, body: Join) -> Response:
    """Take the open seat of a table with its invitation, and give a nonce; you are then ready."""
    tables, person = request.services.tables, await person_of(request)
    secret = partial(tables.require_invitation, invitation=body.invitation)
    owner = await owner_of(request, person, table, secret)
    tables.check_join(owner, person, body)
    login = await DeviceLogin.ensure(request)
    return login.respond(Accepted(await tables.join(owner, login.person, body)))


@route(
    *("POST", "/api/tables/{table}/watch"),
    body=WatchTable,
    answer=Done,
    cost=Cost(RateGroup.COMMANDS, failure_price=4, registers=True),
    access=WATCHERS,
    errors=("unknown_token", "wrong_watch_link", *TABLE_ERRORS),
)
async def watch(request: PublicRequest, table: str, body: WatchTable) -> Response:
    """Become a watcher of a table with the secret of its watch link."""
    tables = request.services.tables
    secret = partial(tables.require_watch_key, key=body.key)
    owner = await owner_of(request, await person_of(request), table, secret)
    login = await DeviceLogin.ensure(request)
    await tables.watch(owner, login.person)
    return login.respond(Done())


@route(
    *("GET", "/api/tables/{table}/links"),
    answer=TableLinks,
    cost=QUESTION,
    access=SEAT_HOLDERS,
    errors=("unknown_token", *TABLE_ERRORS),
)
async def links(request: PublicRequest, table: str) -> TableLinks:
    """The links of a table that you may share: the invitation and the watch link."""
    person = await person_of(request)
    owner = await owner_of(request, person, table)
    if not owner.table.seats_of(person.players):
        request.services.tables.seat_of(owner, person, None)  # raises
    return request.services.links.of_table(owner.table)
