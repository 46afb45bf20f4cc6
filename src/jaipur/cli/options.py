"""What the commands share: options, the language, JSON output and refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

import click

from ..texts import LANGUAGES, Texts, default_language, texts

F = TypeVar("F", bound=Callable[..., Any])

BAD_INPUT = 2
INTERRUPTED = 130
LARGEST_FILE = 10_000_000
LARGEST_SEED = 2**63 - 1


class Refused(click.ClickException):
    """Input that was refused, in one sentence."""

    exit_code = BAD_INPUT


class WholeNumber(click.IntRange):
    """A whole number in a range, with a refusal that says which."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the number."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            most = "" if self.max is None else f" to {self.max}"
            self.fail(f"{value!r} is not a whole number from {self.min}{most}.", param, ctx)


def _remember_language(
    context: click.Context, _option: click.Parameter, value: str | None
) -> Texts:
    chosen = texts(value or default_language())
    context.find_root().obj = chosen
    return chosen


def language_option(command: F) -> F:
    """`--lang`: the language of what is said; the command gets the texts as `_`."""
    return click.option(
        "--lang",
        "_",
        type=click.Choice(LANGUAGES),
        is_eager=True,
        callback=_remember_language,
        help="Language of what is said; otherwise that of the environment.",
    )(command)


def json_option(command: F) -> F:
    """`--json`: one JSON document on standard output and nothing else there."""
    return click.option(
        "--json", "as_json", is_flag=True, help="Print one JSON document and nothing else."
    )(command)


def seed_option(command: F) -> F:
    """`--seed`: the number that everything random follows from."""
    return click.option(
        "--seed",
        type=WholeNumber(0, LARGEST_SEED),
        required=True,
        help="Any number from 0; the same seed always gives the same.",
    )(command)


def print_json(document: object) -> None:
    """Print one JSON document."""
    click.echo(json.dumps(document, indent=2))


class TextFile(click.Path):
    """A text file named on the command line, `-` for standard input; gives its content."""

    name = "file"

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, readable=True, allow_dash=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the whole file as UTF-8."""
        path = str(super().convert(value, param, ctx))
        with click.open_file(path, "rb") as file:
            content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            self.fail(f"{path} is larger than {LARGEST_FILE // 1_000_000} MB.", param, ctx)
        try:
            return content.decode("utf-8")
        except UnicodeDecodeError:
            self.fail(f"{path} is not a text file in UTF-8.", param, ctx)
