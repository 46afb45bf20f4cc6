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
from ..session.contract.basics import ResponseModel
from ..session.contract.responses import Accepted, Done
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
            problem = _("{table!r} is not a table id such as 5f1c9a0e7b3d2846.", table=value)
            self.fail(problem, param, ctx)
        return value


TABLE = click.argument("table", type=TableId(), metavar="ID")
SEAT = click.Choice(["0", "1"])
MOST = click.option(
    "--limit", "most", type=WholeNumber(1, MOST_LISTED), default=50, show_default=True,
    help="Maximum number of tables to list.",
)  # fmt: skip


@click.group(cls=LocalizedGroup)
@click.option(
    "--data",
    type=FilePath(path_type=Path, readable=False),  # the client reports missing permissions
    help="The server’s data file, if it is not the default one.",
)
@language_option
@click.pass_context
def admin(context: click.Context, data: Path | None, _: Texts) -> None:
    """Manage a running server: load, tables and bans.

    Run it as the server’s user, on the same machine.
    """
    context.meta["jaipur.data"] = data


def _client(_: Texts) -> AdminClient:
    data = click.get_current_context().meta["jaipur.data"]
    return AdminClient((data or default_data_file()).resolve(), _)


def _print(found: ResponseModel) -> None:
    print_json(msgspec.to_builtins(found))


def _print_lines(lines: list[str]) -> None:
    for line in lines:
        click.echo(line)


@admin.command()
@language_option
@json_option
def load(_: Texts, as_json: bool) -> None:
    """Show the server’s load and refused requests."""
    found = _client(_).get("/load", Load)
    if as_json:
        _print(found)
    else:
        _print_lines(load_lines(found, _))


@admin.command()
@click.option("--phase", type=click.Choice(PHASES), help="Only tables in this phase.")
@click.option("--all", "is_all", is_flag=True, help="Include finished tables.")
@click.option(
    "--player",
    nargs=2,
    type=(TableId(), SEAT),
    metavar="TABLE SEAT",
    help="Only tables of the player in this SEAT (0 or 1) of this TABLE.",
)
@click.option("--before", help="Continue from the end of the previous page.")
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
    """List tables, unfinished ones first, most recently active first."""
    client = _client(_)
    if player and (phase or is_all):
        raise Refused(_("--player cannot be combined with --phase or --all."))
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
        click.echo(_("For more, use --before {next}", next=found.next))


@admin.command()
@TABLE
@click.option("--yes", "is_sure", is_flag=True, help="Close without confirmation.")
@language_option
@json_option
def close(table: str, is_sure: bool, _: Texts, as_json: bool) -> None:
    """Close the table ID for both players, who are told that the host did it.

    A match in progress ends without a winner; its record can still be read and verified.
    """
    client = _client(_)
    if not is_sure and not _confirmed(_):
        click.echo(_("The table was not closed."))
        return
    done = client.post(f"/tables/{table}/close", Accepted)
    if as_json:
        _print(done)
    else:
        click.echo(_("Table {table} is closed.", table=table))


def _confirmed(_: Texts) -> bool:
    if not has_terminal():
        raise Refused(_("Confirmation needs a terminal; use --yes to close the table."))
    question = _("Close this table for both players? It cannot be opened again.")
    typed = click.prompt(_("{question} [y/N]", question=question), "", prompt_suffix=" ",
                         show_default=False)  # fmt: skip
    return str(typed).strip().lower() in YES


@admin.command()
@click.option("--device", "kind", flag_value="device", help="Ban the device that holds the seat.")
@click.option(
    "--address", "kind", flag_value="address",
    help="Ban an address, or the one the seat is connected from (at most 30 days).",
)  # fmt: skip
@click.option(
    "--days", type=WholeNumber(1, MOST_DAYS), default=DAYS, show_default=True,
    help="Duration in days.",
)  # fmt: skip
@click.argument("whom", nargs=-1, metavar="WHOM")
@language_option
@json_option
def ban(kind: str | None, days: int, whom: tuple[str, ...], _: Texts, as_json: bool) -> None:
    """Ban a player or an address: WHOM is a table and a seat (0 or 1), or an address.

    For example: jaipur admin ban --device 5f1c9a0e7b3d2846 1, or jaipur admin ban --address
    203.0.113.7
    """
    done = _client(_).post("/bans", Banned, _ban_body(kind, days, whom, _))
    if as_json:
        _print(done)
    else:
        _print_lines(banned_lines(done, _))


def _ban_body(kind: str | None, days: int, whom: tuple[str, ...], _: Texts) -> dict[str, object]:
    if kind is None:
        raise Refused(_("Specify what to ban: --device TABLE SEAT, or --address."))
    if kind == "address" and days > DAYS:
        raise Refused(_("An address can be banned for at most {most} days.", most=DAYS))
    if kind == "address" and len(whom) == 1:
        return {"kind": "address", "address": whom[0], "days": days}
    if len(whom) != 2 or whom[1] not in SEAT.choices:
        raise Refused(_("Specify a table and a seat, 0 or 1."))
    table = TableId().convert(whom[0], None, click.get_current_context())
    named = "device" if kind == "device" else "seat_address"
    return {"kind": named, "table": table, "seat": int(whom[1]), "days": days}


@admin.command()
@language_option
@json_option
def bans(_: Texts, as_json: bool) -> None:
    """List all bans and when they expire."""
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
    """Lift a ban: BAN is its number in the list."""
    done = _client(_).delete(f"/bans/{number}", Done)
    if as_json:
        _print(done)
    else:
        click.echo(_("Ban {number} is lifted.", number=number))


@admin.command()
@language_option
@json_option
def prune(_: Texts, as_json: bool) -> None:
    """Bury old tables now, trusting the clock of this machine.

    The server does this once a day unless it distrusts the clock. A buried table can be restored
    for 30 days, then it is deleted.
    """
    done = _client(_).post("/prune", PrunedTables)
    if as_json:
        _print(done)
    else:
        click.echo(pruned_words(done, _))


@admin.command()
@click.option("--after", help="Continue after this table.")
@MOST
@language_option
@json_option
def buried(after: str | None, most: int, _: Texts, as_json: bool) -> None:
    """List the buried tables, which will be deleted."""
    found = _client(_).get("/buried", BuriedTables, after=after, most=most)
    if as_json:
        _print(found)
        return
    _print_lines(buried_lines(found.tables, _))
    if found.next:
        click.echo(_("For more, use --after {next}", next=found.next))


@admin.command()
@TABLE
@language_option
@json_option
def unbury(table: str, _: Texts, as_json: bool) -> None:
    """Restore the buried table ID."""
    done = _client(_).post(f"/buried/{table}/unbury", Done)
    if as_json:
        _print(done)
    else:
        click.echo(_("Table {table} is restored.", table=table))
