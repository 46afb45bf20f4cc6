"""`jaipur train`: train the network of the strongest players by self-play."""

from __future__ import annotations

import math
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from threading import Event
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

import click

from ..bots.ladder import parse_player
from ..errors import message
from ..texts import Texts
from ..train.folder import CURVE, NETWORK
from ..train.settings import SMALL, TrainingSettings
from .localized_click import LocalizedCommand
from .options import (
    INTERRUPTED,
    F,
    FilePath,
    Number,
    Refused,
    WholeNumber,
    json_option,
    language_option,
    print_json,
)

if TYPE_CHECKING:
    from ..train.run import TrainingRun

LARGEST_SEED: Final = 2**31 - 1
MOST: Final = 10_000_000
MOST_TABLES: Final = 1 << 20
"""More would fill the machine's memory before we could report it."""
MOST_PLIES: Final = 4096
MOST_UNITS: Final = 8192
FEWEST_PLIES: Final = 4
"""With fewer, a table may give nothing to learn from."""
CHECKED: Final = {"tables": 4096, "plies": 120, "seed": 1}
"""The default size of a check."""
USUAL: Final = TrainingSettings()


def _setting(field: str, words: str, option: str = "", **how: Any) -> Callable[[F], F]:
    """Make an option for a setting; without it the run keeps its own, or the default."""
    usual = getattr(USUAL, field)
    shown = ",".join(usual) if isinstance(usual, tuple) else usual
    option = option or f"--{field.replace('_', '-')}"
    return click.option(option, field, help=words, show_default=str(shown) or False, **how)


def _whole(field: str, words: str, least: int = 1, most: int = MOST) -> Callable[[F], F]:
    return _setting(field, words, type=WholeNumber(least, most))


def _share(field: str, words: str, option: str = "") -> Callable[[F], F]:
    return _setting(field, words, option, type=Number(0, 1, min_open=field == "learning_rate"))


def _names(
    _context: click.Context, _option: click.Parameter, value: str | None
) -> tuple[str, ...] | None:
    """Parse a comma-separated list of ladder players; unknown ones are rejected now, not later."""
    if value is None:
        return None
    names = tuple(name.strip() for name in value.split(",") if name.strip())
    for name in names:
        parse_player(name)
    return names


@click.command(cls=LocalizedCommand)
@click.argument(
    "folder", required=False, type=FilePath(path_type=Path, file_okay=False), metavar="FOLDER"
)
@click.option("--small", is_flag=True, help="A short trial run on the processor (a minute or two).")
@_setting(
    "start_network",
    message("A network to begin with, such as that of another run; otherwise random weights."),
    "--from",
    type=FilePath(dir_okay=False, resolve_path=True),
    metavar="FILE",
)
@_whole("windows", message("Windows of play and learning in the whole run."))
@click.option(
    "--minutes",
    type=Number(0, min_open=True),
    help="Stop after this many minutes; the same command resumes the run.",
)
@click.option(
    "--device",
    type=click.Choice(("auto", "cpu", "cuda")),
    default="auto",
    show_default=True,
    help="Where to play and learn; auto takes a GPU if there is one.",
)
@_setting("opponents", message("Bots to measure it against."), callback=_names, metavar="BOT,BOT,…")
@_whole("rounds", message("Rounds against each; odd numbers are rounded up."), least=2)
@_whole("evaluate_every", message("Windows between two checkpoints, each with measurements."))
@_whole("seed", message("Random seed."), 0, LARGEST_SEED)
@_whole("tables", message("Rounds played at the same time."), most=MOST_TABLES)
@_whole("plies", message("Actions at each table in a window."), FEWEST_PLIES, MOST_PLIES)
@_whole("width", message("Units of the first layer."), most=MOST_UNITS)
@_whole("second_width", message("Units of the second layer."), most=MOST_UNITS)
@_setting(
    "residual",
    message("Whether there is a third layer, which is added to the second."),
    "--residual/--no-residual",
    default=None,
)
@_share(
    "td_lambda",
    message(
        "The lambda of TD(lambda): 1 learns from outcomes only, 0 only from the value of the next "
        "position."
    ),
    "--lambda",
)
@_share("noise_share", message("Share of actions chosen with noise."), "--noise")
@_share("search_from", message("Share of the run after which it learns from search."))
@_share("rival_share", message("Share of tables at which a rival plays."), "--rivals")
@_share("learning_rate", message("Learning rate at the beginning."))
@_whole("batch_size", message("Afterstates in one step of learning."))
@click.option(
    "--check",
    is_flag=True,
    help="Do not train: compare the device with the processor, action by action.",
)
@language_option
@json_option
def train(
    *,
    folder: Path | None,
    small: bool,
    minutes: float | None,
    device: str,
    check: bool,
    _: Texts,
    as_json: bool,
    **settings: Any,
) -> None:
    """Train a network by self-play and save everything in FOLDER.

    The same command resumes a run that was stopped; Ctrl-C stops it. FOLDER gets network.npz (the
    network for play), log.jsonl (all figures) and curve.svg (the learning curve). docs/training.md
    explains what is learned and how. Needs PyTorch: pip install 'jaipur-game[train]'.
    """
    given = {name: value for name, value in settings.items() if value is not None}
    if check:
        if folder or small or minutes or not given.keys() <= CHECKED.keys():
            raise Refused(_("--check takes --device, --tables, --plies and --seed, nothing else."))
        _require_torch(_)
        _check(device, given, _, as_json)
        return
    if folder is None:
        raise Refused(_("Name a FOLDER for the run: jaipur train FOLDER."))
    _require_torch(_)
    _train(_run(folder, small, device, given, _), minutes, as_json)


def _require_torch(_: Texts) -> None:
    try:
        import torch  # noqa: F401  # only to see whether it is installed
    except ImportError as error:
        raise Refused(
            _("Training needs PyTorch ({cause}): pip install 'jaipur-game[train]'.", cause=error)
        ) from error


def _run(folder: Path, small: bool, device: str, given: dict[str, Any], _: Texts) -> TrainingRun:
    """Make a run with the given settings; the others come from its checkpoint or the defaults."""
    from ..train import checkpoint
    from ..train.devices import device_named
    from ..train.run import TrainingRun

    kept = checkpoint.load(folder)
    others = SMALL if small else kept.settings if kept else USUAL
    if kept:
        others = replace(others, start_network=kept.settings.start_network)
    return TrainingRun(replace(others, **given), folder, device_named(device), words=_)


def _train(run: TrainingRun, minutes: float | None, as_json: bool) -> None:
    from ..train.run import RunEnding

    _ = run.words
    run.seconds = 60 * minutes if minutes else math.inf
    run.say = lambda sentence: click.echo(sentence, err=as_json)
    with _stopped_by_signals(run.stop, _), _memory_explained(_):
        ending = run.go()
    window = {"window": run.at.window, "windows": run.settings.windows}
    if ending is RunEnding.STOPPED:
        stopped = _(
            "Stopped after window {window} of {windows}; the same command resumes the run.",
            **window,
        )
        click.echo(stopped, err=True)
        sys.exit(INTERRUPTED)
    if ending is RunEnding.LATE:
        run.say(
            _(
                "Time is up after window {window} of {windows}; the same command resumes the run.",
                **window,
            )
        )
    else:
        network, curve = run.folder / NETWORK, run.folder / CURVE
        run.say(
            _(
                "Done: the network is in {network}, its learning curve in {curve}.",
                network=network,
                curve=curve,
            )
        )
    if as_json:
        scores = [asdict(score) for score in run.scores.values()]
        done = {"done": ending is RunEnding.DONE, **window, "rounds": run.at.rounds}
        print_json(done | {"network": str(run.folder / NETWORK), "scores": scores})


@contextmanager
def _stopped_by_signals(stop: Event, _: Texts) -> Iterator[None]:
    """Let Ctrl-C and SIGTERM stop the run at the next step; a second signal stops it at once."""
    before = {some: signal.getsignal(some) for some in (signal.SIGINT, signal.SIGTERM)}

    def ask(_number: int, _frame: FrameType | None) -> None:
        stop.set()
        for some in before:
            signal.signal(some, signal.default_int_handler)
        # Not with click, which may be in the middle of writing.
        os.write(2, ("\n" + words + "\n").encode())

    words = _("Stopping after this step, with a checkpoint; Ctrl-C again stops at once.")
    for some in before:
        signal.signal(some, ask)
    try:
        yield
    finally:
        for some, handler in before.items():
            signal.signal(some, handler)


@contextmanager
def _memory_explained(_: Texts) -> Iterator[None]:
    """Turn PyTorch's various out-of-memory errors into a message."""
    try:
        yield
    except (MemoryError, RuntimeError) as error:
        if isinstance(error, RuntimeError) and "allocate" not in str(error):
            raise
        raise Refused(
            _("There is not enough memory for such a run; try fewer --tables or --plies.")
        ) from error


def _check(device: str, given: dict[str, int], _: Texts, as_json: bool) -> None:
    """Compare a device with the CPU and report how much was compared, and how fast a GPU is."""
    from ..train.check import check_device, measure_speed
    from ..train.devices import NAMES, device_named

    chosen, size = device_named(device), CHECKED | given
    with (
        _memory_explained(_),
        click.progressbar(length=size["plies"], label=_("Plies"), file=sys.stderr) as bar,
    ):
        done = check_device(chosen, progress=bar.update, **size)
        speeds = measure_speed(chosen) if chosen.name == "cuda" else []
    if as_json:
        document = {"device": chosen.name, **asdict(done)}
        print_json(document | {"speeds": [asdict(speed) for speed in speeds]})
        return
    click.echo(
        _(
            "No difference between {device} and the processor: {actions} actions, {afterstates} "
            "afterstates and {rounds} rounds were compared.",
            device=_(NAMES[chosen.name]),
            actions=f"{done.actions:,}",
            afterstates=f"{done.afterstates:,}",
            rounds=f"{done.rounds:,}",
        )
    )
    click.echo(
        _(
            "First layers by parts differ from plain sums by at most {difference}.",
            difference=f"{done.difference:.5f}",
        )
    )
    for speed in speeds:
        click.echo(
            _(
                "{rounds} rounds a second are generated with {width} and {second} units.",
                rounds=f"{speed.rounds_a_second:,.0f}",
                width=speed.width,
                second=speed.second_width,
            )
        )
