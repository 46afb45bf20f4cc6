"""Every route has a cost, and docs/hosting.md lists it."""

from __future__ import annotations

import re
import tracemalloc
from pathlib import Path

import pytest

from jaipur.web.app import ROUTES
from jaipur.web.limits import Limits, Rate
from jaipur.web.route_costs import Cost, RateGroup
from jaipur.web.routing import Route, Routes

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
WORDS = {RateGroup.COMMANDS: "command", RateGroup.READS: "question", RateGroup.PAGES: "page"}
LIMITS = Limits()


def cost_of(method: str, path: str) -> Cost:
    return ROUTES.cost_of({"method": method, "path": path})


@pytest.mark.parametrize("route", list(ROUTES), ids=lambda route: f"{route.method} {route.path}")
def test_a_request_finds_its_route_and_what_it_costs(route: Route) -> None:
    table, file = "5f1c9a0e7b3d2846", "js/core/api.js"
    asked = re.sub(r"{\w+}", table, route.path.replace("{path:path}", file))
    match = ROUTES.find(asked)
    assert match is not None
    assert match.path == route.path
    assert match.routes[route.method] is route
    assert set(match.values) == ({table} if "{" in route.path else set()) | (
        {file} if ":path" in route.path else set()
    )
    assert cost_of(route.method, asked) is route.cost
    if route.method == "GET":
        assert cost_of("HEAD", asked) is route.cost


def test_no_route_is_declared_twice() -> None:
    with pytest.raises(ValueError, match="two routes"):
        Routes.combine(ROUTES, ROUTES)


@pytest.mark.parametrize(
    ("method", "path", "rate"),
    [
        ("GET", "/nowhere", RateGroup.PAGES),
        ("GET", "/api/nowhere", RateGroup.READS),
        ("GET", "/api/tables/t/events/more", RateGroup.READS),
        ("DELETE", "/api/tables/t/events", RateGroup.COMMANDS),
        ("BREW", "/nowhere", RateGroup.COMMANDS),
        ("OPTIONS", "/api/tables", RateGroup.READS),
    ],
)
def test_a_request_that_leads_nowhere_counts_as_one(
    method: str, path: str, rate: RateGroup
) -> None:
    assert cost_of(method, path) == Cost(rate)


def test_everything_can_be_had_at_least_once() -> None:
    for cost in (route.cost for route in ROUTES):
        rate: Rate = getattr(LIMITS, cost.rate)
        assert cost.price + cost.uncompressed_price <= rate.burst
        assert cost.creates <= min(LIMITS.creations.burst, LIMITS.creations_of_address.burst)


def test_the_page_about_hosting_has_the_price_of_every_route() -> None:
    page = HOSTING.read_text("utf-8")
    table = page.partition("| request | counts as | |\n|---|---|---|\n")[2].partition("\n\n")[0]
    priced = [_row(route) for route in ROUTES if _is_special(route.cost)]
    assert table.splitlines() == priced


def _is_special(cost: Cost) -> bool:
    return cost.price > 1 or cost.failure_price > 0 or cost.max_concurrent > 0 or cost.creates > 1


def _row(route: Route) -> str:
    cost = route.cost
    notes = []
    if cost.failure_price:
        notes.append(f"{cost.failure_price} more if it is refused")
    if cost.uncompressed_price:
        notes.append(f"{cost.uncompressed_price} more if it may not be compressed")
    if cost.max_concurrent:
        notes.append(f"{cost.max_concurrent} at once")
    if cost.creates > 1:
        notes.append(f"as {cost.creates} new tables")
    price = f"{cost.price} {WORDS[cost.rate]}{'s' if cost.price > 1 else ''}"
    return f"| `{route.method} {route.path}` | {price} | {', '.join(notes)}{' ' if notes else ''}|"


def test_the_page_about_hosting_has_the_limits_that_hold() -> None:
    page = HOSTING.read_text("utf-8")
    times = LIMITS.callers_per_address
    for rate in (LIMITS.commands, LIMITS.reads, LIMITS.pages):
        mine = f"| {rate.per_second} a second, {rate.burst} at once "
        assert f"{mine}| {times * rate.per_second} a second, {times * rate.burst} at once |" in page
    mine, here, new = map(
        _a_minute, (LIMITS.creations, LIMITS.creations_of_address, LIMITS.newcomers)
    )
    assert f"| new tables | {mine} | {here} |" in page
    assert f"| newcomers | | {new} |" in page
    streams = f"| {LIMITS.streams_per_address}, and {LIMITS.streams} altogether |"
    assert f"| open streams | {LIMITS.streams_per_caller} {streams}" in page
    assert f"| {LIMITS.body_bytes} bytes, {LIMITS.body_seconds:.0f} s to arrive |" in page
    assert f"{LIMITS.strangers_at_once} times as much at once" in " ".join(page.split())
    assert LIMITS.assured == 0.1
    assert "a tenth of its own limits" in " ".join(page.split())
    assert f"{LIMITS.streams_assured} streams" in page


def _a_minute(rate: Rate) -> str:
    return f"{60 * rate.per_second:.0f} a minute, {rate.burst} at once"


def test_no_path_that_somebody_makes_up_is_kept() -> None:
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for number in range(200):
            cost_of("POST", f"/api/tables/{number}{4_000 * '🐫'}/commands")
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 100_000


@pytest.mark.parametrize("path", ["/api/tables//commands", "/t/", "/t//replay", "/api/tables/"])
def test_a_table_without_an_id_is_no_route(path: str) -> None:
    assert cost_of("GET", path) in (Cost(RateGroup.READS), Cost(RateGroup.PAGES))
    assert cost_of("POST", path) == Cost(RateGroup.COMMANDS)
