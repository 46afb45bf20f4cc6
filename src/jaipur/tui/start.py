"""Where the drawn program begins."""

from __future__ import annotations

from dataclasses import dataclass

from ..session.planning import Plan
from .link import Json, Link


@dataclass(frozen=True, slots=True)
class Home:
    """Begin with the first screen."""


@dataclass(frozen=True, slots=True)
class NewMatch:
    """Begin with a new match."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class AtTable:
    """Go on with a match of the house."""

    table: str


@dataclass(frozen=True, slots=True)
class AtLink:
    """Begin at a table somewhere else."""

    link: Link


@dataclass(frozen=True, slots=True)
class Lesson:
    """Begin with the tutorial."""


@dataclass(frozen=True, slots=True)
class ReplayOf:
    """Look at a finished match: the data of a link's `replay`."""

    data: Json


Start = Home | NewMatch | AtTable | AtLink | Lesson | ReplayOf
