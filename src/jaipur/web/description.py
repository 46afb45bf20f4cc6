"""The description of the interface: what the framework writes, with examples and who may do what.

The examples of bodies and answers are from matches that were played (tests/web/example_match.py);
those of errors are made as the server makes them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from importlib.resources import files
from typing import Any, NamedTuple

from starlette.routing import BaseRoute, Route

from ..bots.players import parse_player
from ..bots.weights_file import NetworkFileError
from ..errors import Code, IllegalAction, JaipurError, Reason, SessionError
from ..notation import parse_action
from ..session.commands import MOST_VERSIONS
from ..session.opponents import MOST_NODES
from ..store.protocol import TooManyPlayers, UnknownLink
from ..texts import LANGUAGES
from .banned import moment_text
from .failures import EDGE, edge_failure, error_failure
from .identity import COOKIE
from .limits import Limits

Data = dict[str, Any]

SCHEMES: Data = {
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
KNOWN: list[Data] = [{"device": []}, {"program": []}]
ANYBODY: list[Data] = [{}, *KNOWN]
NO_TOKEN: list[Data] = []


class Access(NamedTuple):
    """Who may use a route, and what it refuses beside what the door refuses."""

    security: list[Data]
    who: str
    codes: tuple[str, ...]


STORED = ("not_stored",)
FOUND = ("unknown_table", "damaged_table", "stopping", "not_stored", "too_much_at_once")
NAMED_BY_TOKEN = ("unknown_token", "stopping")
SEEN = ("unknown_token", "no_seat", *FOUND)
SEATED = (*SEEN, "which_seat")
ENDED = ("unknown_token", "match_not_over", "not_begun", *FOUND)
HELD_OPEN = ("too_many_streams", "full")
COMMANDED = (
    *SEATED,
    *("stale_version", "command_reused", "not_begun", "already_ready", "bad_nonce"),
    *("bad_nonce_commitment", "nonce_too_early", "wrong_nonce"),
    *("not_your_turn", "illegal_action", "unreadable_action", "wrong_place", "too_long"),
    *("round_not_over", "round_over", "match_begun", "match_over"),
    *("match_not_over", "no_rematch", "no_network"),
)
JOINED = (
    *("wrong_invitation", "seat_taken", "own_invitation", "match_over", "command_reused"),
    *("bad_name", "bad_nonce", "unknown_token"),
)
CREATED = ("bad_name", "bad_option", "unknown_bot", "bad_limit", "no_network", "command_reused")

ALL = "Anybody; no token is needed."
NEW = "Anybody; a device that is new gets its cookie with the answer."
VIEWERS = "Who has a seat, or may watch."
SEATS = "Who has a seat."
TABLE = "/api/tables/{table}"

ROUTES: dict[str, Access] = {
    "GET /api/health": Access(NO_TOKEN, ALL, ()),
    "GET /api/bots": Access(NO_TOKEN, ALL, ()),
    "POST /api/programs": Access(NO_TOKEN, ALL, STORED),
    "POST /api/device": Access(ANYBODY, NEW, (*NAMED_BY_TOKEN, *STORED)),
    "POST /api/device/link": Access(
        KNOWN, "Who has a token.", (*NAMED_BY_TOKEN, "nothing_to_move", *STORED)
    ),
    "POST /api/device/claim": Access(
        ANYBODY, NEW, (*NAMED_BY_TOKEN, "unknown_link", "too_many_players", *STORED)
    ),
    "POST /api/tables": Access(ANYBODY, NEW, ("unknown_token", *CREATED, *FOUND[1:])),
    "GET /api/tables": Access(
        ANYBODY,
        "Anybody; without a token there are none.",
        (*NAMED_BY_TOKEN, "too_much_at_once", *STORED),
    ),
    f"GET {TABLE}": Access(KNOWN, VIEWERS, SEEN),
    f"GET {TABLE}/updates": Access(KNOWN, VIEWERS, (*SEEN, *HELD_OPEN)),
    f"GET {TABLE}/events": Access(KNOWN, VIEWERS, (*SEEN, *HELD_OPEN)),
    f"POST {TABLE}/commands": Access(KNOWN, SEATS, COMMANDED),
    f"POST {TABLE}/invitation": Access(
        ANYBODY, "Who has the invitation.", ("unknown_token", "wrong_invitation", *FOUND)
    ),
    f"POST {TABLE}/join": Access(
        ANYBODY,
        "Who has the invitation; a device that is new gets its cookie with the answer.",
        (*JOINED, *FOUND),
    ),
    f"POST {TABLE}/watch": Access(
        ANYBODY,
        "Who has the watching link; a device that is new gets its cookie with the answer.",
        ("unknown_token", "wrong_watch_link", *FOUND),
    ),
    f"GET {TABLE}/links": Access(KNOWN, SEATS, ("unknown_token", *FOUND)),
    f"GET {TABLE}/legal": Access(KNOWN, SEATS, (*SEATED, "not_begun")),
    f"GET {TABLE}/check": Access(KNOWN, SEATS, (*SEATED, "not_begun", "unreadable_action")),
    f"GET {TABLE}/proof": Access(KNOWN, VIEWERS, ("unknown_token", *FOUND)),
    f"GET {TABLE}/record": Access(KNOWN, VIEWERS, ENDED),
    f"GET {TABLE}/replay": Access(KNOWN, VIEWERS, (*ENDED, "work_failed")),
}

DOOR = (
    *("wrong_host", "cross_site", "banned", "too_many", "head_too_large", "unreadable_request"),
    "malformed",
)
"""What the door refuses whatever the route."""
READ = ("unwanted_body",)
SENT = ("not_json", "too_large", "too_slow")
NAMED = ("unknown_route", "wrong_method")
"""A table's name with a / in it makes another address of it."""

LAST_EVENT: Data = {
    "name": "Last-Event-ID",
    "in": "header",
    "required": False,
    "schema": {"type": "string"},
    "description": "The last version that came, as browsers send it when they come back; it counts "
    "more than `after`. Anything but a number is as if it were not there.",
}


def describe(document: Data, names: Mapping[str, str]) -> Data:
    """Complete the document of the framework; `names` are the functions behind the routes."""
    told: Data = json.loads(files(__package__).joinpath("examples.json").read_text("utf-8"))
    errors = error_examples()
    for path, item in document["paths"].items():
        for method, operation in item.items():
            key = f"{method.upper()} {path}"
            operation["operationId"] = names[key]
            _say(operation, ROUTES[key])
            _show(operation, told[key])
            _refuse(operation, refused(key), errors)
    document["paths"][f"{TABLE}/events"]["get"]["parameters"].append(LAST_EVENT)
    parts = document["components"]
    parts["securitySchemes"] = SCHEMES
    parts["examples"] = {code: example for code, (_, example) in errors.items()}
    parts["responses"] = {"Failed": _failed("Whatever is refused, and why.", errors)}
    return document


def names_of(routes: Iterable[BaseRoute]) -> dict[str, str]:
    """The name of the function behind each route."""
    return {
        f"{method} {route.path}": route.name
        for route in routes
        if isinstance(route, Route)
        for method in route.methods or ()
    }


def refused(key: str) -> tuple[str, ...]:
    """The codes that a route may answer with."""
    method, path = key.split(" ")
    door = (*DOOR, *(READ if method == "GET" else SENT), *(NAMED if "{" in path else ()))
    return (*ROUTES[key].codes, *door)


def _say(operation: Data, access: Access) -> None:
    """The first sentence of the docstring becomes the summary; who may, and what is refused."""
    text: str = operation["description"]
    operation["summary"] = re.split(r"[.:;]\s", text + "\n")[0].replace("\n", " ")
    codes = ", ".join(f"`{code}`" for code in access.codes) or "only what the door refuses"
    operation["description"] = f"{text}\n\nWho may: {access.who}\n\nRefused: {codes}."
    operation["security"] = access.security


def _show(operation: Data, told: Data) -> None:
    """Put the examples of a route where they belong."""
    for media, shown in told.get("body", {}).items():
        operation["requestBody"]["content"][media]["examples"] = shown
    success = next(status for status in operation["responses"] if status.startswith("2"))
    content = operation["responses"][success]["content"]
    for media, shown in told["answer"].items():
        content[media].pop("example", None)
        content[media]["examples"] = shown


def _refuse(operation: Data, codes: Iterable[str], errors: Mapping[str, Any]) -> None:
    """Each status that a route refuses with, and the codes it then has; other statuses go."""
    answers = operation["responses"]
    by_status: dict[str, list[str]] = {}
    for code in codes:
        by_status.setdefault(errors[code][0], []).append(code)
    for status in [status for status in answers if not status.startswith("2")]:
        if status in by_status:
            answers[status] = _failed(answers[status]["description"], by_status[status])
        else:
            del answers[status]


def _failed(description: str, codes: Iterable[str]) -> Data:
    shown = {code: {"$ref": f"#/components/examples/{code}"} for code in codes}
    schema = {"$ref": "#/components/schemas/Failed"}
    content = {"application/json": {"schema": schema, "examples": shown}}
    return {"description": description, "content": content}


# Errors

VERSION = 8

WITHOUT_VERSION = frozenset(
    (
        *(Code.UNKNOWN_TABLE, Code.WRONG_INVITATION, Code.WRONG_WATCH_LINK, Code.UNKNOWN_TOKEN),
        *(Code.BAD_NAME, Code.BAD_OPTION, Code.NOTHING_TO_MOVE, Code.STOPPING, Code.DAMAGED_TABLE),
        *(Code.TOO_MUCH_AT_ONCE, Code.WORK_FAILED),
    )
)
"""Refused before there is a table to speak of, or by a table one may not know."""
FILLS = {
    "expected": VERSION - 1,
    "places": "1, 3",
    "cards": "DG",
    "most": MOST_VERSIONS,
    "option": "bot",
    "value": "merchant:900000",
    "right": f"merchant:1 – {MOST_NODES}",
}
AT_THE_DOOR = {
    "most": Limits().body_bytes,
    "seconds": 3,
    "place": "body.action",
    "until": moment_text(1_790_000_000),
}
EXTRA: dict[str, Data] = {"malformed": {"place": "body.action", "problem": "Field required"}}


def error_examples() -> dict[str, tuple[str, Data]]:
    """For each code its status and an example, made as the server makes it."""
    language = LANGUAGES[0]
    answers = [
        *(error_failure(error, language) for error in _errors()),
        *(edge_failure(code, language, AT_THE_DOOR, **EXTRA.get(code, {})) for code in EDGE),
    ]
    found: dict[str, tuple[str, Data]] = {}
    for answer in answers:
        value = json.loads(bytes(answer.body))
        code = value["error"]["code"]
        found[code] = str(answer.status_code), {"summary": code, "value": value}
    return found


def _errors() -> Iterable[JaipurError]:
    for code in Code:
        yield SessionError(code, None if code in WITHOUT_VERSION else VERSION, **FILLS)
    illegal = IllegalAction(Reason.CAMELS_NOT_SOLD, "-KK", "DGKKC")
    for error in (illegal, *_raised(parse_action, "camels")):
        error.version = VERSION  # type: ignore[attr-defined]  # as every refused command says
        yield error
    yield UnknownLink()
    yield TooManyPlayers()
    yield NetworkFileError("")
    yield from _raised(parse_player, "nobody", "merchant:0")


def _raised(read: Callable[[str], object], *texts: str) -> Iterable[JaipurError]:
    """What reading these texts raises."""
    for text in texts:
        try:
            read(text)
        except JaipurError as error:
            yield error
