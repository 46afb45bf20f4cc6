"""`jaipur play`: a whole match in the terminal against one of our bots."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import click

from ..actions import Action
from ..bots.players import LadderBot, parse_player
from ..compiled import interruptible
from ..deals import KeyedDeals
from ..errors import IllegalAction, JaipurError
from ..match import Match
from ..notation import parse_action
from ..records import Proof, record_of, write_record
from ..seats import BySeat, Seat
from ..texts import Texts
from ..view import View
from .events import action_words, event_words
from .options import Refused, language_option
from .table import draw_result, draw_view

YOU: Seat = 0
Answer = Callable[[View], Action]


class Left(Exception):  # leaving is no error
    """The player left the table."""


@click.command()
@click.option(
    "--record",
    "path",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the match to this file at the end.",
)
@click.option(
    "--bot",
    "opponent",
    default="novice",
    show_default=True,
    help="Who plays against you: jaipur bot lists them.",
)
@language_option
def play(path: Path | None, opponent: str, _: Texts) -> None:
    """Play a match against a bot."""
    player, limit = parse_player(opponent)
    # One step is quick enough without compiled code, and starts at once.
    bot = LadderBot(player, secrets.randbits(32), is_compiled=player.searches)
    if path:
        _reserve(path, _)
    deals = KeyedDeals.new()
    names = BySeat(_("You"), opponent)
    click.echo(
        _("Jaipur: two seals win the match. Type an action such as +G, +KKK, -LLL or +DG-LK,")
    )
    click.echo(_("? for help, q to leave."))
    click.echo(_("Commitment to the deals: {commitment}", commitment=deals.commitment))
    match = Match.start(deals.deal(1))
    try:
        for played in _play_match(match, deals, partial(bot.act, limit=limit), names, _):
            match = played
    except (Left, KeyboardInterrupt):
        click.echo("\n" + _("You left the table."))
    click.echo(_("Key of the deals: {key}", key=deals.key.hex()))
    if path:
        headers = (("Seat 0", names[0]), ("Seat 1", names[1]))
        path.write_text(write_record(record_of(match, headers, Proof.of(deals))), "utf-8")
        click.echo(_("The record is in {path}; check it with: jaipur verify {path}", path=path))


def _reserve(path: Path, _: Texts) -> None:
    """Make the file of the record now, so that no match is lost for want of a place."""
    try:
        path.open("x", encoding="utf-8").close()
    except OSError as error:
        raise Refused(
            _(
                "The record cannot be kept in {path} ({cause}); name a new file in a folder you "
                "can write to.",
                path=path,
                cause=error.strerror,
            )
        ) from error


def _play_match(
    match: Match, deals: KeyedDeals, answer: Answer, names: BySeat[str], _: Texts
) -> Iterator[Match]:
    """The match after every action, until it is over."""
    while True:
        for played in _play_round(match, answer, names, _):
            match = played
            yield match
        result = match.position.result
        if result:
            click.echo("\n" + draw_result(result, names, _))
        click.echo(
            _(
                "Seals: {names[0]} {seals[0]}, {names[1]} {seals[1]}",
                names=list(names),
                seals=list(match.seals),
            )
        )
        if match.result:
            click.echo("\n" + _("{name} won the match.", name=names[match.result.winner]))
            return
        _ask(_("Enter for the next round: "))
        match = match.next_round(deals.deal(len(match.rounds) + 1))


def _play_round(match: Match, answer: Answer, names: BySeat[str], _: Texts) -> Iterator[Match]:
    click.echo(
        "\n"
        + _(
            "Round {number} – first: {name}",
            number=len(match.rounds),
            name=names[match.round.starter],
        )
    )
    while match.position.end is None:
        view = match.view(match.position.turn)
        if view.seat == YOU:
            click.echo("\n" + draw_view(view, _, names))
            match = match.play(_choose(view, _))
        else:
            match = match.play(interruptible(answer, view))
        click.echo("→ " + event_words(match.events[-1], names, _))
        yield match


def _choose(view: View, _: Texts) -> Action:
    """Ask until there is a legal action."""
    while True:
        text = _ask(_("Your action: "))
        if text == "q":
            raise Left
        if text in ("", "?"):
            click.echo(_help(view, _))
            continue
        try:
            action = parse_action(text)
            reason = view.check(action)
            if reason is None:
                return action
            raise IllegalAction(reason, str(action), str(view.market))
        except JaipurError as error:
            click.echo(_.error(error))


def _ask(prompt: str) -> str:
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        raise Left from None


def _help(view: View, _: Texts) -> str:
    lines = [_("Letters: D diamond, G gold, S silver, C cloth, P spice, L leather, K camel.")]
    lines.append(_("+ takes, - gives or sells. Legal now:"))
    lines += [f"  {action!s:<14} {action_words(action, _)}" for action in view.legal_actions()]
    return "\n".join(lines)
