"""Between two turns on one device: no hand is here, only what lies open to everybody."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.timer import Timer

from ...seats import Seat
from ...texts import Texts
from ..link import Json
from ..widgets.faces import Size
from ..words.events import event_words
from ..words.names import names_of
from .front import Front
from .parts import Knob, Words
from .spread import Spread

MOST_WIDTH = 180
ROWS_ABOVE = 9
"""Of what is said above the table, in two lines where that is long."""


class Curtain(Front[None]):
    """Says to whom to pass; ends when that person lifts it.

    It gets the update of a watcher, `look(None)`, in which there is no hand to be shown. It cannot
    be lifted at once, so that an Enter too many of who has just played shows nobody's hand.
    """

    PAUSE_SECONDS: ClassVar[float] = 0.7
    """Longer than a key has to be held until it repeats itself."""

    DEFAULT_CSS = """
    Curtain {
        padding: 0 1; align: center middle;
        & > Vertical { max-width: 180; height: auto; }
        #pass {
            text-style: bold; color: $primary; text-align: center; margin-bottom: 1;
            padding: 0 1; border-top: heavy $primary; border-bottom: heavy $primary;
        }
        #happened { text-align: center; margin-bottom: 1; }
        #lifting { height: 1; align-horizontal: center; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "lift", show=False)]

    def __init__(self, update: Json, _: Texts) -> None:
        super().__init__()
        self._ = _
        self._update = update
        self._pause: Timer | None = None

    @property
    def next_seat(self) -> Seat:
        """Whose turn it is."""
        turn: Seat | None = self._update["state"]["round"]["turn"]
        return turn or 0

    def compose(self) -> ComposeResult:
        """To whom to pass, what happened, the button, and the open table."""
        _ = self._
        names = names_of(self._update["state"], _)
        name = names[self.next_seat]
        with Vertical():
            yield Words(_("Pass to {name}", name=name), id="pass")
            yield Words(last_words(self._update["events"], names, _), id="happened")
            with Horizontal(id="lifting"):
                yield Knob(_("I am {name}: show my cards", name=name), id="lift", primary=True)
            yield Spread(_)

    def on_mount(self) -> None:
        """Wait for the right person."""
        self.query_one("#lift").disabled = True
        self._pause = self.set_timer(self.PAUSE_SECONDS, self.get_ready)

    def get_ready(self) -> None:
        """From now on Enter lifts the curtain."""
        self._pause = None
        self.query_one("#lift").disabled = False
        self.query_one("#lift").focus()

    def on_resize(self, event: events.Resize) -> None:
        """Draw the table."""
        state = self._update["state"]
        width = min(event.size.width - 2, MOST_WIDTH)
        size = Size(width, event.size.height - ROWS_ABOVE)
        self.query_one(Spread).show(state, names_of(state, self._), self.next_seat, size)

    def on_button_pressed(self) -> None:
        """The right person is here."""
        self.action_lift()

    def action_lift(self) -> None:
        """The same by a key, wherever the focus is; a key that is held has to be let go first."""
        if self._pause is not None:
            self._pause.reset()
        else:
            self.dismiss(None)


def last_words(log: list[Json], names: tuple[str, str], _: Texts) -> str:
    """What happened last, in words."""
    for event in reversed(log):
        if event["kind"] == "acted" or event.get("round"):
            return event_words(event, names, None, _)
    return ""
