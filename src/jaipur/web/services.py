"""The services that public handlers use, and the identity of the person behind a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from ..jobs.runner import JobRunner
from ..session.people import NOBODY, Person
from ..session.tables import Tables
from ..store.protocol import Store
from .dispatch import JsonResponse, RequestContext
from .identity import person_with
from .limits import UNKNOWN_ADDRESS, address_of
from .open_streams import OpenStreams
from .openapi import Description
from .share_links import Links

COOKIE_SECONDS = 400 * 24 * 3600


@dataclass(slots=True)
class Services:
    """The parts of a server."""

    tables: Tables
    store: Store
    jobs: JobRunner
    open_streams: OpenStreams
    links: Links
    description: Description
    cookie: str
    is_secure: bool
    """Whether browsers connect over HTTPS, so that cookies can be marked secure."""
    commands: int = 0
    """Number of commands received, accepted or not."""


PublicRequest = RequestContext[Services]
"""A request to a public route."""


async def person_of(request: PublicRequest) -> Person:
    """The person making the request. Raises SessionError for an unknown bearer token."""
    services = request.services
    person = await person_with(request.headers, services.tables.people, services.cookie)
    return person if person.players else Person(origin=f"at {address_of(request.scope)}")


def household_of(request: PublicRequest) -> str:
    """The group a new person shares bot time with: all newcomers at the same address."""
    address = address_of(request.scope)
    return "" if address == UNKNOWN_ADDRESS else f"at {address}"


class DeviceLogin:
    """A person and, for a device seen for the first time, the cookie that identifies it."""

    def __init__(self, request: PublicRequest, person: Person, token: str | None) -> None:
        self.person = person
        self._token = token
        self._services = request.services

    @classmethod
    async def ensure(cls, request: PublicRequest) -> DeviceLogin:
        """Identify the person making the request, registering a new device if necessary."""
        person, token = await person_of(request), None
        if not person.players:
            people = request.services.tables.people
            token, person = await people.newcomer(household=household_of(request))
        return cls(request, person, token)

    @classmethod
    def with_token(cls, request: PublicRequest, token: str | None) -> DeviceLogin:
        """Wrap a token that was just issued; None if the device already has one."""
        return cls(request, NOBODY, token)

    def respond(self, answer: Any, status: int = 200) -> Response:
        """Return a JSON response that sets the cookie if the device is new."""
        response = JsonResponse.of(answer, status)
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
