"""How to play, in three lines: what a person reads at the first start."""

from __future__ import annotations

from ...texts import Texts


def welcome_lines(_: Texts, *, is_plain: bool = False) -> list[str]:
    """Three lines of 76 letters at most; in line mode actions are typed."""
    by_keys = _("Pick cards by 1–5, a–j or the mouse; Enter plays the action that is named.")
    by_words = _("Type what you do: take gold, sell 3 cloth; help says more.")
    return [
        _("On your turn you take cards from the market, exchange some, or sell goods."),
        by_words if is_plain else by_keys,
        _("Whoever has more rupees at the end of a round gets a seal; two seals win."),
    ]
