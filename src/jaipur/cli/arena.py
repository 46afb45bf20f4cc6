"""`jaipur arena` and `jaipur bot`: contests between bots, and a bot for other programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..bots.foreign import ANSWER_SECONDS
from ..bots.players import LADDER, LadderBot, parse_player
from ..bots.speak import speak
from ..texts import Texts
from .options import (
    LARGEST_SEED,
    Refused,
    WholeNumber,
    json_option,
    language_option,
    print_json,
    seed_option,
)

if TYPE_CHECKING:
    from ..arena.runner import Run

MOST_GAMES = 10_000_000
SURE_GAMES = 100_000
INTERRUPTED = 130


@click.command()
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT …")
@click.option(
    "--rounds",
    type=WholeNumber(1, MOST_GAMES),
    help="Rounds for every pair; each deal is played twice, so an odd number gets one more.",
)
@click.option("--matches", type=WholeNumber(1, MOST_GAMES), help="Whole matches instead of rounds.")
@seed_option
@click.option(
    "--jobs",
    type=WholeNumber(1, 1024),
    help="Cores to use; all of them by default. The results are the same.",
)
@click.option(
    "--results",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep every game in this file; an interrupted run goes on from it.",
)
@click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a page with plots to this file.",
)
@click.option(
    "--until-sure",
    is_flag=True,
    help="Stop each pair as soon as a sequential test (SPRT) is sure; --rounds is then the most.",
)
@click.option(
    "--elo0", type=float, default=-10.0, show_default=True, help="SPRT: at most so much stronger …"
)
@click.option(
    "--elo1", type=float, default=10.0, show_default=True, help="SPRT: … or at least so much."
)
@click.option(
    "--timeout",
    type=click.FloatRange(0, 3600, min_open=True),
    default=ANSWER_SECONDS,
    show_default=True,
    help="Seconds a program has for an answer.",
)
@language_option
@json_option
def arena(  # noqa: PLR0913  # one argument an option
    bots: tuple[str, ...],
    rounds: int | None,
    matches: int | None,
    seed: int,
    jobs: int | None,
    results: Path | None,
    html: Path | None,
    until_sure: bool,
    elo0: float,
    elo1: float,
    timeout: float,
    _: Texts,
    as_json: bool,
) -> None:
    """Let bots play each other and say who is stronger, and how sure that is.

    A BOT is a name (see jaipur bot), a name with a number of nodes (merchant:500), or a command
    line in quotes for a program of yours ("python3 examples/bot.py"). Every pair plays the same
    deals, each deal twice with the seats exchanged. Ratings are Elo with greedy at 1500.
    """
    from ..arena.entrants import parse_entrants
    from ..arena.results_file import ResultsFile
    from ..arena.runner import Plan, play
    from ..arena.sprt import Sprt
    from ..arena.summary import summarise, to_json
    from ..arena.text_report import text_report

    if (rounds is None) == (matches is None) and not (until_sure and rounds is None):
        raise Refused(_("Say how many: --rounds N or --matches N, one of the two."))
    games = rounds or matches or SURE_GAMES
    plan = Plan(
        parse_entrants(bots, timeout),
        (games + 1) // 2,
        seed,
        "match" if matches else "round",
        Sprt(elo0, elo1) if until_sure else None,
    )
    if html:
        _reserve_page(html, _)
    file = ResultsFile(results, plan.describe()) if results else None
    try:
        with click.progressbar(
            length=2 * plan.deals * len(plan.pairs),
            label=_("Matches") if matches else _("Rounds"),
            file=sys.stderr,
        ) as bar:
            run = play(plan, jobs=jobs, file=file, progress=bar.update)
    except KeyboardInterrupt:
        _say_how_to_go_on(results, _)
        sys.exit(INTERRUPTED)
    pairs = run.results()
    names = [entrant.name for entrant in plan.entrants]
    summary = summarise(pairs, names, unit=plan.unit, seed=seed, sprt=plan.sprt)
    if html:
        from ..arena.page import html_page

        html.write_text(html_page(summary, pairs, _), "utf-8")
    _say_what_failed(run, _)
    if as_json:
        print_json(to_json(summary))
    else:
        click.echo(text_report(summary, _))


def _reserve_page(path: Path, _: Texts) -> None:
    """Find out now, not after hours of play, whether the page can be written."""
    try:
        path.open("a", encoding="utf-8").close()
    except OSError as error:
        raise Refused(
            _("The page cannot be written to {path} ({cause}).", path=path, cause=error.strerror)
        ) from error


def _say_how_to_go_on(results: Path | None, _: Texts) -> None:
    if results:
        words = _("Interrupted; the same command goes on from {path}.", path=results)
    else:
        words = _("Interrupted; with --results FILE the same command could go on.")
    click.echo("\n" + words, err=True)


def _say_what_failed(run: Run, _: Texts, most: int = 5) -> None:
    """A few sentences about failures; the figures are in the report."""
    sentences = run.sentences()
    for sentence in sentences[:most]:
        click.echo(sentence, err=True)
    if len(sentences) > most:
        click.echo(_("… and {count} more.", count=len(sentences) - most), err=True)


@click.command()
@click.argument("name", required=False)
@click.option(
    "--seed",
    type=WholeNumber(0, LARGEST_SEED),
    default=0,
    show_default=True,
    help="Changes the choices that are random.",
)
@language_option
@json_option
def bot(name: str | None, seed: int, _: Texts, as_json: bool) -> None:
    """Play for another program: views as JSON lines in, actions out (docs/bots.md).

    NAME is one of our bots, with a number of nodes if you like (merchant:500). Without a NAME the
    bots are listed.
    """
    if name is None:
        _list_bots(_, as_json)
        return
    player, limit = parse_player(name)
    reader = click.get_text_stream("stdin", encoding="utf-8", errors="replace")
    speak(LadderBot(player, seed), limit, reader, click.echo)


def _list_bots(_: Texts, as_json: bool) -> None:
    if as_json:
        print_json(
            [
                {
                    "name": player.name,
                    "rating": player.rating,
                    "nodes": player.nodes,
                    "character": _(player.character),
                }
                for player in LADDER
            ]
        )
        return
    name, elo, nodes, character = _("bot"), _("Elo"), _("nodes"), _("character")
    click.echo(f"{name:<10}{elo:>6}{nodes:>8}  {character}")
    for player in LADDER:
        words = f"{player.name:<10}{player.rating:>6}{player.nodes:>8}  "
        click.echo(words + _(player.character))
