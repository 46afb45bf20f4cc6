"""Digests of commands are those of version 0.1, because a retry may refer to an old store."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from jaipur import Seat
from jaipur.errors import Code, SessionError
from jaipur.session.commands import Joining, digest_of
from jaipur.session.contract import commands
from jaipur.store.values import StoredEvent

from ..depth import tried
from .harness import Harness, any_act, run

# The commands as version 0.1 had them: their names and fields are part of its digests.


@dataclass(frozen=True, slots=True)
class Join:
    invitation: str
    name: str
    nonce: str = ""
    player: str = ""
    is_program: bool = field(default=False, repr=False)


@dataclass(frozen=True, slots=True)
class Ready:
    nonce: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    action: str
    places: Sequence[int] | None = None
    fallback: str | None = None


@dataclass(frozen=True, slots=True)
class Next:
    pass


@dataclass(frozen=True, slots=True)
class Resign:
    pass


@dataclass(frozen=True, slots=True)
class Close:
    pass


@dataclass(frozen=True, slots=True)
class Rematch:
    nonce_commitment: str | None = None


Old = Join | Ready | Act | Next | Resign | Close | Rematch


def old_digest(seat: Seat, command: Old, version: int | None) -> str:
    """The digest that version 0.1 made."""
    return hashlib.sha256(ascii((seat, version, command)).encode()).hexdigest()[:32]


def now_of(old: Old) -> tuple[commands.Command | Joining, str | None]:
    """The same command today, and why another player chose it."""
    match old:
        case Join(invitation, name, nonce, player, is_program):
            join = commands.Join(id="join-0001", invitation=invitation, name=name, nonce=nonce)
            return Joining(join, player, is_program), None
        case Ready(nonce):
            return commands.Ready(nonce), None
        case Act(action, places, fallback):
            return commands.Act(action, None if places is None else tuple(places)), fallback
        case Next():
            return commands.Next(), None
        case Resign():
            return commands.Resign(), None
        case Close():
            return commands.Close(), None
        case Rematch(commitment):
            return commands.Rematch(commitment), None


SEATS = st.sampled_from([0, 1])
VERSIONS = st.none() | st.integers(1, 2**31)
ODD = ("é", "'", '"', "'\"", "\\", "\n", "\r\t", "\x00", "\x7f", "\ud800", "\udfff", "\u2028")
WORDS = (
    st.text(max_size=40)
    | st.text(st.characters(categories=["Cs", "Cc", "Zs", "Po"]), max_size=12)
    | st.lists(st.sampled_from((*ODD, "\U0001f42a", "{x}", "%s", "a")), max_size=8).map("".join)
)
PLACES = st.none() | st.lists(st.integers(-(2**63), 2**63), max_size=5)
EVERY: dict[type[Old], st.SearchStrategy[Old]] = {
    Join: st.builds(Join, WORDS, WORDS, WORDS, WORDS, st.booleans()),
    Ready: st.builds(Ready, WORDS),
    Act: st.builds(Act, WORDS, PLACES, st.none() | WORDS),
    Next: st.just(Next()),
    Resign: st.just(Resign()),
    Close: st.just(Close()),
    Rematch: st.builds(Rematch, st.none() | WORDS),
}


@given(SEATS, VERSIONS, st.one_of(*EVERY.values()))
@example(0, None, Join("é'\"", "\ud800\n", "\U0001f42a", "\\", is_program=True))
@example(1, 7, Act("+D", [3], None))
@example(1, 7, Act("+D'", (), 'it\'s "slow"\n'))
@settings(max_examples=tried(200, 1000))
def test_a_digest_is_that_of_version_0_1(seat: Seat, version: int | None, old: Old) -> None:
    if isinstance(old, Act) and old.places is not None:
        old = Act(old.action, list(old.places), old.fallback)  # as a request gave them
    command, fallback = now_of(old)
    assert digest_of(seat, command, version, fallback) == old_digest(seat, old, version)


def test_every_command_was_among_them() -> None:
    assert set(EVERY) == set(get_args(Old))
    names = {kind.__name__ for kind in get_args(commands.Command)} | {"Join"}
    assert {kind.__name__ for kind in EVERY} == names


def test_digests_are_these_to_the_letter() -> None:
    """Should both sides of the comparison above ever change together."""
    assert digest_of(0, commands.Next(), None) == "a6042986a73ef0ddade6d79516736e78"
    assert digest_of(1, commands.Act("+DG-LK", (1, 3)), 7) == "42eab84dee98e6223421a310e78d3ecb"


def test_what_version_0_1_kept_is_answered_as_then() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        seat, version, act = owner.table.waits_for[0], owner.table.version, any_act(owner.table)
        made = await owner.submit(seat, "action-1", version, act)
        events = harness.disk._tables[owner.table.id].events
        last: StoredEvent = events[-1]
        assert last.digest == old_digest(seat, Act(act.action), version)
        again = await harness.again().tables.owner(owner.table.id)
        assert await again.submit(seat, "action-1", version, act) == made
        with pytest.raises(SessionError) as refused:
            await again.submit(seat, "action-1", version, commands.Resign())
        assert refused.value.code is Code.COMMAND_REUSED

    run(play())
