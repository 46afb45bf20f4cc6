"""The bot protocol: `choose(view, limit)` returns a `Choice`.

A bot gets a `View`, never a position. Limits count nodes, not seconds, so that strength does not
depend on the machine; the same view and the same limit always give the same choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from ..actions import Action
from ..errors import JaipurError
from ..view import View

MOST_NODES = 1_000_000


@dataclass(frozen=True, slots=True)
class Limit:
    """How much a bot may search: a number of nodes.

    `seconds` is a timeout for programs that hang, not a way to set strength.
    """

    nodes: int = 1
    seconds: float | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.nodes <= MOST_NODES:
            raise LimitError(
                "A limit is a number of nodes from 1 to {most}, not {nodes}.",
                most=MOST_NODES,
                nodes=self.nodes,
            )
        if self.seconds is not None and not self.seconds > 0:
            raise LimitError(
                "A time limit is more than 0 seconds, not {seconds}.", seconds=self.seconds
            )


@dataclass(frozen=True, slots=True)
class Candidate:
    """An action a bot considered: its value for the mover and the nodes spent on it."""

    action: Action
    value: float
    nodes: int
    margin: float | None = None
    """The mover's expected lead in rupees at the end, if the bot estimates it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The action a bot chose, and what it found.

    `value` is the mover's probability of winning the round, or None if the bot gives none.
    `candidates` start with the chosen action; those of a search are sorted by the nodes spent.
    """

    action: Action
    value: float | None
    nodes: int
    candidates: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Preparing:
    """The progress of a bot that is getting ready: the share done, and the time left."""

    share: float
    seconds: float | None
    """None if not known yet."""


class Bot(Protocol):
    """A player."""

    @property
    def name(self) -> str:
        """The name shown in tables and records."""

    def choose(self, view: View, limit: Limit) -> Choice:
        """Choose an action for the viewing seat, which must be to act."""


class Failure(StrEnum):
    """How a bot can fail to answer."""

    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"
    LATE = "late"
    DIED = "died"


class LimitError(JaipurError):
    """An invalid limit."""


class UnknownBot(JaipurError):
    """A name or command that gives no bot."""


class NotToAct(JaipurError):
    """A view whose seat is not to act."""


def require_to_act(view: View) -> None:
    """Raise `NotToAct` unless the view's seat is to act."""
    if view.end is not None:
        raise NotToAct("The round of this view is over: there is nothing to choose.")
    if view.turn != view.seat:
        raise NotToAct(
            "In this view seat {turn} is to act, not seat {seat} whose view it is.",
            turn=view.turn,
            seat=view.seat,
        )


class BotFailed(JaipurError):
    """A bot gave no legal answer; `failure` says why."""

    def __init__(self, failure: Failure, template: str, **data: object) -> None:
        super().__init__(template, **data)
        self.failure = failure
