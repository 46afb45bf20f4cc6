"""Every response has its declared shape: models, OpenAPI document and errors."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, TypeVar, get_args

import jsonschema
import msgspec
import pytest

from jaipur.errors import CODES, Code
from jaipur.seats import Seat
from jaipur.session import listeners
from jaipur.session.contract.responses import ErrorResponse, Update
from jaipur.session.contract.state import Now
from jaipur.session.facts import Fact
from jaipur.texts import texts
from jaipur.web.app import ROUTES
from jaipur.web.error_responses import EDGE
from jaipur.web.error_responses import KINDS as ERRORS

from ..submitting import submission
from .playing import KINDS, Data, Harness, Reply, open_table
from .probes import METHODS, every_request, moment, wrong_methods
from .worlds import Recorded, Watch, record

T = TypeVar("T")
RECORDS = ("/record", "/record?form=json", "/replay")
OTHER_CODES = {"illegal_action", "unreadable_record"} | {code for code, _ in ERRORS.values()}
KNOWN_CODES = {*map(str, Code), *EDGE, *OTHER_CODES}


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


@dataclass(frozen=True)
class Answered:
    """An answer, and the method and the route it came from."""

    method: str
    route: str
    request: str
    reply: Reply


@cache
def description() -> Data:
    app = Harness().app
    return app.openapi()


def route_of(path: str) -> str:
    """The route of a path, as the description writes it."""
    parts = path.partition("?")[0].split("/")
    if parts[:3] == ["", "api", "tables"] and len(parts) > 3:
        parts[3] = "{table}"
    return "/".join(parts)


@cache
def answered(kind: str) -> list[Answered]:
    """Every answer of a whole match, to everybody who may look and somebody who may not."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(listeners, "WATCHERS_SECONDS", 0.0)  # tell at once who comes and goes
        return run(_answered(kind))


async def _answered(kind: str) -> list[Answered]:
    aid = dict(zip(KINDS, ("full", "off", "counts"), strict=True))[kind]
    program_at: Seat | None = 1 if kind == "invitation" else None
    clock = {"bank": 60, "increment": 1} if kind == "invitation" else None
    match = await record(kind, 3, program_at=program_at, memory_aid=aid, clock=clock)
    found = [_of(heard.request, heard.reply) for heard in match.at.harness.heard]
    for viewer in match.viewers.values():
        for end in (2, match.last):
            version = match.before_bot(end)
            start = match.before_bot(max(1, version - 4))
            async with match.harness(start, match.deals) as harness:
                watch = Watch(match, viewer, harness)
                await watch.follow_along(start, version)
                await watch.probe(every_request(moment(match, viewer, version, Random(2))))
                if end == 2:
                    await watch.probe(wrong_methods(moment(match, viewer, version, Random(2))))
                found += [_of(heard.request, heard.reply) for heard in harness.heard]
    return found + await _after_the_end(match)


async def _after_the_end(match: Recorded) -> list[Answered]:
    async with match.harness(len(match.history), match.deals) as harness:
        stream = (
            await match.viewers["watcher"].at(harness).follow(f"{match.at.path}/events").begun()
        )
        for viewer in match.viewers.values():
            client = viewer.at(harness)
            if viewer.token:  # somebody comes and goes
                await (await client.follow(f"{match.at.path}/events").begun()).hang_up()
                await asyncio.sleep(0.001)
            for end in ("", "/updates?after=3", "/proof", "/legal", *RECORDS):
                await client.get(match.at.path + end)
            await client.get("/api/tables")
            for kind in ("act", "rematch"):
                more: Data = {"action": "+K"} if kind == "act" else {}
                if viewer.seat is not None:
                    more["seat"] = viewer.seat
                sent = {"id": f"ended-{kind}-1", "version": len(match.history)}
                body = submission(**sent, kind=kind, **more)
                await client.post(f"{match.at.path}/commands", body)
        await stream.hang_up()
        return [_of(heard.request, heard.reply) for heard in harness.heard]


def _of(request: str, reply: Reply) -> Answered:
    method, path = request.split(" ", 1)
    return Answered(method, route_of(path), request, reply)


def models() -> dict[tuple[str, str], Any]:
    """The type of what each route answers."""
    return {(route.method, route.path): route.answer for route in ROUTES if route.answer}


def exactly(text: bytes | str, kind: Any) -> Any:
    """What an answer says, which has to have the names of its type and no others."""
    said = msgspec.json.decode(text, type=kind)
    assert json.loads(msgspec.json.encode(said)) == json.loads(text)
    return said


# Answers


@pytest.mark.parametrize("kind", KINDS)
def test_every_answer_fits_its_model(kind: str) -> None:
    wanted = models()
    seen: Counter[tuple[str, str]] = Counter()
    for one in answered(kind):
        if one.reply.status < 300 and (model := wanted.get((one.method, one.route))):
            exactly(one.reply.body, model)
            seen[one.method, one.route] += 1
    claimed = ("POST", "/api/device/claim")
    joined = {("POST", "/api/tables/{table}/join")} if kind != "invitation" else set()
    assert set(wanted) - set(seen) == {claimed} | joined


@pytest.mark.parametrize("kind", KINDS)
def test_every_event_of_a_stream_fits_its_model(kind: str) -> None:
    shapes: dict[str, Any] = {"update": Update, "now": Now}
    seen: Counter[str] = Counter()
    for one in answered(kind):
        if one.route.endswith("/events") and one.reply.status == 200:
            assert one.reply.header("content-type") == "text/event-stream; charset=utf-8"
            for block in one.reply.body.decode().split("\n\n"):
                fields = dict(line.split(": ", 1) for line in block.splitlines())
                if "event" not in fields:
                    continue
                update = exactly(fields["data"], shapes[fields["event"]])
                seen[fields["event"]] += 1
                if isinstance(update, Update):
                    assert fields["id"] == str(update.version)
                else:
                    assert "id" not in fields
    assert set(seen) == set(shapes)


@pytest.mark.parametrize("kind", KINDS)
def test_every_answer_is_as_described(kind: str) -> None:
    """Status, content type and JSON are in the OpenAPI document."""
    document = description()
    checked: Counter[int] = Counter()
    shapes: dict[str, jsonschema.Draft202012Validator] = {}
    done: set[tuple[str, str, int, str]] = set()
    for one in answered(kind):
        item = document["paths"].get(one.route, {}).get(one.method.lower())
        if item is None or one.method == "HEAD":
            continue
        told = item["responses"].get(str(one.reply.status))
        assert told is not None, f"{one.request} gave {one.reply.status}"
        media = (one.reply.header("content-type") or "").partition(";")[0]
        assert media in told.get("content", {}), f"{one.request}: {media}"
        schema = told["content"][media].get("schema")
        # Validating is slow, so of alike answers a few are looked at.
        like = (one.method, one.route, one.reply.status, str(len(one.reply.body) // 2000))
        if schema and media == "application/json" and like not in done:
            done.add(like)
            whole = schema | {"components": document["components"]}
            key = json.dumps(schema)
            validator = shapes.setdefault(key, jsonschema.Draft202012Validator(whole))
            validator.validate(one.reply.json())
            checked[one.reply.status] += 1
    assert {200, 201, 403, 404, 409, 422} <= set(checked)


def test_every_kind_of_event_is_public_in_the_same_way() -> None:
    """Each fact has one event, and all of its names are the same for everybody."""
    names: dict[str, set[frozenset[str]]] = {}
    for kind in KINDS:
        for one in answered(kind):
            if (
                one.route == "/api/tables/{table}"
                and one.method == "GET"
                and one.reply.status == 200
            ):
                for event in one.reply.json()["events"]:
                    names.setdefault(event["kind"], set()).add(frozenset(event))
    assert set(names) <= {fact.__struct_config__.tag for fact in get_args(Fact)}
    assert {"acted", "readied", "wanted_next"} <= set(names)
    assert len(names["acted"]) == 1


# Errors


@pytest.mark.parametrize("kind", KINDS)
def test_every_error_has_the_one_shape_and_a_known_code(kind: str) -> None:
    codes = set()
    for one in answered(kind):
        if one.reply.status >= 400:
            msgspec.json.decode(one.reply.body, type=ErrorResponse)
            codes.add(one.reply.code)
            assert one.reply.header("content-type") == "application/json", one.request
            assert one.reply.error["sentence"].endswith("."), one.reply.body
            assert one.reply.status < 500, one.request
            is_command = one.route.endswith("/commands") and one.method == "POST"
            if is_command and one.reply.code not in ("unknown_table", "malformed"):
                assert one.reply.error["version"] is not None, one.request
    assert codes <= KNOWN_CODES
    assert {"illegal_action", "unreadable_action", "stale_version", "malformed"} <= codes
    assert {"unknown_table", "match_not_over", "match_over", "wrong_method"} <= codes


def test_an_error_about_an_action_says_which_rule() -> None:
    for one in answered("invitation"):
        if one.reply.status >= 400 and one.reply.code == "illegal_action":
            error = one.reply.error
            assert error["rule"].startswith("R")
            assert error["rule"] in error["sentence"]
            assert error["reason"].islower()


def test_sentences_are_in_the_language_of_the_caller() -> None:
    async def both(client: Any, method: str, path: str, body: Any) -> tuple[Data, Data]:
        said = []
        for language in ("en", "fr-CA,fr;q=0.9,en;q=0.5"):
            headers = [("accept-language", language)]
            said.append((await client.request(method, path, body, headers)).error)
        return said[0], said[1]

    async def whole() -> None:
        async with Harness() as harness:
            at = await open_table(harness)
            shown = await at.play(Random(1), lambda shown: shown["version"] > 5)
            turn: Seat = shown["state"]["waits_for"][0]
            mover, other = at.chair(turn), at.chair(1 if turn == 0 else 0)
            act = {"id": "speaking-1", "version": shown["version"], "kind": "act"}
            path = f"{at.path}/commands"
            for client, said in (
                (mover, act | {"action": "-KKK"}),
                (mover, act | {"action": "camels!"}),
                (other, act | {"action": "+KKK"}),
                (mover, act | {"kind": "next"}),
                (mover, act | {"action": "+KKK", "version": 1}),
                (mover, act | {"kind": "rematch"}),
                (mover, {}),
            ):
                english, french = await both(client, "POST", path, submission(**said))
                assert {**english, "sentence": ""} == {**french, "sentence": ""}
                _check_sentences(english, french)
            english, french = await both(harness.device(), "GET", at.path, None)
            _check_sentences(english, french)
            page = (await other.get(f"/t/{at.id}", accept_language="fr")).body.decode()
            assert '<html lang="fr"' in page

    run(whole())


def _check_sentences(english: Data, french: Data) -> None:
    code = english["code"]
    if code in ("illegal_action", "unreadable_action"):
        assert english["sentence"] != french["sentence"]
    templates = {str(code): text for code, text in CODES.items()}
    if code in templates and "{" not in templates[code]:
        assert english["sentence"] == templates[code]
        assert french["sentence"] == texts("fr").translate(templates[code])


# The description


def test_the_description_is_served_and_is_valid() -> None:
    async def whole() -> Data:
        async with Harness() as harness:
            reply = await harness.device().get("/api/openapi.json")
            assert reply.status == 200
            found: Data = reply.json()
            return found

    served = run(whole())
    assert served == json.loads(json.dumps(description()))
    assert served["openapi"].startswith("3.1")
    definitions = pytest.importorskip("schemathesis.specs.openapi.definitions")
    definitions.OPENAPI_31_VALIDATOR.validate(served)


def test_every_route_of_the_interface_is_described() -> None:
    for path, item in description()["paths"].items():
        for method, told in item.items():
            assert method.upper() in METHODS
            assert told["summary"]
            assert told["description"], path
            assert "422" in told["responses"]


def test_bodies_have_examples_that_fit() -> None:
    bodies = [route.body for route in ROUTES if route.body]
    (_, parts) = msgspec.json.schema_components(bodies)
    assert len(parts) > 12
    for title, schema in parts.items():
        for name, part in schema.get("properties", {}).items():
            inner = next((one for one in part.get("anyOf", ()) if "examples" in one), part)
            if inner.get("type") in ("string", "integer", "array"):
                assert inner.get("examples"), f"{title}.{name} has no example"
                for example in inner["examples"]:
                    jsonschema.validate(example, inner)


def test_bodies_take_no_other_names() -> None:
    bodies = [route.body for route in ROUTES if route.body]
    (_, parts) = msgspec.json.schema_components(bodies)
    for title, schema in parts.items():
        assert "properties" not in schema or schema["additionalProperties"] is False, title
