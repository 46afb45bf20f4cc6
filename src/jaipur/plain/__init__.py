"""Line mode: a match in sentences, without cursor tricks, for screen readers, logs and scripts.

`play(link, talk)` plays one match; `run(session, talk)` runs it and gives the exit code:

    talk = plain.talk_here(texts("en"), is_ascii=False)

    async def session() -> plain.Outcome:
        async with open_house(None) as house:
            return await plain.play(await house.create(Plan("Ana", bot="greedy")), talk)

    sys.exit(plain.run(session, talk))

`learn(talk)` is the lesson instead of a match. `talk.table` is the table that was played at last.

**At a terminal** there is a prompt. Actions are typed in notation or in words, questions with the
words of `client/vocabulary.py`, in English and French, whatever the language. What cannot be
followed is answered by a sentence and changes nothing. What happens meanwhile is told when it
happens.

**In a script**, which is when standard input is no terminal, each line is one action, question or
command, and is repeated as `> +G`. A bot that is to act is waited for before the next line is read,
a person before the next action is played. Lines that begin with # and empty lines are skipped;
between rounds an empty line, `next` or simply the next action goes on. The first line that cannot
be followed ends the script: its number and what is wrong with it are said on the standard error,
and nothing of the match is lost.

**Exit codes.** 0: the match is over, or a person left it. 1: the input ended before the match was
over, or nobody reads the output. 2: a line of a script could not be followed, or a table or server
refused. 130: Ctrl-C. The match is kept in every case.
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
    """Play a match, and its rematches, until it is left; a newcomer is told how to begin."""
    _ = console.texts
    if is_new:
        offer = _("Type tutorial for a lesson in five minutes.")
        console.say(*welcome_lines(_, is_plain=True), offer)
    while True:
        console.table = link.table
        outcome = await _match(link, console)
        rematch = None if outcome else (await link.look()).state.rematch.table
        if rematch is None:
            return outcome or Outcome.OVER
        left, link = link, await link.follow(rematch)
        await left.close()


async def _match(link: Link, console: Console) -> Outcome | None:
    """One match; None if it is played again."""
    first = await link.look()
    # Who holds both seats of a table in this process sees it as a watcher until they name one.
    if first.state.seat is None and not link.is_remote:
        return await share(link, console)
    return await Conversation(PlainTable(link, first, console), console).run()
