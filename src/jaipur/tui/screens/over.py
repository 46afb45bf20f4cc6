"""After the match: the winner, the score of each round, and what to do next."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from ...client.words.ending import unfinished_words
from ...client.words.scoring import score_of
from ...results import DecidedBy
from ...seats import Seat
from ...session.contract.state import State
from ...session.words.names import called, mine_first, names_of
from ...texts import Texts
from ..widgets.lines import seals_drawing
from .controls import Banner, BaseScreen, CompactButton, PlainLabel

WIDE, ROWS_AROUND = 120, 30
"""Columns needed for the banner; rows of everything but the score."""
SOFT_HYPHEN = "\u00ad"


class AfterMatch(StrEnum):
    """The choices after a match."""

    REMATCH = "rematch"
    REPLAY = "replay"
    RECORD = "record"
    TABLE = "table"
    HOME = "home"


class MatchOver(BaseScreen[AfterMatch]):
    """The result of a match and the choices after it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "choose('home')", show=False)]

    def __init__(
        self,
        state: State,
        me: Seat | None,
        _: Texts,
        *,
        deals: str = "",
        notice: str = "",
        is_watching: bool = False,
    ) -> None:
        super().__init__()
        self._ = _
        self._state = state
        self._me = me
        self._deals = deals
        self._notice = notice
        self._is_watching = is_watching

    def compose(self) -> ComposeResult:
        """The texts and the buttons."""
        _, state = self._, self._state
        is_played = state.round is not None
        with Vertical():
            yield Banner()
            if state.ending is not None:
                yield PlainLabel(state.ending.words, id="over-title")
            yield PlainLabel(seals_line(state, self._me, _) if is_played else "", id="over-seals")
            yield PlainLabel(score_table(state, self._me, _), id="over-score")
            yield PlainLabel(self._deals, id="over-deals")
            yield PlainLabel(id="over-notice")
            with Horizontal(classes="buttons"):
                yield self._button(AfterMatch.REMATCH, _("Rematch"))
                if is_played:
                    yield self._button(AfterMatch.REPLAY, _("Replay"))
                yield self._button(AfterMatch.HOME, _("Home"))
            if is_played:
                with Horizontal(classes="buttons"):
                    yield self._button(AfterMatch.RECORD, _("Save the record"))
                    yield self._button(AfterMatch.TABLE, _("Look at the table"))

    def _button(self, choice: AfterMatch, label: str) -> CompactButton:
        is_primary = choice is AfterMatch.REMATCH
        return CompactButton(label, f"choose('{choice}')", id=f"over-{choice}", primary=is_primary)

    def on_resize(self, event: events.Resize) -> None:
        """Show the banner and a frame if there is room."""
        rows = ROWS_AROUND + score_table(self._state, self._me, self._).count("\n")
        is_tall = event.size.height >= rows and event.size.width >= WIDE
        self.set_class(is_tall, "is-tall")
        self.query_one(Banner).display = is_tall

    def on_mount(self) -> None:
        """Focus the replay, so that an extra Enter does not start a match."""
        self.show(self._state)
        harmless = AfterMatch.REPLAY if self._state.round is not None else AfterMatch.HOME
        self.query_one(f"#over-{harmless}").focus()

    def show(self, state: State) -> None:
        """Update the state of the rematch; the score is final."""
        self._state = state
        notice = " ".join(filter(None, (rematch_words(state, self._me, self._), self._notice)))
        self.query_one("#over-notice", PlainLabel).text = notice
        by = state.rematch.offered_by
        button = self.query_one("#over-rematch", CompactButton)
        is_offered = by is not None and by != self._me
        button.set_label(self._("Play again") if is_offered else self._("Rematch"))
        button.disabled = by is not None and by == self._me and state.rematch.table is None
        button.display = state.round is not None and not self._is_watching

    def action_choose(self, choice: str) -> None:
        """Dismiss with a choice."""
        self.dismiss(AfterMatch(choice))


def seals_line(state: State, me: Seat | None, _: Texts) -> str:
    """The seals of both, mine first."""
    names = names_of(state.seats, _)
    sides = (
        f"{called(seat, names, me, _)} {seals_drawing(state.seals[seat])}"
        for seat in mine_first(me)
    )
    return "   ".join(sides)


def score_table(state: State, me: Seat | None, _: Texts) -> str:
    """Two lines per round: camel token, goods, bonus, total, and who won the seal."""
    names = names_of(state.seats, _)
    titles = (_("Camel token"), _("Goods"), _("Bonus"), _("Total"), _("Seal"))
    heads = [head.replace(SOFT_HYPHEN, "") for head in titles]
    widths = [max(len(head), 5) for head in heads]
    first = max(cell_len(called(seat, names, me, _)) for seat in mine_first(me)) + 2
    lines: list[str] = []
    if state.results:
        lines.append(_cells("", heads, first, widths))
    for number, result in enumerate(state.results, 1):
        lines.append(_("Round {n}", n=number))
        for seat in mine_first(me):
            cells = [*map(str, score_of(result, seat)), "★" if result.winner == seat else ""]
            lines.append(_cells(f"  {called(seat, names, me, _)}", cells, first, widths))
        if result.decided_by is not DecidedBy.RUPEES:
            lines.append(f"  {result.words.winner}")
    if unfinished := unfinished_words(state, _):
        lines.append(unfinished)
    return "\n".join(lines)


def _cells(name: str, cells: list[str], first: int, widths: list[int]) -> str:
    figures = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
    return f"{name}{' ' * (first - cell_len(name))}  {'  '.join(figures)}"


def rematch_words(state: State, me: Seat | None, _: Texts) -> str:
    """The state of the rematch."""
    by, table = state.rematch.offered_by, state.rematch.table
    names = names_of(state.seats, _)
    if table:
        return _("The rematch is set up.")
    if by is None:
        return ""
    if by == me:
        return _("You offered a rematch. Waiting for {name}.", name=names[1 - by])
    return _("{name} would like a rematch.", name=names[by])
