"""Shared by the commands: options, parameter types, JSON output and errors."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from typing import Any, TypeVar

import click

from ..texts import LANGUAGES, Texts, texts
from .localized_click import texts_of

F = TypeVar("F", bound=Callable[..., Any])

BAD_INPUT = 2
INTERRUPTED = 130
LARGEST_FILE = 10_000_000
LARGEST_SEED = 2**63 - 1


class Refused(click.ClickException):
    """Invalid input, with an explanation in one sentence."""

    exit_code = BAD_INPUT


class WholeNumber(click.IntRange):
    """A whole number in a range, which error messages mention."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Parse the number."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            _ = texts_of(ctx)
            problem = _(
                "{value!r} is not a whole number from {least}.", value=value, least=self.min
            )
            if self.max is not None:
                problem = _(
                    "{value!r} is not a whole number from {least} to {most}.",
                    value=value,
                    least=self.min,
                    most=self.max,
                )
            self.fail(problem, param, ctx)


class Number(click.FloatRange):
    """A number in a range, which error messages mention."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Parse the number, which must be finite."""
        with suppress(click.BadParameter):
            number: float = super().convert(value, param, ctx)
            if math.isfinite(number):
                return number
        within = f"{self.min:g}{'<' if self.min_open else '<='}x"
        within += "" if self.max is None else f"<={self.max:g}"
        _ = texts_of(ctx)
        problem = _("{value!r} is not a number with {range}.", value=value, range=within)
        return self.fail(problem, param, ctx)


def _remember_language(
    context: click.Context, _option: click.Parameter, value: str | None
) -> Texts:
    chosen = texts(value) if value else texts_of(context)
    context.find_root().obj = chosen
    return chosen


def language_option(command: F) -> F:
    """`--lang`: the language of messages; the command gets the texts as `_`."""
    return click.option(
        "--lang",
        "_",
        type=click.Choice(LANGUAGES),
        is_eager=True,
        callback=_remember_language,
        help="Language of messages (default: from the environment).",
    )(command)


def json_option(command: F) -> F:
    """`--json`: print a single JSON document on standard output."""
    return click.option("--json", "as_json", is_flag=True, help="Print a single JSON document.")(
        command
    )


def seed_option(command: F) -> F:
    """`--seed`: the random seed."""
    return click.option(
        "--seed",
        type=WholeNumber(0, LARGEST_SEED),
        required=True,
        help="Random seed; the same seed always gives the same result.",
    )(command)


def print_json(document: object) -> None:
    """Print one JSON document."""
    click.echo(json.dumps(document, indent=2))


class FilePath(click.Path):
    """A path, with localized error messages."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Check the path."""
        localized = copy(self)
        localized.name = texts_of(ctx).translate(self.name)
        return click.Path.convert(localized, value, param, ctx)


class TextFile(FilePath):
    """A text file, or `-` for standard input; its value is the content."""

    name = "file"

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, readable=True, allow_dash=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the whole file as UTF-8."""
        path, _ = str(super().convert(value, param, ctx)), texts_of(ctx)
        with click.open_file(path, "rb") as file:
            content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            most = LARGEST_FILE // 1_000_000
            self.fail(_("{path} is larger than {most} MB.", path=path, most=most), param, ctx)
        try:
            return content.decode("utf-8")
        except UnicodeDecodeError:
            self.fail(_("{path} is not a UTF-8 text file.", path=path), param, ctx)


class OneLine(TextFile):
    """A position or a view, or `-` to read it from standard input."""

    name = "line"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The text itself, or the single line of standard input."""
        if value != "-":
            return value
        lines = str(super().convert(value, param, ctx)).strip().splitlines()
        if len(lines) != 1:
            _ = texts_of(ctx)
            problem = _(
                "Standard input has {n} lines; expected one line with a position or a view.",
                n=len(lines),
            )
            self.fail(problem, param, ctx)
        return lines[0]
