"""Fills a store with many matches for the server's start: facts of random matches."""

from __future__ import annotations

import random
import secrets
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from jaipur.actions import Action, Exchange, Sell
from jaipur.seats import Seat
from jaipur.session.commands import CommandContext, decide
from jaipur.session.contract.basics import Phase, SeatKind
from jaipur.session.contract.commands import Act, Next
from jaipur.session.facts import (
    Acted,
    Created,
    Fact,
    Joined,
    Readied,
    Resigned,
    SeatHolder,
    WantedNext,
    write_fact,
)
from jaipur.session.options import Options
from jaipur.session.people import hash_token, own_player
from jaipur.session.rows import row_of
from jaipur.session.table import Table
from jaipur.store.sqlite import SqliteStore
from jaipur.store.values import Append, StoredEvent, TableRow

DIFFERENT = 100
"""Matches actually played; the others are copies of them at separate tables."""
PEOPLE = 100
UNFINISHED = 2
"""One table in this many has a match in progress."""
IN_FLIGHT = 200


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a match: its serialised fact, and its entry in the list of tables."""

    fact: Fact
    body: str
    phase: str
    summary: str


@dataclass(frozen=True, slots=True)
class Filled:
    """The contents of the store."""

    tables: int
    actions: int
    token: str
    """The token of a person who has tables."""
    unfinished: str
    """One of their tables, with a match in progress."""


def fill(file: Path, tables: int) -> Filled:
    """Write `tables` tables to a store."""
    played = [_played(number) for number in range(min(tables, DIFFERENT))]
    people = [secrets.token_hex(16) for _ in range(PEOPLE)]
    token, unfinished, actions = secrets.token_urlsafe(32), "", 0
    store = SqliteStore(file)
    waiting: deque[Future[None]] = deque([store.hold(hash_token(token), people[0])])
    for number in range(tables):
        match = played[number % len(played)]
        if number % UNFINISHED == 0:
            match = match[: len(match) // 2]
        pair = people[number % PEOPLE], people[(number + 1 + number // PEOPLE) % PEOPLE]
        table = f"{number:016x}"
        waiting.append(store.append(list(_writes(table, pair, match))))
        actions += sum(isinstance(version.fact, Acted) for version in match)
        if people[0] in pair and number % UNFINISHED == 0:
            unfinished = table
        if len(waiting) > IN_FLIGHT:
            waiting.popleft().result()
    for write in waiting:
        write.result()
    store.close()
    return Filled(tables, actions, token, unfinished)


def fill_long(file: Path, tables: int, versions: int) -> tuple[str, list[str]]:
    """Write finished matches of a given length; return the player's token and the match ids."""
    token, bob = secrets.token_urlsafe(32), secrets.token_hex(16)
    player = own_player(hash_token(token))
    store = SqliteStore(file)
    store.hold(hash_token(token), player).result()
    match, ids = _played(0, versions), []
    for number in range(tables):
        ids.append(f"ff{number:014x}")
        store.append(list(_writes(ids[-1], (player, bob), match))).result()
    store.close()
    return token, ids


def _writes(table: str, pair: tuple[str, str], match: list[Version]) -> Iterator[Append]:
    """Return the stored rows of a match for these two players at their own table."""
    at = time.time() - random.random() * 200 * 24 * 3600
    for sequence, version in enumerate(match, 1):
        body = version.body if sequence > 2 else write_fact(_held_by(version.fact, pair))
        players = (pair[0], pair[1] if sequence > 1 else None)
        event = StoredEvent(table, sequence, f"0:fill-{sequence}", "", body, at)
        row = TableRow(table, f"{pair[0]}:{table}", version.phase, players, version.summary, at)
        yield Append(event, row)


def _held_by(fact: Fact, pair: tuple[str, str]) -> Fact:
    match fact:
        case Created(seats, options, key, invitation, watch_key, bot_key):
            mine = replace(seats[0], player=pair[0]), seats[1]
            return Created(mine, options, key, invitation, watch_key, bot_key)
        case Joined(seat, _, name, nonce):
            return Joined(seat, pair[1], name, nonce)
    return fact


def _played(seed: int, versions_wanted: int = 0) -> list[Version]:
    """Play a random match and return its facts; with a given length, it is resigned there."""
    is_long = versions_wanted > 0
    chance = random.Random(seed)
    created = Created(
        (SeatHolder(SeatKind.PERSON, "Ana", "ana"), SeatHolder(SeatKind.OPEN)),
        Options(house_rule=not is_long),
        key=chance.randbytes(32).hex(),
        invitation=chance.randbytes(16).hex(),
        watch_key=chance.randbytes(16).hex(),
        bot_key=chance.randbytes(16).hex(),
    )
    table = Table.create(f"{seed:016x}", created)
    versions = [_version(table, created)]
    facts: list[Fact] = [Joined(1, "bob", "Bob", "0b"), Readied((0,), "0a")]
    while facts:
        fact = facts.pop(0)
        table = table.after(fact)
        versions.append(_version(table, fact))
        if not facts and table.phase is not Phase.OVER:
            is_last = is_long and table.version == versions_wanted - 1
            facts.append(Resigned(0) if is_last else _next_fact(table, chance, is_long=is_long))
    return versions


def _version(table: Table, fact: Fact) -> Version:
    row = row_of(table, "", 0.0)
    return Version(fact, write_fact(fact), row.phase, row.summary)


def _next_fact(table: Table, chance: random.Random, *, is_long: bool) -> Fact:
    seat: Seat = table.waits_for[0]
    if table.phase is Phase.BETWEEN:
        wanted = decide(table, seat, Next(), CommandContext())
        assert isinstance(wanted, WantedNext)  # noqa: S101  # for the types: nothing else can come
        return wanted
    assert table.match is not None  # noqa: S101  # for the types: it was played
    legal = table.match.position.legal_actions()
    if is_long:  # without the house rule, exchanges can go on forever
        return decide(table, seat, Act(str(_longest(legal, chance))), CommandContext())
    # Prefer sales, as people do; uniformly random actions are mostly exchanges.
    sales = [action for action in legal if isinstance(action, Sell) and action.count >= 2]
    short = [action for action in legal if not isinstance(action, Exchange)]
    action = chance.choice(sales or (short if short and chance.random() < 0.8 else legal))
    return decide(table, seat, Act(str(action)), CommandContext())


def _longest(legal: Sequence[Action], chance: random.Random) -> Action:
    """Prefer exchanges, then takes, so that the round lasts long."""
    exchanges = [action for action in legal if isinstance(action, Exchange)]
    takes = [action for action in legal if not isinstance(action, Exchange | Sell)]
    return chance.choice(exchanges or takes or list(legal))
