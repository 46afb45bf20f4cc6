"""The parts made of text: status line, opponent, deck and discard, log."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from ...client.model import Model, dealt_round
from ...client.words.cards import card_name
from ...client.words.deals import commitment_words
from ...client.words.sides import goods_words, is_counted, last_words, turn_words, unseen_words
from ...goods import HAND_LIMIT, SEALS_TO_WIN
from ...seats import Seat
from ...session.contract.basics import Phase, SeatKind
from ...session.contract.events import AnyEvent, CreatedEvent, ReadiedEvent, WantedNextEvent
from ...session.contract.state import PublicRound, SideShown
from ...texts import Texts
from .measures import Measures
from .part import Row, clickable, shorter, width_of, wrapped_rows
from .player_panel import bonuses_drawing, herd_drawing

NAME_WIDTH = 12
FAN_ROWS = 3
FAN_STEP = 4
"""Visible columns of a card under another one."""
FAN_LAST = ("───╮", "▒▒▒│", "───╯")
"""The rest of the last card: top, middle and bottom."""
_MARKS = {True: "›", False: "‹", None: "·"}


def status_rows(
    model: Model, clocks: Sequence[str], width: int, has_keys: bool, _: Texts
) -> list[Row]:
    """The situation on the left, the score on the right; the last words are clickable."""
    troubles = {"lost": _("Reconnecting …"), "connecting": _("Connecting …")}
    turn = turn_words(model.state, model.names, _)
    row: Row = [
        (f" {_('Round {n}', n=model.round.number)} · ", "$muted"),
        (f"● {turn}", "bold $mine") if model.is_mine else (turn, "bold"),
    ]
    if trouble := troubles.get(model.connection):
        row.append((f" · ! {trouble}", "bold $error"))
    right: Row = []
    for seat in (model.bottom, model.top):
        right += _standing(model, seat, clocks, width, _)
    right += clickable([(_("? help") if has_keys else _("F1 help"), "$muted")], "app.help")
    right.append((" · ", "$muted"))
    right += clickable([(_("^P menu"), "$muted")], "app.command_palette")
    space = width - width_of(row) - width_of(right) - 1
    return [[*row, (" " * max(1, space), ""), *right]]


def _standing(model: Model, seat: Seat, clocks: Sequence[str], width: int, _: Texts) -> Row:
    """One seat's name, seals and clock; bots have no clock."""
    most = NAME_WIDTH + max(0, (width - 80) // 2)
    name = _("You") if seat == model.seat else shorter(model.names[seat], most)
    is_turn = model.state.phase is Phase.PLAYING and model.round.turn == seat
    clock = clocks[seat] if clocks and not _is_bot(model, seat) else ""
    return [
        (name, "bold underline" if is_turn else ""),
        (f" {seals_drawing(model.state.seals[seat])}", "$wax"),
        (f" {clock}  " if clock else "  ", "bold"),
    ]


def seals_drawing(won: int) -> str:
    """The seals of one player, those won first."""
    return "★" * won + "☆" * max(0, SEALS_TO_WIN - won)


def _is_bot(model: Model, seat: Seat) -> bool:
    return model.state.seats[seat].kind is SeatKind.BOT


def opponent_rows(
    model: Model, sizes: Measures, width: int, is_remote: bool, _: Texts
) -> list[Row]:
    """The opponent's public side and last action; more rows show larger cards."""
    side, height, last = model.round.sides[model.top], sizes.opponent, last_words(model, _)
    is_away = is_remote and not (_is_bot(model, model.top) or model.update.now.present[model.top])
    away = f" ({_('is away')})" if is_away else ""
    known, n = side.hand or side.known or "", side.hand_size
    who: Row = [(f" {model.names[model.top]}{away}  ", "bold")]
    count, belongings = f"{n} {_.count('card', 'cards', n)}", _belongings(model, side, _)
    if height <= 2:
        row = [*who, (known.ljust(n, "▮"), "$secondary"), (f" {count}", "")]
        row.append((shorter(f" · {belongings}", max(0, width - width_of(row) - 1)), ""))
        return [row, [(f" {shorter(last, width - 2)}", "$muted")]]
    backs = _backs(known.ljust(n, "▒"), height)
    words: list[Row] = [[*who, (count, "")]]
    room = width - len(backs[0])
    for text, style in ((belongings, ""), (last, "$muted")):
        is_short = height <= FAN_ROWS
        line: list[Row] = [[(f" {shorter(text, room - 3)}", style)]]
        words += line if is_short else wrapped_rows(text, style, room)
    words = [[]] * ((height - len(words)) // 2) + words + [[]] * height
    return [[(f"{back} ", "$secondary"), *row] for back, row in zip(backs, words, strict=False)]


def _belongings(model: Model, side: SideShown, _: Texts) -> str:
    """Herd and tokens."""
    counted = is_counted(model.state.options, model.state.phase)
    belongings = [f"{_('Herd')} {herd_drawing(side)}", goods_words(side, _, is_counted=counted)]
    if bonuses := bonuses_drawing(side):
        belongings.append(f"{_('Bonus')} {bonuses}")
    return " · ".join(belongings)


def _backs(faces: str, height: int) -> list[str]:
    """The backs of a hand, as a fan if there are several rows; known cards show their letter."""
    if height <= FAN_ROWS:
        middle = "".join(f"│{face}│" for face in faces)
        return [f" {'╭─╮' * len(faces)}", f" {middle}", f" {'╰─╯' * len(faces)}"]
    drawn = []
    for row in range(height):
        at = 0 if row == 0 else 2 if row == height - 1 else 1
        edge, line = "╭│╰"[at], "─▒─"[at]
        strips = [f"{edge}{face if row == 1 else line}{line * (FAN_STEP - 2)}" for face in faces]
        drawn.append("".join([" ", *strips, FAN_LAST[at] if faces else ""]))
    return [back.ljust(FAN_STEP * HAND_LIMIT + len(FAN_LAST[0]) + 2) for back in drawn]


def stacks_rows(shown: PublicRound, _: Texts) -> list[Row]:
    """The deck and the top card of the discard pile, in one line."""
    row: Row = [(f"{_('Deck')} ", "$muted"), ("▒" * min(shown.deck_stack, 4), "$secondary")]
    row.append((f" {'' if shown.deck is None else shown.deck}", "bold"))
    row.append((f"    {_('Discard')} ", "$muted"))
    if top := shown.discard_top:
        row.append((f" {top} ", f"bold $good-{top.lower()} on $card"))
        row.append((f" {card_name(top, _)}", ""))
    else:
        row.append(("–", "$muted"))
    return [[*row, (f" ({len(shown.discard)})" if shown.discard else " ", "$muted")]]


def log_rows(model: Model, width: int, height: int, title: str, _: Texts) -> list[Row]:
    """The log of the round, newest first, as far as it fits."""
    told = [event for event in model.log if not isinstance(event, CreatedEvent)]
    lines = [(event.words, _is_mine(event, model)) for event in reversed(told[-max(1, height) :])]
    if told and dealt_round(told[0]) == 1 and len(lines) < height:
        lines.append((commitment_words(model.state, _), None))
    rows: list[Row] = [[(title, "$muted")]] if title else []
    below = wrapped_rows(unseen_words(model.round, _) if title else "", "$muted", width)
    room, style = height - len(below) - bool(below), ""
    for line, is_mine in lines:
        if not line:
            continue
        more = _log_entry(line, is_mine, style, width)
        if style and len(rows) + len(more) > room:
            break  # half a sentence would be misleading
        rows += more
        style = "$muted"
    rows = rows[:room]
    return [*rows, *[[]] * (height - len(rows) - len(below)), *below]


def _is_mine(event: AnyEvent, model: Model) -> bool | None:
    if isinstance(event, CreatedEvent | ReadiedEvent | WantedNextEvent) or event.seat is None:
        return None
    return event.seat == model.bottom


def _log_entry(line: str, is_mine: bool | None, style: str, width: int) -> list[Row]:
    """One entry of the log, marked `›` for me and `‹` for the opponent."""
    sign = "bold $mine" if is_mine else "bold"
    rows = Content(line).wrap(max(8, width - 2))
    return [
        [(f"{' ' if at else _MARKS[is_mine]} ", sign), (words.plain, style)]
        for at, words in enumerate(rows)
    ]
