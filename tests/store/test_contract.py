"""Every back end fulfils the contract, and agrees with the simplest one."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from jaipur.store.memory import MemoryStore
from jaipur.store.protocol import Store, StoreError
from jaipur.store.sqlite import SqliteStore
from jaipur.store.values import ClockNote

from ..depth import tried
from .contract import StoreContract, write
from .retention import RetentionContract

QUICK = {"synchronous": "OFF"}


class TestMemory(StoreContract, RetentionContract):
    def make(self, folder: Path) -> Store:  # noqa: ARG002
        return MemoryStore()


class TestSqlite(StoreContract, RetentionContract):
    def make(self, folder: Path) -> Store:
        return SqliteStore(folder / "store.db")


class TestSharedSqlite(StoreContract, RetentionContract):
    def make(self, folder: Path) -> Store:
        return SqliteStore(folder / "store.db", is_shared=True)


small = st.integers(0, 4)
letters = st.sampled_from("abc")
players = st.sampled_from(["anna", "bert", None])
writes = st.lists(
    st.builds(
        write,
        letters,
        small,
        st.sampled_from("xyz"),
        creation=letters,
        phase=st.sampled_from(["waiting", "over"]),
        players=st.tuples(players, players),
        touched=st.floats(0, 1e8),
    ),
    max_size=3,
)
notes = st.builds(
    ClockNote,
    letters,
    small,
    st.tuples(small, small),
    st.none() | small.map(float),
    st.none() | small.map(float),
    st.tuples(st.booleans(), st.booleans()),
)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("append"), writes),
        st.tuples(st.just("hold"), letters, st.sampled_from(["anna", "bert"])),
        st.tuples(st.just("offer_move"), letters, letters, st.booleans(), small),
        st.tuples(st.just("claim_move"), letters, letters, small),
        st.tuples(st.just("allow_watching"), letters, st.sampled_from(["anna", "bert"])),
        st.tuples(
            st.just("note_clocks"),
            st.lists(notes, max_size=3),
            small,
        ),
        st.tuples(st.just("delete"), letters),
        st.tuples(st.just("prune"), st.sampled_from([0.0, 5e7, 2e8, 2e8 + 6e5, 3e8])),
        st.tuples(st.just("trust"), st.sampled_from([5e7, 2e8, 3e8])),
        st.tuples(st.just("unbury"), letters),
        st.tuples(st.just("note_devices"), st.lists(letters)),
        st.tuples(st.just("prune_devices")),
    ),
    max_size=25,
)


def answer(store: Store, step: tuple[object, ...]) -> object:
    name, *values = step
    if name == "offer_move":
        *values, keep, expires = values
        future = store.offer_move(*values, keep=keep, expires=expires)  # type: ignore[arg-type]
    elif name == "trust":
        future = store.prune(values[0], trusts_clock=True)  # type: ignore[arg-type, assignment]
    else:
        future = getattr(store, str(name))(*values)
    try:
        return future.result()
    except StoreError as error:
        return type(error)


def all_of(store: Store) -> list[object]:
    tables = [
        (store.row(name), store.events(name), store.created_by([name]), store.players_of(name))
        for name in "abc"
    ]
    lists: list[object] = [
        store.tables("waiting"),
        store.tables("over"),
        store.tables_of(["anna", "bert"]),
    ]
    lists += [store.tables_of(["anna"], 2, row.cursor) for row in store.tables_of(["anna"]).rows]
    lists.append(store.graves())
    lists += [store.clock_note(name) for name in "abc"]
    lists += [store.first_event(name) for name in "abc"]
    lists += [store.due_clocks(2), store.clocks_ran()]
    return [tables, lists, [store.may_watch(name, ["anna"]) for name in "abc"]]


@settings(max_examples=tried(20, 60))
@given(steps)
def test_both_back_ends_answer_alike(steps: list[tuple[object, ...]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        memory = MemoryStore()
        sqlite = SqliteStore(Path(folder) / "store.db", settings=QUICK)
        for step in steps:
            assert answer(memory, step) == answer(sqlite, step)
        assert all_of(memory) == all_of(sqlite)
        sqlite.close()
