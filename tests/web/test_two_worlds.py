"""Two worlds a viewer cannot tell apart: every byte from every route and stream is the same.

For seats, watchers, programs, a device for two and strangers, along whole matches. The quick form
looks at a few versions of each match; JAIPUR_WORLDS=20 looks at 20 of them and at all turning
points, for every viewer.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace as changed

from jaipur.deals import Deal
from jaipur.errors import IllegalAction
from jaipur.notation import parse_action
from jaipur.seats import SEATS, Seat, other
from jaipur.session import bot_turns as bot_turns_module
from jaipur.session import clocks, commands, listeners, owner
from jaipur.session.commands import CommandContext
from jaipur.session.contract.basics import Phase
from jaipur.session.contract.commands import Act, Command
from jaipur.session.contract.events import ActedEvent, AnyEvent
from jaipur.session.contract.responses import RoundProof
from jaipur.session.facts import Acted, Fact
from jaipur.session.projection import Projection, view_of
from jaipur.session.table import Table
from jaipur.store.values import TableRow
from jaipur.view import View
from jaipur.web import match_routes as routes

from .playing import AIDS, KINDS, Harness
from .probes import PROBES, every_request, every_route, moment, wrong_methods
from .worlds import (
    Recorded,
    Transcript,
    Viewer,
    Watch,
    first_difference,
    hidden_places,
    other_deals,
    record,
    view_in,
)

MORE = int(os.environ.get("JAIPUR_WORLDS", "0"))
STRETCH = 5
"""How many versions a viewer follows before everything is asked."""
Which = tuple[str, str, Seat | None]
"""A kind of table, a memory aid and the seat of a program."""

SEEDS: dict[Which, int] = {
    ("bot", "off", None): 7,
    ("bot", "full", None): 14,
    ("same_device", "counts", None): 1,
    ("same_device", "full", None): 2,
    ("invitation", "off", None): 9,
    ("invitation", "counts", 1): 4,
    ("invitation", "full", 0): 9,
}
"""Short matches in which both seats still hide something, and a deck is left, after a round."""
QUICK = list(SEEDS)
DEEP: list[Which] = [("invitation", aid, seat) for aid in AIDS for seat in (None, *SEATS)]
DEEP += [(kind, aid, None) for kind in KINDS[1:] for aid in AIDS]
MATCHES = DEEP if MORE else QUICK[::3]


@cache
def played(which: Which) -> Recorded:
    """A match, always the same one."""
    kind, aid, program_at = which
    clock = {"bank": 3600, "increment": 5} if aid == "counts" else None
    seed = SEEDS.get(which, 1)
    return asyncio.run(record(kind, seed, program_at=program_at, memory_aid=aid, clock=clock))


@pytest.fixture(autouse=True)
def _time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time is not what differs between the worlds."""
    monkeypatch.setattr(clocks, "_now", lambda: 1000.0)
    monkeypatch.setattr(listeners, "WATCHERS_SECONDS", 3600.0)


async def transcript(
    match: Recorded, viewer: Viewer, deals: tuple[Deal, ...], version: int, start: int
) -> Transcript:
    """Everything a viewer gets who follows a table from `start` to a version and then asks."""
    async with match.harness(start, deals) as harness:
        watch = Watch(match, viewer, harness)
        await watch.follow_along(start, version)
        at = moment(match, viewer, version, Random(version))
        await watch.probe(every_request(at, still=start == 1))
        if start == 1:
            await watch.probe(wrong_methods(at))
        late = await watch.eyes.follow(viewer.asks(f"{watch.path}/events")).begun()
        watch.got.append(("late stream", await late.hang_up()))
        found = await harness.tables.owner(match.at.id)
        assert found.table.version == version  # nothing that was asked changed anything
        return watch.got


def other_world(match: Recorded, viewer: Viewer, version: int) -> tuple[Deal, ...]:
    """Deals that a viewer cannot tell from those of a match, at a version of it."""
    return other_deals(match.table(version), viewer.knows, Random(f"{viewer.name} {version}"))


def told_apart(
    match: Recorded, viewer: Viewer, version: int, start: int | None = None
) -> str | None:
    """What a viewer could tell two worlds apart by, at a version of a match."""
    first = match.before_bot(max(1, version - STRETCH)) if start is None else start
    others = other_world(match, viewer, version)
    here = asyncio.run(transcript(match, viewer, match.deals, version, first))
    there = asyncio.run(transcript(match, viewer, others, version, first))
    return first_difference(here, there)


def points(match: Recorded, viewer: Viewer, which: Which) -> list[int]:
    """The versions at which a viewer looks closely."""
    random = Random(f"{which} {viewer.name}")
    every = match.points(random, MORE or 2)
    return every if MORE else random.sample(every, 1)


# The harness itself


def test_every_route_is_asked() -> None:
    app = Harness().app
    assert every_route() == set(PROBES)
    described = {
        (method.upper(), path) for path, item in app.openapi()["paths"].items() for method in item
    }
    assert described <= set(PROBES)


def test_the_other_world_looks_the_same_and_is_another_one() -> None:
    differ = []
    for which in QUICK[:2]:
        match = played(which)
        for version in range(3, match.last + 1, 9):
            for seat in SEATS:
                table = match.table(version)
                deals = other_deals(table, seat, Random(version))
                assert view_in(match, version, deals, seat) == view_of(table, seat)
                if table.match and hidden_places(table.match.round, other(seat)):
                    theirs = view_in(match, version, deals, other(seat))
                    differ.append(theirs != view_of(table, other(seat)))
    assert sum(differ) > 0.8 * len(differ)
    assert len(differ) > 20


# Promise 3


@pytest.mark.parametrize("which", MATCHES, ids=lambda which: "-".join(map(str, which)))
def test_no_byte_depends_on_what_a_viewer_may_not_know(which: Which) -> None:
    match = played(which)
    for viewer in match.viewers.values():
        for version in points(match, viewer, which):
            found = told_apart(match, viewer, version)
            assert found is None, f"{viewer.name} at version {version}: {found}"


@pytest.mark.parametrize("name", ["seat 0", "program 1", "watcher"] if MORE else ["watcher"])
def test_a_whole_match_followed_from_the_first_version(name: str) -> None:
    """Every stream, poll and look from the creation to the last action but one."""
    match = played(("invitation", "counts", 1))
    assert told_apart(match, match.viewers[name], match.last, start=1) is None


Asked = list[tuple[str, bytes, str, int]]


async def asked(match: Recorded, deals: tuple[Deal, ...], version: int) -> Asked:
    """What the bot is asked up to a version at which it is to act."""
    start = match.before_bot(max(1, version - STRETCH))
    async with match.harness(start, deals) as harness:
        await Watch(match, match.viewers["stranger"], harness).follow_along(start, version)
        return [
            (bot, view.array.tobytes(), str(view), seed) for bot, view, seed in harness.bots.asked
        ]


def bot_told_apart(match: Recorded, version: int) -> bool:
    """Whether the bot, which sits at seat 1, is asked something else in the other world."""
    deals = other_deals(match.table(version), 1, Random(version))
    here, there = (asyncio.run(asked(match, d, version)) for d in (match.deals, deals))
    assert here
    return here != there


def bot_turns(match: Recorded) -> list[int]:
    return [t.version for t, _ in match.history if t.bot_to_act is not None]


def test_what_a_bot_is_asked_depends_on_nothing_it_may_not_know() -> None:
    for aid in ("off", "full"):
        match = played(("bot", aid, None))
        turns = bot_turns(match)
        for version in turns if MORE else turns[::9]:
            assert not bot_told_apart(match, version)


# Leaks that were planted are found


def after(
    module: Any, name: str, change: Callable[..., Any]
) -> Callable[[pytest.MonkeyPatch], None]:
    """A patch that lets `change` see the result and the arguments of a function."""
    real = getattr(module, name)

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(module, name, lambda *given: change(real(*given), *given))

    return patch


def _deck(table: Table) -> str:
    return "".join(card.letter for card in table.match.position.deck) if table.match else ""


def _hands_between_rounds(state: Any, seen: Projection, viewer: Any) -> Any:
    table = seen._table
    if table.phase is not Phase.BETWEEN or not table.match:
        return state
    sides = tuple(
        changed(side, hand=str(table.match.position.hand(seat)))
        for seat, side in zip(SEATS, state.round.sides, strict=True)
    )
    return changed(state, round=changed(state.round, sides=sides))


def _deck_in_order(state: Any, seen: Projection, viewer: Any) -> Any:
    return changed(state, round=state.round and changed(state.round, unseen=_deck(seen._table)))


LYING: dict[Projection, Any] = {}


def _left_lying_about(state: Any, seen: Projection, viewer: Any) -> Any:
    return LYING.setdefault(seen, state)  # what the first viewer was shown


def _bonus_value(told: AnyEvent, table: Table, fact: Any, at: float) -> AnyEvent:
    seat = fact.seat if isinstance(fact, Acted) else 0
    values = table.match.position.bonus_tokens(seat) if table.match else ()
    return changed(told, fallback=str(values)) if isinstance(told, ActedEvent) else told


def _rounds_before_the_end(proof: Any, table: Table) -> Any:
    rounds = table.match.rounds if table.match else ()
    shown = [RoundProof(0, one.starter, one.deal.letters, ()) for one in rounds]
    return changed(proof, rounds=tuple(shown))


def _other_eyes(view: View, table: Table, seat: Seat) -> View:
    return table.match.view(other(seat)) if table.match else view


def _touched_by_the_deck(row: TableRow, table: Table, *_: Any) -> TableRow:
    return replace(row, touched=row.touched + _deck(table).find("L"))


def _seed_by_the_deck(seed: int, table: Table) -> int:
    return seed + 2**32 * int.from_bytes(_deck(table).encode())


def legality_before_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Says whether an action is legal before it says whose turn it is."""
    real = commands.decide

    def decide(table: Table, seat: Seat, command: Command, moment: CommandContext) -> Fact:
        if isinstance(command, Act) and table.phase is Phase.PLAYING and table.match:
            action = parse_action(command.action)
            if reason := table.match.position.check(action):
                raise IllegalAction(reason, command.action)
        return real(table, seat, command, moment)

    monkeypatch.setattr(owner, "decide", decide)


Leak = tuple[Callable[[pytest.MonkeyPatch], None], str, Phase]
LEAKS: dict[str, Leak] = {
    "hands between rounds": (
        after(Projection, "state_for", _hands_between_rounds), "seat 0", Phase.BETWEEN,
    ),
    "hands for watchers": (
        after(Projection, "state_for", _hands_between_rounds), "watcher", Phase.BETWEEN,
    ),
    "order of the deck": (after(Projection, "state_for", _deck_in_order), "seat 0", Phase.PLAYING),
    "another viewer's state": (
        after(Projection, "state_for", _left_lying_about),
        "watcher",
        Phase.PLAYING,
    ),
    "values of bonus tokens": (after(owner, "event_of", _bonus_value), "watcher", Phase.PLAYING),
    "proof too early": (
        after(routes, "proof_of", _rounds_before_the_end), "seat 0", Phase.PLAYING,
    ),
    "checks by the other hand": (after(routes, "view_of", _other_eyes), "seat 0", Phase.PLAYING),
    "time in the list": (after(owner, "row_of", _touched_by_the_deck), "seat 0", Phase.PLAYING),
    "legality before turn": (legality_before_turn, "seat 0", Phase.PLAYING),
}  # fmt: skip


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    patch, name, phase = LEAKS[leak]
    found = [(match, v) for match in map(played, QUICK) for v in _with_secrets(match, name, phase)]
    assert found, "no match hides anything there: choose other SEEDS"
    match, version = found[0]
    assert told_apart(match, match.viewers[name], version) is None
    patch(monkeypatch)
    assert any(told_apart(match, match.viewers[name], version) for match, version in found[:12])


def _with_secrets(match: Recorded, name: str, phase: Phase) -> list[int]:
    """Some versions at which another hand than the viewer's is different in the other world."""
    if name not in match.viewers or match.at.kind == "bot":
        return []
    viewer, versions = match.viewers[name], []
    for table, _ in match.history[10 : match.last : 3 if phase is Phase.PLAYING else 1]:
        if table.phase is phase and table.match:
            deal = other_world(match, viewer, table.version)[len(table.match.rounds) - 1]
            hands = (
                sorted(d.hands[0]) + sorted(d.hands[1]) for d in (deal, table.match.round.deal)
            )
            if next(hands) != next(hands):
                versions.append(table.version)
    return versions


def test_a_leak_to_a_bot_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(("bot", "off", None))
    turn = bot_turns(match)[3]
    assert not bot_told_apart(match, turn)
    after(bot_turns_module, "bot_seed", _seed_by_the_deck)(monkeypatch)
    assert bot_told_apart(match, turn)
