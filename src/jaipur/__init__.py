"""Jaipur: the two-player card game, by the rules of every edition.

>>> from jaipur import Match, SeededDeals, parse_action
>>> match = Match.start(SeededDeals(7).deal(0))
>>> match = match.play(match.position.legal_actions()[0])
"""

from .actions import Action, Exchange, Sell, Take, TakeCamels
from .cards import Cards
from .deals import Deal, KeyedDeals, SeededDeals
from .engine import use_compiled, use_interpreted
from .errors import (
    IllegalAction,
    ImpossiblePosition,
    JaipurError,
    NotationError,
    Reason,
    RecordError,
)
from .events import Event
from .goods import GOODS, Card
from .match import Match, Round
from .notation import action_of_number, number_of, parse_action
from .position import Position
from .results import DecidedBy, EndCause, MatchResult, RoundResult
from .seats import SEATS, BySeat, Seat, other
from .version import __version__
from .view import View

__all__ = [
    "GOODS",
    "SEATS",
    "Action",
    "BySeat",
    "Card",
    "Cards",
    "Deal",
    "DecidedBy",
    "EndCause",
    "Event",
    "Exchange",
    "IllegalAction",
    "ImpossiblePosition",
    "JaipurError",
    "KeyedDeals",
    "Match",
    "MatchResult",
    "NotationError",
    "Position",
    "Reason",
    "RecordError",
    "Round",
    "RoundResult",
    "Seat",
    "SeededDeals",
    "Sell",
    "Take",
    "TakeCamels",
    "View",
    "__version__",
    "action_of_number",
    "number_of",
    "other",
    "parse_action",
    "use_compiled",
    "use_interpreted",
]
