"""What every player is: something that gets a view and a limit, and chooses.

A bot is handed a `View`, never a position. Limits count nodes, not seconds, so that strength does
not depend on the machine; the same view and the same limit always give the same choice.
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
    """How far a bot may think: a number of nodes.

    `seconds` is an emergency brake for programs that hang, not a way to set strength.
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
    """An action a bot looked at: its value for the mover and the nodes spent on it."""

    action: Action
    value: float
    nodes: int
    margin: float | None = None
    """Rupees by which the mover will be ahead at the end, from bots that say so."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bot does, and why.

    `value` is the mover's probability of winning the round, None from a program that does not say;
    `candidates` begin with the chosen one; those of a search follow by the nodes spent on them.
    """

    action: Action
    value: float | None
    nodes: int
    candidates: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class Preparing:
    """How far a bot is that gets ready to play: what share is done, and how long the rest takes."""

    share: float
    seconds: float | None
    """None where nobody can say yet."""


class Bot(Protocol):
    """A player."""

    @property
    def name(self) -> str:
        """What it is called in tables and records."""

    def choose(self, view: View, limit: Limit) -> Choice:
        """Choose an action for the seat whose view it is, which is to act."""


class Failure(StrEnum):
    """How a bot can fail to answer."""

    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"
    LATE = "late"
    DIED = "died"


class LimitError(JaipurError):
    """A limit that cannot be."""


class UnknownBot(JaipurError):
    """A name that no bot has."""


class NotToAct(JaipurError):
    """A view in which there is nothing to choose."""


def require_to_act(view: View) -> None:
    """Refuse a view whose seat is not to act."""
    if view.end is not None:
        raise NotToAct("The round of this view is over: there is nothing to choose.")
    if view.turn != view.seat:
        raise NotToAct(
            "In this view seat {turn} is to act, not seat {seat} whose view it is.",
            turn=view.turn,
            seat=view.seat,
        )


class BotFailed(JaipurError):
    """A bot gave no legal answer: `failure` says in which way."""

    def __init__(self, failure: Failure, template: str, **data: object) -> None:
        super().__init__(template, **data)
        self.failure = failure
