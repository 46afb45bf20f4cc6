"""A finished match step by step, with everything face up."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import Button, OptionList

from ...seats import Seat
from ...texts import Texts
from ..link import Json
from ..widgets.faces import Size
from .front import Front
from .parts import Knob, Line, Lines, Words
from .replay_steps import (
    placed_words,
    round_after,
    round_before,
    round_starts,
    seen_match,
    state_at,
    step_words,
)
from .spread import Spread

STEP_SECONDS = 1.8
WIDE = 126
LIST_WIDTH = 42
LIST_SHARE = 0.3
LIST_ROWS = 5
"""Of the list under the table, with its edge."""
ROWS_AROUND = 4
"""Where it is, what happened, and the buttons."""


class ReplayScreen(Front[None]):
    """Shows the data of a link's `replay`. Arrows step, Space plays, Esc leaves."""

    DEFAULT_CSS = """
    ReplayScreen {
        padding: 0 1;
        #replay-place { text-style: bold; color: $primary; width: auto; margin-right: 2; }
        #replay-count { color: $text-muted; width: auto; }
        #replay-head { height: 1; }
        #replay-said { height: 2; }
        #replay-middle { height: 1fr; layout: vertical; }
        #replay-table { width: 100%; height: auto; }
        #replay-list { height: 1fr; border-top: solid $foreground 40%; }
        &.is-wide {
            #replay-middle { layout: horizontal; }
            #replay-table { width: 1fr; }
            #replay-list { height: 100%; margin-left: 1; border-top: none; }
        }
        #replay-foot { height: 1; }
        #replay-keys { color: $text-muted; text-align: right; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,down", "by(1)", show=False, priority=True),
        Binding("left,up", "by(-1)", show=False, priority=True),
        Binding("home", "go('first')", show=False, priority=True),
        Binding("end", "go('last')", show=False, priority=True),
        Binding("pageup", "go('round_before')", show=False, priority=True),
        Binding("pagedown", "go('round_after')", show=False, priority=True),
        Binding("space", "play", show=False, priority=True),
        Binding("escape", "leave", show=False),
    ]

    def __init__(self, data: Json, _: Texts, me: Seat | None = None) -> None:
        super().__init__()
        self._ = _
        self.seen = seen_match(data, me, _)
        self.index = 0
        self._timer: Timer | None = None

    @property
    def is_playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._timer is not None

    def compose(self) -> ComposeResult:
        """What happened, the table beside all steps, and the buttons."""
        _ = self._
        with Horizontal(id="replay-head"):
            yield Words(id="replay-place")
            yield Words(id="replay-count")
            yield Words(_("←→ step · PgUp/PgDn round · Space play"), id="replay-keys")
        yield Words(id="replay-said")
        with Container(id="replay-middle"):
            with Vertical(id="replay-table"):
                yield Spread(_)
            lines = [self._line(at) for at in range(len(self.seen.steps))]
            yield Lines(lines, 0, id="replay-list")
        with Horizontal(id="replay-foot"):
            yield Knob("|‹", id="first")
            yield Knob("‹", id="back")
            yield Knob(_("Let it play"), id="play", primary=True)
            yield Knob("›", id="next")
            yield Knob("›|", id="last")
            yield Knob(_("Close"), id="close")

    def on_mount(self) -> None:
        """Begin with the first deal."""
        self.query_one("#play").focus()

    def on_resize(self, event: events.Resize) -> None:
        """The list is beside the table where there is room, else under it."""
        self.set_class(event.size.width >= WIDE, "is-wide")
        self._show()

    def _line(self, index: int) -> Line:
        words = step_words(self.seen, index, self._)
        return Line(f"— {words}" if index in round_starts(self.seen) else words)

    def _show(self) -> None:
        seen, at, _ = self.seen, self.index, self._
        bottom: Seat = seen.me or 0
        width, height = self.outer_size
        rows = height - ROWS_AROUND
        size = Size(width - 2, rows - LIST_ROWS)
        if width >= WIDE:
            beside = max(LIST_WIDTH, int(width * LIST_SHARE))
            self.query_one("#replay-list").styles.width = beside
            size = Size(width - beside - 4, rows)
        else:
            self.query_one("#replay-list").styles.width = "1fr"
        self.query_one(Spread).show(state_at(seen, at), seen.names, bottom, size)
        self.query_one("#replay-place", Words).say(placed_words(seen, at, _))
        count = _("{n} of {all}", n=at + 1, all=len(seen.steps))
        self.query_one("#replay-count", Words).say(count)
        self.query_one("#replay-said", Words).say(step_words(seen, at, _))
        self.query_one(Lines).highlighted = at
        label = _("Pause") if self.is_playing else _("Let it play")
        self.query_one("#play", Knob).name_it(label)

    def go(self, index: int) -> None:
        """Go to a step by hand, which stops the playing."""
        self._stop()
        self._move(index)

    def _move(self, index: int) -> None:
        self.index = max(0, min(index, len(self.seen.steps) - 1))
        self._show()

    def action_by(self, steps: int) -> None:
        """Some steps on or back."""
        self.go(self.index + steps)

    def action_go(self, where: str) -> None:
        """The first or the last step, or the deal of a round."""
        places = {
            "first": 0,
            "last": len(self.seen.steps) - 1,
            "round_before": round_before(self.seen, self.index),
            "round_after": round_after(self.seen, self.index),
        }
        self.go(places[where])

    def action_play(self) -> None:
        """Play, or stop playing; at the end it begins again."""
        if self.is_playing:
            self.go(self.index)
            return
        self._timer = self.set_interval(STEP_SECONDS, self.tick)
        is_at_end = self.index == len(self.seen.steps) - 1
        self._move(0 if is_at_end else self.index + 1)

    def tick(self) -> None:
        """One step on; it stops at the end."""
        if self.index >= len(self.seen.steps) - 2:
            self._stop()
        self._move(self.index + 1)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_leave(self) -> None:
        """Back to where it was opened."""
        self._stop()
        self.dismiss(None)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go to the chosen step."""
        self.go(event.option_index)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The same by buttons."""
        event.stop()
        match event.button.id:
            case "first" | "last":
                self.action_go(event.button.id)
            case "back":
                self.action_by(-1)
            case "next":
                self.action_by(1)
            case "play":
                self.action_play()
            case "close":
                self.action_leave()
