"""`jaipur arena`: tournaments between bots."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..bots.program_bot import ANSWER_SECONDS
from ..errors import JaipurError
from ..texts import Texts
from .localized_click import LocalizedCommand
from .options import (
    INTERRUPTED,
    FilePath,
    Number,
    Refused,
    WholeNumber,
    json_option,
    language_option,
    print_json,
    seed_option,
)
from .page_file import reserved, writing

if TYPE_CHECKING:
    from ..arena.run import ArenaRun

MOST_GAMES = 10_000_000
SURE_GAMES = 100_000
MOST_REPORTED = 5
ELO = Number(-10_000, 10_000)


@click.command(cls=LocalizedCommand)
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT …")
@click.option(
    "--rounds",
    type=WholeNumber(1, MOST_GAMES),
    help="Rounds for every pair; each deal is played twice, so odd numbers are rounded up.",
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
    type=FilePath(path_type=Path, dir_okay=False),
    help="Save every game to this file; an interrupted run resumes from it.",
)
@click.option(
    "--html",
    type=FilePath(path_type=Path, dir_okay=False),
    help="Write a page with plots to this file.",
)
@click.option(
    "--until-sure",
    is_flag=True,
    help="Stop each pair once a sequential test (SPRT) is sure; --rounds is then the maximum.",
)
@click.option("--elo0", type=ELO, help="SPRT: the Elo difference under H0 (default: -10).")
@click.option("--elo1", type=ELO, help="SPRT: the Elo difference under H1 (default: 10).")
@click.option(
    "--adjusted",
    is_flag=True,
    help="With --until-sure: test the luck-adjusted score; similar bots then need fewer games.",
)
@click.option(
    "--timeout",
    type=Number(0, 3600, min_open=True),
    default=ANSWER_SECONDS,
    show_default=True,
    help="Seconds a program has for an answer.",
)
@language_option
@json_option
def arena(  # noqa: PLR0913  # one argument an option
    *,
    bots: tuple[str, ...],
    rounds: int | None,
    matches: int | None,
    seed: int,
    jobs: int | None,
    results: Path | None,
    html: Path | None,
    until_sure: bool,
    elo0: float | None,
    elo1: float | None,
    adjusted: bool,
    timeout: float,
    _: Texts,
    as_json: bool,
) -> None:
    """Let bots play each other, and report who is stronger and how sure that is.

    A BOT is a name (see jaipur bots), a name with a number of nodes (merchant:500), a Python class
    (mybot:Bot), or a command line in quotes for a program of yours ("python3 examples/bot.py").
    Every pair plays the same deals, each deal twice with the seats swapped. Ratings are Elo with
    greedy at 1500 (the mean at 1500 where greedy does not play). The luck-adjusted score is the
    score less the luck of the cards.
    """
    from ..arena.entrants import parse_entrants
    from ..arena.results_file import ResultsFile
    from ..arena.run import ArenaRun, Schedule
    from ..arena.sprt import AdjustedSprt, Sprt
    from ..arena.summary import summarise, to_json
    from ..arena.text_report import text_report

    if (rounds is None) == (matches is None) and not (until_sure and rounds is None):
        raise Refused(_("Give either --rounds N or --matches N."))
    if results and html and results.resolve() == html.resolve():
        raise Refused(_("The results and the page need different files: {path}.", path=html))
    if not until_sure and (elo0 is not None or elo1 is not None):
        raise Refused(_("--elo0 and --elo1 belong to --until-sure."))
    if not until_sure and adjusted:
        raise Refused(_("--adjusted belongs to --until-sure."))
    test = AdjustedSprt if adjusted else Sprt
    games = rounds or matches or SURE_GAMES
    schedule = Schedule(
        parse_entrants(bots, timeout),
        (games + 1) // 2,
        seed,
        "match" if matches else "round",
        test(*_bounds(elo0, elo1)) if until_sure else None,
    )
    file = ResultsFile(results, schedule.describe()) if results else None
    failures = Failures(_)
    with closing(ArenaRun(schedule, file)) as run, reserved(html, _):
        try:
            _play(run, jobs, failures, _)
        except KeyboardInterrupt:
            _print_how_to_resume(results, _)
            sys.exit(INTERRUPTED)
        pairs = run.results()
        names = [entrant.name for entrant in schedule.entrants]
        summary = summarise(pairs, names, unit=schedule.unit, seed=seed, sprt=schedule.sprt)
        if html:
            from ..arena.page import html_page

            with writing(html, _):
                html.write_text(html_page(summary, pairs, _), "utf-8")
    failures.report_others(run)
    if as_json:
        print_json(to_json(summary))
    else:
        click.echo(text_report(summary, _))


def _bounds(elo0: float | None, elo1: float | None) -> tuple[float, float]:
    """Return the bounds of the sequential test; the default is ten points either way."""
    return -10.0 if elo0 is None else elo0, 10.0 if elo1 is None else elo1


def _play(run: ArenaRun, jobs: int | None, failures: Failures, _: Texts) -> None:
    """Play the missing games, with a progress bar."""
    from ..arena.runner import go_on

    schedule = run.schedule
    label = _("Matches") if schedule.unit == "match" else _("Rounds")
    length = 2 * schedule.deals * len(schedule.pairs)
    with (
        _terminated_as_interrupted(),
        click.progressbar(length=length, label=label, file=sys.stderr) as bar,
        closing(go_on(run, jobs)) as pieces,
    ):
        bar.update(run.games)
        for played in pieces:
            bar.update(len(played.games))
            for failed in played.failures:
                entrant = schedule.pairs[played.piece.pair][failed.side]
                failures.report_first(entrant.name, failed.error)


class Failures:
    """Reports failures, the first of each bot at once; the counts are in the report."""

    def __init__(self, _: Texts) -> None:
        self._ = _
        self._bots: set[str] = set()
        self._reported: list[str] = []

    def report_first(self, bot: str, error: JaipurError) -> None:
        """Report how a bot failed, if it is the first time."""
        sentence = self._.error(error)
        is_new = bot not in self._bots and sentence not in self._reported
        if is_new and len(self._reported) < MOST_REPORTED:
            # A terminal shows the progress bar on this line.
            click.echo(("\r\033[K" if sys.stderr.isatty() else "") + sentence, err=True)
            self._reported.append(sentence)
        self._bots.add(bot)

    def report_others(self, run: ArenaRun) -> None:
        """Report a few of the failures that were not reported yet."""
        others = [some for some in run.sentences(self._.translate) if some not in self._reported]
        shown = MOST_REPORTED - len(self._reported)
        for sentence in others[:shown]:
            click.echo(sentence, err=True)
        if len(others) > shown:
            click.echo(self._("… and {count} more.", count=len(others) - shown), err=True)


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """Treat SIGTERM like Ctrl-C, so that it leaves no processes behind either."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _print_how_to_resume(results: Path | None, _: Texts) -> None:
    if results:
        words = _("Interrupted; the same command resumes from {path}.", path=results)
    else:
        words = _("Interrupted; with --results FILE the same command could have resumed the run.")
    click.echo("\n" + words, err=True)
