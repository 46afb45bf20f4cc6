"""Bots written in Python, named as `module:Class` (docs/bots.md).

The class is called without arguments and must return a `Bot`. It runs in this process, so nothing
stops it if it hangs. An exception or an illegal action counts as a failure to answer.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from ..actions import Exchange, Sell, Take, TakeCamels
from ..errors import IllegalAction, message
from ..view import View
from .protocol import Bot, BotFailed, Choice, Failure, Limit, UnknownBot

_NAME: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


def names_class(text: str) -> bool:
    """Return whether a text has the form `module:Class`."""
    return _NAME.fullmatch(text) is not None


def load_class(text: str) -> Callable[[], Bot]:
    """Import the class that `module:Class` names, with the working folder on the path."""
    module_name, _, class_name = text.partition(":")
    found = getattr(_module(text, module_name), class_name, None)
    if not isinstance(found, type) or not callable(getattr(found, "choose", None)):
        raise UnknownBot(
            message(
                "{text} names no bot: {module} needs a class {name} with a method "
                "choose(view, limit)."
            ),
            text=text,
            module=module_name,
            name=class_name,
        )
    return found


def source_of(text: str) -> Path | None:
    """Return the file of the module that `module:Class` names."""
    file = getattr(_module(text, text.partition(":")[0]), "__file__", None)
    return Path(file) if file else None


def _module(text: str, name: str) -> Any:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    except Exception as error:  # a user's module may raise anything
        raise UnknownBot(
            message("{text} cannot be imported: {error}."),
            text=text,
            error=f"{type(error).__name__}: {error}".rstrip("."),
        ) from error


class PythonBot:
    """A bot from a user's class, with its answers checked."""

    def __init__(self, text: str) -> None:
        self._name = text
        make = load_class(text)
        try:
            self._bot = make()
        except Exception as error:  # a user's class may raise anything
            raise UnknownBot(
                message("{text} cannot be created without arguments: {error}."),
                text=text,
                error=f"{type(error).__name__}: {error}".rstrip("."),
            ) from error

    @property
    def name(self) -> str:
        """`module:Class`, as it was given."""
        return self._name

    def choose(self, view: View, limit: Limit) -> Choice:
        """Ask the bot; raises `BotFailed` if it gives no legal answer."""
        try:
            choice = self._bot.choose(view, limit)
        except Exception as error:  # any exception means that there is no answer
            raise BotFailed(
                Failure.DIED,
                message("{name} raised an error: {error}."),
                name=self._name,
                error=f"{type(error).__name__}: {error}".rstrip("."),
            ) from error
        action: object = getattr(choice, "action", None)
        if not isinstance(action, Take | TakeCamels | Exchange | Sell):
            raise BotFailed(
                Failure.UNREADABLE,
                message("{name} returned {answer}; expected: a Choice with an action."),
                name=self._name,
                answer=repr(choice)[:100],
            )
        if reason := view.check(action):
            raise BotFailed(
                Failure.ILLEGAL,
                message("{name} chose an illegal action. {why}"),
                name=self._name,
                why=IllegalAction(reason, str(action), str(view.market)),
            )
        return choice
