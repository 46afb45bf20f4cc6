"""The selection and its meaning, as pure functions that look actions up among the legal ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ..goods import CAMEL as CAMEL_CARD
from ..goods import LETTERS
from ..session.contract.state import Blocked, Legal
from ..session.words.cards import parts
from .action_letters import find, is_part, sales_of, written

CAMEL = LETTERS[CAMEL_CARD]

Meaning = Literal["none", "take", "camels", "sell", "exchange"]
Where = Literal["market", "hand", "herd"]
Picked = tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Selection:
    """The picked cards by place, and the number of camels to give from the herd."""

    market: Picked = ()
    hand: Picked = ()
    camels: int = 0

    @property
    def meaning(self) -> Meaning:
        """The kind of action the selection means; market camels are always taken alone."""
        if self == EMPTY:
            return "none"
        if any(card == CAMEL for _, card in self.market):
            return "camels"
        if not self.market and not self.camels and len({card for _, card in self.hand}) == 1:
            return "sell"
        return "take" if len(self.market) == 1 and not self.hand and not self.camels else "exchange"


@dataclass(frozen=True, slots=True)
class Choices:
    """The cards that can be picked and the legal actions."""

    market: tuple[str | None, ...] = ()
    hand: tuple[str, ...] = ()
    """Letters, sorted by kind."""
    herd: int = 0
    legal: tuple[Legal, ...] = ()
    blocked: Blocked | None = None

    def card(self, where: Where, at: int) -> str | None:
        """The card at a place, or None."""
        if where == "herd":
            return CAMEL if at < self.herd else None
        cards = self.market if where == "market" else self.hand
        return cards[at] if 0 <= at < len(cards) else None


@dataclass(frozen=True, slots=True)
class Staged:
    """The meaning of the picked cards."""

    meaning: Meaning
    legal: Legal | None
    """The action, if it is legal."""
    action: str | None
    """Its notation once the numbers match, legal or not."""
    places: tuple[int, ...]
    to_give: int
    """Cards still to give; if negative, still to take."""


EMPTY = Selection()
"""Nothing is picked."""


def pick_market(selection: Selection, choices: Choices, place: int) -> Selection:
    """Toggle a market card; camels are always toggled together."""
    card = choices.card("market", place)
    if card is None:
        return selection
    if card == CAMEL:
        is_picked = selection.meaning == "camels"
        return EMPTY if is_picked else Selection(market=_market_camels(choices))
    rest = _without_market_camels(selection)
    return replace(rest, market=_turned(rest.market, card, place))


def pick_hand(selection: Selection, choices: Choices, index: int) -> Selection:
    """Toggle a hand card; the first pick selects all cards of its kind that can be sold."""
    card = choices.card("hand", index)
    if card is None:
        return selection
    rest = _without_market_camels(selection)
    if rest == EMPTY:
        return _sale_from(choices, index)
    return replace(rest, hand=_turned(rest.hand, card, index))


def pick_pile(selection: Selection, choices: Choices, good: str) -> Selection:
    """Toggle the sale of a good by its token pile."""
    if good not in choices.hand:
        return selection
    sale = _sale_from(choices, choices.hand.index(good))
    return EMPTY if sale == selection else sale


def change(selection: Selection, choices: Choices, delta: int) -> Selection:
    """Sell one card more or less, or give one camel more or less."""
    if not can_change(selection, choices, delta):
        return selection
    if selection.meaning != "sell":
        rest = _without_market_camels(selection)
        return replace(rest, camels=rest.camels + delta)
    good, picked = selection.hand[0][1], [at for at, _card in selection.hand]
    free = [at for at, card in enumerate(choices.hand) if card == good and at not in picked]
    turned = picked[-1:] if delta < 0 else free[:1]
    return replace(selection, hand=_turned(selection.hand, good, *turned))


def can_change(selection: Selection, choices: Choices, delta: int) -> bool:
    """Whether `change` would have a useful effect."""
    if selection.meaning == "sell":
        sales = sales_of(choices.legal, selection.hand[0][1])
        return any((n - len(selection.hand)) * delta > 0 for n in sales)
    if delta < 0:
        return selection.camels > 0
    # An illegal number of camels may be picked while cards are missing; the dock explains it.
    is_short = selection.camels < choices.herd and stage_of(selection, choices).to_give > 0
    return is_short or fits(selection, choices, "herd", selection.camels)


def fill_with_camels(selection: Selection, choices: Choices) -> Selection | None:
    """The exchange completed with camels from the herd, or None if that is illegal."""
    camels = len(selection.market) - len(selection.hand)
    if not selection.camels < camels <= choices.herd or selection.meaning == "camels":
        return None
    filled = replace(selection, camels=camels)
    return filled if stage_of(filled, choices).legal else None


def stage_of(selection: Selection, choices: Choices) -> Staged:
    """The meaning of the picked cards."""
    meaning = selection.meaning
    take, give = _letters_of(selection)
    to_give = len(take) - len(give) if meaning == "exchange" else 0
    is_complete = meaning != "none" and to_give == 0
    action = written(take, give) if is_complete else None
    legal = None if action is None else find(choices.legal, action)
    return Staged(meaning, legal, action, selected_places(selection), to_give)


def selection_for(choices: Choices, action: str) -> Selection | None:
    """The selection for a legal action, with the leftmost cards of each kind."""
    if find(choices.legal, action) is None:
        return None
    done = parts(action)
    market = _leftmost(choices.market, done.take)
    hand = _leftmost(choices.hand, done.give.replace(CAMEL, ""))
    camels = done.give.count(CAMEL)
    if market is None or hand is None or camels > choices.herd:
        return None
    return Selection(market, hand, camels)


def kept(selection: Selection, before: Choices, after: Choices) -> Selection:
    """The selection after the table changed: unchanged if its meaning is the same, else empty."""
    is_there = (
        all(after.card("market", place) == card for place, card in selection.market)
        and all(after.card("hand", index) == card for index, card in selection.hand)
        and selection.camels <= after.herd
        and (selection.meaning != "camels" or _market_camels(after) == selection.market)
    )
    if not is_there:
        return EMPTY
    if stage_of(selection, before).legal:
        is_still = stage_of(selection, after).legal is not None
    else:
        letters = _letters_of(selection)
        is_still = is_part(*letters, after.legal) or not is_part(*letters, before.legal)
    return selection if is_still else EMPTY


def fits(selection: Selection, choices: Choices, where: Where, at: int) -> bool:
    """Whether a legal action contains this card together with the picked ones that stay."""
    card = choices.card(where, at)
    if card is None:
        return False
    if where == "market":
        take, give = _letters_of(EMPTY if card == CAMEL else _at_least(selection))
        return (at, card) in selection.market or is_part(take + card, give, choices.legal)
    take, give = _letters_of(_at_least(selection))
    return (at, card) in selection.hand or is_part(take, give + card, choices.legal)


def selected_places(selection: Selection) -> tuple[int, ...]:
    """The picked places of the market."""
    return tuple(place for place, _ in selection.market)


def _turned(picked: Picked, card: str, *places: int) -> Picked:
    """Toggle the cards of these places."""
    return tuple(sorted({*picked} ^ {(place, card) for place in places}))


def _letters_of(selection: Selection) -> tuple[str, str]:
    """The letters taken and given."""
    take = "".join(card for _, card in selection.market)
    give = "".join(card for _, card in selection.hand) + CAMEL * selection.camels
    return take, give


def _at_least(selection: Selection) -> Selection:
    """The part that surely stays picked: one card of a sale, as the first pick added the others."""
    if selection.meaning == "sell":
        return Selection(hand=selection.hand[:1])
    return _without_market_camels(selection)


def _without_market_camels(selection: Selection) -> Selection:
    return EMPTY if selection.meaning == "camels" else selection


def _market_camels(choices: Choices) -> Picked:
    return tuple((place, card) for place, card in enumerate(choices.market) if card == CAMEL)


def _sale_from(choices: Choices, index: int) -> Selection:
    """A sale of all cards of this kind, or as many as can be sold; one if none can."""
    good = choices.hand[index]
    same = [at for at, card in enumerate(choices.hand) if card == good]
    most = max((n for n in sales_of(choices.legal, good) if n <= len(same)), default=1)
    chosen = sorted(same, key=lambda at: at != index)[:most]
    return Selection(hand=_turned((), good, *chosen))


def _leftmost(cards: Sequence[str | None], letters: str) -> Picked | None:
    """The leftmost places of these letters, or None if some are missing."""
    found: list[tuple[int, str]] = []
    for letter, n in Counter(letters).items():
        found += [(at, letter) for at, card in enumerate(cards) if card == letter][:n]
    return tuple(sorted(found)) if len(found) == len(letters) else None
