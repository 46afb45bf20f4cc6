"""The commands about store files: backup, restore and export."""

from __future__ import annotations

import re
from pathlib import Path

import click

from ..extras import require
from ..texts import Texts
from .localized_click import LocalizedCommand
from .options import FilePath, Refused, language_option

FILE = FilePath(path_type=Path)
SAFE_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


def default_data_file() -> Path:
    """The default file for the server's tables."""
    import platformdirs

    return Path(platformdirs.user_data_dir("jaipur", appauthor=False)) / "tables.sqlite"


@click.command(cls=LocalizedCommand)
@click.argument("source", type=FILE)
@click.argument("target", type=FILE)
@language_option
def backup(source: Path, target: Path, _: Texts) -> None:
    """Copy the store file SOURCE to the new file TARGET, even while a server uses it."""
    require("server", "jaipur backup", "apsw")
    from ..store.backup import backup as copy

    copy(source, target)
    click.echo(_("The backup is in {target}.", target=target))


@click.command(cls=LocalizedCommand)
@click.argument("source", metavar="BACKUP", type=FILE)
@click.argument("target", metavar="FILE", type=FILE)
@language_option
def restore(source: Path, target: Path, _: Texts) -> None:
    """Replace the store FILE with a BACKUP; stop the server first.

    The new file gets the owner of FILE, or of its folder, so that the server can use it. The old
    file is moved aside, not deleted.
    """
    require("server", "jaipur restore", "apsw")
    from ..store.restore import restore as put_back

    aside = put_back(source, target)
    click.echo(_("The backup was restored to {target}.", target=target))
    if aside is not None:
        click.echo(_("The previous file was moved to {aside}.", aside=aside))


@click.command(cls=LocalizedCommand)
@click.argument("file", type=FILE, required=False)
@click.option(
    "--to",
    "folder",
    type=FilePath(path_type=Path, file_okay=False),
    required=True,
    help="Folder for the records; created if it does not exist.",
)
@language_option
def export(file: Path | None, folder: Path, _: Texts) -> None:
    """Write a record of every finished match in a store FILE, even while a server uses it.

    FILE defaults to the one that jaipur serve uses without --data. Existing records are not
    overwritten. Damaged matches are skipped and listed at the end.
    """
    require("server", "jaipur export", "apsw")
    from ..session.export import finished_records
    from ..store.reading import open_for_reading

    written = there = 0
    damaged = []
    with open_for_reading(file or default_data_file()) as reader:
        for table, record in finished_records(reader):
            if isinstance(record, Exception):
                damaged.append(table if SAFE_NAME.fullmatch(table) else repr(table))
            elif _write_new(folder, table, record, _):
                written += 1
            else:
                there += 1
    _print_summary(folder, written, there, _)
    if damaged:
        raise Refused(
            _.count(
                "{n} finished match cannot be read and was left out (a backup may have it): "
                "{tables}.",
                "{n} finished matches cannot be read and were left out (a backup may have them): "
                "{tables}.",
                len(damaged),
                tables=", ".join(damaged),
            )
        )


def _print_summary(folder: Path, written: int, there: int, _: Texts) -> None:
    click.echo(
        _.count(
            "{n} finished match was written to {folder}.",
            "{n} finished matches were written to {folder}.",
            written,
            folder=folder,
        )
    )
    if there:
        click.echo(
            _.count(
                "{n} already existed and was left unchanged.",
                "{n} already existed and were left unchanged.",
                there,
            )
        )


def _write_new(folder: Path, table: str, record: str, _: Texts) -> bool:
    """Write one record atomically; returns False if its file exists."""
    if not SAFE_NAME.fullmatch(table):  # only in a tampered file
        raise Refused(_("The file contains an invalid table id, {table!r}.", table=table))
    path = folder / f"{table}.jaipur"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            try:
                file.write(record)
                file.flush()
            except BaseException:
                path.unlink()
                raise
    except FileExistsError:
        return False
    except OSError as error:
        raise Refused(
            _(
                "The records cannot be written to {folder} ({cause}); choose a writable folder.",
                folder=folder,
                cause=error.strerror,
            )
        ) from error
    return True
