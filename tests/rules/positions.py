"""Short ways to say which position a rule is tested in."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import cycle

import pytest

from jaipur import (
    Action,
    Card,
    Deal,
    IllegalAction,
    Match,
    Position,
    Reason,
    Round,
    RoundResult,
    Seat,
    SeededDeals,
    parse_action,
)
from jaipur.goods import (
    BONUS_VALUES,
    CAMELS_LAID_OUT,
    CARDS_OF_KIND,
    DECK_SIZE,
    GOODS,
    HAND_DEALT,
    TOKEN_VALUES,
)

BOX = Counter({card.letter: count for card, count in zip(Card, CARDS_OF_KIND, strict=True)})
CAMELS_SHUFFLED = BOX["K"] - CAMELS_LAID_OUT
BONUS_LETTERS = {10: "T"}


def position(
    *,
    market: str = "DGSKK",
    hand0: str = "",
    hand1: str | None = None,
    herd0: int | None = None,
    herd1: int | None = None,
    top: str = "",
    deck: str | None = None,
    sold: str = "",
    tokens0: str = "",
    bonus0: str = "-/-/-",
    bonus1: str = "-/-/-",
    bonuses: str | None = None,
    turn: Seat = 0,
    start: Seat = 0,
    exchanges: str = "0/40",
    end: str = "-",
) -> Position:
    """A position in which every card that no field names has a place.

    The deck begins with `top` and takes all other cards, unless `deck` gives it whole. Goods that
    do not fit into it go to the hand of seat 1 unless that is given, five at most, and the others
    were sold. Camels that do not fit are in a herd that is not given. Seat 1 won every goods token
    that `tokens0` does not name.
    """
    herds = "K" * ((herd0 or 0) + (herd1 or 0))
    rest = BOX - Counter(market + hand0 + (hand1 or "") + herds + top + (deck or "") + sold)
    room, camel_room = 0, 0
    if deck is None:
        room, camel_room = DECK_SIZE - len(top), CAMELS_SHUFFLED - top.count("K")
    camels = max(0, rest["K"] - camel_room)
    goods = max(0, rest.total() - camels - room)
    rest["K"] -= camels
    if hand1 is None:
        hand1 = _leave(rest, min(goods, HAND_DEALT))
        goods -= len(hand1)
    sold += _leave(rest, goods, keep=sold)
    if herd1 is None:
        herd1, camels = camels, 0
    won = Counter(_tokens_won(sold))
    fields = {
        "turn": turn,
        "start": start,
        "market": market,
        "hand0": _hand(hand0),
        "hand1": _hand(hand1),
        "herd0": (herd0 or 0) + camels,
        "herd1": herd1,
        "deck": top + _in_turn(rest) if deck is None else deck,
        "sold": sold,
        "piles": ",".join(str(max(0, len(TOKEN_VALUES[g]) - sold.count(g.letter))) for g in GOODS),
        "tokens0": tokens0,
        "tokens1": _tokens_text(won - Counter(_tokens_named(tokens0))),
        "bonus0": bonus0,
        "bonus1": bonus1,
        "bonuses": bonuses or _bonuses_left(bonus0 + bonus1),
        "exchanges": exchanges,
        "end": end,
    }
    return Position.parse(" ".join(f"{name}={value or 0 if value == 0 else value or '-'}"
                                   for name, value in fields.items()))


def _leave(rest: Counter[str], count: int, keep: str = "") -> str:
    """Cards taken out of the rest: always of the good of which most are left, if not to keep."""
    left = ""
    for _ in range(count):
        choice = [letter for letter in "LPCSGD" if letter not in keep and rest[letter]]
        if choice:
            most = max(choice, key=lambda letter: rest[letter])
            rest[most] -= 1
            left += most
    return left


def _in_turn(cards: Counter[str]) -> str:
    """Cards in a fixed order in which the kinds take turns."""
    left, order = Counter(cards), ""
    for letter in cycle("DGSCPLK"):
        if left.total() == 0:
            break
        if left[letter]:
            left[letter] -= 1
            order += letter
    return order


def _hand(goods: str) -> str:
    """Five goods at most can be hidden, the others came from the market."""
    if "+" in goods or len(goods) <= HAND_DEALT:
        return goods
    return goods[:HAND_DEALT] + "+" + goods[HAND_DEALT:]


def _tokens_won(sold: str) -> list[tuple[str, str]]:
    return [
        (good.letter, str(value))
        for good in GOODS
        for value in TOKEN_VALUES[good][: sold.count(good.letter)]
    ]


def _tokens_named(text: str) -> list[tuple[str, str]]:
    groups = re.findall(r"([A-Z])(\d+)", text)
    return [(letter, value) for letter, values in groups for value in values]


def _tokens_text(tokens: Counter[tuple[str, str]]) -> str:
    return "".join(letter + value for letter, value in tokens.elements())


def _bonuses_left(won: str) -> str:
    piles = []
    for values in BONUS_VALUES:
        pile = Counter(BONUS_LETTERS.get(value, str(value)) for value in values) - Counter(won)
        piles.append("".join(pile.elements()) or "-")
    return "/".join(piles)


def mirrored(position: Position) -> Position:
    """The same position with the two seats in each other's place."""
    text = re.sub(r"(?<=[a-z])([01])(?==)", lambda seat: str(1 - int(seat[1])), str(position))
    text = re.sub(r"(turn|start)=(\d)", lambda m: f"{m[1]}={1 - int(m[2])}", text)
    return Position.parse(text)


def play(position: Position, *actions: str) -> Position:
    """The position after some actions in the notation."""
    return position.play_all([parse_action(action) for action in actions])


def notations(position: Position) -> list[str]:
    """The legal actions in the notation."""
    return [str(action) for action in position.legal_actions()]


def assert_refused(position: Position, action: str | Action, reason: Reason, rule: str) -> None:
    """Check that an action is refused for this reason and this rule, and changes nothing."""
    before = str(position)
    with pytest.raises(IllegalAction) as caught:
        position.play(parse_action(action) if isinstance(action, str) else action)
    assert (caught.value.reason, caught.value.rule) == (reason, rule)
    assert str(action) not in notations(position)
    assert str(position) == before


def result_of(position: Position) -> RoundResult:
    """The scoring of a round that is over."""
    assert position.result is not None
    return position.result


def deal(
    hand0: str = "DGSCP",
    hand1: str = "DGSCP",
    market: str = "DG",
    starter: Seat = 0,
    bonuses: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]] = BONUS_VALUES,
) -> Deal:
    """A deal that begins with these cards."""
    dealt = hand0 + hand1 + market
    rest = BOX - Counter(dealt + "K" * CAMELS_LAID_OUT)
    letters = {card.letter: card for card in Card}
    return Deal(tuple(letters[letter] for letter in dealt + _in_turn(rest)), bonuses, starter)


LAST_ACTION = "-SS"


def before_last_action(winner: Seat | None, turn: Seat = 0, start: Seat = 0) -> Position:
    """A position in which LAST_ACTION ends the round for this winner, or by a complete tie."""
    if winner is None:
        # Three kinds of 25, 25 and 5 rupees in tokens of fives and ones are hard to halve by
        # chance: here each seat ends with five tokens and the same rupees.
        tied = position(
            hand0="SS",
            hand1="",
            herd0=3,
            herd1=3,
            market="DGCPL",
            sold="",
            start=start,
        )
        return tied if turn == 0 else mirrored(tied)
    tokens0 = "D77555G66555S555" if winner == 0 else ""
    hands = ("SS", "CCPPL") if turn == 0 else ("CCPPL", "SS")
    return position(
        hand0=hands[0],
        hand1=hands[1],
        sold="DDDDDGGGGGSSS",
        tokens0=tokens0,
        turn=turn,
        start=start,
    )
