"""The one way in: what a request says is read by its route, and what its handler says is written.

Every refusal leaves here in the one shape of errors.
"""

from __future__ import annotations

import logging
from typing import Any, Generic, TypeVar
from urllib.parse import quote

import msgspec
from starlette.responses import Response

from ..errors import JaipurError
from .error_responses import Refusal, edge_failure, error_failure, is_reader, language_of
from .identity import raw_headers
from .logs import App, Receive, Scope, Send, event
from .request_parsing import read_body, read_parameter, read_query
from .routing import Route, RouteMatch, Routes

S = TypeVar("S")
WRITE = msgspec.json.Encoder().encode


class Json(Response):
    """An answer of JSON, already written; it comes so often that its headers are made by hand."""

    def __init__(self, content: bytes, status: int = 200) -> None:
        self.status_code = status
        self.background = None
        self.body = content
        length = b"%d" % len(content)
        self.raw_headers = [(b"content-length", length), (b"content-type", b"application/json")]

    @classmethod
    def of(cls, data: object, status: int = 200) -> Json:
        """The answer that says some data."""
        return cls(WRITE(data), status)


class Call(Generic[S]):
    """A request on its way to a handler; `services` is what handlers work with."""

    __slots__ = ("headers", "receive", "scope", "services")

    def __init__(self, services: S, scope: Scope, receive: Receive) -> None:
        self.services = services
        self.scope = scope
        self.receive = receive
        self.headers = raw_headers(scope)
        """The few that matter."""

    @property
    def language(self) -> str:
        """The language of the caller."""
        return language_of(self.scope["headers"])

    @property
    def takes_gzip(self) -> bool:
        """Whether the caller can read a compressed answer."""
        return "gzip" in self.headers.get("accept-encoding", "")


class Dispatcher(Generic[S]):
    """The app behind the door. `lost_page` is for people who follow a link to nowhere."""

    def __init__(self, routes: Routes, services: S, lost_page: App | None = None) -> None:
        self._routes = routes
        self._services = services
        self._lost_page = lost_page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        try:
            answer = await self._answer(scope, receive)
        except JaipurError as error:
            answer = error_failure(error, language_of(scope["headers"]))
        except Refusal as refusal:
            answer = self._refused(refusal, scope)
        except Exception as error:  # whatever it is, the caller is told in our words
            event("unexpected", logging.ERROR, error)
            answer = edge_failure("internal", language_of(scope["headers"]))
        await answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive) -> App:
        place = self._routes.place_of(scope)
        if place is None:
            return self._without_slash(scope)
        route = place.routes.get(scope["method"])
        if route is None:
            raise Refusal("wrong_method", {"Allow": ", ".join(sorted(place.routes))})
        given = await _given(route, place, scope, receive)
        made = await route.handler(Call(self._services, scope, receive), *given)
        return made if isinstance(made, Response) else Json(WRITE(made), route.status)

    def _refused(self, refusal: Refusal, scope: Scope) -> App:
        if refusal.code == "unknown_route" and self._lost_page and is_reader(scope):
            return self._lost_page
        return refusal.answer(language_of(scope["headers"]))

    def _without_slash(self, scope: Scope) -> Response:
        """Lead whoever wrote a / too much at the end to where they wanted."""
        path = scope["path"].rstrip("/")
        if path == scope["path"] or self._routes.find(path) is None:
            raise Refusal("unknown_route")
        query = scope["query_string"].decode("latin-1")
        there = quote(path) + (f"?{query}" if query else "")
        return Response(status_code=307, headers={"Location": there})


async def _given(route: Route, place: RouteMatch, scope: Scope, receive: Receive) -> list[Any]:
    """What a handler is given after the call."""
    named = zip(route.parameters.items(), place.chosen, strict=True)
    given = [read_parameter(name, kind, text) for (name, kind), text in named]
    if route.query is not None:
        given.append(read_query(route.query, scope["query_string"]))
    if route.body is not None:
        given.append(read_body(route.body, await _content(receive)))
    return given


async def _content(receive: Receive) -> bytes:
    """The body; the guard has read all of it, so that it comes at once."""
    message = await receive()
    content: bytes = message.get("body", b"")
    while message.get("more_body"):
        message = await receive()
        content += message.get("body", b"")
    return content
