"""The help of the replay: its keys, and how to read the analysis."""

from __future__ import annotations

from textual.screen import Screen

from ...client.review import SIGNS
from ...session.words.review import mark_name
from ...texts import Texts
from ..widgets.curve import HERE
from ..widgets.part import Row
from .pages import HEADING, HelpScreen, pair_rows
from .replay import ReplayScreen


def help_for(screen: Screen[object], _: Texts, *, has_letters: bool) -> HelpScreen:
    """The help for a screen: the replay has its own."""
    page = ReplayHelp if isinstance(screen, ReplayScreen) else HelpScreen
    return page(_, has_letters=has_letters)


class ReplayHelp(HelpScreen):
    """The keys of the replay, and what its chart and signs mean."""

    def rows(self, width: int) -> list[Row]:
        """The whole help."""
        del width
        return [*_keys(self._, self._has_letters), *_analysis(self._)]


def _keys(_: Texts, has_letters: bool) -> list[Row]:
    pairs = [
        ("← →", _("One step back or forward")),
        (_("PgUp PgDn"), _("To the beginning of a round")),
        (_("Home End"), _("To the beginning or the end of the match")),
        (_("Space"), _("Play by itself, or pause")),
    ]
    if has_letters:
        pairs += [
            ("n p", _("To the next or the previous marked decision")),
            ("a", _("Show or hide the analysis")),
        ]
    pairs.append((_("Esc"), _("Close")))
    return [[(_("Keys"), HEADING)], *pair_rows(pairs), []]


def _analysis(_: Texts) -> list[Row]:
    about = [
        _("The chart shows the chance to win the match, upwards for the first name."),
        _("Below are the marks, and {here} for the step shown; a click goes to a step.", here=HERE),
        _("A decision is judged by what the player could know, not by what came of it."),
        _("Points are percentage points of the chance to win the round or the match."),
    ]
    signs = pair_rows([(sign, mark_name(mark, _)) for mark, sign in SIGNS.items()])
    return [[(_("The analysis"), HEADING)], *signs, *([(f"· {one}", "")] for one in about), []]
