"""What a viewer is shown of a table: built by copying in what may be known, never by taking out.

A seat is shown its own view and the public side of the other; a watcher the public side of both,
as each looks from across the table. The memory aid decides how much of what could be remembered is
printed; programs at seats of their own get everything that a perfect memory would know.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import asdict, dataclass
from typing import Any

import orjson

from ..actions import Sell
from ..cards import Cards
from ..decode import Won
from ..errors import Code, SessionError
from ..goods import TIERS
from ..match import Match
from ..position import Position
from ..public import Public
from ..results import RoundResult
from ..seats import SEATS, BySeat, Seat, other
from ..view import View
from ..view_json import view_to_json
from .explain import blocked_cards, explained
from .happened import letters
from .options import MemoryAid
from .revealing import committed_nonce
from .table import Phase, Table

HERD_STACKS = (1, 4, 7)
DECK_STACKS = (1, 11, 21, 31)
"""From how many cards on a stack is drawn one step higher."""
_TIERS = tuple(map(str, TIERS))
Letters = list[str | None]
"""The places of the market."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whose eyes: a seat, or None for somebody who watches."""

    seat: Seat | None = None
    is_program: bool = False
    """Whether it is a program at a seat that a program took."""


def seen(table: Table, viewer: Viewer) -> dict[str, Any]:
    """Everything a viewer is shown of a table at its version, as JSON data."""
    return Sight(table).seen(viewer)


class Sight:
    """One version of a table as it is shown: what is public is made once for all viewers."""

    __slots__ = ("_common", "_round", "_table")

    def __init__(self, table: Table) -> None:
        match = table.match
        self._table = table
        phase = table.phase
        self._round = None if match is None else _Round(table, match, phase)
        self._common: dict[str, Any] = {
            "table": table.id,
            "seat": None,
            "phase": phase,
            "options": table.options.to_json(),
            "commitment": table.commitment,
            "nonce_commitment": committed_nonce(table),
            "seats": [_seat(table, seat, phase) for seat in SEATS],
            "waits_for": list(table.waits_for),
            "round": None,
            "seals": [0, 0] if match is None else list(match.seals),
            "results": [] if match is None else [result_json(r) for r in match.results],
            "ending": _ending(table),
            "rematch": {"offered_by": table.rematch_offer, "table": table.rematch},
            "previous": table.created.previous,
        }

    def seen(self, viewer: Viewer) -> dict[str, Any]:
        """Everything a viewer is shown, as JSON data."""
        shown = self._common.copy()
        shown["seat"] = viewer.seat
        if self._round is not None:
            shown["round"] = self._round.seen(viewer, aid_for(self._table, viewer))
        return shown


def aid_for(table: Table, viewer: Viewer) -> MemoryAid:
    """The memory aid that a viewer gets."""
    return MemoryAid.FULL if viewer.is_program else table.options.memory_aid


def _seat(table: Table, seat: Seat, phase: Phase) -> dict[str, Any]:
    sitting = table.seats[seat]
    return {
        "kind": sitting.kind,
        "name": sitting.name,
        "bot": sitting.bot,
        "ready": table.nonces[seat] is not None,
        "wants_next": phase is Phase.BETWEEN and table.wants_next[seat],
        "bank_ms": table.banks[seat] if table.options.clock else None,
    }


def _ending(table: Table) -> dict[str, Any] | None:
    ending = table.ending
    return asdict(ending) if ending else None


class _Round:
    """The round being played, or the last one: what is public, to which a viewer's own is added."""

    __slots__ = ("_herds", "_phase", "_public", "_table", "_views", "_won")

    def __init__(self, table: Table, match: Match, phase: Phase) -> None:
        self._table = table
        self._phase = phase
        self._views = BySeat(match.view(0), match.view(1))
        any_view = self._views[0]
        self._won = BySeat(any_view.won(0), any_view.won(1))
        self._herds = any_view.herds
        place = len(match.rounds), _discard_top(match)
        self._public = _public_round(any_view, *place, letters(table.market), phase) | {
            "unseen": None,
            "legal": [],
            "blocked": None,
            "view": None,
        }

    def seen(self, viewer: Viewer, aid: MemoryAid) -> dict[str, Any]:
        """The round as a viewer is shown it."""
        shown, mine = self._public.copy(), self._views[viewer.seat or 0]
        if aid is not MemoryAid.OFF:
            shown["deck"] = mine.deck_size
        if aid is MemoryAid.FULL:
            shown["discard"] = str(mine.discard)
        shown["sides"] = [self._side(seat, viewer, aid) for seat in SEATS]
        if viewer.seat is not None:
            shown |= _for_the_seat(self._phase, mine, viewer, aid)
        return shown

    def _side(self, seat: Seat, viewer: Viewer, aid: MemoryAid) -> dict[str, Any]:
        """One side of the table; that of somebody else as it looks from across."""
        if viewer.seat == seat:
            side = _own_side(self._views[seat], self._won[seat], self._herds[seat], aid)
        else:
            side = _public_side(self._views[other(seat)], self._won[seat], self._herds[seat], aid)
        match = self._table.match
        if self._phase is Phase.OVER and match is not None:
            # Hands and bonus values are nobody's secret any more.
            side["hand"] = str(match.position.hand(seat))
            side["bonus_values"] = list(match.position.bonus_tokens(seat))
        return side


def _public_round(
    public: Public, number: int, discard_top: str | None, market: Letters, phase: Phase
) -> dict[str, Any]:
    """What is everybody's to see, with room for what a memory aid adds."""
    return {
        "number": number,
        "starter": public.starter,
        "turn": public.turn if phase is Phase.PLAYING else None,
        "market": market,
        "deck": None,
        "deck_stack": _stack(public.deck_size, DECK_STACKS),
        "discard_top": discard_top,
        "discard": None,
        "piles": public.piles(),
        "bonuses_left": dict(zip(_TIERS, public.bonuses_left, strict=True)),
        "exchanges": public.exchanges,
        "exchange_limit": public.exchange_limit,
        "end": public.end,
        "sides": [],
    }


def open_round(
    position: Position, number: int, discard_top: str | None, market: Letters, phase: Phase
) -> dict[str, Any]:
    """The round with everything face up, but for the deck. Only for a match that is over (R99)."""
    return _public_round(position, number, discard_top, market, phase) | {
        "deck": position.deck_size,
        "discard": str(position.discard),
        "sides": [_open_side(position, seat) for seat in SEATS],
    }


def _open_side(position: Position, seat: Seat) -> dict[str, Any]:
    mine = position.hand(seat), position.shown[seat], position.bonus_tokens(seat)
    return _side(*mine, position.won(seat), position.herds[seat])


def _for_the_seat(phase: Phase, mine: View, viewer: Viewer, aid: MemoryAid) -> dict[str, Any]:
    more: dict[str, Any] = {}
    if aid is MemoryAid.FULL:
        more["unseen"] = str(mine.unseen)
    if viewer.is_program:
        more["view"] = view_to_json(mine)
    if phase is Phase.PLAYING and mine.turn == viewer.seat:
        more |= _plans(mine)
    return more


def view_of(table: Table, seat: Seat) -> View:
    """The view of a seat in the round being played."""
    if table.match is None:
        raise SessionError(Code.NOT_BEGUN, table.version)
    return table.match.view(seat)


def plans_for(table: Table, seat: Seat) -> dict[str, Any]:
    """What a seat could do if it were its turn; nothing between rounds."""
    view = view_of(table, seat)
    if table.phase is not Phase.PLAYING:
        return {"legal": [], "blocked": None}
    return plans(view.as_if_to_act())


def plans(view: View) -> dict[str, Any]:
    """The legal actions of a view with what is to be said about them, and the blocked cards."""
    data: dict[str, Any] = orjson.loads(orjson.dumps(_plans(view)))
    return data


def _plans(view: View) -> dict[str, Any]:
    """The same, with text in place of data where there is much of it."""
    legal = view.legal_codes()
    text = orjson.Fragment(explained(view, legal))
    return {"legal": text, "blocked": blocked_cards(view, legal)}


def _own_side(view: View, won: Won, herd: int, aid: MemoryAid) -> dict[str, Any]:
    known = view.shown[view.seat] if aid is not MemoryAid.OFF else None
    return _side(view.hand, known, view.bonus_tokens, won, herd)


def _side(
    hand: Cards, known: Cards | None, bonuses: tuple[int, ...], won: Won, herd: int
) -> dict[str, Any]:
    """A side to whoever may see all of it."""
    return {
        "hand_size": len(hand),
        "hand": str(hand),
        "known": None if known is None else str(known),
        "herd": herd,
        "herd_stack": _stack(herd, HERD_STACKS),
        "tokens": won.tokens,
        "token_count": won.count,
        "goods_rupees": won.rupees,
        "bonus_counts": _tiers(bonuses),
        "bonus_values": list(bonuses),
    }


def _public_side(across: View, won: Won, herd: int, aid: MemoryAid) -> dict[str, Any]:
    """The seat opposite to the one whose view this is."""
    known, values = across.opponent_known, across.opponent_bonus_tokens
    shows_counts = aid is not MemoryAid.OFF
    return {
        "hand_size": len(known) + across.opponent_hidden,
        "hand": None,
        "known": str(known) if aid is MemoryAid.FULL else None,
        "herd": herd if shows_counts else None,
        "herd_stack": _stack(herd, HERD_STACKS),
        "tokens": won.tokens if shows_counts else None,
        "token_count": won.count,
        "goods_rupees": won.rupees if shows_counts else None,
        "bonus_counts": dict(zip(_TIERS, across.opponent_bonus_counts, strict=True)),
        "bonus_values": None if values is None else list(values),
    }


def _tiers(values: tuple[int, ...]) -> dict[str, int]:
    """How many bonus tokens of each tier these values are: 1-3, 4-6 and 8-10."""
    three, four = sum(v <= 3 for v in values), sum(4 <= v <= 6 for v in values)
    return dict(zip(_TIERS, (three, four, len(values) - three - four), strict=True))


def _discard_top(match: Match) -> str | None:
    """The card on top of the discard: the last that was sold in this round."""
    if not match.position.discard:
        return None  # without looking at each of thousands of exchanges
    for event in reversed(match.events):
        if isinstance(event.action, Sell):
            return event.action.good.letter
    return None


def _stack(count: int, steps: tuple[int, ...]) -> int:
    return bisect_right(steps, count)


def result_json(result: RoundResult) -> dict[str, Any]:
    """The scoring of a round as JSON data, in the order in which it is counted."""
    return {
        "cause": result.cause,
        "camel_token": result.camel_token,
        "goods_rupees": list(result.goods_rupees),
        "bonus_rupees": list(result.bonus_rupees),
        "rupees": list(result.rupees),
        "bonus_tokens": list(result.bonus_tokens),
        "goods_tokens": list(result.goods_tokens),
        "winner": result.winner,
        "decided_by": result.decided_by,
    }
