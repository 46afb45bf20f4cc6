"""Jaipur: the two-player card game, by the rules of every edition.

>>> from jaipur import Match, SeededDeals, parse_action
>>> match = Match.start(SeededDeals(7).deal(0))
>>> match = match.play(match.position.legal_actions()[0])
"""

from .version import __version__

TYPE_CHECKING = False
"""Like `typing.TYPE_CHECKING`, without the slow import: the command must start fast."""

if TYPE_CHECKING:
    from .actions import Action, Exchange, Sell, Take, TakeCamels
    from .active_kernel import use_compiled, use_interpreted
    from .cards import Cards
    from .deals import Deal, KeyedDeals, SeededDeals
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

_NAMES = {
    "actions": "Action Exchange Sell Take TakeCamels",
    "cards": "Cards",
    "deals": "Deal KeyedDeals SeededDeals",
    "active_kernel": "use_compiled use_interpreted",
    "errors": "IllegalAction ImpossiblePosition JaipurError NotationError Reason RecordError",
    "events": "Event",
    "goods": "GOODS Card",
    "match": "Match Round",
    "notation": "action_of_number number_of parse_action",
    "position": "Position",
    "results": "DecidedBy EndCause MatchResult RoundResult",
    "seats": "SEATS BySeat Seat other",
    "view": "View",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import lazily, so that the command can handle Ctrl-C before everything is loaded."""
        from importlib import import_module

        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f".{_MODULES[name]}", __name__), name)

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
