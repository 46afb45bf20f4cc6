"""The end of a round in the rulebook's order: camel token, goods, bonus tokens, sum, seal."""

from __future__ import annotations

from dataclasses import dataclass

from ...goods import CAMEL_TOKEN_VALUE, LETTERS
from ...seats import Seat
from ...texts import Texts
from ..link import Json
from .cards import counted_words, sentences
from .names import Names, called, mine_first
from .results import camel_token_words, winner_words

PILE = 10
"""The rulebook lays the rupees out in piles of ten, and a rest."""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One line of a player's column: what is counted, and what it is worth."""

    label: str
    rupees: int
    values: tuple[int, ...] = ()
    """The single tokens, where they are known."""


@dataclass(frozen=True, slots=True)
class ScoreTotal:
    """One line of the score of a match: a player in one round."""

    name: str
    camel: int
    goods: int
    bonus: int
    total: int
    is_winner: bool


def scoring_lines(result: Json, state: Json, names: Names, me: Seat | None, _: Texts) -> list[str]:
    """What is said at each of the five steps, whole sentences with the numbers of both."""
    seats = mine_first(me)

    def both(tokens: str, rupees: str) -> str:
        said = (_amount(result, (tokens, rupees), called(seat, names, me, _), seat, _)
                for seat in seats)  # fmt: skip
        return sentences(*said)

    sums = (_sum(result["rupees"][seat], called(seat, names, me, _), _) for seat in seats)
    return [
        sentences(camel_token_words(result, names, me, _), _herds(state, names, me, _)),
        sentences(_("The goods tokens are turned over."), both("goods_tokens", "goods_rupees")),
        sentences(_("The bonus tokens come last."), both("bonus_tokens", "bonus_rupees")),
        sentences(_("Piles of ten rupees, and the rest."), *sums),
        winner_words(result, names, me, _),
    ]


def side_rows(result: Json, state: Json, seat: Seat, _: Texts) -> list[ScoreRow]:
    """A player's column: camel token, goods tokens, bonus tokens, sum."""
    side = state["round"]["sides"][seat]
    herd = side["herd"]
    tokens = side["tokens"] or {}
    goods = tuple(value for letter in LETTERS for value in tokens.get(letter, ()))
    camel_label = _("Camel token") if herd is None else counted_words("K", herd, _)
    return [
        ScoreRow(camel_label, CAMEL_TOKEN_VALUE if result["camel_token"] == seat else 0),
        ScoreRow(
            _("Goods tokens: {n}", n=result["goods_tokens"][seat]),
            result["goods_rupees"][seat],
            goods,
        ),
        ScoreRow(
            _("Bonus tokens: {n}", n=result["bonus_tokens"][seat]),
            result["bonus_rupees"][seat],
            tuple(side["bonus_values"] or ()),
        ),
        ScoreRow(_("Sum"), result["rupees"][seat]),
    ]


def score_totals(result: Json, names: Names, me: Seat | None, _: Texts) -> list[ScoreTotal]:
    """The two lines of a round in the score of a match, mine first."""
    goods, bonus, total = result["goods_rupees"], result["bonus_rupees"], result["rupees"]
    return [
        ScoreTotal(
            called(seat, names, me, _),
            camel=total[seat] - goods[seat] - bonus[seat],
            goods=goods[seat],
            bonus=bonus[seat],
            total=total[seat],
            is_winner=result["winner"] == seat,
        )
        for seat in mine_first(me)
    ]


def _herds(state: Json, names: Names, me: Seat | None, _: Texts) -> str:
    """How many camels each had, where that is shown."""
    herds = [side["herd"] for side in state["round"]["sides"]]
    if None in herds:
        return ""
    said = (
        _(
            "{name}: {camels}.",
            name=called(seat, names, me, _),
            camels=counted_words("K", herds[seat], _),
        )
        for seat in mine_first(me)
    )
    return sentences(*said)


def _amount(result: Json, fields: tuple[str, str], name: str, seat: Seat, _: Texts) -> str:
    """What the tokens of one player are worth."""
    tokens, rupees = (result[field][seat] for field in fields)
    return _(
        "{name}: {tokens}, {rupees}.",
        name=name,
        tokens=_.count("{n} token", "{n} tokens", tokens),
        rupees=_.count("{n} rupee", "{n} rupees", rupees),
    )


def _sum(rupees: int, name: str, _: Texts) -> str:
    """The sum of one player, as the rulebook lays it out."""
    tens, rest = divmod(rupees, PILE)
    return _.count(
        "{name}: {tens} × 10 + {rest} = {n} rupee.",
        "{name}: {tens} × 10 + {rest} = {n} rupees.",
        rupees,
        name=name,
        tens=tens,
        rest=rest,
    )
