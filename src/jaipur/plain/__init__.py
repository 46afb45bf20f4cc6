"""Line mode: a match in sentences, without cursor tricks, for screen readers, logs and scripts.

`play(link, console)` plays one match; `run(session, console)` runs it and returns the exit code:

    console = plain.standard_console(texts("en"), is_ascii=False)

    async def session() -> plain.Outcome:
        async with open_local_server() as server:
            request = TableRequest("Ana", bot="greedy")
            return await plain.play(await server.create(request), console)

    sys.exit(plain.run(session, console))

`learn(console)` runs the tutorial instead. `console.table` is the last table played at.

**At a terminal** there is a prompt. Players type actions in notation or in words, and the commands
of `client/vocabulary.py`, in English or French. An invalid line gets an error message and changes
nothing. Events are printed as they happen.

**In a script**, that is, when standard input is not a terminal, each line is one action or command
and is echoed as `> +G`. The script waits for bots before it reads the next line, and for people
before it plays the next action. Empty lines and lines that begin with # are skipped; between
rounds, an empty line, `next` or simply the next action continues. The first invalid line ends the
script with its number and the reason on standard error; the match is saved.

**Exit codes.** 0: the match is over, or the player left it. 1: the input ended before the match was
over, or the output was closed. 2: an invalid line in a script, or a request that the table or
server refused. 130: Ctrl-C. The match is saved in every case.
"""

from __future__ import annotations

from ..client.link import Link
from ..client.vocabulary import welcome_lines
from .console import Console, Outcome, run, standard_console
from .conversation import Conversation
from .hot_seat import share
from .lesson import learn
from .table import PlainTable

__all__ = ["Console", "Outcome", "learn", "play", "run", "standard_console"]


async def play(link: Link, console: Console, *, is_new: bool = False) -> Outcome:
    """Play a match and its rematches; newcomers get a short introduction."""
    _ = console.texts
    if is_new:
        offer = _("Type tutorial for a five-minute lesson.")
        console.say(*welcome_lines(_, is_plain=True), offer)
    while True:
        console.table = link.table
        outcome = await _match(link, console)
        rematch = None if outcome else (await link.fetch_update()).state.rematch.table
        if rematch is None:
            return outcome or Outcome.OVER
        left, link = link, await link.follow(rematch)
        await left.close()


async def _match(link: Link, console: Console) -> Outcome | None:
    """Play one match; returns None if there is a rematch."""
    first = await link.fetch_update()
    # The holder of both seats of a local table sees it as a watcher until naming one.
    if first.state.seat is None and not link.is_remote:
        return await share(link, console)
    return await Conversation(PlainTable(link, first, console), console).run()
