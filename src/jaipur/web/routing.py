"""The routes: each is declared once, beside its handler, with all that anybody has to know of it.

What it takes and gives, what it costs, who may use it and what it refuses with: the way in
(`dispatch.py`), the guard and the description of the interface all read it here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from .logs import Scope
from .route_access import Who
from .route_costs import Cost, cost_of_nothing

H = TypeVar("H", bound=Callable[..., Awaitable[Any]])
MOST_PARTS = 8
"""A path with more parts than these is no route's, or the end of a file's."""
REST = ":path}"


@dataclass(frozen=True, slots=True, eq=False)
class Route:
    """A method and a path, what they mean, and who does it.

    The handler is given the call, the parts of the path in braces, `query` and `body`. It returns
    what `answer` says, or a whole response.
    """

    method: str
    path: str
    handler: Callable[..., Awaitable[Any]]
    cost: Cost
    who: Who | None = None
    """None: not part of the described interface."""
    refuses: tuple[str, ...] = ()
    body: Any = None
    query: Any = None
    answer: Any = None
    media: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What it answers that has no type: the OpenAPI media types."""
    status: int = 200
    with_head: bool = False
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """The types of the parts of the path in braces, in order."""


class RouteMatch(NamedTuple):
    """Where a path leads: its routes by method, and the parts that the caller chose."""

    path: str
    routes: Mapping[str, Route]
    chosen: tuple[str, ...]


class Routes:
    """Routes by path; `parameters` are the types of the parts of a path that stand in braces."""

    def __init__(self, **parameters: Any) -> None:
        self._parameters = parameters
        self._root = _Node()
        self._routes: list[Route] = []

    @classmethod
    def of(cls, *parts: Routes) -> Routes:
        """All routes of several parts."""
        whole = cls()
        for part in parts:
            for route in part:
                whole.add(route)
        return whole

    def __iter__(self) -> Iterator[Route]:
        return iter(self._routes)

    def route(self, method: str, path: str, *, cost: Cost, **about: Any) -> Callable[[H], H]:
        """Declare a route: `about` is the rest of `Route`."""
        names = [part[1:].removesuffix(REST).removesuffix("}") for part in _braced(path)]
        parameters = {name: self._parameters.get(name, str) for name in names}

        def keep(handler: H) -> H:
            self.add(Route(method, path, handler, cost, parameters=parameters, **about))
            return handler

        return keep

    def add(self, route: Route) -> None:
        """Take in a route."""
        node = self._root
        for part in route.path.split("/"):
            node = node.step(part)
        node.path = route.path
        for method in (route.method, "HEAD") if route.with_head else (route.method,):
            if method in node.routes:
                raise ValueError(f"two routes for {method} {route.path}")
            node.routes[method] = route
        self._routes.append(route)

    def find(self, path: str) -> RouteMatch | None:
        """Where a path leads; nothing is kept of one that somebody made up."""
        node, chosen = self._root, []
        parts = path.split("/", MOST_PARTS)
        for number, part in enumerate(parts):
            named = node.named.get(part)
            if named is not None:
                node = named
            elif node.rest is not None and part:
                chosen.append("/".join(parts[number:]))
                node = node.rest
                break
            elif node.any is not None and part and number < MOST_PARTS:
                chosen.append(part)
                node = node.any
            else:
                return None
        return RouteMatch(node.path, node.routes, tuple(chosen)) if node.routes else None

    def place_of(self, scope: Scope) -> RouteMatch | None:
        """Where a request leads; its path is looked at once, and the log knows it from then on."""
        if "place" not in scope:
            scope["place"] = self.find(scope["path"])
        place: RouteMatch | None = scope["place"]
        return place

    def cost_of(self, scope: Scope) -> Cost:
        """What a request costs."""
        place, method = self.place_of(scope), scope["method"]
        routes = place.routes if place else {}
        route = routes.get(method) or (routes.get("GET") if method == "HEAD" else None)
        return route.cost if route else cost_of_nothing(method, scope["path"])


class _Node:
    """What may follow the beginning of a path."""

    __slots__ = ("any", "named", "path", "rest", "routes")

    def __init__(self) -> None:
        self.named: dict[str, _Node] = {}
        self.any: _Node | None = None
        self.rest: _Node | None = None
        self.path = ""
        self.routes: dict[str, Route] = {}

    def step(self, part: str) -> _Node:
        """The node after one more part of a path, made if it is new."""
        if part.endswith(REST):
            self.rest = self.rest or _Node()
            return self.rest
        if part.startswith("{"):
            self.any = self.any or _Node()
            return self.any
        return self.named.setdefault(part, _Node())


def _braced(path: str) -> list[str]:
    return [part for part in path.split("/") if part.startswith("{")]
