"""The application: routes, guard and tables put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI

from ..backroom.room import Backroom
from ..session.tables import Tables
from ..session.thinking import Bots
from ..store.protocol import Store
from ..version import __version__
from . import assets, failures, house, pages, tables
from .banned import banned_until
from .description import describe, names_of
from .following import Following
from .guard import Guard
from .hosts import origin_of
from .identity import Callers, cookie_name
from .limits import Limits
from .links import Links
from .logs import App as Door
from .logs import Receive, RequestLog, Scope, Send
from .quick import Quick


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


class App(FastAPI):
    """The framework behind a door of our own, so that what the door answers never enters it."""

    door: Door
    stop: Callable[[], Awaitable[None]]
    """Refuses what is new, finishes what was begun, sends all listeners away."""
    _described: dict[str, Any] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Everything comes in through the door."""
        await self.door(scope, receive, send)

    async def framework(self, scope: Scope, receive: Receive, send: Send) -> None:
        """What the door lets through."""
        await super().__call__(scope, receive, send)

    def openapi(self) -> dict[str, Any]:
        """The description of the interface, made when it is first asked for."""
        if self._described is None:
            self._described = describe(super().openapi(), names_of(self.routes))
        return self._described


def create_app(
    settings: Settings,
    store: Store,
    bots: Bots | None = None,
    backroom: Backroom | None = None,
    **injected: Any,
) -> App:
    """The application over a store. `injected` goes to `Tables`: time, deals and secrets."""
    workers = bots or _own_workers()
    room = backroom or Backroom()
    service = Tables(store, workers, **injected)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await service.bans.try_to_load()  # before anybody comes in
        house_keeping = asyncio.gather(service.keep_house(), service.bans.keep_house())
        await service.start()
        try:
            yield
        finally:
            house_keeping.cancel()
            await asyncio.gather(house_keeping, return_exceptions=True)
            await stop()

    async def stop() -> None:
        await asyncio.gather(room.stop(), service.stop())

    app = App(
        title="Jaipur",
        version=__version__,
        description=DESCRIPTION,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.stop = stop
    app.state.tables = service
    app.state.store = store
    app.state.backroom = room
    app.state.settings = settings
    app.state.links = Links(settings.public_url)
    app.state.cookie = cookie = cookie_name(settings.public_url)
    for router in (tables.router, house.router, pages.router, assets.router):
        app.router.routes.extend(router.routes)  # including it would match every path twice
    failures.install(app, pages.nothing_here)
    app.state.following = Following(service.bans)
    app.state.quick = Quick(app.framework, service, cookie, app.state.following)
    app.door = Guard(
        app.state.quick,
        hosts=settings.hosts,
        origins=(origin_of(settings.public_url),),
        limits=settings.limits,
        banned_until=banned_until(service.bans, cookie),
        refused_page=pages.refused,
        caller_of=Callers(service.people, cookie),
    )
    if settings.log_requests:
        app.door = RequestLog(app.door)
    return app


def _own_workers() -> Bots:
    from ..workers.pool import Workers

    return Workers()


DESCRIPTION = """
The table of Jaipur for the page, the terminal and programs: POST for commands, server-sent events
for updates, one shape for errors. docs/server.md has a whole match step by step.
"""
