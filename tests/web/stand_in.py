"""A server with a stand-in app, run as a process of its own: python -m tests.web.stand_in.

It prints its port, and a line for each thing that happens at the stop. Arguments: how many seconds
a head and a body may take, and `stuck` for an app whose end hangs until it is forced.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.responses import StreamingResponse
from starlette.routing import Router

from jaipur.web import connections, request_body, server
from jaipur.web.dispatch import Dispatcher, RequestContext
from jaipur.web.limits import Limits
from jaipur.web.logs import Receive, Scope, Send, configure
from jaipur.web.middleware import EdgeMiddleware
from jaipur.web.route_costs import COMMAND, QUESTION
from jaipur.web.routing import Routes
from jaipur.web.server import bind, run_server
from jaipur.web.trusted_hosts import allowed_hosts
from tests.patience import PATIENCE


def say(words: str) -> None:
    print(words, flush=True)  # noqa: T201  # the test reads it


def stand_in(body_seconds: float, *, is_stuck: bool) -> None:
    """Serve until a signal."""
    ending = asyncio.Event()

    @asynccontextmanager
    async def life(_: object) -> AsyncIterator[None]:
        say("started")
        yield
        say("ended")

    routes, router = Routes(), Router(lifespan=life)

    @routes.route("GET", "/api/health", cost=QUESTION)
    async def health(_: RequestContext[None]) -> dict[str, bool]:
        return {"ok": True}

    @routes.route("POST", "/api/slow", cost=COMMAND)
    async def slow(_: RequestContext[None]) -> dict[str, bool]:
        say("slow begins")
        await ending.wait()
        await asyncio.sleep(0.2)
        say("slow ends")
        return {"ok": True}

    @routes.route("GET", "/api/events", cost=QUESTION)
    async def events(_: RequestContext[None]) -> StreamingResponse:
        async def lines() -> AsyncIterator[str]:
            yield "data: begun\n\n"
            await ending.wait()
            yield "data: bye\n\n"

        return StreamingResponse(lines(), media_type="text/event-stream")

    async def stop() -> None:
        say("stopping")
        if is_stuck:
            await asyncio.Event().wait()
        ending.set()

    limits = Limits(body_seconds=body_seconds)
    middleware = EdgeMiddleware(
        Dispatcher(routes, None), routes, hosts=allowed_hosts("127.0.0.1", None), limits=limits
    )

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await (router.lifespan if scope["type"] == "lifespan" else middleware)(scope, receive, send)

    listening = bind("127.0.0.1", 0)
    say(str(listening.getsockname()[1]))
    run_server(app, [listening], on_stop=stop)
    say("closed")


if __name__ == "__main__":
    configure()
    server.STOP_SECONDS = 3600
    request_body.DISCARD_SECONDS = PATIENCE
    connections.HEAD_SECONDS = float(sys.argv[1])
    stand_in(float(sys.argv[2]), is_stuck="stuck" in sys.argv)
