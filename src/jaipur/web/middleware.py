"""The guard at the door: ASGI middleware that refuses what no route should ever see.

Foreign names and sites, bodies that are too large, too slow or not JSON, and too much of anything.
It also catches what nobody expected, and puts the security headers on every answer.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from math import ceil

from .ban_check import BannedUntil, moment_text, nobody_is_banned
from .error_responses import EDGE, Refusal, edge_failure, is_reader, language_of
from .limits import AtOnce, Creations, Limits, Rates, Streams, address_of, caller_of
from .logs import App, Receive, Scope, Send, event
from .request_body import Gone, Head, again, discard, has_body, whole_body
from .route_costs import API, READING, Cost, Rated
from .routing import Routes
from .security_headers import SendWithHeaders
from .trusted_hosts import Names

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
    """The middleware. `routes` say what a request costs.

    `hosts` and `origins` are ours: see `hosts.allowed_hosts` and `origin_of`.
    """

    def __init__(  # noqa: PLR0913  # all by name, most with a default
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
        self._names = Names(hosts, origins)
        self._caller_of = caller_of
        self._banned_until = banned_until
        self._refused_page = refused_page
        self._at_once = AtOnce()
        self._rates = {name: Rates(getattr(limits, name), limits, clock) for name in Rated}
        self._creations = Creations(limits, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through to the app, or answer it here."""
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
        except Gone:
            return
        except Exception as error:  # whatever it is, it ends here
            event("unexpected", logging.ERROR, error)
            if not answer.begun:
                failed = edge_failure("internal", language_of(scope["headers"]))
                await failed(scope, receive, answer)

    def _read_head(self, scope: Scope, head: Head) -> None:
        """Pick the headers that matter here; one that comes twice is joined, and so is not ours."""
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
        # Who it is comes first: nobody pays for strangers at the same address.
        who = await self._caller_of(scope), address
        self._check_rate(cost, *who, is_plain=b"gzip" not in head.get(b"accept-encoding", b""))
        if is_reading:
            if has_body(head):
                raise Refusal("unwanted_body")
        elif has_body(head):
            receive = again(await whole_body(head, receive, self._limits), receive)
        if cost.is_stream:
            await self._stream(scope, receive, answer, who)
        elif cost.at_once:
            await self._one_of_few(scope, receive, answer, who, cost.at_once)
        else:
            await self.app(scope, receive, answer)
        if cost.wrong and 400 <= answer.status < 500:
            self._rates[cost.rate].charge(*who, cost.wrong)

    def _check_names(self, scope: Scope, head: Head, *, is_reading: bool, is_stream: bool) -> None:
        host = head.get(b"host", b"")
        if not self._names.is_ours(host):
            raise Refusal("wrong_host")
        is_own_site = head.get(b"sec-fetch-site", b"none") in OWN_SITE
        if is_reading:
            # A link from elsewhere may be followed to a page or a document, but to no stream.
            is_followed = head.get(b"sec-fetch-mode") == b"navigate" and not is_stream
            is_own_site = is_own_site or is_followed or not scope["path"].startswith(API)
        elif b"origin" in head:
            origin = head[b"origin"]
            is_own_site = is_own_site and self._names.is_own_origin(origin, scope["scheme"], host)
        if not is_own_site:
            raise Refusal("cross_site")

    def _check_rate(self, cost: Cost, caller: str, address: str, *, is_plain: bool) -> None:
        # After the check of names, so that a foreign page cannot use up what a person may do.
        price = cost.price + (cost.plain if is_plain else 0)
        wait = self._rates[cost.rate].take(caller, address, price)
        if not wait and (cost.creates or cost.welcomes):
            # By address too: each new table may make another device known.
            made, welcomes = cost.creates, cost.welcomes
            wait = self._creations.take(caller, address, made, welcomes=welcomes)
        if wait:
            raise _too_many(ceil(wait))

    async def _one_of_few(
        self, scope: Scope, receive: Receive, answer: Send, who: tuple[str, str], most: int
    ) -> None:
        """Let a caller have only a few such answers made at once."""
        caller = who[0] or who[1]
        if not self._at_once.enter(caller, most):
            raise _too_many(1)
        try:
            await self.app(scope, receive, answer)
        finally:
            self._at_once.leave(caller)

    async def _stream(
        self, scope: Scope, receive: Receive, answer: Send, who: tuple[str, str]
    ) -> None:
        if self.streams.is_full():
            raise Refusal("full", {"Retry-After": "30"})
        if not self.streams.enter(*who):
            raise Refusal("too_many_streams", {"Retry-After": "30"})
        try:
            await self.app(scope, receive, answer)
        finally:
            self.streams.leave(*who)

    async def _refuse(
        self, refusal: Refusal, scope: Scope, head: Head, receive: Receive, answer: Send
    ) -> None:
        headers = dict(refusal.headers or {})
        has_rest = refusal.has_rest and has_body(head) and "Connection" not in headers
        # A client that waits for leave to send its body gets none.
        if has_rest and (b"expect" in head or not await discard(receive)):
            headers["Connection"] = "close"
        language = language_of(scope["headers"])
        failed: App = refusal.answer(language, headers)
        if refusal.code == "banned" and self._refused_page and is_reader(scope):
            status, sentence = EDGE["banned"]
            failed = self._refused_page(scope, sentence, refusal.data, status)
        await failed(scope, receive, answer)


def _too_many(seconds: int) -> Refusal:
    return Refusal("too_many", {"Retry-After": str(seconds)}, seconds=seconds)
