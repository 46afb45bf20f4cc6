"""Why another action was better, in words: one sentence for each reason.

The first number is what follows the better action, the second what follows the one played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from ...judge.model import JudgedReason, ReasonKind, Reply
from ...texts import Texts
from .cards import cards_words
from .figures import decimal, percent_words, plural
from .names import Names

MOST_DIGITS = 3


def reason_words(reason: JudgedReason, names: Names, _: Texts) -> str:
    """Describe a reason with its two numbers."""
    means = _means(reason, names, _)
    match reason.kind:
        case ReasonKind.REPLY:
            return _reply(reason, names, _)
        case ReasonKind.TOKENS:
            return _tokens(reason, means, _)
        case ReasonKind.BONUS:
            return _.count(
                "In the next {actions} actions {name} then gets {best} bonus token on average "
                "instead of {played}.",
                "In the next {actions} actions {name} then gets {best} bonus tokens on average "
                "instead of {played}.",
                plural(reason.best),
                **means,
            )
        case ReasonKind.CAMELS:
            return _(
                "After the next {actions} actions the lead of {name} in camels is then {best} on "
                "average instead of {played}.",
                **means,
            )
        case ReasonKind.ROOM:
            return _.count(
                "{name} then has {best} free place in hand instead of {played}.",
                "{name} then has {best} free places in hand instead of {played}.",
                round(reason.best),
                name=names[reason.seat],
                best=round(reason.best),
                played=round(reason.played),
            )
        case ReasonKind.END:
            return _(
                "{name} then ends the round within the next {actions} actions in {best} of cases "
                "instead of {played}.",
                **_shares(reason, names, _),
            )
    assert_never(reason.kind)


def _reply(reason: JudgedReason, names: Names, _: Texts) -> str:
    fields, good = _shares(reason, names, _), reason.good
    if good is not None and reason.reply is Reply.SELL:
        return _(
            "{name} then sells {goods} in {best} of cases instead of {played}.",
            goods=goods_words(good, _),
            **fields,
        )
    if good is not None:
        return _(
            "{name} then takes {cards} in {best} of cases instead of {played}.",
            cards=cards_words(good, _),
            **fields,
        )
    if reason.reply is Reply.CAMELS:
        return _("{name} then takes the camels in {best} of cases instead of {played}.", **fields)
    return _("{name} then exchanges in {best} of cases instead of {played}.", **fields)


def _tokens(reason: JudgedReason, fields: dict[str, object], _: Texts) -> str:
    if reason.good is None:
        return _.count(
            "In the next {actions} actions {name} then sells for {best} rupee on average instead "
            "of {played}.",
            "In the next {actions} actions {name} then sells for {best} rupees on average instead "
            "of {played}.",
            plural(reason.best),
            **fields,
        )
    goods = goods_words(reason.good, _)
    return _.count(
        "In the next {actions} actions {name} then sells {goods} for {best} rupee on average "
        "instead of {played}.",
        "In the next {actions} actions {name} then sells {goods} for {best} rupees on average "
        "instead of {played}.",
        plural(reason.best),
        goods=goods,
        **fields,
    )


def goods_words(letter: str, _: Texts) -> str:
    """Some cards of a good inside a sentence: `diamonds`, `gold`."""
    # The placeholder stays empty: other languages need an article here ("des diamants").
    return _("{some}diamonds", some="") if letter == "D" else cards_words(letter, _)


def _means(reason: JudgedReason, names: Names, _: Texts) -> dict[str, object]:
    return _fields(reason, names, lambda value, digits: decimal(value, digits, _), 1)


def _shares(reason: JudgedReason, names: Names, _: Texts) -> dict[str, object]:
    return _fields(reason, names, lambda value, digits: percent_words(value, digits, _), 0)


def _fields(
    reason: JudgedReason, names: Names, spell: Callable[[float, int], str], digits: int
) -> dict[str, object]:
    """The placeholders, with as many digits as it takes to tell the two numbers apart."""
    while digits < MOST_DIGITS and spell(reason.best, digits) == spell(reason.played, digits):
        digits += 1
    return {
        "name": names[reason.seat],
        "actions": reason.actions,
        "best": spell(reason.best, digits),
        "played": spell(reason.played, digits),
    }
