"""The lesson: a prepared match, page by page."""

from __future__ import annotations

from .basics import Count, Notation, ResponseModel
from .responses import Update


class LessonStep(ResponseModel, frozen=True):
    """One page of the lesson: its text and, if the player has to act, the expected action."""

    title: str
    text: str
    expect: Notation | None
    """The action the player has to play."""
    places: tuple[Count, ...] | None
    """The market places it takes from."""
    update: Count
    """The index of the update shown before the action."""
    hint: str | None


class Lesson(ResponseModel, frozen=True):
    """The updates to show, and the steps that explain them."""

    updates: tuple[Update, ...]
    steps: tuple[LessonStep, ...]
