"""The token piles with their remaining values, the bonus piles and the camel token."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType

from ...client.model import Model
from ...client.words.cards import card_name
from ...client.words.dock import is_idle, why_not_pile
from ...goods import CAMEL_TOKEN_VALUE, GOODS, TIERS
from ...session.contract.state import Legal, PublicRound
from ...texts import Texts
from .measures import ROOMY_SIDE, Measures
from .part import ChoicePart, Row, clickable, intent_action, shorter, width_of

NAME_WIDTH = 7
_EARNED = "bold $mine on $card"


class Tokens(ChoicePart, inherit_bindings=False):
    """The piles one below the other; a click or Space starts the sale of a good."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        *ChoicePart.BINDINGS[2:],
    ]


def tokens_rows(
    shown: PublicRound,
    sizes: Measures,
    _: Texts,
    model: Model | None = None,
    cursor: str | None = None,
) -> list[Row]:
    """The title if there is room, the piles, bonus piles and camel token.

    With a model, piles are clickable and the tokens that the picked sale earns are marked.
    """
    sale = model.staged.legal if model else None
    gap: list[Row] = [[]] * (sizes.tokens_spacing - 1)
    rows: list[Row] = [[(f" {_('Tokens')}", "$muted")]] if sizes.has_titles else []
    for good in GOODS:
        earned = len(sale.earns or ()) if sale and sale.good == good.letter else 0
        is_usable = not model or is_idle(model) or why_not_pile(model, good.letter, _) is None
        pick = intent_action("pick_pile", good.letter) if model else ""
        pile = _Pile(good.letter, shown.piles.get(good.letter, ()), earned, is_usable, pick)
        rows += [_pile_row(pile, sizes.tokens_width, _, has_cursor=pick == cursor), *gap]
    camel = f" {CAMEL_TOKEN_VALUE} ", "bold $good-k on $card"
    last: Row = [(" K ", "bold $good-k"), (f"{_('Camel token')} ", ""), camel]
    return [*rows, _bonuses(shown, sale, _), *gap, last]


class _Pile(NamedTuple):
    letter: str
    values: tuple[int, ...]
    earned: int
    is_usable: bool
    action: str


@lru_cache(512)
def _pile_row(pile: _Pile, width: int, _: Texts, *, has_cursor: bool) -> Row:
    letter, kind = pile.letter, f"$good-{pile.letter.lower()}"
    name = shorter(card_name(letter, _), NAME_WIDTH).ljust(NAME_WIDTH)
    row: Row = [
        ("▶" if has_cursor else " ", "bold $mine"),
        (f"{letter} ", f"bold {kind}"),
        (f"{name} ", "bold $mine" if pile.earned else "" if pile.is_usable else "$muted"),
        *_values(pile.values, pile.earned, kind, width, _),
    ]
    row.append((" " * (width - width_of(row)), ""))
    return clickable(row, pile.action)


def _values(values: tuple[int, ...], earned: int, kind: str, width: int, _: Texts) -> Row:
    """The tokens of a pile; those that the sale earns are in brackets."""
    if not values:
        return [(_("none left"), "$muted")]
    earned = min(earned, len(values))
    styles = [_EARNED] * earned + [f"{kind} on $card"] * (len(values) - earned)
    styles[0] = f"bold {styles[0]}"
    if width >= ROOMY_SIDE:  # room for separate tokens
        texts = [f"[{v}]" if at < earned else f" {v} " for at, v in enumerate(values)]
        return list(zip(texts, styles, strict=True))
    marks = [" "] * (len(values) + 1)
    if earned:
        marks[0], marks[earned] = "[]"
    row: Row = []
    for mark, value, style in zip(marks, values, styles, strict=False):
        row += [(mark, _EARNED), (str(value), style)]
    return [*row, (marks[-1], _EARNED)]


def _bonuses(shown: PublicRound, sale: Legal | None, _: Texts) -> Row:
    row: Row = [(f" {_('Bonus')}", "")]
    for tier in TIERS:
        left = shown.bonuses_left.get(str(tier), 0)
        is_earned = bool(sale and sale.bonus_tier == tier)
        opening, closing = "[]" if is_earned else "  "
        style = "bold $mine" if is_earned else "$foreground" if left else "$muted"
        row += [(f" {opening}", style), (str(tier), f"bold {style}"), (f"×{left}{closing}", style)]
    return row
