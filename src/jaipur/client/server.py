"""HTTP client for one server: requests, errors and retries."""

from __future__ import annotations

import asyncio
import re
import ssl
import unicodedata
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx
import msgspec
from msgspec import Struct

from ..errors import JaipurError
from ..session.contract.basics import MOST_NUMBER
from ..session.contract.responses import ErrorBody
from ..session.names import INVISIBLE
from .commitments import Commitments, DeviceCookie, Devices
from .link import (
    ConnectionLost,
    MovedServer,
    NoServer,
    NotAServer,
    ServerRefused,
    UntrustedServer,
)

REQUEST_TIMEOUT_SECONDS = 6.0
RETRIES = 4
PAUSE = 0.5
"""Seconds before the first retry; each later one waits that much longer."""
LONGEST_PAUSE = 30.0
"""The longest Retry-After that is honoured, in seconds."""
LARGEST = 8_000_000
AGAIN = (429, 503)
DOWN = (502, 503, 504)
"""The statuses of a proxy whose server is down."""
UNWELL = 503
"""The status of an unhealthy server."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")

T = TypeVar("T")
Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """A complete response."""

    status: int
    headers: httpx.Headers
    content: bytes

    @property
    def is_down(self) -> bool:
        """Whether a proxy reports that its server is down."""
        return self.status in DOWN and "json" not in self.headers.get("content-type", "")

    @property
    def pause(self) -> float | None:
        """The seconds to wait before a retry, or None if the server asked for none."""
        wanted = self.headers.get("retry-after", "")
        if self.status not in AGAIN or not re.fullmatch(r"[0-9]{1,4}", wanted):
            return None
        return float(wanted)


class _Health(Struct):
    """The health report, which identifies a Jaipur server."""

    bots_ready: bool


class _Error(ErrorBody, frozen=True):
    """An error whose `version` may be anything, so that its sentence is always shown."""

    version: Any = None


class _Failed(Struct):
    """The body of every error response."""

    error: _Error


class Server:
    """A server that identifies this computer by a cookie."""

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
        self.commitments = Commitments(self._devices.file.with_name("tables.json"), origin)
        """The commitments to the deals at its tables."""
        self._sleep = sleep
        try:
            self._client = httpx.AsyncClient(
                base_url=origin,
                headers={"Accept-Language": language, "Accept": "application/json"},
                follow_redirects=False,
                # No proxy for loopback addresses.
                trust_env=urlsplit(origin).hostname not in LOOPBACK,
                transport=transport,
                timeout=None,  # noqa: S113  # `_try` has one for each request
            )
        except httpx.InvalidURL:
            raise NoServer(server=origin) from None

    def set_language(self, language: str) -> None:
        """Receive responses in another language from now on."""
        self._client.headers["Accept-Language"] = language

    async def greet(self) -> None:
        """Check that this is a Jaipur server before sending anything to it."""
        try:
            answer = await self._answer(self._client.build_request("GET", "/api/health"), resends=0)
        except ConnectionLost:
            raise NoServer(server=self.origin) from None
        if answer.status != UNWELL or b"bots_ready" not in answer.content:
            self._accepted(answer)
        self._read(answer, _Health)  # a Jaipur server, even if it is unhealthy

    async def make_known(self) -> None:
        """Get a cookie if there is none, so that even the first command can be retried."""
        await self.post("/api/device", dict)

    async def get(self, path: str, kind: type[T], query: Mapping[str, Any] | None = None) -> T:
        """GET a value; raises NotAServer if the response has another shape."""
        return await self._fetch(self._client.build_request("GET", path, params=query), kind)

    async def wait_for(self, path: str, kind: type[T], query: Mapping[str, Any], wait: float) -> T:
        """Long-poll for a value; raises ConnectionLost without retrying."""
        request = self._client.build_request("GET", path, params=query)
        return await self._fetch(request, kind, REQUEST_TIMEOUT_SECONDS + wait, resends=0)

    async def post(self, path: str, kind: type[T], body: Struct | None = None) -> T:
        """POST a request that is safe to retry because it carries an id."""
        content = None if body is None else msgspec.json.encode(body)
        headers = {"Content-Type": "application/json"} if body else None
        request = self._client.build_request("POST", path, content=content, headers=headers)
        return await self._fetch(request, kind)

    async def text(self, path: str) -> str:
        """GET a text."""
        answer = self._accepted(await self._answer(self._client.build_request("GET", path)))
        try:
            lines = answer.content.decode("utf-8").split("\n")
        except UnicodeDecodeError:
            raise NotAServer(server=self.origin) from None
        return "\n".join(map(_fit, lines))

    async def pause(self) -> None:
        """Wait before contacting an unresponsive server again."""
        await self._sleep(PAUSE * RETRIES)

    async def close(self) -> None:
        """Close the connection."""
        await self._client.aclose()

    async def _fetch(
        self,
        request: httpx.Request,
        kind: type[T],
        timeout: float = REQUEST_TIMEOUT_SECONDS,
        resends: int = RETRIES,
    ) -> T:
        return self._read(self._accepted(await self._answer(request, timeout, resends)), kind)

    def _read(self, answer: HttpResponse, kind: type[T]) -> T:
        try:
            return msgspec.convert(_fit(msgspec.json.decode(answer.content)), kind)
        except (ValueError, JaipurError, RecursionError):
            raise NotAServer(server=self.origin) from None

    def _accepted(self, answer: HttpResponse) -> HttpResponse:
        """The response if it was successful; raises the matching error otherwise."""
        if 200 <= answer.status < 300:
            return answer
        if 300 <= answer.status < 400:
            target = _fit(answer.headers.get("location", "?"))[:200]
            raise MovedServer(server=self.origin, target=target)
        error = self._read(answer, _Failed).error
        is_version = type(error.version) is int and 0 <= error.version <= MOST_NUMBER
        raise ServerRefused(error.code, error.sentence, error.version if is_version else None)

    async def _answer(
        self,
        request: httpx.Request,
        timeout: float = REQUEST_TIMEOUT_SECONDS,
        resends: int = RETRIES,
    ) -> HttpResponse:
        """Send a request, retrying as often as allowed."""
        sent = 0
        while True:
            sent += 1
            answer = await self._try(request, timeout)
            pause = PAUSE * sent if answer is None else answer.pause
            is_last = sent > resends or (pause or 0) > LONGEST_PAUSE
            if answer is None and is_last:
                raise ConnectionLost(server=self.origin)
            if answer is not None and (pause is None or is_last):
                return answer
            await self._sleep(pause or PAUSE)

    async def _try(self, request: httpx.Request, timeout: float) -> HttpResponse | None:
        """Send a request once; None if there was no response."""
        try:
            async with asyncio.timeout(timeout):
                answer = await self._send(request)
        except (httpx.RequestError, TimeoutError, OSError) as error:
            if _is_about_trust(error):
                raise UntrustedServer(server=self.origin) from None
            return None
        return None if answer.is_down else answer

    async def _send(self, request: httpx.Request) -> HttpResponse:
        if self._device:
            request.headers["Cookie"] = f"{self._device.cookie}={self._device.token}"
        content = b""
        async with aclosing(await self._client.send(request, stream=True)) as response:
            async for part in response.aiter_bytes():
                content += part
                if len(content) > LARGEST:
                    raise NotAServer(server=self.origin)
        self._note_cookie(response)
        return HttpResponse(response.status_code, response.headers, content)

    def _note_cookie(self, response: httpx.Response) -> None:
        """Store the cookie of a response, for this server only."""
        self._client.cookies.clear()  # we set our own header
        for one in response.cookies.jar:
            with suppress(msgspec.ValidationError):
                given = {"cookie": one.name, "token": one.value}
                device = msgspec.convert(given, DeviceCookie)
                if device != self._device:
                    self._devices.keep(self.origin, device)
                    self._device = device


def _is_about_trust(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return True
        error = error.__cause__ or error.__context__
    return False


def _fit(value: Any) -> Any:
    """The data with all strings made safe to print in a terminal."""
    if isinstance(value, str):
        return value if value.isprintable() else "".join(map(_shown, value))
    if isinstance(value, list):
        return [_fit(one) for one in value]
    if isinstance(value, dict):
        return {_fit(name): _fit(one) for name, one in value.items()}
    return value


def _shown(character: str) -> str:
    """Replace control and bidirectional characters, which could manipulate a terminal."""
    return "\ufffd" if unicodedata.category(character) in INVISIBLE else character
