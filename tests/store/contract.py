"""What every store back end has to do; a back end is one subclass in test_contract.py."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from jaipur.store.protocol import (
    MOST_PLAYERS,
    Store,
    StoreConflict,
    StoreError,
    TooManyPlayers,
    UnknownLink,
)
from jaipur.store.values import (
    BEGINNING,
    Append,
    Ban,
    Claimed,
    ClockNote,
    Condition,
    Cursor,
    Pruned,
    StoredEvent,
    TablePage,
    TableRow,
)
from tests.patience import PATIENCE

NOW = 1_790_000_000.123456


def write(
    table: str,
    sequence: int,
    command: str | None = None,
    *,
    creation: str | None = None,
    phase: str = "playing",
    players: tuple[str | None, str | None] = ("anna", None),
    touched: float = NOW,
    body: str = "{}",
) -> Append:
    """An event and the row after it, with something plain for what a test does not care about."""
    summary = f'{{"version":{sequence}}}'
    return Append(
        StoredEvent(table, sequence, command or f"c{sequence}", f"d{sequence}", body, touched),
        TableRow(table, creation or f"new {table}", phase, players, summary, touched),
    )


def fill(store: Store, table: str, count: int, **more: Any) -> list[StoredEvent]:
    """Append events 1 to `count` of a new table."""
    writes = [write(table, number, **more) for number in range(1, count + 1)]
    store.append(writes).result()
    return [one.event for one in writes]


def ban(kind: str, expires: float, *subjects: str) -> Ban:
    """A ban as it is given to the store, which numbers it."""
    return Ban(0, kind, subjects or ("hash",), 5.0, expires, "a table")


def names(rows: list[TableRow]) -> list[str]:
    return [row.table for row in rows]


class StoreContract:
    """Subclass it with `make`."""

    def make(self, folder: Path) -> Store:
        raise NotImplementedError

    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[Store]:
        store = self.make(tmp_path)
        yield store
        store.close()

    def refused(self, store: Store, *writes: Append) -> None:
        """A conflict, which leaves everything as it was."""
        tables = {one.event.table for one in writes}
        before = {table: (store.row(table), store.events(table)) for table in tables}
        with pytest.raises(StoreConflict):
            store.append(writes).result()
        assert {table: (store.row(table), store.events(table)) for table in tables} == before

    def test_what_is_not_there_is_nothing(self, store: Store) -> None:
        assert store.events("a") == []
        assert store.row("a") is None
        assert store.first_event("a") is None
        assert store.created_by(["a"]) is None
        assert store.tables_of(["anna"]) == TablePage([], 0, None)
        assert store.tables_of([]) == TablePage([], 0, None)
        assert store.tables("playing") == []
        assert store.table_ids("playing") == []
        assert store.players_of("token") == frozenset()
        assert not store.may_watch("a", ["anna"])
        assert store.clock_note("a") is None
        assert store.prune(NOW).result() == Pruned(0, 0, 0, is_distrusted=False)
        assert store.graves() == []
        assert store.unbury("a").result() is False
        assert store.delete("a").result() is False

    @pytest.mark.parametrize(
        "text",
        ["", "{}", "a\0b", "\u202eé😀\x1b[2J<b>'\"", "x" * 200_000],
        ids=lambda text: text[:2],
    )
    def test_an_event_and_its_row_come_back_as_they_were(self, store: Store, text: str) -> None:
        event = StoredEvent("a", 1, f"c{text[:9]}", f"d{text[:9]}", text, 1789.1000000000001)
        row = TableRow("a", f"n{text[:9]}", "waiting", (f"p{text[:9]}", None), text, 0.1 + 0.2)
        store.append([Append(event, row)]).result()
        assert store.events("a") == [event]
        assert store.row("a") == row
        assert store.created_by([row.creation]) == "a"
        assert store.tables("waiting") == [row]
        assert store.tables_of([f"p{text[:9]}"]) == TablePage([row], 0, None)

    def test_events_come_in_order_and_the_row_is_the_last(self, store: Store) -> None:
        other = fill(store, "b", 12)
        events = []
        for number in range(1, 13):
            one = write("a", number, phase="over" if number == 12 else "playing")
            store.append([one]).result()
            events.append(one.event)
        assert store.events("a") == events
        assert store.first_event("a") == events[0]
        assert store.row("a") == one.row
        assert store.events("b") == other

    def test_the_last_note_of_a_clock_is_kept_until_its_table_goes(self, store: Store) -> None:
        for table in "ab":
            fill(store, table, 2)
        assert store.clock_note("a") is None
        store.note_clocks([ClockNote("a", 1, (5, 0)), ClockNote("b", 2, (0, 2**40))]).result()
        store.note_clocks([ClockNote("a", 2, (0, 7)), ClockNote("gone", 1, (1, 1))]).result()
        store.note_clocks([]).result()
        store.append([write("a", 3)]).result()
        assert store.clock_note("a") == ClockNote("a", 2, (0, 7))
        assert store.clock_note("b") == ClockNote("b", 2, (0, 2**40))
        assert store.clock_note("gone") is None
        store.delete("a").result()
        assert store.clock_note("a") is None
        fill(store, "a", 1)
        assert store.clock_note("a") is None

    def test_the_soonest_of_the_clocks_that_go_on_are_found(self, store: Store) -> None:
        for table in "abcd":
            fill(store, table, 2)
        assert store.due_clocks(3) == []
        late, soon = (
            ClockNote("a", 2, (5, 0), at=10.25, due=70.5, runs=(True, False)),
            ClockNote("b", 2, (0, 7), at=20.0, due=60.0),
        )
        rest = [ClockNote("c", 2, (1, 1)), ClockNote("d", 2, (1, 1), at=1.0, due=99.0)]
        store.note_clocks([late, soon, *rest, late._replace(table="gone")]).result()
        assert store.clock_note("a") == late
        assert store.due_clocks(2) == [("b", 60.0), ("a", 70.5)]
        store.note_clocks([soon._replace(at=None, due=None)]).result()
        store.delete("d").result()
        assert store.due_clocks(3) == [("a", 70.5)]

    def test_how_long_servers_ran_only_grows(self, store: Store) -> None:
        assert store.clocks_ran() == 0.0
        for ran, kept in ((12.5, 12.5), (7.0, 12.5), (1e9, 1e9)):
            store.note_clocks([], ran).result()
            assert store.clocks_ran() == kept

    def test_only_the_next_event_is_taken(self, store: Store) -> None:
        for sequence in (0, 2, -1):
            self.refused(store, write("a", sequence))
        fill(store, "a", 3)
        for sequence in (0, 1, 2, 3, 5):
            self.refused(store, write("a", sequence, "another"))
        store.append([write("a", 4)]).result()

    def test_a_command_is_taken_once_at_a_table(self, store: Store) -> None:
        fill(store, "a", 2)
        self.refused(store, write("a", 3, "c1"))
        self.refused(store, write("a", 3, "c"), write("a", 4, "c"))
        store.append([write("b", 1, "c1")]).result()

    def test_a_creation_is_taken_once_and_stays(self, store: Store) -> None:
        fill(store, "a", 1, creation="x")
        self.refused(store, write("b", 1, creation="x"))
        self.refused(store, write("b", 1, creation="y"), write("c", 1, creation="y"))
        self.refused(store, write("a", 2, creation="y"))
        assert store.created_by(["x"]) == "a"
        assert store.created_by(["y"]) is None

    def test_a_batch_is_kept_whole_or_not_at_all(self, store: Store) -> None:
        fill(store, "a", 1)
        self.refused(store, write("a", 2), write("b", 1), write("a", 4))
        self.refused(store, write("b", 1), write("a", 1))
        store.append([write("a", 2), write("b", 1), write("a", 3)]).result()
        assert [event.sequence for event in store.events("a")] == [1, 2, 3]
        store.append([]).result()

    def test_a_conflict_does_not_spoil_what_is_written_at_the_same_time(self, store: Store) -> None:
        good, bad = [], []
        for number in range(100):
            good.append(store.append([write(f"t{number}", 1)]))
            bad.append(store.append([write(f"t{number}", 1, "again")]))
            bad.append(store.append([write(f"u{number}", 1), write(f"u{number}", 3)]))
            good.append(store.append([write(f"t{number}", 2)]))
        assert all(future.exception() is None for future in good)
        assert all(isinstance(future.exception(), StoreConflict) for future in bad)
        assert all(len(store.events(f"t{number}")) == 2 for number in range(100))
        assert all(store.row(f"u{number}") is None for number in range(100))

    def test_of_fifty_for_one_version_one_is_taken(self, store: Store) -> None:
        fill(store, "a", 1)
        start = threading.Barrier(50)
        futures: list[Future[None]] = []

        def go(number: int) -> None:
            start.wait()
            futures.append(store.append([write("a", 2, f"from {number}")]))

        threads = [threading.Thread(target=go, args=(number,)) for number in range(50)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(future.exception() is None for future in futures) == [False] * 49 + [True]
        assert len(store.events("a")) == 2

    def test_a_reader_sees_whole_states_that_only_grow(self, store: Store) -> None:
        fill(store, "a", 1)
        seen: list[list[int]] = []
        begun, done = threading.Event(), threading.Event()

        def read() -> None:
            while not done.is_set():
                seen.append([event.sequence for event in store.events("a")])
                begun.set()

        threads = [threading.Thread(target=read) for _ in range(3)]
        for thread in threads:
            thread.start()
        assert begun.wait(PATIENCE)
        for number in range(2, 100, 2):
            store.append([write("a", number), write("a", number + 1)]).result()
            # Who was told that it is stored can read it.
            assert len(store.events("a")) == number + 1
        done.set()
        for thread in threads:
            thread.join()
        assert seen
        assert all(each == [*range(1, len(each) + 1)] and len(each) % 2 for each in seen)

    def test_the_tables_of_players(self, store: Store) -> None:
        fill(store, "a", 1, players=("anna", "bert"), touched=10.0)
        fill(store, "b", 1, players=("carl", "anna"), touched=30.0)
        fill(store, "c", 1, players=("carl", None), touched=20.0)
        fill(store, "d", 1, players=("anna", "anna"), touched=20.0)
        assert names(store.tables_of({"anna"}).rows) == ["b", "d", "a"]
        assert names(store.tables_of({"anna", "carl"}).rows) == ["b", "c", "d", "a"]
        assert names(store.tables_of(["anna"], most=2).rows) == ["b", "d"]
        assert names(store.tables_of(["dora"]).rows) == []
        store.append([write("c", 2, players=("carl", "anna"), touched=40.0)]).result()
        store.append([write("a", 2, players=(None, "bert"), touched=50.0)]).result()
        assert names(store.tables_of(["anna"]).rows) == ["c", "b", "d"]

    @pytest.mark.parametrize("most", [1, 2, 3, 10])
    def test_the_tables_of_players_page_by_page(self, store: Store, most: int) -> None:
        """Unfinished tables first, the last touched first; none is lost among equal times."""
        for number, phase in enumerate(["over", "waiting", "playing", "between", "over"] * 3):
            touched = [0.1 + 0.2, 0.3, NOW][number // 5]
            players = ("anna", "bert") if number % 2 else ("carl", "anna")
            fill(store, f"t{number:02}", 1, phase=phase, players=players, touched=touched)
        fill(store, "another", 1, players=("carl", "dora"))
        pages: list[str] = []
        before: Cursor | None = BEGINNING
        while before is not None:
            page = store.tables_of(["anna", "bert"], most, before)
            assert 1 <= len(page.rows) <= most
            pages += names(page.rows)
            before = page.next and Cursor.parse(str(page.next))
        unfinished = [11, 12, 13, 1, 2, 3, 6, 7, 8]
        # 0.1 + 0.2 is a little more than 0.3.
        assert pages == [f"t{number:02}" for number in [*unfinished, 10, 14, 0, 4, 5, 9]]
        assert store.tables_of(["dora"], most, Cursor(False, float("nan"), "a")).rows == []

    def test_the_tables_of_a_phase_page_by_page(self, store: Store) -> None:
        for number in range(10):
            fill(store, f"t{number}", 1, phase="playing" if number % 3 else "waiting")
        assert names(store.tables("waiting")) == ["t0", "t3", "t6", "t9"]
        assert names(store.tables("waiting", "t3", 1)) == ["t6"]
        assert names(store.tables("waiting", "t9")) == []
        store.append([write("t3", 2, phase="playing")]).result()
        assert names(store.tables("waiting")) == ["t0", "t6", "t9"]
        assert names(store.tables("playing", most=3)) == ["t1", "t2", "t3"]
        assert store.table_ids("waiting") == ["t0", "t6", "t9"]
        assert store.table_ids("playing", "t1", 2) == ["t2", "t3"]

    def test_a_device_holds_many_players_and_a_player_many_devices(self, store: Store) -> None:
        for token, player in [("x", "anna"), ("x", "bert"), ("y", "anna"), ("x", "anna")]:
            store.hold(token, player).result()
        assert store.players_of("x") == {"anna", "bert"}
        assert store.players_of("y") == {"anna"}

    def devices(self, store: Store) -> dict[str, frozenset[str]]:
        return {token: store.players_of(token) for token in ("old", "new")}

    @pytest.mark.parametrize("keep", [True, False])
    def test_a_link_moves_players_to_another_device(self, store: Store, keep: bool) -> None:
        for token, player in [("old", "anna"), ("old", "bert"), ("new", "carl")]:
            store.hold(token, player).result()
        store.offer_move("link", "old", keep=keep, expires=NOW + 60).result()
        assert store.claim_move("link", "new", NOW).result() == Claimed(
            "old", frozenset(["anna", "bert"]), is_kept=keep
        )
        everyone = frozenset({"anna", "bert", "carl"})
        left = frozenset({"anna", "bert"}) if keep else frozenset()
        assert self.devices(store) == {"old": left, "new": everyone}

    @pytest.mark.parametrize("keep", [True, False])
    def test_a_device_that_claims_its_own_link_keeps_its_players(
        self, store: Store, keep: bool
    ) -> None:
        store.hold("old", "anna").result()
        store.offer_move("link", "old", keep=keep, expires=NOW + 60).result()
        assert store.claim_move("link", "old", NOW).result() == Claimed(
            "old", frozenset(["anna"]), is_kept=True
        )
        assert store.players_of("old") == {"anna"}

    def test_a_link_works_once_and_not_for_ever(self, store: Store) -> None:
        store.hold("old", "anna").result()
        store.offer_move("late", "old", keep=False, expires=NOW).result()
        store.offer_move("once", "old", keep=True, expires=NOW + 1).result()
        with pytest.raises(StoreConflict):
            store.offer_move("once", "new", keep=False, expires=NOW + 9).result()
        for link in ("late", "never made"):
            with pytest.raises(UnknownLink):
                store.claim_move(link, "new", NOW).result()
        assert self.devices(store) == {"old": {"anna"}, "new": frozenset()}
        claims = [store.claim_move("once", f"n{number}", NOW) for number in range(20)]
        assert sum(claim.exception() is None for claim in claims) == 1
        assert sum(store.players_of(f"n{number}") == {"anna"} for number in range(20)) == 1

    @pytest.mark.parametrize("keep", [True, False])
    def test_a_device_collects_only_so_many_players(self, store: Store, keep: bool) -> None:
        for number in range(MOST_PLAYERS - 1):
            store.hold("new", f"p{number}").result()
        for player in ("p0", "anna", "bert"):
            store.hold("old", player).result()
        store.offer_move("link", "old", keep=keep, expires=NOW + 60).result()
        with pytest.raises(TooManyPlayers):
            store.claim_move("link", "new", NOW).result()
        assert store.players_of("old") == {"p0", "anna", "bert"}
        assert len(store.players_of("new")) == MOST_PLAYERS - 1
        assert store.claim_move("link", "other", NOW).result().players == {"p0", "anna", "bert"}
        store.hold("one", "anna").result()
        store.offer_move("link of one", "one", keep=keep, expires=NOW + 60).result()
        assert store.claim_move("link of one", "new", NOW).result().players == {"anna"}
        assert store.is_well

    def test_a_device_with_many_players_asks_once_for_all_of_them(self, store: Store) -> None:
        fill(store, "a", 1)
        fill(store, "b", 1)
        store.allow_watching("a", "dora").result()
        many = [f"p{number}" for number in range(60)]
        assert store.may_watch("a", {*many, "dora"})
        assert not store.may_watch("a", many)
        assert not store.may_watch("a", [])
        assert store.created_by([*many, "new b"]) == "b"
        assert store.created_by(many) is None
        assert store.created_by([]) is None

    def test_who_may_watch(self, store: Store) -> None:
        fill(store, "a", 1)
        fill(store, "b", 1)
        for _ in range(2):
            store.allow_watching("a", "dora").result()
        assert store.may_watch("a", ["dora"])
        assert not store.may_watch("a", ["anna"])
        assert not store.may_watch("b", ["dora"])
        with pytest.raises(StoreConflict):
            store.allow_watching("none", "dora").result()
        assert not store.may_watch("none", ["dora"])

    def test_a_table_is_deleted_with_all_that_belongs_to_it_and_no_other(
        self, store: Store
    ) -> None:
        fill(store, "a", 3)
        kept = fill(store, "b", 2)
        for table in ("a", "b"):
            store.allow_watching(table, "dora").result()
        assert store.delete("a").result() is True
        assert (store.row("a"), store.events("a")) == (None, [])
        assert not store.may_watch("a", ["dora"])
        assert store.created_by(["new a"]) is None
        assert names(store.tables_of(["anna"]).rows) == ["b"]
        assert store.events("b") == kept
        assert store.may_watch("b", ["dora"])
        assert store.delete("a").result() is False
        # Whoever still plays at it cannot bring half of it back.
        self.refused(store, write("a", 4))
        fill(store, "a", 1)  # the ids are free again
        assert not store.may_watch("a", ["dora"])

    def test_closing_finishes_what_was_asked_for(self, store: Store) -> None:
        futures = [store.append([write(f"t{number}", 1)]) for number in range(300)]
        store.close()
        assert all(future.done() and future.exception() is None for future in futures)

    def test_a_closed_store_refuses_everything(self, store: Store) -> None:
        fill(store, "a", 1)
        store.close()
        store.close()
        for future in (
            store.append([write("a", 2)]),
            store.check(),
            store.note_devices(["x"]),
            store.prune_devices(),
            store.hold("x", "anna"),
            store.offer_move("link", "x", keep=True, expires=NOW),
            store.claim_move("link", "x", NOW),
            store.allow_watching("a", "dora"),
            store.prune(NOW),
            store.unbury("a"),
            store.delete("a"),
        ):
            assert isinstance(future.exception(timeout=PATIENCE), StoreError)
        for question in (
            lambda: store.events("a"),
            lambda: store.row("a"),
            lambda: store.created_by(["a"]),
            lambda: store.tables_of(["anna"]),
            lambda: store.tables("playing"),
            lambda: store.table_ids("playing"),
            store.graves,
            lambda: store.players_of("x"),
            lambda: store.may_watch("a", ["dora"]),
        ):
            with pytest.raises(StoreError):
                question()

    def test_a_store_that_works_is_well(self, store: Store) -> None:
        fill(store, "a", 1)
        self.refused(store, write("a", 1))
        store.check().result()
        assert store.is_well
        assert store.condition == Condition("ok", 0)

    def test_a_future_nobody_wants_any_more_harms_nobody(self, store: Store) -> None:
        futures = [store.append([write(f"t{number}", 1)]) for number in range(300)]
        for future in futures[::2]:
            future.cancel()
        for number, future in enumerate(futures):
            stored = store.events(f"t{number}") if future.done() else None
            if not future.cancelled():
                assert future.exception() is None
            else:
                assert not stored
        fill(store, "after", 1)

    def test_all_tables_are_listed_the_last_touched_first_unfinished_ones_before(
        self, store: Store
    ) -> None:
        for number, phase in enumerate(("over", "playing", "waiting", "between", "playing")):
            fill(store, f"t{number}", 1, phase=phase, touched=NOW + number)
        every = ("waiting", "playing", "between", "over")
        assert names(store.latest(every).rows) == ["t4", "t3", "t2", "t1", "t0"]
        assert names(store.latest(("playing",)).rows) == ["t4", "t1"]
        first = store.latest(every, 2)
        assert (names(first.rows), first.damaged) == (["t4", "t3"], 0)
        assert first.next is not None
        rest = store.latest(every, 3, first.next)
        assert (names(rest.rows), rest.next) == (["t2", "t1", "t0"], None)
        assert store.latest(()) == TablePage([], 0, None)
        assert store.table_counts() == {"over": 1, "playing": 2, "waiting": 1, "between": 1}

    def test_the_devices_of_a_player(self, store: Store) -> None:
        for token, player in (("t1", "anna"), ("t2", "anna"), ("t2", "bert")):
            store.hold(token, player).result()
        assert store.devices_of("anna") == {"t1", "t2"}
        assert store.devices_of("bert") == {"t2"}
        assert store.devices_of("carl") == frozenset()

    def test_bans_are_kept_until_they_are_lifted_or_over(self, store: Store) -> None:
        bans = [ban("device", 10.0), ban("address", 20.0, "a"), ban("address", 30.0, "b")]
        numbers = [store.ban(one).result() for one in bans]
        assert store.bans() == [
            one._replace(id=number) for one, number in zip(bans, numbers, strict=True)
        ]
        assert store.unban(numbers[1]).result() is True
        assert store.unban(numbers[1]).result() is False
        assert store.end_bans(9.9).result() == 0
        assert store.end_bans(10.0).result() == 1
        assert [one.id for one in store.bans()] == [numbers[2]]
        assert store.ban(bans[0]).result() not in numbers  # no number is given twice
        assert store.end_bans(99.0).result() == 2

    def test_the_key_of_addresses_is_forgotten_with_the_last_of_them(self, store: Store) -> None:
        key = store.ban_key().result()
        assert len(key) == 32
        numbers = [store.ban(ban("address", 10.0, name)).result() for name in "ab"]
        store.ban(ban("device", 10.0)).result()
        store.unban(numbers[0]).result()
        assert store.ban_key().result() == key
        store.unban(numbers[1]).result()
        assert store.ban_key().result() != key

    def test_a_second_ban_of_somebody_takes_the_place_of_the_first(self, store: Store) -> None:
        first = store.ban(ban("device", 30.0, "phone", "laptop")).result()
        other = store.ban(ban("address", 30.0, "phone")).result()
        second = store.ban(ban("device", 20.0, "laptop", "tablet")).result()
        assert [(one.id, one.subjects) for one in store.bans()] == [
            (first, ("phone",)),
            (other, ("phone",)),
            (second, ("laptop", "tablet")),
        ]
        third = store.ban(ban("device", 40.0, "phone", "laptop", "tablet")).result()
        assert [one.id for one in store.bans()] == [other, third]

    def test_links_of_a_banned_device_are_void(self, store: Store) -> None:
        for token in ("bad", "good"):
            store.hold(token, token).result()
            store.offer_move(f"link of {token}", token, keep=True, expires=NOW + 60).result()
        store.ban(ban("device", NOW + 60, "bad")).result()
        assert store.claim_move("link of good", "new", NOW).result().players == {"good"}
        with pytest.raises(UnknownLink):
            store.claim_move("link of bad", "new", NOW).result()
