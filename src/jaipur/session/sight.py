"""What a viewer is shown of a table: built by copying in what may be known, never by taking out.

A seat is shown its own view and the public side of the other; a watcher the public side of both,
as each looks from across the table. The memory aid decides how much of what could be remembered is
printed; programs always get everything that a perfect memory would know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..actions import Sell
from ..errors import Code, SessionError
from ..goods import GOODS, TIERS
from ..match import Match
from ..results import RoundResult
from ..seats import SEATS, BySeat, Seat, other
from ..view import View
from ..view_json import view_to_json
from .explain import blocked_cards, explain_actions
from .happened import letters
from .options import MemoryAid
from .table import Phase, Table

HERD_STACKS = (1, 4, 7)
DECK_STACKS = (1, 11, 21, 31)
"""From how many cards on a stack is drawn one step higher."""
_GOODS = tuple((good, good.letter) for good in GOODS)
_TIERS = tuple(map(str, TIERS))


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whose eyes: a seat, or None for somebody who watches."""

    seat: Seat | None = None
    is_program: bool = False


def seen(table: Table, viewer: Viewer) -> dict[str, Any]:
    """Everything a viewer is shown of a table at its version, as JSON data."""
    aid = aid_for(table, viewer)
    return {
        "table": table.id,
        "seat": viewer.seat,
        "phase": table.phase,
        "options": table.options.to_json(),
        "commitment": table.commitment,
        "seats": [_seat(table, seat) for seat in SEATS],
        "waits_for": list(table.waits_for),
        "round": None if table.match is None else _round(table, table.match, viewer, aid),
        "seals": [0, 0] if table.match is None else list(table.match.seals),
        "results": [] if table.match is None else [result_json(r) for r in table.match.results],
        "ending": _ending(table),
        "rematch": {"offered_by": table.rematch_offer, "table": table.rematch},
        "previous": table.created.previous,
    }


def aid_for(table: Table, viewer: Viewer) -> MemoryAid:
    """The memory aid that a viewer gets."""
    return MemoryAid.FULL if viewer.is_program else table.options.memory_aid


def _seat(table: Table, seat: Seat) -> dict[str, Any]:
    sitting = table.seats[seat]
    return {
        "kind": sitting.kind,
        "name": sitting.name,
        "bot": sitting.bot,
        "ready": table.nonces[seat] is not None,
        "wants_next": table.phase is Phase.BETWEEN and table.wants_next[seat],
        "bank_ms": table.banks[seat] if table.options.clock else None,
    }


def _ending(table: Table) -> dict[str, Any] | None:
    ending = table.ending
    return {"cause": ending.cause, "winner": ending.winner} if ending else None


def _round(table: Table, match: Match, viewer: Viewer, aid: MemoryAid) -> dict[str, Any]:
    """The round being played, or the last one."""
    mine = match.view(viewer.seat or 0)
    across = BySeat(match.view(1), mine) if viewer.seat is None else BySeat(mine, mine)
    shows_counts = aid is not MemoryAid.OFF
    shown: dict[str, Any] = {
        "number": len(match.rounds),
        "starter": mine.starter,
        "turn": mine.turn if table.phase is Phase.PLAYING else None,
        "market": letters(table.market),
        "deck": mine.deck_size if shows_counts else None,
        "deck_stack": _stack(mine.deck_size, DECK_STACKS),
        "discard_top": _discard_top(match),
        "discard": str(mine.discard) if aid is MemoryAid.FULL else None,
        "piles": {letter: list(mine.pile(good)) for good, letter in _GOODS},
        "bonuses_left": dict(zip(_TIERS, mine.bonuses_left, strict=True)),
        "exchanges": mine.exchanges,
        "exchange_limit": mine.exchange_limit,
        "end": mine.end,
        "sides": _sides(table, across, viewer, aid),
        "unseen": None,
        "legal": [],
        "blocked": None,
        "view": None,
    }
    if viewer.seat is not None:
        shown |= _for_the_seat(table, mine, viewer, aid)
    return shown


def _for_the_seat(table: Table, mine: View, viewer: Viewer, aid: MemoryAid) -> dict[str, Any]:
    more: dict[str, Any] = {}
    if aid is MemoryAid.FULL:
        more["unseen"] = str(mine.unseen)
    if viewer.is_program:
        more["view"] = view_to_json(mine)
    if table.phase is Phase.PLAYING and mine.turn == viewer.seat:
        more |= plans(mine)
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
    legal = explain_actions(view)
    return {"legal": legal, "blocked": blocked_cards(view, legal)}


def _sides(
    table: Table, across: BySeat[View], viewer: Viewer, aid: MemoryAid
) -> list[dict[str, Any]]:
    """Both sides of the table; `across` has, for each, the view from which it is looked at."""
    sides = []
    for seat in SEATS:
        view = across[seat]
        side = _own_side(view) if viewer.seat == seat else _public_side(view, aid)
        if table.phase is Phase.OVER and table.match is not None:
            # Hands and bonus values are nobody's secret any more.
            side["hand"] = str(table.match.position.hand(seat))
            side["bonus_values"] = list(table.match.position.bonus_tokens(seat))
        sides.append(side)
    return sides


def _own_side(view: View) -> dict[str, Any]:
    seat = view.seat
    hand, herd, tokens = view.hand, view.herds[seat], _tokens(view, seat)
    return {
        "hand_size": len(hand),
        "hand": str(hand),
        "known": str(view.shown[seat]),
        "herd": herd,
        "herd_stack": _stack(herd, HERD_STACKS),
        "tokens": tokens,
        "token_count": sum(map(len, tokens.values())),
        "goods_rupees": sum(map(sum, tokens.values())),
        "bonus_counts": _tiers(view.bonus_tokens),
        "bonus_values": list(view.bonus_tokens),
    }


def _public_side(across: View, aid: MemoryAid) -> dict[str, Any]:
    """The seat opposite to the one whose view this is."""
    seat = other(across.seat)
    herd, tokens, known = across.herds[seat], _tokens(across, seat), across.opponent_known
    shows_counts = aid is not MemoryAid.OFF
    values = across.opponent_bonus_tokens
    return {
        "hand_size": len(known) + across.opponent_hidden,
        "hand": None,
        "known": str(known) if aid is MemoryAid.FULL else None,
        "herd": herd if shows_counts else None,
        "herd_stack": _stack(herd, HERD_STACKS),
        "tokens": tokens if shows_counts else None,
        "token_count": sum(map(len, tokens.values())),
        "goods_rupees": sum(map(sum, tokens.values())) if shows_counts else None,
        "bonus_counts": dict(zip(_TIERS, across.opponent_bonus_counts, strict=True)),
        "bonus_values": None if values is None else list(values),
    }


def _tokens(view: View, seat: Seat) -> dict[str, tuple[int, ...]]:
    tokens = view.tokens(seat)
    return {letter: tokens[good] for good, letter in _GOODS}


def _tiers(values: tuple[int, ...]) -> dict[str, int]:
    """How many bonus tokens of each tier these values are: 1-3, 4-6 and 8-10."""
    three, four = sum(v <= 3 for v in values), sum(4 <= v <= 6 for v in values)
    return dict(zip(_TIERS, (three, four, len(values) - three - four), strict=True))


def _discard_top(match: Match) -> str | None:
    """The card on top of the discard: the last that was sold in this round."""
    for event in reversed(match.events):
        if isinstance(event.action, Sell):
            return event.action.good.letter
    return None


def _stack(count: int, steps: tuple[int, ...]) -> int:
    return sum(count >= step for step in steps)


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
