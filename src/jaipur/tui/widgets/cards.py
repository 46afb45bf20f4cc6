"""Rows of cards: the market and the hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ...client.model import Model, dealt_round
from ...client.selection import Where
from ...client.words.cards import card_name
from ...client.words.dock import is_idle, why_not_card
from ...seats import Seat
from ...session.contract.events import ActedEvent, AnyEvent
from ...session.contract.state import PublicRound
from ...texts import Texts
from ..keys import HAND_CAPS, MARKET_CAPS, cap_of
from .faces import Face, Size, draw_face
from .measures import HAND_PLACES, Measures
from .part import Row, clickable, intent_action, side_by_side


def cards_rows(faces: Sequence[Face], size: Size, gap: int, cursor: str | None = None) -> list[Row]:
    """Cards side by side, plus one row, as picked cards are raised."""
    blocks = [_lifted(face, size, has_focus=face.action == cursor) for face in faces]
    return side_by_side(blocks, gap)


@lru_cache(512)
def _lifted(face: Face, size: Size, *, has_focus: bool) -> list[Row]:
    rows, blank = draw_face(face, size, has_focus=has_focus), [(" " * size.width, "")]
    lifted = [*rows, blank] if face.is_picked else [blank, *rows]
    return [clickable(row, face.action) for row in lifted]


def market_rows(
    model: Model, sizes: Measures, has_keys: bool, _: Texts, cursor: str | None = None
) -> list[Row]:
    """The market; cards revealed since my last action are marked."""
    new = new_places(model.log, model.seat)
    faces = [
        _to_pick("market", place, letter, model, has_keys, _, _("new") if place in new else "")
        if letter
        else Face()
        for place, letter in enumerate(model.round.market)
    ]
    return cards_rows(faces, sizes.market, sizes.market_gap, cursor)


def hand_rows(
    model: Model, sizes: Measures, has_keys: bool, _: Texts, cursor: str | None = None
) -> list[Row]:
    """My hand, sorted by kind; face down if the viewer may not see it."""
    hand = model.choices.hand
    covered = 0 if hand else model.round.sides[model.bottom].hand_size
    faces = [
        _to_pick("hand", index, hand[index], model, has_keys, _)
        if index < len(hand)
        else Face(is_covered=index < covered)
        for index in range(HAND_PLACES)
    ]
    return cards_rows(faces, sizes.hand, sizes.hand_gap, cursor)


def _to_pick(
    where: Where, place: int, letter: str, model: Model, has_keys: bool, _: Texts, mark: str = ""
) -> Face:
    is_market, selection = where == "market", model.selection
    caps = MARKET_CAPS if is_market else HAND_CAPS
    picked = selection.market if is_market else selection.hand
    return Face(
        letter=letter,
        name=card_name(letter, _),
        price=price_of(letter, model.round),
        cap=cap_of(caps, place, is_on=has_keys and not model.is_read_only),
        mark=mark,
        action=intent_action(f"pick_{where}", place),
        is_picked=(place, letter) in picked,
        is_usable=is_idle(model) or why_not_card(model, where, place, _) is None,
    )


def price_of(letter: str, shown: PublicRound) -> str:
    """The value of the next token of a kind, for the corner of a card."""
    values = shown.piles.get(letter, ())
    return "" if letter == "K" else str(values[0]) if values else "–"


def new_places(log: Sequence[AnyEvent], me: Seat | None) -> frozenset[int]:
    """Places of the market filled by my last action or later."""
    new: set[int] = set()
    for event in log:
        if dealt_round(event):
            new = set()
        elif isinstance(event, ActedEvent):
            is_exchange = "+" in event.action and "-" in event.action
            if event.seat == me:
                new = set()
            if not (event.seat == me and is_exchange):
                new |= set(event.places)
    return frozenset(new)
