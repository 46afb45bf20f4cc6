"""The engine and the oracle of `tests.reference` play the same rounds and never differ.

The fast form compares a part of the first chunk of actions; JAIPUR_DEEP=1 JAIPUR_ORACLE=8 (run.py
trust) compares all of them, at least 200,000 actions.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from jaipur import GOODS, SEATS, Cards, Deal, Position, SeededDeals, active_kernel, parse_action
from jaipur.kernel import layout
from jaipur.notation import action_of_code
from tests.depth import tried
from tests.reference import GOODS as GOOD_LETTERS
from tests.reference import ReferenceRound

EVERY_CHUNK = 8
CHUNKS = int(os.environ.get("JAIPUR_ORACLE", "1"))
WHOLE_CHUNK = 25_000
ACTIONS_IN_A_CHUNK = tried(10_000, WHOLE_CHUNK)
PROPERTIES_EVERY = 40
EXCHANGE_LIMITS = (40, 40, 3, 5, 1, None)

Pairs = tuple[tuple[str | int, int], ...]
Policy = Callable[[list[str], Random], str]


class Facts(NamedTuple):
    """Everything there is to say about a round, in plain values; pairs are indexed by seat."""

    turn: int | None
    end: str | None
    exchanges: int
    exchange_limit: int | None
    market: str
    hands: tuple[str, str]
    herds: tuple[int, int]
    deck: str
    discard: str
    piles: tuple[tuple[int, ...], ...]
    tokens: tuple[Pairs, Pairs]
    bonus_tokens: tuple[Pairs, Pairs]
    bonus_piles: tuple[tuple[int, ...], ...]
    known: tuple[tuple[str, int], tuple[str, int]]


def test_at_least_200_000_actions_are_compared() -> None:
    assert EVERY_CHUNK * WHOLE_CHUNK >= 200_000
    assert 1 <= CHUNKS <= EVERY_CHUNK


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_engine_and_oracle_agree_at_every_turn(chunk: int) -> None:
    random = Random(chunk)
    deals = SeededDeals(1_000 + chunk)
    met: Counter[str] = Counter()
    rounds = compared = 0
    while compared < ACTIONS_IN_A_CHUNK:
        policy, limit = random.choice(POLICIES), random.choice(EXCHANGE_LIMITS)
        compared += compare_one_round(deals.deal(rounds), limit, policy, random, met)
        rounds += 1

    assert compared >= ACTIONS_IN_A_CHUNK
    assert met["end by tokens"] >= tried(1, 5)
    assert met["end by deck"] >= tried(1, 5)
    assert met["end by exchanges"] >= tried(1, 5)
    assert met["sale beyond the last token"] >= tried(1, 5)
    assert met["sale with no token left"] >= tried(1, 5)
    assert met["bonus of five for more cards"] >= tried(1, 5)
    assert met["empty bonus pile"] >= 1
    assert met["round goes on with an empty deck"] >= tried(1, 5)
    assert met["nobody wins"] >= 1
    assert met["a tie-break decides"] >= 1


@pytest.fixture(scope="module", autouse=True)
def _compiled_engine() -> Iterator[None]:
    active_kernel.use_compiled()
    yield
    active_kernel.use_interpreted()


def compare_one_round(
    deal: Deal, limit: int | None, policy: Policy, random: Random, met: Counter[str]
) -> int:
    """Play a round on both sides and say how many actions it had."""
    bonuses = ["".join("T" if value == 10 else str(value) for value in p) for p in deal.bonuses]
    reference = ReferenceRound(
        "".join(card.letter for card in deal.cards),
        (bonuses[0], bonuses[1], bonuses[2]),
        deal.starter,
        limit,
    )
    position = Position.deal(deal, exchange_limit=limit)
    actions = 0
    compare(position, reference, properties=True)
    while reference.over is None:
        legal = legal_texts(position)
        assert len(legal) == len(set(legal))
        assert set(legal) == reference.legal_actions()
        action = policy(legal, random)
        note_rare_sale(reference, action, met)
        reference.play(action)
        position = position.play(parsed(action))
        actions += 1
        compare(position, reference, properties=actions % PROPERTIES_EVERY == 0)
        met["round goes on with an empty deck"] += not (reference.deck or reference.over)
    compare_results(position, reference, met)
    return actions


def compare(position: Position, reference: ReferenceRound, *, properties: bool) -> None:
    expected = facts_of_reference(reference)
    assert facts_of_cells(position) == expected
    rupees = (active_kernel.score(position.array, 0), active_kernel.score(position.array, 1))
    scoring = reference.score()
    assert rupees == scoring.rupees
    assert active_kernel.winner(position.array) == (
        -1 if scoring.winner is None else scoring.winner
    )
    if properties:
        assert facts_of_properties(position) == expected
        assert [str(action) for action in position.legal_actions()] == legal_texts(position)


def compare_results(position: Position, reference: ReferenceRound, met: Counter[str]) -> None:
    assert facts_of_properties(position) == facts_of_reference(reference)
    assert legal_texts(position) == []
    assert position.legal_actions() == ()
    scoring, result = reference.score(), position.result
    assert result is not None
    assert result.cause == reference.over
    assert tuple(result.rupees) == scoring.rupees
    assert result.camel_token == scoring.camel_token
    assert tuple(result.bonus_tokens) == scoring.bonus_counts
    assert tuple(result.goods_tokens) == scoring.goods_counts
    assert result.winner == scoring.winner
    met[f"end by {reference.over}"] += 1
    met["nobody wins"] += scoring.winner is None
    even = scoring.rupees[0] == scoring.rupees[1]
    met["a tie-break decides"] += even and scoring.winner is not None


# The same facts told three times


def facts_of_reference(reference: ReferenceRound) -> Facts:
    known = [reference.knows(seat) for seat in SEATS]
    return Facts(
        turn=None if reference.over else reference.turn,
        end=reference.over,
        exchanges=reference.exchanges_in_a_row,
        exchange_limit=reference.exchange_limit,
        market="".join(reference.market),
        hands=("".join(reference.hands[0]), "".join(reference.hands[1])),
        herds=(reference.herds[0], reference.herds[1]),
        deck="".join(reference.deck),
        discard="".join(good * reference.discard.count(good) for good in GOOD_LETTERS),
        piles=tuple(tuple(reference.piles[good]) for good in GOOD_LETTERS),
        tokens=(
            tuple(sorted(reference.tokens[0])),
            tuple(sorted(reference.tokens[1])),
        ),
        bonus_tokens=(
            tuple(sorted(reference.bonus_tokens[0])),
            tuple(sorted(reference.bonus_tokens[1])),
        ),
        bonus_piles=tuple(tuple(reference.bonus_piles[tier]) for tier in (3, 4, 5)),
        known=(
            ("".join(known[0][0]), known[0][1]),
            ("".join(known[1][0]), known[1][1]),
        ),
    )


def facts_of_cells(position: Position) -> Facts:
    """Straight from the arrays, which is fast enough for every turn."""
    cells = position.array.tolist()
    views = [position.view(seat).array.tolist() for seat in SEATS]
    won = cells[layout.TOKENS : layout.TOKENS + 12]
    left = cells[layout.DECK_LEFT]
    assert cells[layout.DECK + left :] == [layout.EMPTY] * (40 - left)
    end = (None, "tokens", "deck", "exchanges")[cells[layout.END]]
    return Facts(
        turn=None if end else cells[layout.TURN],
        end=end,
        exchanges=cells[layout.EXCHANGES],
        exchange_limit=cells[layout.EXCHANGE_LIMIT] or None,
        market=letters(cells[layout.MARKET]),
        hands=(
            letters(cells[layout.SHOWN] + cells[layout.HIDDEN]),
            letters(cells[layout.SHOWN + 1] + cells[layout.HIDDEN + 1]),
        ),
        herds=(cells[layout.HERD], cells[layout.HERD + 1]),
        deck="".join(["DGSCPLK"[card] for card in cells[layout.DECK : layout.DECK + left][::-1]]),
        discard=letters(cells[layout.DISCARD]),
        piles=tuple(
            [lowest_tokens(good, cells[layout.PILE + good]) for good in range(len(GOOD_LETTERS))]
        ),
        tokens=(goods_pairs(*won[:6]), goods_pairs(*won[6:])),
        bonus_tokens=(bonus_pairs(cells[layout.BONUS]), bonus_pairs(cells[layout.BONUS + 1])),
        bonus_piles=tuple(
            [
                tuple(cells[layout.BONUS_PILE + first :][: cells[layout.BONUS_LEFT + tier]][::-1])
                for tier, first in enumerate((0, 7, 13))
            ]
        ),
        known=(
            (letters(views[0][layout.SHOWN + 1]), views[0][layout.THEIR_HIDDEN]),
            (letters(views[1][layout.SHOWN]), views[1][layout.THEIR_HIDDEN]),
        ),
    )


def facts_of_properties(position: Position) -> Facts:
    """By the public properties, which take their time."""
    views = [position.view(seat) for seat in SEATS]
    tokens = [
        sorted((good.letter, value) for good, won in position.tokens(seat).items() for value in won)
        for seat in SEATS
    ]
    bonus_tokens = [
        sorted((tier_of(value), value) for value in position.bonus_tokens(seat)) for seat in SEATS
    ]
    for seat, view in enumerate(views):
        assert view.hand == position.hand(SEATS[seat])
        assert view.bonus_tokens == position.bonus_tokens(SEATS[seat])
    return Facts(
        turn=None if position.end else position.turn,
        end=None if position.end is None else str(position.end),
        exchanges=position.exchanges,
        exchange_limit=position.exchange_limit,
        market=str(position.market),
        hands=(str(position.hand(0)), str(position.hand(1))),
        herds=(position.herds[0], position.herds[1]),
        deck="".join(card.letter for card in position.deck),
        discard=str(position.discard),
        piles=tuple(position.pile(good) for good in GOODS),
        tokens=(tuple(tokens[0]), tuple(tokens[1])),
        bonus_tokens=(tuple(bonus_tokens[0]), tuple(bonus_tokens[1])),
        bonus_piles=position.bonus_piles,
        known=(
            (str(views[0].opponent_known), views[0].opponent_hidden),
            (str(views[1].opponent_known), views[1].opponent_hidden),
        ),
    )


def legal_texts(position: Position) -> list[str]:
    codes = layout.new_actions()
    count = active_kernel.legal(position.array, codes)
    return [action_text(code) for code in codes[:count].tolist()]


@cache
def action_text(code: int) -> str:
    return str(action_of_code(code))


parsed = cache(parse_action)


@cache
def letters(packed: int) -> str:
    return str(Cards.unpack(packed))


@cache
def lowest_tokens(good: int, left: int) -> tuple[int, ...]:
    values = ((7, 7, 5, 5, 5), (6, 6, 5, 5, 5), (5,) * 5, *[(5, 3, 3, 2, 2, 1, 1)] * 2)
    pile = (*values, (4, 3, 2, 1, 1, 1, 1, 1, 1))[good]
    return pile[len(pile) - left :]


def packed_by_value(tokens: int) -> list[int]:
    return [value for value in range(16) for _ in range(tokens >> 4 * value & 15)]


@cache
def goods_pairs(*won: int) -> Pairs:
    every = zip(GOOD_LETTERS, won, strict=True)
    return tuple(sorted((good, value) for good, won in every for value in packed_by_value(won)))


@cache
def bonus_pairs(won: int) -> Pairs:
    return tuple((tier_of(value), value) for value in packed_by_value(won))


def tier_of(value: int) -> int:
    return 3 if value <= 3 else 4 if value <= 6 else 5


def note_rare_sale(reference: ReferenceRound, action: str, met: Counter[str]) -> None:
    if action[0] == "-":
        cards, tokens = len(action) - 1, len(reference.piles[action[1]])
        met["sale beyond the last token"] += 0 < tokens < cards
        met["sale with no token left"] += tokens == 0
        met["bonus of five for more cards"] += cards > 5
        met["empty bonus pile"] += cards >= 3 and not reference.bonus_piles[min(cards, 5)]


# How the rounds are played


def any_action(legal: list[str], random: Random) -> str:
    return random.choice(legal)


def any_kind(legal: list[str], random: Random) -> str:
    """First what to do, then with which cards: rounds come to an end sooner."""
    by_kind: dict[str, list[str]] = {}
    for action in legal:
        by_kind.setdefault(kind_of(action), []).append(action)
    return random.choice(by_kind[random.choice(list(by_kind))])


def large_sales(legal: list[str], random: Random) -> str:
    """Wait for three cards or more, and sell as many as possible."""
    sales = [action for action in legal if kind_of(action) == "sell" and len(action) > 3]
    if sales and random.random() < 0.7:
        return max(sales, key=len)
    return any_kind(without_sales(legal), random)


def sales_of_three(legal: list[str], random: Random) -> str:
    """Nothing but sales of three cards, until their bonus pile is empty and beyond."""
    sales = [action for action in legal if kind_of(action) == "sell" and len(action) == 4]
    return random.choice(sales) if sales else any_kind(without_sales(legal), random)


def collect_leather(legal: list[str], random: Random) -> str:
    """Gather one good for a sale of six cards or seven."""
    sales = [action for action in legal if kind_of(action) == "sell" and len(action) > 6]
    if sales and random.random() < 0.7:
        return max(sales, key=len)
    others = without_sales(legal)
    if random.random() < 0.2:
        return any_kind(legal, random)
    most = max(map(leather_gained, others))
    return any_kind([action for action in others if leather_gained(action) == most], random)


def exchanges(legal: list[str], random: Random) -> str:
    """Exchanges and little else, long enough to meet the limit of forty."""
    chosen = [action for action in legal if kind_of(action) == "exchange"]
    return random.choice(chosen if chosen and random.random() < 0.98 else legal)


def without_sales(legal: list[str]) -> list[str]:
    return [action for action in legal if kind_of(action) != "sell"] or legal


@cache
def leather_gained(action: str) -> int:
    take, _, give = action.partition("-")
    return take.count("L") - give.count("L")


@cache
def kind_of(action: str) -> str:
    if action[0] == "-":
        return "sell"
    if "-" in action:
        return "exchange"
    return "camels" if action[1] == "K" else "take"


POLICIES: tuple[Policy, ...] = (
    any_action,
    any_kind,
    any_kind,
    large_sales,
    large_sales,
    sales_of_three,
    collect_leather,
    exchanges,
)
