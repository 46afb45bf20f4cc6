"""Error responses. All have one JSON shape: a code, a sentence in the client's language, a version.

`{"error": {"code": "stale_version", "sentence": "…", "version": 12, …}}`
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, MutableMapping
from typing import Any

from starlette.responses import Response

from ..bots.network_file import NetworkFileError
from ..bots.protocol import LimitError, UnknownBot
from ..errors import (
    CODES,
    Code,
    IllegalAction,
    JaipurError,
    NotationError,
    RecordError,
    SessionError,
    message,
)
from ..store.protocol import StoreError, StoreFull, TooManyPlayers, UnknownLink
from ..texts import LANGUAGES, texts
from .disconnects import CLIENT_CLOSED_REQUEST, ClientDisconnected

RETRY_SECONDS = 5
COUNTS: Counter[str] = Counter()
"""How often each code was returned since the start; `jaipur admin` shows it."""
Headers = Mapping[str, str]

STATUS: dict[Code, int] = {
    Code.STALE_VERSION: 409,
    Code.COMMAND_REUSED: 409,
    Code.UNKNOWN_TABLE: 404,
    Code.NO_SEAT: 403,
    Code.WHICH_SEAT: 422,
    Code.NOT_YOUR_TURN: 409,
    Code.NOT_BEGUN: 409,
    Code.ALREADY_READY: 409,
    Code.ROUND_NOT_OVER: 409,
    Code.ROUND_OVER: 409,
    Code.MATCH_OVER: 409,
    Code.MATCH_NOT_OVER: 409,
    Code.MATCH_BEGUN: 409,
    Code.WRONG_PLACE: 422,
    Code.WRONG_INVITATION: 403,
    Code.SEAT_TAKEN: 409,
    Code.OWN_INVITATION: 409,
    Code.WRONG_WATCH_LINK: 403,
    Code.BAD_NAME: 422,
    Code.BAD_NONCE: 422,
    Code.BAD_NONCE_COMMITMENT: 422,
    Code.NONCE_TOO_EARLY: 409,
    Code.WRONG_NONCE: 409,
    Code.BAD_OPTION: 422,
    Code.NO_REMATCH: 409,
    Code.TOO_LONG: 409,
    Code.NOT_STORED: 503,
    Code.DAMAGED_TABLE: 503,
    Code.STOPPING: 503,
    Code.TOO_MUCH_AT_ONCE: 429,
    Code.WORK_FAILED: 503,
    Code.UNKNOWN_TOKEN: 401,
    Code.NOTHING_TO_MOVE: 409,
}
"""The HTTP status of each error of a table."""

EDGE: dict[str, tuple[int, str]] = {
    "wrong_host": (
        421,
        message(
            "This server does not accept this host name. If it should, start it with --public-url "
            "and its public address."
        ),
    ),
    "cross_site": (
        403,
        message("Requests from other sites are not allowed; open this server’s own page."),
    ),
    "banned": (
        403,
        message("You are banned from this server until {until}; only its host can lift the ban."),
    ),
    "not_json": (415, message("Send JSON, with the header Content-Type: application/json.")),
    "unwanted_body": (400, message("This request must not have a body.")),
    "too_large": (413, message("The request is too large: at most {most} bytes are allowed.")),
    "head_too_large": (
        431,
        message("The headers are too large: at most {most} bytes are allowed."),
    ),
    "too_slow": (408, message("The request took too long to arrive; nothing was changed.")),
    "too_many": (
        429,
        message("Too many requests; try again in {seconds} s. Nothing was changed."),
    ),
    "too_many_streams": (
        429,
        message("Too many of your pages or programs follow tables here; close one of them."),
    ),
    "full": (503, message("The server is full; try again later.")),
    "malformed": (
        422,
        message("The part {place} of the request is missing or invalid."),
    ),
    "unreadable_request": (400, message("This request cannot be read.")),
    "unknown_route": (404, message("There is nothing at this address.")),
    "wrong_method": (405, message("This address does not accept this method.")),
    "internal": (
        500,
        message("Something went wrong on the server; everything it confirmed before is safe."),
    ),
}
"""Errors raised before a table is involved: the status and the English sentence."""


NO_NETWORK = message(
    "This bot cannot play at the moment: its network cannot be read. The server’s log says why."
)


def failure(
    code: str,
    status: int,
    sentence: str,
    version: int | None = None,
    headers: Headers | None = None,
    **extra: object,
) -> Response:
    """Build the response for an error."""
    COUNTS[str(code)] += 1
    error = {"code": str(code), "sentence": sentence, "version": version} | extra
    # Plain ASCII: a sentence may quote a lone surrogate, which UTF-8 cannot encode.
    content = json.dumps({"error": error}, separators=(",", ":")).encode("ascii")
    return Response(content, status, headers, "application/json")


def edge_failure(
    code: str,
    language: str,
    data: Mapping[str, object] | None = None,
    headers: Headers | None = None,
    **extra: object,
) -> Response:
    """Build the response for a code of EDGE; `data` fills the placeholders of its sentence."""
    status, template = EDGE[code]
    sentence = texts(language)(template, **data or {})
    return failure(code, status, sentence, None, headers, **extra)


class Refusal(Exception):
    """Raised to refuse a request: a code of EDGE and the placeholders of its sentence."""

    def __init__(self, code: str, headers: Headers | None = None, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.headers = headers
        self.data = data
        self.extra: Mapping[str, object] = {}
        """Additional fields of the response."""
        self.has_rest = True
        """Whether part of the body may still be unread."""

    def response(self, language: str, headers: Headers | None = None) -> Response:
        """Build the response; `headers` replace those of the refusal."""
        chosen = self.headers if headers is None else headers
        return edge_failure(self.code, language, self.data, chosen, **self.extra)


def accepted_language(header: str) -> str:
    """The supported language that an Accept-Language header prefers; English if none."""
    best, best_quality = LANGUAGES[0], 0.0
    for part in header[:200].split(","):
        name, _, rest = part.strip().lower().partition(";")
        language = name.strip()[:2] if re.fullmatch(r"[a-z]{2}(-.*)?", name.strip()) else ""
        quality = _quality(rest)
        if language in LANGUAGES and quality > best_quality:
            best, best_quality = language, quality
    return best


def _quality(text: str) -> float:
    if not text.strip():
        return 1.0
    found = re.fullmatch(r"\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", text)
    return min(float(found[1]), 1.0) if found else 0.0


def language_of(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The preferred language in the ASGI headers of a request."""
    for name, value in headers:
        if name == b"accept-language":
            return accepted_language(value.decode("latin-1"))
    return LANGUAGES[0]


def error_failure(error: JaipurError, language: str) -> Response:
    """Build the response for a JaipurError."""
    if isinstance(error, ClientDisconnected):
        return Response(status_code=CLIENT_CLOSED_REQUEST)
    sentence = texts(language).error(error)
    if isinstance(error, SessionError):
        status = STATUS[error.code]
        return failure(error.code, status, sentence, error.version, _headers_for(status))
    version = error.version
    if isinstance(error, IllegalAction):
        reason = error.reason.name.lower()
        return failure("illegal_action", 422, sentence, version, reason=reason, rule=error.rule)
    if isinstance(error, StoreError) and not isinstance(error, (UnknownLink, TooManyPlayers)):
        if not isinstance(error, StoreFull):  # details of store errors go to the log only
            sentence = texts(language)(CODES[Code.NOT_STORED])
        return failure(Code.NOT_STORED, 503, sentence, version, _headers_for(503))
    if isinstance(error, RecordError):
        return failure("unreadable_record", 422, sentence, version, place=error.place)
    if isinstance(error, NetworkFileError):  # the file name is for the host only
        sentence = texts(language)(NO_NETWORK)
    code, status = next(found for kind, found in KINDS.items() if isinstance(error, kind))
    return failure(code, status, sentence, version)


KINDS: dict[type[JaipurError], tuple[str, int]] = {
    NotationError: ("unreadable_action", 422),
    UnknownBot: ("unknown_bot", 422),
    LimitError: ("bad_limit", 422),
    NetworkFileError: ("no_network", 409),
    UnknownLink: ("unknown_link", 404),
    TooManyPlayers: ("too_many_players", 409),
    JaipurError: ("refused", 422),
}


def _headers_for(status: int) -> Headers | None:
    if status == 401:
        return {"WWW-Authenticate": "Bearer"}
    return {"Retry-After": str(RETRY_SECONDS)} if status in (429, 503) else None


def wants_page(scope: MutableMapping[str, Any]) -> bool:
    """Whether a browser asks for a page rather than for the API or an asset."""
    wanted = b"".join(value for name, value in scope["headers"] if name == b"accept")
    return b"text/html" in wanted and not scope["path"].startswith(("/api/", "/static/"))
