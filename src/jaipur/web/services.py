"""What the handlers of the public routes work with, and who calls them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from ..jobs.runner import JobRunner
from ..session.people import NOBODY, Person
from ..session.tables import Tables
from ..store.protocol import Store
from .dispatch import Call, Json
from .identity import person_with
from .limits import UNKNOWN_ADDRESS, address_of
from .open_streams import Following
from .openapi import Description
from .share_links import Links

COOKIE_SECONDS = 400 * 24 * 3600


@dataclass(slots=True)
class Services:
    """The parts of a server."""

    tables: Tables
    store: Store
    jobs: JobRunner
    following: Following
    links: Links
    description: Description
    cookie: str
    is_secure: bool
    """Whether browsers reach it encrypted, so that cookies can insist on it."""
    commands: int = 0
    """How many were given, and taken or refused."""


PublicCall = Call[Services]
"""A call of a public route."""


async def person_of(call: PublicCall) -> Person:
    """Who asks; a bearer token that nobody knows is refused."""
    services = call.services
    person = await person_with(call.headers, services.tables.people, services.cookie)
    return person if person.players else Person(origin=f"at {address_of(call.scope)}")


def household_of(call: PublicCall) -> str:
    """With whom somebody new shares the bots: all who are new at the same address."""
    address = address_of(call.scope)
    return "" if address == UNKNOWN_ADDRESS else f"at {address}"


class Welcome:
    """Whoever does something for the first time on a device gets a token for it."""

    def __init__(self, call: PublicCall, person: Person, token: str | None) -> None:
        self.person = person
        self._token = token
        self._services = call.services

    @classmethod
    async def of(cls, call: PublicCall) -> Welcome:
        """Who asks, made known if they were not."""
        person, token = await person_of(call), None
        if not person.players:
            people = call.services.tables.people
            token, person = await people.newcomer(household=household_of(call))
        return cls(call, person, token)

    @classmethod
    def with_token(cls, call: PublicCall, token: str | None) -> Welcome:
        """Somebody who was just given a token, or None who has one already."""
        return cls(call, NOBODY, token)

    def on(self, answer: Any, status: int = 200) -> Response:
        """Give the token along with an answer."""
        response = Json.of(answer, status)
        if self._token:
            response.set_cookie(
                self._services.cookie,
                self._token,
                max_age=COOKIE_SECONDS,
                secure=self._services.is_secure,
                httponly=True,
                samesite="lax",
            )
        return response
