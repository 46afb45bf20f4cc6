"""Validation: refuses positions and views that cannot occur, and cites the rule."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product

from .cards import Cards
from .errors import ImpossiblePosition
from .goods import (
    BONUS_VALUES,
    CAMEL,
    CAMELS_LAID_OUT,
    CARDS_OF_KIND,
    GOODS,
    GOODS_KINDS,
    HAND_DEALT,
    HAND_LIMIT,
    MARKET_SIZE,
    PILES_TO_END,
    TIERS,
    TOKEN_VALUES,
    Card,
)
from .kernel import layout
from .kernel.chance import new_chance
from .kernel.knowledge import determinize, tokens_of_tier, unseen
from .kernel.layout import Array
from .packed import count_of

Sales = tuple[int, ...]
"""The number of sales of tier 3, 4 and 5 by seat 0, then by seat 1."""
NO_SALES: Sales = (0,) * 6
PRECIOUS_SALES = (2, 3, 4, 5, 6)
OTHER_SALES = (1, 3, 4, 5)
"""Sale sizes to try: any other is equivalent to one of these plus single cards."""


def check_position(position: Array) -> None:
    """Refuse a position that cannot be dealt or reached."""
    _check_public(position)
    _check_hands(position)
    _check_bonuses(position)
    _check_sales(position)
    _check_end(position)
    deck = position[layout.DECK : layout.DECK + position[layout.DECK_LEFT]]
    if (deck == CAMEL).sum() > CARDS_OF_KIND[CAMEL] - CAMELS_LAID_OUT:
        raise ImpossiblePosition(
            "Three camels begin in the market, so the deck has at most 8 (R8)."
        )


def check_view(view: Array) -> None:
    """Refuse a view that is consistent with no position."""
    _check_public(view)
    pool = unseen(view)
    hidden, deck = int(view[layout.THEIR_HIDDEN]), int(view[layout.DECK_LEFT])
    counts = [count_of(pool, card) for card in range(CAMEL + 1)]
    if sum(counts) != hidden + deck or sum(counts[:CAMEL]) < hidden:
        raise ImpossiblePosition(
            "{count} cards are unseen, {camels} of them camels; they cannot be {hidden} hidden "
            "goods and a deck of {deck} (R2).",
            count=sum(counts),
            camels=counts[CAMEL],
            hidden=hidden,
            deck=deck,
        )
    _check_bonus_counts(view)
    position = layout.new_position()
    chance = new_chance()
    chance[3] = 1
    determinize(view, chance, position)
    check_position(position)


def _check_bonus_counts(view: Array) -> None:
    mine, theirs = int(view[layout.MY_BONUS]), int(view[layout.THEIR_BONUS])
    for tier, values in enumerate(BONUS_VALUES):
        known = [(mine >> 4 * v & 15) + (theirs >> 4 * v & 15) for v in set(values)]
        box = [values.count(v) for v in set(values)]
        revealed = sum(theirs >> 4 * v & 15 for v in set(values))
        count = sum(known) - revealed + int(view[layout.THEIR_BONUS_COUNT + tier])
        if any(k > b for k, b in zip(known, box, strict=True)) or (
            count + view[layout.BONUS_LEFT + tier] != len(values)
        ):
            raise _wrong_bonuses(tier)


def _check_public(array: Array) -> None:
    for good in GOODS:
        box = len(TOKEN_VALUES[good])
        left, sold = int(array[layout.PILE + good]), count_of(array[layout.DISCARD], good)
        if left != max(0, box - sold):
            raise ImpossiblePosition(
                "The {letter} pile has {left} tokens; with {sold} cards of that good sold it has "
                "{right} (R51).",
                letter=good.letter,
                left=left,
                sold=sold,
                right=max(0, box - sold),
            )
        won = sum(int(array[layout.TOKENS + GOODS_KINDS * seat + good]) for seat in (0, 1))
        if won != sum(1 << 4 * value for value in TOKEN_VALUES[good][: box - left]):
            raise ImpossiblePosition(
                "The {letter} tokens won are not the top {count} of their pile, {values} (R51).",
                letter=good.letter,
                count=box - left,
                values=" ".join(map(str, TOKEN_VALUES[good])),
            )


def _check_hands(position: Array) -> None:
    for seat in (0, 1):
        hidden = len(Cards.unpack(position[layout.HIDDEN + seat]))
        goods = hidden + len(Cards.unpack(position[layout.SHOWN + seat]))
        if goods > HAND_LIMIT:
            raise ImpossiblePosition(
                "The hand of seat {seat} holds {count} goods; seven is the most (R41).",
                seat=seat,
                count=goods,
            )
        if hidden > HAND_DEALT:
            raise ImpossiblePosition(
                "Seat {seat} hides {count} goods; only the five cards it was dealt can be hidden, "
                "the others were taken from the market (R10).",
                seat=seat,
                count=hidden,
            )


def _check_bonuses(position: Array) -> None:
    won = int(position[layout.BONUS] + position[layout.BONUS + 1])
    for tier, values in enumerate(BONUS_VALUES):
        pile = _pile(position, tier)
        if any((won >> 4 * v & 15) + pile.count(v) != values.count(v) for v in set(values)):
            raise _wrong_bonuses(tier)
        if position[layout.BONUS_LEFT + tier] != len(pile):
            raise _wrong_bonuses(tier)


def _check_sales(position: Array) -> None:
    """Refuse bonus tokens without a sale each, by the same seat and of enough cards of one good."""
    won = tuple(
        int(tokens_of_tier(int(position[layout.BONUS + seat]), tier))
        for seat in (0, 1)
        for tier in range(len(TIERS))
    )
    reached = {NO_SALES}
    for good in GOODS if any(won) else ():
        sold = count_of(position[layout.DISCARD], good)
        ways = _ways_to_sell(good, sold, int(position[layout.TOKENS + good]))
        useful = {tuple(map(min, way, won)) for way in ways} or {NO_SALES}
        reached = {
            tuple(min(a + b, most) for a, b, most in zip(before, way, won, strict=True))
            for before, way in product(reached, useful)
        }
    if won not in reached:
        raise ImpossiblePosition(
            "The cards sold and the goods tokens won cannot have earned these bonus tokens: each "
            "needs a sale of its own, of 3, of 4, or of 5 or more cards of one good (R58)."
        )


@lru_cache(maxsize=4096)
def _ways_to_sell(good: Card, sold: int, tokens: int) -> frozenset[Sales]:
    """The combinations of bonus sales that explain the cards sold and the tokens of seat 0."""
    due = _tokens_due(good, sold, tokens)
    sizes = PRECIOUS_SALES if good.is_precious else OTHER_SALES

    @cache
    def from_card(first: int, had: int) -> frozenset[Sales]:
        """The same from card `first` on, when seat 0 already had `had` of the tokens."""
        if first == sold:
            return frozenset([NO_SALES])
        found = set[Sales]()
        for seat, count in product((0, 1), [size for size in sizes if first + size <= sold]):
            has = [had + (n if seat == 0 else 0) for n in range(1, count + 1)]
            if all(due.get(first + n, h) == h for n, h in enumerate(has, 1)):
                rest = from_card(first + count, has[-1])
                found |= {_with_sale(sales, seat, count) for sales in rest}
        return frozenset(found)

    return from_card(0, 0)


def _tokens_due(good: Card, sold: int, tokens: int) -> dict[int, int]:
    """How many of the first n tokens seat 0 has, for each n at which the value changes."""
    values = TOKEN_VALUES[good][:sold]
    due, has = {}, 0
    for value in sorted(set(values), reverse=True):
        has += tokens >> 4 * value & 15
        due[sum(v >= value for v in values)] = has
    return due


def _with_sale(sales: Sales, seat: int, count: int) -> Sales:
    """The sales with one more, if it is large enough to earn a bonus token."""
    if count < TIERS[0]:
        return sales
    place = len(TIERS) * seat + min(count, TIERS[-1]) - TIERS[0]
    return (*sales[:place], sales[place] + 1, *sales[place + 1 :])


def _pile(position: Array, tier: int) -> list[int]:
    start = layout.BONUS_PILE + sum(len(values) for values in BONUS_VALUES[:tier])
    cells = position[start : start + len(BONUS_VALUES[tier])]
    return [int(value) for value in cells if value != layout.EMPTY]


def _wrong_bonuses(tier: int) -> ImpossiblePosition:
    return ImpossiblePosition(
        "The bonus tokens of tier {tier}, won and left, are not {values} (R4).",
        tier=TIERS[tier],
        values=" ".join(map(str, BONUS_VALUES[tier])),
    )


def _check_end(position: Array) -> None:
    market, limit = len(Cards.unpack(position[layout.MARKET])), int(position[layout.EXCHANGE_LIMIT])
    empty = [int(position[layout.PILE + good]) for good in GOODS].count(0)
    end, exchanges = position[layout.END], int(position[layout.EXCHANGES])
    if market > MARKET_SIZE or (market < MARKET_SIZE) != (end == layout.END_DECK):
        raise ImpossiblePosition(
            "The market has {count} cards; it has five until the deck cannot fill it, which ends "
            "the round (R73).",
            count=market,
        )
    if end == layout.END_DECK and position[layout.DECK_LEFT]:
        raise ImpossiblePosition("The round cannot end by the deck while it has cards (R74).")
    if (empty >= PILES_TO_END) != (end == layout.END_TOKENS):
        raise ImpossiblePosition(
            "{count} token piles are empty; the round ends when three are, and not before (R70).",
            count=empty,
        )
    reached = limit > 0 and exchanges >= limit
    if reached != (end == layout.END_EXCHANGES) or (limit and exchanges > limit):
        raise ImpossiblePosition(
            "{count} exchanges in a row: the round ends when there are {limit} (R104).",
            count=exchanges,
            limit=limit or "-",
        )
