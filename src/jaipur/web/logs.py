"""Structured logs: one JSON object per line, and never a secret.

Queries, headers, cookies, bodies and links are never written, nor is any exception text that might
contain client input.
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
"""Modules whose exception messages name columns and files, but no values."""


class JsonLines(logging.Formatter):
    """Formats a record as one line of JSON: time, level, event and its fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record, without the line break."""
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
            line |= describe_error(record.exc_info[1])
        return json.dumps(line, default=lambda value: type(value).__name__)


def _fields(record: logging.LogRecord) -> dict[str, object]:
    """The fields that our own code attached to an event."""
    if record.name.partition(".")[0] != LOG.name:
        return {}
    extra: dict[str, Any] = {
        name: value for name, value in vars(record).items() if name not in STANDARD
    }
    fields: dict[str, Any] = extra.pop("fields", {})
    return extra | fields


def _first_line(text: str) -> str:
    """The first line of a message: libraries put objects and tracebacks into the rest."""
    first, _, rest = text.partition("\n")
    if not first.startswith("Traceback "):
        return first
    return rest.strip().rpartition("\n")[2].partition(":")[0]  # the exception's type


def describe_error(error: BaseException) -> dict[str, object]:
    """The log fields of an exception: its type, its stack, and its text only if that is safe."""
    where = [
        f"{'/'.join(PurePath(frame.filename).parts[-2:])}:{frame.lineno} {frame.name}"
        for frame in extract_tb(error.__traceback__)
    ]
    fields: dict[str, object] = {"error": type(error).__name__, "where": where}
    if text := _safe_text(error):
        fields["text"] = text
    cause = error.__cause__ or error.__context__
    if cause and cause is not error:
        fields["cause"] = type(cause).__name__
        if text := _safe_text(cause):
            fields["cause_text"] = text
    return fields


def _safe_text(error: BaseException) -> str | None:
    if isinstance(error, JaipurError):
        return error.template
    if isinstance(error, OSError):
        return error.strerror
    return str(error) if type(error).__module__.split(".")[0] in SAFE_MODULES else None


def configure(stream: TextIO | None = None, level: int = logging.INFO) -> None:
    """Send all logs of the process to standard error (or a stream), one JSON object per line."""
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
        # Its warnings are about malformed requests, with which anybody could fill the disk.
        logger.setLevel(logging.ERROR)


def event(
    name: str, /, level: int = logging.INFO, error: BaseException | None = None, **fields: object
) -> None:
    """Log an event. Never pass a secret as a field."""
    LOG.log(level, name, extra={"fields": fields}, exc_info=error)


class RequestLog:
    """The outermost ASGI middleware: logs each request with its route template.

    The path itself is not logged, because a mistyped link may contain a secret.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and log how it ended."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status: int | None = None

        async def record_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        started = time.perf_counter()
        try:
            await self.app(scope, receive, record_status)
        finally:
            method = scope["method"] if scope["method"] in METHODS else "other"
            ms = round((time.perf_counter() - started) * 1000, 1)
            event("request", method=method, route=route_of(scope), status=status, ms=ms)


def route_of(scope: Scope) -> str:
    """The template of the route that a request matched, or `unknown`."""
    match = scope.get("route_match")
    return str(match.path) if match else "unknown"
