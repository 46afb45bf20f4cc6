"""The command line. No rule lives here."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from ..compiled import CACHE_VARIABLE, CacheFolderError
from ..errors import JaipurError
from ..texts import Texts, default_language, texts
from .options import Refused
from .play import play
from .positions import deal, perft, rules, show
from .records import replay, verify
from .simulate import simulate

SHELLS = ("bash", "zsh", "fish")


class Commands(click.Group):
    """Commands whose refusals become one sentence and exit code 2."""

    def invoke(self, ctx: click.Context) -> object:
        """Run a command and tell a person what was refused."""
        try:
            return super().invoke(ctx)
        except JaipurError as error:
            raise Refused(_texts(ctx).error(error)) from error
        except CacheFolderError as error:
            _ = _texts(ctx)
            raise Refused(
                _(
                    "Compiled code cannot be kept in {folder} ({cause}); set {variable} to a "
                    "folder you can write to.",
                    folder=error.folder,
                    cause=error.cause,
                    variable=CACHE_VARIABLE,
                )
            ) from error


def _texts(context: click.Context) -> Texts:
    chosen = context.find_root().obj
    return chosen if isinstance(chosen, Texts) else texts(default_language())


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="jaipur")
def cli() -> None:
    """Jaipur, the two-player card game: play it, study it, check it.

    Positions are one line of text, records are files; docs/notation.md has the grammar.
    """


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the completion script of a SHELL.

    For bash: eval "$(jaipur completion bash)"
    """
    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101  # Click knows all three shells
    click.echo(kind(cli, {}, "jaipur", "_JAIPUR_COMPLETE").source())


for command in (play, rules, deal, show, replay, verify, perft, simulate, completion):
    cli.add_command(command)


def main() -> None:
    """Entry point of the `jaipur` command."""
    cli(prog_name="jaipur")
