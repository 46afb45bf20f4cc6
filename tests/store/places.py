"""Folders and files that cannot be written, even if the superuser runs the tests."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NOBODY = 65534


@contextmanager
def shared_folder() -> Iterator[Path]:
    """A folder that also a person without rights can reach."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@contextmanager
def without_rights(path: Path) -> Iterator[None]:
    """As somebody who may read a path and not write it; the superuser may write everything."""
    before = path.stat().st_mode
    path.chmod(before & 0o555 | 0o444)
    superuser = os.geteuid() == 0
    if superuser:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if superuser:
            os.seteuid(0)
        path.chmod(before)
