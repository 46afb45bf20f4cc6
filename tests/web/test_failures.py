"""Error responses: every kind of error over HTTP, in the client's language."""

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from jaipur.bots.network_file import NetworkFileError
from jaipur.bots.protocol import LimitError, UnknownBot
from jaipur.errors import (
    CODES,
    Code,
    IllegalAction,
    ImpossiblePosition,
    JaipurError,
    NotationError,
    Reason,
    RecordError,
    SessionError,
)
from jaipur.store.protocol import StoreConflict, StoreError, StoreFull, TooManyPlayers, UnknownLink
from jaipur.texts import texts
from jaipur.web.dispatch import Dispatcher, RequestContext
from jaipur.web.error_responses import STATUS, accepted_language, failure
from jaipur.web.middleware import EdgeMiddleware
from jaipur.web.route_costs import COMMAND
from jaipur.web.routing import Routes

from .asgi import Answer, call, parts_of, post

TOKEN = "tok-5f0c9a7e51b2"  # noqa: S105  # stands for a secret


class Cat(Struct, tag_field="kind", tag="cat"):
    lives: int = 9


class Dog(Struct, tag_field="kind", tag="dog"):
    name: str = ""


class Command(Struct, forbid_unknown_fields=True):
    version: int = 0
    pet: Cat | Dog | None = None


class Asked(Struct):
    seat: int = 0


def application(error: Exception | None = None) -> EdgeMiddleware:
    routes = Routes(number=int)

    @routes.route("POST", "/api/do", body=Command, cost=COMMAND)
    async def do(_: RequestContext[None], command: Command) -> dict[str, int]:
        if error:
            raise error
        return {"version": command.version}

    @routes.route("GET", "/api/of/{number}", query=Asked, cost=COMMAND)
    async def of(_: RequestContext[None], number: int, asked: Asked) -> list[int]:
        return [number, asked.seat]

    return EdgeMiddleware(Dispatcher(routes, None), routes, hosts=("localhost",))


def refused(error: Exception, language: str = "en") -> Answer:
    headers = [("accept-language", language)]
    return asyncio.run(post(application(error), path="/api/do", headers=headers))


def sent(content: bytes) -> Answer:
    return asyncio.run(post(application(), content, path="/api/do"))


def test_every_code_of_a_table_has_a_status() -> None:
    assert set(STATUS) == set(Code) == set(CODES)
    for code in Code:
        gaps = dict.fromkeys(
            ("expected", "places", "cards", "option", "value", "right", "most"), "x"
        )
        answer = refused(SessionError(code, 12, **gaps))
        assert answer.status == STATUS[code]
        assert answer.error["code"] == code
        assert answer.error["version"] == 12
        assert answer.error["sentence"]
        assert ("retry-after" in answer.headers) == (answer.status in (429, 503))


def test_an_illegal_action_says_the_reason_and_the_rule_in_the_language_of_the_caller() -> None:
    error = IllegalAction(Reason.PRECIOUS_PAIR, "-D")
    english, french = refused(error), refused(error, "fr-CA, en;q=0.9")
    assert english.status == 422
    assert english.error == {
        "code": "illegal_action",
        "sentence": str(error),
        "version": None,
        "reason": "precious_pair",
        "rule": "R66",
    }
    assert french.error["sentence"] == texts("fr").error(error) != str(error)


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (NotationError("What?"), 422, "unreadable_action"),
        (RecordError(3, NotationError("What?")), 422, "unreadable_record"),
        (UnknownBot("Who?"), 422, "unknown_bot"),
        (LimitError("How many?"), 422, "bad_limit"),
        (NetworkFileError("/home/somebody/file"), 409, "no_network"),
        (ImpossiblePosition("No."), 422, "refused"),
        (JaipurError("No."), 422, "refused"),
        (UnknownLink(), 404, "unknown_link"),
        (TooManyPlayers(), 409, "too_many_players"),
        (StoreFull(), 503, "not_stored"),
        (StoreConflict(), 503, "not_stored"),
        (StoreError("/home/somebody/file"), 503, "not_stored"),
        (ValueError(TOKEN), 500, "internal"),
    ],
)
def test_every_kind_of_error_has_a_code(error: Exception, status: int, code: str) -> None:
    answer = refused(error)
    assert (answer.status, answer.code) == (status, code)
    assert ("retry-after" in answer.headers) == (status == 503)
    assert b"somebody" not in answer.body
    assert TOKEN.encode() not in answer.body
    assert answer.headers["content-type"] == "application/json"


def test_a_full_store_and_a_record_say_more() -> None:
    assert "disk is full" in refused(StoreFull()).error["sentence"]
    assert refused(RecordError(3, NotationError("What?"))).error["place"] == 3


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b'{"version": "x"}', "body.version"),
        (b'{"version": null}', "body.version"),
        (b'{"' + TOKEN.encode() + b'": 1}', "body"),
        (b'{"pet": {"kind": "' + TOKEN.encode() + b'"}}', "body.pet.kind"),
        (b"[]", "body"),
        (b'{"pet": {}}', "body.pet.kind"),
        (b'{"pet": {"kind": "cat", "lives": ["' + TOKEN.encode() + b'"]}}', "body.pet.lives"),
        (b"", "body"),
        (b"{", "body.1"),
        (b'{"version": ?}', "body.12"),
        (b'"' + TOKEN.encode() + b'"', "body"),
    ],
)
def test_what_is_malformed_is_named_and_never_sent_back(content: bytes, place: str) -> None:
    answer = sent(content)
    assert (answer.status, answer.code) == (422, "malformed")
    assert answer.error["place"] == place
    assert place in answer.error["sentence"]
    assert answer.error["problem"]
    assert TOKEN.encode() not in answer.body


@pytest.mark.parametrize(
    "content", [b"\xff\xfe{}", b"[" * 15_000, b'{"version": ' + b"9" * 9000 + b"}"]
)
def test_what_cannot_even_be_parsed_is_refused(content: bytes) -> None:
    answer = sent(content)
    assert answer.status in (400, 422)
    assert answer.code in ("unreadable_request", "malformed")


def test_unknown_routes_and_methods() -> None:
    unknown = asyncio.run(call(application(), path="/api/" + TOKEN))
    assert (unknown.status, unknown.code) == (404, "unknown_route")
    assert TOKEN.encode() not in unknown.body
    wrong = asyncio.run(call(application(), path="/api/do"))
    assert (wrong.status, wrong.code) == (405, "wrong_method")
    assert wrong.headers["allow"] == "POST"


def test_a_query_and_a_path_that_are_malformed_are_named() -> None:
    def asked(path: str, query: str = "") -> Answer:
        return asyncio.run(call(application(), path=path, query=query))

    assert asked("/api/of/7", "seat=0&seat=1").body == b"[7,1]"
    for answer, place in (
        (asked("/api/of/7", f"seat={TOKEN}"), "query.seat"),
        (asked(f"/api/of/{TOKEN}"), "path.number"),
    ):
        assert (answer.status, answer.code) == (422, "malformed")
        assert answer.error["place"] == place
        assert TOKEN.encode() not in answer.body


def test_a_slash_too_much_at_the_end_leads_on() -> None:
    answer = asyncio.run(call(application(), path="/api/of/7/", query="seat=1"))
    assert (answer.status, answer.headers["location"]) == (307, "/api/of/7?seat=1")
    assert asyncio.run(call(application(), path="//")).status == 404


@given(st.binary(max_size=60))
def test_no_bytes_make_it_fail(content: bytes) -> None:
    assert sent(content).status in (200, 400, 422)


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"), ("fr", "fr"), ("fr-FR,fr;q=0.9,en;q=0.8", "fr"), ("en, fr", "en"),
        ("en;q=0.3, fr;q=0.7", "fr"), ("de, fr;q=0.1", "fr"), ("fr;q=0", "en"), ("FR-ch", "fr"),
        ("french", "en"), ("fr;q=x", "en"), ("fr;q=2", "en"), (";;,,q=1", "en"), ("*", "en"),
        ("fr ; q = 0.5 , en;q=0.4", "fr"), ("en;q=0.0, fr;q=0.001", "fr"), ("x" * 10_000, "en"),
    ],
)  # fmt: skip
def test_the_language_a_caller_likes_best(header: str, language: str) -> None:
    assert accepted_language(header) == language


@given(st.text(max_size=300))
def test_any_header_gives_a_language(header: str) -> None:
    assert accepted_language(header) in ("en", "fr")


def test_half_a_character_can_be_quoted() -> None:
    assert b"\\ud800" in bytes(failure("x", 422, "\ud800").body)


def test_a_form_of_another_site_never_gets_to_a_route() -> None:
    kinds: list[Any] = [("content-type", "text/plain"), ("content-length", "2")]
    app = application()
    assert asyncio.run(call(app, "POST", "/api/do", kinds, parts=parts_of(b"{}"))).status == 415
