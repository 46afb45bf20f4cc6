"""What every back end does with old tables, and with a clock that may be wrong."""

import math

import pytest

from jaipur.store import protocol
from jaipur.store.clock import TOLERANCE
from jaipur.store.protocol import (
    DAY,
    KEEP_BURIED,
    KEEP_DEVICE,
    KEEP_FINISHED,
    KEEP_OPEN,
    KEEP_UNFINISHED,
    KEPT_BY_PHASE,
    Store,
    StoreConflict,
)
from jaipur.store.values import ClockNote, Grave, Pruned

from .contract import NOW, fill, names, write

NOTHING = Pruned(0, 0, 0, is_distrusted=False)


def old_tables(store: Store, count: int, *, at: float = NOW) -> None:
    """So many tables that are old a year later, in a store that believes that time."""
    store.prune(at).result()
    for number in range(count):
        fill(store, f"t{number:03}", 1, phase="waiting", touched=at)
    pass_time(store, at, KEEP_OPEN + 1)


def pass_time(store: Store, start: float, seconds: float) -> float:
    """Let a clock go on that is looked at each week, while nothing is buried; returns the end."""
    steps = math.ceil(seconds / (7 * DAY))
    for step in range(1, steps + 1):
        store.prune(start + seconds * step / steps - DAY).result()
    return start + seconds


class RetentionContract:
    """Mixed into the contract of a store."""

    def test_the_age_of_a_table_is_told_by_the_believed_time(self, store: Store) -> None:
        assert store.age("a") == 0
        fill(store, "a", 1, touched=NOW)
        assert store.age("a") == 0  # nobody has looked at the clock
        store.prune(NOW + 2 * DAY).result()
        assert store.age("a") == pytest.approx(2 * DAY, abs=60)
        fill(store, "b", 1, touched=NOW - 800 * DAY)  # the clock was behind
        fill(store, "c", 1, touched=NOW + 6 * DAY)  # and ahead
        store.prune(NOW + 3 * DAY).result()
        assert [round(store.age(table) / DAY) for table in "abc"] == [3, 1, 0]
        store.prune(NOW + 300 * DAY).result()
        assert [store.age(table) for table in "abc"] == [0, 0, 0]  # it is not believed
        store.delete("a").result()
        assert store.age("a") == 0

    def test_tables_are_buried_by_their_phase(self, store: Store) -> None:
        store.prune(NOW - 400 * DAY).result()
        tables = [f"{word} {phase}" for word in ("new", "old") for phase in KEPT_BY_PHASE]
        for _ in range(4 * 20):  # so many that all old ones may go in one run
            fill(store, f"x{_}", 1, touched=NOW)
        now = NOW - 400 * DAY
        times = sorted(
            (NOW - keep + (1 if word == "new" else -1), f"{word} {phase}", phase)
            for word in ("new", "old")
            for phase, keep in KEPT_BY_PHASE.items()
        )
        for at, table, phase in times:
            while now + TOLERANCE < at:
                now += TOLERANCE
                store.prune(now).result()
            now = at
            store.prune(now).result()
            fill(store, table, 2, phase=phase, touched=at)
        while now + TOLERANCE < NOW - DAY:
            now += TOLERANCE
            store.prune(now).result()
        store.prune(NOW - DAY).result()
        assert store.graves() == []
        assert store.prune(NOW).result() == Pruned(4, 0, 0, is_distrusted=False)
        for table in tables:
            phase = table.split()[1]
            assert (store.row(table) is not None) == table.startswith("new")
            assert len(store.events(table)) == (2 if table.startswith("new") else 0)
            assert f"old {phase}" not in names(store.tables(phase))

    def test_a_buried_table_is_hidden_from_everybody(self, store: Store) -> None:
        store.prune(NOW).result()
        fill(store, "a", 2, phase="waiting", touched=NOW)
        store.allow_watching("a", "dora").result()
        store.note_clocks([ClockNote("a", 2, (0, 0), 1.0, 2.0)]).result()
        now = pass_time(store, NOW, KEEP_OPEN + DAY)
        assert store.prune(now).result().buried == 1
        assert (store.row("a"), store.events("a"), store.created_by(["new a"])) == (None, [], None)
        assert (store.first_event("a"), store.due_clocks(9)) == (None, [])
        assert (store.tables_of(["anna"]).rows, store.tables("waiting")) == ([], [])
        assert store.table_ids("waiting") == []
        assert not store.may_watch("a", ["dora"])
        with pytest.raises(StoreConflict):
            store.allow_watching("a", "emil").result()
        for event in (write("a", 3), write("a", 1), write("b", 1, creation="new a")):
            with pytest.raises(StoreConflict):
                store.append([event]).result()
        assert store.delete("a").result() is False
        assert store.graves() == [Grave("a", now, "waiting", '{"version":2}')]

    def test_a_burial_can_be_undone_for_thirty_days(self, store: Store) -> None:
        store.prune(NOW).result()
        events = fill(store, "a", 2, phase="waiting", touched=NOW)
        store.allow_watching("a", "dora").result()
        row = store.row("a")
        now = pass_time(store, NOW, KEEP_OPEN + DAY)
        assert store.prune(now).result().buried == 1
        now = pass_time(store, now, KEEP_BURIED)
        store.prune(now).result()
        assert store.unbury("b").result() is False
        assert store.unbury("a").result() is True
        assert store.unbury("a").result() is False
        assert (store.row("a"), store.events("a")) == (row, events)
        assert store.may_watch("a", ["dora"])
        assert store.graves() == []
        # It is not buried again tomorrow, but when its time has come once more.
        assert store.prune(now + DAY).result() == NOTHING
        now = pass_time(store, now, KEEP_OPEN + DAY / 2)
        assert store.prune(now).result().buried == 1

    def test_after_that_it_is_gone_with_all_that_belongs_to_it(self, store: Store) -> None:
        store.prune(NOW).result()
        fill(store, "a", 2, phase="waiting", touched=NOW)
        store.allow_watching("a", "dora").result()
        now = pass_time(store, NOW, KEEP_OPEN + DAY)
        assert store.prune(now).result().buried == 1
        now = pass_time(store, now, KEEP_BURIED + TOLERANCE + DAY)
        assert store.prune(now).result() == Pruned(0, 1, 0, is_distrusted=False)
        assert store.unbury("a").result() is False
        fill(store, "a", 1)  # the ids are free again
        assert not store.may_watch("a", ["dora"])

    @pytest.mark.parametrize(("count", "most"), [(1, 1), (19, 1), (40, 2), (130, 6)])
    def test_a_run_buries_a_twentieth_and_one_at_least(
        self, store: Store, count: int, most: int
    ) -> None:
        old_tables(store, count)
        now = NOW + KEEP_OPEN + 1
        assert store.prune(now).result() == Pruned(most, 0, count - most, is_distrusted=False)
        # However often the server is started again that day.
        for hour in range(20):
            again = store.prune(now + hour * 3600).result()
            assert (again.buried, again.left) == (0, count - most)
        assert len(store.graves()) == most
        left = count - most
        after = store.prune(now + DAY).result()
        assert after.buried == min(left, max(1, int(left * 0.05)))

    def test_whoever_trusts_the_clock_need_not_wait_but_a_run_is_a_run(self, store: Store) -> None:
        old_tables(store, 40)
        now = NOW + KEEP_OPEN + 1
        assert [store.prune(now, trusts_clock=True).result().buried for _ in range(3)] == [2, 1, 1]

    @pytest.mark.parametrize("days", [7.1, 31, 400, 4000])
    def test_a_leap_ahead_is_not_believed_until_somebody_says_so(
        self, store: Store, days: float
    ) -> None:
        old_tables(store, 20)
        wrong = NOW + KEEP_OPEN + days * DAY
        for hour in range(3):
            fill(store, f"played {hour}", 1, touched=wrong)  # which must not make it right
            found = store.prune(wrong + hour * 3600).result()
            assert (found.buried, found.deleted, found.is_distrusted) == (0, 0, True)
            assert found.left >= 20
        right = NOW + KEEP_OPEN + 2
        assert store.prune(right).result().is_distrusted  # one of the two was wrong
        assert store.graves() == []
        said = store.prune(right, trusts_clock=True).result()
        assert (said.buried, said.is_distrusted) == (1, False)
        assert store.prune(right + DAY).result().buried == 1

    def test_what_was_buried_is_not_deleted_while_the_clock_is_not_believed(
        self, store: Store
    ) -> None:
        old_tables(store, 1)
        now = NOW + KEEP_OPEN + 1
        assert store.prune(now).result().buried == 1
        assert store.prune(now + 400 * DAY).result() == Pruned(0, 0, 0, is_distrusted=True)
        assert names_of_graves(store) == ["t000"]

    @pytest.mark.parametrize("days", [8, 31, 800])
    def test_what_came_while_the_clock_was_behind_is_no_older_than_that(
        self, store: Store, days: float
    ) -> None:
        store.prune(NOW).result()
        wrong = NOW - days * DAY
        assert store.prune(wrong).result() == Pruned(0, 0, 0, is_distrusted=True)
        for phase in KEPT_BY_PHASE:
            fill(store, phase, 1, phase=phase, touched=wrong)
        assert store.prune(NOW + DAY).result() == NOTHING
        now = pass_time(store, NOW, KEEP_OPEN)
        assert store.prune(now).result() == NOTHING
        assert store.prune(now + 2 * DAY).result().buried == 1

    def test_what_is_from_later_is_of_now_when_somebody_trusts_the_clock(
        self, store: Store
    ) -> None:
        store.prune(NOW).result()
        fill(store, "later", 1, phase="waiting", touched=NOW + 900 * DAY)
        store.prune(NOW + DAY, trusts_clock=True).result()
        now = pass_time(store, NOW + DAY, KEEP_OPEN + DAY)
        assert store.prune(now).result().buried == 1

    def test_a_store_that_never_saw_the_time_believes_its_tables(self, store: Store) -> None:
        fill(store, "old", 1, phase="waiting", touched=NOW - 2 * KEEP_FINISHED)
        fill(store, "new", 1, phase="waiting", touched=NOW)
        assert store.prune(NOW + KEEP_UNFINISHED).result() == Pruned(0, 0, 2, is_distrusted=True)
        assert store.prune(NOW + DAY).result().is_distrusted
        assert store.prune(NOW + DAY, trusts_clock=True).result().buried == 1

    def test_old_links_are_deleted(self, store: Store) -> None:
        store.offer_move("link", "old", keep=True, expires=NOW - DAY).result()
        store.offer_move("fresh", "old", keep=True, expires=NOW + DAY).result()
        store.prune(NOW).result()
        store.offer_move("link", "old", keep=True, expires=NOW + DAY).result()
        with pytest.raises(StoreConflict):
            store.offer_move("fresh", "old", keep=True, expires=NOW + DAY).result()

    def test_a_device_without_a_seat_is_forgotten_when_it_was_not_seen_for_long(
        self, store: Store
    ) -> None:
        store.prune(NOW).result()
        fill(store, "a", 1, players=("sits", None), touched=NOW)
        store.allow_watching("a", "watches").result()
        for player in ("sits", "watches", "comes", "gone"):
            store.hold(f"token of {player}", player).result()
        store.hold("token of gone", "another").result()
        store.hold("token of comes", "sits no more").result()
        store.note_devices([]).result()
        now = pass_time(store, NOW, KEEP_DEVICE - 2 * DAY)
        store.note_devices(["token of comes", "token of nobody"]).result()
        assert store.prune_devices().result() == frozenset()
        pass_time(store, now, 4 * DAY)
        assert store.prune_devices().result() == {"token of gone"}
        assert store.prune_devices().result() == frozenset()
        assert store.players_of("token of gone") == frozenset()
        assert all(store.players_of(f"token of {one}") for one in ("sits", "watches", "comes"))

    def test_a_device_with_a_seat_at_a_buried_table_is_not_forgotten(self, store: Store) -> None:
        store.prune(NOW).result()
        fill(store, "a", 1, phase="waiting", players=(None, "sits"), touched=NOW)
        store.hold("token", "sits").result()
        store.note_devices([]).result()
        now = pass_time(store, NOW, KEEP_OPEN + 2 * DAY)
        store.prune(now).result()
        assert names_of_graves(store) == ["a"]
        assert store.prune_devices().result() == frozenset()
        now = pass_time(store, now, KEEP_BURIED + TOLERANCE + 2 * DAY)
        assert store.prune(now).result().deleted + len(store.graves()) == 0
        assert store.prune_devices().result() == {"token"}

    def test_no_device_is_forgotten_by_a_wrong_clock(self, store: Store) -> None:
        store.prune(NOW).result()
        for token in ("seen before", "seen meanwhile"):
            store.hold(token, token).result()
        store.note_devices([]).result()
        assert store.prune(NOW + 400 * DAY).result().is_distrusted
        assert store.prune_devices().result() == frozenset()
        store.note_devices(["seen meanwhile"]).result()
        # It is right after all: then only the moment when the other was seen is known.
        store.prune(NOW + 400 * DAY, trusts_clock=True).result()
        assert store.prune_devices().result() == {"seen before"}

    def test_a_flood_of_devices_is_forgotten_after_two_days(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(protocol, "MANY_DEVICES", 600)
        store.prune(NOW).result()
        fill(store, "a", 1, players=("sits", None), touched=NOW)
        tokens = [f"token {number:04}" for number in range(1200)]
        for token in tokens:
            store.hold(token, token)
        store.hold("token of mine", "sits").result()
        store.note_devices([]).result()
        store.prune(NOW + 2 * DAY - 60).result()
        assert store.prune_devices().result() == frozenset()
        store.note_devices(tokens[:7]).result()
        store.prune(NOW + 2 * DAY + 60).result()
        # Only until there are not many any more: the others have their time.
        assert len(store.prune_devices().result()) >= 593
        assert all(map(store.players_of, ("token of mine", *tokens[:7])))


def names_of_graves(store: Store) -> list[str]:
    return [grave.table for grave in store.graves()]
