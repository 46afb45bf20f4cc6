"""The table screen: draws a model and passes intents to the controller."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from ...client.controller import TableController
from ...client.link import Link
from ...client.model import Model, Notice
from ...client.words.dock import DockShown, dock_words
from ...session.contract.basics import Phase
from ...session.contract.commands import Next
from ...texts import Texts
from ..keys import bindings
from ..widgets.cards import hand_rows, market_rows
from ..widgets.clock import RunningClock
from ..widgets.dock import DockButtons, button_rows, sentence_rows
from ..widgets.lines import log_rows, opponent_rows, stacks_rows, status_rows
from ..widgets.measures import MOST_WIDTH, Measures, measures
from ..widgets.part import ChoicePart, Draw, Part, Row
from ..widgets.player_panel import PlayerPanel, player_panel_rows
from ..widgets.tokens import Tokens, tokens_rows
from .table_flow import TableFlow


class TableScreen(TableFlow):
    """One match at a table; returns the link to a rematch, or None."""

    AUTO_FOCUS = ""  # nothing has the focus, so Enter plays
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(),
        Binding("left,up", "step_focus(-1)", show=False),
        Binding("right,down", "step_focus(1)", show=False),
    ]

    def __init__(self, link: Link) -> None:
        super().__init__()
        self.controller = TableController(link, lambda: self.app.texts, self)
        self.sizes: Measures = measures(80, 24)
        self.clock = RunningClock()

    def compose(self) -> ComposeResult:
        """The parts, most important first."""
        yield Part(id="status")
        with Horizontal(id="content"):
            with Vertical(id="side"):
                yield Tokens(id="tokens-side")
                yield Part(id="log-side", classes="log")
            with Vertical(id="table"):
                yield Part(id="opponent")
                with Horizontal(id="middle"):
                    yield Tokens(id="tokens-middle")
                    with Vertical(id="offer"):
                        yield Part(id="stacks")
                        yield ChoicePart(id="market")
                with Vertical(id="dock"):
                    yield Part(id="sentence")
                    yield DockButtons(id="buttons")
                with Horizontal(id="below"):
                    yield ChoicePart(id="hand")
                    yield PlayerPanel(id="player-panel")
                yield Part(id="log-below", classes="log")

    def on_mount(self) -> None:
        """Start following the table."""
        self._measure(self.app.size.width, self.app.size.height)
        self.restart_following()
        self.set_interval(1, self._tick)

    # The controller's `TableDisplay`

    def restart_following(self) -> None:
        """Follow the table from the controller's current seat."""
        self.run_worker(self.controller.follow(), group="follow", exclusive=True)

    def later(self, work: Coroutine[Any, Any, object]) -> None:
        """Run something in the background that waits for the link."""
        self.run_worker(work, group="link")

    def redraw(self) -> None:
        """Draw the changed model, and show the screens that are due."""
        if not self.is_mounted:
            return
        if self.controller.model is not None:
            self._draw(self.controller.model)
        elif self.controller.update is not None:
            self._draw_waiting(self.app.texts)
        self.show_due_screen()

    # Drawing

    def _draw(self, model: Model) -> None:
        _, sizes, has_keys = self.app.texts, self.sizes, self.app.preferences.letters
        self.clock.note(model.update.now)
        self._draw_status(model)
        width, is_remote = self._width - sizes.side, self.controller.link.is_remote
        words = dock_words(model, _)
        self._show("opponent", opponent_rows(model, sizes, width, is_remote, _))
        self._show("stacks", stacks_rows(model.round, _))
        self._show("sentence", sentence_rows(words, model, width, _))
        self.tokens.show_choice(partial(tokens_rows, model.round, sizes, _, model))
        choices: dict[str, Draw] = {
            "market": partial(market_rows, model, sizes, has_keys, _),
            "buttons": partial(button_rows, model, words, width, sizes.buttons, _),
            "hand": partial(hand_rows, model, sizes, has_keys, _),
            "player-panel": partial(player_panel_rows, model, sizes, _),
        }
        for name, draw in choices.items():
            self.query_one(f"#{name}", ChoicePart).show_choice(draw)
        title = _("This round") if sizes.side else ""
        log = log_rows(model, (sizes.side or self._width) - 2, sizes.log_rows, title, _)
        self._show("log-side" if sizes.side else "log-below", log)

    def _show(self, name: str, rows: list[Row]) -> None:
        self.query_one(f"#{name}", Part).rows = rows

    def _draw_waiting(self, _: Texts) -> None:
        """Draw the table before the first deal."""
        text = self.controller.sentence() or _("Waiting for your friend")
        words = DockShown(text, "", is_off=True, note="", hint="", tone="plain")
        self._show("sentence", sentence_rows(words, None, self._width, _))

    @property
    def _width(self) -> int:
        """The width of the table, which has a maximum."""
        return min(self.app.size.width, MOST_WIDTH)

    @property
    def tokens(self) -> Tokens:
        """The token piles, in either place."""
        return self.query_one("#tokens-side" if self.sizes.side else "#tokens-middle", Tokens)

    def _tick(self) -> None:
        """Update the clocks between two updates."""
        if self.controller.model is not None and self.clock.is_running:
            self._draw_status(self.controller.model)

    def _draw_status(self, model: Model) -> None:
        clocks, has_keys = self.clock.texts(), self.app.preferences.letters
        self._show("status", status_rows(model, clocks, self._width, has_keys, self.app.texts))

    # Sizes

    def on_resize(self, event: events.Resize) -> None:
        """Apply the measures for the new size."""
        self._measure(event.size.width, event.size.height)
        if self.controller.model is not None:
            self._draw(self.controller.model)

    def _measure(self, width: int, height: int) -> None:
        sizes = self.sizes = measures(width, height)
        heights = {
            "opponent": sizes.opponent,
            "middle": sizes.middle,
            "dock": sizes.dock,
            "below": sizes.hand.height + 1,
            "buttons": sizes.buttons,
            "market": sizes.market.height + 1,
            "tokens-side": sizes.tokens,
            "log-below": max(1, sizes.log_rows),
        }
        for name, rows in heights.items():
            self.query_one(f"#{name}").styles.height = rows
        widths = {
            "side": sizes.side,
            "tokens-middle": sizes.tokens_width,
            "player-panel": sizes.beside,
        }
        for name, columns in widths.items():
            self.query_one(f"#{name}").styles.width = columns
        for name in ("opponent", "middle", "dock", "below"):
            self.query_one(f"#{name}").styles.margin = (sizes.gap, 0, 0, 0)
        for name in ("side", "tokens-middle", "log-below"):
            self.query_one(f"#{name}").display = (name == "side") == (sizes.side > 0)
        if self.focused is not None and not self.focused.display:
            self.set_focus(self.tokens)

    # Intents

    def action_send_intent(self, intent: str, value: int | str) -> None:
        """Handle the intent of a click or of a key that always works."""
        picks = self.controller.picks
        handlers: dict[str, Callable[[], object]] = {
            "pick_market": lambda: picks.pick_card("market", int(value)),
            "pick_hand": lambda: picks.pick_card("hand", int(value)),
            "pick_pile": lambda: picks.pick_pile(str(value)),
            "pick_camels": picks.pick_camels,
            "more": lambda: picks.change(1),
            "less": lambda: picks.change(-1),
            "fill": picks.fill,
            "clear": self._clear,
            "play": self._play,
            "repeat": self.controller.repeat,
            "type": self._type,
            "score": self.score_again,
        }
        handlers[intent]()

    action_send_key_intent = action_send_intent
    """Handle the intent of a character key."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable character keys if they are switched off."""
        del parameters
        return action != "send_key_intent" or self.app.preferences.letters

    def action_step_focus(self, by: int) -> None:
        """Move the focus with arrows that the focused part does not use itself."""
        if self.focused is None:
            self.query_one("#market").focus()
        elif by > 0:
            self.focus_next()
        else:
            self.focus_previous()

    def _clear(self) -> None:
        """Unpick all cards; if none are picked, drop the focus."""
        if self._has_nothing_picked:
            self.set_focus(None)
        self.controller.picks.clear()

    def _play(self) -> None:
        if self.controller.phase is Phase.BETWEEN:
            self.later(self.controller.submit(Next()))
        elif self.controller.phase is Phase.OVER:
            self.end_again()
        elif self.focused not in (None, self.query_one(DockButtons)) and self._has_nothing_picked:
            text = self.app.texts("Space picks what the cursor is on; Enter plays.")
            self.controller.say(Notice(text))
        else:
            self.later(self.controller.play())

    @property
    def _has_nothing_picked(self) -> bool:
        model = self.controller.model
        return model is not None and not model.is_read_only and model.staged.meaning == "none"

    def _type(self) -> None:
        from .typed import TypedScreen

        if self.controller.model is not None and not self.controller.is_watching:
            self.app.push_screen(TypedScreen(self.controller))

    def on_screen_resume(self) -> None:
        """Redraw when the screens above are gone."""
        self.call_after_refresh(self.redraw)
