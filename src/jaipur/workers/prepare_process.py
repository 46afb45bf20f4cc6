"""The process side of `preparation`: compiles the code of one bot, and reports the progress.

Every input line is answered with `{"share": …}`, from 0 to 1; at 1 the bot can play.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from threading import Event, Thread
from types import CodeType, FunctionType
from typing import BinaryIO, Final, cast

from ..bots.ladder import Player, player_named
from ..bots.ladder_bot import LadderBot
from ..bots.network_file import NetworkFileError
from ..bots.protocol import Limit
from ..compiled import callees
from ..view import View
from .worker import reserve_stdout

NICE: Final = 10
"""Low priority: playing comes first."""

ENTRY_WEIGHT: Final = 0.25
"""Optimizing an entry as a whole takes this share of the time for its parts."""

FIRST_VIEW: Final = (
    "seat=0 turn=0 start=0 market=GKKKK hand0=SCCP hand1=????? herd0=1 herd1=0 deck="
    "???????????????????????????????????????? sold=- piles=5,5,5,7,7,9 tokens0=- tokens1=- "
    "bonus0=-/-/- bonus1=-/-/- bonuses=???????/??????/????? exchanges=0/40 end=-"
)


class Progress:
    """The share done, for the thread that answers."""

    def __init__(self) -> None:
        self.value = 0.0
        self.is_reported = Event()
        """Set once a share of 1 was reported."""

    def report(self, answers: BinaryIO) -> None:
        """Answer until the input ends, then end the process."""
        for _ in sys.stdin.buffer:
            share = self.value
            answers.write(json.dumps({"share": share}).encode() + b"\n")
            if share == 1:
                self.is_reported.set()
        os._exit(0)


def main() -> None:
    """Compile by letting the bot choose a first action."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    gc.disable()  # saves a tenth of the time; the memory is freed with the process
    progress = Progress()
    Thread(target=progress.report, args=(reserve_stdout(),), daemon=True).start()
    prepare(player_named(sys.argv[1]), progress)
    progress.value = 1.0
    progress.is_reported.wait()
    os._exit(0)  # a normal exit would wait for the reading thread


def prepare(player: Player, progress: Progress) -> None:
    """Compile the code of a player; an unreadable network is reported, not raised."""
    if not player.engine.searches:
        return
    from .. import compile_progress

    left = weights(cast(FunctionType, player.engine.think))
    total = sum(left.values())

    def note(function: FunctionType) -> None:
        left.pop(function.__code__, None)
        progress.value = min(0.99, 1 - sum(left.values()) / total)

    compile_progress.on_compiled(note)
    try:
        LadderBot(player, is_compiled=True).act(View.parse(FIRST_VIEW), Limit(1))
    except NetworkFileError as error:
        sys.stderr.write(f"{player.name} cannot play: {error}\n")


def weights(entry: FunctionType) -> dict[CodeType, float]:
    """The functions to compile for an entry, each with the approximate time it takes."""
    found: dict[CodeType, float] = {}
    waiting = [entry]
    while waiting:
        function = waiting.pop()
        if function.__code__ not in found:
            found[function.__code__] = float(len(function.__code__.co_code))
            waiting += [callee for _, callee in callees(function)]
    found[entry.__code__] += ENTRY_WEIGHT * sum(found.values())
    return found


if __name__ == "__main__":
    main()
