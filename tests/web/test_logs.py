"""Logs: one JSON object per line, and no secret in any of them."""

import asyncio
import io
import json
import logging
import sqlite3
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from jaipur.errors import NotationError
from jaipur.web.dispatch import Dispatcher, RequestContext
from jaipur.web.logs import RequestLog, configure, event
from jaipur.web.middleware import EdgeMiddleware
from jaipur.web.route_costs import COMMAND
from jaipur.web.routing import Routes

from .asgi import call, parts_of

TOKEN = "tok-5f0c9a7e51b2"  # noqa: S105  # stands for a secret
NAMES = ("", "jaipur", "uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi")


@pytest.fixture(name="lines")
def _lines() -> Iterator[io.StringIO]:
    """What the process logs during a test."""
    loggers = [logging.getLogger(name) for name in NAMES]
    before = [(one, one.handlers, one.level, one.propagate) for one in loggers]
    stream = io.StringIO()
    configure(stream)
    yield stream
    for one, handlers, level, propagate in before:
        one.handlers, one.propagate = handlers, propagate
        one.setLevel(level)


def read(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_an_event_is_a_line_of_json(lines: io.StringIO) -> None:
    event("table_created", table="t1", name="\x1b[31m\nred\u202e")
    event("odd", logging.WARNING, thing=object())
    logging.getLogger("jaipur.session").warning("swept", extra={"tables": 3})
    first, second, third = read(lines)
    assert (third["event"], third["from"], third["tables"]) == ("swept", "jaipur.session", 3)
    assert set(first) == {"time", "level", "event", "table", "name"}
    assert first["time"].endswith("+00:00")
    assert (first["level"], first["event"]) == ("info", "table_created")
    assert (second["level"], second["thing"]) == ("warning", "object")
    assert lines.getvalue().isascii()
    assert "\x1b" not in lines.getvalue()
    assert lines.getvalue().count("\n") == 3


def test_an_exception_is_told_by_its_kind_and_place_alone(lines: io.StringIO) -> None:
    try:
        try:
            raise KeyError(TOKEN)
        except KeyError as error:
            raise ValueError(TOKEN) from error
    except ValueError as error:
        event("unexpected", logging.ERROR, error)
    (line,) = read(lines)
    assert (line["error"], line["cause"]) == ("ValueError", "KeyError")
    assert line["where"][0].startswith("web/test_logs.py:")
    assert TOKEN not in lines.getvalue()


def test_texts_that_hold_nothing_of_a_caller_are_kept(lines: io.StringIO) -> None:
    event("a", error=sqlite3.OperationalError("disk is full"))
    event("b", error=OSError(28, "No space left on device", TOKEN))
    event("c", error=NotationError("What is {text}?", text=TOKEN))
    assert [line["text"] for line in read(lines)] == [
        "disk is full",
        "No space left on device",
        "What is {text}?",
    ]
    assert TOKEN not in lines.getvalue()


def test_other_logs_come_in_the_same_form(lines: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").error("Exception in ASGI application\n", exc_info=None)
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    logging.getLogger("uvicorn.access").error("GET /?token=%s", TOKEN)
    logging.getLogger("asyncio").error("Task exception was never retrieved\nfuture: %s", TOKEN)
    told = "Traceback (most recent call last):\n  File x\nValueError: " + TOKEN + "\n"
    logging.getLogger("uvicorn.error").error(told)
    first, second, third = read(lines)
    assert (third["event"], third["level"]) == ("ValueError", "error")
    assert (first["event"], first["from"]) == ("Exception in ASGI application", "uvicorn.error")
    assert second["event"] == "Task exception was never retrieved"
    assert TOKEN not in lines.getvalue()


def application() -> RequestLog:
    routes = Routes()

    @routes.route("POST", "/api/tables/{table}/join", cost=COMMAND)
    async def join(call: RequestContext[None], table: str) -> dict[str, str]:
        if table.startswith("broken"):
            raise ValueError(table, await call.receive(), call.scope, call.headers)
        return {"table": table}

    return RequestLog(EdgeMiddleware(Dispatcher(routes, None), routes, hosts=("localhost",)))


PATHS = (
    f"/api/tables/{TOKEN}/join",
    f"/api/tables/broken{TOKEN}/join",
    f"/api/tables/{TOKEN}/join/{TOKEN}",
    f"/{TOKEN}",
    f"//{TOKEN}/../{TOKEN}",
)
HEADERS = [
    ("authorization", f"Bearer {TOKEN}"),
    ("cookie", f"device={TOKEN}"),
    ("user-agent", TOKEN),
    ("referer", f"http://localhost/{TOKEN}"),
    ("accept-language", TOKEN),
    ("x-forwarded-for", TOKEN),
    ("content-type", "application/json"),
]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", ["GET", "POST", TOKEN])
def test_a_secret_in_any_part_of_a_request_is_in_no_line(
    path: str, method: str, lines: io.StringIO
) -> None:
    body = json.dumps({TOKEN: TOKEN}).encode()
    headers = list(HEADERS)
    if method == "POST":
        headers.append(("content-length", str(len(body))))
    for host, origin in ((None, ""), (TOKEN, ""), ("localhost", ""), ("localhost", TOKEN)):
        origins = [("origin", origin)] if origin else []
        asyncio.run(
            call(
                application(),
                method,
                path,
                [*headers, *origins],
                parts=parts_of(body),
                query=f"invitation={TOKEN}",
                host=host,
                client=TOKEN,
            )
        )
    requests = [line for line in read(lines) if line["event"] == "request"]
    assert len(requests) == 4
    assert TOKEN not in lines.getvalue()


def test_a_request_is_told_by_the_template_of_its_route(lines: io.StringIO) -> None:
    for path in ("/api/tables/t1/join", "/api/tables/brokent1/join", "/api/nothing"):
        asyncio.run(call(application(), "POST", path))
    told = [line for line in read(lines) if line["event"] == "request"]
    assert [(line["route"], line["status"]) for line in told] == [
        ("/api/tables/{table}/join", 200),
        ("/api/tables/{table}/join", 500),
        ("unknown", 404),
    ]
    assert all(line["method"] == "POST" and line["ms"] >= 0 for line in told)
    assert [line["event"] for line in read(lines)].count("unexpected") == 1


def test_a_task_that_fails_unseen_is_logged_without_its_words(lines: io.StringIO) -> None:
    async def fails() -> None:
        raise ValueError(TOKEN)

    async def whole() -> None:
        task = asyncio.create_task(fails())
        await asyncio.sleep(0)
        del task

    with warnings.catch_warnings():
        asyncio.run(whole())
    assert [line["error"] for line in read(lines)] == ["ValueError"]
    assert TOKEN not in lines.getvalue()
