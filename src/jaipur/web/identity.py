"""Who a request comes from: a device by its cookie, a program by its bearer token."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from ..errors import Code, SessionError
from ..session.people import NOBODY, PROGRAM_MARK, People, Person
from ..store.protocol import StoreError
from .limits import UNKNOWN_ADDRESS, address_of

COOKIE = "jaipur_device"
USUAL_PORTS = (None, 80, 443, 8731)
COOKIE_SECONDS = 400 * 24 * 3600
BEARER = "bearer "


def cookie_name(public_url: str) -> str:
    """The name of our cookie: browsers keep one for all ports of a host, two servers need two."""
    port = urlsplit(public_url).port
    return COOKIE if port in USUAL_PORTS else f"{COOKIE}_{port}"


def token_of(headers: Mapping[str, str], cookie: str) -> tuple[str | None, bool]:
    """The token of a request, and whether it came as a bearer token."""
    authorization = headers.get("authorization", "")
    if authorization.lower().startswith(BEARER):
        return authorization[len(BEARER) :].strip(), True
    return _cookie(headers.get("cookie", ""), cookie), False


def _cookie(header: str, wanted: str) -> str | None:
    for part in header.split(";"):
        name, _, value = part.strip().partition("=")
        if name == wanted:
            return value
    return None


async def person_of(request: Request) -> Person:
    """Who asks; a bearer token that nobody knows is refused."""
    person = await person_with(request.headers, people_of(request), request.app.state.cookie)
    return person if person.players else Person(origin=f"at {address_of(request.scope)}")


async def person_with(headers: Mapping[str, str], people: People, cookie: str) -> Person:
    """Who has the token of these headers."""
    token, is_bearer = token_of(headers, cookie)
    is_program = is_bearer and token is not None and token.startswith(PROGRAM_MARK)
    person = await people.identify(token, is_program=is_program)
    if is_bearer and not person.players:
        raise SessionError(Code.UNKNOWN_TOKEN)
    return person


def people_of(request: Request) -> People:
    """The people of the server."""
    people: People = request.app.state.tables.people
    return people


def household_of(request: Request) -> str:
    """With whom somebody new shares the bots: all who are new at the same address."""
    address = address_of(request.scope)
    return "" if address == UNKNOWN_ADDRESS else f"at {address}"


class Welcome:
    """Whoever does something for the first time on a device gets a token for it."""

    def __init__(self, request: Request, person: Person, token: str | None) -> None:
        self.person = person
        self._token = token
        self._state = request.app.state

    @classmethod
    async def of(cls, request: Request) -> Welcome:
        """Who asks, made known if they were not."""
        person, token = await person_of(request), None
        if not person.players:
            token, person = await people_of(request).newcomer(household=household_of(request))
        return cls(request, person, token)

    @classmethod
    def with_token(cls, request: Request, token: str | None) -> Welcome:
        """Somebody who was just given a token, or None who has one already."""
        return cls(request, NOBODY, token)

    def on(self, response: Response) -> Response:
        """Give the token along with an answer."""
        if self._token:
            response.set_cookie(
                self._state.cookie,
                self._token,
                max_age=COOKIE_SECONDS,
                secure=self._state.settings.is_secure,
                httponly=True,
                samesite="lax",
            )
        return response


class Callers:
    """Names the caller for the limits: known tokens by themselves, nobody else.

    A made-up token costs one look into the store, which is less than refusing the request.
    """

    def __init__(self, people: People, cookie: str) -> None:
        self._people = people
        self._cookie = cookie

    async def __call__(self, scope: Mapping[str, Any]) -> str:
        """The name of who makes a request; empty for a stranger."""
        token, _ = token_of(raw_headers(scope), self._cookie)
        try:
            person = await self._people.identify(token)
        except (StoreError, SessionError):  # the route will say so
            return ""
        return person.token_hash


def raw_headers(scope: Mapping[str, Any]) -> dict[str, str]:
    """The few headers that matter here, without the trouble of reading all."""
    return {
        WANTED[name]: value.decode("latin-1") for name, value in scope["headers"] if name in WANTED
    }


WANTED = {
    b"authorization": "authorization",
    b"cookie": "cookie",
    b"last-event-id": "last-event-id",
}
