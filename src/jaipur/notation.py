"""Actions as text, as kernel codes and as stable numbers (docs/notation.md)."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import combinations_with_replacement

from .actions import Action, Exchange, Sell, Take, TakeCamels
from .cards import Cards
from .errors import IllegalAction, NotationError, Reason
from .goods import CARDS_OF_KIND, GOODS, HAND_LIMIT, MARKET_SIZE, Card
from .kernel.layout import GIVE_BITS
from .kernel.rules import ALLOWED, check_shape, first_kind, given, taken
from .packed import CAMELS_ONLY, count_of, one

ACTION_NUMBERS = 25_499
TAKE_CAMELS_NUMBER = 6

_SHAPE = re.compile(r"(?:\+([DGSCPLK]+))?(?:-([DGSCPLK]+))?", re.IGNORECASE)


@lru_cache(maxsize=16_384)
def parse_action(text: str) -> Action:
    """Read an action: `+G`, `+KKK`, `-LLL` or `+DG-LK`, in any case and order of letters."""
    take, give = sides_of(text)
    code = take.packed << GIVE_BITS | give.packed
    reason = check_shape(code)
    if reason != ALLOWED:
        raise IllegalAction(Reason(reason), text.strip())
    return action_of_code(code)


def sides_of(text: str) -> tuple[Cards, Cards]:
    """The cards that a text takes and those it gives or sells, legal or not."""
    words = text.strip()
    match = _SHAPE.fullmatch(words)
    if not words or match is None:
        raise NotationError(
            "{text} is not an action: write + and the cards taken, - and the cards given or sold, "
            "with the letters D G S C P L K, for example +G, +KKK, -LLL or +DG-LK.",
            text=repr(text),
        )
    take, give = (match[1] or "").upper(), (match[2] or "").upper()
    _check_counts(words, take, give)
    return Cards(take), Cards(give)


def _check_counts(text: str, *sides: str) -> None:
    """Refuse more cards than a hand or the box can hold."""
    for side in sides:
        if len(side) > HAND_LIMIT:
            raise NotationError(
                "{text} is not an action: no action names more than 7 cards on one side.",
                text=text,
            )
        for card in Card:
            if side.count(card.letter) > CARDS_OF_KIND[card]:
                raise NotationError(
                    "{text} is not an action: the box has only {count} {letter} cards (R2).",
                    text=text,
                    count=CARDS_OF_KIND[card],
                    letter=card.letter,
                )


def code_of(action: Action) -> int:
    """The kernel code of an action: the cards taken and the cards given, packed."""
    match action:
        case Take(good):
            return one(good) << GIVE_BITS
        case TakeCamels(count):
            return count << GIVE_BITS
        case Exchange(take, give):
            return take.packed << GIVE_BITS | give.packed
        case Sell(good, count):
            return count * one(good)
    raise TypeError(f"{action!r} is not an action")


@cache
def action_of_code(code: int) -> Action:
    """The action of a well-formed kernel code."""
    take, give = taken(code), given(code)
    if take == 0:
        good = Card(first_kind(give))
        return Sell(good, count_of(give, good))
    if take & CAMELS_ONLY:
        return TakeCamels(take)
    if give == 0:
        return Take(Card(first_kind(take)))
    return Exchange(Cards.unpack(take), Cards.unpack(give))


@cache
def _numbered() -> tuple[list[int], dict[int, int]]:
    """The codes by number and the numbers by code; taking camels has no single code."""
    codes = [one(good) << GIVE_BITS for good in GOODS] + [CAMELS_ONLY << GIVE_BITS]
    for good in GOODS:
        fewest, most = (2, 6) if good.is_precious else (1, 7)
        codes += [count * one(good) for count in range(fewest, most + 1)]
    for cards in range(2, MARKET_SIZE + 1):
        for take in combinations_with_replacement(GOODS, cards):
            others = [card for card in Card if card not in take]
            gives = combinations_with_replacement(others, cards)
            codes += [
                sum(map(one, take)) << GIVE_BITS | sum(map(one, give))
                # More camels first: the order in which the kernel lists them.
                for give in sorted(gives, key=lambda give: -give.count(Card.CAMEL))
            ]
    return codes, {code: number for number, code in enumerate(codes)}


def number_of(action: Action) -> int:
    """The stable number of an action, from 0 to 25,498."""
    if isinstance(action, TakeCamels):
        return TAKE_CAMELS_NUMBER
    number = _numbered()[1].get(code_of(action))
    if number is None:
        raise NotationError("{text} has no number: no position allows it.", text=str(action))
    return number


def action_of_number(number: int, market: Cards) -> Action:
    """The action with a stable number; `market` determines how many camels are taken."""
    if not 0 <= number < ACTION_NUMBERS:
        raise NotationError(
            "{number} is not the number of an action: they go from 0 to 25498.", number=number
        )
    if number == TAKE_CAMELS_NUMBER:
        if Card.CAMEL not in market:
            raise IllegalAction(Reason.NO_CAMELS, str(number), str(market))
        return TakeCamels(market.count(Card.CAMEL))
    return action_of_code(_numbered()[0][number])
