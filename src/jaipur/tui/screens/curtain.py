"""Between two turns on one device: no hand is here, only what lies open to everybody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.timer import Timer

from ...client.model import dealt_round
from ...client.words.sides import is_counted
from ...seats import Seat
from ...session.contract.answers import Update
from ...session.contract.events import ActedEvent, AnyEvent
from ...session.words.names import names_of
from ...texts import Texts
from ..widgets.faces import Size
from .controls import BaseScreen, CompactButton, PlainLabel
from .read_only_table import ReadOnlyTable

MOST_WIDTH = 180
ROWS_ABOVE = 9
"""Of what is said above the table, in two lines where that is long."""


class Curtain(BaseScreen[None]):
    """Says to whom to pass; ends when that person lifts it.

    It gets the update of a watcher, `look(None)`, in which there is no hand to be shown. It cannot
    be lifted at once, so that an Enter too many of who has just played shows nobody's hand.
    """

    PAUSE_SECONDS: ClassVar[float] = 0.7
    """Longer than a key has to be held until it repeats itself."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "lift", show=False)]

    def __init__(self, update: Update, _: Texts) -> None:
        super().__init__()
        self._ = _
        self._update = update
        shown = update.state.round
        self.next_seat: Seat = (shown and shown.turn) or 0
        self._pause: Timer | None = None

    def compose(self) -> ComposeResult:
        """To whom to pass, what happened, the button, and the open table."""
        _ = self._
        names = names_of(self._update.state.seats, _)
        name = names[self.next_seat]
        with Vertical():
            yield PlainLabel(_("Pass to {name}", name=name), id="pass")
            yield PlainLabel(last_words(self._update.events), id="last-event")
            with Horizontal(id="lifting"):
                words = _("I am {name}: show my cards", name=name)
                yield CompactButton(words, "lift", id="lift", primary=True)
            yield ReadOnlyTable(names, self.next_seat, _)

    def on_mount(self) -> None:
        """Wait for the right person."""
        self.query_one("#lift").disabled = True
        self._pause = self.set_timer(self.PAUSE_SECONDS, self.get_ready)

    def get_ready(self) -> None:
        """From now on Enter lifts the curtain."""
        self._pause = None
        self.query_one("#lift").disabled = False
        self.query_one("#lift").focus()

    def on_resize(self, event: events.Resize) -> None:
        """Draw the table."""
        state = self._update.state
        width = min(event.size.width - 2, MOST_WIDTH)
        size = Size(width, event.size.height - ROWS_ABOVE)
        if state.round is not None:
            counted = is_counted(state.options, state.phase)
            self.query_one(ReadOnlyTable).show(state.round, state.seals, size, is_counted=counted)

    def action_lift(self) -> None:
        """The right person is here; a key that is held has to be let go first."""
        if self._pause is not None:
            self._pause.reset()
        else:
            self.dismiss(None)


def last_words(log: Sequence[AnyEvent]) -> str:
    """What happened last, in words."""
    for event in reversed(log):
        if isinstance(event, ActedEvent) or dealt_round(event):
            return event.words
    return ""
