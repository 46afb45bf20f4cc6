"""`jaipur matches`: list, resume, replay, export and delete the saved matches."""

from __future__ import annotations

import asyncio
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import to_builtins

from ..client.files import write_record_file
from ..client.words.ending import match_words
from ..extras import require
from ..session.contract.basics import Phase
from ..session.contract.responses import ListedTable
from ..texts import Texts
from .localized_click import LocalizedGroup
from .options import FilePath, Refused, json_option, language_option, print_json
from .records import REVIEW, has_terminal, show_record, step_through
from .relative_time import ago_words
from .saved_matches import events_of, find, record_text, saved_matches
from .terminal import ASCII, DATA, PLAIN, can_draw, preferred

if TYPE_CHECKING:  # the local server is slow to import
    from ..client.local import SavedMatch

YES = ("y", "yes", "o", "oui")
MATCH = click.argument("match", metavar="ID")


@click.group(cls=LocalizedGroup, invoke_without_command=True)
@DATA
@language_option
@json_option
@click.pass_context
def matches(context: click.Context, data: Path | None, _: Texts, as_json: bool) -> None:
    """List the matches saved on this computer, unfinished ones first.

    This works even while one of them is being played.
    """
    require("terminal", "jaipur matches", "apsw")
    if context.invoked_subcommand is not None:
        return
    _ = _preferred(_)
    saved = saved_matches(data)
    if as_json:
        print_json([_listed(number, match) for number, match in enumerate(saved, 1)])
        return
    if not saved:
        click.echo(_("There are no saved matches; start one with jaipur play."))
    now = time.time()
    for number, match in enumerate(saved, 1):
        words = match_words(match.row, _, is_open_elsewhere=match.is_open_elsewhere)
        ago = ago_words(match.row.touched, now, _)
        click.echo(f"{number:>3}. {words}  ({match.row.table}, {ago})")


@matches.command()
@click.argument("match", metavar="[ID]", required=False)
@PLAIN
@ASCII
@DATA
@language_option
def resume(
    *, match: str | None, is_plain: bool, is_ascii: bool, data: Path | None, _: Texts
) -> None:
    """Resume the match ID, or the last unfinished one.

    ID is the number of a match in the list, or the beginning of its id.
    """
    data, _ = _shared(data, _)
    saved = saved_matches(data)
    unfinished = [one.row for one in saved if one.row.phase is not Phase.OVER]
    if match is None and not unfinished:
        raise Refused(_("There is no unfinished match; start one with jaipur play."))
    row = unfinished[0] if match is None else find(saved, match, _)
    if row.phase is Phase.OVER:
        raise Refused(
            _(
                "This match is over; replay it with: jaipur matches replay {match}",
                match=row.table,
            )
        )
    sys.exit(_resume(row.table, data, _, is_plain=is_plain, is_ascii=is_ascii))


@matches.command()
@MATCH
@click.option(
    "--to",
    "path",
    type=FilePath(path_type=Path, dir_okay=False),
    help="New file for the record (default: standard output).",
)
@DATA
@language_option
def export(match: str, path: Path | None, data: Path | None, _: Texts) -> None:
    """Write the record of a finished match.

    ID is the number of a match in the list, or the beginning of its id.
    """
    data, _ = _shared(data, _)
    row = find(saved_matches(data), match, _)
    text = record_text(row, data, _)
    if path is None:
        click.echo(text, nl=False)
        return
    write_record_file(path, text)
    click.echo(_("The record is in {path}.", path=path))


@matches.command("replay")
@MATCH
@PLAIN
@REVIEW
@DATA
@language_option
def replay_match(
    match: str, is_plain: bool, is_reviewed: bool, data: Path | None, _: Texts
) -> None:
    """Replay a finished match step by step.

    ID is the number of a match in the list, or the beginning of its id.
    """
    from ..records import load_record
    from ..session.projection import Viewer
    from ..session.replay import replay_of

    data, _ = _shared(data, _)
    row = find(saved_matches(data), match, _)
    text = record_text(row, data, _)
    if is_plain or not (has_terminal() and can_draw(_)):
        show_record(load_record(text), _, is_plain=True, is_reviewed=is_reviewed)
        return
    me = row.my_seats[0] if len(row.my_seats) == 1 else None
    viewer = Viewer(me, language=_.language)
    step_through(replay_of(events_of(row, data), viewer), text, _, me)


@matches.command()
@MATCH
@click.option("--yes", "is_sure", is_flag=True, help="Delete without confirmation.")
@DATA
@language_option
def delete(match: str, is_sure: bool, data: Path | None, _: Texts) -> None:
    """Delete a match permanently.

    ID is the number of a match in the list, or the beginning of its id.
    """
    from ..client.local import open_local_server

    data, _ = _shared(data, _)
    row = find(saved_matches(data), match, _)
    if not is_sure and not _confirmed(row, _):
        click.echo(_("The match was not deleted."))
        return
    with open_local_server(data) as server:
        asyncio.run(server.delete(row.table))
    click.echo(_("The match was deleted."))


def _resume(table: str, data: Path | None, _: Texts, *, is_plain: bool, is_ascii: bool) -> int:
    """Resume a match; returns the exit code."""
    from ..client import preferences as stored_preferences
    from ..client.local import open_local_server
    from ..client.preferences import name_of
    from ..client.review_process import review_record

    preferences = stored_preferences.load()
    preferences = replace(preferences, language=_.language, name=name_of(preferences, _))
    is_drawn = not (is_plain or is_ascii) and can_draw(_)
    with open_local_server(data, language=_.language) as server:
        if is_drawn:
            from ..tui.app import JaipurApp
            from ..tui.destinations import AtTable

            app = JaipurApp(server, preferences, AtTable(table), review_record=review_record)
            app.run()
            return app.return_code or 0
        from .. import plain

        console = plain.standard_console(_, is_ascii=is_ascii)

        async def session() -> plain.Outcome:
            async with server:
                return await plain.play(await server.link(table), console)

        return plain.run(session, console)


# Shared by the commands


def _shared(data: Path | None, _: Texts) -> tuple[Path | None, Texts]:
    """The data file and the texts; --data may precede the subcommand."""
    above = click.get_current_context().parent
    if data is None and above is not None:
        data = above.params.get("data")
    return data, _preferred(_)


def _preferred(_: Texts) -> Texts:
    from ..client import preferences as stored_preferences

    return preferred(stored_preferences.load(), _)


def _listed(number: int, match: SavedMatch) -> dict[str, Any]:
    row: dict[str, Any] = to_builtins(match.row)
    return {"number": number, **row, "is_open_elsewhere": match.is_open_elsewhere}


def _confirmed(row: ListedTable, _: Texts) -> bool:
    if not has_terminal():
        raise Refused(_("Confirmation needs a terminal; use --yes to delete the match."))
    click.echo(match_words(row, _))
    click.echo(_("Its cards and actions are then lost for good."))
    question = _("Delete this match?")
    typed = click.prompt(_("{question} [y/N]", question=question), "", prompt_suffix=" ",
                         show_default=False)  # fmt: skip
    return str(typed).strip().lower() in YES
