"""The scoring of a round in the rulebook's order: camel token, goods, bonuses, sum, seal."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from ...client.words.scoring import PILE, ScoreRow, scoring_lines, side_rows
from ...seats import Seat
from ...session.contract.basics import Phase
from ...session.contract.state import State
from ...session.words.names import called, mine_first, names_of
from ...texts import Texts
from ..widgets.lines import seals_drawing
from .controls import BaseScreen, CompactButton, PlainLabel

LAST = 4
"""The index of the last step, the seal; the first is the camel token."""
SUM = 3
TALL = 34
"""Terminals at least this high have room to spare."""


class Scoring(BaseScreen[bool]):
    """Shows the scoring step by step; returns True for the next round, False for the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "step", show=False),
        Binding("escape", "skip", show=False),
    ]

    def __init__(self, state: State, me: Seat | None, _: Texts, *, can_go_on: bool = True) -> None:
        super().__init__()
        self._ = _
        self._state = state
        self._me = me
        self._can_go_on = can_go_on
        if state.round is None:
            raise ValueError("no round was played")
        self._round = state.round
        self._result = state.results[-1]
        self._names = names_of(state.seats, _)
        self._lines = scoring_lines(self._result, self._round, self._names, me, _)
        self.step = 0

    def compose(self) -> ComposeResult:
        """Both columns, a sentence and the buttons."""
        _ = self._
        number = len(self._state.results)
        on = _("See the match") if self._state.phase is Phase.OVER else _("Next round")
        with Vertical():
            yield PlainLabel(_("End of round {n}", n=number), id="score-title")
            yield PlainLabel(self._result.words.cause, id="score-cause")
            with Horizontal(id="score-sides"):
                for seat in mine_first(self._me):
                    with Vertical(classes="side", id=f"score-side-{seat}"):
                        yield PlainLabel(id=f"score-name-{seat}", classes="name")
                        yield PlainLabel(id=f"score-rows-{seat}")
            yield PlainLabel(id="score-sentence")
            with Horizontal(id="score-buttons"):
                yield CompactButton(_("Continue"), "step", id="step", primary=True)
                yield CompactButton(_("Skip"), "skip", id="skip")
                yield CompactButton(on, "dismiss(True)", id="go-on", primary=True)
                yield CompactButton(_("Look at the table"), "dismiss(False)", id="look")
                yield PlainLabel(_("Enter: next step · Esc: show everything"), id="score-keys")

    def on_resize(self, event: events.Resize) -> None:
        """Add margins if there is room."""
        self.set_class(event.size.height >= TALL, "is-tall")

    def on_mount(self) -> None:
        """Start with the camel token."""
        self._show(0)

    def _show(self, step: int) -> None:
        self.step = step
        is_done = step == LAST
        for seat in mine_first(self._me):
            self._show_side(seat, step)
        self.query_one("#score-sentence", PlainLabel).text = self._lines[step]
        for name in ("step", "skip", "score-keys"):
            self.query_one(f"#{name}").display = not is_done
        self.query_one("#go-on").display = is_done and self._can_go_on
        self.query_one("#look").display = is_done and self._state.phase is not Phase.OVER
        likely = "#step" if not is_done else "#go-on" if self._can_go_on else "#look"
        self.query_one(likely).focus()

    def _show_side(self, seat: Seat, step: int) -> None:
        is_winner = self._result.winner == seat
        won = self._state.seals[seat] - (is_winner and step < LAST)
        name = called(seat, self._names, self._me, self._)
        self.query_one(f"#score-name-{seat}", PlainLabel).text = f"{name}  {seals_drawing(won)}"
        rows = side_rows(self._result, self._round, seat, self._)
        text = "\n".join(row_words(row, at, step, self._) for at, row in enumerate(rows))
        self.query_one(f"#score-rows-{seat}", PlainLabel).text = text
        side = self.query_one(f"#score-side-{seat}")
        side.set_class(is_winner and step == LAST, "is-winner")

    def action_step(self) -> None:
        """Show the next step."""
        if self.step < LAST:
            self._show(self.step + 1)
        else:
            self.dismiss(self._can_go_on)

    def action_skip(self) -> None:
        """Show all steps; then go to the table."""
        if self.step < LAST:
            self._show(LAST)
        else:
            self.dismiss(self._state.phase is Phase.OVER)


def row_words(row: ScoreRow, at: int, step: int, _: Texts) -> str:
    """Two lines of a column; empty before their step."""
    if at > step:
        return "\n"
    if at == SUM:
        amount = _.count("{n} rupee", "{n} rupees", row.rupees)
        return f"{row.label} → {amount}\n  {piles_drawing(row.rupees)}"
    values = " ".join(map(str, row.values))
    return f"{row.label} → {row.rupees}\n  {values}"


def piles_drawing(rupees: int) -> str:
    """Piles of ten rupees and a remainder."""
    tens, rest = divmod(rupees, PILE)
    piles = ["▐10▌"] * tens + ([f"▐{rest}▌"] if rest else [])
    return " ".join(piles) or "–"
