"""The commands about positions: deal, show, perft."""

from __future__ import annotations

import re
from collections.abc import Sequence

import click

from ..actions import Action
from ..compiled import compiled, interruptible
from ..deals import SeededDeals
from ..errors import NotationError
from ..kernel.perft import perft as count_sequences
from ..position import Position
from ..results import RoundResult
from ..seats import Seat
from ..texts import Texts
from ..view import View
from ..view_json import view_to_json
from .drawing import draw_position, draw_scoring, draw_view, plain_names, result_json
from .localized_click import LocalizedCommand
from .options import (
    LARGEST_SEED,
    OneLine,
    Refused,
    WholeNumber,
    json_option,
    language_option,
    print_json,
    seed_option,
)

DEEPEST = 8


@click.command(cls=LocalizedCommand)
@seed_option
@click.option(
    "--number",
    type=WholeNumber(0, LARGEST_SEED),
    default=0,
    help="Index of the deal for this seed: 0, 1, …",
)
@click.option(
    "--house-rule/--no-house-rule",
    default=True,
    help="End the round after forty exchanges in a row.",
)
@language_option
@json_option
def deal(seed: int, number: int, house_rule: bool, _: Texts, as_json: bool) -> None:
    """Deal a round and print its position as one line.

    Seeded deals are for study and simulations: anyone who knows the seed knows every card.
    """
    limit = {} if house_rule else {"exchange_limit": None}
    position = Position.deal(SeededDeals(seed).deal(number), **limit)
    if as_json:
        print_json({"seed": seed, "number": number, "position": str(position)})
    else:
        click.echo(str(position))


@click.command(cls=LocalizedCommand)
@click.argument("position", type=OneLine())
@click.option("--seat", type=WholeNumber(0, 1), help="Show only what this seat (0 or 1) knows.")
@language_option
@json_option
def show(position: str, seat: Seat | None, _: Texts, as_json: bool) -> None:
    """Draw a POSITION: one line, as `jaipur deal` prints it, or - for standard input.

    Views (with seat=) are drawn too. With --seat, the position is drawn as that seat sees it, and
    its view is printed as one line.
    """
    if not re.search(r"\bseat=", position):
        whole = Position.parse(position)
        if seat is None:
            _show_position(whole, _, as_json)
        else:
            _show_view(whole.view(seat), _, as_json, is_new=True)
        return
    view = View.parse(position)
    if seat not in (None, view.seat):
        raise Refused(
            _(
                "This is the view of seat {seat}, which does not know what seat {other} sees.",
                seat=view.seat,
                other=seat,
            )
        )
    _show_view(view, _, as_json)


def _show_position(position: Position, _: Texts, as_json: bool) -> None:
    legal, result = position.legal_actions(), position.result
    if as_json:
        known = {"position": str(position), "turn": position.turn, "end_cause": position.end}
        scored = result and result_json(result)
        print_json(known | {"legal_actions": list(map(str, legal)), "result": scored})
        return
    click.echo(draw_position(position, _))
    _show_scoring_or_actions(legal, result, _)


def _show_view(view: View, _: Texts, as_json: bool, *, is_new: bool = False) -> None:
    if as_json:
        print_json(view_to_json(view))
        return
    click.echo(draw_view(view, _))
    # Everything scored is public by then, so all positions matching the view agree.
    result = Position.determinize(view, seed=0).result
    _show_scoring_or_actions(view.legal_actions(), result, _)
    if is_new:
        click.echo(f"\n{view}")


def _show_scoring_or_actions(legal: Sequence[Action], result: RoundResult | None, _: Texts) -> None:
    """Print the scoring of a finished round, or the legal actions."""
    if result:
        click.echo("\n" + draw_scoring(result, plain_names(_), _))
    if legal:
        heading = _.count("{n} legal action:", "{n} legal actions:", len(legal))
        click.echo(f"\n{heading}\n{' '.join(map(str, legal))}")


@click.command(cls=LocalizedCommand)
@click.argument("position", type=OneLine())
@click.argument("depth", type=WholeNumber(0, DEEPEST))
@language_option
@json_option
def perft(position: str, depth: int, _: Texts, as_json: bool) -> None:
    """Count the sequences of DEPTH legal actions from a POSITION with a known deck.

    POSITION is one line, as `jaipur deal` prints it, or - for standard input.
    """
    if re.search(r"\bseat=", position):
        raise NotationError("perft counts from a position; this is a view, whose deck is unknown.")
    start = Position.parse(position)
    sequences = interruptible(compiled(count_sequences), start.array.copy(), depth)
    if as_json:
        print_json({"position": str(start), "depth": depth, "sequences": sequences})
    else:
        click.echo(sequences)
