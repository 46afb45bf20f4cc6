"""Changes to a store's file behind the back of the store."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import apsw

from jaipur.store.files import BUSY_TIMEOUT_MS


def change(file: Path, sql: str, *values: str) -> None:
    """Change a file that a store may have open."""
    with closing(apsw.Connection(str(file))) as connection:
        # A store locks its file for a moment after it has answered: it then empties its log.
        connection.set_busy_timeout(BUSY_TIMEOUT_MS)
        connection.execute(sql, values)
