"""The coach of the tutorial: says what to do and why, one step after the other."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from ...texts import Texts
from ..keys import HAND_CAPS, MARKET_CAPS
from ..lesson import Lesson
from ..selection import Selection
from .parts import Knob, Words

WIDE = 110


class CoachKnob(Knob):
    """A button that leaves the focus, and so Enter, to the table when it is clicked."""

    FOCUS_ON_CLICK: ClassVar[bool] = False


class Coach(Vertical):
    """The title and the ways on in one line, under it the text."""

    DEFAULT_CSS = """
    Coach {
        height: 5; padding: 0 1; background: $surface;
        #coach-head { height: 1; }
        #coach-title { text-style: bold; color: $primary; width: auto; margin-right: 1; }
        #coach-number { color: $text-muted; width: 1fr; }
        #coach-text { height: 1fr; }
    }
    """

    def compose(self) -> ComposeResult:
        """All buttons; `show` names them and hides some."""
        with Horizontal(id="coach-head"):
            yield Words(id="coach-title")
            yield Words(id="coach-number")
            yield CoachKnob("", id="coach-begin", primary=True)
            yield CoachKnob("", id="coach-on", primary=True)
            yield CoachKnob("", id="coach-help")
            yield CoachKnob("", id="coach-back")
            yield CoachKnob("", id="coach-leave")
        yield Words(id="coach-text")

    def show(self, lesson: Lesson, _: Texts, *, is_helped: bool) -> None:
        """Say the page where the pupil is."""
        self._say("title", lesson.step.title)
        self._say("number", f"{lesson.number}/{len(lesson.steps)}")
        self._say("text", lesson.step.text)
        is_read = not lesson.is_action_expected and not lesson.is_over
        helping = _("Do it for me") if is_helped else _("Show me")
        self._label("begin", _("Play a first match"), is_shown=lesson.is_over)
        self._label("on", _("Continue"), is_shown=is_read)
        self._label("help", helping, is_shown=lesson.is_action_expected)
        # With little room the two are signs; a long title needs the rest of the line.
        is_wide = self.app.size.width >= WIDE
        self._label("back", _("Back") if is_wide else "‹", is_shown=lesson.at > 0)
        self._label("leave", _("Leave the tutorial") if is_wide else "×", is_shown=True)
        self.query_one("#coach-back").tooltip = _("Back")
        self.query_one("#coach-leave").tooltip = _("Leave the tutorial")

    def _say(self, name: str, text: str) -> None:
        self.query_one(f"#coach-{name}", Words).say(text)

    def _label(self, name: str, label: str, *, is_shown: bool) -> None:
        knob = self.query_one(f"#coach-{name}", Knob)
        knob.display = is_shown
        knob.name_it(label)


def keys_for(wanted: Selection) -> str:
    """The keys that pick a selection, in order; the first key of a sale picks the whole kind."""
    if any(card == "K" for _place, card in wanted.market):
        return "k"
    hand = wanted.hand if wanted.market else wanted.hand[:1]
    market = [MARKET_CAPS[place] for place, _card in wanted.market]
    return " ".join([*market, *(HAND_CAPS[index] for index, _card in hand), *"+" * wanted.camels])
