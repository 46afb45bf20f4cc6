"""The one thread that writes: it commits what is waiting as a group, so one fsync serves many."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import apsw

from .condition import HealthWatch
from .faults import refusal
from .files import PATIENCE_MS
from .protocol import Append, StoreClosed, StoreConflict, StoreError
from .rows import event_values, table_values

MOST_IN_A_GROUP = 1000
CHECKPOINT_PAGES = 1000
MOST_ROWS = 64

Work = Callable[[apsw.Connection], Any]

INSERT_EVENTS = "INSERT INTO events VALUES "
INSERT_TABLES = "INSERT INTO tables VALUES "
# A table moves on only from the version before, and keeps its creation.
MOVE_ON = """
    ON CONFLICT (id) DO UPDATE SET
        phase = excluded.phase, player0 = excluded.player0, player1 = excluded.player1,
        summary = excluded.summary, touched = excluded.touched, version = excluded.version,
        checksum = excluded.checksum, since = excluded.since
    WHERE version = excluded.version - 1 AND creation = excluded.creation AND buried IS NULL
"""


@dataclass(slots=True, eq=False)
class Job:
    """Something to write, and the future of whoever waits for it."""

    writes: Sequence[Append] = ()
    work: Work | None = None
    wipes: bool = False
    """Whether what it deletes has to leave the log too."""
    future: Future[Any] = field(default_factory=Future)

    def do(self, connection: apsw.Connection, floor: float) -> Any:
        """Write it, inside a transaction."""
        return self.work(connection) if self.work else append(connection, self.writes, floor)


def append(connection: apsw.Connection, writes: Sequence[Append], floor: float) -> None:
    """Keep events and the rows of their tables, in as few statements as possible.

    Each statement gives up the interpreter's lock, and a busy event loop takes its time to give it
    back; so many rows go into one.
    """
    tables = [table_values(write, floor) for write in writes]
    changed = 0
    for chunk in _chunks(tables):
        _insert(connection, INSERT_TABLES, chunk, MOVE_ON)
        changed += connection.changes()
    if changed != len(writes):
        raise StoreConflict
    for chunk in _chunks([event_values(write.event) for write in writes]):
        _insert(connection, INSERT_EVENTS, chunk, "")


def _chunks(rows: Sequence[tuple[Any, ...]]) -> Iterator[Sequence[tuple[Any, ...]]]:
    """Rows by powers of two, so that few different statements are ever prepared."""
    start, size = 0, MOST_ROWS
    while start < len(rows):
        while size > len(rows) - start:
            size //= 2
        yield rows[start : start + size]
        start += size


def _insert(
    connection: apsw.Connection, begin: str, rows: Sequence[tuple[Any, ...]], end: str
) -> None:
    gaps = "(" + ",".join("?" * len(rows[0])) + ")"
    values = [value for row in rows for value in row]
    connection.execute(begin + ",".join([gaps] * len(rows)) + end, values)


class Writer:
    """Owns the writing connection and its thread."""

    def __init__(
        self, connection: apsw.Connection, file: Path, floor: float, watch: HealthWatch
    ) -> None:
        self.floor = floor
        """The newest moment that is believed: nothing that is written now is older."""
        self._connection = connection
        self._file = file
        self._watch = watch
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        self._log_pages = 0
        self._wipes = True  # a log that a crash left may hold what had to leave it
        connection.set_wal_hook(self._note_log)
        self._thread = threading.Thread(target=self._run, name="jaipur-store", daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> Future[Any]:
        """Have something written; the future ends when it is durable."""
        with self._lock:
            if self._closed:
                job.future.set_exception(StoreClosed())
            else:
                self._queue.put(job)
        return job.future

    def finish(self) -> None:
        """Write what is waiting and take nothing more."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def close(self) -> None:
        """Move the log into the file; the last connection to it does that."""
        with suppress(apsw.Error):  # what was answered is durable in the log
            self._connection.close()

    def _run(self) -> None:
        while group := self._waiting():
            self._keep([job for job in group if job.future.set_running_or_notify_cancel()])

    def _waiting(self) -> list[Job]:
        """All that is waiting, at least one job; none when the store is closed."""
        group: list[Job] = []
        try:
            job = self._queue.get()
            while job:
                group.append(job)
                if len(group) == MOST_IN_A_GROUP:
                    return group
                job = self._queue.get_nowait()
        except Empty:
            return group
        if group:
            self._queue.put(None)  # the end comes in the next turn
        return group

    def _keep(self, group: Sequence[Job]) -> None:
        """Commit a group and answer everyone in it."""
        if not group:
            return
        outcomes: dict[Job, Any] = {}
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            outcomes = dict(self._do_all(group))
            self._connection.execute("COMMIT")
        except Exception as error:
            self._undo(error)
            outcomes = {job: refusal(error, self._file) for job in group}
        errors = [outcome for outcome in outcomes.values() if isinstance(outcome, StoreError)]
        # Before the answers, so that whoever is refused finds it in the log and in the health.
        self._watch.after_writing(errors, kept=len(errors) < len(outcomes))
        for job, outcome in outcomes.items():
            if isinstance(outcome, StoreError):
                job.future.set_exception(outcome)
            else:
                job.future.set_result(outcome)
        self._checkpoint()
        self._wipe(group)

    def _do_all(self, group: Iterable[Job]) -> Iterator[tuple[Job, Any]]:
        """Do the appends together; one by one if one of them conflicts; then everything else."""
        appends = [job for job in group if not job.work]
        together = Job([write for job in appends for write in job.writes])
        if len(appends) > 1 and not isinstance(self._do(together), StoreError):
            yield from ((job, None) for job in appends)
        else:
            yield from ((job, self._do(job)) for job in appends)
        yield from ((job, self._do(job)) for job in group if job.work)

    def _do(self, job: Job) -> Any:
        """Do one job; an error that concerns nobody else is its outcome."""
        self._connection.execute("SAVEPOINT job")
        try:
            outcome = job.do(self._connection, self.floor)
        except (apsw.FullError, apsw.IOError):
            raise  # SQLite may have given up the whole transaction
        except Exception as error:
            self._connection.execute("ROLLBACK TO job")
            outcome = refusal(error, self._file)
        self._connection.execute("RELEASE job")
        return outcome

    def _undo(self, error: Exception) -> None:
        """Take back a group that could not be committed."""
        with suppress(apsw.Error):  # the next group begins anew, and says what is wrong
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            if isinstance(error, apsw.IOError):
                # When only the fsync failed the log holds the whole group, and after a crash it
                # would count; an emptied log cannot.
                self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)

    def _note_log(self, _connection: apsw.Connection, _name: str, pages: int) -> int:
        self._log_pages = pages
        return apsw.SQLITE_OK

    def _checkpoint(self) -> None:
        """Move a long log into the file: after the answers, so that nobody waits for it."""
        if self._log_pages < CHECKPOINT_PAGES:
            return
        self._log_pages = 0
        with suppress(apsw.Error):  # what is in the log is durable there; another time then
            self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)

    def _wipe(self, group: Sequence[Job]) -> None:
        """Empty the log if something has to leave it; whoever reads an older state puts it off.

        It is tried again after what comes now and then: actions are not to wait for it.
        """
        self._wipes = self._wipes or any(job.wipes for job in group)
        if not self._wipes or not any(job.work for job in group):
            return
        with suppress(apsw.Error):
            self._connection.set_busy_timeout(0)
            try:
                self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
                self._wipes = False
            finally:
                self._connection.set_busy_timeout(PATIENCE_MS)
