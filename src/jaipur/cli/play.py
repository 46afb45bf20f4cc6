"""`jaipur play`: a match in the terminal, drawn or line by line."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..bots.ladder import FIRST_BOT
from ..client import preferences as stored_preferences
from ..client.files import CannotKeep, write_record_file
from ..client.local import LocalServer, open_local_server
from ..client.preferences import THEMES, Preferences, name_of
from ..extras import require
from ..session.options import MemoryAid, Options
from ..session.table_request import TableRequest
from ..texts import Texts
from .localized_click import LocalizedCommand
from .options import LARGEST_SEED, FilePath, Refused, WholeNumber, language_option
from .terminal import ASCII, DATA, PLAIN, can_draw, preferred

if TYPE_CHECKING:  # both are slow to import, and only one is needed
    from ..plain import Console, Outcome
    from ..tui.destinations import Destination

UNNAMED = "…"


@click.command(cls=LocalizedCommand)
@PLAIN
@ASCII
@click.option("--bot", help="Bot to play against (see jaipur bots).")
@click.option(
    "--hot-seat",
    "other",
    is_flag=False,
    flag_value=UNNAMED,
    metavar="[NAME]",
    help="Play against a second person, called NAME, at this terminal.",
)
@click.option("--name", help="Your name.")
@click.option(
    "--seed",
    type=WholeNumber(0, LARGEST_SEED),
    help="Seed for repeatable deals, for scripts and study; they cannot be verified.",
)
@click.option(
    "--memory",
    "aid",
    type=click.Choice([level.value for level in MemoryAid]),
    default=MemoryAid.COUNTS.value,
    show_default=True,
    help="Memory aid: how much public information is shown.",
)
@click.option(
    "--house-rule/--no-house-rule",
    default=True,
    show_default=True,
    help="End the round after forty exchanges in a row.",
)
@click.option("--tutorial", is_flag=True, help="Learn the game in a guided round.")
@click.option(
    "--theme", type=click.Choice(THEMES), help="Colour theme (default: the last one used)."
)
@click.option(
    "--record",
    "path",
    type=FilePath(path_type=Path, dir_okay=False),
    help="Write the record of the match to this file when it is over.",
)
@DATA
@click.option("--no-save", is_flag=True, help="Do not save the match.")
@language_option
def play(  # noqa: PLR0913  # one for each option
    *,
    is_plain: bool,
    is_ascii: bool,
    bot: str | None,
    other: str | None,
    name: str | None,
    seed: int | None,
    aid: str,
    house_rule: bool,
    tutorial: bool,
    theme: str | None,
    path: Path | None,
    data: Path | None,
    no_save: bool,
    _: Texts,
) -> None:
    """Play a match against a bot, or between two people at this terminal.

    Every action is saved at once. Leave whenever you like and resume with jaipur matches resume.
    """
    require("terminal", "jaipur play")
    preferences = stored_preferences.load()
    _ = preferred(preferences, _)
    preferences = replace(
        preferences,
        theme=theme or preferences.theme,
        language=_.language,
        name=name_of(preferences, _, name),
    )
    if bot is not None and other is not None:
        raise Refused(_("Use --bot or --hot-seat, not both."))
    is_drawn = not (is_plain or is_ascii) and can_draw(_)
    other_name = _("Player 2") if other == UNNAMED else other
    rival = None if other_name else bot or FIRST_BOT
    options = Options(MemoryAid(aid), house_rule)
    request = TableRequest(preferences.name, rival, other_name, options, seed)
    is_chosen = bot is not None or other is not None or seed is not None
    with open_local_server(data, keeps=not no_save, language=_.language) as server:
        server.tables.check_request(request)
        if path:  # fail before a long match if the file cannot be written
            write_record_file(path, "").unlink()
        if is_drawn:
            start = _start(request if is_chosen else None, is_lesson=tutorial)
            code, table = _draw(server, preferences, start, keeps=not no_save)
        else:
            console = _console(_, is_ascii=is_ascii, keeps=not no_save)
            code = _play_plain(server, preferences, None if tutorial else request, console)
            table = console.table
        if path:
            _write_record(server, table, path, _)
    sys.exit(code)


def _start(request: TableRequest | None, *, is_lesson: bool) -> Destination:
    from ..tui.destinations import Home, NewMatch, Tutorial

    if is_lesson:
        return Tutorial()
    return Home() if request is None else NewMatch(request)


def _draw(
    server: LocalServer, preferences: Preferences, start: Destination, *, keeps: bool
) -> tuple[int, str | None]:
    """Play at the drawn table; returns the exit code and the last table's id."""
    from ..client.review_process import review_record
    from ..tui.app import JaipurApp

    app = JaipurApp(server, preferences, start, keeps=keeps, review_record=review_record)
    app.run()
    return app.return_code or 0, app.table


def _console(_: Texts, *, is_ascii: bool, keeps: bool) -> Console:
    from .. import plain

    return plain.standard_console(_, is_ascii=is_ascii, keeps=keeps)


def _play_plain(
    server: LocalServer, preferences: Preferences, request: TableRequest | None, console: Console
) -> int:
    """Play in line mode, or run the tutorial if there is no request; returns the exit code."""
    from .. import plain
    from ..plain.hot_seat import CannotHide

    if request and request.other_name and not console.can_clear:
        raise CannotHide  # before saving a match that could not be played
    is_new = preferences.is_new and not console.is_script
    if is_new:
        with suppress(CannotKeep):  # not worth failing the match for
            stored_preferences.save(replace(stored_preferences.load(), is_new=False))

    async def session() -> Outcome:
        if request is None:
            return await plain.learn(console)
        async with server:
            return await plain.play(await server.create(request), console, is_new=is_new)

    return plain.run(session, console)


def _write_record(server: LocalServer, table: str | None, path: Path, _: Texts) -> None:
    record = server.record(table) if table else None
    if record is None:
        click.echo(_("The match is not over, so there is no record of it yet."))
        return
    file = write_record_file(path, record)
    click.echo(_("The record is in {path}; check it with: jaipur verify {path}", path=file))
