"""The process side of `workers`: views come in as lines of JSON, actions of our bots go out.

An answer depends on nothing but its line: the bot, its seed and the view.
"""

from __future__ import annotations

import json
import os
import sys
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO, Final

import numpy as np

from ..bots.players import LADDER, LadderBot, parse_player
from ..bots.weights_file import NetworkFileError
from ..kernel.layout import VIEW_CELLS
from ..view import View

READY: Final = b'{"ready":true}\n'
"""The first line of a worker."""

SEEDS: Final = 1 << 63
"""Compiled code takes seeds below this."""

_NICE: Final = 5


def request_line(bot: str, view: View, seed: int, *, is_compiled: bool = False) -> bytes:
    """What a worker is sent: the bot, its seed, the cells of the view, and which form to use.

    Without compiled code a bot that needs it compiles it first.
    """
    request = {
        "bot": bot,
        "seed": seed % SEEDS,
        "compiled": is_compiled,
        "view": view.array.tolist(),
    }
    return json.dumps(request, separators=(",", ":")).encode() + b"\n"


def answer_line(line: bytes, bots: dict[str, LadderBot]) -> bytes:
    """What a worker answers; a line that is not a request ends it."""
    request = json.loads(line)
    player, limit = parse_player(request["bot"])
    # Room for an unusually long search would slow down every later one of this bot.
    bot = bots[player.name] if limit.nodes <= player.nodes else LadderBot(player)
    bot.seed = request["seed"]
    bot.is_compiled = True if request["compiled"] else None
    cells = np.array(request["view"], np.int64)
    if cells.shape != (VIEW_CELLS,):
        # Compiled code does not look where an array ends.
        raise ValueError("not the cells of a view")
    try:
        answer = {"action": str(bot.act(View.from_array(cells), limit))}
    except NetworkFileError as error:
        answer = {"refused": str(error)}
    return json.dumps(answer, separators=(",", ":")).encode() + b"\n"


def main() -> None:
    """Answer requests until the input ends."""
    if hasattr(os, "nice"):
        os.nice(_NICE)
    answers = reserve_stdout()
    requests: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(requests,), daemon=True).start()
    bots = {player.name: LadderBot(player) for player in LADDER}
    answers.write(READY)
    while True:
        answers.write(answer_line(requests.get(), bots))


def _listen(requests: SimpleQueue[bytes]) -> None:
    """Pass requests on, and end the process with its input, even amid a thought."""
    for line in sys.stdin.buffer:
        requests.put(line)
    os._exit(0)


def reserve_stdout() -> BinaryIO:
    """Standard output for answers alone: what a library prints goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    return answers


if __name__ == "__main__":
    main()
