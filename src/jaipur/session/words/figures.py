"""Numbers in sentences: decimals, percentages and percentage points."""

from __future__ import annotations

from ...texts import Texts

MINUS = "\u2212"


def decimal(value: float, digits: int, _: Texts) -> str:
    """A number with the decimal mark of the language and a real minus."""
    whole, _dot, part = f"{value:z.{digits}f}".partition(".")
    whole = whole.replace("-", MINUS)
    return _("{whole}.{part}", whole=whole, part=part) if part else whole


def percent_words(share: float, digits: int, _: Texts) -> str:
    """A share as a percentage: `24 %`."""
    return _("{number}\u00a0%", number=decimal(100 * share, digits, _))


def points_words(share: float, _: Texts) -> str:
    """The size of a share in percentage points: `6.2 points`."""
    return _points(decimal(abs(100 * share), 1, _), share, _)


def signed_points_words(share: float, _: Texts) -> str:
    """A share in percentage points with its sign: `+6.2 points`."""
    return _points(signed_points(share, _), share, _)


def signed_points(share: float, _: Texts) -> str:
    """A share in percentage points with its sign, without the word: `+6.2`."""
    number = decimal(100 * share, 1, _)
    is_zero = not number.strip("0.,")
    return number if is_zero or number.startswith(MINUS) else f"+{number}"


def plural(value: float) -> int:
    """The number whose plural form a decimal takes.

    English has a plural for 0.5 and 1.5, French has none below 2: that of zero is right in both.
    """
    size = round(abs(value), 1)
    return 1 if size == 1 else 0 if size < 2 else 2


def _points(number: str, share: float, _: Texts) -> str:
    form = plural(100 * share)
    return _.count("{number}\u00a0point", "{number}\u00a0points", form, number=number)
