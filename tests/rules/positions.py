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
    RoundResult,
    Seat,
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
    do not fit into it go to the hand of seat 1 unless that is given, five at most; the others were
    sold, if possible goods of other kinds than those named in `sold` and the hands. Camels that do
    not fit are in the herd of seat 1, or of seat 0 if that of seat 1 is given. Seat 1 won every
    goods token that `tokens0` does not name. What still has no place makes the position refused.
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
    sold += _leave(rest, goods, keep=sold + hand0 + hand1)
    if herd1 is None:
        herd1 = camels
    elif herd0 is None:
        herd0 = camels
    won = Counter(_tokens_won(sold))
    fields = {
        "turn": str(turn),
        "start": str(start),
        "market": market,
        "hand0": _hand(hand0),
        "hand1": _hand(hand1),
        "herd0": str(herd0 or 0),
        "herd1": str(herd1),
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
    return Position.parse(" ".join(f"{name}={fields[name] or '-'}" for name in fields))


def _leave(rest: Counter[str], count: int, keep: str = "") -> str:
    """Goods taken out of the rest, of the kind that has most left, if possible none of `keep`."""
    left = ""
    for _ in range(min(count, rest.total() - rest["K"])):
        plenty = [letter for letter in "LPCSGD" if rest[letter] > 2 and letter not in keep]
        kind = max(plenty or "LPCSGD", key=lambda letter: rest[letter])
        rest[kind] -= 1
        left += kind
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


LAST_ACTION = "+DG-CC"


def before_last_action(winner: Seat | None, turn: Seat = 0, start: Seat = 0) -> Position:
    """A position in which LAST_ACTION ends the round for this winner, or tied in every way."""
    return position(
        market="DGKKK",
        hand0="CCPPL",
        hand1="CCPPL",
        herd0=0,
        herd1=0,
        sold="" if winner is None else "LL",
        tokens0="L43" if winner == 0 else "",
        turn=turn,
        start=start,
        exchanges="39/40",
    )


def with_position(match: Match, position: Position) -> Match:
    """A match with its round brought to a position."""
    return replace(match, rounds=(*match.rounds[:-1], replace(match.round, position=position)))


def round_won(match: Match, winner: Seat | None) -> Match:
    """A match in which the round being played has just ended for this winner, or tied."""
    start = match.round.starter
    last = before_last_action(winner, turn=start, start=start)
    return with_position(match, last).play(parse_action(LAST_ACTION))


def match_after(*winners: Seat | None, starter: Seat = 0) -> Match:
    """A match after rounds with these winners; None is a complete tie."""
    match = Match.start(deal(starter=starter))
    for number, winner in enumerate(winners):
        match = round_won(match if number == 0 else match.next_round(deal()), winner)
    return match
