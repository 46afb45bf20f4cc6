"""The writer thread: it commits all pending writes as a group, so that one fsync serves many."""

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
from .faults import as_store_error
from .files import BUSY_TIMEOUT_MS
from .protocol import StoreClosed, StoreConflict, StoreError
from .rows import event_values, table_values
from .values import Append

MOST_IN_A_GROUP = 1000
CHECKPOINT_PAGES = 1000
MOST_ROWS = 64

Work = Callable[[apsw.Connection], Any]

INSERT_EVENTS = "INSERT INTO events VALUES "
INSERT_TABLES = "INSERT INTO tables VALUES "
# A table advances only from the previous version, and its creation never changes.
ADVANCE = """
    ON CONFLICT (id) DO UPDATE SET
        phase = excluded.phase, player0 = excluded.player0, player1 = excluded.player1,
        summary = excluded.summary, touched = excluded.touched, version = excluded.version,
        checksum = excluded.checksum, since = excluded.since
    WHERE version = excluded.version - 1 AND creation = excluded.creation AND buried IS NULL
"""


@dataclass(slots=True, eq=False)
class WriteJob:
    """A write, and its future."""

    writes: Sequence[Append] = ()
    work: Work | None = None
    wipes: bool = False
    """Whether the data it deletes must also be removed from the log."""
    future: Future[Any] = field(default_factory=Future)

    def do(self, connection: apsw.Connection, floor: float) -> Any:
        """Do the write, within a transaction."""
        return self.work(connection) if self.work else append(connection, self.writes, floor)


def append(connection: apsw.Connection, writes: Sequence[Append], floor: float) -> None:
    """Store events and the rows of their tables in as few statements as possible.

    Each statement releases the interpreter lock, which a busy event loop is slow to give back, so
    many rows go into one statement.
    """
    tables = [table_values(write, floor) for write in writes]
    changed = 0
    for chunk in _chunks(tables):
        _insert(connection, INSERT_TABLES, chunk, ADVANCE)
        changed += connection.changes()
    if changed != len(writes):
        raise StoreConflict
    for chunk in _chunks([event_values(write.event) for write in writes]):
        _insert(connection, INSERT_EVENTS, chunk, "")


def _chunks(rows: Sequence[tuple[Any, ...]]) -> Iterator[Sequence[tuple[Any, ...]]]:
    """Split rows by powers of two, so that only few different statements are prepared."""
    start, size = 0, MOST_ROWS
    while start < len(rows):
        while size > len(rows) - start:
            size //= 2
        yield rows[start : start + size]
        start += size


def _insert(
    connection: apsw.Connection, begin: str, rows: Sequence[tuple[Any, ...]], end: str
) -> None:
    placeholders = "(" + ",".join("?" * len(rows[0])) + ")"
    values = [value for row in rows for value in row]
    connection.execute(begin + ",".join([placeholders] * len(rows)) + end, values)


class Writer:
    """Owns the writing connection and its thread."""

    def __init__(
        self, connection: apsw.Connection, file: Path, floor: float, watch: HealthWatch
    ) -> None:
        self.floor = floor
        """The newest trusted time: nothing written now counts as older."""
        self._connection = connection
        self._file = file
        self._watch = watch
        self._queue: SimpleQueue[WriteJob | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        self._log_pages = 0
        self._wipes = True  # the log of a crashed process may contain data to be removed
        connection.set_wal_hook(self._note_log)
        self._thread = threading.Thread(target=self._run, name="jaipur-store", daemon=True)
        self._thread.start()

    def submit(self, job: WriteJob) -> Future[Any]:
        """Queue a write; the future completes when it is durable."""
        with self._lock:
            if self._closed:
                job.future.set_exception(StoreClosed())
            else:
                self._queue.put(job)
        return job.future

    def finish(self) -> None:
        """Do all pending writes and accept no more."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def close(self) -> None:
        """Close the connection; the last one to close moves the log into the file."""
        with suppress(apsw.Error):  # confirmed writes are durable in the log
            self._connection.close()

    def _run(self) -> None:
        while group := self._next_group():
            self._commit([job for job in group if job.future.set_running_or_notify_cancel()])

    def _next_group(self) -> list[WriteJob]:
        """Wait for jobs and return all pending ones; empty when the store is closed."""
        group: list[WriteJob] = []
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
            self._queue.put(None)  # end on the next call
        return group

    def _commit(self, group: Sequence[WriteJob]) -> None:
        """Commit a group and complete its futures."""
        if not group:
            return
        outcomes: dict[WriteJob, Any] = {}
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            outcomes = dict(self._do_all(group))
            self._connection.execute("COMMIT")
        except Exception as error:
            self._undo(error)
            outcomes = {job: as_store_error(error, self._file) for job in group}
        errors = [outcome for outcome in outcomes.values() if isinstance(outcome, StoreError)]
        # Before the futures, so that a failure is already logged when its caller sees it.
        self._watch.after_writing(errors, succeeded=len(errors) < len(outcomes))
        for job, outcome in outcomes.items():
            if isinstance(outcome, StoreError):
                job.future.set_exception(outcome)
            else:
                job.future.set_result(outcome)
        self._checkpoint()
        self._wipe(group)

    def _do_all(self, group: Iterable[WriteJob]) -> Iterator[tuple[WriteJob, Any]]:
        """Do the appends together, or one by one if there is a conflict, then everything else."""
        appends = [job for job in group if not job.work]
        together = WriteJob([write for job in appends for write in job.writes])
        if len(appends) > 1 and not isinstance(self._do(together), StoreError):
            yield from ((job, None) for job in appends)
        else:
            yield from ((job, self._do(job)) for job in appends)
        yield from ((job, self._do(job)) for job in group if job.work)

    def _do(self, job: WriteJob) -> Any:
        """Do one job; an error that affects only this job is returned as its outcome."""
        self._connection.execute("SAVEPOINT job")
        try:
            outcome = job.do(self._connection, self.floor)
        except (apsw.FullError, apsw.IOError):
            raise  # SQLite may have rolled back the whole transaction
        except Exception as error:
            self._connection.execute("ROLLBACK TO job")
            outcome = as_store_error(error, self._file)
        self._connection.execute("RELEASE job")
        return outcome

    def _undo(self, error: Exception) -> None:
        """Roll back a group that could not be committed."""
        with suppress(apsw.Error):  # the next group starts over, and reports the error
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            if isinstance(error, apsw.IOError):
                # If only the fsync failed, the log contains the whole group, and a crash would
                # commit it; so empty the log.
                self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)

    def _note_log(self, _connection: apsw.Connection, _name: str, pages: int) -> int:
        self._log_pages = pages
        return apsw.SQLITE_OK

    def _checkpoint(self) -> None:
        """Move a long log into the file, after the futures, so that nobody waits for it."""
        if self._log_pages < CHECKPOINT_PAGES:
            return
        self._log_pages = 0
        with suppress(apsw.Error):  # the log is durable as it is; try again later
            self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)

    def _wipe(self, group: Sequence[WriteJob]) -> None:
        """Empty the log if data must be removed from it; an active reader delays this.

        It is retried only after jobs other than appends, so that actions never wait for it.
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
                self._connection.set_busy_timeout(BUSY_TIMEOUT_MS)
