"""`jaipur join`: play at a server's table from the terminal."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from ..client import preferences as stored_preferences
from ..client.link import ServerRefused
from ..client.preferences import name_of
from ..extras import require
from ..session.contract.basics import Phase, SeatKind
from ..session.contract.state import State
from ..session.options import ClockOption, MemoryAid, Options
from ..session.words.names import names_of
from ..texts import Texts
from .address import TableAddress, parse_table_url
from .localized_click import LocalizedCommand
from .options import INTERRUPTED, language_option
from .terminal import ASCII, PLAIN, can_draw, preferred

if TYPE_CHECKING:  # httpx is slow to import
    from ..client.remote import RemoteLink


@click.command(cls=LocalizedCommand)
@click.argument("url")
@click.option("--name", help="Your name.")
@PLAIN
@ASCII
@language_option
def join(url: str, name: str | None, is_plain: bool, is_ascii: bool, _: Texts) -> None:
    """Join a table on a server: URL is the link you were sent.

    A watch link shows the table without the hands. Your seat is remembered: the same link, or the
    address of the table, takes you back to it.
    """
    require("terminal", "jaipur join")
    preferences = stored_preferences.load()
    _ = preferred(preferences, _)
    address = parse_table_url(url)
    player = name_of(preferences, _, name)
    is_drawn = not (is_plain or is_ascii) and can_draw(_)
    try:
        asyncio.run(_enter(address, player, _))
    except KeyboardInterrupt:
        click.echo("\n" + _("You left; the link still works."))
        sys.exit(INTERRUPTED)
    # A new connection: the previous one belongs to a closed event loop.
    link = _link(address, _)
    if is_drawn:
        from ..client.review_process import review_record
        from ..tui.app import JaipurApp
        from ..tui.destinations import AtLink

        preferences = replace(preferences, language=_.language)
        app = JaipurApp(None, preferences, AtLink(link), review_record=review_record)
        app.run()
        sys.exit(app.return_code or 0)
    sys.exit(_line_by_line(link, _, is_ascii=is_ascii))


def _link(address: TableAddress, _: Texts) -> RemoteLink:
    from ..client.remote import RemoteLink
    from ..client.server import Server

    return RemoteLink(Server(address.origin, _.language), address.table)


def _line_by_line(link: RemoteLink, _: Texts, *, is_ascii: bool) -> int:
    from .. import plain

    console = plain.standard_console(_, is_ascii=is_ascii)

    async def session() -> plain.Outcome:
        try:
            return await plain.play(link, console)
        finally:
            await link.server.close()

    return plain.run(session, console)


async def _enter(address: TableAddress, name: str, _: Texts) -> None:
    """Take the seat or return to it, and wait for the match to begin."""
    link = _link(address, _)
    try:
        await link.server.greet()
        if not await link.has_seat():
            await _use_secret(link, address, name, _)
        update = await link.get_ready()
        if update.state.phase is Phase.WAITING:
            click.echo(_waiting_words(update.state, _))
            await link.begun()
    finally:
        await link.server.close()


async def _use_secret(link: RemoteLink, address: TableAddress, name: str, _: Texts) -> None:
    """Take the seat or start watching, depending on the link's secret."""
    if address.kind is None:
        return
    await link.server.make_known()
    if address.kind == "watch":
        await link.watch(address.secret)
        click.echo(_("You are watching."))
        return
    shown = await link.invitation(address.secret)
    click.echo(_("{name} invites you to a match of Jaipur.", name=shown.host))
    for line in _option_lines(shown.options, _):
        click.echo(line)
    try:
        await link.join(address.secret, name)
    except ServerRefused as refused:
        # The response was lost, but the seat is ours.
        if refused.code != "own_invitation" or not await link.has_seat():
            raise
    click.echo(_("You play as {name}.", name=name))


def _option_lines(options: Options, _: Texts) -> list[str]:
    """The options of the table in words."""
    aid = {MemoryAid.OFF: _("Off"), MemoryAid.COUNTS: _("Counts"), MemoryAid.FULL: _("Full")}
    lines = [_line(_("Memory aid"), aid[options.memory_aid], _)]
    if options.clock:
        lines.append(_line(_("Clock"), _clock_words(options.clock, _), _))
    if options.house_rule:
        lines.append(_line(_("House rule"), _("Forty exchanges in a row end the round."), _))
    return lines


def _line(name: str, value: str, _: Texts) -> str:
    return _("{name}: {words}", name=name, words=value)


def _clock_words(clock: ClockOption, _: Texts) -> str:
    bank = _bank_words(clock.bank, _)
    if not clock.increment:
        return bank
    return _.count(
        "{bank} and {n} second an action",
        "{bank} and {n} seconds an action",
        clock.increment,
        bank=bank,
    )


def _bank_words(seconds: int, _: Texts) -> str:
    day = 86400
    if seconds >= day and seconds % day == 0:
        return _.count("{n} day", "{n} days", seconds // day)
    if seconds % 60 == 0:
        return _.count("{n} minute", "{n} minutes", seconds // 60)
    return _.count("{n} second", "{n} seconds", seconds)


def _waiting_words(state: State, _: Texts) -> str:
    if any(seat.kind is SeatKind.OPEN for seat in state.seats):
        return _("The match begins as soon as the seat is taken.")
    waits = next((one for one in state.waits_for if one != state.seat), 0)
    waiting = _("Waiting for {name}.", name=names_of(state.seats, _)[waits])
    committed = state.nonce_commitment
    if committed is None or committed.seat != waits:
        return waiting
    time = _bank_words(committed.reveal_seconds, _)
    limit = _(
        "If that takes longer than {time}, the table is void and nothing is dealt.", time=time
    )
    return f"{waiting} {limit}"
