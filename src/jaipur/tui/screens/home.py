"""The first screen: play a bot or somebody here, go on with a match, look again, learn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, OptionList

from ...errors import JaipurError
from ...session.names import LONGEST, clean_name
from ...session.options import MemoryAid, Options
from ...session.planning import Plan
from ...texts import Texts
from ..link import Json
from ..person import unnamed
from ..preferences import Preferences
from ..words.welcome import welcome_lines
from .banner import BANNER_WIDTH, Banner
from .confirm import delete_question
from .front import Front
from .home_lists import Bots, Matches
from .parts import Field, Knob, OneOf, Tick, Words
from .preferences import PreferencesScreen

TALL, WIDE = 39, 100
"""A screen of this size has room for what each bot is like."""
WELCOME_ROWS = 6
BANNER_ROWS = 9
"""Of the pictures above everything, with what is around them."""


@dataclass(frozen=True, slots=True)
class Play:
    """Begin a match."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on with a match."""

    table: str


@dataclass(frozen=True, slots=True)
class Again:
    """Look at a finished match again."""

    table: str


@dataclass(frozen=True, slots=True)
class Learn:
    """Begin the tutorial."""


@dataclass(frozen=True, slots=True)
class Delete:
    """Delete a match; it was asked twice."""

    table: str


@dataclass(frozen=True, slots=True)
class Prefer:
    """Keep these preferences, and show everything by them."""

    preferences: Preferences


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave the program."""


Choice = Play | Resume | Again | Learn | Delete | Prefer | Quit


class HomeScreen(Front[Choice]):
    """What can be done before there is a table; it ends with one `Choice`."""

    CSS_PATH = "home.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("delete,backspace", "delete", show=False),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]

    def __init__(
        self,
        matches: list[Json],
        preferences: Preferences,
        _: Texts,
        *,
        options: Options | None = None,
        other_name: str = "",
        said: str = "",
        is_back: bool = False,
    ) -> None:
        super().__init__()
        self._ = _
        self._rows = matches
        self._preferences = preferences
        self._options = options or Options()
        self._other_name = other_name
        self._said = said
        self._is_back = is_back
        """Whether somebody comes back to it, maybe with an Enter too many."""

    def compose(self) -> ComposeResult:
        """A head, what can be played, what is agreed for it, and a foot."""
        _ = self._
        with Vertical(id="page"):
            yield Banner()
            with Horizontal(id="head"):
                yield Words("JAIPUR", id="title")
                yield Words(_("Take, trade and sell better than the other merchant."), id="tagline")
            if self._preferences.is_new:
                with Vertical(id="welcome"):
                    yield Words("\n".join(welcome_lines(_)))
                    yield Knob(_("Learn in five minutes"), id="learn-now", primary=True)
            yield from self._choices()

    def _choices(self) -> ComposeResult:
        """What can be played, what is agreed for it, and a foot."""
        _ = self._
        with Horizontal(id="columns"):
            with Vertical(id="new"):
                yield Words(_("Play a bot"), classes="heading")
                yield Bots(_)
                yield Words(id="character")
            with Vertical(id="old"):
                yield Words(_("My matches"), classes="heading")
                yield Matches(self._rows, _)
                with Horizontal(classes="row", id="match-knobs"):
                    yield Knob(_("Go on"), id="open", primary=True)
                    yield Knob(_("Delete"), id="delete")
        with Vertical(id="setting"):
            yield from self._setting()
        yield Words(self._said, id="said")
        with Horizontal(id="foot"):
            yield Knob(_("Tutorial"), id="learn")
            yield Knob(_("Preferences"), id="preferences")
            yield Knob(_("Quit"), id="quit")
            yield Words(_("Tab moves on, Enter chooses"), id="keys")

    def _setting(self) -> ComposeResult:
        """Names, and the options of a new match."""
        _ = self._
        with Horizontal(classes="row"):
            yield Words(_("Two people, one device"), classes="label heading")
            yield Words(_("The other’s name"), id="other-label")
            yield Field(self._other_name, _("Player 2"), id="other-name", longest=LONGEST)
            yield Knob(_("Start"), id="start")
        with Horizontal(classes="row"):
            yield Words(_("Your name"), classes="label")
            yield Field(self._preferences.name, unnamed(_), id="name", longest=LONGEST)
        aids = [("off", _("Off")), ("counts", _("Counts")), ("full", _("Full"))]
        with Horizontal(classes="row"):
            yield Words(_("Memory aid"), classes="label")
            yield OneOf(aids, self._options.memory_aid.value, id="aid")
        with Horizontal(classes="row"):
            yield Words(_("House rule"), classes="label")
            rule = _("Forty exchanges in a row end the round.")
            yield Tick(rule, self._options.house_rule, id="house-rule")

    def on_mount(self) -> None:
        """The likely wish has the focus."""
        matches = self.query_one(Matches)
        self.query_one("#match-knobs").display = bool(self._rows)
        self._tell()
        self.set_class(self._preferences.is_new, "is-new")
        if self._preferences.is_new:
            self.query_one("#learn-now").focus()
        elif matches.is_waiting or (self._is_back and self._rows):
            matches.focus()
        elif self._is_back:
            self.query_one("#name").focus()  # Enter leads from there to the bots
        else:
            self.query_one(Bots).focus()

    def on_resize(self, event: events.Resize) -> None:
        """With more room every bot says what it is like, not only the one chosen."""
        least = TALL + WELCOME_ROWS * self._preferences.is_new
        is_tall = event.size.height >= least and event.size.width >= WIDE
        has_banner = event.size.height >= least + BANNER_ROWS and event.size.width >= BANNER_WIDTH
        self.set_class(is_tall, "is-tall")
        self.query_one(Banner).display = has_banner
        self.query_one(Bots).tell_all(is_tall)
        self.query_one("#character").display = not is_tall

    def on_option_list_option_highlighted(self) -> None:
        """Another bot or another match is chosen."""
        self._tell()

    def _tell(self) -> None:
        """Say what the chosen bot is like, and what can be done with the chosen match."""
        _ = self._
        bot, row = self.query_one(Bots).chosen, self.query_one(Matches).chosen
        self.query_one("#character", Words).say(_.translate(bot.character))
        is_over = row is not None and row["phase"] == "over"
        self.query_one("#open", Knob).name_it(_("Look again") if is_over else _("Go on"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A bot or a match was chosen."""
        if isinstance(event.option_list, Bots):
            self._play(bot=self.query_one(Bots).chosen.name)
        else:
            self._open_match()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter after the other's name begins a match of two people."""
        if event.input.id == "other-name":
            self._play_two()
        else:
            self.query_one(Bots).focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """One of the buttons."""
        event.stop()
        match event.button.id:
            case "learn" | "learn-now":
                self.dismiss(Learn())
            case "start":
                self._play_two()
            case "open":
                self._open_match()
            case "delete":
                self.action_delete()
            case "preferences":
                asked = PreferencesScreen(self._preferences, self._)
                self.app.push_screen(asked, self._prefer)
            case "quit":
                self.dismiss(Quit())

    def _prefer(self, chosen: Preferences | None) -> None:
        if chosen is not None:
            self.dismiss(Prefer(chosen))

    def action_delete(self) -> None:
        """Ask whether the chosen match is to be deleted."""
        matches = self.query_one(Matches)
        row = matches.chosen
        if row is None or isinstance(self.focused, Input):
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self.dismiss(Delete(row["table"]))

        self.app.push_screen(delete_question(matches.words_of(row), self._), answered)

    def _open_match(self) -> None:
        row = self.query_one(Matches).chosen
        if row is not None:
            table = row["table"]
            self.dismiss(Again(table) if row["phase"] == "over" else Resume(table))

    def _play_two(self) -> None:
        self._play(other_name=self._typed("#other-name") or self._("Player 2"))

    def _play(self, bot: str | None = None, other_name: str | None = None) -> None:
        name = self._typed("#name") or unnamed(self._)
        try:
            clean_name(name)
            if other_name is not None:
                clean_name(other_name)
        except JaipurError as error:
            self.query_one("#said", Words).say(self._.error(error))
            return
        self.dismiss(Play(Plan(name, bot, other_name, self._chosen_options())))

    def _typed(self, selector: str) -> str:
        return self.query_one(selector, Input).value.strip()

    def _chosen_options(self) -> Options:
        aid = self.query_one("#aid", OneOf).value
        return Options(MemoryAid(aid), self.query_one("#house-rule", Tick).value)
