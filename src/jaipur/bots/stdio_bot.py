"""A bot of ours for programs of others: views come in as lines of JSON, actions go out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from ..actions import Action
from ..errors import JaipurError, NotationError
from ..view import View
from ..view_json import view_from_json
from .protocol import Limit, require_to_act

Act = Callable[[View, Limit], Action]
"""What a bot does for who only wants its action, such as `LadderBot.act`."""


def run_stdio_bot(
    act: Act, limit: Limit, lines: Iterable[str], write: Callable[[str], None]
) -> None:
    """Answer every line that is a view with an action, every other with `error` and a sentence.

    `write` gets each answer without a line end; it adds one and flushes, as `click.echo` does.
    """
    for line in lines:
        if line.strip():
            write(answer(act, limit, line))


def answer(act: Act, limit: Limit, line: str) -> str:
    """The line that answers one line."""
    try:
        return str(act(_view_to_act(line), limit))
    except JaipurError as error:
        return "error " + " ".join(str(error).split())


def _view_to_act(line: str) -> View:
    """The view of a line, in which its seat is to act."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise NotationError("The line is not JSON: {words}.", words=str(error)) from None
    view = view_from_json(data)
    require_to_act(view)
    return view
