"""Whole matches as the versions of a table, without an owner: fast and deterministic."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache

from msgspec.structs import replace

from jaipur import Position, Seat
from jaipur.session.commands import CommandContext, Joining, decide
from jaipur.session.contract.basics import Phase, SeatKind
from jaipur.session.contract.commands import Act, Command, Join, Next, Ready
from jaipur.session.contract.events import AnyEvent
from jaipur.session.facts import Created, Fact, SeatHolder, write_fact
from jaipur.session.options import Options
from jaipur.session.public_events import event_of, letters
from jaipur.session.table import Table
from jaipur.store.values import StoredEvent

from .harness import COMMITTED, NONCE, Secrets, any_act

KINDS = ("people", "bot", "hot_seat")
SEAT_HOLDERS: dict[str, tuple[SeatHolder, SeatHolder]] = {
    "people": (SeatHolder(SeatKind.PERSON, "Ana", "ana"), SeatHolder(SeatKind.OPEN)),
    "hot_seat": (
        SeatHolder(SeatKind.PERSON, "Ana", "ana"),
        SeatHolder(SeatKind.PERSON, "Ben", "ana"),
    ),
    "bot": (
        SeatHolder(SeatKind.PERSON, "Ana", "ana"),
        SeatHolder(SeatKind.BOT, "greedy", None, "greedy"),
    ),
}


def created(kind: str = "people", options: Options | None = None, seed: int = 0) -> Created:
    """The fact that a table was set up."""
    secret = Secrets(f"walk {seed} ")
    return Created(
        SEAT_HOLDERS[kind],
        options or Options(),
        key=secret(32),
        invitation=secret(16),
        watch_key=secret(16),
        bot_key=secret(16),
        nonce_commitment=COMMITTED if kind == "people" else None,
    )


def new_table(kind: str = "people", options: Options | None = None, seed: int = 0) -> Table:
    """A table at version 1."""
    return Table.create(f"{seed:016x}", created(kind, options, seed))


def old_table() -> Table:
    """A table of a file of version 0.1, where nobody was committed to a nonce."""
    return Table.create(f"{0:016x}", replace(created(), nonce_commitment=None))


def fact_of(table: Table, seat: Seat, command: Command | Joining, spent: int = 0) -> Fact:
    """What a command makes of a table."""
    return decide(table, seat, command, CommandContext(spent, "fedcba9876543210"))


def after(table: Table, seat: Seat, command: Command | Joining, spent: int = 0) -> Table:
    """The table after a command."""
    return table.after(fact_of(table, seat, command, spent))


def join(table: Table, player: str = "ben", name: str = "Ben", nonce: str = NONCE) -> Joining:
    """A request to join, with the right invitation."""
    invitation = table.created.invitation
    return Joining(Join(id="join-0001", invitation=invitation, name=name, nonce=nonce), player)


def begun(kind: str = "people", options: Options | None = None, seed: int = 0) -> Table:
    """A table whose first round was just dealt."""
    table = new_table(kind, options, seed)
    if kind == "people":
        table = after(table, 1, join(table))
    return after(table, 0, Ready(NONCE))


def next_command(table: Table, chance: random.Random) -> tuple[Seat, Command | Joining]:
    """What brings a table on."""
    if table.phase is Phase.WAITING:
        opened = table.seats[1].kind is SeatKind.OPEN
        return (1, join(table)) if opened else (0, Ready(NONCE))
    seat = chance.choice(table.waits_for)
    if table.phase is Phase.BETWEEN:
        return seat, Next()
    act = any_act(table, chance)
    return seat, Act(act.action, any_places(table, act, chance))


def any_places(table: Table, act: Act, chance: random.Random) -> tuple[int, ...] | None:
    """Now and then other places of the market than the leftmost ones."""
    if act.action.startswith("-") or chance.random() < 0.3:
        return None
    wanted = act.action[1:].partition("-")[0]
    places = list(range(5))
    chance.shuffle(places)
    chosen = []
    for letter in wanted:
        place = next(p for p in places if letters(table.market)[p] == letter)
        places.remove(place)
        chosen.append(place)
    return tuple(chosen)


@cache
def walk(
    seed: int, kind: str = "people", options: Options | None = None
) -> tuple[tuple[Table, Fact], ...]:
    """Every version of a whole match with the fact that led to it."""
    chance = random.Random(seed)
    table = new_table(kind, options, seed)
    versions: list[tuple[Table, Fact]] = [(table, table.created)]
    while table.phase is not Phase.OVER:
        fact = fact_of(table, *next_command(table, chance))
        table = table.after(fact)
        versions.append((table, fact))
    return tuple(versions)


@cache
def told(seed: int, kind: str = "people", options: Options | None = None) -> tuple[AnyEvent, ...]:
    """The public events of such a match."""
    return tuple(event_of(table, fact, 1.5) for table, fact in walk(seed, kind, options))


def stored(seed: int, kind: str = "people", options: Options | None = None) -> list[StoredEvent]:
    """What a store keeps of such a match."""
    return kept(walk(seed, kind, options))


def kept(versions: Iterable[tuple[Table, Fact]]) -> list[StoredEvent]:
    """What a store keeps of a table, given as its versions with the facts that led to them."""
    return [
        StoredEvent(table.id, table.version, f"0:{table.version}", "", write_fact(fact), 1.5)
        for table, fact in versions
    ]


def playing(seed: int, kind: str = "people", options: Options | None = None) -> list[Table]:
    """The versions of such a match in which somebody is to act."""
    return [table for table, _ in walk(seed, kind, options) if table.phase is Phase.PLAYING]


def tokens_won(position: Position, seat: Seat) -> tuple[int, int, int]:
    """Goods tokens, their rupees, and bonus tokens of a seat, from the position itself."""
    won = [value for values in position.tokens(seat).values() for value in values]
    return len(won), sum(won), len(position.bonus_tokens(seat))
