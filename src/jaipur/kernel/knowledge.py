"""What a seat may know, and the complete positions consistent with it."""

from __future__ import annotations

from ..goods import CAMEL, CARDS_OF_KIND, GOODS_KINDS
from ..packed import CAMELS_ONLY, GOODS_ONLY, common, count_of, one, size
from .chance import below, shuffle
from .layout import (
    BONUS,
    BONUS_LEFT,
    BONUS_PILE,
    DECK,
    DECK_LEFT,
    DISCARD,
    EMPTY,
    END,
    EXCHANGES,
    HERD,
    HIDDEN,
    MARKET,
    MY_BONUS,
    MY_HIDDEN,
    POSITION_CELLS,
    PUBLIC_CELLS,
    RUNNING,
    SEAT,
    SHOWN,
    THEIR_BONUS,
    THEIR_BONUS_COUNT,
    THEIR_HIDDEN,
    TURN,
    Array,
    copy_cells,
    fill_cells,
)
from .lookup import BONUS_BOX, BONUS_FROM, BONUS_SIZES
from .rules import given, legal_actions, take_tokens, taken


def observe(position: Array, seat: int, view: Array) -> None:
    """Write what a seat with perfect memory knows: public cells (R96) and its own (R97, R98)."""
    them = 1 - seat
    copy_cells(position, view, PUBLIC_CELLS)
    view[SEAT] = seat
    view[MY_HIDDEN] = position[HIDDEN + seat]
    view[MY_BONUS] = position[BONUS + seat]
    view[THEIR_HIDDEN] = size(position[HIDDEN + them])
    for tier in range(3):
        view[THEIR_BONUS_COUNT + tier] = tokens_of_tier(int(position[BONUS + them]), tier)
    view[THEIR_BONUS] = 0 if position[END] == RUNNING else position[BONUS + them]


def tokens_of_tier(tokens: int, tier: int) -> int:
    """The number of tokens of one tier among bonus tokens packed by value."""
    count = 0
    least = int(BONUS_BOX[BONUS_FROM[tier]])
    for value in range(least, least + 3):
        count += (tokens >> (4 * value)) & 15
    return count


def legal_in_view(view: Array, actions: Array) -> int:
    """Write the legal actions of the view's seat and return their number: 0 out of turn."""
    seat = view[SEAT]
    if view[END] != RUNNING or view[TURN] != seat:
        return 0
    hand = int(view[SHOWN + seat] + view[MY_HIDDEN])
    return legal_actions(int(view[MARKET]), hand, int(view[HERD + seat]), actions)


def act_in_view(view: Array, action: int) -> None:
    """Apply an action of the view's own seat, in place, before anything new is revealed.

    The market is not refilled, a bonus token won keeps its value unknown, and the end of the round
    is not detected. The action must be legal.
    """
    seat = view[SEAT]
    take, give = taken(action), given(action)
    view[EXCHANGES] = view[EXCHANGES] + 1 if take and give else 0
    view[TURN] = 1 - seat
    goods = give & GOODS_ONLY
    shown = common(int(view[SHOWN + seat]), goods)
    view[SHOWN + seat] += (take & GOODS_ONLY) - shown
    view[MY_HIDDEN] -= goods - shown
    view[MARKET] -= take
    view[HERD + seat] += (take & CAMELS_ONLY) - (give & CAMELS_ONLY)
    if take:
        view[MARKET] += give
        return
    take_tokens(view, seat, give)
    tier = min(size(give), 5) - 3
    if tier >= 0 and view[BONUS_LEFT + tier]:
        view[BONUS_LEFT + tier] -= 1


def unseen(view: Array) -> int:
    """The packed cards the seat cannot see: the deck and the opponent's hidden cards."""
    seat = view[SEAT]
    seen = view[MARKET] + view[DISCARD] + view[SHOWN] + view[SHOWN + 1] + view[MY_HIDDEN]
    left = 0
    for card in range(GOODS_KINDS):
        left += (CARDS_OF_KIND[card] - count_of(seen, card)) * one(card)
    camels = CARDS_OF_KIND[CAMEL] - (seen & CAMELS_ONLY) - view[HERD + seat] - view[HERD + 1 - seat]
    return left + int(camels) * one(CAMEL)


def determinize(view: Array, chance: Array, position: Array) -> None:
    """Sample a position consistent with a view, all arrangements equally likely (R102)."""
    seat = view[SEAT]
    copy_cells(view, position, PUBLIC_CELLS)
    position[HIDDEN + seat] = view[MY_HIDDEN]
    position[BONUS + seat] = view[MY_BONUS]
    place_unseen_cards(view, chance, position)
    place_unseen_bonuses(view, chance, position)


def place_unseen_cards(view: Array, chance: Array, position: Array) -> None:
    """Deal random unseen goods to the opponent's hand and shuffle the rest into the deck."""
    pool, goods, hand = unseen(view), 0, 0
    for card in range(GOODS_KINDS):
        goods += count_of(pool, card)
    for _ in range(view[THEIR_HIDDEN]):
        # Hidden cards are goods: camels are in the herd.
        card = nth_card(pool - hand, below(chance, goods))
        hand += one(card)
        goods -= 1
    place_hidden_hand(view, hand, chance, position)


def place_hidden_hand(view: Array, hand: int, chance: Array, position: Array) -> None:
    """Give the opponent a hidden hand and shuffle all other unseen cards into the deck."""
    position[HIDDEN + 1 - view[SEAT]] = hand
    pool = unseen(view) - hand
    fill_cells(position, DECK, POSITION_CELLS, EMPTY)
    place = DECK
    for card in range(CAMEL + 1):
        for _ in range(count_of(pool, card)):
            position[place] = card
            place += 1
    shuffle(chance, position, DECK, view[DECK_LEFT])


def nth_card(cards: int, number: int) -> int:
    """The kind of the n-th card, counting in the order of the letters."""
    card = 0
    while number >= count_of(cards, card):
        number -= count_of(cards, card)
        card += 1
    return card


def place_unseen_bonuses(view: Array, chance: Array, position: Array) -> None:
    """Fill the opponent's bonus tokens and the three piles at random, except revealed ones."""
    them = 1 - view[SEAT]
    revealed = view[THEIR_BONUS]
    known = view[MY_BONUS] + revealed
    position[BONUS + them] = revealed
    for tier in range(3):
        bottom = BONUS_PILE + BONUS_FROM[tier]
        tokens = 0
        for place in range(BONUS_FROM[tier], BONUS_FROM[tier] + BONUS_SIZES[tier]):
            value = BONUS_BOX[place]
            if (known >> (4 * value)) & 15:
                known -= 1 << (4 * value)
            else:
                position[bottom + tokens] = value
                tokens += 1
        shuffle(chance, position, bottom, tokens)
        while tokens > view[BONUS_LEFT + tier]:
            tokens -= 1
            position[BONUS + them] += 1 << (4 * position[bottom + tokens])
        for place in range(view[BONUS_LEFT + tier], BONUS_SIZES[tier]):
            position[bottom + place] = EMPTY
