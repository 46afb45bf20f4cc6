"""The four kinds of error. Each carries data; the sentence for people is made in `texts`."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum


class Reason(IntEnum):
    """Why an action may not be done. The number is what the kernel returns."""

    ROUND_OVER = 1
    NO_CARDS = 2
    GOODS_OR_CAMELS = 3
    ONLY_GOODS = 4
    UNEQUAL = 5
    ONE_FOR_ONE = 6
    SAME_KIND = 7
    CAMELS_NOT_SOLD = 8
    ONE_KIND = 9
    PRECIOUS_PAIR = 10
    NOT_IN_MARKET = 11
    NOT_OFFERED = 12
    NO_CAMELS = 13
    ALL_CAMELS = 14
    NOT_IN_HAND = 15
    NOT_HELD = 16
    NOT_IN_HERD = 17
    HAND_FULL = 18
    HAND_LIMIT = 19


Translate = Callable[[str], str]


def message(template: str) -> str:
    """Marks a sentence for the catalogue; it is translated where it is shown."""
    return template


REASONS: dict[Reason, tuple[str, str]] = {
    Reason.ROUND_OVER: ("R77", message("the round is over, so nothing more is played in it")),
    Reason.NO_CARDS: ("R20", message("a turn is one action: take cards or sell cards")),
    Reason.GOODS_OR_CAMELS: ("R40", message("take goods or camels, never both")),
    Reason.ONLY_GOODS: (
        "R32",
        message("an exchange takes only goods; camels are taken for nothing"),
    ),
    Reason.UNEQUAL: (
        "R28",
        message("give back exactly as many cards as you take, or take a single good"),
    ),
    Reason.ONE_FOR_ONE: ("R30", message("an exchange is at least two cards for two")),
    Reason.SAME_KIND: ("R31", message("no good may be both taken and given in one exchange")),
    Reason.CAMELS_NOT_SOLD: ("R55", message("camels cannot be sold, only goods")),
    Reason.ONE_KIND: ("R46", message("sell a single kind of good in a turn")),
    Reason.PRECIOUS_PAIR: (
        "R66",
        message("diamonds, gold and silver are sold two or more at a time"),
    ),
    Reason.NOT_IN_MARKET: (
        "R24",
        message("take a good that lies in the market, which is {market}"),
    ),
    Reason.NOT_OFFERED: (
        "R27",
        message("exchange for goods that lie in the market, which is {market}"),
    ),
    Reason.NO_CAMELS: ("R37", message("there is no camel in the market, which is {market}")),
    Reason.ALL_CAMELS: ("R36", message("take all the camels or none: the market is {market}")),
    Reason.NOT_IN_HAND: ("R48", message("sell only cards that are in your hand")),
    Reason.NOT_HELD: ("R33", message("give only goods that are in your hand")),
    Reason.NOT_IN_HERD: ("R33", message("give only camels that are in your herd")),
    Reason.HAND_FULL: (
        "R43",
        message("the hand already holds seven goods: sell, exchange or take camels"),
    ),
    Reason.HAND_LIMIT: (
        "R44",
        message(
            "the hand may hold seven goods at the end of a turn: give more goods and fewer camels"
        ),
    ),
}
"""For each reason the rule it comes from (docs/rules.md) and the sentence, in English."""


class JaipurError(Exception):
    """Something refused, with an English template and the data that fill it."""

    def __init__(self, template: str, **data: object) -> None:
        super().__init__(template)
        self.template = template
        self.data = data

    def sentence(self, translate: Translate) -> str:
        """What a person reads, in their language."""
        said = {
            name: value.sentence(translate) if isinstance(value, JaipurError) else value
            for name, value in self.data.items()
        }
        return translate(self.template).format(**said)

    def __str__(self) -> str:
        return self.sentence(message)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.__dict__)


def _rebuild(kind: type[JaipurError], data: dict[str, object]) -> JaipurError:
    error = kind.__new__(kind)
    error.__dict__.update(data)
    return error


class NotationError(JaipurError):
    """A text that cannot be read."""


class ImpossiblePosition(JaipurError):
    """A position, view or deal that could never come about."""


class IllegalAction(JaipurError):
    """An action that may not be done now: `reason` says which rule forbids it.

    It carries the market, which everybody sees, and nothing of a hand: whoever reads it learns no
    more than the reason.
    """

    def __init__(self, reason: Reason, action: str, market: str = "") -> None:
        rule, template = REASONS[reason]
        super().__init__(template, market=market)
        self.reason = reason
        self.rule = rule
        self.action = action

    def sentence(self, translate: Translate) -> str:
        """The action, why it may not be done, and the rule."""
        whole = translate(message("{action}: {why} ({rule})."))
        return whole.format(action=self.action, why=super().sentence(translate), rule=self.rule)


class RecordError(NotationError):
    """A match record that cannot be read or replayed.

    `place` says where it goes wrong: a line of the text, or a path into the JSON.
    """

    def __init__(self, place: int | str | None, problem: JaipurError) -> None:
        super().__init__(problem.template, **problem.data)
        self.place = place
        self.problem = problem

    def sentence(self, translate: Translate) -> str:
        """The place and what is wrong there."""
        problem = self.problem.sentence(translate)
        if not self.place:
            return problem
        if isinstance(self.place, str):
            return f"{self.place}: {problem}"
        line = translate(message("line {line}: {problem}"))
        return line.format(line=self.place, problem=problem)
