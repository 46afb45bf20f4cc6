"""The OpenAPI document, generated from the routes and their types.

The examples of bodies and answers come from real matches (tests/web/example_match.py), those of
errors from the server's own code.
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
from .route_access import BODY_ERRORS, EDGE_ERRORS, GET_ERRORS, PATH_ERRORS, Access
from .routing import Route, Routes

Data = dict[str, Any]

ABOUT = """
Play Jaipur over HTTP, from the page, the terminal or your own program: POST for commands,
server-sent events for updates, one JSON shape for errors. docs/server.md walks through a whole
match.
"""
JSON = "application/json"
SCHEMA = "#/components/schemas/{name}"
SCHEMES: Final[Data] = {
    "device": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "A person's device. The server sets this cookie when the device registers "
        "(POST /api/device), or the first time it creates, joins or watches a table or claims "
        "seats. If the public address of the server has an unusual port, the name ends "
        "with it: jaipur_device_9000.",
    },
    "program": {
        "type": "http",
        "scheme": "bearer",
        "description": "A program, with a token from POST /api/programs.",
    },
}
LAST_EVENT: Data = {
    "name": "Last-Event-ID",
    "in": "header",
    "required": False,
    "schema": {"type": "string"},
    "description": "The last version received. Browsers send it when they reconnect; it takes "
    "precedence over `after`. Anything but a number is ignored.",
}


class Description:
    """The OpenAPI document, built on first use."""

    def __init__(self, routes: Routes) -> None:
        self._routes = routes

    @cached_property
    def document(self) -> Data:
        """The document as data."""
        return openapi_document(self._routes)

    @cached_property
    def written(self) -> bytes:
        """The document as JSON."""
        return msgspec.json.encode(self.document)


def openapi_document(every: Iterable[Route]) -> Data:
    """Build the document of all routes that are part of the public API."""
    routes = [(route, route.access) for route in every if route.access]
    examples: Data = json.loads(files(__package__).joinpath("examples.json").read_text("utf-8"))
    errors = error_examples()
    types = list(
        dict.fromkeys((ErrorResponse, *(kind for route, _ in routes for kind in _types(route))))
    )
    references, components = msgspec.json.schema_components(types, ref_template=SCHEMA)
    schemas = dict(zip(types, references, strict=True))
    paths: dict[str, Data] = {}
    for route, access in routes:
        operation = _operation(route, access, schemas)
        _add_examples(operation, examples[key_of(route)])
        operation["responses"] |= _error_responses(error_codes(route), errors)
        paths.setdefault(route.path, {})[route.method.lower()] = operation
    complete = _complete_types()
    for name, component in components.items():
        component["description"] = inspect.cleandoc(component.get("description", ""))
        if name in complete:
            component["required"] = list(component["properties"])
    return {
        "openapi": "3.1.0",
        "info": {"title": "Jaipur", "description": ABOUT, "version": __version__},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": SCHEMES,
            "examples": {code: example for code, (_, example) in errors.items()},
            "responses": {
                "ErrorResponse": _error_response(
                    "The request was refused; the error says why.", errors
                )
            },
        },
    }


def key_of(route: Route) -> str:
    """Method and path."""
    return f"{route.method} {route.path}"


def error_codes(route: Route) -> tuple[str, ...]:
    """The error codes that a route may return."""
    edge = (*EDGE_ERRORS, *(GET_ERRORS if route.method == "GET" else BODY_ERRORS))
    return (*route.errors, *edge, *(PATH_ERRORS if route.parameters else ()))


def _complete_types(kind: type[ResponseModel] = ResponseModel) -> set[str]:
    """The types that are always sent with all fields, even those with a default."""
    found = set().union(*map(_complete_types, kind.__subclasses__()))
    return found if kind.__struct_config__.omit_defaults else found | {kind.__name__}


def _types(route: Route) -> Iterator[Any]:
    yield from (kind for kind in (route.body, route.answer) if kind is not None)


def _operation(route: Route, access: Access, schemas: Mapping[Any, Data]) -> Data:
    """The operation of a route. The first sentence of its docstring is the summary."""
    text = inspect.getdoc(route.handler) or ""
    codes = ", ".join(f"`{code}`" for code in route.errors) or "only the codes common to all routes"
    operation: Data = {
        "tags": ["tables" if route.path.startswith("/api/tables") else "server"],
        "summary": re.split(r"[.:;]\s", text + "\n")[0].replace("\n", " "),
        "description": f"{text}\n\nAccess: {access.sentence}\n\nErrors: {codes}.",
        "operationId": route.handler.__name__,
        "parameters": list(_parameters(route)),
        "responses": {},
        "security": access.security,
    }
    if route.body is not None:
        content = {JSON: {"schema": schemas[route.body]}}
        operation["requestBody"] = {"required": True, "content": content}
    content = {media: dict(about) for media, about in route.media.items()}
    if route.answer is not None:
        content[JSON] = {"schema": schemas[route.answer]}
    success = {"description": "Success.", "content": content}
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
    text = schema.pop("description", None)
    description = {"description": text} if text else {}
    return {"name": name, "in": where, "required": is_required, "schema": schema} | description


def _add_examples(operation: Data, examples: Data) -> None:
    """Add the examples of a route to its body and its answer."""
    for media, shown in examples.get("body", {}).items():
        operation["requestBody"]["content"][media]["examples"] = shown
    (success,) = operation["responses"].values()
    for media, shown in examples["answer"].items():
        success["content"][media]["examples"] = shown


def _error_responses(codes: Iterable[str], errors: Mapping[str, Any]) -> Data:
    """The error responses of a route by status, each with examples of its codes."""
    by_status: dict[str, list[str]] = {}
    for code in codes:
        by_status.setdefault(errors[code][0], []).append(code)
    return {
        status: _error_response(HTTPStatus(int(status)).phrase, by_status[status])
        for status in sorted(by_status)
    }


def _error_response(description: str, codes: Iterable[str]) -> Data:
    shown = {code: {"$ref": f"#/components/examples/{code}"} for code in codes}
    schema = {"$ref": SCHEMA.format(name=ErrorResponse.__name__)}
    return {"description": description, "content": {JSON: {"schema": schema, "examples": shown}}}
