"""`jaipur simulate`: statistics of rounds between random players."""

from __future__ import annotations

import sys
from typing import Any

import click

from ..batch import Batch, play_random_rounds
from ..errors import message
from ..kernel.layout import END_DECK, END_TOKENS
from ..texts import Texts
from .localized_click import LocalizedCommand
from .options import WholeNumber, json_option, language_option, print_json, seed_option

LABELS = {
    "rounds": message("rounds"),
    "actions_mean": message("actions per round, mean"),
    "actions_max": message("actions per round, maximum"),
    "legal_mean": message("legal actions per turn, mean"),
    "legal_max": message("legal actions per turn, maximum"),
    "rupees_mean": message("rupees per player and round, mean"),
    "starter_wins": message("share won by the starter"),
    "draws": message("share of complete ties"),
    "ended_by_tokens": message("share ended by three empty piles"),
    "ended_by_deck": message("share ended by the deck"),
    "bonus_pile_emptied": message("share with a bonus pile emptied"),
}


@click.command(cls=LocalizedCommand)
@click.option(
    "--rounds", type=WholeNumber(1, 10_000_000), required=True, help="Number of rounds to play."
)
@seed_option
@click.option(
    "--jobs",
    type=WholeNumber(1, 1024),
    help="Cores to use; all of them by default. The results are the same.",
)
@language_option
@json_option
def simulate(rounds: int, seed: int, jobs: int | None, _: Texts, as_json: bool) -> None:
    """Simulate rounds between random players and print statistics.

    Both players choose uniformly among all distinct legal actions; the house rule against endless
    exchanges is off.
    """
    with click.progressbar(length=rounds, label=_("Rounds"), file=sys.stderr) as bar:
        batch = play_random_rounds(rounds, seed, jobs, progress=bar.update)
    statistics = statistics_of(batch)
    if as_json:
        print_json(statistics)
        return
    for name, label in LABELS.items():
        value = statistics[name]
        shown = f"{value:,}" if isinstance(value, int) else f"{value:.4f}"
        click.echo(f"{_(label):<36}{shown:>14}")


def statistics_of(batch: Batch) -> dict[str, Any]:
    """The statistics of a batch; shares of all rounds are between 0 and 1."""
    return {
        "rounds": batch.rounds,
        "actions_mean": float(batch.actions.mean()),
        "actions_max": int(batch.actions.max()),
        "legal_mean": float(batch.legal_total.sum() / batch.actions.sum()),
        "legal_max": int(batch.legal_most.max()),
        "rupees_mean": float(batch.rupees.mean()),
        "starter_wins": float((batch.winner == batch.starter).mean()),
        "draws": float((batch.winner < 0).mean()),
        "ended_by_tokens": float((batch.end == END_TOKENS).mean()),
        "ended_by_deck": float((batch.end == END_DECK).mean()),
        "bonus_pile_emptied": float(batch.bonus_emptied.mean()),
    }
