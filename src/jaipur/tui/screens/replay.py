"""A finished match step by step, with everything face up."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import OptionList

from ...client.replay import scenes_of
from ...client.words.sides import is_counted
from ...seats import Seat
from ...session.contract.answers import Replay
from ...session.words.names import names_of
from ...texts import Texts
from ..widgets.faces import Size
from .controls import BaseScreen, CompactButton, PlainLabel, WrappedOptionList
from .read_only_table import ReadOnlyTable

STEP_SECONDS = 1.8
WIDE = 126
LIST_WIDTH = 42
LIST_SHARE = 0.3
LIST_ROWS = 5
"""Of the list under the table, with its edge."""
ROWS_AROUND = 4
"""Where it is, what happened, and the buttons."""


class ReplayScreen(BaseScreen[None]):
    """Shows a match again. Arrows step, Space plays, Esc leaves."""

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

    def __init__(self, replay: Replay, _: Texts, me: Seat | None = None) -> None:
        super().__init__()
        self._ = _
        self._replay = replay
        self._me = me
        self.scenes = scenes_of(replay, _)
        self.index, self._last = 0, len(self.scenes) - 1
        self._timer: Timer | None = None

    @property
    def is_playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._timer is not None

    def compose(self) -> ComposeResult:
        """What happened, the table beside all steps, and the buttons."""
        _ = self._
        with Horizontal(id="replay-head"):
            yield PlainLabel(id="replay-place")
            yield PlainLabel(id="replay-count")
            yield PlainLabel(_("←→ step · PgUp/PgDn round · Space play"), id="replay-keys")
        yield PlainLabel(id="replay-said")
        with Container(id="replay-middle"):
            with Vertical(id="replay-table"):
                yield ReadOnlyTable(names_of(self._replay.seats, _), self._me or 0, _)
            lines = [f"— {one.words}" if one.is_deal else one.words for one in self.scenes]
            yield WrappedOptionList(lines, 0, id="replay-list")
        with Horizontal(id="replay-foot"):
            yield CompactButton("|‹", "go('first')", id="first")
            yield CompactButton("‹", "by(-1)", id="back")
            yield CompactButton(_("Let it play"), "play", id="play", primary=True)
            yield CompactButton("›", "by(1)", id="next")
            yield CompactButton("›|", "go('last')", id="last")
            yield CompactButton(_("Close"), "leave", id="close")

    def on_mount(self) -> None:
        """Begin with the first deal."""
        self.query_one("#play").focus()

    def on_resize(self, event: events.Resize) -> None:
        """The list is beside the table where there is room, else under it."""
        self.set_class(event.size.width >= WIDE, "is-wide")
        self._show()

    def _show(self) -> None:
        at, _ = self.index, self._
        scene = self.scenes[at]
        counted = is_counted(self._replay.options, scene.step.phase)
        read_only_table, room = self.query_one(ReadOnlyTable), self._room()
        read_only_table.show(scene.step.round, scene.seals, room, is_counted=counted)
        count = _("{n} of {all}", n=at + 1, all=len(self.scenes))
        for name, words in (("place", scene.place), ("count", count), ("said", scene.words)):
            self.query_one(f"#replay-{name}", PlainLabel).text = words
        self.query_one(WrappedOptionList).highlighted = at
        label = _("Pause") if self.is_playing else _("Let it play")
        self.query_one("#play", CompactButton).set_label(label)

    def _room(self) -> Size:
        """The space for the table; the rest is the list's."""
        width, height = self.outer_size
        rows = height - ROWS_AROUND
        if width < WIDE:
            self.query_one(WrappedOptionList).styles.width = "1fr"
            return Size(width - 2, rows - LIST_ROWS)
        beside = max(LIST_WIDTH, int(width * LIST_SHARE))
        self.query_one(WrappedOptionList).styles.width = beside
        return Size(width - beside - 4, rows)

    def go(self, index: int) -> None:
        """Go to a step by hand, which stops the playing."""
        self._stop()
        self._move(index)

    def _move(self, index: int) -> None:
        self.index = max(0, min(index, self._last))
        self._show()

    def action_by(self, steps: int) -> None:
        """Some steps on or back."""
        self.go(self.index + steps)

    def action_go(self, where: str) -> None:
        """The first or the last step, or the deal of this round, the one before or the next."""
        deals = [at for at, one in enumerate(self.scenes) if one.is_deal]
        places = {
            "first": 0,
            "last": self._last,
            "round_before": max((deal for deal in deals if deal < self.index), default=0),
            "round_after": min((deal for deal in deals if deal > self.index), default=self._last),
        }
        self.go(places[where])

    def action_play(self) -> None:
        """Play, or stop playing; at the end it begins again."""
        if self.is_playing:
            self.go(self.index)
            return
        self._timer = self.set_interval(STEP_SECONDS, self.tick)
        is_at_end = self.index == self._last
        self._move(0 if is_at_end else self.index + 1)

    def tick(self) -> None:
        """One step on; it stops at the end."""
        if self.index >= self._last - 1:
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
