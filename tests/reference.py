"""An oracle of one round of Jaipur: slow, plain, and written apart from the engine it checks.

Source: the rulebooks, and the project's rulings where those differ or are silent.
Not modelled: the match around the round (seals, who starts next, the redeal after a full tie).

Cards are single letters: D G S C P L K = diamond, gold, silver, cloth, spice, leather, camel.
Actions are text, the letters of each part in that order:

    +G        take one gold
    +KKK      take all the camels of the market, here three
    -LLL      sell three leather
    +DG-LK    exchange: take a diamond and a gold, give a leather and a camel
"""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

ORDER = "DGSCPLK"
GOODS = "DGSCPL"
CAMEL = "K"
PRECIOUS = "DGS"
HAND_LIMIT = 7
MARKET_SIZE = 5
CAMEL_TOKEN = 5
OPENING_CAMELS = 3

CARD_COUNTS = {"D": 6, "G": 6, "S": 6, "C": 8, "P": 8, "L": 10, "K": 11}
TOKEN_VALUES = {
    "D": [7, 7, 5, 5, 5],
    "G": [6, 6, 5, 5, 5],
    "S": [5, 5, 5, 5, 5],
    "C": [5, 3, 3, 2, 2, 1, 1],
    "P": [5, 3, 3, 2, 2, 1, 1],
    "L": [4, 3, 2, 1, 1, 1, 1, 1, 1],
}
BONUS_VALUES = {
    3: [1, 1, 2, 2, 2, 3, 3],
    4: [4, 4, 5, 5, 6, 6],
    5: [8, 8, 9, 10, 10],
}


@dataclass(frozen=True)
class ReferenceScore:
    """The scoring of a round, each pair indexed by seat; the camel token is in the rupees."""

    rupees: tuple[int, int]
    camel_token: int | None
    bonus_counts: tuple[int, int]
    goods_counts: tuple[int, int]
    winner: int | None


class ReferenceRound:
    """One round, changed in place by `play`; market and hands are kept in the order DGSCPLK."""

    def __init__(
        self, cards: str, bonuses: tuple[str, str, str], starter: int, exchange_limit: int | None
    ) -> None:
        """Deal the round: `cards` and `bonuses` are read from the top down."""
        _check_setup(cards, bonuses, starter)
        dealt = [list(cards[0:5]), list(cards[5:10])]
        goods = [[card for card in hand if card != CAMEL] for hand in dealt]

        self.turn: int = starter
        self.over: str | None = None  # "tokens", "deck" or "exchanges"
        self.market: list[str] = in_order([CAMEL] * OPENING_CAMELS + list(cards[10:12]))
        self.hands: list[list[str]] = [in_order(hand) for hand in goods]
        self.herds: list[int] = [hand.count(CAMEL) for hand in dealt]
        self.deck: list[str] = list(cards[12:])  # the top is first
        self.discard: list[str] = []  # the last sold is last
        self.piles: dict[str, list[int]] = {
            good: list(values) for good, values in TOKEN_VALUES.items()
        }
        self.bonus_piles: dict[int, list[int]] = {
            tier: _bonus_values(text) for tier, text in zip((3, 4, 5), bonuses, strict=True)
        }
        self.tokens: list[list[tuple[str, int]]] = [[], []]  # (good, value)
        self.bonus_tokens: list[list[tuple[int, int]]] = [[], []]  # (tier, value)
        self.exchanges_in_a_row: int = 0
        self.exchange_limit: int | None = exchange_limit
        # The part of each hand that the other seat has seen come in from the market.
        self._shown: list[list[str]] = [[], []]

    def legal_actions(self) -> set[str]:
        """Every action the seat to act may choose; none when the round is over."""
        if self.over is not None:
            return set()
        hand = self.hands[self.turn]
        actions: set[str] = set()

        # Take one good: not when the hand is full.
        if len(hand) < HAND_LIMIT:
            for card in self.market:
                if card != CAMEL:
                    actions.add("+" + card)

        # Take the camels: always all of them.
        if CAMEL in self.market:
            actions.add("+" + CAMEL * self.market.count(CAMEL))

        # Sell any number of one kind of good; the precious ones at least two at a time.
        for good in GOODS:
            for number in range(1, hand.count(good) + 1):
                if number >= 2 or good not in PRECIOUS:
                    actions.add("-" + good * number)

        # Exchange.
        actions |= _exchanges("".join(self.market), "".join(hand), self.herds[self.turn])
        return actions

    def play(self, action: str) -> None:
        """Carry out a legal action and pass the turn; ValueError when it is not legal."""
        if action not in self.legal_actions():
            raise ValueError(f"not legal here: {action!r}")

        if action.startswith("-"):
            self._sell(action[1], len(action) - 1)
            self.exchanges_in_a_row = 0
        elif "-" in action:
            taken, given = action[1:].split("-")
            self._exchange(list(taken), list(given))
            self.exchanges_in_a_row += 1
            if self.exchanges_in_a_row == self.exchange_limit:
                self.over = "exchanges"
        else:
            for card in action[1:]:
                self._take_from_market(card)
            self._refill_market()
            self.exchanges_in_a_row = 0

        if self.over is None:
            self.turn = 1 - self.turn

    def score(self) -> ReferenceScore:
        """The scoring of the round as it stands."""
        rupees = [0, 0]
        for seat in (0, 1):
            rupees[seat] += sum(value for _, value in self.tokens[seat])
            rupees[seat] += sum(value for _, value in self.bonus_tokens[seat])
        camel_token = _greater(self.herds[0], self.herds[1])
        if camel_token is not None:
            rupees[camel_token] += CAMEL_TOKEN
        bonus_counts = (len(self.bonus_tokens[0]), len(self.bonus_tokens[1]))
        goods_counts = (len(self.tokens[0]), len(self.tokens[1]))

        winner = _greater(rupees[0], rupees[1])
        if winner is None:
            winner = _greater(*bonus_counts)
        if winner is None:
            winner = _greater(*goods_counts)
        return ReferenceScore(
            (rupees[0], rupees[1]), camel_token, bonus_counts, goods_counts, winner
        )

    def knows(self, seat: int) -> tuple[list[str], int]:
        """What `seat` remembers of the opponent's hand: the cards seen, and how many others."""
        opponent = 1 - seat
        shown = in_order(self._shown[opponent])
        return shown, len(self.hands[opponent]) - len(shown)

    def _sell(self, good: str, number: int) -> None:
        """Discard the cards, take the tokens there are, then the bonus for the cards sold."""
        for _ in range(number):
            self._leave_hand(good)
            self.discard.append(good)
            if self.piles[good]:
                self.tokens[self.turn].append((good, self.piles[good].pop(0)))
        if number >= 3:
            tier = min(number, 5)
            if self.bonus_piles[tier]:
                self.bonus_tokens[self.turn].append((tier, self.bonus_piles[tier].pop(0)))
        empty_piles = [good for good in GOODS if not self.piles[good]]
        if len(empty_piles) >= 3:
            self.over = "tokens"

    def _exchange(self, taken: list[str], given: list[str]) -> None:
        """Exchange goods of the market for as many goods and camels of the seat to act."""
        for card in taken:
            self._take_from_market(card)
        for card in given:
            if card == CAMEL:
                self.herds[self.turn] -= 1
            else:
                self._leave_hand(card)
            self.market.append(card)
        self.market = in_order(self.market)

    def _take_from_market(self, card: str) -> None:
        """Bring one card from the market to the herd or, in the open, to the hand."""
        self.market.remove(card)
        if card == CAMEL:
            self.herds[self.turn] += 1
        else:
            self.hands[self.turn] = in_order([*self.hands[self.turn], card])
            self._shown[self.turn].append(card)

    def _leave_hand(self, good: str) -> None:
        """Remove a good from the hand: one that was shown if there is one, else a hidden one."""
        self.hands[self.turn].remove(good)
        if good in self._shown[self.turn]:
            self._shown[self.turn].remove(good)

    def _refill_market(self) -> None:
        """Lay out cards up to five; the round ends when the deck does not hold enough."""
        while len(self.market) < MARKET_SIZE and self.deck:
            self.market.append(self.deck.pop(0))
        self.market = in_order(self.market)
        if len(self.market) < MARKET_SIZE:
            self.over = "deck"


def in_order(cards: list[str]) -> list[str]:
    """The cards in the order DGSCPLK."""
    return sorted(cards, key=ORDER.index)


@lru_cache(maxsize=10_000)
def _exchanges(market: str, hand: str, herd: int) -> frozenset[str]:
    """Every legal exchange, found by trying all sets of physical cards; all texts in order."""
    goods = market.replace(CAMEL, "")
    actions: set[str] = set()
    for size in range(2, len(goods) + 1):
        owned = hand + CAMEL * min(herd, size)  # more camels than `size` cannot be given
        takes = set(combinations(goods, size))
        gives = set(combinations(owned, size))
        for take in takes:
            for give in gives:
                goods_given = size - give.count(CAMEL)
                fits = len(hand) - goods_given + size <= HAND_LIMIT
                if fits and set(take).isdisjoint(give):
                    actions.add("+" + "".join(take) + "-" + "".join(give))
    return frozenset(actions)


def _greater(first: int, second: int) -> int | None:
    """The seat with the greater number, or None when they are equal."""
    if first == second:
        return None
    return 0 if first > second else 1


def _bonus_values(text: str) -> list[int]:
    """The values of a bonus pile written one character per token, T for ten."""
    return [10 if character == "T" else int(character) for character in text]


def _check_setup(cards: str, bonuses: tuple[str, str, str], starter: int) -> None:
    """Refuse a set-up that is not the game's material."""
    if Counter(cards + CAMEL * OPENING_CAMELS) != CARD_COUNTS:
        raise ValueError(f"not the 52 cards: {cards!r}")
    for tier, text in zip((3, 4, 5), bonuses, strict=True):
        if sorted(_bonus_values(text)) != BONUS_VALUES[tier]:
            raise ValueError(f"not the bonus tokens of {tier}: {text!r}")
    if starter not in (0, 1):
        raise ValueError(f"not a seat: {starter!r}")
