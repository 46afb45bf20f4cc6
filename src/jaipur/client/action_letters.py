"""Actions as the letters taken and given, compared regardless of order."""

from __future__ import annotations

from collections.abc import Sequence

from ..goods import LETTERS
from ..session.contract.state import Legal
from ..session.words.cards import parts


def is_among(few: str, many: str) -> bool:
    """Whether the letters of `few` are contained in `many`, counting repeats."""
    return all(few.count(letter) <= many.count(letter) for letter in few)


def in_order(letters: str) -> str:
    """The letters in notation order."""
    return "".join(sorted(letters, key=LETTERS.index))


def written(take: str, give: str) -> str:
    """The notation of an action with these cards, as the server writes it."""
    return (take and f"+{in_order(take)}") + (give and f"-{in_order(give)}")


def find(legal: Sequence[Legal], action: str) -> Legal | None:
    """The legal action with this notation."""
    return next((one for one in legal if one.action == action), None)


def is_part(take: str, give: str, legal: Sequence[Legal]) -> bool:
    """Whether some legal action contains these cards."""
    wholes = (parts(one.action) for one in legal)
    return any(is_among(take, whole.take) and is_among(give, whole.give) for whole in wholes)


def sales_of(legal: Sequence[Legal], good: str) -> list[int]:
    """How many cards of a good can be sold now: every legal count."""
    return [len(one.action) - 1 for one in legal if one.action.startswith(f"-{good}")]
