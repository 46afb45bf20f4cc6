"""The commands about positions: deal, show, perft."""

from __future__ import annotations

import re

import click

from ..compiled import compiled, interruptible
from ..deals import SeededDeals
from ..errors import NotationError
from ..kernel.perft import perft as count_sequences
from ..position import Position
from ..texts import Texts
from ..view import View
from ..view_json import view_to_json
from .options import (
    LARGEST_SEED,
    WholeNumber,
    json_option,
    language_option,
    print_json,
    seed_option,
)
from .table import draw_position, draw_view

DEEPEST = 8


@click.command()
@seed_option
@click.option(
    "--number", type=WholeNumber(0, LARGEST_SEED), default=0, help="Which deal of the seed: 0, 1, …"
)
@click.option(
    "--house-rule/--no-house-rule",
    default=True,
    help="Whether 40 exchanges in a row end the round.",
)
@language_option
@json_option
def deal(seed: int, number: int, house_rule: bool, _: Texts, as_json: bool) -> None:
    """Deal a round and print its position as one line.

    Such deals are for study and simulations: anybody who knows the seed knows every card.
    """
    limit = {} if house_rule else {"exchange_limit": None}
    position = Position.deal(SeededDeals(seed).deal(number), **limit)
    if as_json:
        print_json({"seed": seed, "number": number, "position": str(position)})
    else:
        click.echo(str(position))


@click.command()
@click.argument("position")
@language_option
@json_option
def show(position: str, _: Texts, as_json: bool) -> None:
    """Draw a POSITION (one line, as `jaipur deal` prints it), or a view (with seat=)."""
    if re.search(r"\bseat=", position):
        view = View.parse(position)
        print_json(view_to_json(view)) if as_json else click.echo(draw_view(view, _))
        return
    whole = Position.parse(position)
    legal = [str(action) for action in whole.legal_actions()]
    if as_json:
        print_json({"position": str(whole), "turn": whole.turn, "end": whole.end, "legal": legal})
        return
    click.echo(draw_position(whole, _))
    if legal:
        click.echo("")
        click.echo(_.count("{n} legal action:", "{n} legal actions:", len(legal)))
        click.echo(" ".join(legal))


@click.command()
@click.argument("position")
@click.argument("depth", type=WholeNumber(0, DEEPEST))
@language_option
@json_option
def perft(position: str, depth: int, _: Texts, as_json: bool) -> None:
    """Count the sequences of DEPTH legal actions from a POSITION, the deck being as it lies."""
    if re.search(r"\bseat=", position):
        raise NotationError("perft counts from a position; this is a view, whose deck is unknown.")
    start = Position.parse(position)
    sequences = interruptible(compiled(count_sequences), start.array.copy(), depth)
    if as_json:
        print_json({"position": str(start), "depth": depth, "sequences": sequences})
    else:
        click.echo(sequences)
