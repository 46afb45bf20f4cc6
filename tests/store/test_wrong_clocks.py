"""A clock that jumps back and forth over many restarts: nothing is deleted too early."""

import tempfile
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from jaipur.store.memory import MemoryStore
from jaipur.store.protocol import DAY, KEEP_BURIED, KEPT_BY_PHASE, Store
from jaipur.store.sqlite import SqliteStore

from ..depth import tried
from .contract import NOW, fill

# By how many days the clock is wrong. Up to a week nobody can notice; far more must be noticed,
# behind as well as ahead.
errors = st.one_of(st.just(0), st.integers(0, 7), st.integers(15, 1000), st.integers(-2000, -1000))


@dataclass
class Start:
    """The server runs for so many days with this clock, after a pause."""

    pause: int
    days: int
    error: int
    is_trusted: bool
    """Whether an operator looks at the clock, and says that it is right when it is."""


starts = st.builds(Start, st.integers(0, 40), st.integers(1, 60), errors, st.booleans())


@dataclass
class Truth:
    """When things really happened."""

    played: dict[str, float] = field(default_factory=dict)
    phases: dict[str, str] = field(default_factory=dict)
    buried: dict[str, float] = field(default_factory=dict)


def check(store: Store, truth: Truth, now: float) -> None:
    """Nothing is lost before its time."""
    graves = {grave.table for grave in store.graves(most=10_000)}
    kept = {table for phase in KEPT_BY_PHASE for table in store.table_ids(phase, most=10_000)}
    for table in list(truth.played):
        age = now - truth.played[table]
        keep = KEPT_BY_PHASE[truth.phases[table]]
        if table in kept:
            truth.buried.pop(table, None)
        elif table in graves:
            truth.buried.setdefault(table, now)
            assert age >= keep - 7 * DAY, "buried too early"
        else:
            assert age >= keep, "lost before its time"
            assert now - truth.buried[table] >= KEEP_BURIED, "lost too soon after its burial"
            del truth.played[table], truth.phases[table]


class World:
    """A store, and the true time, which only passes for it while it is open."""

    def __init__(self, file: Path | None) -> None:
        self.now = NOW
        self.truth = Truth()
        self._file = file
        self._started = 0
        self.store = self._open()
        # A store that never saw a right clock has nothing to compare another one with.
        self.store.prune(self.now).result()

    def _open(self) -> Store:
        def monotonic() -> float:
            return self.now

        if self._file is None:
            return MemoryStore(monotonic=monotonic)
        return SqliteStore(self._file, settings={"synchronous": "OFF"}, monotonic=monotonic)

    def close(self) -> None:
        """Let go of the file."""
        self.store.close()

    def pause(self, days: float) -> None:
        """Let time pass while no server runs."""
        self.now += days * DAY
        if self._file is not None:
            self.store.close()
            self.store = self._open()
        elif isinstance(self.store, MemoryStore):
            self.store._passed = self.now

    def live(self, start: Start) -> None:
        """A run of the server: it looks at the clock each day, somebody plays now and then."""
        self._started += 1
        self.pause(start.pause)
        wrong = start.error * DAY
        if start.is_trusted and start.error == 0:
            self.store.prune(self.now, trusts_clock=True).result()
        for day in range(start.days):
            self._look(self.now + wrong)
            if day % 10 == 0:
                self._play(day, wrong)
            self.now += DAY

    def _look(self, at: float) -> None:
        before = sum(len(self.store.table_ids(phase, most=10_000)) for phase in KEPT_BY_PHASE)
        assert self.store.prune(at).result().buried <= max(1, before * 0.05)
        check(self.store, self.truth, self.now)

    def _play(self, day: int, wrong: float) -> None:
        for phase in ("waiting", "playing", "over"):
            table = f"t{self._started}-{day}-{phase}"
            fill(self.store, table, 1, phase=phase, touched=self.now + wrong)
            self.truth.played[table], self.truth.phases[table] = self.now, phase


@settings(max_examples=tried(40, 1000), deadline=None)
@given(st.lists(starts, min_size=1, max_size=12))
def test_a_clock_that_leaps_loses_nothing(given_starts: list[Start]) -> None:
    world = World(None)
    for start in given_starts:
        world.live(start)


@settings(max_examples=tried(3, 60), deadline=None)
@given(st.lists(starts, min_size=1, max_size=4))
def test_a_clock_that_leaps_loses_nothing_in_a_file(given_starts: list[Start]) -> None:
    with tempfile.TemporaryDirectory() as folder, closing(World(Path(folder) / "s.db")) as world:
        for start in given_starts:
            world.live(start)


def test_with_a_clock_that_is_right_old_tables_do_go_in_the_end() -> None:
    """Otherwise the promise above would be kept by never deleting anything."""
    world = World(None)
    world.live(Start(0, 100, 0, is_trusted=False))
    assert len(world.truth.played) == 30 - 4  # those that waited for more than 67 days are gone
    for _ in range(8):
        world.live(Start(3, 100, 0, is_trusted=False))
    assert len(world.truth.played) < 200
