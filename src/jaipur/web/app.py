"""The application: routes, guard and tables put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from starlette.routing import Router

from ..jobs.runner import JobRunner
from ..session.bot_turns import BotPool
from ..session.tables import Tables
from ..store.protocol import Store
from . import assets, match_routes, pages, server_routes, table_routes
from .ban_check import banned_until
from .dispatch import Dispatcher
from .identity import Callers, cookie_name
from .limits import Limits
from .logs import App as Door
from .logs import Receive, RequestLog, Scope, Send
from .middleware import EdgeMiddleware
from .open_streams import Following
from .openapi import Data, Description
from .routing import Routes
from .services import Services
from .share_links import Links
from .trusted_hosts import origin_of

ROUTES = Routes.of(
    pages.ROUTES, assets.ROUTES, server_routes.ROUTES, table_routes.ROUTES, match_routes.ROUTES
)
"""All there is."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How a server is reached, and what it allows."""

    public_url: str = "http://127.0.0.1:8731"
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "::1")
    limits: Limits = field(default_factory=Limits)
    log_requests: bool = False

    @property
    def is_secure(self) -> bool:
        """Whether browsers reach it encrypted, so that cookies can insist on it."""
        return self.public_url.startswith("https:")


class App:
    """The application as a server calls it: everything comes in through the door."""

    def __init__(self, services: Services, door: Door) -> None:
        self.services = services
        self._door = door
        self._life = Router(lifespan=lambda _: self.alive())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or live as long as the server does."""
        if scope["type"] == "lifespan":
            await self._life.lifespan(scope, receive, send)
        else:
            await self._door(scope, receive, send)

    @asynccontextmanager
    async def alive(self) -> AsyncIterator[None]:
        """What is done before the first request, beside them all and after the last one."""
        tables = self.services.tables
        await tables.bans.try_to_load()  # before anybody comes in
        maintenance = asyncio.gather(tables.run_maintenance(), tables.bans.run_maintenance())
        await tables.start()
        try:
            yield
        finally:
            maintenance.cancel()
            await asyncio.gather(maintenance, return_exceptions=True)
            await self.stop()

    async def stop(self) -> None:
        """Refuse what is new, finish what was begun, send all listeners away."""
        await asyncio.gather(self.services.jobs.stop(), self.services.tables.stop())

    def openapi(self) -> Data:
        """The description of the interface, made when it is first asked for."""
        return self.services.description.document


def create_app(
    settings: ServerSettings,
    store: Store,
    bots: BotPool | None = None,
    jobs: JobRunner | None = None,
    **injected: Any,
) -> App:
    """The application over a store. `injected` goes to `Tables`: time, deals and secrets."""
    service = Tables(store, bots or _own_workers(), **injected)
    services = Services(
        tables=service,
        store=store,
        jobs=jobs or JobRunner(),
        following=Following(service.bans),
        links=Links(settings.public_url),
        description=Description(ROUTES),
        cookie=cookie_name(settings.public_url),
        is_secure=settings.is_secure,
    )
    door: Door = EdgeMiddleware(
        Dispatcher(ROUTES, services, pages.lost),
        ROUTES,
        hosts=settings.hosts,
        origins=(origin_of(settings.public_url),),
        limits=settings.limits,
        banned_until=banned_until(service.bans, services.cookie),
        refused_page=pages.refused,
        caller_of=Callers(service.people, services.cookie),
    )
    return App(services, RequestLog(door) if settings.log_requests else door)


def _own_workers() -> BotPool:
    from ..workers.pool import Workers

    return Workers()
