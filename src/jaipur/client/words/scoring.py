"""The scoring of a round in the rulebook's order: camel token, goods, bonuses, sum, seal."""

from __future__ import annotations

from dataclasses import dataclass

from ...goods import LETTERS
from ...seats import Seat
from ...session.contract.state import Result, RoundShown
from ...session.words.cards import counted_words, sentences
from ...session.words.names import Names, called, mine_first
from ...texts import Texts

PILE = 10
"""The rulebook lays rupees out in piles of ten and a remainder."""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One line of a player's column: a label and its value."""

    label: str
    rupees: int
    values: tuple[int, ...] = ()
    """The values of single tokens, where known."""


def scoring_lines(
    result: Result, shown: RoundShown, names: Names, me: Seat | None, _: Texts
) -> list[str]:
    """The sentences for each of the five steps, with both players' numbers."""
    herds = [side.herd for side in shown.sides if side.herd is not None]
    steps = [
        [result.words.camel_token],
        [_("The goods tokens are turned over.")],
        [_("The bonus tokens come last.")],
        [_("Piles of ten rupees, and the rest.")],
        [result.words.winner],
    ]
    for seat in mine_first(me):
        name = called(seat, names, me, _)
        if len(herds) == len(shown.sides):  # otherwise the memory aid hides one
            camels = counted_words("K", herds[seat], _)
            steps[0].append(_("{name}: {camels}.", name=name, camels=camels))
        steps[1].append(_amount(result.goods_tokens[seat], result.goods_rupees[seat], name, _))
        steps[2].append(_amount(result.bonus_tokens[seat], result.bonus_rupees[seat], name, _))
        steps[3].append(_sum(result.rupees[seat], name, _))
    return [sentences(*step) for step in steps]


def side_rows(result: Result, shown: RoundShown, seat: Seat, _: Texts) -> list[ScoreRow]:
    """A player's column: camel token, goods tokens, bonus tokens, sum."""
    side = shown.sides[seat]
    camel, goods, bonus, total = score_of(result, seat)
    tokens = side.tokens or {}
    values = tuple(value for letter in LETTERS for value in tokens.get(letter, ()))
    herd = _("Camel token") if side.herd is None else counted_words("K", side.herd, _)
    return [
        ScoreRow(herd, camel),
        ScoreRow(_("Goods tokens: {n}", n=result.goods_tokens[seat]), goods, values),
        ScoreRow(
            _("Bonus tokens: {n}", n=result.bonus_tokens[seat]), bonus, side.bonus_values or ()
        ),
        ScoreRow(_("Sum"), total),
    ]


def score_of(result: Result, seat: Seat) -> tuple[int, int, int, int]:
    """The score of a player in one round: camel token, goods, bonus, total."""
    goods, bonus = result.goods_rupees[seat], result.bonus_rupees[seat]
    total = result.rupees[seat]
    return total - goods - bonus, goods, bonus, total


def _amount(tokens: int, rupees: int, name: str, _: Texts) -> str:
    """The number and value of one player's tokens."""
    return _(
        "{name}: {tokens}, {rupees}.",
        name=name,
        tokens=_.count("{n} token", "{n} tokens", tokens),
        rupees=_.count("{n} rupee", "{n} rupees", rupees),
    )


def _sum(rupees: int, name: str, _: Texts) -> str:
    """One player's sum, in piles of ten as in the rulebook."""
    tens, rest = divmod(rupees, PILE)
    return _.count(
        "{name}: {tens} × 10 + {rest} = {n} rupee.",
        "{name}: {tens} × 10 + {rest} = {n} rupees.",
        rupees,
        name=name,
        tens=tens,
        rest=rest,
    )
