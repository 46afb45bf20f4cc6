"""The panel beside my hand: hand size, herd with − and + buttons, tokens."""

from __future__ import annotations

from textual import events
from textual.reactive import reactive

from ...client.model import Model
from ...client.selection import can_change
from ...client.words.dock import is_idle
from ...client.words.sides import is_counted
from ...goods import HAND_LIMIT, TIERS
from ...session.contract.state import SideShown
from ...texts import Texts
from .dock import button
from .measures import Measures
from .part import LAST, ChoicePart, Row

LOW_HAND = 5
"""With cards of this height there is no room for the tiers of the bonus tokens."""
_HERD_SIGNS = ("–", "▲", "▲▲▲")
_STEPS = (("less", "−", -1), ("more", "+", 1))


class PlayerPanel(ChoicePart):
    """Hand size, herd with two buttons, tokens. The mouse wheel gives camels too."""

    cursor: reactive[int] = reactive(LAST)

    async def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Give one camel more."""
        event.stop()
        await self.action_send_intent("more", 0)

    async def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Give one camel less."""
        event.stop()
        await self.action_send_intent("less", 0)


def player_panel_rows(
    model: Model, sizes: Measures, _: Texts, cursor: str | None = None
) -> list[Row]:
    """The rows for the hand size, the herd with its buttons, and the tokens."""
    side, camels = model.round.sides[model.bottom], model.selection.camels
    steppers: Row = [(" ", "")]
    for intent, sign, by in _STEPS:
        is_off = is_idle(model) or not can_change(model.selection, model.choices, by)
        steppers += [*button(intent, sign, cursor, is_off=is_off), (" ", "")]
    is_added = side.goods_rupees is not None and is_counted(model.state.options, model.state.phase)
    rows = [
        _fact(_("Hand"), f"{side.hand_size}/{HAND_LIMIT}"),
        _fact(_("Herd"), herd_drawing(side), f"−{camels}" if camels else ""),
        steppers,
        _fact(_("Rupees"), str(side.goods_rupees))
        if is_added
        else _fact(_("Tokens"), str(side.token_count)),
    ]
    if n := sum(side.bonus_counts.values()):
        values = side.bonus_values
        rows.append(_fact(_("Bonus"), str(n), f"[{sum(values)}]" if values else ""))
        if sizes.hand.height > LOW_HAND:
            rows.append([(f" {bonuses_drawing(side)}", "")])
    return rows


def _fact(word: str, value: str, more: str = "") -> Row:
    return [(f" {word} ", "$muted"), (value, "bold"), (f" {more}", "")]


def herd_drawing(side: SideShown) -> str:
    """The number of camels, or a stack if it is hidden."""
    return f"×{side.herd}" if side.herd is not None else _HERD_SIGNS[min(side.herd_stack, 2)]


def bonuses_drawing(side: SideShown) -> str:
    """The bonus tokens by tier: `3×2 5×1`."""
    counts = ((tier, side.bonus_counts.get(str(tier), 0)) for tier in TIERS)
    return " ".join(f"{tier}×{n}" for tier, n in counts if n)
