"""The lesson: a prepared match, page by page."""

from __future__ import annotations

from .basics import Count, Notation, ResponseModel
from .responses import Update


class LessonStep(ResponseModel, frozen=True):
    """One page: what it says and, if something is to be done, the action."""

    title: str
    text: str
    expect: Notation | None
    """The action to be done."""
    places: tuple[Count, ...] | None
    """The places of the market that it takes from."""
    update: Count
    """Which of the updates is on the table before that."""
    hint: str | None


class Lesson(ResponseModel, frozen=True):
    """What is shown, and the steps that speak about it."""

    updates: tuple[Update, ...]
    steps: tuple[LessonStep, ...]
