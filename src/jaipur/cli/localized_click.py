"""Help and errors of the commands in the user's language.

Click gets its own messages from gettext (`click_messages`); our help texts are translated when
they are shown, so `--lang` and the environment apply as everywhere else.
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
"""The environment variable for gettext's language."""
LONGEST_SENTENCE = 200
NO_ARGUMENTS = click.exceptions.NoArgsIsHelpError


def requested_language(arguments: Sequence[str]) -> str:
    """The language of the last --lang anywhere, or else of the environment."""
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
    """The texts in the language of a command."""
    chosen = context.find_root().obj if context else None
    return chosen if isinstance(chosen, Texts) else texts(default_language())


@contextmanager
def click_in(_: Texts) -> Iterator[None]:
    """Let Click use our catalogue, restoring the environment afterwards."""
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
    """Print an error as one sentence, or the help for a call without arguments."""
    with click_in(_):
        if isinstance(error, click.UsageError) and not isinstance(error, NO_ARGUMENTS):
            click.echo(_usage_sentence(error, _), err=True)
        else:
            error.show()


def _usage_sentence(error: click.UsageError, _: Texts) -> str:
    if isinstance(error, click.BadParameter) and isinstance(error.param, click.Argument):
        error.param_hint = f"'{_placeholder(error.param, error.ctx, _)}'"
    sentence = error.format_message()
    sentence += "" if sentence.endswith((".", "?", "!")) else "."
    path = error.ctx.command_path if error.ctx else "jaipur"
    sentence += " " + _("Try '{command} --help'.", command=path)
    return _("Error: {message}", message=sentence)


def _placeholder(param: click.Parameter, context: click.Context | None, _: Texts) -> str:
    context = context or click.Context(click.Command(None))
    return _.translate(param.make_metavar(context))


class LocalizedFormatter(click.HelpFormatter):
    """A help page with localized headings."""

    def write_heading(self, heading: str) -> None:
        """Write a heading."""
        _ = texts_of(click.get_current_context(silent=True))
        self.write(" " * self.current_indent + _("{heading}:", heading=heading) + "\n")


class LocalizedContext(click.Context):
    """A context that uses the localized formatter."""

    formatter_class = LocalizedFormatter


class LocalizedCommand(click.Command):
    """A command with help and errors in the user's language."""

    context_class = LocalizedContext

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, with errors in the user's language."""
        with click_in(texts_of(ctx)):
            rest = super().parse_args(ctx, args)
        is_whole = not isinstance(self, click.Group) or self.invoke_without_command
        if not (rest or is_whole or ctx.resilient_parsing):
            raise NO_ARGUMENTS(ctx)  # only options, such as --lang
        return rest

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The help option, in English like every other until it is shown."""
        with click_in(texts(LANGUAGES[0])):
            return super().get_help_option(ctx)

    def get_help(self, ctx: click.Context) -> str:
        """The whole help page."""
        with click_in(texts_of(ctx)):
            return super().get_help(ctx)

    def get_short_help_str(self, limit: int = 45) -> str:
        """The first sentence in full, whatever the limit, for the list of a group."""
        _ = texts_of(click.get_current_context(silent=True))
        return click.Command.get_short_help_str(self._translated(_), max(limit, LONGEST_SENTENCE))

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The translated pieces of the usage line."""
        return list(map(texts_of(ctx).translate, super().collect_usage_pieces(ctx)))

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the translated description."""
        click.Command.format_help_text(self._translated(texts_of(ctx)), ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write every option with its translated help."""
        _ = texts_of(ctx)
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        records = [_translated_option(option, ctx, _).get_help_record(ctx) for option in options]
        with formatter.section(_("Options")):
            formatter.write_dl([record for record in records if record])

    def _translated(self, _: Texts) -> LocalizedCommand:
        translated = copy(self)
        translated.help = _.translate(inspect.cleandoc(self.help or ""))
        return translated


def _translated_option(option: click.Option, context: click.Context, _: Texts) -> click.Option:
    translated = copy(option)
    translated.help = _.translate(option.help) if option.help else None
    if not (option.is_flag or option.count):
        translated.metavar = _placeholder(option, context, _)
    return translated


class LocalizedGroup(click.Group, LocalizedCommand):
    """A group whose help and commands are localized."""

    command_class = LocalizedCommand

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The translated pieces of the usage line."""
        return list(map(texts_of(ctx).translate, super().collect_usage_pieces(ctx)))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command, with errors in the user's language."""
        with click_in(texts_of(ctx)):
            return super().resolve_command(ctx, args)
