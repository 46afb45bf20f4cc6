"""Identify the sender of a request: a device by its cookie, a program by its bearer token."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from ..errors import Code, SessionError
from ..session.people import PROGRAM_MARK, People, Person
from ..store.protocol import StoreError

COOKIE = "jaipur_device"
USUAL_PORTS = (None, 80, 443, 8731)
BEARER = "bearer "


def cookie_name(public_url: str) -> str:
    """The name of the device cookie; unusual ports get their own.

    Browsers share cookies between the ports of a host, so two servers on one host need two names.
    """
    port = urlsplit(public_url).port
    return COOKIE if port in USUAL_PORTS else f"{COOKIE}_{port}"


def token_of(headers: Mapping[str, str], cookie: str) -> tuple[str | None, bool]:
    """The token of a request, and whether it came as a bearer token."""
    authorization = headers.get("authorization", "")
    if authorization.lower().startswith(BEARER):
        return authorization[len(BEARER) :].strip(), True
    return cookie_in(headers.get("cookie", ""), cookie), False


def cookie_in(header: str, wanted: str) -> str | None:
    """The value of a cookie in a Cookie header."""
    for part in header.split(";"):
        name, _, value = part.strip().partition("=")
        if name == wanted:
            return value
    return None


async def person_with(headers: Mapping[str, str], people: People, cookie: str) -> Person:
    """The person whose token is in these headers. Raises SessionError for an unknown bearer."""
    token, is_bearer = token_of(headers, cookie)
    is_program = is_bearer and token is not None and token.startswith(PROGRAM_MARK)
    person = await people.identify(token, is_program=is_program)
    if is_bearer and not person.players:
        raise SessionError(Code.UNKNOWN_TOKEN)
    return person


class Callers:
    """Identifies the caller for the rate limits: by token hash, if the token is known.

    An invented token costs one store lookup, which is cheaper than refusing the request.
    """

    def __init__(self, people: People, cookie: str) -> None:
        self._people = people
        self._cookie = cookie

    async def __call__(self, scope: Mapping[str, Any]) -> str:
        """The token hash of a known caller; empty if unknown."""
        token, _ = token_of(raw_headers(scope), self._cookie)
        try:
            person = await self._people.identify(token)
        except (StoreError, SessionError):  # the handler reports it
            return ""
        return person.token_hash


def raw_headers(scope: Mapping[str, Any]) -> dict[str, str]:
    """The few headers that are needed, without decoding all of them."""
    return {
        WANTED[name]: value.decode("latin-1") for name, value in scope["headers"] if name in WANTED
    }


WANTED = {
    name.encode("ascii"): name
    for name in (*("accept-encoding", "authorization", "cookie", "if-none-match", "last-event-id"),)
}
