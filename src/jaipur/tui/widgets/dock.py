"""The dock: the current action in one sentence, and the button that plays it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.reactive import reactive

from ...client.model import Model
from ...client.selection import fill_with_camels
from ...client.words.dock import DockShown
from ...session.contract.basics import Phase
from ...texts import Texts
from .part import (
    LAST,
    ChoicePart,
    Draw,
    Row,
    clickable,
    intent_action,
    shorter,
    width_of,
    wrapped_rows,
)


def sentence_rows(words: DockShown, model: Model | None, width: int, _: Texts) -> list[Row]:
    """The title line, the sentence and, below news, a hint.

    The model is None before the first deal. Errors are also marked by a sign.
    """
    title = _("What is happening") if model is None or model.is_read_only else _("Your action")
    line, colour = ("━", "bold $primary") if model and model.is_mine else ("─", "$muted")
    is_error = words.tone == "error"
    sentence = f"! {words.sentence}" if is_error else words.sentence
    return [
        [(f"{line} {title} ".ljust(width, line), colour)],
        *wrapped_rows(sentence, "bold $error" if is_error else "bold", width),
        *wrapped_rows(words.hint, "$muted", width),
    ]


class DockButtons(ChoicePart):
    """Chips on the left, buttons on the right. Enter also presses a button."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "press", show=False)]
    cursor: reactive[int] = reactive(LAST)

    def show_choice(self, draw: Draw) -> None:
        """Draw the rows, and move the cursor to the main button when the picks have changed."""
        before = self._bare
        super().show_choice(draw)
        if self._bare != before:
            self.cursor = LAST


def button_rows(
    model: Model, words: DockShown, width: int, height: int, _: Texts, cursor: str | None = None
) -> list[Row]:
    """`G P ⇄ L ?`, then the buttons, centred in taller docks."""
    buttons: Row = []
    for one in _buttons(model, words, cursor, _):
        buttons += [(" ", ""), *one]
    room = width - 2 - width_of(buttons)
    chips = _chips(model, words.note, room)
    line = [(" ", ""), *chips, (" " * max(0, room - width_of(chips)), ""), *buttons]
    blank = [(" " * width_of([segment]), segment[1]) for segment in line]
    around = [blank] * ((height - 1) // 2)
    return [*around, line, *around]


def _buttons(model: Model, words: DockShown, cursor: str | None, _: Texts) -> Iterator[Row]:
    """The buttons from left to right; the last one is the main button."""
    phase, is_off = model.state.phase, words.is_off
    if phase in (Phase.BETWEEN, Phase.OVER):
        if model.state.results:
            yield button("score", _("Score"), cursor)
        if phase is Phase.OVER:
            yield button("play", _("See the match"), cursor, is_main=True)
        elif not model.is_read_only:
            yield button("play", _("Next round"), cursor, is_off=is_off, is_main=True)
        return
    if not model.is_pending and fill_with_camels(model.selection, model.choices):
        yield button("fill", _("Fill with camels"), cursor)
    if model.staged.meaning != "none":
        yield button("clear", _("Clear"), cursor)
    if not model.is_read_only:
        yield button("play", words.label, cursor, is_off=is_off, is_main=True)


def button(
    intent: str, label: str, cursor: str | None, *, is_off: bool = False, is_main: bool = False
) -> Row:
    """A clickable label in brackets, recognisable as a button without colours."""
    style = "bold $button-word on $button-face" if is_main else "$foreground on $panel"
    left, right = "[]"
    if is_off:  # disabled
        style, left, right = "$button-off-word on $button-off", "(", ")"
    if intent_action(intent) == cursor:
        style, left, right = f"bold {style}", "▶", "◀"
    return clickable([(f"{left} {label} {right}", style)], intent_action(intent))


def _chips(model: Model, note: str, room: int) -> Row:
    """The picked cards as letters, with `?` for cards still to take or give."""
    selection, missing = model.selection, model.staged.to_give
    taken = "".join(card for _place, card in selection.market) + "?" * -missing
    given = "".join(card for _index, card in selection.hand)
    given += "K" * selection.camels + "?" * missing
    is_wide = 4 * len(taken + given) + 2 + len(note) <= room
    row: Row = []
    for at, letter in enumerate(taken + given):
        if taken and at == len(taken):
            row.append(("⇄ ", "bold"))
        kind = "$muted" if letter == "?" else f"$good-{letter.lower()}"
        text = f" {letter} " if is_wide else letter
        row += [(text, f"bold {kind} on $card"), (" ", "")]
    return [*row, (shorter(note, room - width_of(row)), "$muted")]
