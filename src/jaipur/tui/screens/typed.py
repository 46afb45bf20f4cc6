"""The dialog for typed actions, completed from the legal ones. A choice is only staged."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from ...client.controller import TableController
from ...client.typed import completions, read_action
from ...client.vocabulary import TypedCommand, find_command
from ...client.words.cards import action_words
from ...client.words.dock import reason_words
from ...errors import JaipurError, NotationError
from ...rulebook import NoSuchRule
from ...session.contract.state import Legal
from .controls import Dialog
from .pages import RulesScreen

MOST = 8


class TypedScreen(Dialog[None]):
    """An input with completions; Enter picks the cards, and the table plays them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move('down')", show=False, priority=True),
        Binding("up", "move('up')", show=False, priority=True),
        Binding("tab", "complete", show=False, priority=True),
    ]

    def __init__(self, controller: TableController) -> None:
        super().__init__()
        self._controller = controller
        self._found: list[Legal] = []

    def compose(self) -> ComposeResult:
        """The input, the matching actions and a message."""
        _ = self._controller.texts
        hint = _(
            "+ and what you take, − and what you give or sell: +G, +KKK, −LLL, +DG−LK. "
            "Or a word, such as gold. rules 31 shows a rule."
        )
        with Vertical() as box:
            box.border_title = Content(_("Type an action"))
            yield Input(id="typed", compact=True)
            yield Static(Content(hint), classes="note")
            yield OptionList(id="fitting", markup=False, compact=True)
            yield Static(id="notice")

    def on_mount(self) -> None:
        """Show all actions for an empty input."""
        self.query_one(OptionList).can_focus = False
        self.query_one(Input).focus()
        self._show("")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Update the completions."""
        self._show(event.value)

    def on_input_submitted(self) -> None:
        """Stage the highlighted action, or else the typed one."""
        at = self.query_one(OptionList).highlighted
        if at is not None and at < len(self._found):
            self._stage(self._found[at].action)
        else:
            self._stage_typed()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Stage the clicked action."""
        self._stage(self._found[event.option_index].action)

    async def action_move(self, direction: str) -> None:
        """Highlight another action."""
        await self.query_one(OptionList).run_action(f"cursor_{direction}")

    def action_complete(self) -> None:
        """Complete the input with the highlighted action."""
        if self._found:
            action = self._found[self.query_one(OptionList).highlighted or 0].action
            self.query_one(Input).value = action
            self.query_one(Input).cursor_position = len(action)

    def _show(self, text: str) -> None:
        _, model = self._controller.texts, self._controller.model
        query = _rules_query(text)
        found = completions(text, model.choices, _) if model and query is None else []
        self._found = found[:MOST]
        options = self.query_one(OptionList)
        options.clear_options()
        for legal in self._found:
            notation = legal.action.replace("-", "−")
            options.add_option(Content(f"{notation:<12}{action_words(legal.action, _)}"))
        options.highlighted = 0 if text.strip() and self._found else None
        fitting = _.count(
            "{n} legal action fits. Enter picks its cards.",
            "{n} legal actions fit. Arrow keys choose, Enter picks the cards.",
            len(found),
        )
        if query is not None:
            fitting = _("Enter shows the rules.")
        self._say(fitting if found or query is not None else _("No legal action fits this."))

    def _stage_typed(self) -> None:
        text, model, _ = self.query_one(Input).value, self._controller.model, self._controller.texts
        if not text.strip() or model is None:
            return
        query = _rules_query(text)
        try:
            if query is not None:
                self.app.switch_screen(RulesScreen(_, query))
                return
            self._stage(read_action(text, model.choices))
        except (NotationError, NoSuchRule) as error:
            self._say(_.error(error))

    def _stage(self, action: str) -> None:
        # The table may have changed while the dialog was open.
        if self._controller.picks.stage(action):
            self.dismiss(None)
        else:
            self.run_worker(self._explain(action))

    async def _explain(self, action: str) -> None:
        """Show which rule forbids an action."""
        _ = self._controller.texts
        try:
            checked = await self._controller.link.check(action, self._controller.viewing_seat)
        except JaipurError as error:
            self._say(_.error(error))
            return
        otherwise = _("This action is not legal now.")
        self._say(reason_words(checked.reason, _) if checked.reason else otherwise)

    def _say(self, text: str) -> None:
        self.query_one("#notice", Static).update(Content(text))


def _rules_query(text: str) -> str | None:
    """The query of a rules command, `31` for `rules 31`; None for anything else."""
    found = find_command(text.strip())
    return found[1] if found and found[0] is TypedCommand.RULES else None
