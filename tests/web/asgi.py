"""A raw ASGI client, which can send what no well-behaved client would."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from jaipur.web.logs import App, Message

Header = tuple[str, str]


@dataclass(frozen=True)
class Answer:
    """What came back; status 0 if nothing did."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def error(self) -> dict[str, Any]:
        document = json.loads(self.body)
        assert set(document) == {"error"}
        assert {"code", "sentence", "version"} <= set(document["error"])
        found: dict[str, Any] = document["error"]
        return found

    @property
    def code(self) -> str:
        return str(self.error["code"]) if self.status >= 400 else ""


def scope_of(
    method: str, path: str, headers: Iterable[Header], client: str, scheme: str, query: str
) -> dict[str, Any]:
    return {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "scheme": scheme,
        "http_version": "1.1",
        "client": (client, 5000),
        "server": ("127.0.0.1", 8731),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers],
        "state": {},
    }


def parts_of(*chunks: bytes) -> list[Message]:
    """A body in pieces."""
    return [
        {"type": "http.request", "body": chunk, "more_body": number < len(chunks)}
        for number, chunk in enumerate(chunks, 1)
    ]


async def call(
    app: App,
    method: str = "GET",
    path: str = "/api/tables",
    headers: Iterable[Header] = (),
    *,
    parts: Iterable[Message] | None = None,
    client: str = "198.51.100.7",
    scheme: str = "http",
    query: str = "",
    host: str | None = "localhost:8731",
    caller: str = "",
) -> Answer:
    """One request. After the parts of the body the caller says nothing more."""
    hosts = [("host", host)] if host is not None else []
    scope = scope_of(method, path, [*hosts, *headers], client, scheme, query)
    if caller:
        scope["state"]["caller"] = caller
    coming = iter(parts if parts is not None else parts_of(b""))
    sent: list[Message] = []

    async def receive() -> Message:
        for message in coming:
            await asyncio.sleep(0)
            return message
        await asyncio.get_running_loop().create_future()  # for ever
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    if not sent:
        return Answer(0, {}, b"")
    given = {name.decode(): value.decode("latin-1") for name, value in sent[0]["headers"]}
    return Answer(sent[0]["status"], given, b"".join(m.get("body", b"") for m in sent[1:]))


async def post(app: App, content: bytes = b"{}", **more: Any) -> Answer:
    """A polite command."""
    headers = [("content-type", "application/json"), ("content-length", str(len(content)))]
    headers = [*headers, *more.pop("headers", [])]
    path = more.pop("path", "/api/tables/t/commands")
    return await call(app, "POST", path, headers, parts=parts_of(content), **more)
