"""The description of the interface (OpenAPI), made from the routes and the types they name.

The examples of bodies and answers are from matches that were played (tests/web/example_match.py);
those of errors are made as the server makes them.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from http import HTTPStatus
from importlib.resources import files
from typing import Any, Final

import msgspec

from ..session.contract.basics import ResponseModel
from ..session.contract.responses import ErrorResponse
from ..version import __version__
from .error_examples import error_examples
from .identity import COOKIE
from .route_access import DOOR, NAMED, READ, SENT, Who
from .routing import Route, Routes

Data = dict[str, Any]

ABOUT = """
The table of Jaipur for the page, the terminal and programs: POST for commands, server-sent events
for updates, one shape for errors. docs/server.md has a whole match step by step.
"""
JSON = "application/json"
SCHEMA = "#/components/schemas/{name}"
SCHEMES: Final[Data] = {
    "device": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "A person's device. The server sets this cookie when the device first does "
        "something. A server whose public address has a port of its own adds it to the name: "
        "jaipur_device_9000.",
    },
    "program": {
        "type": "http",
        "scheme": "bearer",
        "description": "A program, with the token that POST /api/programs gave it.",
    },
}
LAST_EVENT: Data = {
    "name": "Last-Event-ID",
    "in": "header",
    "required": False,
    "schema": {"type": "string"},
    "description": "The last version that came, as browsers send it when they come back; it counts "
    "more than `after`. Anything but a number is as if it were not there.",
}


class Description:
    """The document, made when it is first asked for."""

    def __init__(self, routes: Routes) -> None:
        self._routes = routes

    @cached_property
    def document(self) -> Data:
        """The document as data."""
        return described(self._routes)

    @cached_property
    def written(self) -> bytes:
        """The document as JSON."""
        return msgspec.json.encode(self.document)


def described(every: Iterable[Route]) -> Data:
    """The document of those routes that belong to the interface."""
    routes = [(route, route.who) for route in every if route.who]
    told: Data = json.loads(files(__package__).joinpath("examples.json").read_text("utf-8"))
    errors = error_examples()
    types = list(
        dict.fromkeys((ErrorResponse, *(kind for route, _ in routes for kind in _types(route))))
    )
    found, parts = msgspec.json.schema_components(types, ref_template=SCHEMA)
    schemas = dict(zip(types, found, strict=True))
    paths: dict[str, Data] = {}
    for route, who in routes:
        operation = _operation(route, who, schemas)
        _show(operation, told[key_of(route)])
        operation["responses"] |= _refusals(refused(route), errors)
        paths.setdefault(route.path, {})[route.method.lower()] = operation
    told_always = _always_told()
    for name, part in parts.items():
        part["description"] = inspect.cleandoc(part.get("description", ""))
        if name in told_always:
            part["required"] = list(part["properties"])
    return {
        "openapi": "3.1.0",
        "info": {"title": "Jaipur", "description": ABOUT, "version": __version__},
        "paths": paths,
        "components": {
            "schemas": parts,
            "securitySchemes": SCHEMES,
            "examples": {code: example for code, (_, example) in errors.items()},
            "responses": {"Failed": _failed("Whatever is refused, and why.", errors)},
        },
    }


def key_of(route: Route) -> str:
    """Method and path."""
    return f"{route.method} {route.path}"


def refused(route: Route) -> tuple[str, ...]:
    """The codes that a route may answer with."""
    door = (*DOOR, *(READ if route.method == "GET" else SENT))
    return (*route.refuses, *door, *(NAMED if route.parameters else ()))


def _always_told(kind: type[ResponseModel] = ResponseModel) -> set[str]:
    """The types of which a table tells every name, also those that have a default."""
    found = set().union(*map(_always_told, kind.__subclasses__()))
    return found if kind.__struct_config__.omit_defaults else found | {kind.__name__}


def _types(route: Route) -> Iterator[Any]:
    yield from (kind for kind in (route.body, route.answer) if kind is not None)


def _operation(route: Route, who: Who, schemas: Mapping[Any, Data]) -> Data:
    """What a route takes and gives. The first sentence of its docstring is the summary."""
    text = inspect.getdoc(route.handler) or ""
    codes = ", ".join(f"`{code}`" for code in route.refuses) or "only what the door refuses"
    operation: Data = {
        "tags": ["tables" if route.path.startswith("/api/tables") else "server"],
        "summary": re.split(r"[.:;]\s", text + "\n")[0].replace("\n", " "),
        "description": f"{text}\n\nWho may: {who.sentence}\n\nRefused: {codes}.",
        "operationId": route.handler.__name__,
        "parameters": list(_parameters(route)),
        "responses": {},
        "security": who.security,
    }
    if route.body is not None:
        content = {JSON: {"schema": schemas[route.body]}}
        operation["requestBody"] = {"required": True, "content": content}
    content = {media: dict(about) for media, about in route.media.items()}
    if route.answer is not None:
        content[JSON] = {"schema": schemas[route.answer]}
    success = {"description": "As asked.", "content": content}
    operation["responses"][str(route.status)] = success
    return operation


def _parameters(route: Route) -> Iterator[Data]:
    for name, kind in route.parameters.items():
        yield _parameter(name, "path", msgspec.json.schema(kind), is_required=True)
    if route.query is not None:
        (schema,) = msgspec.json.schema(route.query)["$defs"].values()
        for name, part in schema["properties"].items():
            yield _parameter(name, "query", part, is_required=name in schema["required"])
    if route.path.endswith("/events"):
        yield LAST_EVENT


def _parameter(name: str, where: str, schema: Data, *, is_required: bool) -> Data:
    about = schema.pop("description", None)
    said = {"description": about} if about else {}
    return {"name": name, "in": where, "required": is_required, "schema": schema} | said


def _show(operation: Data, told: Data) -> None:
    """Put the examples of a route where they belong."""
    for media, shown in told.get("body", {}).items():
        operation["requestBody"]["content"][media]["examples"] = shown
    (success,) = operation["responses"].values()
    for media, shown in told["answer"].items():
        success["content"][media]["examples"] = shown


def _refusals(codes: Iterable[str], errors: Mapping[str, Any]) -> Data:
    """Each status that a route refuses with, and the codes it then has."""
    by_status: dict[str, list[str]] = {}
    for code in codes:
        by_status.setdefault(errors[code][0], []).append(code)
    return {
        status: _failed(HTTPStatus(int(status)).phrase, by_status[status])
        for status in sorted(by_status)
    }


def _failed(description: str, codes: Iterable[str]) -> Data:
    shown = {code: {"$ref": f"#/components/examples/{code}"} for code in codes}
    schema = {"$ref": SCHEMA.format(name=ErrorResponse.__name__)}
    return {"description": description, "content": {JSON: {"schema": schema, "examples": shown}}}
