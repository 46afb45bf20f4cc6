"""`jaipur admin`: management of a running server by its operator."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click
import msgspec

from ..session.contract.admin import (
    Banned,
    BansShown,
    BuriedTables,
    HostedTables,
    Load,
    PrunedTables,
)
from ..session.contract.answers import Accepted, Done
from ..session.contract.basics import Told
from ..texts import Texts
from .admin_client import AdminClient
from .admin_output import (
    ban_lines,
    banned_lines,
    buried_lines,
    load_lines,
    pruned_words,
    table_lines,
)
from .localized_click import LocalizedGroup, texts_of
from .options import FilePath, Refused, WholeNumber, json_option, language_option, print_json
from .records import has_terminal
from .store import default_data_file

MOST_LISTED = 500
DAYS = 30
MOST_DAYS = 3650
PHASES = ("waiting", "playing", "between", "over")
YES = ("y", "yes", "o", "oui")
_TABLE = re.compile(r"[0-9a-f]{16}")


class TableId(click.types.StringParamType):
    """A table id, as in its address and in the list."""

    name = "table"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Check the format."""
        if not _TABLE.fullmatch(str(value)):
            _ = texts_of(ctx)
            problem = _("{table!r} is no id of a table, such as 5f1c9a0e7b3d2846.", table=value)
            self.fail(problem, param, ctx)
        return value


TABLE = click.argument("table", type=TableId(), metavar="ID")
SEAT = click.Choice(["0", "1"])
MOST = click.option(
    "--most", type=WholeNumber(1, MOST_LISTED), default=50, show_default=True,
    help="How many are listed at most.",
)  # fmt: skip


@click.group(cls=LocalizedGroup)
@click.option(
    "--data",
    type=FilePath(path_type=Path, readable=False),  # the client reports missing permissions
    help="The file that the server keeps its tables in, if it was given one.",
)
@language_option
@click.pass_context
def admin(context: click.Context, data: Path | None, _: Texts) -> None:
    """Look after a running server: its load, its tables, who is kept out.

    It has to be called by the user who runs the server, on the same machine.
    """
    context.meta["jaipur.data"] = data


def _client(_: Texts) -> AdminClient:
    data = click.get_current_context().meta["jaipur.data"]
    return AdminClient((data or default_data_file()).resolve(), _)


def _print(found: Told) -> None:
    print_json(msgspec.to_builtins(found))


def _print_lines(lines: list[str]) -> None:
    for line in lines:
        click.echo(line)


@admin.command()
@language_option
@json_option
def load(_: Texts, as_json: bool) -> None:
    """Show how much there is to do, and what was refused."""
    found = _client(_).get("/load", Load)
    if as_json:
        _print(found)
    else:
        _print_lines(load_lines(found, _))


@admin.command()
@click.option("--phase", type=click.Choice(PHASES), help="Only tables of this phase.")
@click.option("--all", "is_all", is_flag=True, help="Finished tables too.")
@click.option(
    "--player",
    nargs=2,
    type=(TableId(), SEAT),
    metavar="TABLE SEAT",
    help="Only the tables of whoever has this seat, 0 or 1, at this table.",
)
@click.option("--before", help="Go on behind the page that named this.")
@MOST
@language_option
@json_option
def tables(
    *,
    phase: str | None,
    is_all: bool,
    player: tuple[str, str] | None,
    before: str | None,
    most: int,
    _: Texts,
    as_json: bool,
) -> None:
    """List the tables, unfinished ones first, each the last touched first."""
    client = _client(_)
    if player and (phase or is_all):
        raise Refused(_("--player lists all tables of somebody; leave out --phase and --all."))
    if player:
        path = f"/tables/{player[0]}/{player[1]}/tables"
        found = client.get(path, HostedTables, before=before, most=most)
    else:
        found = client.get(
            *("/tables", HostedTables), phase=phase, before=before, most=most, all=is_all or None
        )
    if as_json:
        _print(found)
        return
    _print_lines(table_lines(found.tables, found.damaged, _))
    if found.next:
        click.echo(_("There are more: --before {next}", next=found.next))


@admin.command()
@TABLE
@click.option("--yes", "is_sure", is_flag=True, help="Close it without asking.")
@language_option
@json_option
def close(table: str, is_sure: bool, _: Texts, as_json: bool) -> None:
    """End the table ID for both players, who are told that the host did it.

    A match that was being played has no winner then; its record can still be read and verified.
    """
    client = _client(_)
    if not is_sure and not _confirmed(_):
        click.echo(_("It was left as it is."))
        return
    done = client.post(f"/tables/{table}/close", Accepted)
    if as_json:
        _print(done)
    else:
        click.echo(_("Table {table} is closed.", table=table))


def _confirmed(_: Texts) -> bool:
    if not has_terminal():
        raise Refused(_("Nobody can be asked here; say --yes to close the table."))
    question = _("Close this table for both players? It cannot be opened again.")
    typed = click.prompt(_("{question} [y/N]", question=question), "", prompt_suffix=" ",
                         show_default=False)  # fmt: skip
    return str(typed).strip().lower() in YES


@admin.command()
@click.option("--device", "kind", flag_value="device", help="The device that holds the seat.")
@click.option(
    "--address", "kind", flag_value="address",
    help="An address, or the one that the seat is connected from now; for 30 days at most.",
)  # fmt: skip
@click.option(
    "--days", type=WholeNumber(1, MOST_DAYS), default=DAYS, show_default=True,
    help="For how long.",
)  # fmt: skip
@click.argument("whom", nargs=-1, metavar="WHOM")
@language_option
@json_option
def ban(kind: str | None, days: int, whom: tuple[str, ...], _: Texts, as_json: bool) -> None:
    """Keep somebody out: WHOM is a table and a seat, 0 or 1, or an address.

    For example jaipur admin ban --device 5f1c9a0e7b3d2846 1, or jaipur admin ban --address
    203.0.113.7.
    """
    done = _client(_).post("/bans", Banned, _ban_body(kind, days, whom, _))
    if as_json:
        _print(done)
    else:
        _print_lines(banned_lines(done, _))


def _ban_body(kind: str | None, days: int, whom: tuple[str, ...], _: Texts) -> dict[str, object]:
    if kind is None:
        raise Refused(_("Say what to ban: --device TABLE SEAT, or --address."))
    if kind == "address" and days > DAYS:
        raise Refused(_("An address is kept out for {most} days at most.", most=DAYS))
    if kind == "address" and len(whom) == 1:
        return {"kind": "address", "address": whom[0], "days": days}
    if len(whom) != 2 or whom[1] not in SEAT.choices:
        raise Refused(_("Name a table and a seat of it, 0 or 1."))
    table = TableId().convert(whom[0], None, click.get_current_context())
    named = "device" if kind == "device" else "seat_address"
    return {"kind": named, "table": table, "seat": int(whom[1]), "days": days}


@admin.command()
@language_option
@json_option
def bans(_: Texts, as_json: bool) -> None:
    """List who is kept out, and until when."""
    found = _client(_).get("/bans", BansShown)
    if as_json:
        _print(found)
    else:
        _print_lines(ban_lines(found.bans, _))


@admin.command()
@click.argument("number", type=WholeNumber(1, 2**53), metavar="BAN")
@language_option
@json_option
def unban(number: int, _: Texts, as_json: bool) -> None:
    """Let somebody in again: BAN is the number of the ban in the list."""
    done = _client(_).delete(f"/bans/{number}", Done)
    if as_json:
        _print(done)
    else:
        click.echo(_("Ban {number} is lifted.", number=number))


@admin.command()
@language_option
@json_option
def prune(_: Texts, as_json: bool) -> None:
    """Bury old tables now; by asking for it you vouch for the clock of this machine.

    The server does so by itself once a day, unless its clock is not to be trusted. A burial can be
    undone for 30 days.
    """
    done = _client(_).post("/prune", PrunedTables)
    if as_json:
        _print(done)
    else:
        click.echo(pruned_words(done, _))


@admin.command()
@click.option("--after", help="Go on behind this table.")
@MOST
@language_option
@json_option
def buried(after: str | None, most: int, _: Texts, as_json: bool) -> None:
    """List the tables that are buried, and will be deleted."""
    found = _client(_).get("/buried", BuriedTables, after=after, most=most)
    if as_json:
        _print(found)
        return
    _print_lines(buried_lines(found.tables, _))
    if found.next:
        click.echo(_("There are more: --after {next}", next=found.next))


@admin.command()
@TABLE
@language_option
@json_option
def unbury(table: str, _: Texts, as_json: bool) -> None:
    """Undo a burial: the players find the table ID again."""
    done = _client(_).post(f"/buried/{table}/unbury", Done)
    if as_json:
        _print(done)
    else:
        click.echo(_("Table {table} is there again.", table=table))
