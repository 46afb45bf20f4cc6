"""What is picked and what it means: pure functions; what is legal is only ever looked up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ..goods import CAMEL as CAMEL_CARD
from ..goods import LETTERS
from .letters import Letters, find, in_order, is_part, parse, sales_of, written
from .link import Json

CAMEL = LETTERS[CAMEL_CARD]

Meaning = Literal["none", "take", "camels", "sell", "exchange"]
Picked = tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Selection:
    """The picked cards, each with its place, and how many camels of the herd to give."""

    market: Picked = ()
    hand: Picked = ()
    camels: int = 0


@dataclass(frozen=True, slots=True)
class Choices:
    """What cards can be picked from, and what can be done with them."""

    market: tuple[str | None, ...] = ()
    hand: tuple[str, ...] = ()
    """Letters, sorted by kind."""
    herd: int = 0
    legal: tuple[Json, ...] = ()
    blocked: Json | None = None


@dataclass(frozen=True, slots=True)
class Staged:
    """What the picked cards mean."""

    meaning: Meaning
    legal: Json | None
    """The action, if it is legal."""
    action: str | None
    """Its notation as soon as the numbers fit, legal or not."""
    places: tuple[int, ...]
    to_give: int
    """Cards still to give; negative: still to take."""


EMPTY = Selection()
"""Nothing is picked."""


def pick_market(selection: Selection, choices: Choices, place: int) -> Selection:
    """A market card: a good is picked or unpicked, camels always all together."""
    card = _at(choices.market, place)
    if card is None:
        return selection
    is_picked = place in places_of(selection)
    if card == CAMEL:
        return EMPTY if is_picked else Selection(market=_market_camels(choices))
    rest = _without_market_camels(selection)
    if is_picked:
        return replace(rest, market=_less(rest.market, place))
    return replace(rest, market=_more(rest.market, place, card))


def pick_hand(selection: Selection, choices: Choices, index: int) -> Selection:
    """A hand card: the first picks all that can be sold of its kind, later ones one card."""
    card = _at(choices.hand, index)
    if card is None:
        return selection
    rest = _without_market_camels(selection)
    if index in indices_of(rest):
        return replace(rest, hand=_less(rest.hand, index))
    if is_empty(rest):
        return _sale_from(choices, index)
    return replace(rest, hand=_more(rest.hand, index, card))


def pick_pile(selection: Selection, choices: Choices, good: str) -> Selection:
    """A token pile starts the sale of its good; the second time takes it back."""
    if good not in choices.hand:
        return selection
    sale = _sale_from(choices, choices.hand.index(good))
    return EMPTY if sale == selection else sale


def change(selection: Selection, choices: Choices, delta: int) -> Selection:
    """One more or one less: of the cards sold, or else of the camels to give."""
    if not can_change(selection, choices, delta):
        return selection
    if not _is_sale(selection):
        rest = _without_market_camels(selection)
        return replace(rest, camels=rest.camels + delta)
    good = selection.hand[0][1]
    picked = indices_of(selection)
    if delta < 0:
        return replace(selection, hand=_less(selection.hand, max(picked)))
    free = [at for at, card in enumerate(choices.hand) if card == good and at not in picked]
    return replace(selection, hand=_more(selection.hand, free[0], good)) if free else selection


def can_change(selection: Selection, choices: Choices, delta: int) -> bool:
    """Whether `change` would do something useful."""
    if _is_sale(selection):
        sales = sales_of(choices.legal, selection.hand[0][1])
        return any((n - len(selection.hand)) * delta > 0 for n in sales)
    if delta < 0:
        return selection.camels > 0
    # A camel too many for the rules may be picked while cards are missing: the dock then says why.
    to_give = stage_of(selection, choices).to_give
    return (selection.camels < choices.herd and to_give > 0) or fits(selection, choices, camel=True)


def fill_with_camels(selection: Selection, choices: Choices) -> Selection | None:
    """The exchange completed with camels of the herd, if that is legal."""
    missing = len(selection.market) - len(selection.hand) - selection.camels
    camels = selection.camels + missing
    if missing <= 0 or camels > choices.herd or _has_market_camels(selection):
        return None
    filled = replace(selection, camels=camels)
    return filled if stage_of(filled, choices).legal else None


def stage_of(selection: Selection, choices: Choices) -> Staged:
    """What the picked cards mean."""
    meaning = _meaning_of(selection)
    letters = _letters_of(selection)
    to_give = len(letters.take) - len(letters.give) if meaning == "exchange" else 0
    is_complete = meaning != "none" and to_give == 0
    action = written(letters) if is_complete else None
    legal = None if action is None else find(choices.legal, action)
    return Staged(meaning, legal, action, places_of(selection), to_give)


def selection_for(choices: Choices, notation: str) -> Selection | None:
    """The cards of a legal action, in any case and order of letters: the leftmost of each kind."""
    letters = parse(notation)
    if letters is None or find(choices.legal, written(letters)) is None:
        return None
    goods = letters.give.replace(CAMEL, "")
    market = _leftmost(choices.market, letters.take)
    hand = _leftmost(choices.hand, goods)
    camels = len(letters.give) - len(goods)
    if market is None or hand is None or camels > choices.herd:
        return None
    return Selection(market, hand, camels)


def kept(selection: Selection, before: Choices, after: Choices) -> Selection:
    """The selection after the table changed: the very same with the same meaning, or nothing."""
    is_there = (
        all(_at(after.market, place) == card for place, card in selection.market)
        and all(_at(after.hand, index) == card for index, card in selection.hand)
        and selection.camels <= after.herd
        and (not _has_market_camels(selection) or _market_camels(after) == selection.market)
    )
    if not is_there:
        return EMPTY
    letters = _letters_of(selection)
    if stage_of(selection, before).legal:
        is_still = stage_of(selection, after).legal is not None
    else:
        is_still = is_part(letters, after.legal) or not is_part(letters, before.legal)
    return selection if is_still else EMPTY


def fits(
    selection: Selection,
    choices: Choices,
    *,
    place: int | None = None,
    index: int | None = None,
    camel: bool = False,
) -> bool:
    """Whether a legal action has this one card together with what stays picked with it."""
    sure = _letters_of(_at_least(selection))
    if camel:
        more = Letters(sure.take, sure.give + CAMEL)
        return selection.camels < choices.herd and is_part(more, choices.legal)
    if index is not None:
        card = _at(choices.hand, index)
        if index in indices_of(selection) or card is None:
            return index in indices_of(selection)
        return is_part(Letters(sure.take, sure.give + card), choices.legal)
    card = None if place is None else _at(choices.market, place)
    if place in places_of(selection) or card is None:
        return place in places_of(selection)
    alone = Letters(CAMEL, "")
    more = alone if card == CAMEL else Letters(sure.take + card, sure.give)
    return is_part(more, choices.legal)


def is_empty(selection: Selection) -> bool:
    """Whether nothing is picked."""
    return selection == EMPTY


def places_of(selection: Selection) -> tuple[int, ...]:
    """The places of the market that are picked."""
    return tuple(place for place, _ in selection.market)


def indices_of(selection: Selection) -> tuple[int, ...]:
    """The places of the hand that are picked."""
    return tuple(index for index, _ in selection.hand)


def _at(cards: Sequence[str | None], place: int) -> str | None:
    return cards[place] if 0 <= place < len(cards) else None


def _more(picked: Picked, place: int, card: str) -> Picked:
    return tuple(sorted((*picked, (place, card))))


def _less(picked: Picked, place: int) -> Picked:
    return tuple(one for one in picked if one[0] != place)


def _letters_of(selection: Selection) -> Letters:
    take = "".join(card for _, card in selection.market)
    give = "".join(card for _, card in selection.hand) + CAMEL * selection.camels
    return Letters(in_order(take), in_order(give))


def _meaning_of(selection: Selection) -> Meaning:
    if is_empty(selection):
        return "none"
    if _has_market_camels(selection):
        return "camels"
    if _is_sale(selection):
        return "sell"
    is_alone = len(selection.market) == 1 and not selection.hand and not selection.camels
    return "take" if is_alone else "exchange"


def _is_sale(selection: Selection) -> bool:
    kinds = {card for _, card in selection.hand}
    return len(kinds) == 1 and not selection.market and not selection.camels


def _has_market_camels(selection: Selection) -> bool:
    return any(card == CAMEL for _, card in selection.market)


def _at_least(selection: Selection) -> Selection:
    """What surely stays picked: of a sale one card, since the first pick brought the others."""
    if _is_sale(selection):
        return Selection(hand=selection.hand[:1])
    return _without_market_camels(selection)


def _without_market_camels(selection: Selection) -> Selection:
    return EMPTY if _has_market_camels(selection) else selection


def _market_camels(choices: Choices) -> Picked:
    return tuple((place, card) for place, card in enumerate(choices.market) if card == CAMEL)


def _sale_from(choices: Choices, index: int) -> Selection:
    """All cards of this one's kind, or as many as can be sold; one if none can."""
    good = choices.hand[index]
    same = [at for at, card in enumerate(choices.hand) if card == good]
    sales = (n for n in sales_of(choices.legal, good) if n <= len(same))
    most = max(1, max(sales, default=1))
    chosen = [index, *(at for at in same if at != index)][:most]
    return Selection(hand=tuple((at, good) for at in sorted(chosen)))


def _leftmost(cards: Sequence[str | None], letters: str) -> Picked | None:
    """Where the letters lie, from the left; None if they do not all lie there."""
    found: list[int] = []
    for letter in letters:
        free = (at for at, card in enumerate(cards) if card == letter and at not in found)
        at = next(free, None)
        if at is None:
            return None
        found.append(at)
    return tuple((at, str(cards[at])) for at in sorted(found))
