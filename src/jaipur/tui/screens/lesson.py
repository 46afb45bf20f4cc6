"""The tutorial: a prepared match on the very same table, with a coach above it."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Button

from ...session.planning import Plan
from ...texts import Texts
from ..lesson import Lesson, LessonLink
from ..model import Said
from ..person import name_of
from ..selection import EMPTY, selection_for
from ..sitting import Sitting
from ..widgets.lines import Opponent, Status
from ..widgets.measures import SIDE_FROM
from .coach import Coach, keys_for
from .scoring import Scoring
from .table import TableScreen

FIRST_BOT = "novice"
SCENE_SECONDS = 0.9
"""How long an action is looked at before the next."""
COACH_ROWS = 5
TIGHT_ROWS = 24 + COACH_ROWS
"""With fewer rows the lines about the match make room for the coach."""


class _Undisturbed(Sitting):
    """Nothing comes before the table by itself: the coach says when the round is counted."""

    def look(self) -> None:
        """The coach decides."""


class LessonScreen(TableScreen):
    """The lesson by the same keys as a match; Enter reads on, PageUp goes back.

    It ends with the link to a first match if the pupil wants one, else with None.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "back", show=False),
        Binding("pagedown", "go_on", show=False),
        Binding("home", "go_to(0)", show=False),
    ]

    def __init__(self, _: Texts) -> None:
        self.lesson = Lesson(_.language)
        self._lesson_link = LessonLink(self.lesson)
        self._language = _.language
        self.scene_seconds = SCENE_SECONDS
        self._is_helped = False
        self.is_busy = False
        self._has_begun = False
        super().__init__(self._lesson_link)
        self.sitting = _Undisturbed(self)

    def compose(self) -> ComposeResult:
        """The coach above the table."""
        yield Coach()
        yield from super().compose()

    def on_mount(self) -> None:
        """Begin with the first page."""
        self._show_coach()

    def redraw(self) -> None:
        """Draw the table; another language is the coach's as well."""
        _ = self.app.texts
        if _.language != self._language:
            self._language, at = _.language, self.lesson.at
            self.lesson = Lesson(_.language)
            self.lesson.at = at
            self._show_coach()
        if not self._has_begun and self.desk.model is not None:
            self._has_begun = True
            self._invite()
        super().redraw()

    def _measure(self, width: int, height: int) -> None:
        is_tight = height < TIGHT_ROWS
        if is_tight:
            super()._measure(min(width, SIDE_FROM - 1), 24)
        else:
            super()._measure(width, height - COACH_ROWS)
        self.query_one(Status).display = not is_tight
        if is_tight:
            self.query_one("#log-below").display = False
            self.query_one(Opponent).styles.height = 1
        self._show_coach()

    # The pages

    def _show_coach(self) -> None:
        self.query_one(Coach).show(self.lesson, self.app.texts, is_helped=self._is_helped)

    def _enter(self) -> None:
        """Begin the page where the lesson is now."""
        self._is_helped = self.is_busy = False
        self.desk.picks.drop()
        self._lesson_link.show(self.lesson.update)
        self._invite()
        self._show_coach()
        self.set_focus(None)

    def _invite(self) -> None:
        """While there is something to read, say that nothing is to be done."""
        is_read = not self.lesson.is_action_expected
        if is_read and self.lesson.update["state"]["phase"] == "playing":
            said = self.app.texts("Look around, and pick cards if you like. Then press Continue.")
            self.desk.say(Said(said))
        else:
            self.desk.say(None)

    def action_go_on(self) -> None:
        """Read on; before the last page the round is counted."""
        if self.is_busy or not self.lesson.go_on():
            return
        self._enter()
        if self.lesson.is_counting:
            self.app.push_screen(
                Scoring(self.lesson.update["state"], 0, self.app.texts, can_go_on=False),
                lambda _looked: self.desk.counted(),
            )

    def action_go_to(self, at: int) -> None:
        """Open a page; Home begins again."""
        if not self.is_busy:
            self.lesson.at = at
            self._enter()

    def action_back(self) -> None:
        """The page before."""
        if not self.is_busy and self.lesson.back():
            self._enter()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """What the coach's buttons do."""
        event.stop()
        match event.button.id:
            case "coach-on":
                self.action_go_on()
            case "coach-back":
                self.action_back()
            case "coach-help":
                self._help()
            case "coach-begin":
                self.later(self._begin_match())
            case "coach-leave":
                self.dismiss(None)

    async def _begin_match(self) -> None:
        house, name = self.app.house, name_of(self.app.preferences, self.app.texts)
        self.dismiss(await house.create(Plan(name, bot=FIRST_BOT)) if house else None)

    # What the pupil does

    def _play(self) -> None:
        """Play what is staged, if it is what the page is about; with nothing to do, read on."""
        _, model, lesson = self.app.texts, self.desk.model, self.lesson
        if self.is_busy or model is None:
            return
        legal, is_empty = model.staged.legal, model.selection == EMPTY
        if lesson.is_over:
            self.query_one("#coach-begin").focus()  # whoever only reads on begins no match yet
        elif not lesson.is_action_expected and is_empty:
            self.action_go_on()
        elif not lesson.is_action_expected:
            self.desk.say(Said(_("You will play soon. Read on first: press Continue.")))
        elif is_empty:
            self._hint()
        elif legal is not None and legal["action"] == lesson.step.expect:
            self.later(self._play_on(legal["action"]))
        elif legal is not None:
            hint = lesson.step.hint or ""
            said = _("Good idea too, but let us try this first. {hint}", hint=hint)
            self._is_helped = True
            self._show_coach()
            self.desk.say(Said(said))

    def _help(self) -> None:
        """First the hint; who wants more has it done."""
        model, expect = self.desk.model, self.lesson.step.expect
        if self.is_busy or model is None or expect is None:
            return
        if not self._is_helped:
            self._hint()
        elif self.desk.picks.stage(expect):
            self._play()

    def _hint(self) -> None:
        _, model, step = self.app.texts, self.desk.model, self.lesson.step
        wanted = selection_for(model.choices, step.expect or "") if model else None
        said = step.hint or ""
        if wanted is not None and self.app.preferences.letters:
            said = _("{hint} By keys: {keys}, then Enter.", hint=said, keys=keys_for(wanted))
        self._is_helped = True
        self._show_coach()
        self.desk.say(Said(said))

    async def _play_on(self, action: str) -> None:
        """The pupil's action, then the teacher's answer, then the next page."""
        self.is_busy = True
        self.lesson.try_action(action)
        for update in self.lesson.scenes():
            self._lesson_link.show(update)
            await asyncio.sleep(self.scene_seconds)
        self._enter()
