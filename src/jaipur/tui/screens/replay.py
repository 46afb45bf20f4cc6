"""A finished match step by step, with all cards open."""

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
from ...session.contract.responses import Replay
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
"""Rows of the list below the table, with its border."""
ROWS_AROUND = 4
"""Rows of the header, the caption and the buttons."""


class ReplayScreen(BaseScreen[None]):
    """Replays a match. Arrows step, Space plays, Esc closes."""

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
        """Whether it is playing automatically."""
        return self._timer is not None

    def compose(self) -> ComposeResult:
        """The caption, the table, the list of steps and the buttons."""
        _ = self._
        with Horizontal(id="replay-head"):
            yield PlainLabel(id="replay-place")
            yield PlainLabel(id="replay-count")
            yield PlainLabel(_("←→ step · PgUp/PgDn round · Space play"), id="replay-keys")
        yield PlainLabel(id="replay-caption")
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
        """Focus the play button."""
        self.query_one("#play").focus()

    def on_resize(self, event: events.Resize) -> None:
        """Place the list beside the table if there is room, else below it."""
        self.set_class(event.size.width >= WIDE, "is-wide")
        self._show()

    def _show(self) -> None:
        at, _ = self.index, self._
        scene = self.scenes[at]
        counted = is_counted(self._replay.options, scene.step.phase)
        table, size = self.query_one(ReadOnlyTable), self._table_size()
        table.show(scene.step.round, scene.seals, size, is_counted=counted)
        count = _("{n} of {all}", n=at + 1, all=len(self.scenes))
        for name, words in (("place", scene.place), ("count", count), ("caption", scene.words)):
            self.query_one(f"#replay-{name}", PlainLabel).text = words
        self.query_one(WrappedOptionList).highlighted = at
        label = _("Pause") if self.is_playing else _("Let it play")
        self.query_one("#play", CompactButton).set_label(label)

    def _table_size(self) -> Size:
        """The space left for the table by the list."""
        width, height = self.outer_size
        rows = height - ROWS_AROUND
        if width < WIDE:
            self.query_one(WrappedOptionList).styles.width = "1fr"
            return Size(width - 2, rows - LIST_ROWS)
        beside = max(LIST_WIDTH, int(width * LIST_SHARE))
        self.query_one(WrappedOptionList).styles.width = beside
        return Size(width - beside - 4, rows)

    def go(self, index: int) -> None:
        """Stop playing and go to a step."""
        self._stop()
        self._move(index)

    def _move(self, index: int) -> None:
        self.index = max(0, min(index, self._last))
        self._show()

    def action_by(self, steps: int) -> None:
        """Go some steps forward or back."""
        self.go(self.index + steps)

    def action_go(self, where: str) -> None:
        """Go to the first or last step, or to the previous or next deal."""
        deals = [at for at, one in enumerate(self.scenes) if one.is_deal]
        places = {
            "first": 0,
            "last": self._last,
            "round_before": max((deal for deal in deals if deal < self.index), default=0),
            "round_after": min((deal for deal in deals if deal > self.index), default=self._last),
        }
        self.go(places[where])

    def action_play(self) -> None:
        """Play or pause; at the end, play from the start."""
        if self.is_playing:
            self.go(self.index)
            return
        self._timer = self.set_interval(STEP_SECONDS, self.tick)
        is_at_end = self.index == self._last
        self._move(0 if is_at_end else self.index + 1)

    def tick(self) -> None:
        """Advance one step, stopping at the end."""
        if self.index >= self._last - 1:
            self._stop()
        self._move(self.index + 1)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_leave(self) -> None:
        """Close the replay."""
        self._stop()
        self.dismiss(None)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Go to the selected step."""
        self.go(event.option_index)
