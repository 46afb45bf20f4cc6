"""The table: draws a model, and hands on what the person wishes."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from ...texts import Texts
from ..desk import Desk
from ..keys import arrows, bindings
from ..link import Json, Link
from ..model import Model, Said
from ..sitting import DeskScreen, Sitting
from ..widgets import shown
from ..widgets.belongings import Belongings
from ..widgets.cards import Cards
from ..widgets.clock import Clock
from ..widgets.dock import Dock, Doing, Sentence, SentenceShown
from ..widgets.lines import Log, Opponent, Stacks, Status
from ..widgets.measures import MOST_WIDTH, Measures, measures
from ..widgets.part import Wish
from ..widgets.tokens import Tokens


class TableScreen(DeskScreen):
    """One table, from the first card to the last; ends with the link to a rematch, or None."""

    AUTO_FOCUS = ""  # Enter plays while nothing has the focus
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(), *arrows()]

    def __init__(self, link: Link) -> None:
        super().__init__()
        self.desk = Desk(link, lambda: self.app.texts, self)
        self.sizes: Measures = measures(80, 24)
        self.clock = Clock()
        self.sitting = Sitting(self)

    def compose(self) -> ComposeResult:
        """In the order in which a person wants to know."""
        yield Status()
        with Horizontal(id="room"):
            with Vertical(id="side"):
                yield Tokens(id="tokens-side")
                yield Log(id="log-side")
            with Vertical(id="table"):
                yield Opponent()
                with Horizontal(id="middle"):
                    yield Tokens(id="tokens-middle")
                    with Vertical(id="offer"):
                        yield Stacks()
                        yield Cards("pick_market", id="market")
                yield Dock()
                with Horizontal(id="below"):
                    yield Cards("pick_hand", id="hand")
                    yield Belongings()
                yield Log(id="log-below")

    def on_mount(self) -> None:
        """Begin to follow the table."""
        self._measure(self.app.size.width, self.app.size.height)
        self.follow_anew()
        self.set_interval(1, self._tick)

    # What the desk asks for

    def follow_anew(self) -> None:
        """Follow the table from now on, with the eyes the desk has now."""
        self.run_worker(self.desk.follow(), group="follow", exclusive=True)

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that waits for the link."""
        self.run_worker(work, group="link")

    def redraw(self) -> None:
        """Draw what has changed, and show what has to come before the table."""
        if not self.is_mounted:
            return
        if self.desk.model is not None:
            self._draw(self.desk.model)
        elif self.desk.update is not None:
            self._draw_waiting(self.app.texts)
        self.sitting.look()

    # Drawing

    def _draw(self, model: Model) -> None:
        _, sizes = self.app.texts, self.sizes
        width = self._width
        has_keys = self.app.preferences.letters
        self.clock.note(model.now)
        new = shown.new_places(model.log, model.seat)
        self._draw_status(model)
        inside, is_remote = width - sizes.side, self.desk.link.is_remote
        self.query_one(Opponent).show(shown.opponent_shown(model, sizes, inside, is_remote, _))
        self.tokens.show(shown.tokens_shown(model, sizes, _))
        self.query_one(Stacks).show(shown.stacks_shown(model, _))
        market = shown.market_shown(model, sizes, new, has_keys, _)
        self.query_one("#market", Cards).show(market)
        self.query_one(Dock).show(shown.dock_shown(model, sizes, inside, _))
        self.query_one("#hand", Cards).show(shown.hand_shown(model, sizes, has_keys, _))
        self.query_one(Belongings).show(shown.belongings_shown(model, sizes, _))
        self._draw_log(model, _)

    def _draw_waiting(self, _: Texts) -> None:
        """No cards are dealt yet."""
        words = self.desk.sentence() or _("Waiting for your friend")
        waiting = SentenceShown(_("What happens"), words, "", "plain", False, self._width)
        self.query_one(Sentence).show(waiting)

    @property
    def _width(self) -> int:
        """Of everything: the table does not become wider for ever."""
        return min(self.app.size.width, MOST_WIDTH)

    @property
    def tokens(self) -> Tokens:
        """The token piles, where they are now."""
        return self.query_one("#tokens-side" if self.sizes.side else "#tokens-middle", Tokens)

    def _draw_log(self, model: Model, _: Texts) -> None:
        rows = self.sizes.log_rows
        if self.sizes.side:
            log = shown.log_shown(model, self.sizes.side - 2, rows, _("This round"), _)
            self.query_one("#log-side", Log).show(log)
        else:
            log = shown.log_shown(model, self._width - 2, rows, "", _)
            self.query_one("#log-below", Log).show(log)

    def _tick(self) -> None:
        """Clocks run on between two reports."""
        if self.desk.model is not None and self.clock.is_running:
            self._draw_status(self.desk.model)

    def _draw_status(self, model: Model) -> None:
        clocks, has_keys = self.clock.texts(), self.app.preferences.letters
        status = shown.status_shown(model, clocks, self._width, has_keys, self.app.texts)
        self.query_one(Status).show(status)

    # Sizes

    def on_resize(self, event: events.Resize) -> None:
        """Measure anew; nothing of the match is touched."""
        self._measure(event.size.width, event.size.height)
        if self.desk.model is not None:
            self._draw(self.desk.model)

    def _measure(self, width: int, height: int) -> None:
        sizes = self.sizes = measures(width, height)
        self._set_height(self.query_one(Opponent), sizes.opponent)
        self._set_height(self.query_one("#middle"), sizes.middle)
        self._set_height(self.query_one(Dock), sizes.dock)
        self._set_height(self.query_one("#below"), sizes.hand.height + 1)
        self._set_height(self.query_one("#doing"), sizes.buttons)
        self._measure_side(sizes)
        self.query_one(Belongings).styles.width = sizes.beside
        self._set_height(self.query_one("#market"), sizes.market.height + 1)
        for part in ("Opponent", "#middle", "Dock", "#below"):
            self.query_one(part).styles.margin = (sizes.gap, 0, 0, 0)

    def _measure_side(self, sizes: Measures) -> None:
        """Piles and log, at the left or beside the market and below."""
        has_side = sizes.side > 0
        side, below = self.query_one("#side"), self.query_one("#log-below")
        tokens = self.query_one("#tokens-middle")
        side.display, below.display = has_side, not has_side
        tokens.display = not has_side
        side.styles.width = sizes.side
        tokens.styles.width = sizes.tokens_width
        self._set_height(self.query_one("#tokens-side"), sizes.tokens)
        self._set_height(below, max(1, sizes.log_rows))
        if self.focused is not None and not self.focused.display:
            self.set_focus(self.tokens)

    @staticmethod
    def _set_height(widget: Widget, rows: int) -> None:
        widget.styles.height = rows

    # Wishes

    def on_wish(self, wish: Wish) -> None:
        """A click, or a key on what has the focus."""
        wish.stop()
        self._do(wish.intent, wish.value)

    def action_wish(self, intent: str, value: int) -> None:
        """A key that always works."""
        self._do(intent, value)

    def action_keyed_wish(self, intent: str, value: int) -> None:
        """A character key."""
        self._do(intent, value)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Character keys can be switched off."""
        del parameters
        return action != "keyed_wish" or self.app.preferences.letters

    def action_step_focus(self, by: int) -> None:
        """Arrows go from part to part where a part does not use them itself."""
        if self.focused is None:
            self.query_one("#market").focus()
        elif by > 0:
            self.focus_next()
        else:
            self.focus_previous()

    def _do(self, intent: str, value: int | str) -> None:
        picks = self.desk.picks
        simple = {
            "pick_camels": picks.pick_camels,
            "more": lambda: picks.change(1),
            "less": lambda: picks.change(-1),
            "fill": picks.fill,
            "clear": self._clear,
            "play": self._play,
            "repeat": self.desk.repeat,
            "type": self._type,
            "help": self.app.action_help,
            "score": self.sitting.score_again,
        }
        if intent == "pick_market":
            picks.pick_market(int(value))
        elif intent == "pick_hand":
            picks.pick_hand(int(value))
        elif intent == "pick_pile":
            picks.pick_pile(str(value))
        else:
            simple[intent]()

    def _clear(self) -> None:
        """Put the cards back; with none picked, let go of the focus."""
        if self._has_nothing_picked:
            self.set_focus(None)
        self.desk.picks.clear()

    def _play(self) -> None:
        if self.desk.phase == "between":
            self.later(self._next_round())
        elif self.desk.phase == "over":
            self.sitting.end_again()
        elif self.focused not in (None, self.query_one(Doing)) and self._has_nothing_picked:
            said = self.app.texts("Space picks what the cursor is on; Enter plays.")
            self.desk.say(Said(said))
        else:
            self.later(self.desk.play())

    @property
    def _has_nothing_picked(self) -> bool:
        model = self.desk.model
        return model is not None and not model.is_read_only and model.staged.meaning == "none"

    async def _next_round(self) -> None:
        await self.desk.give("next")

    def _type(self) -> None:
        from .typed import TypedScreen

        if self.desk.model is not None and not self.desk.is_watching:
            self.app.push_screen(TypedScreen(self.desk))

    def on_screen_resume(self) -> None:
        """What lay over the table is gone."""
        self.call_after_refresh(self.redraw)

    @property
    def state(self) -> Json | None:
        """What the link said last."""
        return self.desk.update["state"] if self.desk.update else None
