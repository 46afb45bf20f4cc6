"""The door of `jaipur admin`: a loopback port of its own, and a token that only its owner reads.

Behind a proxy every stranger comes from the loopback address, so that address proves nothing. This
is another listener, which no proxy leads to, and the token decides (docs/decisions/admin.md).
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import logging
import secrets
import socket
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import uvicorn

from ..disk import ADMIN_MARK, admin_file, write_whole
from ..errors import message
from ..texts import texts
from .admin_routes import admin_app
from .admin_service import AdminService
from .app import App as PublicApp
from .ban_service import BanService
from .error_responses import failure, language_of
from .logs import App, Message, Receive, Scope, Send, event

HOST = "127.0.0.1"
TOKEN_BYTES = 32
LOOK_SECONDS = 10.0
STOP_SECONDS = 2
FORWARDED = frozenset((b"forwarded", b"via", b"x-real-ip", b"x-client-ip", b"true-client-ip"))
"""What proxies add; and everything that begins with x-forwarded."""
OF_BROWSERS = frozenset((b"origin", b"referer", b"cookie"))
"""And everything that begins with sec-: no page has any business here."""
NOT_THE_HOST = message("This is for whoever runs the server, with jaipur admin on this machine.")


class TokenMiddleware:
    """ASGI middleware: lets in who has the token, by the right name, straight from this machine.

    Whatever is wrong with a request, the answer is the same.
    """

    def __init__(self, app: App, token: str, port: int) -> None:
        self._app = app
        self._token = f"Bearer {token}".encode("ascii")
        self._host = f"{HOST}:{port}".encode("ascii")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through to the app, or refuse it."""
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        if self._is_host(scope):
            await self._app(scope, receive, _marked(send))
            return
        sentence = texts(language_of(scope["headers"]))(NOT_THE_HOST)
        refused = failure("not_the_host", 403, sentence, headers={"Connection": "close"})
        await refused(scope, receive, send)

    def _is_host(self, scope: Scope) -> bool:
        headers = list(scope["headers"])
        names = {name.lower() for name, _ in headers}
        given = [value for name, value in headers if name == b"authorization"]
        hosts = [value for name, value in headers if name == b"host"]
        client = scope.get("client") or ("", 0)
        return (
            len(given) == 1
            and hmac.compare_digest(given[0], self._token)
            and hosts == [self._host]
            and client[0] == HOST
            and not names & (FORWARDED | OF_BROWSERS)
            and not any(name.startswith((b"x-forwarded", b"sec-")) for name in names)
        )


def _marked(send: Send) -> Send:
    """`send` with the header by which `jaipur admin` knows that it is us."""

    async def marked(message: Message) -> None:
        if message["type"] == "http.response.start":
            mark = (ADMIN_MARK.lower().encode("ascii"), b"1")
            message["headers"] = [*message.get("headers", ()), mark]
        await send(message)

    return marked


class AdminServer:
    """Open while the server runs: `async with AdminDoor(app, file)`.

    The token file is made at the start, readable by its owner only, and removed at the end.
    """

    def __init__(self, public: PublicApp, file: Path) -> None:
        self._office = AdminService(public.services)
        bans = BanService(self._office, public.services)
        self._app = admin_app(self._office, bans)
        self._file = admin_file(file)
        self._tasks: list[asyncio.Task[None]] = []
        self._server: _Beside | None = None

    async def __aenter__(self) -> AdminServer:
        """Open; a server that cannot have this door serves all the same, and says so."""
        try:
            self._open()
        except OSError as error:
            event("admin_door_not_open", logging.WARNING, error)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close."""
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)
        if self._server is not None:
            self._server.should_exit = True
            await asyncio.wait(self._tasks[:1], timeout=2 * STOP_SECONDS)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _open(self) -> None:
        token = secrets.token_hex(TOKEN_BYTES)
        listening = socket.create_server((HOST, 0))
        try:
            port = listening.getsockname()[1]
            way = {"address": f"{HOST}:{port}", "token": token}
            write_whole(self._file, json.dumps(way).encode("ascii"))
        except BaseException:
            listening.close()
            raise
        self._server = _Beside(_config(TokenMiddleware(self._app, token, port)))
        serving = asyncio.create_task(self._server.serve([listening]))
        self._tasks = [serving, asyncio.create_task(self._keep_looking())]

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self._office.look()


def _config(app: App) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=STOP_SECONDS,
    )


class _Beside(uvicorn.Server):
    """A server beside the one that has the signals."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals to the other."""
        yield
