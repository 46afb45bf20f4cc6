"""Strange requests that hostile clients send to every route."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from hypothesis import strategies as st

from jaipur.store.memory import MemoryStore
from jaipur.web.app import ServerSettings, create_app

from ..nonces import COMMITTED, INVITATION
from ..submitting import submission
from .playing import FakeBots

NOWHERE = "0123456789abcdef"
PAGES = ("/", "/t/{table}", "/move", "/api/openapi.json", "/api/nothing", "/nothing")


@cache
def routes() -> list[tuple[str, str]]:
    """Every route: those of the description, and the pages."""
    paths: dict[str, dict[str, Any]] = create_app(
        ServerSettings(), MemoryStore(), FakeBots()
    ).openapi()["paths"]
    described = [(method.upper(), path) for path in paths for method in paths[path]]
    return described + [("GET", page) for page in PAGES]


SAMPLES: dict[str, list[dict[str, Any]]] = {
    "/api/tables": [
        {
            "id": "hostile-0001",
            "name": "Eve",
            "opponent": {"kind": "bot", "bot": "merchant"},
            "options": {"memory_aid": "off", "clock": {"bank": 600, "increment": 5}},
        },
        {"id": "hostile-0002", "name": "Eve", "opponent": {"kind": "same_device", "name": "Mal"}},
        {"id": "hostile-0003", "name": "Eve", "opponent": INVITATION},
    ],
    "/api/device/link": [{"keep": True}],
    "/api/device/claim": [{"link": "nothing"}],
    "/api/tables/{table}/commands": [
        submission(id="hostile-0004", version=10, kind="act", action="+D", places=[0]),
        submission(id="hostile-0005", version=3, kind="ready", nonce="00", seat=0),
        submission(id="hostile-0006", version=3, kind="next"),
        submission(id="hostile-0007", version=3, kind="rematch", nonce_commitment=COMMITTED),
    ],
    "/api/tables/{table}/join": [
        {"id": "hostile-0008", "invitation": "", "name": "Eve", "nonce": "00"}
    ],
    "/api/tables/{table}/invitation": [{"invitation": ""}],
    "/api/tables/{table}/watch": [{"key": ""}],
}
NESTED: Any = json.loads("[" * 200 + "]" * 200)
WEIRD: list[Any] = [
    *(None, True, False, -1, 0, 3, 2**31, 2**63, 2**64, 10**400, 1.5, 1e308, -0.0),
    *(float("nan"), float("inf"), "", " ", "\x00", "\x1b[2J", "\u202e", "\ud800", "{version}"),
    *("+D", "-", "+" + "K" * 39, "x" * 39, "x" * 5000, "٣", "1", [], {}, [None], [-1], [10**30]),
    *([[0, 1]], {"kind": []}, {"kind": "bot", "bot": "merchant:99999999999"}, NESTED),
]  # fmt: skip
weird = st.one_of(
    st.sampled_from(WEIRD),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=60),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
        max_leaves=8,
    ),
)


def places(sample: dict[str, Any]) -> list[tuple[str, ...]]:
    """Where something can be wrong in a body: each name, and each name of a command in it."""
    inside = [("command", name) for name in (*sample.get("command", ()), "extra")]
    return [*((name,) for name in sample), *(inside if "command" in sample else ())]


def changed(body: dict[str, Any], place: tuple[str, ...], value: Any) -> dict[str, Any]:
    """A body with something else at a place."""
    name, *rest = place
    inner = body.get(name)
    if rest and isinstance(inner, dict):
        value = changed(inner, tuple(rest), value)
    return body | {name: value}


@st.composite
def bodies(draw: st.DrawFn, path: str) -> bytes:
    """Bytes, any JSON, or a body for this route with something wrong in it."""
    if draw(st.integers(0, 4)) == 0:
        return draw(st.binary(max_size=200))
    samples = SAMPLES.get(path, [])
    if not samples or draw(st.integers(0, 4)) == 0:
        return json.dumps(draw(weird)).encode()
    body = draw(st.sampled_from(samples))
    parts = [*places(body), ("seat",), ("extra",)]
    for part in draw(st.lists(st.sampled_from(parts), max_size=2)):
        body = changed(body, part, draw(weird))
    return json.dumps(body).encode()


QUERIES = ("", "?seat=0", "?seat=1", "?seat=2", "?seat=%00", "?seat=0&seat=1", "?after=-1",
           "?after=99999999999999999999", "?after=NaN", "?after=3", "?wait=-1", "?wait=nan",
           "?wait=1e999", "?wait=x", "?action=%ff%fe", "?action=" + "K" * 5000, "?action=-KK",
           "?action=%2BD", "?form=xml", "?form=json", "?%", "?" + "a=b&" * 900)  # fmt: skip
TYPES = ("application/json", "text/plain", "application/json; charset=utf-16", "", "a" * 3000)
HEADERS = (
    ("authorization", "Bearer "), ("authorization", "Bearer x" * 900), ("authorization", "Basic x"),
    ("cookie", "jaipur_device"), ("cookie", "jaipur_device=\xff;=;;"), ("range", "bytes=9-1"),
    ("accept-language", "fr;q=nan, en;q=9" * 50), ("last-event-id", "-1"), ("origin", "null"),
    ("sec-fetch-site", "cross-site"), ("x-forwarded-for", "\xff, 1"), ("accept-language", "\xff;q"),
)  # fmt: skip


IDS = ("0", "1", "2", "3", "4", NOWHERE, "%00", "..", "\xe9", "a" * 300, "%20", "'--")


@st.composite
def requests(draw: st.DrawFn) -> tuple[str, str, str, dict[str, Any]]:
    """A method, a path for one of the tables (by number) or none, its query, the rest."""
    method, path = draw(st.deferred(lambda: st.sampled_from(routes())))
    if draw(st.integers(0, 9)) == 0:
        method = draw(st.sampled_from(["HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"]))
    more: dict[str, Any] = {"headers": draw(st.lists(st.sampled_from(HEADERS), max_size=2))}
    if method not in ("GET", "HEAD") or draw(st.integers(0, 9)) == 0:
        more["body"] = draw(bodies(path))
        more["headers"].append(("content-type", draw(st.sampled_from(TYPES[:1] * 9 + TYPES))))
    return method, path, draw(st.sampled_from(QUERIES)), more
