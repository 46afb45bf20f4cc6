"""The tutorial: a scripted match at the normal table, with a coach above it."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from ...bots.ladder import FIRST_BOT
from ...client.lesson import LessonLink
from ...client.model import Notice
from ...client.preferences import name_of
from ...client.selection import EMPTY, Selection, selection_for
from ...session.contract.basics import Phase
from ...session.table_request import TableRequest
from ...texts import Texts
from ..keys import HAND_CAPS, MARKET_CAPS
from ..widgets.measures import SIDE_FROM
from .controls import CompactButton, PlainLabel
from .scoring import Scoring
from .table import TableScreen

SCENE_SECONDS = 0.9
"""How long each action is shown before the next."""
COACH_ROWS = 5
TIGHT_ROWS = 24 + COACH_ROWS
"""With fewer rows, the status lines make room for the coach."""
WIDE = 110
COACH_BUTTONS = {
    "begin": "begin",
    "on": "go_on",
    "help": "assist",
    "back": "back",
    "leave": "dismiss",
}
"""The actions of the coach's buttons."""


class CoachButton(CompactButton):
    """A button that does not take the focus from the table when clicked."""

    FOCUS_ON_CLICK: ClassVar[bool] = False


class LessonScreen(TableScreen):
    """The lesson, with the keys of a match; Enter turns the page, PageUp goes back.

    Returns the link to a first match if the pupil starts one, else None.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "back", show=False),
        Binding("pagedown", "go_on", show=False),
        Binding("home", "go_to(0)", show=False),
    ]

    def __init__(self, _: Texts) -> None:
        self.lesson = LessonLink(_.language)
        self.scene_seconds = SCENE_SECONDS
        self._is_helped = False
        self.is_busy = False
        self._has_begun = False
        super().__init__(self.lesson)

    def compose(self) -> ComposeResult:
        """The coach above the table; `_show_coach` labels and hides the buttons."""
        with Vertical(id="coach"):
            with Horizontal(id="coach-head"):
                yield PlainLabel(id="coach-title")
                yield PlainLabel(id="coach-number")
                for name, action in COACH_BUTTONS.items():
                    is_primary = name in ("begin", "on")
                    yield CoachButton("", action, id=f"coach-{name}", primary=is_primary)
            yield PlainLabel(id="coach-text")
        yield from super().compose()

    def redraw(self) -> None:
        """Draw the table and the coach; the pages decide when to show the scoring."""
        if not self.is_mounted or self.controller.model is None:
            return
        if not self._has_begun:
            self._has_begun = True
            self._invite()
        self._show_coach()
        self._draw(self.controller.model)

    def _measure(self, width: int, height: int) -> None:
        is_tight = height < TIGHT_ROWS
        if is_tight:
            super()._measure(min(width, SIDE_FROM - 1), 24)
        else:
            super()._measure(width, height - COACH_ROWS)
        self.query_one("#status").display = not is_tight
        if is_tight:
            self.query_one("#log-below").display = False
            self.query_one("#opponent").styles.height = 1
        self._show_coach()

    # The pages

    def _show_coach(self) -> None:
        """Show the current page and its buttons."""
        _, lesson, step = self.app.texts, self.lesson, self.lesson.step
        number = f"{lesson.at + 1}/{len(lesson.steps)}"
        for name, text in (("title", step.title), ("number", number), ("text", step.text)):
            self.query_one(f"#coach-{name}", PlainLabel).text = text
        is_read = step.expect is None and not lesson.is_over
        helping = _("Do it for me") if self._is_helped else _("Show me")
        self._label("begin", _("Play a first match"), is_shown=lesson.is_over)
        self._label("on", _("Continue"), is_shown=is_read)
        self._label("help", helping, is_shown=step.expect is not None)
        # In narrow terminals both are symbols, as a long title needs the rest of the line.
        self._label("back", _("Back"), "‹", is_shown=lesson.at > 0)
        self._label("leave", _("Leave the tutorial"), "×")

    def _label(self, name: str, label: str, sign: str = "", *, is_shown: bool = True) -> None:
        button = self.query_one(f"#coach-{name}", CompactButton)
        button.display = is_shown
        button.set_label(label if self.app.size.width >= WIDE else sign or label)
        button.tooltip = label if sign else None

    def _enter(self) -> None:
        """Open the current page."""
        self._is_helped = self.is_busy = False
        self.controller.picks.drop()
        self.lesson.show(self.lesson.step.update)
        self._invite()
        self.set_focus(None)

    def _invite(self) -> None:
        """On a page without a task, say so in the dock."""
        is_read = self.lesson.step.expect is None
        if is_read and self.lesson.update.state.phase is Phase.PLAYING:
            text = self.app.texts("Look around, and pick cards if you like. Then press Continue.")
            self.controller.say(Notice(text))
        else:
            self.controller.say(None)

    def action_go_on(self) -> None:
        """Turn the page; the round is scored before the last one."""
        if self.is_busy or not self.lesson.go_on():
            return
        self._enter()
        if self.lesson.is_counting:
            self.app.push_screen(
                Scoring(self.lesson.update.state, 0, self.app.texts, can_go_on=False),
                lambda _looked: self.controller.counted(),
            )

    def action_go_to(self, at: int) -> None:
        """Open a page; Home restarts the lesson."""
        if not self.is_busy and at >= 0:
            self.lesson.at = at
            self._enter()

    def action_back(self) -> None:
        """Go to the previous page."""
        self.action_go_to(self.lesson.at - 1)

    async def action_begin(self) -> None:
        """Start a first match instead of the lesson."""
        server, name = self.app.server, name_of(self.app.preferences, self.app.texts)
        self.dismiss(await server.create(TableRequest(name, bot=FIRST_BOT)) if server else None)

    # The pupil's input

    def _play(self) -> None:
        """Play the staged action if the page expects it; turn the page if it expects none."""
        _, model, lesson = self.app.texts, self.controller.model, self.lesson
        if self.is_busy or model is None:
            return
        legal, is_empty, expect = model.staged.legal, model.selection == EMPTY, lesson.step.expect
        if lesson.is_over:
            self.query_one("#coach-begin").focus()  # turning pages does not start a match
        elif expect is None and is_empty:
            self.action_go_on()
        elif expect is None:
            self.controller.say(Notice(_("You will play soon. Read on first: press Continue.")))
        elif is_empty:
            self._hint()
        elif legal is not None and legal.action == expect:
            self.later(self._play_on(expect))
        elif legal is not None:
            hint = lesson.step.hint or ""
            self._advise(_("Good idea too, but let us try this first. {hint}", hint=hint))

    def action_assist(self) -> None:
        """Show the hint; a second time, play the action."""
        expect = self.lesson.step.expect
        if self.is_busy or expect is None:
            return
        if not self._is_helped:
            self._hint()
        elif self.controller.picks.stage(expect):
            self._play()

    def _hint(self) -> None:
        _, model, step = self.app.texts, self.controller.model, self.lesson.step
        wanted = selection_for(model.choices, step.expect or "") if model else None
        text = step.hint or ""
        if wanted is not None and self.app.preferences.letters:
            text = _("{hint} By keys: {keys}, then Enter.", hint=text, keys=keys_for(wanted))
        self._advise(text)

    def _advise(self, text: str) -> None:
        self._is_helped = True
        self.controller.say(Notice(text))

    async def _play_on(self, action: str) -> None:
        """Show the pupil's action, the teacher's reply, then the next page."""
        self.is_busy = True
        self.lesson.try_action(action)
        for scene in self.lesson.scenes():
            self.lesson.show(scene)
            await asyncio.sleep(self.scene_seconds)
        self._enter()


def keys_for(wanted: Selection) -> str:
    """The keys that pick a selection; the first key of a sale picks the whole kind."""
    if any(card == "K" for _place, card in wanted.market):
        return "k"
    hand = wanted.hand if wanted.market else wanted.hand[:1]
    market = [MARKET_CAPS[place] for place, _card in wanted.market]
    return " ".join([*market, *(HAND_CAPS[index] for index, _card in hand), *"+" * wanted.camels])
