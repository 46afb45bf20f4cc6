"""Lines to a server in this process, which break before a request arrives or before its answer."""

from __future__ import annotations

from collections import deque
from pathlib import Path

import httpx

from jaipur.client.commitments import Devices
from jaipur.client.server import HttpResponse, Server

from ..patience import PATIENCE
from ..web.playing import HOST, Harness

ORIGIN = f"http://{HOST}"
BEFORE = "before"
AFTER = "after"

Fault = str | httpx.Response | Exception | None


class Line(httpx.AsyncBaseTransport):
    """A way to the app of a server; `faults` say what happens to the next requests."""

    def __init__(self, server: Harness | None = None) -> None:
        self._app = httpx.ASGITransport(server.app) if server else None
        self.faults: deque[Fault] = deque()
        self.sent: list[httpx.Request] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request)
        fault = self.faults.popleft() if self.faults else None
        if isinstance(fault, httpx.Response):
            return fault
        if isinstance(fault, Exception):
            raise fault
        if fault == BEFORE or self._app is None:
            raise httpx.ConnectError("refused")
        response = await self._app.handle_async_request(request)
        if fault == AFTER:
            raise httpx.ReadError("the line broke")
        return response


class Naps:
    """Sleeps that take no time, and are remembered."""

    def __init__(self) -> None:
        self.taken: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.taken.append(seconds)
        assert len(self.taken) < 100, "it never gives up"


class PatientServer(Server):
    """On a busy machine a server that takes long to answer is still there."""

    async def _try(self, request: httpx.Request, timeout: float) -> HttpResponse | None:
        return await super()._try(request, timeout + PATIENCE)


def server_at(line: Line, folder: Path, language: str = "en") -> Server:
    """A server at the other end of a line, to a computer that keeps its cookies in a folder."""
    devices = Devices(folder / "servers.json")
    return PatientServer(ORIGIN, language, devices, transport=line, sleep=Naps())
