"""A question before something that cannot be taken back."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button

from ...seats import Seat
from ...texts import Texts
from ..link import Json
from ..words.names import names_of
from .front import FrontBox
from .parts import Knob, Words


class Confirm(FrontBox[bool]):
    """Yes or no; whoever only presses Enter has said no."""

    DEFAULT_CSS = """
    Confirm {
        align: center middle;
        & > Vertical {
            width: 64; max-width: 90%; height: auto; padding: 1 2; border: round $warning;
            background: $surface;
        }
        #question { text-style: bold; }
        #more { margin-top: 1; }
        Horizontal { height: 1; margin-top: 1; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer(False)", show=False),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(self, question: str, yes: str, no: str, more: str = "") -> None:
        super().__init__()
        self._said = question, more
        self._labels = yes, no

    def compose(self) -> ComposeResult:
        """The question, what comes of it, and two buttons."""
        (question, more), (yes, no) = self._said, self._labels
        with Vertical():
            yield Words(question, id="question")
            if more:
                yield Words(more, id="more")
            with Horizontal():
                yield Knob(no, id="no", primary=True)
                yield Knob(yes, id="yes")

    def on_mount(self) -> None:
        """No is the answer of haste."""
        self.query_one("#no").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """An answer."""
        event.stop()
        self.dismiss(event.button.id == "yes")

    def action_answer(self, answer: bool) -> None:
        """The same by a key."""
        self.dismiss(answer)


def resign_question(state: Json, loser: Seat, _: Texts, *, is_shared: bool = False) -> Confirm:
    """Whether to give up the match; where both seats are here it says whose."""
    names = names_of(state, _)
    more = _(
        "You give up the whole match, not only this round, and {name} wins. It cannot be "
        "taken back.",
        name=names[1 - loser],
    )
    if is_shared:
        more = _(
            "{loser} gives up the whole match, not only this round, and {name} wins. It cannot be "
            "taken back.",
            loser=names[loser],
            name=names[1 - loser],
        )
    return Confirm(_("Resign the match?"), _("Resign"), _("Play on"), more)


def delete_question(words: str, _: Texts) -> Confirm:
    """Whether to delete a match, of which `words` say which it is."""
    more = _("Its cards and actions are then lost for good.")
    return Confirm(_("Delete this match?"), _("Delete"), _("Keep it"), f"{words}\n\n{more}")
