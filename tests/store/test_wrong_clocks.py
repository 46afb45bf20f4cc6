"""A clock that leaps back and forth over many starts: by true time nothing is lost too early."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from jaipur.store.memory import MemoryStore
from jaipur.store.protocol import DAY, KEEP_BURIED, KEPT_BY_PHASE, Store
from jaipur.store.sqlite import SqliteStore

from ..depth import tried
from .contract import NOW, fill

# By how many days the clock is wrong. Up to a week nobody can notice; a week and a day, and more,
# must be noticed, behind as well as ahead.
errors = st.one_of(
    st.just(0.0),
    st.floats(0, 7),
    st.floats(8, 1000),
    st.floats(-1000, 0),
)


@dataclass
class Start:
    """The server runs for so many days with this clock, after a pause."""

    pause: float
    days: int
    error: float
    is_trusted: bool
    """Whether an operator looks at the clock, and says that it is right when it is."""


starts = st.builds(Start, st.floats(0, 40), st.integers(1, 60), errors, st.booleans())


@dataclass
class Truth:
    """When things really happened."""

    played: dict[str, float] = field(default_factory=dict)
    phases: dict[str, str] = field(default_factory=dict)
    buried: dict[str, float] = field(default_factory=dict)


def check(store: Store, truth: Truth, now: float) -> None:
    """Nothing is lost before its time."""
    graves = {grave.table for grave in store.graves()}
    for table in list(truth.played):
        age = now - truth.played[table]
        keep = KEPT_BY_PHASE[truth.phases[table]]
        if store.row(table) is not None:
            truth.buried.pop(table, None)
        elif table in graves:
            truth.buried.setdefault(table, now)
            assert age >= keep - 7 * DAY, "buried too early"
        else:
            assert age >= keep, "lost before its time"
            assert now - truth.buried[table] >= KEEP_BURIED, "lost too soon after its burial"
            del truth.played[table], truth.phases[table]


def live(store: Store, truth: Truth, number: int, start: Start, now: float) -> float:
    """A run of the server: looks at the clock each half day, somebody plays now and then."""
    wrong = start.error * DAY
    if start.is_trusted and start.error == 0:
        store.prune(now, trusts_clock=True).result()
    for half_day in range(2 * start.days):
        before = len(store.tables("waiting") + store.tables("playing") + store.tables("over"))
        pruned = store.prune(now + wrong).result()
        assert pruned.buried <= max(1, before * 0.05)
        check(store, truth, now)
        if half_day % 20 == 0:
            for phase in ("waiting", "playing", "over"):
                table = f"t{number}-{half_day}-{phase}"
                fill(store, table, 1, phase=phase, touched=now + wrong)
                truth.played[table], truth.phases[table] = now, phase
        now += DAY / 2
    return now


@contextmanager
def one_of(kind: str) -> Iterator[list[Store]]:
    """A store that is opened anew at each start, if it can."""
    if kind == "memory":
        yield [MemoryStore()]
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "store.db"
        held: list[Store] = [SqliteStore(file, settings={"synchronous": "OFF"})]
        yield held
        held[0].close()


@settings(max_examples=tried(40, 1000), deadline=None)
@given(st.lists(starts, min_size=1, max_size=12))
def test_a_clock_that_leaps_loses_nothing(given_starts: list[Start]) -> None:
    leap(given_starts, "memory")


@settings(max_examples=tried(3, 60), deadline=None)
@given(st.lists(starts, min_size=1, max_size=5))
def test_a_clock_that_leaps_loses_nothing_in_a_file(given_starts: list[Start]) -> None:
    leap(given_starts, "file")


def leap(given_starts: list[Start], kind: str) -> None:
    truth, now = Truth(), NOW
    with one_of(kind) as held:
        for number, start in enumerate(given_starts):
            now += start.pause * DAY
            now = live(held[0], truth, number, start, now)
            if isinstance(held[0], SqliteStore):
                held[0].close()
                held[0] = SqliteStore(held[0].file, settings={"synchronous": "OFF"})


def test_with_a_clock_that_is_right_old_tables_do_go_in_the_end() -> None:
    """Otherwise the promise above would be kept by never deleting anything."""
    truth, store = Truth(), MemoryStore()
    now = live(store, truth, 0, Start(0, 100, 0, is_trusted=False), NOW)
    assert len(truth.played) == 30 - 4  # those that waited for more than 67 days are gone
    for number in range(1, 9):
        now = live(store, truth, number, Start(3, 100, 0, is_trusted=False), now)
    assert len(truth.played) < 200
