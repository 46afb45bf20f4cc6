"""The home screen: start, resume, replay or delete matches, or take the tutorial."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, OptionList

from ...bots.ladder import FIRST_BOT, LADDER, NAMES, Player
from ...client.local import SavedMatch
from ...client.preferences import Preferences, unnamed
from ...client.vocabulary import welcome_lines
from ...client.words.ending import elo_words, match_words
from ...errors import JaipurError
from ...session.contract.basics import Phase
from ...session.names import LONGEST, clean_name
from ...session.options import MemoryAid, Options
from ...session.table_request import TableRequest
from ...session.words.names import bot_name
from ...texts import Texts
from ..destinations import AtTable, Delete, Destination, NewMatch, ReplaySaved, Tutorial
from .controls import (
    BANNER_WIDTH,
    Banner,
    BaseScreen,
    CompactButton,
    CompactCheckbox,
    CompactRadioSet,
    PlainLabel,
    WrappedOptionList,
    row,
)
from .dialogs import delete_question

TALL, WIDE = 39, 100
"""Terminals of this size have room to describe every bot."""
WELCOME_ROWS = 6
BANNER_ROWS = 9
"""Rows of the banner with its margins."""
FIRST = NAMES.index(FIRST_BOT)
"""The index of the bot preselected for newcomers."""
TOP_RATING = max(player.rating for player in LADDER)
RAIL = 10
RAIL_FROM = 1000
"""Bars begin at a beginner's rating; from zero, the strongest would all look alike."""


class LadderList(WrappedOptionList):
    """The bots, weakest first: name, rating as a bar and a number, and character."""

    def __init__(self, _: Texts) -> None:
        super().__init__([strength_line(one, _) for one in LADDER], FIRST, id="bots")
        self._ = _

    @property
    def chosen(self) -> Player:
        """The highlighted bot."""
        return LADDER[FIRST if self.highlighted is None else self.highlighted]

    def show_characters(self, is_shown: bool) -> None:
        """Show or hide the character of every bot."""
        lines = [
            strength_line(one, self._) + f"\n  {self._.translate(one.character)}" * is_shown
            for one in LADDER
        ]
        self.set_lines(lines)


def strength_line(player: Player, _: Texts) -> str:
    """A bot's name and its rating as a bar and a number."""
    full = min(RAIL, max(0, round(RAIL * (player.rating - RAIL_FROM) / (TOP_RATING - RAIL_FROM))))
    rail = "█" * full + "░" * (RAIL - full)
    return f"{bot_name(player.name, _):<11}{rail} {elo_words(player.rating, _)}"


class MatchList(WrappedOptionList):
    """Unfinished matches, then finished ones."""

    def __init__(self, matches: list[SavedMatch], _: Texts) -> None:
        over = [match for match in matches if match.row.phase is Phase.OVER]
        going_on = [match for match in matches if match.row.phase is not Phase.OVER]
        self._rows: list[SavedMatch | None] = [*going_on, *([None] if over else []), *over]
        self._ = _
        self.is_waiting = bool(going_on)
        self.heading = len(going_on)
        heading = _("Finished") if over else _("None yet: start one.")
        lines = [heading if row is None else self.words_of(row) for row in self._rows]
        first = 0 if going_on else 1 if over else None
        super().__init__(lines or [heading], first, id="matches")

    @property
    def chosen(self) -> SavedMatch | None:
        """The highlighted match."""
        at = self.highlighted
        return None if at is None or at >= len(self._rows) else self._rows[at]

    def words_of(self, kept: SavedMatch) -> str:
        """One line about a match."""
        return match_words(kept.row, self._, is_open_elsewhere=kept.is_open_elsewhere)


class HomeScreen(BaseScreen[Destination]):
    """The app's first screen; returns the chosen destination."""

    CSS_PATH = "home.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("delete,backspace", "delete", show=False)]

    def __init__(
        self,
        matches: list[SavedMatch],
        preferences: Preferences,
        _: Texts,
        *,
        notice: str = "",
        is_back: bool = False,
    ) -> None:
        super().__init__()
        self._ = _
        self._rows = matches
        self._preferences = preferences
        self._notice = notice
        self._is_back = is_back
        """Whether the player returns to it, perhaps with an extra Enter."""

    def compose(self) -> ComposeResult:
        """The header, the choices and the footer."""
        _ = self._
        with Vertical(id="page"):
            yield Banner()
            with Horizontal(id="head"):
                yield PlainLabel("JAIPUR", id="title")
                yield PlainLabel(
                    _("Take, trade and sell better than the other merchant."), id="tagline"
                )
            if self._preferences.is_new:
                with Vertical(id="welcome"):
                    yield PlainLabel("\n".join(welcome_lines(_)))
                    learn = _("Learn in five minutes")
                    yield CompactButton(learn, "learn", id="learn-now", primary=True)
            yield from self._choices()

    def _choices(self) -> ComposeResult:
        """Bots, matches, the options of a new match, and the footer."""
        _ = self._
        with Horizontal(id="columns"):
            with Vertical(id="new"):
                yield PlainLabel(_("Play a bot"), classes="heading")
                yield LadderList(_)
                yield PlainLabel(id="character")
            with Vertical(id="old"):
                yield PlainLabel(_("My matches"), classes="heading")
                yield MatchList(self._rows, _)
                with Horizontal(classes="row", id="match-buttons"):
                    yield CompactButton(_("Resume"), "open", id="open", primary=True)
                    yield CompactButton(_("Delete"), "delete", id="delete")
        with Vertical(id="setting"):
            yield from self._setting()
        yield PlainLabel(self._notice, id="notice")
        with Horizontal(id="foot"):
            yield CompactButton(_("Tutorial"), "learn", id="learn")
            yield CompactButton(_("Preferences"), "app.preferences", id="preferences")
            yield CompactButton(_("Quit"), "app.quit", id="quit")
            yield PlainLabel(_("Tab: next, Enter: select"), id="keys")

    def _setting(self) -> ComposeResult:
        """Names, and the options of a new match."""
        _, usual = self._, Options()
        with Horizontal(classes="row"):
            yield PlainLabel(_("Two people, one device"), classes="label heading")
            yield PlainLabel(_("Other player’s name"), id="other-label")
            yield Input("", _("Player 2"), id="other-name", max_length=LONGEST)
            yield CompactButton(_("Start"), "play_two", id="start")
        name = Input(self._preferences.name, unnamed(_), id="name", max_length=LONGEST)
        yield row(_("Your name"), name)
        aids = [("off", _("Off")), ("counts", _("Counts")), ("full", _("Full"))]
        yield row(_("Memory aid"), CompactRadioSet(aids, usual.memory_aid.value, id="aid"))
        rule = _("Forty exchanges in a row end the round.")
        yield row(_("House rule"), CompactCheckbox(rule, usual.house_rule, id="house-rule"))

    def on_mount(self) -> None:
        """Focus the likeliest choice."""
        matches = self.query_one(MatchList)
        self.query_one("#match-buttons").display = bool(self._rows)
        self._show_details()
        self.set_class(self._preferences.is_new, "is-new")
        if self._preferences.is_new:
            self.query_one("#learn-now").focus()
        elif matches.is_waiting or (self._is_back and self._rows):
            matches.focus()
        elif self._is_back:
            self.query_one("#name").focus()  # Enter moves from there to the bots
        else:
            self.query_one(LadderList).focus()

    def on_resize(self, event: events.Resize) -> None:
        """Describe every bot, not only the highlighted one, if there is room."""
        least = TALL + WELCOME_ROWS * self._preferences.is_new
        is_tall = event.size.height >= least and event.size.width >= WIDE
        has_banner = event.size.height >= least + BANNER_ROWS and event.size.width >= BANNER_WIDTH
        self.set_class(is_tall, "is-tall")
        self.query_one(Banner).display = has_banner
        self.query_one(LadderList).show_characters(is_tall)
        self.query_one("#character").display = not is_tall

    def on_option_list_option_highlighted(self) -> None:
        """Update the details of the highlighted bot or match."""
        self._show_details()

    def _show_details(self) -> None:
        """Show the highlighted bot's character and the highlighted match's action."""
        _ = self._
        bot, match = self.query_one(LadderList).chosen, self.query_one(MatchList).chosen
        self.query_one("#character", PlainLabel).text = _.translate(bot.character)
        is_over = match is not None and match.row.phase is Phase.OVER
        self.query_one("#open", CompactButton).set_label(_("Replay") if is_over else _("Resume"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Play the selected bot, or open the selected match."""
        if isinstance(event.option_list, LadderList):
            self._play(bot=self.query_one(LadderList).chosen.name)
        else:
            self.action_open()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter in the other player's name starts a match for two."""
        if event.input.id == "other-name":
            self.action_play_two()
        else:
            self.query_one(LadderList).focus()

    def action_learn(self) -> None:
        """Start the tutorial."""
        self.dismiss(Tutorial())

    def action_delete(self) -> None:
        """Ask for confirmation to delete the highlighted match."""
        matches = self.query_one(MatchList)
        match = matches.chosen
        if match is None or isinstance(self.focused, Input):
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self.dismiss(Delete(match.row.table))

        self.app.push_screen(delete_question(matches.words_of(match), self._), answered)

    def action_open(self) -> None:
        """Resume or replay the highlighted match."""
        match = self.query_one(MatchList).chosen
        if match is not None:
            row, mine = match.row, match.row.my_seats
            me = mine[0] if len(mine) == 1 else None
            is_over = row.phase is Phase.OVER
            self.dismiss(ReplaySaved(row.table, me) if is_over else AtTable(row.table))

    def action_play_two(self) -> None:
        """Start a match for two."""
        self._play(other_name=self._typed("#other-name") or self._("Player 2"))

    def _play(self, bot: str | None = None, other_name: str | None = None) -> None:
        name = self._typed("#name") or unnamed(self._)
        try:
            clean_name(name)
            if other_name is not None:
                clean_name(other_name)
        except JaipurError as error:
            self.query_one("#notice", PlainLabel).text = self._.error(error)
            return
        self.dismiss(NewMatch(TableRequest(name, bot, other_name, self._chosen_options())))

    def _typed(self, selector: str) -> str:
        return self.query_one(selector, Input).value.strip()

    def _chosen_options(self) -> Options:
        aid = self.query_one("#aid", CompactRadioSet).value
        return Options(MemoryAid(aid), self.query_one("#house-rule", CompactCheckbox).value)
