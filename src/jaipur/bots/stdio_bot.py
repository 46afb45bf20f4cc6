"""Our bots for other programs: reads views as lines of JSON and writes actions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from ..actions import Action
from ..errors import JaipurError, NotationError
from ..view import View
from ..view_json import view_from_json
from .protocol import Limit, require_to_act

Act = Callable[[View, Limit], Action]
"""Chooses an action without values, such as `LadderBot.act`."""


def run_stdio_bot(
    act: Act, limit: Limit, lines: Iterable[str], write: Callable[[str], None]
) -> None:
    """Answer every view with an action, and every other line with `error` and a message.

    `write` gets each answer without a newline; it adds one and flushes, as `click.echo` does.
    """
    for line in lines:
        if line.strip():
            write(answer(act, limit, line))


def answer(act: Act, limit: Limit, line: str) -> str:
    """Return the answer to one line."""
    try:
        return str(act(_view_to_act(line), limit))
    except JaipurError as error:
        return "error " + " ".join(str(error).split())


def _view_to_act(line: str) -> View:
    """Parse a line into a view whose seat is to act."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise NotationError("The line is not JSON: {words}.", words=str(error)) from None
    view = view_from_json(data)
    require_to_act(view)
    return view
