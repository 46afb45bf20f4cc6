"""Routes: each is declared once, next to its handler.

The declaration gives its types, its cost, who may use it and its error codes. Dispatch
(`dispatch.py`), the middleware and the OpenAPI document all read it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from .logs import Scope
from .route_access import Access
from .route_costs import Cost, cost_of_unmatched

H = TypeVar("H", bound=Callable[..., Awaitable[Any]])
MOST_PARTS = 8
"""No route has more path segments; only a `:path` parameter can match the rest."""
REST = ":path}"


@dataclass(frozen=True, slots=True, eq=False)
class Route:
    """A method and a path, their types and their handler.

    The handler takes the request, the path parameters, `query` and `body`. It returns a value of
    type `answer`, or a complete response.
    """

    method: str
    path: str
    handler: Callable[..., Awaitable[Any]]
    cost: Cost
    access: Access | None = None
    """None: not part of the public API."""
    errors: tuple[str, ...] = ()
    body: Any = None
    query: Any = None
    answer: Any = None
    media: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The OpenAPI media types of answers that have no type."""
    status: int = 200
    with_head: bool = False
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """The types of the path parameters, in order."""


class RouteMatch(NamedTuple):
    """The routes at a path by method, and the values of its parameters."""

    path: str
    routes: Mapping[str, Route]
    values: tuple[str, ...]


class Routes:
    """A router. `parameters` are the types of path parameters by name."""

    def __init__(self, **parameters: Any) -> None:
        self._parameters = parameters
        self._root = _Node()
        self._routes: list[Route] = []

    @classmethod
    def combine(cls, *parts: Routes) -> Routes:
        """Merge several routers into one."""
        whole = cls()
        for part in parts:
            for route in part:
                whole.add(route)
        return whole

    def __iter__(self) -> Iterator[Route]:
        return iter(self._routes)

    def route(self, method: str, path: str, *, cost: Cost, **about: Any) -> Callable[[H], H]:
        """Decorate a handler; `about` are the remaining fields of `Route`."""
        names = [part[1:].removesuffix(REST).removesuffix("}") for part in _braced(path)]
        parameters = {name: self._parameters.get(name, str) for name in names}

        def register(handler: H) -> H:
            self.add(Route(method, path, handler, cost, parameters=parameters, **about))
            return handler

        return register

    def add(self, route: Route) -> None:
        """Register a route."""
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
        """Find the routes at a path; None if there are none. Unknown paths are not cached."""
        node, values = self._root, []
        parts = path.split("/", MOST_PARTS)
        for number, part in enumerate(parts):
            named = node.named.get(part)
            if named is not None:
                node = named
            elif node.rest is not None and part:
                values.append("/".join(parts[number:]))
                node = node.rest
                break
            elif node.any is not None and part and number < MOST_PARTS:
                values.append(part)
                node = node.any
            else:
                return None
        return RouteMatch(node.path, node.routes, tuple(values)) if node.routes else None

    def match(self, scope: Scope) -> RouteMatch | None:
        """Match a request once and remember the result in its scope, for the log as well."""
        if "route_match" not in scope:
            scope["route_match"] = self.find(scope["path"])
        match: RouteMatch | None = scope["route_match"]
        return match

    def cost_of(self, scope: Scope) -> Cost:
        """The cost of a request."""
        match, method = self.match(scope), scope["method"]
        routes = match.routes if match else {}
        route = routes.get(method) or (routes.get("GET") if method == "HEAD" else None)
        return route.cost if route else cost_of_unmatched(method, scope["path"])


class _Node:
    """A node of the routing tree: what may follow a path prefix."""

    __slots__ = ("any", "named", "path", "rest", "routes")

    def __init__(self) -> None:
        self.named: dict[str, _Node] = {}
        self.any: _Node | None = None
        self.rest: _Node | None = None
        self.path = ""
        self.routes: dict[str, Route] = {}

    def step(self, part: str) -> _Node:
        """The node after one more path segment, created if new."""
        if part.endswith(REST):
            self.rest = self.rest or _Node()
            return self.rest
        if part.startswith("{"):
            self.any = self.any or _Node()
            return self.any
        return self.named.setdefault(part, _Node())


def _braced(path: str) -> list[str]:
    return [part for part in path.split("/") if part.startswith("{")]
