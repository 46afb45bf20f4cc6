"""Every route has a budget, and the page about hosting tells what it is."""

from __future__ import annotations

import re
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from jaipur.store.memory import MemoryStore
from jaipur.web.app import Settings, create_app
from jaipur.web.budgets import BUDGETS, Budget, Rated, budget_of
from jaipur.web.limits import Limits, Rate

from .playing import FakeBots

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
WORDS = {Rated.COMMANDS: "command", Rated.READS: "question", Rated.PAGES: "page"}
LIMITS = Limits()


def routes() -> set[tuple[str, str]]:
    """Method and path of everything that is served."""
    found: list[Any] = create_app(Settings(), MemoryStore(), FakeBots()).routes
    return {(method, route.path) for route in found for method in route.methods if method != "HEAD"}


def test_every_route_has_a_budget_and_every_budget_a_route() -> None:
    assert routes() == set(BUDGETS)


@pytest.mark.parametrize(("method", "path"), BUDGETS)
def test_a_request_finds_the_budget_of_its_route(method: str, path: str) -> None:
    asked = re.sub(r"{\w+}", "5f1c9a0e7b3d2846", path.replace("{path:path}", "js/core/api.js"))
    assert budget_of(method, asked) is BUDGETS[method, path]
    if method == "GET":
        assert budget_of("HEAD", asked) is BUDGETS[method, path]


@pytest.mark.parametrize(
    ("method", "path", "rate"),
    [
        ("GET", "/nowhere", Rated.PAGES),
        ("GET", "/api/nowhere", Rated.READS),
        ("GET", "/api/tables/t/events/more", Rated.READS),
        ("DELETE", "/api/tables/t/events", Rated.COMMANDS),
        ("BREW", "/nowhere", Rated.COMMANDS),
        ("OPTIONS", "/api/tables", Rated.READS),
    ],
)
def test_a_request_that_leads_nowhere_counts_as_one(method: str, path: str, rate: Rated) -> None:
    assert budget_of(method, path) == Budget(rate)


def test_everything_can_be_had_at_least_once() -> None:
    for budget in BUDGETS.values():
        rate: Rate = getattr(LIMITS, budget.rate)
        assert budget.price + budget.plain <= rate.burst
        assert budget.creates <= min(LIMITS.creations.burst, LIMITS.creations_of_address.burst)


def test_the_page_about_hosting_has_the_price_of_every_route() -> None:
    page = HOSTING.read_text("utf-8")
    table = page.partition("| request | counts as | |\n|---|---|---|\n")[2].partition("\n\n")[0]
    priced = [_row(*route, budget) for route, budget in BUDGETS.items() if _is_special(budget)]
    assert table.splitlines() == priced


def _is_special(budget: Budget) -> bool:
    return budget.price > 1 or budget.wrong > 0 or budget.at_once > 0 or budget.creates > 1


def _row(method: str, path: str, budget: Budget) -> str:
    notes = []
    if budget.wrong:
        notes.append(f"{budget.wrong} more if it is refused")
    if budget.plain:
        notes.append(f"{budget.plain} more if it may not be compressed")
    if budget.at_once:
        notes.append(f"{budget.at_once} at once")
    if budget.creates > 1:
        notes.append(f"as {budget.creates} new tables")
    price = f"{budget.price} {WORDS[budget.rate]}{'s' if budget.price > 1 else ''}"
    return f"| `{method} {path}` | {price} | {', '.join(notes)}{' ' if notes else ''}|"


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
    assert f"{LIMITS.strangers_at_once} times as\nmuch at once" in page
    assert LIMITS.assured == 0.1
    assert "a tenth of its own limits" in page
    assert f"{LIMITS.streams_assured} streams" in page


def _a_minute(rate: Rate) -> str:
    return f"{60 * rate.per_second:.0f} a minute, {rate.burst} at once"


def test_no_path_that_somebody_makes_up_is_kept() -> None:
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for number in range(200):
            budget_of("POST", f"/api/tables/{number}{4_000 * '🐫'}/commands")
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 100_000


@pytest.mark.parametrize("path", ["/api/tables//commands", "/t/", "/t//replay", "/api/tables/"])
def test_a_table_without_an_id_is_no_route(path: str) -> None:
    assert budget_of("GET", path) in (Budget(Rated.READS), Budget(Rated.PAGES))
    assert budget_of("POST", path) == Budget(Rated.COMMANDS)
