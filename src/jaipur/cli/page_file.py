"""Writing a page to a file that the user named: checked before the work, written after it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..texts import Texts
from .options import Refused


@contextmanager
def reserved(path: Path | None, _: Texts) -> Iterator[None]:
    """Check now, not after hours, whether the page can be written; leave no empty file."""
    if path is None:
        yield
        return
    is_new = not path.exists()
    with writing(path, _):
        path.open("a", encoding="utf-8").close()
    try:
        yield
    finally:
        if is_new and path.exists() and not path.stat().st_size:
            path.unlink()


@contextmanager
def writing(path: Path, _: Texts) -> Iterator[None]:
    """Explain why the page cannot be written, if so."""
    try:
        yield
    except OSError as error:
        raise Refused(
            _("The page cannot be written to {path} ({cause}).", path=path, cause=error.strerror)
        ) from error
