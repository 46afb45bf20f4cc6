"""Reasons: which statistics of the rollouts tell the best action from the one played.

A reason must speak for the better action: more tokens, bonus tokens, camels or room for the seat
that decides, less for the opponent, or fewer of the opponent's best replies. Differences within the
noise are left out, and the most telling come first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import hypot
from typing import Final

from ..actions import Action
from ..goods import GOODS, HAND_LIMIT
from ..kernel.knowledge import act_in_view
from ..notation import code_of
from ..seats import Seat, other
from ..view import View
from .judging import SURE, JudgedView, Statistics
from .model import JudgedReason, ReasonKind, Reply
from .statistics import ALL_RUPEES, BONUSES, CAMELS, ENDS, REPLY, RUPEES

MOST_REASONS: Final = 4
TELLING: Final = {
    ReasonKind.REPLY: 0.20,
    ReasonKind.TOKENS: 2.0,
    ReasonKind.BONUS: 0.25,
    ReasonKind.CAMELS: 1.5,
    ReasonKind.ROOM: 2.0,
    ReasonKind.END: 0.15,
}
"""The difference that tells as much as any other of this list: shares, rupees, tokens, cards."""
LEAST: Final = 0.5
"""The least share of such a difference that is worth a sentence."""


def reasons_for(view: View, verdict: JudgedView) -> tuple[JudgedReason, ...]:
    """Return the reasons why the best action is better than the one played, most telling first."""
    best, played, me = verdict.of_best, verdict.of_played, view.seat
    if not (best.worlds and played.worlds):
        return ()
    them = other(me)
    sides = list(enumerate((me, them)))
    found = [
        *_replies(best, played, them),
        *_tokens(best, played, me),
        *(_reason(ReasonKind.BONUS, best, played, BONUSES + side, seat) for side, seat in sides),
        *(_reason(ReasonKind.END, best, played, ENDS + side, seat) for side, seat in sides),
        _reason(ReasonKind.CAMELS, best, played, CAMELS, me),
        _room(view, verdict, me),
    ]
    telling = [one for one in found if one is not None and _weight(one, me) >= LEAST]
    ranked = sorted(telling, key=lambda one: -_weight(one, me))
    return tuple(_without_repeats(ranked))[:MOST_REASONS]


def _reason(
    kind: ReasonKind, best: Statistics, played: Statistics, cell: int, seat: Seat
) -> JudgedReason | None:
    """A reason from one statistic; None if the difference is within the noise."""
    numbers = float(best.means[cell]), float(played.means[cell])
    noise = SURE * hypot(float(best.errors[cell]), float(played.errors[cell]))
    if abs(numbers[0] - numbers[1]) <= noise:
        return None
    return JudgedReason(kind, *numbers, seat, best.plies)


def _replies(best: Statistics, played: Statistics, them: Seat) -> Iterator[JudgedReason]:
    """The kinds of reply, as `rollouts.kind_of` numbers them."""
    kinds = [
        *((Reply.TAKE, good.letter) for good in GOODS),
        (Reply.CAMELS, None),
        *((Reply.SELL, good.letter) for good in GOODS),
        (Reply.EXCHANGE, None),
    ]
    for number, (reply, good) in enumerate(kinds):
        share = _reason(ReasonKind.REPLY, best, played, REPLY + number, them)
        if share:
            yield replace(share, reply=reply, good=good)


def _tokens(best: Statistics, played: Statistics, me: Seat) -> Iterator[JudgedReason]:
    """Rupees of each good and in all, for both sides."""
    for side, seat in enumerate((me, other(me))):
        for number, good in enumerate(GOODS):
            cell = RUPEES + len(GOODS) * side + number
            of_good = _reason(ReasonKind.TOKENS, best, played, cell, seat)
            if of_good:
                yield replace(of_good, good=good.letter)
        in_all = _reason(ReasonKind.TOKENS, best, played, ALL_RUPEES + side, seat)
        if in_all:
            yield in_all


def _room(view: View, verdict: JudgedView, me: Seat) -> JudgedReason:
    rooms = [float(room_after(view, one.action)) for one in (verdict.best, verdict.played)]
    return JudgedReason(ReasonKind.ROOM, rooms[0], rooms[1], me, verdict.of_best.plies)


def room_after(view: View, action: Action) -> int:
    """Return the free places in the hand after an action."""
    cells = view.array.copy()
    act_in_view(cells, code_of(action))
    return HAND_LIMIT - len(View.from_array(cells).hand)


def _weight(reason: JudgedReason, me: Seat) -> float:
    """How telling a reason is; below 0 if it speaks for the action played."""
    more_is_better = reason.seat == me
    apart = reason.best - reason.played
    weight = (apart if more_is_better else -apart) / TELLING[reason.kind]
    # That the opponent exchanges says little: it does not say which cards.
    return weight / 3 if reason.reply is Reply.EXCHANGE else weight


def _without_repeats(ranked: list[JudgedReason]) -> Iterator[JudgedReason]:
    """Leave out the sum of all goods beside one good, and a second reply."""
    seen = set[tuple[ReasonKind, Seat]]()
    for reason in ranked:
        if (reason.kind, reason.seat) not in seen:
            seen.add((reason.kind, reason.seat))
            yield reason
