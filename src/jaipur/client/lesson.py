"""The tutorial's scripted match: the current page and the table shown with it.

Screens see it as a `Link` to a table, so the pupil picks and plays as in any match.
"""

from __future__ import annotations

import asyncio
from typing import NoReturn

from msgspec.structs import replace

from ..errors import JaipurError, message
from ..seats import Seat
from ..session.contract.lesson import LessonStep
from ..session.contract.responses import CheckedAction, LegalActions, Update
from ..session.lesson import lesson
from .link import Link


class NotInALesson(JaipurError):
    """A lesson does not support this operation."""

    TEMPLATE = message("The tutorial is not a saved match, so this is not possible.")


class LessonLink(Link):
    """The pupil's progress; only the expected action changes anything."""

    table = "lesson"

    def __init__(self, language: str) -> None:
        self.at = self._shown = 0
        self._changed = asyncio.Event()
        self.set_language(language)

    def set_language(self, language: str) -> None:
        """Switch to another language, on the same page."""
        prepared = lesson(language)
        self.steps, self._updates = prepared.steps, prepared.updates

    @property
    def step(self) -> LessonStep:
        """The current page; one without an expected action is for reading only."""
        return self.steps[self.at]

    @property
    def update(self) -> Update:
        """The table as shown with the page, with the log of the round."""
        return self.whole(self.step.update)

    @property
    def is_over(self) -> bool:
        """Whether this is the last page."""
        return self.at == len(self.steps) - 1

    @property
    def is_counting(self) -> bool:
        """Whether the round is scored on this page."""
        return self.at == len(self.steps) - 2

    def try_action(self, action: str) -> bool:
        """Advance if this is the expected action; returns whether it was."""
        is_expected = action == self.step.expect
        self.at += is_expected
        return is_expected

    def go_on(self) -> bool:
        """Turn to the next page, unless this one expects an action."""
        can_go_on = self.step.expect is None and not self.is_over
        self.at += can_go_on
        return can_go_on

    def scenes(self) -> list[int]:
        """The indices of the updates that led to this page: my action, then the teacher's."""
        if self.at == 0 or self.steps[self.at - 1].expect is None:
            return []
        first, last = self.steps[self.at - 1].update + 1, self.step.update
        return [index for index in range(first, last + 1) if self._updates[index].after]

    def whole(self, index: int) -> Update:
        """An update with all events of the round so far."""
        first = index
        while first > 0 and self._updates[first].after is not None:
            first -= 1
        events = (event for one in self._updates[first : index + 1] for event in one.events)
        return replace(self._updates[index], after=None, events=tuple(events))

    # The `Link` interface

    def show(self, index: int) -> None:
        """Show another update, possibly an earlier one."""
        self._shown = index
        self._changed.set()

    async def fetch_update(self, seat: Seat | None = None) -> Update:
        """The table as shown now."""
        del seat
        return self.whole(self._shown)

    async def wait_for_update(
        self, after: int, seat: Seat | None = None, wait: float = 25.0
    ) -> Update:
        """The table, as soon as another update is shown."""
        del wait
        while self._updates[self._shown].version == after:
            self._changed.clear()
            await self._changed.wait()
        return await self.fetch_update(seat)

    async def legal_actions(self, seat: Seat | None = None) -> LegalActions:
        """No legal actions: nothing can be picked while the teacher acts."""
        del seat
        return LegalActions(self._updates[self._shown].version, (), None)

    async def check(self, action: str, seat: Seat | None = None) -> CheckedAction:
        """Whether an action is legal; if not, the hint for what to do instead."""
        update = await self.fetch_update(seat)
        shown = update.state.round
        is_legal = shown is not None and any(one.action == action for one in shown.legal)
        reason = None if is_legal else self.step.hint
        return CheckedAction(update.version, is_legal, reason, None, reason)

    async def refuse(self, *_given: object, **_named: object) -> NoReturn:
        """Reject commands, records and replays, which a lesson does not have."""
        raise NotInALesson

    command = replay = record = follow = refuse

    async def close(self) -> None:
        """Do nothing; there is nothing to release."""
