"""Two worlds: tables that differ only in what a viewer may not know look alike to the byte."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random

import pytest
from msgspec import structs
from msgspec.json import encode

from jaipur import SEATS, Action, Deal, KeyedDeals, Position, Seat, SeededDeals, other
from jaipur.errors import JaipurError
from jaipur.session.contract.basics import Phase
from jaipur.session.contract.commands import Act, Command, Next, Ready, Rematch
from jaipur.session.export import proof_of
from jaipur.session.options import MemoryAid, Options
from jaipur.session.projection import Viewer, legal_actions_for, state_for
from jaipur.session.public_events import event_of
from jaipur.session.rows import row_of
from jaipur.session.table import Table
from tests.laws.test_two_worlds import other_world

from .harness import Secrets
from .walks import fact_of, walk

AIDS = tuple(MemoryAid)
SEEDS = (21, 22)


@dataclass(frozen=True)
class PinnedDeals:
    """Other deals under the same commitment: the one thing that may tell two worlds apart."""

    commitment: str

    def deal(self, round_number: int, /) -> Deal:
        return SeededDeals(99).deal(round_number)


def pinned(table: Table, position: Position) -> Table:
    """The same table with another truth: position, deal, key and every secret of its own."""
    assert table.match is not None
    secret = Secrets("another world")
    created = structs.replace(
        table.created, key=secret(32), bot_key=secret(16), invitation=secret(16)
    )
    played = replace(table.match.round, position=position, deal=SeededDeals(7).deal(1))
    match = replace(table.match, rounds=(*table.match.rounds[:-1], played))
    deals = PinnedDeals(table.commitment)
    return structs.replace(table, created=created, match=match, deals=deals)


def truth_of(table: Table) -> Position:
    assert table.match is not None
    return table.match.position


def twin_for(table: Table, viewer: Viewer, chance: Random) -> Table:
    """A table that this viewer cannot tell from the other."""
    position = truth_of(table)
    if viewer.seat is None:
        for seat in SEATS:  # a watcher knows neither hand
            position = other_world(position, seat, chance)
    else:
        position = other_world(position, viewer.seat, chance)
    return pinned(table, position)


@cache
def some_tables(aid: MemoryAid) -> tuple[Table, ...]:
    """Tables with cards on them whose match is not over."""
    options = Options(memory_aid=aid)
    found = []
    for seed in SEEDS:
        every = [t for t, _ in walk(seed, "people", options) if t.match is not None]
        found += [t for t in every if t.phase is Phase.BETWEEN]
        found += [t for t in every if t.phase is Phase.PLAYING][::8]
    return tuple(found)


def pairs(aid: MemoryAid, viewer: Viewer) -> Iterator[tuple[Table, Table]]:
    chance = Random(5)
    for table in some_tables(aid):
        yield table, twin_for(table, viewer, chance)


VIEWERS = [Viewer(seat, program) for program in (False, True) for seat in (0, 1, None)]
VIEWERS += [Viewer(seat, language="en") for seat in (0, 1, None)]


@pytest.mark.parametrize("aid", AIDS)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_two_worlds_look_alike(aid: MemoryAid, viewer: Viewer) -> None:
    differ = 0
    for table, twin in pairs(aid, viewer):
        differ += truth_of(table) != truth_of(twin)
        assert encode(state_for(table, viewer)) == encode(state_for(twin, viewer))
        assert encode(proof_of(table)) == encode(proof_of(twin))
        assert row_of(table, "", 1.0) == row_of(twin, "", 1.0)
    assert differ > 0.9 * len(some_tables(aid))


@pytest.mark.parametrize("seat", SEATS)
def test_two_worlds_have_the_same_legal_actions(seat: Seat) -> None:
    for table, twin in pairs(MemoryAid.FULL, Viewer(seat)):
        assert encode(legal_actions_for(table, seat)) == encode(legal_actions_for(twin, seat))


TRIED: tuple[Command, ...] = (
    *map(Act, ("-DD", "-L", "+KKK", "+K", "+D", "+G", "-LLLLLLL", "+DG-LL", "+DG-KK", "x", "")),
    Act("+KKK", (0, 1)), Act("+D", (7,)), Next(), Ready("00"), Ready("z"), Rematch(),
)  # fmt: skip


def answer(table: Table, seat: Seat, command: Command) -> tuple[str, ...] | None:
    """Everything that can be read off a refusal."""
    try:
        fact_of(table, seat, command)
    except JaipurError as error:
        return type(error).__name__, str(error), repr(sorted(error.data.items(), key=repr))
    return None


@pytest.mark.parametrize("seat", SEATS)
def test_two_worlds_refuse_alike(seat: Seat) -> None:
    """Whoever tries something, in turn or not, learns the same in both."""
    for table, twin in pairs(MemoryAid.COUNTS, Viewer(seat)):
        for command in TRIED:
            assert answer(table, seat, command) == answer(twin, seat, command)


def test_events_of_two_worlds_are_the_same_for_everybody() -> None:
    """Sales with a bonus above all: its value is nobody's but its owner's."""
    chance, bonuses = Random(8), 0
    for table in some_tables(MemoryAid.FULL):
        if table.phase is not Phase.PLAYING:
            continue
        seat = table.waits_for[0]
        for eyes in (Viewer(other(seat)), Viewer(None), Viewer(seat)):
            twin = twin_for(table, eyes, chance)
            for action in map(str, common_actions(table, twin)):
                if action.startswith("-"):
                    here, there = (told_of(world, seat, action) for world in (table, twin))
                    assert here == there
                    bonuses += b'"bonus_tier":null' not in here
    assert bonuses > 10


def common_actions(table: Table, twin: Table) -> list[Action]:
    return sorted(
        set(truth_of(table).legal_actions()) & set(truth_of(twin).legal_actions()), key=str
    )


def told_of(table: Table, seat: Seat, action: str) -> bytes:
    """The event that everybody would read of an action."""
    fact = fact_of(table, seat, Act(action))
    return encode(event_of(table.after(fact), fact, 1.0))


def test_who_watches_cannot_see_a_bonus_that_only_its_owner_knows() -> None:
    """The other way round: its owner does see it, so the test above tests something."""
    chance, seen_differently = Random(9), 0
    for table in some_tables(MemoryAid.OFF):
        twin = twin_for(table, Viewer(None), chance)
        for seat in SEATS:
            here, there = (state_for(world, Viewer(seat)) for world in (table, twin))
            seen_differently += here != there
    assert seen_differently > 10


def test_a_deck_that_is_turned_up_is_the_only_difference_an_action_may_show() -> None:
    chance = Random(10)
    for table in some_tables(MemoryAid.FULL):
        if table.phase is not Phase.PLAYING:
            continue
        seat = table.waits_for[0]
        them = other(seat)
        twin = twin_with_same_deck(table, them, chance)
        if twin is None:
            continue
        for action in common_actions(table, twin)[::9]:
            fact = fact_of(table, seat, Act(str(action)))
            here, there = table.after(fact), twin.after(fact)
            assert event_of(here, fact, 1.0) == event_of(there, fact, 1.0)
            if here.phase is Phase.PLAYING:
                assert encode(state_for(here, Viewer(them))) == encode(
                    state_for(there, Viewer(them))
                )


def twin_with_same_deck(table: Table, viewer: Seat, chance: Random) -> Table | None:
    """A twin whose hidden hand goes back and forth with the bottom of the deck only."""
    position = truth_of(table)
    if position.deck_size < 12:
        return None
    fields = dict(word.split("=") for word in str(position).split())
    hidden, plus, shown = fields[f"hand{other(viewer)}"].replace("-", "").partition("+")
    top, bottom = fields["deck"][:6], fields["deck"][6:]
    pool = chance.sample(hidden + bottom.replace("K", ""), len(hidden + bottom.replace("K", "")))
    fields[f"hand{other(viewer)}"] = "".join(pool[: len(hidden)]) + plus + shown or "-"
    fields["deck"] = top + "".join(pool[len(hidden) :]) + "K" * bottom.count("K")
    return pinned(table, Position.parse(" ".join(f"{k}={v}" for k, v in fields.items())))


def test_the_proof_before_the_end_has_no_key_and_no_card() -> None:
    for seed in SEEDS:
        for table, _ in walk(seed, "people", Options()):
            proof = proof_of(table)
            if table.phase is Phase.OVER:
                assert proof.key == table.created.key
                deals = KeyedDeals(bytes.fromhex(proof.key))
                assert deals.commitment == proof.commitment
            else:
                assert proof.key is None
                assert proof.rounds == ()
