"""Help and refusals of the commands in the reader's language.

Click asks gettext for its own words (`click_words`), and what the commands say of themselves is
translated when it is shown, so `--lang` and the environment decide as everywhere else.
"""

from __future__ import annotations

import gettext
import inspect
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy

import click

from ..texts import CATALOGUES, DOMAIN, LANGUAGES, Texts, default_language, texts

GETTEXT_LANGUAGE = "LANGUAGE"
"""The variable that tells gettext which language to look for."""
LONGEST_SENTENCE = 200
NO_ARGUMENTS = click.exceptions.NoArgsIsHelpError


def requested_language(arguments: Sequence[str]) -> str:
    """The language of the last --lang, wherever it stands; otherwise that of the environment."""
    asked, words = default_language(), iter(arguments)
    for word in words:
        if word == "--":
            break
        option, is_joined, value = word.partition("=")
        if option == "--lang":
            value = value if is_joined else next(words, "")
            asked = value if value in LANGUAGES else asked
    return asked


def texts_of(context: click.Context | None) -> Texts:
    """The language that a command speaks, or will."""
    chosen = context.find_root().obj if context else None
    return chosen if isinstance(chosen, Texts) else texts(default_language())


@contextmanager
def click_in(_: Texts) -> Iterator[None]:
    """Let Click find its own words in our catalogue; the environment is then as it was."""
    domain, language = gettext.textdomain(), os.environ.get(GETTEXT_LANGUAGE)
    gettext.bindtextdomain(DOMAIN, CATALOGUES)
    gettext.textdomain(DOMAIN)
    os.environ[GETTEXT_LANGUAGE] = _.language
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if language is None:
            del os.environ[GETTEXT_LANGUAGE]
        else:
            os.environ[GETTEXT_LANGUAGE] = language


def print_error(error: click.ClickException, _: Texts) -> None:
    """Say in one sentence what was refused; a call without anything gets the help instead."""
    with click_in(_):
        if isinstance(error, click.UsageError) and not isinstance(error, NO_ARGUMENTS):
            click.echo(_usage_sentence(error, _), err=True)
        else:
            error.show()


def _usage_sentence(error: click.UsageError, _: Texts) -> str:
    if isinstance(error, click.BadParameter) and isinstance(error.param, click.Argument):
        error.param_hint = f"'{_placeholder(error.param, error.ctx, _)}'"
    said = error.format_message()
    said += "" if said.endswith((".", "?", "!")) else "."
    path = error.ctx.command_path if error.ctx else "jaipur"
    said += " " + _("Try '{command} --help'.", command=path)
    return _("Error: {message}", message=said)


def _placeholder(param: click.Parameter, context: click.Context | None, _: Texts) -> str:
    context = context or click.Context(click.Command(None))
    return _.translate(param.make_metavar(context))


class LocalizedFormatter(click.HelpFormatter):
    """A help page whose headings end as the language wants it."""

    def write_heading(self, heading: str) -> None:
        """Write a heading."""
        _ = texts_of(click.get_current_context(silent=True))
        self.write(" " * self.current_indent + _("{heading}:", heading=heading) + "\n")


class LocalizedContext(click.Context):
    """A context that formats help with our headings."""

    formatter_class = LocalizedFormatter


class LocalizedCommand(click.Command):
    """A command whose help and refusals are in the reader's language."""

    context_class = LocalizedContext

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments, refusing them in the reader's language."""
        with click_in(texts_of(ctx)):
            rest = super().parse_args(ctx, args)
        is_whole = not isinstance(self, click.Group) or self.invoke_without_command
        if not (rest or is_whole or ctx.resilient_parsing):
            raise NO_ARGUMENTS(ctx)  # nothing but options, such as --lang
        return rest

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option, kept in English like every other until it is shown."""
        with click_in(texts(LANGUAGES[0])):
            return super().get_help_option(ctx)

    def get_help(self, ctx: click.Context) -> str:
        """The whole page."""
        with click_in(texts_of(ctx)):
            return super().get_help(ctx)

    def get_short_help_str(self, limit: int = 45) -> str:
        """The first sentence, in the list of a group: a whole one, whatever the limit."""
        _ = texts_of(click.get_current_context(silent=True))
        return click.Command.get_short_help_str(self._said(_), max(limit, LONGEST_SENTENCE))

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """What follows the name of the command in its usage."""
        return list(map(texts_of(ctx).translate, super().collect_usage_pieces(ctx)))

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the command does."""
        click.Command.format_help_text(self._said(texts_of(ctx)), ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Every option with its help."""
        _ = texts_of(ctx)
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        records = [_said_option(option, ctx, _).get_help_record(ctx) for option in options]
        with formatter.section(_("Options")):
            formatter.write_dl([record for record in records if record])

    def _said(self, _: Texts) -> LocalizedCommand:
        said = copy(self)
        said.help = _.translate(inspect.cleandoc(self.help or ""))
        return said


def _said_option(option: click.Option, context: click.Context, _: Texts) -> click.Option:
    said = copy(option)
    said.help = _.translate(option.help) if option.help else None
    if not (option.is_flag or option.count):
        said.metavar = _placeholder(option, context, _)
    return said


class LocalizedGroup(click.Group, LocalizedCommand):
    """A group of commands that are spoken of in the reader's language; its own are so too."""

    command_class = LocalizedCommand

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The same, and that a command follows."""
        return list(map(texts_of(ctx).translate, super().collect_usage_pieces(ctx)))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say that there is no such one."""
        with click_in(texts_of(ctx)):
            return super().resolve_command(ctx, args)
