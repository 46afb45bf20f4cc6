"""What a seat sees and what a watcher sees: projections of a table for one viewer.

A projection is built by copying in what the viewer may know, never by removing secrets.

A seat (`_seat_only_fields`) sees its own side and the public side of its opponent. A watcher, a
`Viewer` without a seat, sees only the public side of both players, as each looks to their opponent.
The memory aid decides how much of what players could remember is shown; programs with a seat of
their own see everything that a perfect memory would know.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any, NamedTuple

from ..actions import Sell
from ..cards import Cards
from ..decode import Won
from ..errors import Code, SessionError
from ..goods import TIERS
from ..match import Match
from ..position import Position
from ..public import Public
from ..seats import SEATS, BySeat, Seat, other
from ..texts import texts
from ..view import View
from ..view_json import view_to_json
from .commands import open_seat
from .contract.basics import Market, Phase
from .contract.responses import Invitation, LegalActions, OpenRound
from .contract.state import RematchShown, Result, RoundShown, SeatShown, SideShown, State
from .explain import blocked_cards, explained
from .nonce_reveal import committed_nonce
from .options import MemoryAid
from .public_events import letters
from .table import Table
from .words.names import names_of
from .words.wording import ending_with_words, result_with_words

HERD_STACKS = (1, 4, 7)
DECK_STACKS = (1, 11, 21, 31)
"""The sizes from which a stack of cards is drawn one step higher."""
_TIERS = tuple(map(str, TIERS))


class Viewer(NamedTuple):
    """Who looks at a table: a seat, or a watcher (no seat)."""

    seat: Seat | None = None
    is_program: bool = False
    """Whether the viewer is a program, at a seat that a program took."""
    language: str = ""
    """The language for sentences; empty: no sentences."""


WATCHER = Viewer()
"""Somebody without a seat."""


def state_for(table: Table, viewer: Viewer) -> State:
    """Everything one viewer, a seat or a watcher, sees of a table at its version."""
    return Projection(table).state_for(viewer)


class Projection:
    """The projections of one version of a table; the public part is built once for all viewers."""

    __slots__ = ("_common", "_round", "_table")

    def __init__(self, table: Table) -> None:
        match = table.match
        self._table = table
        phase = table.phase
        self._round = None if match is None else _RoundParts(table, match, phase)
        self._common: dict[str, Any] = {
            "table": table.id,
            "phase": phase,
            "options": table.options,
            "commitment": table.commitment,
            "nonce_commitment": committed_nonce(table),
            "seats": tuple(_seat(table, seat, phase) for seat in SEATS),
            "waits_for": table.waits_for,
            "seals": (0, 0) if match is None else match.seals.pair,
            "results": () if match is None else tuple(map(Result.of, match.results)),
            "ending": table.ending,
            "rematch": RematchShown(table.rematch_offer, table.rematch),
            "previous": table.created.previous,
        }

    def state_for(self, viewer: Viewer) -> State:
        """Everything one viewer sees."""
        shown, common = None, self._common
        if self._round is not None:
            shown = self._round.round_for(viewer, aid_for(self._table, viewer))
        if viewer.language and (common["results"] or common["ending"]):
            common = common | _with_words(self._table, viewer, common["results"])
        return State(seat=viewer.seat, round=shown, **common)


def _with_words(table: Table, viewer: Viewer, results: tuple[Result, ...]) -> dict[str, Any]:
    """The results of rounds and the ending of the match, with sentences for a viewer."""
    seat, _ = viewer.seat, texts(viewer.language)
    names = names_of(table.seats, _)
    ending = table.ending
    return {
        "results": tuple(result_with_words(one, names, seat, viewer.language) for one in results),
        "ending": ending and ending_with_words(ending, names, seat, _),
    }


def aid_for(table: Table, viewer: Viewer) -> MemoryAid:
    """The memory aid for a viewer; programs remember everything."""
    return MemoryAid.FULL if viewer.is_program else table.options.memory_aid


def _seat(table: Table, seat: Seat, phase: Phase) -> SeatShown:
    holder = table.seats[seat]
    return SeatShown(
        holder.kind,
        holder.name,
        holder.bot,
        table.nonces[seat] is not None,
        phase is Phase.BETWEEN and table.wants_next[seat],
        table.banks[seat] if table.options.clock else None,
    )


class _RoundParts:
    """The current or last round: the public part, to which a viewer's own part is added."""

    __slots__ = ("_herds", "_phase", "_public", "_table", "_views", "_won")

    def __init__(self, table: Table, match: Match, phase: Phase) -> None:
        self._table = table
        self._phase = phase
        self._views = BySeat(match.view(0), match.view(1))
        any_view = self._views[0]
        self._won = BySeat(any_view.won(0), any_view.won(1))
        self._herds = any_view.herds
        place = len(match.rounds), _discard_top(match)
        self._public = _public_round(any_view, *place, letters(table.market), phase)

    def round_for(self, viewer: Viewer, aid: MemoryAid) -> RoundShown:
        """The round as one viewer sees it; a watcher gets the public fields only."""
        mine = self._views[viewer.seat or 0]
        own = {} if viewer.seat is None else _seat_only_fields(self._phase, mine, viewer, aid)
        return RoundShown(
            **self._public,
            deck=mine.deck_size if aid is not MemoryAid.OFF else None,
            discard=str(mine.discard) if aid is MemoryAid.FULL else None,
            sides=(self._side(0, viewer, aid), self._side(1, viewer, aid)),
            **own,
        )

    def _side(self, seat: Seat, viewer: Viewer, aid: MemoryAid) -> SideShown:
        """One side of the table: the viewer's own, or another as its opponent sees it."""
        won, herd = self._won[seat], self._herds[seat]
        match = self._table.match
        is_over = self._phase is Phase.OVER and match is not None
        # After the match, hands and bonus values are no longer secret.
        open_hand = match.position if is_over and match is not None else None
        if viewer.seat == seat:
            return _own_side(self._views[seat], won, herd, aid, open_hand)
        return _public_side(self._views[other(seat)], won, herd, aid, open_hand)


def _public_round(
    public: Public, number: int, discard_top: str | None, market: Market, phase: Phase
) -> dict[str, Any]:
    """What everybody sees, without the sides and the fields that depend on the memory aid."""
    return {
        "number": number,
        "starter": public.starter,
        "turn": public.turn if phase is Phase.PLAYING else None,
        "market": market,
        "deck_stack": _stack(public.deck_size, DECK_STACKS),
        "discard_top": discard_top,
        "piles": public.piles(),
        "bonuses_left": dict(zip(_TIERS, public.bonuses_left, strict=True)),
        "exchanges": public.exchanges,
        "exchange_limit": public.exchange_limit,
        "end": public.end,
    }


def open_round(
    position: Position, number: int, discard_top: str | None, market: Market, phase: Phase
) -> OpenRound:
    """A round with everything face up. Only for a match that is over (R99)."""
    return OpenRound(
        **_public_round(position, number, discard_top, market, phase),
        deck=position.deck_size,
        discard=str(position.discard),
        sides=(_open_side(position, 0), _open_side(position, 1)),
        deck_cards="".join(card.letter for card in position.deck),
    )


def _open_side(position: Position, seat: Seat) -> SideShown:
    mine = position.hand(seat), position.shown[seat], position.bonus_tokens(seat)
    return _side(*mine, position.won(seat), position.herds[seat])


def _seat_only_fields(phase: Phase, mine: View, viewer: Viewer, aid: MemoryAid) -> dict[str, Any]:
    """What only the seat itself sees: never given to a watcher or to the opponent."""
    more: dict[str, Any] = {}
    if aid is MemoryAid.FULL:
        more["unseen"] = str(mine.unseen)
    if viewer.is_program:
        more["view"] = view_to_json(mine)
    if phase is Phase.PLAYING and mine.turn == viewer.seat:
        legal = mine.legal_codes()
        more["legal"], more["blocked"] = explained(mine, legal), blocked_cards(mine, legal)
    return more


def view_of(table: Table, seat: Seat) -> View:
    """The view of a seat in the round being played."""
    if table.match is None:
        raise SessionError(Code.NOT_BEGUN, table.version)
    return table.match.view(seat)


def legal_actions_for(table: Table, seat: Seat) -> LegalActions:
    """What a seat could do if it were its turn; empty between rounds."""
    view = view_of(table, seat)
    if table.phase is not Phase.PLAYING:
        return LegalActions(table.version, (), None)
    return legal_actions(view.as_if_to_act(), table.version)


def legal_actions(view: View, version: int = 0) -> LegalActions:
    """The legal actions of a view with their consequences, and the blocked cards."""
    legal = view.legal_codes()
    return LegalActions(version, explained(view, legal), blocked_cards(view, legal))


def invitation_of(table: Table) -> Invitation:
    """What an invited person may see of a table before taking the seat."""
    return Invitation(
        table=table.id,
        version=table.version,
        host=table.seats[0].name,
        options=table.options,
        commitment=table.commitment,
        nonce_commitment=committed_nonce(table),
        open=open_seat(table) is not None,
    )


def _own_side(
    view: View, won: Won, herd: int, aid: MemoryAid, position: Position | None
) -> SideShown:
    known = view.shown[view.seat] if aid is not MemoryAid.OFF else None
    hand = view.hand if position is None else position.hand(view.seat)
    return _side(hand, known, view.bonus_tokens, won, herd)


def _side(
    hand: Cards, known: Cards | None, bonuses: tuple[int, ...], won: Won, herd: int
) -> SideShown:
    """A side in full, for viewers who may see all of it."""
    return SideShown(
        len(hand),
        str(hand),
        None if known is None else str(known),
        herd,
        _stack(herd, HERD_STACKS),
        won.tokens,
        won.count,
        won.rupees,
        _tiers(bonuses),
        bonuses,
    )


def _public_side(
    across: View, won: Won, herd: int, aid: MemoryAid, position: Position | None
) -> SideShown:
    """The side of the opponent of this view's seat; `position` once the match is over."""
    known, values, seat = across.opponent_known, across.opponent_bonus_tokens, other(across.seat)
    shows_counts = aid is not MemoryAid.OFF
    return SideShown(
        len(known) + across.opponent_hidden,
        None if position is None else str(position.hand(seat)),
        str(known) if aid is MemoryAid.FULL else None,
        herd if shows_counts else None,
        _stack(herd, HERD_STACKS),
        won.tokens if shows_counts else None,
        won.count,
        won.rupees if shows_counts else None,
        dict(zip(_TIERS, across.opponent_bonus_counts, strict=True)),
        values if position is None else position.bonus_tokens(seat),
    )


def _tiers(values: tuple[int, ...]) -> dict[str, int]:
    """How many bonus tokens of each tier these values are: 1-3, 4-6 and 8-10."""
    three, four = sum(v <= 3 for v in values), sum(4 <= v <= 6 for v in values)
    return dict(zip(_TIERS, (three, four, len(values) - three - four), strict=True))


def _discard_top(match: Match) -> str | None:
    """The top card of the discard pile: the last one sold in this round."""
    if not match.position.discard:
        return None  # avoids scanning thousands of exchanges
    for event in reversed(match.events):
        if isinstance(event.action, Sell):
            return event.action.good.letter
    return None


def _stack(count: int, steps: tuple[int, ...]) -> int:
    return bisect_right(steps, count)
