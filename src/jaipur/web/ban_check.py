"""Check whether a request comes from a banned device or address."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from starlette.responses import Response

from ..session.bans import Bans
from ..session.people import hash_token
from .error_responses import edge_failure, language_of
from .identity import raw_headers, token_of
from .logs import Scope

BannedUntil = Callable[[Scope, str], float | None]


def banned_until(bans: Bans, cookie: str) -> BannedUntil:
    """Return a function that says when the ban on a request ends; None if it is not banned."""

    def until(scope: Scope, address: str) -> float | None:
        if not bans:
            return None
        token, _ = token_of(raw_headers(scope), cookie)
        return bans.until(hash_token(token) if token else "", address)

    return until


def banned_answer(scope: Scope, until: float) -> Response:
    """The response for a client that was banned after it had passed the middleware."""
    return edge_failure("banned", language_of(scope["headers"]), {"until": moment_text(until)})


def nobody_is_banned(_scope: Scope, _address: str) -> float | None:
    """The check for middleware without bans."""
    return None


def moment_text(seconds: float) -> str:
    """Format a Unix time as a date and time in UTC."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"
