"""The two requests that come all the time, without the framework: a command, and a stream.

Whatever is not plainly right goes on to the framework, which has the same routes and says what is
wrong; so this changes how long an answer takes, and nothing else.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError
from starlette.responses import Response

from ..errors import JaipurError
from ..session.people import Person
from ..session.tables import Tables
from .doing import follow, give_command
from .failures import error_failure, language_of
from .following import Following
from .guard import again
from .identity import person_with, raw_headers
from .logs import App, Receive, Scope, Send
from .requests import CommandBody

PREFIX = "/api/tables/"
COMMAND: TypeAdapter[Any] = TypeAdapter(CommandBody)


class Route(NamedTuple):
    """What the log says of a request, as the framework leaves it there."""

    path: str


COMMANDS, EVENTS = Route(PREFIX + "{table}/commands"), Route(PREFIX + "{table}/events")


class Quick:
    """Answers commands and streams itself; everything else, and every doubt, goes on."""

    def __init__(self, app: App, tables: Tables, cookie: str, following: Following) -> None:
        self.commands = 0
        """How many were given, and taken or refused."""
        self._app = app
        self._following = following
        self._tables = tables
        self._cookie = cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request or hand it on."""
        if scope["type"] == "http" and scope["path"].startswith(PREFIX):
            table, _, rest = scope["path"][len(PREFIX) :].partition("/")
            if rest == "commands" and scope["method"] == "POST":
                scope["route"] = COMMANDS
                self.commands += 1
                await self._command(table, scope, receive, send)
                return
            if rest == "events" and scope["method"] == "GET" and not scope["query_string"]:
                scope["route"] = EVENTS
                await self._events(table, scope, receive, send)
                return
        await self._app(scope, receive, send)

    async def _person(self, headers: dict[str, str]) -> Person:
        return await person_with(headers, self._tables.people, self._cookie)

    async def _command(self, table: str, scope: Scope, receive: Receive, send: Send) -> None:
        content = (await receive()).get("body", b"")  # the guard has read all of it
        try:
            body = COMMAND.validate_json(content)
        except ValidationError:
            await self._app(scope, again(content, receive), send)
            return
        try:
            person = await self._person(raw_headers(scope))
            answer = await give_command(self._tables, person, table, body, receive)
        except JaipurError as error:
            answer = error_failure(error, language_of(scope["headers"]))
        await answer(scope, receive, send)

    async def _events(self, table: str, scope: Scope, receive: Receive, send: Send) -> None:
        headers = raw_headers(scope)
        try:
            person = await self._person(headers)
            following = self._following
            answer: Response = await follow(
                self._tables, person, table, headers, following, receive
            )
        except JaipurError as error:
            answer = error_failure(error, language_of(scope["headers"]))
        await answer(scope, receive, send)
