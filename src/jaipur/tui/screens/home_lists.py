"""The two lists of the first screen: the ladder of bots, and the matches of this computer."""

from __future__ import annotations

from ...bots.players import LADDER, Player
from ...texts import Texts
from ..link import Json
from ..words.ending import elo_words, match_words
from ..words.names import bot_name
from .parts import Line, Lines

FIRST_BOT = 1
"""The place of the bot that a newcomer plays: the mildest that plays at all."""
TOP_RATING = max(player.rating for player in LADDER)
RAIL = 10
RAIL_FROM = 1000
"""Bars begin at a beginner's rating: from zero the strongest would all look alike."""


class Bots(Lines):
    """The ladder, weakest first: name, strength drawn and in figures, and character."""

    def __init__(self, _: Texts) -> None:
        super().__init__(
            [Line(strength_line(player, _)) for player in LADDER], FIRST_BOT, id="bots"
        )
        self._ = _

    @property
    def chosen(self) -> Player:
        """The bot that is chosen."""
        return LADDER[FIRST_BOT if self.highlighted is None else self.highlighted]

    def tell_all(self, wish: bool) -> None:
        """Whether each bot also says what it is like."""
        _ = self._
        more = [f"\n  {_.translate(player.character)}" if wish else "" for player in LADDER]
        lines = (Line(strength_line(one, _) + said) for one, said in zip(LADDER, more, strict=True))
        self.set_lines(tuple(lines))


def strength_line(player: Player, _: Texts) -> str:
    """The name of a bot and how strong it is, drawn and in figures."""
    full = min(RAIL, max(0, round(RAIL * (player.rating - RAIL_FROM) / (TOP_RATING - RAIL_FROM))))
    rail = "█" * full + "░" * (RAIL - full)
    return f"{bot_name(player.name, _):<11}{rail} {elo_words(player.rating, _)}"


class Matches(Lines):
    """Unfinished matches, then finished ones."""

    def __init__(self, rows: list[Json], _: Texts) -> None:
        going_on = [row for row in rows if row["phase"] != "over"]
        over = [row for row in rows if row["phase"] == "over"]
        self._rows: list[Json | None] = [*going_on, *([None] if over else []), *over]
        self._ = _
        self.is_waiting = bool(going_on)
        lines = [self._line(row) for row in self._rows]
        first = 0 if going_on else 1 if over else None
        super().__init__(lines or [Line(_("None yet: begin one."), True)], first, id="matches")

    def _line(self, row: Json | None) -> Line:
        return Line(self._("Finished"), True) if row is None else Line(self.words_of(row))

    @property
    def chosen(self) -> Json | None:
        """The row of the match that is chosen."""
        at = self.highlighted
        return None if at is None or at >= len(self._rows) else self._rows[at]

    def words_of(self, row: Json) -> str:
        """One line about a match."""
        return match_words(row, self._)
