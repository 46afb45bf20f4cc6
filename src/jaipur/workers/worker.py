"""The process side of `workers`: reads views as lines of JSON, and writes the actions of bots.

An answer depends only on its request: the bot, the seed and the view.
"""

from __future__ import annotations

import json
import os
import sys
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO, Final

import numpy as np

from ..bots.ladder import LADDER, parse_player
from ..bots.ladder_bot import LadderBot
from ..bots.network_file import NetworkFileError
from ..kernel.layout import VIEW_CELLS
from ..view import View

READY: Final = b'{"ready":true}\n'
"""The first line that a worker writes."""

SEEDS: Final = 1 << 63
"""Compiled code accepts seeds below this."""

_NICE: Final = 5


def request_line(bot: str, view: View, seed: int, *, is_compiled: bool = False) -> bytes:
    """Encode a request: the bot, the seed, the view, and whether compiled code is available.

    If it is not, a bot that needs it compiles it first.
    """
    request = {
        "bot": bot,
        "seed": seed % SEEDS,
        "compiled": is_compiled,
        "view": view.array.tolist(),
    }
    return json.dumps(request, separators=(",", ":")).encode() + b"\n"


def answer_line(line: bytes, bots: dict[str, LadderBot]) -> bytes:
    """Answer one request; an invalid line ends the worker."""
    request = json.loads(line)
    player, limit = parse_player(request["bot"])
    # The workspace of an unusually long search would slow down every later one of this bot.
    bot = bots[player.name] if limit.nodes <= player.nodes else LadderBot(player)
    bot.seed = request["seed"]
    bot.is_compiled = True if request["compiled"] else None
    cells = np.array(request["view"], np.int64)
    if cells.shape != (VIEW_CELLS,):
        # Compiled code does not check array bounds.
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
    """Pass requests on, and end the process when its input ends, even in mid-search."""
    for line in sys.stdin.buffer:
        requests.put(line)
    os._exit(0)


def reserve_stdout() -> BinaryIO:
    """Reserve standard output for answers; anything libraries print goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    return answers


if __name__ == "__main__":
    main()
