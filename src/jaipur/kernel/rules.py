"""The rules of one round. Docstrings cite the rules of docs/rules.md by number.

Positions are arrays (see `layout`), cards are packed (see `jaipur.packed`), and an action is the
cards taken and the cards given. Nothing here is random or knows about text.
"""

from __future__ import annotations

from ..errors import Reason
from ..goods import (
    CAMEL,
    CAMEL_TOKEN_VALUE,
    CAMELS_LAID_OUT,
    DECK_SIZE,
    GOODS_KINDS,
    HAND_DEALT,
    HAND_LIMIT,
    MARKET_SIZE,
    PILES_TO_END,
    PRECIOUS_KINDS,
)
from ..packed import (
    CAMELS_ONLY,
    GOODS_ONLY,
    PRECIOUS_ONLY,
    common,
    count_of,
    holds,
    kind_count,
    kinds,
    one,
    size,
)
from .layout import (
    BONUS,
    BONUS_LEFT,
    BONUS_PILE,
    DECK,
    DECK_LEFT,
    DISCARD,
    EMPTY,
    END,
    END_DECK,
    END_EXCHANGES,
    END_TOKENS,
    EXCHANGE_LIMIT,
    EXCHANGES,
    GIVE_BITS,
    HERD,
    HIDDEN,
    MARKET,
    PILE,
    POSITION_CELLS,
    RUNNING,
    SHOWN,
    STARTER,
    TOKENS,
    TURN,
    Array,
    fill_cells,
)
from .lookup import (
    BONUS_FROM,
    BONUS_SIZES,
    PARTS,
    PARTS_FROM,
    PARTS_ROW,
    PILE_SIZES,
    TOKENS_FROM_BOTTOM,
    index,
)

ALLOWED = 0


# Set-up


def deal(position: Array, cards: Array, bonuses: Array, starter: int, exchange_limit: int) -> None:
    """Set up a round from the shuffled 52 cards and bonus piles, top first.

    Three camels lie in the market, each seat gets five cards, the market two, and 40 form the deck
    (R8-R13); camels dealt go to the herd (R14, R15).
    """
    fill_cells(position, 0, POSITION_CELLS, 0)
    position[TURN] = starter
    position[STARTER] = starter
    position[EXCHANGE_LIMIT] = exchange_limit
    position[MARKET] = CAMELS_LAID_OUT * one(CAMEL)
    for seat in range(2):
        for place in range(HAND_DEALT):
            card = cards[HAND_DEALT * seat + place]
            if card == CAMEL:
                position[HERD + seat] += 1
            else:
                position[HIDDEN + seat] += one(card)
    for place in range(2 * HAND_DEALT, len(cards) - DECK_SIZE):
        position[MARKET] += one(cards[place])
    for below in range(DECK_SIZE):
        position[DECK + below] = cards[len(cards) - 1 - below]
    position[DECK_LEFT] = DECK_SIZE
    set_up_tokens(position, bonuses)


def set_up_tokens(position: Array, bonuses: Array) -> None:
    """Place all goods tokens in their piles (R16) and the bonus tokens face down (R17)."""
    for good in range(GOODS_KINDS):
        position[PILE + good] = PILE_SIZES[good]
    for tier in range(3):
        bottom, tokens = BONUS_FROM[tier], BONUS_SIZES[tier]
        position[BONUS_LEFT + tier] = tokens
        for below in range(tokens):
            position[BONUS_PILE + bottom + below] = bonuses[bottom + tokens - 1 - below]


# Legal actions


def taken(action: int) -> int:
    """The cards an action takes from the market."""
    return action >> GIVE_BITS


def given(action: int) -> int:
    """The cards an action gives to the market or sells."""
    return action & ((1 << GIVE_BITS) - 1)


def hand_of(position: Array, seat: int) -> int:
    """All goods in a hand, packed."""
    return int(position[SHOWN + seat] + position[HIDDEN + seat])


def check(position: Array, action: int) -> int:
    """The reason why an action is illegal now, or ALLOWED."""
    if position[END] != RUNNING:
        return Reason.ROUND_OVER.value
    seat = position[TURN]
    market, herd = int(position[MARKET]), int(position[HERD + seat])
    return check_action(market, hand_of(position, seat), herd, action)


def check_action(market: int, hand: int, herd: int, action: int) -> int:
    """The same for a given market (R24, R27), hand and herd (R33, R41-R48)."""
    reason = check_shape(action)
    if reason != ALLOWED:
        return reason
    take, give = taken(action), given(action)
    if take == 0:
        return ALLOWED if holds(hand, give) else Reason.NOT_IN_HAND.value
    if take & CAMELS_ONLY:
        return check_camels(market & CAMELS_ONLY, take)
    if not holds(market, take):
        return Reason.NOT_IN_MARKET.value if give == 0 else Reason.NOT_OFFERED.value
    if give == 0:
        return ALLOWED if size(hand) < HAND_LIMIT else Reason.HAND_FULL.value
    if not holds(hand, give & GOODS_ONLY):
        return Reason.NOT_HELD.value
    camels = give & CAMELS_ONLY
    if camels > herd:
        return Reason.NOT_IN_HERD.value
    return ALLOWED if size(hand) + camels <= HAND_LIMIT else Reason.HAND_LIMIT.value


def check_camels(camels: int, take: int) -> int:
    """Camels are taken all at once (R36), and there must be some (R37)."""
    if camels == 0:
        return Reason.NO_CAMELS.value
    return ALLOWED if take == camels else Reason.ALL_CAMELS.value


def check_shape(action: int) -> int:
    """The reason why an action is illegal in every position, or ALLOWED.

    Goods or camels (R40), only goods in an exchange (R32), as many given as taken (R28), at least
    two (R30), no kind on both sides (R31).
    """
    take, give = taken(action), given(action)
    if take == 0:
        return check_sale_shape(give)
    if take & CAMELS_ONLY:
        if take & GOODS_ONLY:
            return Reason.GOODS_OR_CAMELS.value
        return ALLOWED if give == 0 else Reason.ONLY_GOODS.value
    if give == 0 and size(take) == 1:
        return ALLOWED
    if size(take) != size(give):
        return Reason.UNEQUAL.value
    if size(take) == 1:
        return Reason.ONE_FOR_ONE.value
    return Reason.SAME_KIND.value if kinds(take) & give else ALLOWED


def check_sale_shape(give: int) -> int:
    """One good a sale (R46), no camels (R55), two cards or more if it is precious (R66-R69)."""
    if give == 0:
        return Reason.NO_CARDS.value
    if give & CAMELS_ONLY:
        return Reason.CAMELS_NOT_SOLD.value
    good = first_kind(give)
    if give != count_of(give, good) * one(good):
        return Reason.ONE_KIND.value
    if good < PRECIOUS_KINDS and give == one(good):
        return Reason.PRECIOUS_PAIR.value
    return ALLOWED


def first_kind(cards: int) -> int:
    """The first kind present in a handful that is not empty."""
    card = 0
    while count_of(cards, card) == 0:
        card += 1
    return card


def legal(position: Array, actions: Array) -> int:
    """Write every distinct legal action in canonical order and return how many there are."""
    if position[END] != RUNNING:
        return 0
    seat = position[TURN]
    market, herd = int(position[MARKET]), int(position[HERD + seat])
    return legal_actions(market, hand_of(position, seat), herd, actions)


def legal_actions(market: int, hand: int, herd: int, actions: Array) -> int:
    """The same for a given market, hand and herd."""
    written = legal_without_exchange(market, hand, actions)
    every = index(market & GOODS_ONLY) * PARTS_ROW
    for wanted in range(PARTS_FROM[every + 2], PARTS_FROM[every + PARTS_ROW - 1]):
        take = int(PARTS[wanted])
        first, end = gives_for(take, hand, herd)
        for chosen in range(first, end):
            give = int(PARTS[chosen])
            actions[written] = (take << GIVE_BITS) | (give + size(take) - size(give))
            written += 1
    return written


def legal_without_exchange(market: int, hand: int, actions: Array) -> int:
    """Write the legal takes and sales and return how many there are."""
    written = 0
    if size(hand) < HAND_LIMIT:
        for good in range(GOODS_KINDS):
            if count_of(market, good):
                actions[written] = one(good) << GIVE_BITS
                written += 1
    if market & CAMELS_ONLY:
        actions[written] = (market & CAMELS_ONLY) << GIVE_BITS
        written += 1
    for good in range(GOODS_KINDS):
        fewest = 2 if good < PRECIOUS_KINDS else 1
        for cards in range(fewest, count_of(hand, good) + 1):
            actions[written] = cards * one(good)
            written += 1
    return written


def count_without_exchange(market: int, hand: int) -> int:
    """The number of legal takes and sales: each further card of a good is one more sale."""
    total = size(hand) - kind_count(hand & PRECIOUS_ONLY)
    if size(hand) < HAND_LIMIT:
        total += kind_count(market & GOODS_ONLY)
    return total + (1 if market & CAMELS_ONLY else 0)


def gives_for(take: int, hand: int, herd: int) -> tuple[int, int]:
    """The block of `PARTS` with the goods that can be given for a take; camels fill the rest.

    Kinds that are taken cannot be given (R31); each camel given leaves one more good in the hand,
    which holds at most seven (R44).
    """
    wanted = size(take)
    camels = min(wanted, herd, HAND_LIMIT - size(hand))
    sizes = index(hand & ~kinds(take)) * PARTS_ROW + wanted
    return int(PARTS_FROM[sizes - camels]), int(PARTS_FROM[sizes + 1])


def count_exchanges(market: int, hand: int, herd: int) -> int:
    """The number of distinct legal exchanges."""
    total = 0
    every = index(market & GOODS_ONLY) * PARTS_ROW
    for wanted in range(PARTS_FROM[every + 2], PARTS_FROM[every + PARTS_ROW - 1]):
        first, end = gives_for(int(PARTS[wanted]), hand, herd)
        total += end - first
    return total


def nth_exchange(market: int, hand: int, herd: int, number: int) -> int:
    """The legal exchange with this number in canonical order."""
    wanted = int(PARTS_FROM[index(market & GOODS_ONLY) * PARTS_ROW + 2])
    first, end = gives_for(int(PARTS[wanted]), hand, herd)
    while number >= end - first:
        number -= end - first
        wanted += 1
        first, end = gives_for(int(PARTS[wanted]), hand, herd)
    take, give = int(PARTS[wanted]), int(PARTS[first + number])
    return (take << GIVE_BITS) | (give + size(take) - size(give))


# Applying an action


def apply(position: Array, action: int) -> None:
    """Apply a legal action and pass the turn (R21); it is not checked again.

    Exchanges in a row are counted, and the house rule ends the round at its limit (R104).
    """
    seat = position[TURN]
    take, give = taken(action), given(action)
    exchanges = position[EXCHANGES]
    position[EXCHANGES] = 0
    if take == 0:
        sell(position, seat, give)
    elif give == 0:
        take_from_market(position, seat, take)
        refill(position)
    else:
        take_from_market(position, seat, take)
        give_to_market(position, seat, give)
        position[EXCHANGES] = exchanges + 1
        if position[EXCHANGES] == position[EXCHANGE_LIMIT]:
            position[END] = END_EXCHANGES
    position[TURN] = 1 - seat


def take_from_market(position: Array, seat: int, take: int) -> None:
    """Move goods to the hand, where the opponent knows them (R24, R27, R96), or camels (R38)."""
    position[MARKET] -= take
    position[SHOWN + seat] += take & GOODS_ONLY
    position[HERD + seat] += take & CAMELS_ONLY


def give_to_market(position: Array, seat: int, give: int) -> None:
    """Move goods and camels from hand and herd to the market; no card is drawn (R29, R34)."""
    leave_hand(position, seat, give & GOODS_ONLY)
    position[HERD + seat] -= give & CAMELS_ONLY
    position[MARKET] += give


def leave_hand(position: Array, seat: int, goods: int) -> None:
    """Remove goods from the hand, those the opponent has seen first (R96, R102)."""
    shown = common(position[SHOWN + seat], goods)
    position[SHOWN + seat] -= shown
    position[HIDDEN + seat] -= goods - shown


def refill(position: Array) -> None:
    """Refill the market from the deck (R25, R39), or end the round if it cannot (R73-R75)."""
    missing = MARKET_SIZE - size(position[MARKET])
    while missing and position[DECK_LEFT]:
        position[DECK_LEFT] -= 1
        top = DECK + position[DECK_LEFT]
        position[MARKET] += one(position[top])
        position[top] = EMPTY
        missing -= 1
    if missing:
        position[END] = END_DECK


def sell(position: Array, seat: int, give: int) -> None:
    """Discard, take tokens and bonus (R49-R54); end the round at three empty piles (R70-R72)."""
    cards = size(give)
    leave_hand(position, seat, give)
    take_tokens(position, seat, give)
    if cards >= 3:
        take_bonus(position, seat, min(cards, 5) - 3)
    if empty_piles(position) >= PILES_TO_END:
        position[END] = END_TOKENS


def take_tokens(cells: Array, seat: int, give: int) -> None:
    """Discard the cards sold and take a token for each while there are any (R49-R53)."""
    good = first_kind(give)
    cells[DISCARD] += give
    for _ in range(min(size(give), cells[PILE + good])):
        cells[PILE + good] -= 1
        value = TOKENS_FROM_BOTTOM[good, cells[PILE + good]]
        cells[TOKENS + GOODS_KINDS * seat + good] += 1 << (4 * value)


def take_bonus(position: Array, seat: int, tier: int) -> None:
    """Take the top bonus token of a tier, if any is left (R58-R65)."""
    if position[BONUS_LEFT + tier]:
        position[BONUS_LEFT + tier] -= 1
        top = BONUS_PILE + BONUS_FROM[tier] + position[BONUS_LEFT + tier]
        position[BONUS + seat] += 1 << (4 * position[top])
        position[top] = EMPTY


def empty_piles(position: Array) -> int:
    """The number of empty piles of goods tokens."""
    empty = 0
    for good in range(GOODS_KINDS):
        if position[PILE + good] == 0:
            empty += 1
    return empty


# Scoring


def tokens_in(tokens: int) -> int:
    """The number of tokens in a number packed by value."""
    total = 0
    while tokens:
        total += tokens & 15
        tokens >>= 4
    return total


def rupees_in(tokens: int) -> int:
    """The total value of the tokens in a number packed by value."""
    total = value = 0
    while tokens:
        total += value * (tokens & 15)
        tokens >>= 4
        value += 1
    return total


def camel_token_holder(position: Array) -> int:
    """The seat with the strictly larger herd (R79), or -1 (R80)."""
    if position[HERD] == position[HERD + 1]:
        return -1
    return 0 if position[HERD] > position[HERD + 1] else 1


def goods_tokens(position: Array, seat: int) -> int:
    """The number of goods tokens a seat has won."""
    total = 0
    for good in range(GOODS_KINDS):
        total += tokens_in(position[TOKENS + GOODS_KINDS * seat + good])
    return total


def goods_rupees(position: Array, seat: int) -> int:
    """The total value of the goods tokens of a seat."""
    total = 0
    for good in range(GOODS_KINDS):
        total += rupees_in(position[TOKENS + GOODS_KINDS * seat + good])
    return total


def score(position: Array, seat: int) -> int:
    """The rupees of a seat: goods tokens, bonus tokens and the camel token (R81)."""
    total = goods_rupees(position, seat) + rupees_in(position[BONUS + seat])
    if camel_token_holder(position) == seat:
        total += CAMEL_TOKEN_VALUE
    return total


def winner(position: Array) -> int:
    """The winner by rupees, bonus tokens, then goods tokens (R83-R86); -1 if all tie (R87)."""
    lead = score(position, 0) - score(position, 1)
    if lead == 0:
        lead = tokens_in(position[BONUS]) - tokens_in(position[BONUS + 1])
    if lead == 0:
        lead = goods_tokens(position, 0) - goods_tokens(position, 1)
    if lead == 0:
        return -1
    return 0 if lead > 0 else 1
