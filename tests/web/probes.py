"""Requests to every route that change nothing at a table, for all kinds of callers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from urllib.parse import quote

from jaipur.errors import IllegalAction
from jaipur.notation import parse_action
from jaipur.seats import SEATS
from jaipur.session.contract.basics import Phase
from jaipur.session.facts import Acted
from jaipur.session.projection import view_of
from jaipur.session.table import Table
from jaipur.view import View
from jaipur.web.app import ROUTES
from jaipur.web.assets import assets

from ..nonces import INVITATION, NONCE
from ..submitting import submission
from .playing import Data
from .worlds import Recorded, Request, Viewer

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
SOME_ACTIONS = (
    *("+D", "+G", "+S", "+C", "+P", "+L", "+K", "+KK", "+KKK", "+KKKK", "+KKKKK"),
    *("-DD", "-GG", "-SS", "-CC", "-P", "-LLL", "-LLLL", "-D", "-KK", "-CP"),
    *("+DD-LL", "+CP-KK", "+LL-CC", "+SC-KL", "+D-L", "+DG-DL"),
)
UNREADABLE = ("", "+DX", "é", "+D" * 25)


@dataclass(frozen=True)
class Moment:
    """A table at a version, and who asks."""

    recorded: Recorded
    viewer: Viewer
    version: int
    actions: tuple[str, ...]
    """Actions to try, whoever may do them."""

    @property
    def table(self) -> Table:
        """The table in the first of the two worlds."""
        return self.recorded.table(self.version)

    @property
    def path(self) -> str:
        """Where its routes are."""
        return self.recorded.at.path

    def refused(self) -> Iterator[str]:
        """The actions that the viewer may not do now, which is theirs to know."""
        seat = self.viewer.knows
        if self.table.phase is not Phase.PLAYING or seat is None:
            yield from self.actions
            return
        view = view_of(self.table, seat)
        for text in self.actions:
            if view.turn != seat or not is_legal(view, text):
                yield text


def is_legal(view: View, text: str) -> bool:
    """Whether a view allows an action."""
    try:
        return view.check(parse_action(text)) is None
    except IllegalAction:  # no position allows it
        return False


def moment(recorded: Recorded, viewer: Viewer, version: int, random: Random) -> Moment:
    """A moment with actions to try: what each seat could do, and what nobody could."""
    table = recorded.table(version)
    views = [view_of(table, seat) for seat in SEATS if table.phase is Phase.PLAYING]
    legal = [str(action) for view in views for action in view.as_if_to_act().legal_actions()]
    tried = random.sample(legal, min(6, len(legal))) + random.sample(SOME_ACTIONS, 4)
    return Moment(recorded, viewer, version, tuple(dict.fromkeys(tried)))


Probe = Callable[[Moment], Iterator[Request]]
PROBES: dict[tuple[str, str], Probe] = {}
"""For each method and route, what is asked."""


def probe(method: str, route: str) -> Callable[[Probe], Probe]:
    """Keeps what is asked of a route."""

    def keep(asked: Probe) -> Probe:
        PROBES[method, route] = asked
        return asked

    return keep


def every_route() -> set[tuple[str, str]]:
    """Every method and route that is answered."""
    asked = {(route.method, route.path) for route in ROUTES}
    return asked | {("HEAD", route.path) for route in ROUTES if route.with_head}


FILE = "/static/{digest}/{path:path}"
STILL = {
    (method, route)
    for method in ("GET", "HEAD")
    for route in ("/api/openapi.json", "/learn", "/rules", FILE)
}
"""Long and the same for everybody at all times, so it is asked less often."""


def every_request(at: Moment, *, still: bool = False) -> Iterator[Request]:
    """What is asked of all routes; those that stand still only if wanted."""
    for route, asked in PROBES.items():
        if still or route not in STILL:
            yield from asked(at)


def wrong_methods(at: Moment) -> Iterator[Request]:
    """Every route by every method that it does not take."""
    for route in sorted({route for _, route in PROBES}):
        for method in METHODS:
            if (method, route) not in PROBES:
                body: Data | None = {} if method in ("POST", "PUT", "PATCH") else None
                yield method, route.replace("{table}", at.recorded.at.id), body


def _plain(method: str, route: str, *bodies: Data | None) -> None:
    @probe(method, route)
    def _(at: Moment) -> Iterator[Request]:
        for body in bodies or (None,):
            yield method, route.replace("{table}", at.recorded.at.id), body


PAGES = ("/", "/t/{table}", "/t/{table}/replay", "/learn", "/rules", "/move")
for _page in (*PAGES, "/api/health", "/api/bots", "/api/openapi.json"):
    _plain("GET", _page)
for _page in (*PAGES, "/api/openapi.json"):
    _plain("HEAD", _page)
_plain("POST", "/api/device")
_plain("GET", "/api/tables")
_plain("POST", "/api/programs")
_plain("POST", "/api/device/link", {"keep": True}, {"keep": False}, {"keep": 1})
_plain("POST", "/api/device/claim", {"link": "made-up"}, {})
_plain("GET", "/api/tables/{table}/links")
_plain("GET", "/api/tables/{table}/proof")
_plain("GET", "/api/tables/{table}/replay")


@probe("GET", FILE)
def _file(at: Moment) -> Iterator[Request]:
    for path in ("art.svg", "css/base.css", "js/nothing.js", "../app.py"):
        yield "GET", f"{assets().root}/{path}", None
    yield "GET", "/static/0123456789ab/art.svg", None


@probe("HEAD", FILE)
def _head_of_file(at: Moment) -> Iterator[Request]:
    yield "HEAD", f"{assets().root}/art.svg", None


@probe("POST", "/api/tables")
def _create(at: Moment) -> Iterator[Request]:
    # The creation that made this table, by its own id: a repeat, for who made it.
    for number in ("command-000001", "another-000001"):
        opponent = INVITATION
        yield "POST", "/api/tables", {"id": number, "name": "Ana", "opponent": opponent}
    wrong = {"kind": "bot", "bot": "nobody"}
    yield "POST", "/api/tables", {"id": "another-000002", "name": "Ana", "opponent": wrong}


@probe("GET", "/api/tables/{table}")
def _look(at: Moment) -> Iterator[Request]:
    yield "GET", at.viewer.asks(at.path), None
    yield "GET", at.path, None
    yield "GET", f"{at.path}?seat=2", None
    yield from _from_other_seats(at, "")


def _from_other_seats(at: Moment, end: str, query: str = "") -> Iterator[Request]:
    """With the eyes of a seat that is not the viewer's; a device that holds both may have them."""
    if at.viewer.seat is None and at.viewer.name != "device":
        for seat in (0, 1):
            yield "GET", f"{at.path}{end}?seat={seat}{query}", None


@probe("GET", "/api/tables/{table}/updates")
def _updates(at: Moment) -> Iterator[Request]:
    path = f"{at.path}/updates"
    yield "GET", at.viewer.asks(path), None
    for after in (0, 1, at.version - 1, at.version, at.version + 5):
        yield "GET", at.viewer.asks(path, after=after), None
    yield from _from_other_seats(at, "/updates", "&after=0")


@probe("GET", "/api/tables/{table}/events")
def _events(at: Moment) -> Iterator[Request]:
    # Streams that are answered are followed elsewhere; here are those that are refused.
    yield "GET", f"{at.path}/events?seat=2", None
    if at.viewer.name == "stranger":
        yield "GET", f"{at.path}/events", None
    for method, path, body in _from_other_seats(at, "/events"):
        if not path.endswith(f"seat={at.viewer.knows}"):
            yield method, path, body


@probe("POST", "/api/tables/{table}/commands")
def _commands(at: Moment) -> Iterator[Request]:
    for number, body in enumerate(_bodies(at)):
        whole: Data = {"id": f"probe-{number:06}", "version": at.version} | body
        if at.viewer.seat is not None:
            whole = {"seat": at.viewer.seat} | whole
        yield "POST", f"{at.path}/commands", submission(**whole)


def _bodies(at: Moment) -> Iterator[Data]:
    for action in at.refused():
        yield {"kind": "act", "action": action}
    for action in UNREADABLE:
        yield {"kind": "act", "action": action}
    for action in at.actions[::4]:
        yield {"kind": "act", "action": action, "version": at.version - 1 or 99}
        yield {"kind": "act", "action": action, "places": [0, 0, 9], "id": "places-000001"}
    phase = at.table.phase
    last = at.recorded.history[at.version - 1][1]
    if isinstance(last, Acted) and last.seat == at.viewer.knows:  # the same id for another action
        yield {"kind": "act", "action": "+KK", "id": f"again-{at.version:06}"}
    yield {"kind": "rematch"}
    if phase is not Phase.WAITING:
        yield {"kind": "ready", "nonce": NONCE}
        yield {"kind": "close"}
    if phase is not Phase.BETWEEN:
        yield {"kind": "next"}
    yield {"kind": "resign", "version": at.version + 1}
    yield {"kind": "dance"}


@probe("POST", "/api/tables/{table}/invitation")
def _invitation(at: Moment) -> Iterator[Request]:
    for secret in (_invitation_of(at), "made-up", ""):
        yield "POST", f"{at.path}/invitation", {"invitation": secret}


@probe("POST", "/api/tables/{table}/join")
def _join(at: Moment) -> Iterator[Request]:
    if at.table.phase is not Phase.WAITING:
        for secret in (_invitation_of(at), "made-up"):
            body = {"id": "joining-1", "invitation": secret, "name": "Eve", "nonce": "00"}
            yield "POST", f"{at.path}/join", body


def _invitation_of(at: Moment) -> str:
    return at.table.created.invitation


@probe("POST", "/api/tables/{table}/watch")
def _watch(at: Moment) -> Iterator[Request]:
    keys = ["made-up", ""]
    if at.viewer.name != "stranger":
        keys.append(at.recorded.at.secret("watch"))
    for key in keys:
        yield "POST", f"{at.path}/watch", {"key": key}


@probe("GET", "/api/tables/{table}/legal")
def _legal(at: Moment) -> Iterator[Request]:
    yield "GET", at.viewer.asks(f"{at.path}/legal"), None
    yield from _from_other_seats(at, "/legal")


@probe("GET", "/api/tables/{table}/check")
def _check(at: Moment) -> Iterator[Request]:
    for text in (*at.actions, *UNREADABLE):
        yield "GET", at.viewer.asks(f"{at.path}/check", action=quote(text, safe="")), None
    yield from _from_other_seats(at, "/check", "&action=-LL")


@probe("GET", "/api/tables/{table}/record")
def _record(at: Moment) -> Iterator[Request]:
    for form in ("", "?form=text", "?form=json", "?form=yaml"):
        yield "GET", f"{at.path}/record{form}", None
