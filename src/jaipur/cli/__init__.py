"""The command-line interface; it contains no game rules."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence
from typing import Any, TextIO

import click
from click.shell_completion import get_completion_class

from ..compiled import CACHE_VARIABLE, CacheFolderError
from ..errors import JaipurError
from ..texts import Texts, texts
from ..version import __version__
from .admin import admin
from .arena import arena
from .bots import bot, bots
from .join import join
from .localized_click import (
    LocalizedCommand,
    LocalizedGroup,
    print_error,
    requested_language,
    texts_of,
)
from .matches import matches
from .options import INTERRUPTED, Refused, language_option
from .play import play
from .positions import deal, perft, show
from .records import replay, verify
from .review import review
from .rules import rules
from .serve import serve
from .simulate import simulate
from .store import backup, export, restore
from .train import train
from .units import units

SHELLS = ("bash", "zsh", "fish")
CANNOT_PRINT = 1
CLOSED = (errno.EPIPE,) if os.name == "posix" else (errno.EPIPE, errno.EINVAL)
"""The errors of a closed pipe."""
OUTPUT_FAULTS = (*CLOSED, errno.ENOSPC, errno.EIO)


class Commands(LocalizedGroup):
    """Commands whose errors are one sentence with exit code 2."""

    def invoke(self, ctx: click.Context) -> object:
        """Run a command and print its error in the chosen language."""
        try:
            return self._invoke(ctx)
        except click.ClickException as error:
            print_error(error, texts_of(ctx))
            raise click.exceptions.Exit(error.exit_code) from error

    def _invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except JaipurError as error:
            raise Refused(texts_of(ctx).error(error)) from error
        except CacheFolderError as error:
            _ = texts_of(ctx)
            raise Refused(
                _(
                    "Compiled code cannot be cached in {folder} ({cause}); set {variable} to "
                    "a writable folder.",
                    folder=error.folder,
                    cause=error.cause,
                    variable=CACHE_VARIABLE,
                )
            ) from error

    def main(  # type: ignore[override]  # Click has one signature for each mode
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> Any:
        """Run, printing usage errors as one sentence too."""
        _ = texts(requested_language(sys.argv[1:] if args is None else args))
        try:
            code: object = super().main(
                args, prog_name, **{"obj": _} | extra | {"standalone_mode": False}
            )
            sys.exit(code if isinstance(code, int) else 0)
        except click.ClickException as error:
            print_error(error, _)
            sys.exit(error.exit_code)
        except (click.Abort, KeyboardInterrupt):
            click.echo("", err=True)
            sys.exit(INTERRUPTED)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
@language_option
def cli(_: Texts) -> None:
    """Play, study and verify Jaipur, the two-player card game.

    Positions are single lines of text, records are files: see docs/notation.md.
    """


@click.command(cls=LocalizedCommand)
@click.argument("shell", type=click.Choice(SHELLS), required=False, metavar="SHELL")
@language_option
def completion(shell: str | None, _: Texts) -> None:
    """Print the completion script for SHELL: bash, zsh or fish.

    For bash: eval "$(jaipur completion bash)"
    """
    if shell is None:
        raise Refused(_("Name a shell (bash, zsh or fish), for example: jaipur completion bash"))
    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101  # Click knows all three shells
    click.echo(kind(cli, {}, "jaipur", "_JAIPUR_COMPLETE").source())


for command in (
    *(
        play,
        join,
        matches,
        serve,
        admin,
        backup,
        restore,
        export,
        units,
        rules,
        deal,
        show,
        replay,
        review,
        verify,
    ),
    *(perft, simulate, arena, bot, bots, train, completion),
):
    cli.add_command(command)


def main() -> None:
    """Entry point of the `jaipur` command."""
    _open_streams()
    try:
        try:
            cli(prog_name="jaipur")
        finally:
            sys.stdout.flush()
    except OSError as error:
        if error.errno not in OUTPUT_FAULTS:
            raise
        _ = texts(requested_language(sys.argv[1:]))
        if error.errno not in CLOSED:  # a closed pipe is not an error
            problem = _("The output cannot be written: {cause}.", cause=error.strerror)
            click.echo(_("Error: {message}", message=problem), err=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # otherwise Python would try to flush the rest
        sys.exit(CANNOT_PRINT)


def _nowhere(mode: str) -> TextIO:
    return io.TextIOWrapper(os.fdopen(os.open(os.devnull, os.O_RDWR), f"{mode}b"), "utf-8")


def _open_streams() -> None:
    """Replace closed streams by the null device, and unencodable characters by `?`."""
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
            if os.name == "nt" and not stream.isatty():
                # Otherwise a redirected record would be in the code page of this computer.
                stream.reconfigure(encoding="utf-8", newline="\n")
