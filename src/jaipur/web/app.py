"""The application: routes, guard and tables put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from starlette.routing import Router

from ..backroom.room import Backroom
from ..session.tables import Tables
from ..session.thinking import Bots
from ..store.protocol import Store
from . import assets, house, pages, play, tables
from .banned import banned_until
from .description import Data, Description
from .following import Following
from .guard import Guard
from .hosts import origin_of
from .identity import Callers, cookie_name
from .limits import Limits
from .links import Links
from .logs import App as Door
from .logs import Receive, RequestLog, Scope, Send
from .routing import Routes
from .services import Services
from .way import Way

ROUTES = Routes.of(pages.ROUTES, assets.ROUTES, house.ROUTES, tables.ROUTES, play.ROUTES)
"""All there is."""


@dataclass(frozen=True, slots=True)
class Settings:
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
        house_keeping = asyncio.gather(tables.keep_house(), tables.bans.keep_house())
        await tables.start()
        try:
            yield
        finally:
            house_keeping.cancel()
            await asyncio.gather(house_keeping, return_exceptions=True)
            await self.stop()

    async def stop(self) -> None:
        """Refuse what is new, finish what was begun, send all listeners away."""
        await asyncio.gather(self.services.backroom.stop(), self.services.tables.stop())

    def openapi(self) -> Data:
        """The description of the interface, made when it is first asked for."""
        return self.services.description.document


def create_app(
    settings: Settings,
    store: Store,
    bots: Bots | None = None,
    backroom: Backroom | None = None,
    **injected: Any,
) -> App:
    """The application over a store. `injected` goes to `Tables`: time, deals and secrets."""
    service = Tables(store, bots or _own_workers(), **injected)
    services = Services(
        tables=service,
        store=store,
        backroom=backroom or Backroom(),
        following=Following(service.bans),
        links=Links(settings.public_url),
        description=Description(ROUTES),
        cookie=cookie_name(settings.public_url),
        is_secure=settings.is_secure,
    )
    door: Door = Guard(
        Way(ROUTES, services, pages.lost),
        ROUTES,
        hosts=settings.hosts,
        origins=(origin_of(settings.public_url),),
        limits=settings.limits,
        banned_until=banned_until(service.bans, services.cookie),
        refused_page=pages.refused,
        caller_of=Callers(service.people, services.cookie),
    )
    return App(services, RequestLog(door) if settings.log_requests else door)


def _own_workers() -> Bots:
    from ..workers.pool import Workers

    return Workers()
