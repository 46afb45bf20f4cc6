"""Parts that are lines of text: the status, the other side, deck and discard, the log."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len
from textual import events
from textual.content import Content

from ...goods import HAND_LIMIT
from .part import Part, Row, shorter, width_of, wrapped_rows


@dataclass(frozen=True, slots=True)
class Standing:
    """How a seat stands in the match."""

    name: str
    seals: int
    clock: str
    is_turn: bool


@dataclass(frozen=True, slots=True)
class StatusShown:
    """The line at the top."""

    round: str
    turn: str
    is_mine: bool
    trouble: str
    standings: tuple[Standing, ...]
    help: str
    menu: str
    width: int


class Status(Part[StatusShown]):
    """Whose turn it is, the round, seals and clocks, and what is wrong with the connection."""

    def draw(self, shown: StatusShown) -> list[Row]:
        """Left what is going on, right how it stands."""
        turn = f"● {shown.turn}" if shown.is_mine else shown.turn
        left: Row = [
            (f" {shown.round} · ", "$muted"),
            (turn, "bold $mine" if shown.is_mine else "bold"),
        ]
        if shown.trouble:
            left.append((f" · ! {shown.trouble}", "bold $error"))
        right: Row = []
        for standing in shown.standings:
            seals = "★" * standing.seals + "☆" * (2 - standing.seals)
            style = "bold underline" if standing.is_turn else ""
            right += [(standing.name, style), (f" {seals}", "$wax")]
            right.append((f" {standing.clock}  " if standing.clock else "  ", "bold"))
        right.append((f"{shown.help} · {shown.menu}", "$muted"))
        space = shown.width - width_of(left) - width_of(right) - 1
        return [[*left, (" " * max(1, space), ""), *right]]

    async def on_click(self, event: events.Click) -> None:
        """The words at the end are for the mouse, too."""
        if self.shown is None:
            return
        from_the_end = self.shown.width - 1 - event.x
        if from_the_end <= cell_len(self.shown.menu):
            await self.app.run_action("command_palette")
        elif from_the_end <= cell_len(f"{self.shown.help} · {self.shown.menu}"):
            await self.app.run_action("help")


@dataclass(frozen=True, slots=True)
class OpponentShown:
    """The other side as it lies open."""

    name: str
    presence: str
    hand: int
    hand_words: str
    known: str
    facts: str
    last: str
    width: int
    rows: int


class Opponent(Part[OpponentShown]):
    """The other side, and what it did last."""

    def draw(self, shown: OpponentShown) -> list[Row]:
        """Two lines; with more of them the cards are drawn larger."""
        who = f" {shown.name}{f' ({shown.presence})' if shown.presence else ''}  "
        if shown.rows > FAN_ROWS:
            return self._fanned(shown, who)
        if shown.rows > 2:
            return self._tall(shown, who)
        backs = shown.known + "▮" * (shown.hand - len(shown.known))
        row: Row = [(who, "bold"), (backs, "$secondary"), (f" {shown.hand_words}", "")]
        row.append((shorter(shown.facts, max(0, shown.width - width_of(row) - 1)), ""))
        return [row, [(f" {shorter(shown.last, shown.width - 2)}", "$muted")]]

    def _tall(self, shown: OpponentShown, who: str) -> list[Row]:
        faces = shown.known + "▒" * (shown.hand - len(shown.known))
        drawn = ["".join(f"│{face}│" for face in faces), "╰─╯" * shown.hand]
        upper, middle, lower = (f" {row}" for row in ("╭─╮" * shown.hand, *drawn))
        room = shown.width - len(middle) - 3
        facts, last = shorter(shown.facts.removeprefix(" · "), room), shorter(shown.last, room)
        return [
            [(upper, "$secondary"), (f" {who}", "bold"), (shown.hand_words, "")],
            [(middle, "$secondary"), (f"  {facts}", "")],
            [(lower, "$secondary"), (f"  {last}", "$muted")],
        ]

    def _fanned(self, shown: OpponentShown, who: str) -> list[Row]:
        """The hand as a fan of cards, each lying over the one before; beside it the words."""
        backs = _fan(shown)
        room = shown.width - FAN_STEP * HAND_LIMIT - len(FAN_LAST[0]) - 2
        words: list[Row] = [
            [(who, "bold"), (shown.hand_words, "")],
            *wrapped_rows(shown.facts.removeprefix(" · "), "", room),
            *wrapped_rows(shown.last, "$muted", room),
        ]
        words = [[]] * ((shown.rows - len(words)) // 2) + words
        words += [[]] * (shown.rows - len(words))
        return [
            [(f" {back}  ", "$secondary"), *said] for back, said in zip(backs, words, strict=False)
        ]


def _fan(shown: OpponentShown) -> list[str]:
    """The rows of a fan; of cards that are known the letter is seen."""
    inner, width = FAN_STEP - 1, FAN_STEP * HAND_LIMIT + len(FAN_LAST[0])
    faces = shown.known + "▒" * (shown.hand - len(shown.known))
    drawn = []
    for row in range(shown.rows):
        at = 0 if row == 0 else 2 if row == shown.rows - 1 else 1
        edge, line = "╭│╰"[at], "─▒─"[at]
        fills = [f"{face if row == 1 else line}{line * (inner - 1)}" for face in faces]
        strips = "".join(edge + fill for fill in fills)
        drawn.append((strips + FAN_LAST[at] if faces else "").ljust(width))
    return drawn


FAN_ROWS = 3
FAN_STEP = 4
"""Columns that are seen of a card that another lies over."""
FAN_LAST = ("───╮", "▒▒▒│", "───╯")
"""What more is seen of the last one, at its top, middle and bottom."""


@dataclass(frozen=True, slots=True)
class StacksShown:
    """The deck and the discard."""

    deck_word: str
    deck: str
    stack: int
    discard_word: str
    top: str
    top_name: str
    more: str


class Stacks(Part[StacksShown]):
    """The deck and beside it the discard, its top card up."""

    def draw(self, shown: StacksShown) -> list[Row]:
        """One line."""
        row: Row = [(f"{shown.deck_word} ", "$muted"), ("▒" * shown.stack, "$secondary")]
        row += [(f" {shown.deck}", "bold"), (f"    {shown.discard_word} ", "$muted")]
        if shown.top:
            kind = f"$good-{shown.top.lower()}"
            row += [(f" {shown.top} ", f"bold {kind} on $card"), (f" {shown.top_name}", "")]
        else:
            row.append(("–", "$muted"))
        return [[*row, (f" {shown.more}", "$muted")]]


@dataclass(frozen=True, slots=True)
class LogShown:
    """What happened in this round."""

    title: str
    lines: tuple[tuple[str, bool | None], ...]
    """The newest first; whether I did it, None if nobody did."""
    below: str
    """What is said under it."""
    width: int
    height: int


_MARKS = {True: "›", False: "‹", None: "·"}


class Log(Part[LogShown]):
    """The newest lines, as many as there is room for."""

    def draw(self, shown: LogShown) -> list[Row]:
        """The newest first, each begun by who did it: `›` me, `‹` the other."""
        rows: list[Row] = [[(shown.title, "$muted")]] if shown.title else []
        below = wrapped_rows(shown.below, "$muted", shown.width)
        room = shown.height - len(below) - bool(below)
        for number, (line, is_mine) in enumerate(shown.lines):
            told = _told(line, is_mine, "" if number == 0 else "$muted", shown.width)
            if number and len(rows) + len(told) > room:
                break  # half a sentence would say something else
            rows += told
        rows = rows[:room]
        blank: list[Row] = [[]] * (shown.height - len(rows) - len(below))
        return [*rows, *blank, *below]


def _told(line: str, is_mine: bool | None, style: str, width: int) -> list[Row]:
    """One line of the log in as many rows as it takes."""
    sign = "bold $mine" if is_mine else "bold"
    rows = Content(line).wrap(max(8, width - 2))
    return [
        [(f"{' ' if at else _MARKS[is_mine]} ", sign), (words.plain, style)]
        for at, words in enumerate(rows)
    ]
