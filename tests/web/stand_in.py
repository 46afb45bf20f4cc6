"""A server with a stand-in app, run as a process of its own: python -m tests.web.stand_in.

It prints its port, and a line for each thing that happens at the stop. Arguments: how many seconds
a body may take, and `stuck` for an app whose end hangs until it is forced.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.responses import StreamingResponse

from jaipur.web import connections, server
from jaipur.web.failures import install
from jaipur.web.guard import Guard
from jaipur.web.hosts import allowed_hosts
from jaipur.web.limits import Limits
from jaipur.web.logs import configure
from jaipur.web.server import bind, run_server


def say(words: str) -> None:
    print(words, flush=True)  # noqa: T201  # the test reads it


def stand_in(body_seconds: float, *, is_stuck: bool) -> None:
    """Serve until a signal."""
    ending = asyncio.Event()

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        say("started")
        yield
        say("ended")

    app = FastAPI(openapi_url=None, lifespan=life)
    install(app)
    app.add_middleware(
        Guard, hosts=allowed_hosts("127.0.0.1", None), limits=Limits(body_seconds=body_seconds)
    )

    @app.get("/api/health")
    async def health() -> dict[str, bool]:
        return {"ok": True}

    @app.post("/api/slow")
    async def slow() -> dict[str, bool]:
        say("slow begins")
        await ending.wait()
        await asyncio.sleep(0.2)
        say("slow ends")
        return {"ok": True}

    @app.get("/api/events")
    async def events() -> StreamingResponse:
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

    listening = bind("127.0.0.1", 0)
    say(str(listening.getsockname()[1]))
    run_server(app, [listening], on_stop=stop)
    say("closed")


if __name__ == "__main__":
    configure()
    if "stuck" in sys.argv:
        server.STOP_SECONDS = 3600
    connections.HEAD_SECONDS = float(sys.argv[1])
    stand_in(float(sys.argv[1]), is_stuck="stuck" in sys.argv)
