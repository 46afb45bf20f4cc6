"""`jaipur units`: writes systemd units for a server (docs/hosting.md)."""

from __future__ import annotations

from pathlib import Path

import click

from ..documents import document
from ..texts import Texts
from .localized_click import LocalizedCommand
from .options import FilePath, Refused, language_option

UNITS = ("jaipur.service", "jaipur-backup.service", "jaipur-backup.timer")


@click.command(cls=LocalizedCommand)
@click.option(
    "--to",
    "folder",
    type=FilePath(path_type=Path, file_okay=False),
    required=True,
    help="Folder for the units, such as /etc/systemd/system.",
)
@language_option
def units(folder: Path, _: Texts) -> None:
    """Write systemd units for a server and its nightly backup.

    Existing files are not overwritten. Set your own address in jaipur.service.
    """
    for name in UNITS:
        _write(folder / name, _)


def _write(file: Path, _: Texts) -> None:
    try:
        with file.open("x", encoding="utf-8", newline="\n") as unit:
            unit.write(document(f"hosting/{file.name}"))
    except FileExistsError:
        click.echo(_("{file} already exists and was left unchanged.", file=file))
    except OSError as error:
        problem = error.strerror or error
        raise Refused(
            _("The file {file} cannot be written: {problem}.", file=file, problem=problem)
        ) from error
    else:
        click.echo(_("{file} was written.", file=file))
