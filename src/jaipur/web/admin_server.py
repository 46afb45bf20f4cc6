"""The admin server: a separate loopback port, protected by a token in a private file.

Behind a proxy every request comes from the loopback address, so that address proves nothing. This
listener is one that no proxy forwards to, and the token decides (docs/decisions/admin.md).
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
SAMPLE_SECONDS = 10.0
STOP_SECONDS = 2
FORWARDED = frozenset((b"forwarded", b"via", b"x-real-ip", b"x-client-ip", b"true-client-ip"))
"""Headers that proxies add, besides everything that begins with x-forwarded."""
OF_BROWSERS = frozenset((b"origin", b"referer", b"cookie"))
"""Headers that browsers send, besides everything that begins with sec-: no page may come here."""
NOT_THE_HOST = message(
    "Only the host of the server may use this, with jaipur admin on this machine."
)


class TokenMiddleware:
    """ASGI middleware: requires the token, the right Host header and a direct local connection.

    Whatever is wrong with a request, the response is the same.
    """

    def __init__(self, app: App, token: str, port: int) -> None:
        self._app = app
        self._token = f"Bearer {token}".encode("ascii")
        self._host = f"{HOST}:{port}".encode("ascii")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the app, or refuse it."""
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        if self._is_host(scope):
            await self._app(scope, receive, _marked(send))
            return
        sentence = texts(language_of(scope["headers"]))(NOT_THE_HOST)
        response = failure("not_the_host", 403, sentence, headers={"Connection": "close"})
        await response(scope, receive, send)

    def _is_host(self, scope: Scope) -> bool:
        headers = list(scope["headers"])
        names = {name.lower() for name, _ in headers}
        tokens = [value for name, value in headers if name == b"authorization"]
        hosts = [value for name, value in headers if name == b"host"]
        client = scope.get("client") or ("", 0)
        return (
            len(tokens) == 1
            and hmac.compare_digest(tokens[0], self._token)
            and hosts == [self._host]
            and client[0] == HOST
            and not names & (FORWARDED | OF_BROWSERS)
            and not any(name.startswith((b"x-forwarded", b"sec-")) for name in names)
        )


def _marked(send: Send) -> Send:
    """A `send` that adds the header by which `jaipur admin` recognises this server."""

    async def marked(message: Message) -> None:
        if message["type"] == "http.response.start":
            mark = (ADMIN_MARK.lower().encode("ascii"), b"1")
            message["headers"] = [*message.get("headers", ()), mark]
        await send(message)

    return marked


class AdminServer:
    """Runs while the public server does: `async with AdminServer(app, file)`.

    The token file is written at the start, readable by its owner only, and removed at the end.
    """

    def __init__(self, public: PublicApp, file: Path) -> None:
        self._admin = AdminService(public.services)
        bans = BanService(self._admin, public.services)
        self._app = admin_app(self._admin, bans)
        self._file = admin_file(file)
        self._tasks: list[asyncio.Task[None]] = []
        self._server: _SecondaryServer | None = None

    async def __aenter__(self) -> AdminServer:
        """Start; if that fails, the public server still runs, and the log says so."""
        try:
            self._open()
        except OSError as error:
            event("admin_server_not_open", logging.WARNING, error)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop."""
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
            connection = {"address": f"{HOST}:{port}", "token": token}
            write_whole(self._file, json.dumps(connection).encode("ascii"))
        except BaseException:
            listening.close()
            raise
        self._server = _SecondaryServer(_config(TokenMiddleware(self._app, token, port)))
        serving = asyncio.create_task(self._server.serve([listening]))
        self._tasks = [serving, asyncio.create_task(self._keep_sampling())]

    async def _keep_sampling(self) -> None:
        while True:
            await asyncio.sleep(SAMPLE_SECONDS)
            self._admin.sample()


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


class _SecondaryServer(uvicorn.Server):
    """A server that leaves signal handling to the public one."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Install no signal handlers."""
        yield
