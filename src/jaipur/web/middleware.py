"""ASGI middleware that checks every request before a route sees it.

It rejects wrong hosts, cross-site requests, banned clients, bodies that are too large, too slow or
not JSON, and requests over the rate limit. It also catches unexpected exceptions and puts the
security headers on every response.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from math import ceil

from .ban_check import BannedUntil, moment_text, nobody_is_banned
from .error_responses import EDGE, Refusal, edge_failure, language_of, wants_page
from .limits import ConcurrencyLimit, Creations, Limits, Rates, Streams, address_of, caller_of
from .logs import App, Receive, Scope, Send, event
from .request_body import BodyAborted, Head, discard, has_body, read_whole_body, replay_body
from .route_costs import API, READING, Cost, RateGroup
from .routing import Routes
from .security_headers import SendWithHeaders
from .trusted_hosts import TrustedHosts

OWN_SITE = frozenset((b"same-origin", b"none"))
WANTED = frozenset(
    (
        *(b"host", b"origin", b"sec-fetch-site", b"sec-fetch-mode"),
        *(b"content-type", b"content-length", b"transfer-encoding", b"expect"),
        b"accept-encoding",
    )
)
HEALTH = "/api/health"

RefusedPage = Callable[[Scope, str, Mapping[str, object], int], App]


class EdgeMiddleware:
    """The middleware. `routes` give the cost of each request.

    `hosts` and `origins` are those of this server: see `allowed_hosts` and `origin_of` in
    `trusted_hosts.py`.
    """

    def __init__(  # noqa: PLR0913  # keyword arguments, most with a default
        self,
        app: App,
        routes: Routes,
        *,
        hosts: Sequence[str],
        origins: Sequence[str] = (),
        limits: Limits | None = None,
        caller_of: Callable[[Scope], Awaitable[str]] = caller_of,
        banned_until: BannedUntil = nobody_is_banned,
        refused_page: RefusedPage | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.app = app
        self._routes = routes
        self.streams = Streams(limits or Limits())
        self._limits = limits = limits or Limits()
        self._hosts = TrustedHosts(hosts, origins)
        self._caller_of = caller_of
        self._banned_until = banned_until
        self._refused_page = refused_page
        self._concurrency = ConcurrencyLimit()
        self._rates = {name: Rates(getattr(limits, name), limits, clock) for name in RateGroup}
        self._creations = Creations(limits, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the app, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        answer = SendWithHeaders(send, is_api=scope["path"].startswith(API))
        head: Head = {}
        try:
            self._read_head(scope, head)
            await self._handle(scope, head, receive, answer)
        except Refusal as refusal:
            await self._refuse(refusal, scope, head, receive, answer)
        except BodyAborted:
            return
        except Exception as error:  # the last resort for every error
            event("unexpected", logging.ERROR, error)
            if not answer.begun:
                response = edge_failure("internal", language_of(scope["headers"]))
                await response(scope, receive, answer)

    def _read_head(self, scope: Scope, head: Head) -> None:
        """Pick the headers checked here; repeated ones are joined, so that no check passes."""
        size = len(scope["path"]) + len(scope.get("query_string", b""))
        for name, value in scope["headers"]:
            size += len(name) + len(value)
            if name in WANTED:
                head[name] = head[name] + b", " + value if name in head else value
        if size > self._limits.head_bytes:
            raise Refusal("head_too_large", most=self._limits.head_bytes)

    async def _handle(
        self, scope: Scope, head: Head, receive: Receive, answer: SendWithHeaders
    ) -> None:
        cost = self._routes.cost_of(scope)
        is_reading = scope["method"] in READING
        self._check_names(scope, head, is_reading=is_reading, is_stream=cost.is_stream)
        address = address_of(scope)
        if (until := self._banned_until(scope, address)) and scope["path"] != HEALTH:
            raise Refusal("banned", until=moment_text(until))
        # Identify the caller first, so that nobody pays for strangers at the same address.
        client = await self._caller_of(scope), address
        self._check_rate(
            cost, *client, is_uncompressed=b"gzip" not in head.get(b"accept-encoding", b"")
        )
        if is_reading:
            if has_body(head):
                raise Refusal("unwanted_body")
        elif has_body(head):
            receive = replay_body(await read_whole_body(head, receive, self._limits), receive)
        if cost.is_stream:
            await self._stream(scope, receive, answer, client)
        elif cost.max_concurrent:
            await self._handle_limited(scope, receive, answer, client, cost.max_concurrent)
        else:
            await self.app(scope, receive, answer)
        if cost.failure_price and 400 <= answer.status < 500:
            self._rates[cost.rate].charge(*client, cost.failure_price)

    def _check_names(self, scope: Scope, head: Head, *, is_reading: bool, is_stream: bool) -> None:
        host = head.get(b"host", b"")
        if not self._hosts.is_ours(host):
            raise Refusal("wrong_host")
        is_own_site = head.get(b"sec-fetch-site", b"none") in OWN_SITE
        if is_reading:
            # A link on another site may lead to a page or a document, but not to a stream.
            is_followed = head.get(b"sec-fetch-mode") == b"navigate" and not is_stream
            is_own_site = is_own_site or is_followed or not scope["path"].startswith(API)
        elif b"origin" in head:
            origin = head[b"origin"]
            is_own_site = is_own_site and self._hosts.is_own_origin(origin, scope["scheme"], host)
        if not is_own_site:
            raise Refusal("cross_site")

    def _check_rate(self, cost: Cost, caller: str, address: str, *, is_uncompressed: bool) -> None:
        # After the host check, so that another site cannot use up a person's rate.
        price = cost.price + (cost.uncompressed_price if is_uncompressed else 0)
        wait = self._rates[cost.rate].take(caller, address, price)
        if not wait and (cost.creates or cost.registers):
            # By address too: each new table may register another device.
            made, registers = cost.creates, cost.registers
            wait = self._creations.take(caller, address, made, registers=registers)
        if wait:
            raise _too_many(ceil(wait))

    async def _handle_limited(
        self, scope: Scope, receive: Receive, answer: Send, client: tuple[str, str], most: int
    ) -> None:
        """Handle a request unless the caller has too many of its kind running."""
        caller = client[0] or client[1]
        if not self._concurrency.enter(caller, most):
            raise _too_many(1)
        try:
            await self.app(scope, receive, answer)
        finally:
            self._concurrency.leave(caller)

    async def _stream(
        self, scope: Scope, receive: Receive, answer: Send, client: tuple[str, str]
    ) -> None:
        if self.streams.is_full():
            raise Refusal("full", {"Retry-After": "30"})
        if not self.streams.enter(*client):
            raise Refusal("too_many_streams", {"Retry-After": "30"})
        try:
            await self.app(scope, receive, answer)
        finally:
            self.streams.leave(*client)

    async def _refuse(
        self, refusal: Refusal, scope: Scope, head: Head, receive: Receive, answer: Send
    ) -> None:
        headers = dict(refusal.headers or {})
        has_rest = refusal.has_rest and has_body(head) and "Connection" not in headers
        # A client that sent "Expect: 100-continue" is not told to continue.
        if has_rest and (b"expect" in head or not await discard(receive)):
            headers["Connection"] = "close"
        language = language_of(scope["headers"])
        response: App = refusal.response(language, headers)
        if refusal.code == "banned" and self._refused_page and wants_page(scope):
            status, sentence = EDGE["banned"]
            response = self._refused_page(scope, sentence, refusal.data, status)
        await response(scope, receive, answer)


def _too_many(seconds: int) -> Refusal:
    return Refusal("too_many", {"Retry-After": str(seconds)}, seconds=seconds)
