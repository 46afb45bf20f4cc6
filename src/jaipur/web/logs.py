"""Logs: one JSON object a line, and never a secret.

No query, header, cookie, body or link is ever written, and of an exception no text that could hold
what somebody sent.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Awaitable, Callable, MutableMapping
from datetime import UTC, datetime
from pathlib import PurePath
from traceback import extract_tb
from typing import Any, TextIO

from ..errors import JaipurError

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LOG = logging.getLogger("jaipur")
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
STANDARD = frozenset((*vars(logging.makeLogRecord({})), "message", "asctime", "taskName"))
SAFE_MODULES = ("apsw", "sqlite3")
"""Their messages name columns and files, not values."""


class JsonLines(logging.Formatter):
    """A record as one line of JSON: time, level, event and what belongs to it."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        at = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, object] = {
            "time": at.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": _first_line(record.getMessage()),
        }
        if record.name != LOG.name:
            line["from"] = record.name
        line |= _fields(record)
        if record.exc_info and record.exc_info[1]:
            line |= told(record.exc_info[1])
        return json.dumps(line, default=lambda value: type(value).__name__)


def _fields(record: logging.LogRecord) -> dict[str, object]:
    """What our own code gave along with an event."""
    if record.name.partition(".")[0] != LOG.name:
        return {}
    given: dict[str, Any] = {
        name: value for name, value in vars(record).items() if name not in STANDARD
    }
    fields: dict[str, Any] = given.pop("fields", {})
    return given | fields


def _first_line(text: str) -> str:
    """What a message says, without the objects and tracebacks that others put into the rest."""
    first, _, rest = text.partition("\n")
    if not first.startswith("Traceback "):
        return first
    return rest.strip().rpartition("\n")[2].partition(":")[0]  # the kind of the exception


def told(error: BaseException) -> dict[str, object]:
    """What the log says of an exception: its kind, where it arose, a text only if it is safe."""
    where = [
        f"{'/'.join(PurePath(frame.filename).parts[-2:])}:{frame.lineno} {frame.name}"
        for frame in extract_tb(error.__traceback__)
    ]
    said: dict[str, object] = {"error": type(error).__name__, "where": where}
    if text := _safe_text(error):
        said["text"] = text
    cause = error.__cause__ or error.__context__
    if cause and cause is not error:
        said["cause"] = type(cause).__name__
        if text := _safe_text(cause):
            said["cause_text"] = text
    return said


def _safe_text(error: BaseException) -> str | None:
    if isinstance(error, JaipurError):
        return error.template
    if isinstance(error, OSError):
        return error.strerror
    return str(error) if type(error).__module__.split(".")[0] in SAFE_MODULES else None


def configure(stream: TextIO | None = None, level: int = logging.INFO) -> None:
    """Send every log of the process to standard error (or a stream), one JSON object a line."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    LOG.setLevel(level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        logger = logging.getLogger(name)
        logger.handlers = []
        logger.propagate = name != "uvicorn.access"
        # Its warnings are about what strangers send, and would let them fill the disk.
        logger.setLevel(logging.ERROR)


def event(
    name: str, /, level: int = logging.INFO, error: BaseException | None = None, **fields: object
) -> None:
    """Write that something happened. Give no secret as a field."""
    LOG.log(level, name, extra={"fields": fields}, exc_info=error)


class RequestLog:
    """ASGI middleware, outside of all others: a line for each request, with its route's template.

    The path itself is not written, because a mistyped link in it may hold a secret.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through, and write how it ended."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status: int | None = None

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        began = time.perf_counter()
        try:
            await self.app(scope, receive, note)
        finally:
            method = scope["method"] if scope["method"] in METHODS else "other"
            ms = round((time.perf_counter() - began) * 1000, 1)
            event("request", method=method, route=route_of(scope), status=status, ms=ms)


def route_of(scope: Scope) -> str:
    """The template of the route that a request was for, or `unknown`."""
    place = scope.get("place")
    return str(place.path) if place else "unknown"
