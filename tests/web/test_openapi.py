"""The OpenAPI document: every example is true, and every route says who may use it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from jaipur.documents import first_violation
from jaipur.errors import Code
from jaipur.records import read_record, verify
from jaipur.session.contract.responses import ErrorResponse, Update
from jaipur.session.contract.state import Now
from jaipur.web.app import ROUTES as EVERY_ROUTE
from jaipur.web.error_examples import error_examples
from jaipur.web.error_responses import EDGE, KINDS, STATUS
from jaipur.web.openapi import SCHEMES, error_codes, key_of

from ..nonces import INVITATION
from .example_match import FILE, examples, written
from .playing import Data, Harness
from .test_answers import answered, exactly

NEVER_RAISED = {"refused", "unreadable_record"}
"""What stands behind the others; no route reads a record."""
ROUTES = {key_of(route): route for route in EVERY_ROUTE if route.access}


@cache
def harness() -> Harness:
    return Harness()


@cache
def document() -> Data:
    found: Data = json.loads(json.dumps(harness().app.openapi()))
    return found


def operations() -> Iterator[tuple[str, Data]]:
    for path, item in document()["paths"].items():
        for method, operation in item.items():
            yield f"{method.upper()} {path}", operation


def values(content: Data, media: str = "application/json") -> list[Any]:
    return [example["value"] for example in content[media]["examples"].values()]


def resolved(example: Data) -> Any:
    name = example["$ref"].rpartition("/")[2]
    return document()["components"]["examples"][name]["value"]


# Examples


def test_the_examples_are_from_a_match_that_was_played() -> None:
    played = written(asyncio.run(examples()))
    kept = FILE.read_text(encoding="utf-8")
    assert kept == played, "run: python -m tests.web.example_match"


def test_every_body_has_examples_that_fit_its_model() -> None:
    count = 0
    for key, operation in operations():
        kind = ROUTES[key].body
        assert (kind is None) == ("requestBody" not in operation)
        if kind is not None:
            shown = values(operation["requestBody"]["content"])
            for value in shown:
                msgspec.json.decode(json.dumps(value), type=kind)
            count += len(shown)
    assert count > 10


def test_every_success_has_examples_that_fit_its_model() -> None:
    for key, operation in operations():
        (status,) = [status for status in operation["responses"] if status.startswith("2")]
        content = operation["responses"][status]["content"]
        assert content, key
        for media in content:
            assert content[media]["examples"], f"{key} {media}"
        if kind := ROUTES[key].answer:
            for value in values(content):
                exactly(json.dumps(value), kind)


def test_every_example_fits_the_schema_beside_it() -> None:
    for _, operation in operations():
        told = [operation["requestBody"]] if "requestBody" in operation else []
        for part in (*told, *operation["responses"].values()):
            for media in part["content"].values():
                whole = media.get("schema", {}) | {"components": document()["components"]}
                validator = Draft202012Validator(whole)
                for example in media["examples"].values():
                    validator.validate(example.get("value") or resolved(example))


def test_the_stream_of_the_example_is_one() -> None:
    path = "/api/tables/{table}/events"
    content = document()["paths"][path]["get"]["responses"]["200"]["content"]
    (text,) = values(content, "text/event-stream")
    kinds = {"update": Update, "now": Now}
    seen = set()
    for block in text.removesuffix("\n\n").split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines())
        if "event" in fields:
            exactly(fields["data"], kinds[fields["event"]])
            seen.add(fields["event"])
    assert seen == set(kinds)


def test_the_record_and_the_view_of_the_examples_are_right() -> None:
    paths = document()["paths"]
    content = paths["/api/tables/{table}/record"]["get"]["responses"]["200"]["content"]
    (data,), (text,) = values(content), values(content, "text/plain")
    assert first_violation("record.schema.json", data) is None
    assert verify(read_record(text))
    content = paths["/api/tables/{table}"]["get"]["responses"]["200"]["content"]
    views = [value["state"]["round"]["view"] for value in values(content)]
    (view,) = [view for view in views if view]
    assert first_violation("view.schema.json", view) is None


# Errors


def test_every_code_has_an_example_and_some_route_that_refuses_with_it() -> None:
    codes = {*map(str, Code), *EDGE, "illegal_action", *(code for code, _ in KINDS.values())}
    shown = document()["components"]["examples"]
    assert set(shown) == codes - NEVER_RAISED
    answer = document()["components"]["responses"]["ErrorResponse"]["content"]["application/json"]
    assert set(answer["examples"]) == set(shown)
    for code, example in shown.items():
        error = msgspec.convert(example["value"], ErrorResponse).error
        assert error.code == code
        assert "{" not in error.sentence
    used = {code for route in ROUTES.values() for code in error_codes(route)}
    assert set(shown) - used == {"internal"}


def test_each_status_of_a_route_has_the_codes_it_may_come_with() -> None:
    statuses = {code: status for code, (status, _) in error_examples().items()}
    assert {code: int(statuses[code]) for code in STATUS} == STATUS
    for key, operation in operations():
        found = set()
        for status, answer in operation["responses"].items():
            if not status.startswith("2"):
                codes = answer["content"]["application/json"]["examples"]
                assert {statuses[code] for code in codes} == {status}
                found |= set(codes)
        assert found == set(error_codes(ROUTES[key])), key


@pytest.mark.parametrize("kind", ["invitation", "same_device"])
def test_no_route_refuses_with_a_code_it_does_not_name(kind: str) -> None:
    """Over every answer of a whole match, to everybody who may look and somebody who may not."""
    seen = set()
    for one in answered(kind):
        key = f"{one.method} {one.route}"
        if one.reply.status >= 400 and key in ROUTES:
            assert one.reply.code in error_codes(ROUTES[key]), one.request
            seen.add((key, one.reply.code))
    assert ("POST /api/tables/{table}/invitation", "wrong_invitation") in seen
    assert len(seen) > 30


# Who may


def test_the_schemes_are_the_cookie_and_the_bearer_token() -> None:
    schemes = document()["components"]["securitySchemes"]
    assert schemes == SCHEMES
    assert schemes["device"]["name"] == "jaipur_device"
    assert schemes["program"]["scheme"] == "bearer"


@pytest.mark.parametrize("key", ROUTES)
def test_a_route_without_a_token_is_as_described(key: str) -> None:
    """Where a token is needed, nobody else learns anything; elsewhere none is asked for."""

    async def whole() -> None:
        async with Harness() as one:
            await _check_without_token(one, key)

    asyncio.run(whole())


async def _check_without_token(one: Harness, key: str) -> None:
    operation = dict(operations())[key]
    made = (await one.device().post("/api/tables", _create())).json()
    secrets = {
        "invitation": made["links"]["invitation"].partition("=")[2],
        "key": made["links"]["watch"].partition("=")[2],
    }
    body = None
    if "requestBody" in operation:
        body = values(operation["requestBody"]["content"])[0]
        body |= {name: secret for name, secret in secrets.items() if name in body}
    method, route = key.split(" ")
    path = route.replace("{table}", made["table"])
    query = "?action=-KK" if route.endswith("/check") else ""
    reply = await one.device().request(method, path + query, body)
    if operation["security"] and {} not in operation["security"]:
        wanted = "nothing_to_move" if route == "/api/device/link" else "unknown_table"
        assert reply.code == wanted
    else:
        assert reply.status < 300 or reply.code == "unknown_link", reply.body
    wrong = await one.device().request(
        method, path + query, body, [("authorization", "Bearer unknown")]
    )
    assert (wrong.status == 401) == bool(operation["security"])


def _create() -> Data:
    return {"id": "create-9", "name": "Ana", "opponent": INVITATION}


# The document


def test_every_route_says_what_it_does_who_may_and_what_it_refuses() -> None:
    assert {key for key, _ in operations()} == set(ROUTES)
    names = [operation["operationId"] for _, operation in operations()]
    assert len(set(names)) == len(names)
    for key, operation in operations():
        assert operation["summary"] in operation["description"].replace("\n", " ")
        access = ROUTES[key].access
        assert access
        assert f"\n\nAccess: {access.sentence}\n\nErrors: " in operation["description"]
        for code in ROUTES[key].errors:
            assert f"`{code}`" in operation["description"]


def test_the_document_names_no_machine() -> None:
    text = json.dumps(document())
    for word in (str(Path(__file__).parents[2]), str(Path.home()), "/tmp", "127.0.0.1"):  # noqa: S108
        assert f'"{word}' not in text
        assert f" {word}" not in text
    assert "servers" not in document()


def test_the_document_is_made_once_and_not_at_the_start() -> None:
    app = Harness().app
    assert "document" not in vars(app.services.description)
    first = json.dumps(app.openapi())
    assert json.dumps(app.openapi()) == first
    assert app.openapi() is app.openapi()
