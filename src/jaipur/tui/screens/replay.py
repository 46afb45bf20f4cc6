"""A finished match step by step, with all cards open, and what a review says about it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import OptionList

from ...client.replay import scenes_of
from ...client.review import MakeReview
from ...client.words.sides import is_counted
from ...errors import JaipurError
from ...seats import Seat
from ...session.contract.responses import Replay
from ...session.words.names import names_of
from ...texts import Texts
from ..program import JaipurProgram
from ..widgets.part import Part
from ..widgets.replay_measures import ReplayMeasures, replay_measures
from .controls import BaseScreen, CompactButton, PlainLabel, WrappedOptionList
from .read_only_table import ReadOnlyTable
from .replay_analysis import Analysis

STEP_SECONDS = 1.8


class ReplayScreen(BaseScreen[None]):
    """Replays a match. Arrows step, Space plays, n and p go to marked decisions, Esc closes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,down", "by(1)", show=False, priority=True),
        Binding("left,up", "by(-1)", show=False, priority=True),
        Binding("home", "go('first')", show=False, priority=True),
        Binding("end", "go('last')", show=False, priority=True),
        Binding("pageup", "go('round_before')", show=False, priority=True),
        Binding("pagedown", "go('round_after')", show=False, priority=True),
        Binding("space", "play", show=False, priority=True),
        Binding("n", "letter('mark_after')", show=False),
        Binding("p", "letter('mark_before')", show=False),
        Binding("a", "letter('analysis')", show=False),
        Binding("escape", "leave", show=False),
    ]

    def __init__(
        self,
        replay: Replay,
        _: Texts,
        me: Seat | None = None,
        make_review: MakeReview | None = None,
    ) -> None:
        super().__init__()
        self._ = _
        self._replay = replay
        self._me = me
        self._make_review = make_review
        self.scenes = scenes_of(replay, _)
        self._lines = [f"— {one.words}" if one.is_deal else one.words for one in self.scenes]
        self.index, self._last = 0, len(self.scenes) - 1
        self.analysis: Analysis | None = None
        """The review of the match, once it is made."""
        self.is_analysed = True
        """Whether the analysis is shown, if there is one."""
        self._timer: Timer | None = None

    @property
    def _has_letters(self) -> bool:
        """Whether character keys are switched on."""
        return not isinstance(self.app, JaipurProgram) or self.app.preferences.letters

    @property
    def is_playing(self) -> bool:
        """Whether it is playing automatically."""
        return self._timer is not None

    def compose(self) -> ComposeResult:
        """The caption, the table, the list of steps, the analysis and the buttons."""
        _ = self._
        with Horizontal(id="replay-head"):
            yield PlainLabel(id="replay-place")
            yield PlainLabel(id="replay-count")
            yield PlainLabel(_("←→ step · PgUp/PgDn round · Space play"), id="replay-keys")
        yield PlainLabel(id="replay-caption")
        yield PlainLabel(id="replay-review")
        with Container(id="replay-middle"):
            with Vertical(id="replay-table"):
                yield ReadOnlyTable(names_of(self._replay.seats, _), self._me or 0, _)
            yield WrappedOptionList(self._lines, 0, id="replay-list")
        yield Part(id="replay-curve")
        with Horizontal(id="replay-foot"):
            yield CompactButton("|‹", "go('first')", id="first")
            yield CompactButton("‹", "by(-1)", id="back")
            yield CompactButton(_("Let it play"), "play", id="play", primary=True)
            yield CompactButton("›", "by(1)", id="next")
            yield CompactButton("›|", "go('last')", id="last")
            yield CompactButton("‹?", "go('mark_before')", id="mark-before")
            yield CompactButton("?›", "go('mark_after')", id="mark-after")
            yield CompactButton(_("Close"), "leave", id="close")
            yield PlainLabel(id="replay-note")

    def on_mount(self) -> None:
        """Focus the play button, and start the review."""
        self.query_one("#play").focus()
        if self._make_review is not None:
            self._note(self._("Reviewing …"))
            self.run_worker(self._review(self._make_review), group="review")

    async def _review(self, make: MakeReview) -> None:
        """Make the review; without one, the replay stays as it is."""
        try:
            review = await make()
        except JaipurError:
            self._note(self._("No review"))
            return
        names = names_of(self._replay.seats, self._)
        self.analysis = Analysis(review, self.scenes, names, self._me, self._)
        self._note("")
        self._show()

    def _note(self, text: str) -> None:
        self.query_one("#replay-note", PlainLabel).text = text

    def on_resize(self) -> None:
        """Lay the parts out again."""
        self._show()

    # Drawing

    def _show(self) -> None:
        if not self.outer_size:
            return  # it is not laid out yet
        at, _ = self.index, self._
        scene, sizes = self.scenes[at], self._measures()
        self._show_analysis(sizes)
        counted = is_counted(self._replay.options, scene.step.phase)
        table = self.query_one(ReadOnlyTable)
        table.show(scene.step.round, scene.seals, sizes.table, is_counted=counted)
        count = _("{n} of {all}", n=at + 1, all=len(self.scenes))
        for name, words in (("place", scene.place), ("count", count), ("caption", scene.words)):
            self.query_one(f"#replay-{name}", PlainLabel).text = words
        steps = self.query_one(WrappedOptionList)
        steps.display = sizes.has_list
        steps.styles.width = sizes.list_width or "1fr"
        analysis = self._shown_analysis
        steps.set_lines(self._lines, analysis.signs if analysis else ())
        steps.highlighted = at
        label = _("Pause") if self.is_playing else _("Let it play")
        self.query_one("#play", CompactButton).set_label(label)

    def _show_analysis(self, sizes: ReplayMeasures) -> None:
        analysis, _, width = self._shown_analysis, self._, self.outer_size.width - 2
        for name in ("mark-before", "mark-after"):
            self.query_one(f"#{name}").display = analysis is not None
        words, curve = self.query_one("#replay-review", PlainLabel), self.query_one("#replay-curve")
        words.display, curve.display = sizes.words > 0, sizes.curve > 0
        words.styles.height, curve.styles.height = sizes.words, sizes.curve + 1
        if analysis is not None:
            words.text = analysis.words(self.index, width, sizes.words)
            self.query_one("#replay-curve", Part).rows = (
                analysis.curve(self.index, width, sizes.curve) if sizes.curve else []
            )
        if self.analysis is not None and self._has_letters:
            keys = _("←→ step · n p marks · a analysis · ? help")
            self.query_one("#replay-keys", PlainLabel).text = keys

    @property
    def _shown_analysis(self) -> Analysis | None:
        return self.analysis if self.is_analysed else None

    def _measures(self) -> ReplayMeasures:
        width, height = self.outer_size
        analysis = self._shown_analysis
        sizes = replay_measures(
            width,
            height,
            has_words=analysis is not None,
            has_curve=analysis is not None and analysis.has_curve,
        )
        self.set_class(sizes.list_width > 0, "is-wide")
        return sizes

    # Steps

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
        """Go to the first or last step, or to the previous or next deal or marked decision."""
        at, deals = self.index, [at for at, one in enumerate(self.scenes) if one.is_deal]
        marks = self.analysis.marked if self.analysis else []
        places = {
            "first": 0,
            "last": self._last,
            "round_before": max((deal for deal in deals if deal < at), default=0),
            "round_after": min((deal for deal in deals if deal > at), default=self._last),
            "mark_before": max((mark for mark in marks if mark < at), default=at),
            "mark_after": min((mark for mark in marks if mark > at), default=at),
        }
        self.go(places[where])

    def action_show_step(self, index: int) -> None:
        """Go to the step of a place in the chart."""
        self.go(index)

    def action_letter(self, what: str) -> None:
        """Do what a character key is for, unless these keys are off."""
        if not self._has_letters or self.analysis is None:
            return
        if what == "analysis":
            self.action_analysis()
        else:
            self.action_go(what)

    def action_analysis(self) -> None:
        """Show or hide the analysis."""
        self.is_analysed = not self.is_analysed
        self._show()

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
