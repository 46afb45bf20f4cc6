"""One server over HTTP: requests, what it refuses, and what is tried again."""

from __future__ import annotations

import asyncio
import json
import re
import ssl
import unicodedata
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

import httpx

from ..session.names import INVISIBLE
from .devices import Device, Devices
from .fixed import FixedDeals
from .link import ConnectionLost, Json, ServerRefused
from .server_faults import MovedServer, NoServer, NotAServer, UntrustedServer

PATIENCE = 6.0
RESENDS = 4
PAUSE = 0.5
"""Seconds to the first resend; each later one waits that much longer."""
LONGEST_PAUSE = 30.0
"""The longest that a server may ask to wait before the same is sent again."""
LARGEST = 8_000_000
AGAIN = (429, 503)
DOWN = (502, 503, 504)
"""What a proxy answers while the server behind it is not there."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")

Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Request:
    """A request that may be sent more than once."""

    method: str
    path: str
    query: Mapping[str, Any] | None = None
    body: Json | None = None
    patience: float = PATIENCE
    resends: int = RESENDS


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, whole."""

    status: int
    headers: httpx.Headers
    content: bytes

    @property
    def is_down(self) -> bool:
        """Whether a proxy says that the server behind it is not there."""
        return self.status in DOWN and "json" not in self.headers.get("content-type", "")

    @property
    def pause(self) -> float | None:
        """After how many seconds the same may be sent again; None if it was not asked for."""
        wanted = self.headers.get("retry-after", "")
        if self.status not in AGAIN or not re.fullmatch(r"[0-9]{1,4}", wanted):
            return None
        return float(wanted)


UNWELL = 503
"""The status of a health that says what is wrong."""


class Server:
    """A server, to which this computer is a device with a cookie."""

    def __init__(
        self,
        origin: str,
        language: str,
        devices: Devices | None = None,
        *,
        transport: httpx.AsyncBaseTransport | None = None,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self.origin = origin
        self._devices = devices or Devices()
        self._device = self._devices.at(origin)
        self.fixed = FixedDeals(self._devices.file.with_name("tables.json"))
        """What was fixed about the deals at its tables."""
        self._sleep = sleep
        self._holders = 0
        try:
            self._client = httpx.AsyncClient(
                base_url=origin,
                headers={"Accept-Language": language, "Accept": "application/json"},
                follow_redirects=False,
                # No proxy stands between a computer and itself.
                trust_env=urlsplit(origin).hostname not in LOOPBACK,
                transport=transport,
            )
        except httpx.InvalidURL:
            raise NoServer(origin) from None

    async def greet(self) -> None:
        """Make sure that it is a server of this game, before anything is told to it."""
        try:
            answer = await self._answer(Request("GET", "/api/health", resends=0))
        except ConnectionLost:
            raise NoServer(self.origin) from None
        health = self._data(answer) if answer.status == UNWELL else {}
        if "bots_ready" not in health:  # otherwise it is ours, if not well
            self._refuse(answer)
            health = self._data(answer)
        if "bots_ready" not in health:
            raise NotAServer(self.origin)

    async def make_known(self) -> None:
        """Get a cookie, unless there is one: then even the first command can be sent again."""
        await self.post("/api/device")

    async def get(
        self, path: str, query: Mapping[str, Any] | None = None, *, resends: int = RESENDS
    ) -> Json:
        """Ask for something."""
        return await self._json(Request("GET", path, query, resends=resends))

    async def wait_for(self, path: str, query: Mapping[str, Any], wait: float) -> Json:
        """Ask for something that may take a while; a break in the line is told at once."""
        return await self._json(Request("GET", path, query, None, wait + PATIENCE, 0))

    async def post(self, path: str, body: Json | None = None) -> Json:
        """Send something that counts once however often it is sent, because it has an id."""
        return await self._json(Request("POST", path, None, body))

    async def text(self, path: str) -> str:
        """Ask for a text."""
        answer = await self._answer(Request("GET", path))
        self._refuse(answer)
        try:
            lines = answer.content.decode("utf-8").split("\n")
        except UnicodeDecodeError:
            raise NotAServer(self.origin) from None
        return "\n".join(map(_fit, lines))

    async def pause(self) -> None:
        """Give a server that does not answer a little time."""
        await self._sleep(PAUSE * RESENDS)

    def hold(self) -> None:
        """Keep the line open for one more."""
        self._holders += 1

    async def release(self) -> None:
        """Let go of the line; the last one hangs up."""
        self._holders -= 1
        if self._holders == 0:
            await self.close()

    async def close(self) -> None:
        """Hang up."""
        await self._client.aclose()

    async def _json(self, request: Request) -> Json:
        answer = await self._answer(request)
        self._refuse(answer)
        return self._data(answer)

    def _data(self, answer: Answer) -> Json:
        try:
            data = _fit(json.loads(answer.content))
        except (ValueError, RecursionError):
            raise NotAServer(self.origin) from None
        if not isinstance(data, dict):
            raise NotAServer(self.origin)
        return data

    def _refuse(self, answer: Answer) -> None:
        """Raise what the server refused, or what shows that it is not one of ours."""
        if 200 <= answer.status < 300:
            return
        if 300 <= answer.status < 400:
            target = _fit(answer.headers.get("location", "?"))[:200]
            raise MovedServer(self.origin, target)
        error = self._data(answer).get("error")
        if not isinstance(error, dict) or not {"code", "sentence"} <= set(error):
            raise NotAServer(self.origin)
        version = error.get("version")
        raise ServerRefused(
            str(error["code"]),
            str(error["sentence"]),
            version if isinstance(version, int) else None,
        )

    async def _answer(self, request: Request) -> Answer:
        """Send until an answer comes, as often as the request may be sent."""
        sent = 0
        while True:
            sent += 1
            answer = await self._try(request)
            pause = PAUSE * sent if answer is None else answer.pause
            is_last = sent > request.resends or (pause or 0) > LONGEST_PAUSE
            if answer is None and is_last:
                raise ConnectionLost(self.origin)
            if answer is not None and (pause is None or is_last):
                return answer
            await self._sleep(pause or PAUSE)

    async def _try(self, request: Request) -> Answer | None:
        """Send once; None if no answer came."""
        try:
            async with asyncio.timeout(request.patience):
                answer = await self._send(request)
        except (httpx.RequestError, TimeoutError, OSError) as error:
            if _is_about_trust(error):
                raise UntrustedServer(self.origin) from None
            return None
        return None if answer.is_down else answer

    async def _send(self, request: Request) -> Answer:
        headers = {"Cookie": "=".join(self._device)} if self._device else {}
        async with self._client.stream(
            request.method,
            request.path,
            params=request.query,
            json=request.body,
            headers=headers,
            timeout=request.patience,
        ) as response:
            content = b""
            async for part in response.aiter_bytes():
                content += part
                if len(content) > LARGEST:
                    raise NotAServer(self.origin)
        self._note_cookie(response)
        return Answer(response.status_code, response.headers, content)

    def _note_cookie(self, response: httpx.Response) -> None:
        """Keep the cookie that an answer brought, for this server only."""
        self._client.cookies.clear()  # we send our own
        for line in response.headers.get_list("set-cookie"):
            try:
                found = [Device(name, one.value) for name, one in SimpleCookie(line).items()]
            except CookieError:
                continue
            for device in found:
                if device.fits and device != self._device:
                    self._devices.keep(self.origin, device)
                    self._device = device


def _is_about_trust(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return True
        error = error.__cause__ or error.__context__
    return False


def _fit(value: Any) -> Any:
    """Data whose texts can be shown in a terminal as they are."""
    if isinstance(value, str):
        return value if value.isprintable() else "".join(map(_shown, value))
    if isinstance(value, list):
        return [_fit(one) for one in value]
    if isinstance(value, dict):
        return {_fit(name): _fit(one) for name, one in value.items()}
    return value


def _shown(character: str) -> str:
    """A server must not move the cursor, or turn the words of a terminal around."""
    return "\ufffd" if unicodedata.category(character) in INVISIBLE else character
