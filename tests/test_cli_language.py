"""Help and refusals of every command in the language of the reader."""

from __future__ import annotations

import gettext
import inspect
import os
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from jaipur.cli import cli
from jaipur.texts import texts

from .test_cli import DEALT, jaipur, refusal

FRENCH = texts("fr")
SAME_IN_BOTH = {"ID", "POSITION", "SHELL", "SOURCE", "URL", "BOT BOT …", "BOT,BOT,…", "[ID]"}
"""What stands for a value and is called the same in French."""

WIDTH = {"COLUMNS": "80"}


def every_command() -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Each command with the words that call it."""
    waiting: list[tuple[tuple[str, ...], click.Command]] = [((), cli)]
    while waiting:
        words, command = waiting.pop()
        yield words, command
        if isinstance(command, click.Group):
            waiting += [((*words, name), one) for name, one in command.commands.items()]


COMMANDS = dict(every_command())
CALLS = sorted(COMMANDS)


def context_of(call: tuple[str, ...]) -> click.Context:
    return click.Context(COMMANDS[call], info_name=" ".join(("jaipur", *call)))


def said_in_help(call: tuple[str, ...]) -> list[str]:
    """The English sentences of a command's own help."""
    command = COMMANDS[call]
    options = [one for one in command.get_params(context_of(call)) if isinstance(one, click.Option)]
    paragraphs = inspect.cleandoc(command.help or "")
    return [paragraphs, *(option.help or "" for option in options)]


def placeholders(call: tuple[str, ...]) -> list[str]:
    """What stands for values in the usage and the options of a command."""
    context = context_of(call)
    params = COMMANDS[call].get_params(context)
    valued = [p for p in params if not (isinstance(p, click.Option) and (p.is_flag or p.count))]
    shown = [param.make_metavar(context) for param in valued]
    return [one for one in shown if "|" not in one]


def flat(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_every_help_has_a_french_translation(call: tuple[str, ...]) -> None:
    for sentence in said_in_help(call):
        assert sentence
        assert FRENCH.translate(sentence) != sentence
    for shown in placeholders(call):
        assert (FRENCH.translate(shown) != shown) == (shown not in SAME_IN_BOTH), shown


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
@pytest.mark.parametrize("asked", ["option", "environment"])
def test_help_in_french_has_no_english_left(call: tuple[str, ...], asked: str) -> None:
    if asked == "option":
        done = jaipur(*call, "--lang", "fr", "--help", **WIDTH)
    else:
        done = jaipur(*call, "--help", JAIPUR_LANG="fr", **WIDTH)
    assert done.exit_code == 0
    shown = flat(done.stdout)
    for sentence in said_in_help(call):
        for paragraph in sentence.split("\n\n"):
            assert flat(paragraph) not in shown
        assert flat(FRENCH.translate(sentence)) in shown
    english = {one for one in placeholders(call) if one not in SAME_IN_BOTH}
    words = {"Usage:", "Options:", "Commands:", "COMMAND", "[default:", "required]", "TEXT"}
    assert not (words | english) & set(shown.split())
    assert shown.startswith("Utilisation")


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_help_in_english_after_help_in_french(call: tuple[str, ...]) -> None:
    jaipur(*call, "--lang", "fr", "--help")
    shown = jaipur(*call, "--help", **WIDTH).stdout
    assert shown.startswith("Usage: ")
    assert "Show this message and exit." in shown
    for sentence in said_in_help(call):
        assert flat(sentence) in flat(shown)


REFUSED = {
    ("show",): "Il manque l’argument 'POSITION'.",
    ("verify",): "Il manque l’argument 'ENREGISTREMENT'.",
    ("deal",): "Il manque l’option '--seed'.",
    ("deal", "--seed"): "L’option '--seed' demande une valeur.",
    ("deal", "--seed", "-1"): "Valeur incorrecte pour '--seed' : '-1' n’est pas un nombre entier",
    ("deal", "--sed", "1"): "n’existe pas. Vouliez-vous dire",
    ("deal", "--seed", "1", "--json=2"): "L’option '--json' ne prend pas de valeur.",
    ("dance",): "La commande 'dance' n’existe pas.",
    ("show", DEALT, "more"): "Argument en trop (more).",
    ("replay", "no such file"): "Fichier 'no such file' n’existe pas.",
    ("replay", str(Path(__file__).parent)): "est un dossier.",
    ("completion", "tcsh"): "'tcsh' n’est pas l’un de 'bash', 'zsh', 'fish'.",
    ("completion",): "Nommez un shell",
    ("arena", "greedy", "novice", "--timeout", "x"): "'x' n’est pas un nombre tel que 0<x<=3600.",
    ("show", "nonsense"): "n’a rien à faire dans cette ligne",
}


@pytest.mark.parametrize("call", REFUSED, ids=" ".join)
def test_a_refusal_in_french_is_one_french_line(call: tuple[str, ...]) -> None:
    for said in (
        refusal(*call[:1], "--lang", "fr", *call[1:]),
        refusal("--lang=fr", *call),
        refusal(*call, JAIPUR_LANG="fr"),
    ):
        assert said.startswith("Erreur\u00a0: ")
        assert len(said.splitlines()) == 1
        assert REFUSED[call] in said.replace("\u00a0", " ")
        assert not {"Error:", "Missing", "Try", "Invalid", "No"} & set(said.split())


def test_the_language_may_stand_before_the_command() -> None:
    after = jaipur("show", DEALT, "--lang", "fr").stdout
    assert "Marché" in after
    assert jaipur("--lang", "fr", "show", DEALT).stdout == after
    assert jaipur("--lang", "en", "show", DEALT, "--lang", "fr").stdout == after


def test_words_after_two_dashes_are_no_options() -> None:
    assert refusal("show", "--", "--lang=fr").startswith("Error: ")


@pytest.mark.parametrize(("language", "first"), [("en", "Usage: "), ("fr", "Utilisation")])
def test_without_anything_the_help_is_shown(language: str, first: str) -> None:
    done = jaipur(JAIPUR_LANG=language)
    assert done.exit_code in (0, 2)  # as Click does it
    assert done.output.startswith(first)
    assert done.output == jaipur("--help", JAIPUR_LANG=language).output
    assert "Err" not in done.output
    assert "..." not in done.output.partition("\n\n")[2]  # every command has its whole sentence
    assert jaipur("--lang", language).output == done.output


def test_completion_without_a_shell_says_what_is_missing_in_one_sentence() -> None:
    said = refusal("completion")
    assert said == "Error: Name a shell (bash, zsh or fish), for example: jaipur completion bash\n"


def test_speaking_french_leaves_the_process_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    for before in (None, "de"):
        if before is None:
            monkeypatch.delenv("LANGUAGE", raising=False)
        else:
            monkeypatch.setenv("LANGUAGE", before)
        domain = gettext.textdomain()
        assert "Erreur" in refusal("deal", "--lang", "fr")
        assert (os.environ.get("LANGUAGE"), gettext.textdomain()) == (before, domain)
