"""The rules in one minute, line by line."""

from __future__ import annotations

from ...texts import Texts


def rules_lines(_: Texts) -> list[str]:
    """The goal, the four actions and the end of a round."""
    told = [
        (
            _("The goal"),
            _(
                "Be the richer trader at the end of a round and win a Seal of Excellence. Two "
                "seals win the match."
            ),
        ),
        (
            _("Take one good"),
            _(
                "Take one card from the market into your hand; the deck fills the gap. Seven cards "
                "are the most you may hold."
            ),
        ),
        (
            _("Take the camels"),
            _(
                "All of them or none. They stand in your herd and take no room in your hand, but "
                "the market fills up for your opponent."
            ),
        ),
        (
            _("Exchange"),
            _(
                "Take two goods or more and give as many cards back: goods, camels or both. Never "
                "the same kind both ways."
            ),
        ),
        (
            _("Sell, and earn a bonus"),
            _(
                "Sell cards of one kind: each earns the best token left. Three or more at once "
                "earn a bonus token too."
            ),
        ),
        (
            _("The end of a round"),
            _(
                "When three piles of tokens are empty, or the deck cannot fill the market. The "
                "larger herd earns 5 rupees; then all count."
            ),
        ),
    ]
    return [_("{name}: {words}", name=name, words=words) for name, words in told]
