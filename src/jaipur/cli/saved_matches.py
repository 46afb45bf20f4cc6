"""The saved matches of a store file, read without disturbing a running match."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..session.contract.basics import Phase
from ..session.contract.responses import ListedTable
from ..texts import Texts
from .options import Refused

if TYPE_CHECKING:  # the store is slow to import
    from ..client.local import SavedMatch
    from ..store.reading import Reader
    from ..store.values import StoredEvent

SHORTEST_BEGINNING = 4
"""The minimum length of an id prefix."""


def file_or_default(data: Path | None) -> Path:
    """The given file, or the default one."""
    from ..client.local import data_file

    return data or data_file()


def saved_matches(data: Path | None) -> list[SavedMatch]:
    """The matches of a file: unfinished ones first, then by when they were played."""
    if data is None and not file_or_default(None).exists():
        return []  # no match was saved yet
    from ..client.local import SavedMatch
    from ..store.open_matches import OpenMatches

    with _reading(data) as reader:
        elsewhere = OpenMatches(reader.file).elsewhere()
        rows = _rows(reader)
    return [SavedMatch(row, row.table in elsewhere) for row in rows]


def find(matches: Sequence[SavedMatch], given: str, _: Texts) -> ListedTable:
    """Find a match by its number in the list or the beginning of its id."""
    rows = [match.row for match in matches]
    if exact := [row for row in rows if row.table == given]:
        return exact[0]
    if given.isascii() and given.isdigit() and 0 < int(given[:9]) <= len(rows):
        return rows[int(given[:9]) - 1]
    # Short input is a wrong number rather than the beginning of an id.
    wanted = given.lower() if len(given) >= SHORTEST_BEGINNING else ""
    found = [row for row in rows if wanted and row.table.startswith(wanted)]
    if not found:
        raise Refused(
            _("There is no match {match}; jaipur matches lists them all.", match=given[:40])
        )
    if len(found) > 1:
        raise Refused(
            _(
                "The ids of {n} matches begin with {match}; give more of the id, or the "
                "number in the list.",
                n=len(found),
                match=given,
            )
        )
    return found[0]


def events_of(row: ListedTable, data: Path | None) -> list[StoredEvent]:
    """The stored events of a match."""
    with _reading(data) as reader:
        return reader.events(row.table)


def record_text(row: ListedTable, data: Path | None, _: Texts) -> str:
    """The record of a match, which must be over."""
    from ..session.export import finished_record

    text = finished_record(events_of(row, data))
    if text is None and row.phase is Phase.OVER:
        raise Refused(_("This match never began, so there is nothing to show."))
    if text is None:
        raise Refused(_("This match is not over, so its cards are still secret. Finish it first."))
    return text


def _reading(data: Path | None) -> Reader:
    from ..store.faults import OlderFile
    from ..store.reading import open_for_reading

    file = file_or_default(data)
    try:
        return open_for_reading(file)
    except OlderFile:
        from ..store.sqlite import SqliteStore

        SqliteStore(file, is_shared=True).close()  # opening the store migrates the file
        return open_for_reading(file)


def _rows(reader: Reader) -> list[ListedTable]:
    from ..client.local import ME
    from ..session.rows import listed
    from ..store.values import BEGINNING, Cursor

    rows: list[ListedTable] = []
    before: Cursor | None = BEGINNING
    while before is not None:
        page = reader.tables_of(ME.players, before=before)
        rows += [listed(row, ME) for row in page.rows]
        before = page.next
    return rows
