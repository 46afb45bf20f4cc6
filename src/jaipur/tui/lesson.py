"""The prepared match for learning, as the terminal plays it: which step, and what is shown.

`Lesson` is the state, for the screen and for line mode; `LessonLink` shows it to a table as if it
were one of a house, so that the pupil picks and plays as everywhere.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Self

from ..errors import JaipurError, message
from ..seats import Seat
from ..session.lesson import lesson
from .fixed import Fixed
from .link import Json


@dataclass(frozen=True, slots=True)
class Step:
    """One page: what it says and, if something is to be done, the action in notation."""

    title: str
    text: str
    expect: str | None
    hint: str | None
    update: int
    """Which update is shown with it."""


class Lesson:
    """Where the pupil is; an action other than the expected one changes nothing."""

    def __init__(self, language: str) -> None:
        data = lesson(language)
        self.updates: list[Json] = data["updates"]
        self.steps = [_step(one) for one in data["steps"]]
        self.at = 0

    @property
    def step(self) -> Step:
        """The current page."""
        return self.steps[self.at]

    @property
    def number(self) -> int:
        """Which page it is, from 1."""
        return self.at + 1

    @property
    def update(self) -> Json:
        """The table as it is shown with the page, with the log of the round."""
        return self.whole(self.step.update)

    @property
    def is_action_expected(self) -> bool:
        """Whether the page wants something done; otherwise it is only read."""
        return self.step.expect is not None

    @property
    def is_over(self) -> bool:
        """Whether this is the last page."""
        return self.at == len(self.steps) - 1

    @property
    def is_counting(self) -> bool:
        """Whether the round is counted on this page."""
        return self.at == len(self.steps) - 2

    def try_action(self, action: str) -> bool:
        """Go on if it is the action that the page wants; else nothing changes."""
        if action != self.step.expect:
            return False
        self.at += 1
        return True

    def go_on(self) -> bool:
        """The next page, unless this one wants something done first."""
        if self.is_action_expected or self.is_over:
            return False
        self.at += 1
        return True

    def back(self) -> bool:
        """The page before."""
        if self.at == 0:
            return False
        self.at -= 1
        return True

    def scenes(self) -> list[Json]:
        """What the action of the page before led to: my update, then the teacher's."""
        if self.at == 0 or self.steps[self.at - 1].expect is None:
            return []
        first, last = self.steps[self.at - 1].update + 1, self.step.update
        shown = [index for index in range(first, last + 1) if self.updates[index]["after"]]
        return [self.whole(index) for index in shown]

    def whole(self, index: int) -> Json:
        """An update with everything that happened in the round so far."""
        first = index
        while first > 0 and self.updates[first]["after"] is not None:
            first -= 1
        events = [event for one in self.updates[first : index + 1] for event in one["events"]]
        return self.updates[index] | {"after": None, "events": events}


def _step(data: Json) -> Step:
    return Step(data["title"], data["text"], data["expect"], data["hint"], data["update"])


class NotInALesson(JaipurError):
    """Something that a table has and a lesson does not."""

    def __init__(self) -> None:
        super().__init__(message("The tutorial keeps no match: there is nothing to do that with."))


class LessonLink:
    """A `Link` to the table of a lesson; commands are the lesson's own to give."""

    table = "lesson"
    is_remote = False
    fixed: Fixed | None = None

    def __init__(self, taught: Lesson) -> None:
        self._shown = taught.update
        self._lesson = taught
        self._changed = asyncio.Event()

    def show(self, update: Json) -> None:
        """Show another update from now on; it may be an earlier one."""
        self._shown = update
        self._changed.set()

    async def look(self, seat: Seat | None = None) -> Json:
        """The table as it is shown now."""
        del seat
        return self._shown

    async def news(self, after: int, seat: Seat | None = None, wait: float = 25.0) -> Json:
        """The table as soon as something else is shown."""
        del wait
        while self._shown["version"] == after:
            self._changed.clear()
            await self._changed.wait()
        return await self.look(seat)

    async def command(
        self, kind: str, version: int, seat: Seat | None = None, **more: object
    ) -> int:
        """Nothing is commanded here: the lesson goes its own way."""
        del kind, version, seat, more
        raise NotInALesson

    async def plans(self, seat: Seat | None = None) -> Json:
        """Nothing is planned while the teacher acts."""
        del seat
        return {"version": self._shown["version"], "legal": [], "blocked": None}

    async def check(self, action: str, seat: Seat | None = None) -> Json:
        """Whether an action is legal; if not, what to do instead."""
        del seat
        legal = {one["action"] for one in self._shown["state"]["round"]["legal"]}
        reason = None if action in legal else self._lesson.step.hint
        checked: Json = {"version": self._shown["version"], "legal": action in legal}
        return checked | {"reason": reason, "rule": None, "sentence": reason}

    async def replay(self) -> Json:
        """A lesson is not kept."""
        raise NotInALesson

    async def record(self) -> str:
        """A lesson is not kept."""
        raise NotInALesson

    async def follow(self, table: str) -> Self:
        """There is no other table."""
        del table
        raise NotInALesson

    async def close(self) -> None:
        """Nothing is to be let go."""
