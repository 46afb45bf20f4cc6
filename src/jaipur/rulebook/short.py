"""The rules in one minute, shared by the page and the terminal."""

from __future__ import annotations

from typing import NamedTuple

from ..texts import Texts


class ShortRule(NamedTuple):
    """One of the six points; its key selects the picture on the page."""

    key: str
    title: str
    words: str


def short_rules(_: Texts) -> list[ShortRule]:
    """The goal, the four actions and the end of a round."""
    return [
        ShortRule(
            "goal",
            _("The goal"),
            _(
                "Be the richer trader at the end of a round and win a Seal of Excellence. Two "
                "seals win the match."
            ),
        ),
        ShortRule(
            "take",
            _("Take one good"),
            _(
                "Take one card from the market into your hand; the deck fills the gap. You may "
                "hold at most seven cards."
            ),
        ),
        ShortRule(
            "camels",
            _("Take the camels"),
            _(
                "All of them or none. They stand in your herd and take no room in your hand, but "
                "the market fills up for your opponent."
            ),
        ),
        ShortRule(
            "exchange",
            _("Exchange"),
            _(
                "Take two goods or more and give as many cards back: goods, camels or both. Never "
                "the same kind both ways."
            ),
        ),
        ShortRule(
            "sell",
            _("Sell, and earn a bonus"),
            _(
                "Sell cards of one kind: each earns the best token left. Diamonds, gold and silver "
                "are sold at least two at a time. Three cards at once earn a bonus of 1–3 rupees "
                "too, four 4–6, five or more 8–10."
            ),
        ),
        ShortRule(
            "end",
            _("The end of a round"),
            _(
                "When three piles of tokens are empty, or the deck cannot fill the market. The "
                "larger herd earns 5 rupees; with equal herds nobody does. Then both count their "
                "rupees. The loser starts the next round."
            ),
        ),
    ]
