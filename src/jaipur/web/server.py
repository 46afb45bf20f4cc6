"""Listen, serve and stop: uvicorn, with a shutdown that loses nothing."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import signal
import socket
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence

import uvicorn
from uvicorn.server import HANDLED_SIGNALS

from ..errors import JaipurError, message
from .logs import App, event

BACKLOG = 2048
KEEP_ALIVE_SECONDS = 125
"""Longer than the keep-alive of proxies (nginx 60 s, Caddy 120 s), so that they close first."""
STOP_SECONDS = 10
UNREAD_SECONDS = 60
"""A client that reads nothing for this long is disconnected."""
OPEN_FILES = 65_536
OWN_FILES = 200
"""Open files reserved for the store, the logs and the bots, not for connections."""
FEWEST_CONNECTIONS = 56
"""The least that makes play possible: a single page opens six."""
SWITCH_SECONDS = 0.0005
"""How long the event loop waits for a thread that loads a long table; Python's default is 5 ms."""
COLLECT_AFTER = 50_000
"""New objects between two runs of the cyclic garbage collector."""
FIRST_FREE_PORT = 1024
PORTS_TRIED = 50

OnStop = Callable[[], Awaitable[None]]
Alongside = contextlib.AbstractAsyncContextManager[object]


class CannotListen(JaipurError):
    """The server cannot listen at this address."""


class TooFewFiles(JaipurError):
    """The system allows too few open files."""


def bind(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address; port 0 takes any free port.

    Raises CannotListen.
    """
    try:
        return _listen(host, port)
    except socket.gaierror as error:
        raise CannotListen(
            message("The host {host} is unknown; use a name or address of this machine."),
            host=host,
        ) from error
    except OSError as error:
        raise _refused(error, host, port) from error


def _refused(error: OSError, host: str, port: int) -> CannotListen:
    if error.errno == errno.EADDRINUSE:
        return CannotListen(
            message(
                "Port {port} is in use, perhaps by another Jaipur server. Stop it, or "
                "use another port: --port {free}."
            ),
            port=port,
            free=_free_port(host, port),
        )
    if error.errno == errno.EADDRNOTAVAIL:
        return CannotListen(
            message(
                "{host} is not an address of this machine; --host 0.0.0.0 listens on all of them."
            ),
            host=host,
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return CannotListen(
            message(
                "This user may not listen on port {port}; use one from {first} "
                "up, such as --port {free}, and put a proxy on port {port}."
            ),
            port=port,
            first=FIRST_FREE_PORT,
            free=_free_port(host, FIRST_FREE_PORT + 7000),
        )
    return CannotListen(
        message("The server cannot listen at {host}, port {port}: {cause}."),
        host=host,
        port=port,
        cause=error.strerror or type(error).__name__,
    )


def _listen(host: str, port: int) -> socket.socket:
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, address = min(found, key=lambda one: one[0] != socket.AF_INET)
    listening = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":  # on Windows it would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform == "linux":  # accepted connections inherit it
            milliseconds = UNREAD_SECONDS * 1000
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
        listening.bind(address)
        listening.listen(BACKLOG)  # a port in use is only noticed here
    except BaseException:
        listening.close()
        raise
    return listening


def _free_port(host: str, port: int) -> int:
    """A port that is free right now, near one that is taken."""
    for other in range(port + 1, min(port + PORTS_TRIED, 65_535) + 1):
        with contextlib.suppress(OSError), _listen(host, other):
            return other
    with _listen(host, 0) as any_port:
        return int(any_port.getsockname()[1])


def address_url(listening: socket.socket) -> str:
    """The URL of a listening socket."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def run_server(
    app: App,
    sockets: Sequence[socket.socket],
    *,
    on_stop: OnStop,
    alongside: Alongside | None = None,
) -> None:
    """Serve until SIGTERM or Ctrl-C; then call `on_stop`, finish requests, shut down the app.

    `on_stop` ends event streams and refuses new commands. A second Ctrl-C stops immediately.
    `alongside` is a context manager that stays open while the server runs.
    """
    most = connection_limit()
    config = uvicorn.Config(
        app,
        loop="auto",
        http=_protocol(most),
        ws="none",
        lifespan="auto",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips="127.0.0.1,::1",
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
        backlog=BACKLOG,
    )
    _tune_garbage_collector()
    sys.setswitchinterval(SWITCH_SECONDS)
    _Server(config, on_stop, alongside).run(sockets=list(sockets))


def _tune_garbage_collector() -> None:
    """Collect rarely: tables are values without reference cycles, and scanning them is costly."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER, 20, 100)


def _protocol(most: int) -> type[asyncio.Protocol] | str:
    try:
        from .connections import Connection
    except ImportError:  # httptools is not built for every platform
        return "h11"
    return type("LimitedConnection", (Connection,), {"most": most})


def connection_limit() -> int:
    """How many connections the system allows. Raises TooFewFiles if that is too few to play."""
    files = _raise_file_limit()
    if files < OWN_FILES + FEWEST_CONNECTIONS:
        raise TooFewFiles(
            message(
                "The system allows this program only {files} open files; the server needs at least "
                "{least}, and one more for each connection. Allow more: ulimit -n {wanted} in the "
                "shell that starts it, or LimitNOFILE={wanted} in its systemd unit."
            ),
            files=files,
            least=OWN_FILES + FEWEST_CONNECTIONS,
            wanted=OPEN_FILES,
        )
    return files - OWN_FILES


def _raise_file_limit() -> int:
    """Raise this process's limit on open files as far as allowed; return the new limit."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return OPEN_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return OPEN_FILES if soft == resource.RLIM_INFINITY else soft


class _Server(uvicorn.Server):
    def __init__(
        self, config: uvicorn.Config, on_stop: OnStop, alongside: Alongside | None
    ) -> None:
        super().__init__(config)
        self._on_stop = on_stop
        self._alongside = alongside or contextlib.nullcontext()

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve, with `alongside` open."""
        async with self._alongside:
            await super().serve(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As in uvicorn, but without re-raising the signals: the caller still closes the store."""
        if threading.current_thread() is not threading.main_thread():
            yield  # only the main thread can handle signals
            return
        before = {number: signal.signal(number, self.handle_exit) for number in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; event streams first, because uvicorn waits for every response to end."""
        event("stopping")
        await self._call_on_stop()
        await super().shutdown(sockets)
        event("stopped", at_once=self.force_exit)

    async def _call_on_stop(self) -> None:
        stopping = asyncio.ensure_future(self._on_stop())
        for _ in range(STOP_SECONDS * 10):
            await asyncio.wait({stopping}, timeout=0.1)
            if stopping.done() or self.force_exit:
                break
        if not stopping.done():
            stopping.cancel()
            event("stop_not_finished", logging.WARNING)
        elif not stopping.cancelled() and (error := stopping.exception()):
            event("stop_failed", logging.ERROR, error)
