"""The ASGI application: routes, middleware and tables wired together."""

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
from .logs import App as AsgiApp
from .logs import Receive, RequestLog, Scope, Send
from .middleware import EdgeMiddleware
from .open_streams import OpenStreams
from .openapi import Data, Description
from .routing import Routes
from .services import Services
from .share_links import Links
from .trusted_hosts import origin_of

ROUTES = Routes.combine(
    pages.ROUTES, assets.ROUTES, server_routes.ROUTES, table_routes.ROUTES, match_routes.ROUTES
)
"""Every public route."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The public address of a server, the host names it accepts, and its limits."""

    public_url: str = "http://127.0.0.1:8731"
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "::1")
    limits: Limits = field(default_factory=Limits)
    log_requests: bool = False

    @property
    def is_secure(self) -> bool:
        """Whether browsers connect over HTTPS, so that cookies can be marked secure."""
        return self.public_url.startswith("https:")


class App:
    """The application that an ASGI server calls; every request goes through the middleware."""

    def __init__(self, services: Services, middleware: AsgiApp) -> None:
        self.services = services
        self._middleware = middleware
        self._lifespan = Router(lifespan=lambda _: self.lifespan())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or run the lifespan of the server."""
        if scope["type"] == "lifespan":
            await self._lifespan.lifespan(scope, receive, send)
        else:
            await self._middleware(scope, receive, send)

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Load bans, start the tables and their maintenance; stop everything at the end."""
        tables = self.services.tables
        await tables.bans.try_to_load()  # before the first request
        maintenance = asyncio.gather(tables.run_maintenance(), tables.bans.run_maintenance())
        await tables.start()
        try:
            yield
        finally:
            maintenance.cancel()
            await asyncio.gather(maintenance, return_exceptions=True)
            await self.stop()

    async def stop(self) -> None:
        """Refuse new commands, finish the running ones and end all event streams."""
        await asyncio.gather(self.services.jobs.stop(), self.services.tables.stop())

    def openapi(self) -> Data:
        """The OpenAPI document, built on first use."""
        return self.services.description.document


def create_app(
    settings: ServerSettings,
    store: Store,
    bots: BotPool | None = None,
    jobs: JobRunner | None = None,
    **injected: Any,
) -> App:
    """Create the application over a store. `injected` goes to `Tables`: time, deals, secrets."""
    service = Tables(store, bots or _own_workers(), **injected)
    services = Services(
        tables=service,
        store=store,
        jobs=jobs or JobRunner(),
        open_streams=OpenStreams(service.bans),
        links=Links(settings.public_url),
        description=Description(ROUTES),
        cookie=cookie_name(settings.public_url),
        is_secure=settings.is_secure,
    )
    middleware: AsgiApp = EdgeMiddleware(
        Dispatcher(ROUTES, services, pages.not_found),
        ROUTES,
        hosts=settings.hosts,
        origins=(origin_of(settings.public_url),),
        limits=settings.limits,
        banned_until=banned_until(service.bans, services.cookie),
        refused_page=pages.refused,
        caller_of=Callers(service.people, services.cookie),
    )
    return App(services, RequestLog(middleware) if settings.log_requests else middleware)


def _own_workers() -> BotPool:
    from ..workers.pool import Workers

    return Workers()
