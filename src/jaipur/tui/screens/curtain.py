"""The screen between turns on a shared device; it shows public information only."""

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
from ...session.contract.events import ActedEvent, AnyEvent
from ...session.contract.responses import Update
from ...session.words.names import names_of
from ...texts import Texts
from ..widgets.faces import Size
from .controls import BaseScreen, CompactButton, PlainLabel
from .read_only_table import ReadOnlyTable

MOST_WIDTH = 180
ROWS_ABOVE = 9
"""Rows above the table, with room for texts of two lines."""


class Curtain(BaseScreen[None]):
    """Asks to pass the device on; dismissed when the next player lifts it.

    It is given a watcher's update, which contains no hand. It cannot be lifted at once, so
    an extra Enter by the player who has just moved reveals nothing.
    """

    PAUSE_SECONDS: ClassVar[float] = 0.7
    """Longer than the delay before a held key repeats."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "lift", show=False)]

    def __init__(self, update: Update, _: Texts) -> None:
        super().__init__()
        self._ = _
        self._update = update
        shown = update.state.round
        self.next_seat: Seat = (shown and shown.turn) or 0
        self._pause: Timer | None = None

    def compose(self) -> ComposeResult:
        """The next player, the last event, the button and the public table."""
        _ = self._
        names = names_of(self._update.state.seats, _)
        name = names[self.next_seat]
        with Vertical():
            yield PlainLabel(_("Pass to {name}", name=name), id="pass")
            yield PlainLabel(last_event_words(self._update.events), id="last-event")
            with Horizontal(id="lifting"):
                words = _("I am {name}: show my cards", name=name)
                yield CompactButton(words, "lift", id="lift", primary=True)
            yield ReadOnlyTable(names, self.next_seat, _)

    def on_mount(self) -> None:
        """Disable the button for a moment."""
        self.query_one("#lift").disabled = True
        self._pause = self.set_timer(self.PAUSE_SECONDS, self.get_ready)

    def get_ready(self) -> None:
        """Enable the button."""
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
        """Lift the curtain; a held key must be released first."""
        if self._pause is not None:
            self._pause.reset()
        else:
            self.dismiss(None)


def last_event_words(log: Sequence[AnyEvent]) -> str:
    """The last event in words."""
    for event in reversed(log):
        if isinstance(event, ActedEvent) or dealt_round(event):
            return event.words
    return ""
