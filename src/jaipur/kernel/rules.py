"""The rules of one round; the numbers after each sentence are those of docs/rules.md.

Positions are arrays (see `layout`), cards are packed (see `jaipur.packed`), and an action is what
is taken and what is given. Nothing here draws at random or knows about text.
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
from .tables import (
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
    """Set up a round from the shuffled order of 52 cards and of the bonus piles, top first.

    Three camels lie in the market, five cards go to each seat, two to the market, 40 stay (R8-R13);
    camels dealt go to the herd (R14, R15).
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
    """All goods tokens lie in their piles (R16), the bonus tokens face down in theirs (R17)."""
    for good in range(GOODS_KINDS):
        position[PILE + good] = PILE_SIZES[good]
    for tier in range(3):
        bottom, tokens = BONUS_FROM[tier], BONUS_SIZES[tier]
        position[BONUS_LEFT + tier] = tokens
        for below in range(tokens):
            position[BONUS_PILE + bottom + below] = bonuses[bottom + tokens - 1 - below]


# What may be done


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
    """The reason why an action may not be done now, or ALLOWED."""
    if position[END] != RUNNING:
        return Reason.ROUND_OVER.value
    seat = position[TURN]
    market, herd = int(position[MARKET]), int(position[HERD + seat])
    return check_action(market, hand_of(position, seat), herd, action)


def check_action(market: int, hand: int, herd: int, action: int) -> int:
    """The same from what the seat to act sees: market (R24, R27), hand and herd (R33, R41-R48)."""
    never = check_shape(action)
    if never != ALLOWED:
        return never
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
    """The reason why no position at all allows an action that looks like this, or ALLOWED.

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
    """The same from what the seat to act can see: the market, its hand and its herd."""
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
    """How many takes and sales are legal: each card more of a good is one sale more."""
    total = size(hand) - kind_count(hand & PRECIOUS_ONLY)
    if size(hand) < HAND_LIMIT:
        total += kind_count(market & GOODS_ONLY)
    return total + (1 if market & CAMELS_ONLY else 0)


def gives_for(take: int, hand: int, herd: int) -> tuple[int, int]:
    """The block of `PARTS` with the goods that can be given for a take; camels make up the rest.

    Kinds that are taken cannot be given (R31); each camel given leaves one good more in the hand,
    which holds seven at most (R44).
    """
    wanted = size(take)
    camels = min(wanted, herd, HAND_LIMIT - size(hand))
    sizes = index(hand & ~kinds(take)) * PARTS_ROW + wanted
    return int(PARTS_FROM[sizes - camels]), int(PARTS_FROM[sizes + 1])


def count_exchanges(market: int, hand: int, herd: int) -> int:
    """How many distinct exchanges are legal."""
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


# What an action does


def apply(position: Array, action: int) -> None:
    """Do a legal action and pass the turn (R21); what `check` forbids must not come here.

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
    """Goods go to the hand, seen by the opponent (R24, R27, R96); camels to the herd (R38)."""
    position[MARKET] -= take
    position[SHOWN + seat] += take & GOODS_ONLY
    position[HERD + seat] += take & CAMELS_ONLY


def give_to_market(position: Array, seat: int, give: int) -> None:
    """Goods from the hand and camels from the herd fill the market; no card is drawn (R29, R34)."""
    leave_hand(position, seat, give & GOODS_ONLY)
    position[HERD + seat] -= give & CAMELS_ONLY
    position[MARKET] += give


def leave_hand(position: Array, seat: int, goods: int) -> None:
    """Cards of a kind are alike: those the opponent has seen leave first (R96, R102)."""
    shown = common(position[SHOWN + seat], goods)
    position[SHOWN + seat] -= shown
    position[HIDDEN + seat] -= goods - shown


def refill(position: Array) -> None:
    """Fill the market from the deck (R25, R39); if that fails the round ends (R73-R75)."""
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
    """Discard, take tokens, take the bonus (R49-R54); then a third empty pile ends it (R70-R72)."""
    cards = size(give)
    leave_hand(position, seat, give)
    take_tokens(position, seat, give)
    if cards >= 3:
        take_bonus(position, seat, min(cards, 5) - 3)
    if empty_piles(position) >= PILES_TO_END:
        position[END] = END_TOKENS


def take_tokens(cells: Array, seat: int, give: int) -> None:
    """Cards sold go to the discard, and one token comes for each while there are any (R49-R53)."""
    good = first_kind(give)
    cells[DISCARD] += give
    for _ in range(min(size(give), cells[PILE + good])):
        cells[PILE + good] -= 1
        value = TOKENS_FROM_BOTTOM[good, cells[PILE + good]]
        cells[TOKENS + GOODS_KINDS * seat + good] += 1 << (4 * value)


def take_bonus(position: Array, seat: int, tier: int) -> None:
    """Take the top bonus token of a tier, if there is one left (R58-R65)."""
    if position[BONUS_LEFT + tier]:
        position[BONUS_LEFT + tier] -= 1
        top = BONUS_PILE + BONUS_FROM[tier] + position[BONUS_LEFT + tier]
        position[BONUS + seat] += 1 << (4 * position[top])
        position[top] = EMPTY


def empty_piles(position: Array) -> int:
    """How many piles of goods tokens are empty."""
    empty = 0
    for good in range(GOODS_KINDS):
        if position[PILE + good] == 0:
            empty += 1
    return empty


# Who wins


def tokens_in(tokens: int) -> int:
    """How many tokens there are in a number packed by value."""
    total = 0
    while tokens:
        total += tokens & 15
        tokens >>= 4
    return total


def rupees_in(tokens: int) -> int:
    """What the tokens in a number packed by value are worth."""
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
    """How many goods tokens a seat has won."""
    total = 0
    for good in range(GOODS_KINDS):
        total += tokens_in(position[TOKENS + GOODS_KINDS * seat + good])
    return total


def goods_rupees(position: Array, seat: int) -> int:
    """What the goods tokens of a seat are worth."""
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
    """Rupees, then bonus tokens, then goods tokens (R83-R86); -1 if all are equal (R87)."""
    lead = score(position, 0) - score(position, 1)
    if lead == 0:
        lead = tokens_in(position[BONUS]) - tokens_in(position[BONUS + 1])
    if lead == 0:
        lead = goods_tokens(position, 0) - goods_tokens(position, 1)
    if lead == 0:
        return -1
    return 0 if lead > 0 else 1
