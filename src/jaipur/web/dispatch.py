"""Dispatch: parse a request by its route's types, call the handler, encode what it returns.

Every error leaves in the same JSON shape.
"""

from __future__ import annotations

import logging
from typing import Any, Generic, TypeVar
from urllib.parse import quote

import msgspec
from starlette.responses import Response

from ..errors import JaipurError
from .error_responses import Refusal, edge_failure, error_failure, language_of, wants_page
from .identity import raw_headers
from .logs import App, Receive, Scope, Send, event
from .request_parsing import read_body, read_parameter, read_query
from .routing import Route, RouteMatch, Routes

S = TypeVar("S")
WRITE = msgspec.json.Encoder().encode


class JsonResponse(Response):
    """A response of encoded JSON. Sent so often that its headers are built by hand."""

    def __init__(self, content: bytes, status: int = 200) -> None:
        self.status_code = status
        self.background = None
        self.body = content
        length = b"%d" % len(content)
        self.raw_headers = [(b"content-length", length), (b"content-type", b"application/json")]

    @classmethod
    def of(cls, data: object, status: int = 200) -> JsonResponse:
        """Encode data as a response."""
        return cls(WRITE(data), status)


class RequestContext(Generic[S]):
    """What a handler gets: the ASGI request and the services it works with."""

    __slots__ = ("headers", "receive", "scope", "services")

    def __init__(self, services: S, scope: Scope, receive: Receive) -> None:
        self.services = services
        self.scope = scope
        self.receive = receive
        self.headers = raw_headers(scope)
        """Only the headers that handlers need."""

    @property
    def language(self) -> str:
        """The client's preferred language."""
        return language_of(self.scope["headers"])

    @property
    def takes_gzip(self) -> bool:
        """Whether the client accepts gzip."""
        return "gzip" in self.headers.get("accept-encoding", "")


class Dispatcher(Generic[S]):
    """The app behind the middleware. `not_found_page` answers browsers that follow a dead link."""

    def __init__(self, routes: Routes, services: S, not_found_page: App | None = None) -> None:
        self._routes = routes
        self._services = services
        self._not_found_page = not_found_page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        try:
            response = await self._handle(scope, receive)
        except JaipurError as error:
            response = error_failure(error, language_of(scope["headers"]))
        except Refusal as refusal:
            response = self._refused(refusal, scope)
        except Exception as error:  # the client gets our own error, never a traceback
            event("unexpected", logging.ERROR, error)
            response = edge_failure("internal", language_of(scope["headers"]))
        await response(scope, receive, send)

    async def _handle(self, scope: Scope, receive: Receive) -> App:
        match = self._routes.match(scope)
        if match is None:
            return self._without_slash(scope)
        route = match.routes.get(scope["method"])
        if route is None:
            raise Refusal("wrong_method", {"Allow": ", ".join(sorted(match.routes))})
        arguments = await _arguments(route, match, scope, receive)
        result = await route.handler(RequestContext(self._services, scope, receive), *arguments)
        return result if isinstance(result, Response) else JsonResponse(WRITE(result), route.status)

    def _refused(self, refusal: Refusal, scope: Scope) -> App:
        if refusal.code == "unknown_route" and self._not_found_page and wants_page(scope):
            return self._not_found_page
        return refusal.response(language_of(scope["headers"]))

    def _without_slash(self, scope: Scope) -> Response:
        """Redirect a path with trailing slashes to the route without them."""
        path = scope["path"].rstrip("/")
        if path == scope["path"] or self._routes.find(path) is None:
            raise Refusal("unknown_route")
        query = scope["query_string"].decode("latin-1")
        location = quote(path) + (f"?{query}" if query else "")
        return Response(status_code=307, headers={"Location": location})


async def _arguments(route: Route, match: RouteMatch, scope: Scope, receive: Receive) -> list[Any]:
    """The arguments of a handler after the request: path parameters, query, body."""
    parameters = zip(route.parameters.items(), match.values, strict=True)
    arguments = [read_parameter(name, kind, text) for (name, kind), text in parameters]
    if route.query is not None:
        arguments.append(read_query(route.query, scope["query_string"]))
    if route.body is not None:
        arguments.append(read_body(route.body, await _content(receive)))
    return arguments


async def _content(receive: Receive) -> bytes:
    """The body, which the middleware has already read in full."""
    message = await receive()
    content: bytes = message.get("body", b"")
    while message.get("more_body"):
        message = await receive()
        content += message.get("body", b"")
    return content
