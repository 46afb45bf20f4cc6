"""`jaipur bots` and `jaipur bot`: the list of bots, and a bot for other programs."""

from __future__ import annotations

import io
import sys

import click

from ..bots.ladder import LADDER, Player, parse_player
from ..bots.ladder_bot import LadderBot
from ..bots.network_file import NetworkCard, network_card
from ..bots.stdio_bot import run_stdio_bot
from ..texts import Texts
from .localized_click import LocalizedCommand
from .options import LARGEST_SEED, Refused, WholeNumber, json_option, language_option, print_json


@click.command(cls=LocalizedCommand)
@click.argument("name", required=False)
@click.option(
    "--seed",
    type=WholeNumber(0, LARGEST_SEED),
    default=0,
    show_default=True,
    help="Seed of the random choices.",
)
@language_option
@json_option
def bot(name: str | None, seed: int, _: Texts, as_json: bool) -> None:
    """Play for another program: views as JSON lines in, actions out (docs/bots.md).

    NAME is one of our bots, with a number of nodes if you like (merchant:500). Without a NAME the
    bots are listed.
    """
    if name is None:
        list_bots(_, as_json)
        return
    if as_json:
        raise Refused(
            _("--json lists the bots; a bot that plays uses the protocol of docs/bots.md.")
        )
    player, limit = parse_player(name)
    if player.engine.uses_network:
        network_card()  # report a missing or damaged file before the first request
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    run_stdio_bot(LadderBot(player, seed).act, limit, sys.stdin, click.echo)


@click.command(cls=LocalizedCommand)
@language_option
@json_option
def bots(_: Texts, as_json: bool) -> None:
    """List the bots with their strength and style, and the network of the learned ones."""
    list_bots(_, as_json)


def list_bots(_: Texts, as_json: bool) -> None:
    """Print the ladder, and the network of its learned players."""
    card = network_card()
    if as_json:
        print_json([_bot_json(player, card, _) for player in LADDER])
        return
    name, elo, nodes, character = _("bot"), _("Elo"), _("nodes"), _("character")
    click.echo(f"{name:<10}{elo:>6}{nodes:>8}  {character}")
    for player in LADDER:
        words = f"{player.name:<10}{player.rating:>6}{player.nodes:>8}  "
        click.echo(words + _(player.character))
    click.echo(
        _(
            "network: {name} · format {version} · {hash}",
            name=card.name,
            version=card.version,
            hash=card.digest,
        )
    )


def _bot_json(player: Player, card: NetworkCard, _: Texts) -> dict[str, object]:
    network = {"name": card.name, "version": card.version, "hash": card.digest}
    return {
        "name": player.name,
        "rating": player.rating,
        "nodes": player.nodes,
        "character": _(player.character),
        "network": network if player.engine.uses_network else None,
    }
