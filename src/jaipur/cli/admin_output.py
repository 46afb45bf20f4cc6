"""The output of `jaipur admin`. Names are printed without control characters."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime

from ..errors import message
from ..session.contract.admin import (
    Banned,
    BanShown,
    BuriedTable,
    HostedTable,
    Load,
    Outline,
    PrunedTables,
)
from ..session.contract.basics import SeatKind
from ..texts import Texts
from .admin_client import safe
from .relative_time import ago_words

PHASES = {
    "waiting": message("waiting"),
    "playing": message("being played"),
    "between": message("between rounds"),
    "over": message("over"),
}
"""Names of the phases, for one table."""
BURIED = PHASES | {"damaged": message("damaged")}
"""For a buried table."""
COUNTED = PHASES | {"over": message("finished")}
"""For several tables."""


def load_lines(load: Load, _: Texts) -> list[str]:
    """A summary of the server's load."""
    now = time.time()
    refused = [f"{safe(code)} {n}" for code, n in load.refused.items()]
    tables = [f"{_.translate(COUNTED[phase])} {n}" for phase, n in load.tables.items()]
    bots = _("ready") if load.bots_ready else _("getting ready")
    status = load.status
    parts = {
        _("Status"): _("OK") if status == "ok" else _("{what}: see the log", what=safe(status)),
        _("Started"): ago_words(now - load.uptime_s, now, _),
        _("Tables"): ", ".join(tables),
        _("In memory"): _.count("{n} table", "{n} tables", load.tables_in_memory),
        _("Open streams"): load.streams,
        _("Commands per second"): number_text(load.commands_per_s, _),
        _("Commands so far"): load.commands,
        _("Bots"): bots,
        _("Bots thinking or waiting"): load.bots_at_work,
        _("Bans"): load.bans,
        _("Refused so far"): ", ".join(refused) or "0",
    }
    if load.damaged_tables:
        parts[_("Tables that cannot be read")] = load.damaged_tables
    width = max(map(len, parts)) + 2
    lines = [f"{name:<{width}}{value}" for name, value in parts.items()]
    if not load.clock_trusted:
        lines.append(
            _(
                "The server does not trust this machine’s clock, so old tables are not "
                "pruned; if the clock is right, run: jaipur admin prune"
            )
        )
    return lines


def table_lines(tables: Sequence[HostedTable], damaged: int, _: Texts) -> list[str]:
    """One line per table, and the number of unreadable ones."""
    lines = [_table(table, _) for table in tables] or [_("No tables found.")]
    if damaged:
        lines.append(_.count("{n} table cannot be read.", "{n} tables cannot be read.", damaged))
    return lines


def _table(table: HostedTable, _: Texts) -> str:
    touched = ago_words(table.touched, time.time(), _)
    where = _("stored")
    if table.in_memory:
        where = _.count("{n} follower", "{n} followers", table.followers)
        where = where if table.followers else _("no followers")
    version = _("version {n}", n=table.version)
    parts = (_.translate(PHASES[table.phase]), version, touched, where)
    return "  ".join((table.table, *parts, _names(table, _)))


def buried_lines(tables: Sequence[BuriedTable], _: Texts) -> list[str]:
    """One line per buried table."""
    if not tables:
        return [_("No table is buried.")]
    now = time.time()
    return [
        "  ".join(
            (
                table.table,
                _.translate(BURIED[table.phase]),
                _("buried: {ago}", ago=ago_words(table.buried, now, _)),
                _names(table, _),
            )
        ).rstrip()
        for table in tables
    ]


def _names(table: Outline, _: Texts) -> str:
    return " – ".join(
        _("(open)") if seat.kind is SeatKind.OPEN else safe(seat.bot or seat.name)
        for seat in table.seats
    )


def ban_lines(bans: Sequence[BanShown], _: Texts) -> list[str]:
    """One line per ban."""
    return [_ban(ban, _) for ban in bans] or [_("Nobody is banned.")]


def _ban(ban: BanShown, _: Texts) -> str:
    kind = _("address") if ban.kind == "address" else _("device")
    until = _("until {until}", until=moment_text(ban.until))
    line = f"{ban.ban:>4}  {kind}  {until}"
    if about := ban.about:
        seat = _("seat {seat} of table {table}", seat=about.seat, table=about.table)
        line += f"  {safe(about.name)} ({seat})"
    return line


def banned_lines(done: Banned, _: Texts) -> list[str]:
    """The result of a ban."""
    parts = ban_lines(done.bans, _)
    if unfinished := done.unfinished:
        parts += [
            _(
                "Opponents are still waiting at these tables; jaipur admin close ends one: "
                "{tables}",
                tables=", ".join(unfinished),
            )
        ]
    return parts


def pruned_words(done: PrunedTables, _: Texts) -> str:
    """The result of a pruning run."""
    if done.is_distrusted:
        return _("Nothing was buried: the clock of this machine is wrong. Set it and try again.")
    parts = (
        _.count("{n} table was buried", "{n} tables were buried", done.buried),
        _.count("{n} deleted for good", "{n} deleted for good", done.deleted),
        _.count("{n} waits for the next run", "{n} wait for the next run", done.left),
    )
    return _("{buried}; {deleted}; {left}.", buried=parts[0], deleted=parts[1], left=parts[2])


def number_text(number: float, _: Texts) -> str:
    """A number with the decimal separator of the language."""
    whole, _point, tenths = f"{number:.1f}".partition(".")
    return _("{whole}.{tenths}", whole=whole, tenths=tenths)


def moment_text(seconds: float) -> str:
    """A time in UTC."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"
