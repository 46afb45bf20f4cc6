"""A server in a thread for browsers: in memory, without limits, with fast bots."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, Self, TypeVar

import uvicorn

from jaipur.deals import KeyedDeals
from jaipur.session.tables import Tables
from jaipur.store.memory import MemoryStore
from jaipur.web.app import ServerSettings, create_app
from jaipur.web.limits import UNLIMITED
from jaipur.web.server import address_url, bind
from tests.patience import PATIENCE
from tests.web.playing import Choose, FakeBots, InProcess

T = TypeVar("T")


class PageHarness:
    """The server; `bots` choose at once, by chance or as they are told."""

    def __init__(self, choose: Choose | None = None, **injected: Any) -> None:
        self.bots = FakeBots(choose)
        self._injected = injected
        self._listening = bind("127.0.0.1", 0)
        self.url = address_url(self._listening)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._started = threading.Event()

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._started.wait(PATIENCE)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.call(self.tables.stop())  # ends the streams, which would keep the server waiting
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._listening.close()

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        settings = ServerSettings(public_url=self.url, limits=UNLIMITED)
        jobs = InProcess(self._injected.get("dealer", KeyedDeals))
        app = create_app(settings, MemoryStore(), self.bots, jobs, **self._injected)
        self.tables: Tables = app.services.tables
        self._loop = asyncio.get_running_loop()
        config = uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        self._loop.call_soon(self._started.set)
        await self._server.serve([self._listening])

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something in the loop of the server."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)
