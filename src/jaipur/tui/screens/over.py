"""After the match: who won, the score of the rounds, and what can be done now."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button

from ...seats import Seat
from ...texts import Texts
from ..link import Json
from ..words.ending import ending_words, unfinished_words
from ..words.events import winner_words
from ..words.names import called, mine_first, names_of
from ..words.scoring import score_totals
from .banner import Banner
from .front import Front
from .parts import Knob, Words
from .spread import seals_drawing

WIDE, ROWS_AROUND = 120, 30
"""Columns for the pictures; rows of everything but the score, with a frame around it."""
SOFT_HYPHEN = "\u00ad"


class Wish(StrEnum):
    """What somebody wants after a match."""

    REMATCH = "rematch"
    AGAIN = "again"
    RECORD = "record"
    TABLE = "table"
    HOME = "home"


def _id(wish: Wish) -> str:
    return f"over-{wish}"


class MatchOver(Front[Wish]):
    """The result of a match, and the ways on from here."""

    DEFAULT_CSS = """
    MatchOver {
        align: center middle; padding: 1 1 0 1;
        & > Vertical { max-width: 100; height: auto; max-height: 100%; }
        #over-title { text-style: bold; color: $primary; }
        #over-seals { margin-bottom: 1; }
        #over-score { height: auto; margin-bottom: 1; }
        #over-deals { color: $text-muted; }
        #over-said { margin: 1 0; text-style: bold; }
        .knobs { height: 1; margin-bottom: 1; }
        &.is-tall {
            & > Vertical { max-width: 118; padding: 2 4 1 4; border: round $primary; }
            #over-title, #over-seals, #over-score, #over-deals { margin-bottom: 1; }
        }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "wish('home')", show=False),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(
        self,
        state: Json,
        me: Seat | None,
        _: Texts,
        *,
        deals: str = "",
        said: str = "",
        is_watching: bool = False,
    ) -> None:
        super().__init__()
        self._ = _
        self._state = state
        self._me = me
        self._deals = deals
        self._said = said
        self._is_watching = is_watching

    def compose(self) -> ComposeResult:
        """Words above, buttons below."""
        _, state, names = self._, self._state, names_of(self._state, self._)
        is_played = state["round"] is not None
        with Vertical():
            yield Banner()
            yield Words(ending_words(state, names, self._me, _), id="over-title")
            yield Words(seals_line(state, self._me, _) if is_played else "", id="over-seals")
            yield Words(score_table(state, self._me, _), id="over-score")
            yield Words(self._deals, id="over-deals")
            yield Words(id="over-said")
            with Horizontal(classes="knobs"):
                yield Knob(_("Rematch"), id=_id(Wish.REMATCH), primary=True)
                if is_played:
                    yield Knob(_("Replay"), id=_id(Wish.AGAIN))
                yield Knob(_("Home"), id=_id(Wish.HOME))
            if is_played:
                with Horizontal(classes="knobs"):
                    yield Knob(_("Save the record"), id=_id(Wish.RECORD))
                    yield Knob(_("Look at the table"), id=_id(Wish.TABLE))

    def on_resize(self, event: events.Resize) -> None:
        """A large screen has room for pictures and a frame."""
        rows = ROWS_AROUND + score_table(self._state, self._me, self._).count("\n")
        is_tall = event.size.height >= rows and event.size.width >= WIDE
        self.set_class(is_tall, "is-tall")
        self.query_one(Banner).display = is_tall

    def on_mount(self) -> None:
        """An Enter too many must not begin a match: it finds the replay, not the rematch."""
        self.show(self._state)
        harmless = Wish.AGAIN if self._state["round"] is not None else Wish.HOME
        self.query_one(f"#{_id(harmless)}").focus()

    def show(self, state: Json) -> None:
        """Say what became of a rematch; the score does not change any more."""
        self._state = state
        said = " ".join(filter(None, (rematch_words(state, self._me, self._), self._said)))
        self.query_one("#over-said", Words).say(said)
        by = state["rematch"]["offered_by"]
        knob = self.query_one(f"#{_id(Wish.REMATCH)}", Knob)
        is_offered = by is not None and by != self._me
        knob.name_it(self._("Play again") if is_offered else self._("Rematch"))
        knob.disabled = by is not None and by == self._me and state["rematch"]["table"] is None
        knob.display = state["round"] is not None and not self._is_watching

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """One of the wishes."""
        event.stop()
        self.dismiss(next(wish for wish in Wish if _id(wish) == event.button.id))

    def action_wish(self, wish: str) -> None:
        """The same by a key."""
        self.dismiss(Wish(wish))


def seals_line(state: Json, me: Seat | None, _: Texts) -> str:
    """The seals of both, mine first."""
    names = names_of(state, _)
    sides = (
        f"{called(seat, names, me, _)} {seals_drawing(state['seals'][seat])}"
        for seat in mine_first(me)
    )
    return "   ".join(sides)


def score_table(state: Json, me: Seat | None, _: Texts) -> str:
    """Two lines for each round: camel token, goods, bonus, total, and who took the seal."""
    names = names_of(state, _)
    said = (_("Camel token"), _("Goods"), _("Bonus"), _("Total"), _("Seal"))
    heads = [head.replace(SOFT_HYPHEN, "") for head in said]
    widths = [max(len(head), 5) for head in heads]
    first = max(cell_len(called(seat, names, me, _)) for seat in mine_first(me)) + 2
    lines: list[str] = []
    if state["results"]:
        lines.append(_cells("", heads, first, widths))
    for number, result in enumerate(state["results"], 1):
        lines.append(_("Round {n}", n=number))
        for row in score_totals(result, names, me, _):
            seal = "★" if row.is_winner else ""
            cells = [*map(str, (row.camel, row.goods, row.bonus, row.total)), seal]
            lines.append(_cells(f"  {row.name}", cells, first, widths))
        if result["decided_by"] != "rupees":
            lines.append(f"  {winner_words(result, names, me, _)}")
    if unfinished := unfinished_words(state, _):
        lines.append(unfinished)
    return "\n".join(lines)


def _cells(name: str, cells: list[str], first: int, widths: list[int]) -> str:
    figures = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
    return f"{name}{' ' * (first - cell_len(name))}  {'  '.join(figures)}"


def rematch_words(state: Json, me: Seat | None, _: Texts) -> str:
    """What became of playing again."""
    by, table = state["rematch"]["offered_by"], state["rematch"]["table"]
    names = names_of(state, _)
    if table:
        return _("The rematch is set up.")
    if by is None:
        return ""
    if by == me:
        return _("You offered a rematch. Waiting for {name}.", name=names[1 - by])
    return _("{name} would like a rematch.", name=names[by])
