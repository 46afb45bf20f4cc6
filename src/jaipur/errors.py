"""The four kinds of error. Each carries data; `texts` makes the sentence for people."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum, StrEnum


class Reason(IntEnum):
    """Why an action is illegal. The kernel returns these numbers, except the last."""

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
    NONE_HELD = 20
    """Used by tables instead of another reason if the player holds none of the cards at all."""


Translate = Callable[[str], str]


def message(template: str) -> str:
    """Mark a sentence for the catalogue; it is translated where it is shown."""
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
    Reason.NONE_HELD: ("R48", message("you hold none of the cards you would sell")),
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
"""The rule (docs/rules.md) and the English sentence of each reason."""


class JaipurError(Exception):
    """The base class of errors: an English template and the data that fill it."""

    TEMPLATE = ""
    """The template of an error class that has only one."""
    version: int | None = None
    """The version of the table that refused, if one did."""

    def __init__(self, template: str = "", **data: object) -> None:
        self.template = template or self.TEMPLATE
        self.data = data
        super().__init__(self.template)

    def sentence(self, translate: Translate) -> str:
        """The sentence in the reader's language."""
        filled = {
            name: value.sentence(translate) if isinstance(value, JaipurError) else value
            for name, value in self.data.items()
        }
        return translate(self.template).format(**filled)

    def __str__(self) -> str:
        return self.sentence(message)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.__dict__)


def _rebuild(kind: type[JaipurError], data: dict[str, object]) -> JaipurError:
    error = kind.__new__(kind)
    error.__dict__.update(data)
    return error


class NotationError(JaipurError):
    """A text that cannot be parsed."""


class ImpossiblePosition(JaipurError):
    """A position, view or deal that cannot occur."""


class IllegalAction(JaipurError):
    """An action that is illegal now: `reason` says why, `rule` which rule forbids it.

    It carries the market, which is public, and nothing of a hand, so it reveals only the reason.
    """

    def __init__(self, reason: Reason, action: str, market: str = "") -> None:
        rule, template = REASONS[reason]
        super().__init__(template, market=market)
        self.reason = reason
        self.rule = rule
        self.action = action

    def sentence(self, translate: Translate) -> str:
        """The action, the reason and the rule."""
        whole = translate(message("{action}: {why} ({rule})."))
        return whole.format(action=self.action, why=super().sentence(translate), rule=self.rule)


class RecordError(NotationError):
    """A match record that cannot be read or replayed.

    `place` is where the problem is: a line of the text, or a path into the JSON.
    """

    def __init__(self, place: int | str | None, problem: JaipurError) -> None:
        super().__init__(problem.template, **problem.data)
        self.place = place
        self.problem = problem

    def sentence(self, translate: Translate) -> str:
        """The place and the problem."""
        problem = self.problem.sentence(translate)
        if not self.place:
            return problem
        if isinstance(self.place, str):
            return f"{self.place}: {problem}"
        line = translate(message("line {line}: {problem}"))
        return line.format(line=self.place, problem=problem)


class Code(StrEnum):
    """Why a table refuses a command, as a code for programs."""

    STALE_VERSION = "stale_version"
    COMMAND_REUSED = "command_reused"
    UNKNOWN_TABLE = "unknown_table"
    NO_SEAT = "no_seat"
    WHICH_SEAT = "which_seat"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_BEGUN = "not_begun"
    ALREADY_READY = "already_ready"
    ROUND_NOT_OVER = "round_not_over"
    ROUND_OVER = "round_over"
    MATCH_OVER = "match_over"
    MATCH_NOT_OVER = "match_not_over"
    MATCH_BEGUN = "match_begun"
    WRONG_PLACE = "wrong_place"
    WRONG_INVITATION = "wrong_invitation"
    SEAT_TAKEN = "seat_taken"
    OWN_INVITATION = "own_invitation"
    WRONG_WATCH_LINK = "wrong_watch_link"
    BAD_NAME = "bad_name"
    BAD_NONCE = "bad_nonce"
    BAD_NONCE_COMMITMENT = "bad_nonce_commitment"
    NONCE_TOO_EARLY = "nonce_too_early"
    WRONG_NONCE = "wrong_nonce"
    BAD_OPTION = "bad_option"
    NO_REMATCH = "no_rematch"
    TOO_LONG = "too_long"
    NOT_STORED = "not_stored"
    DAMAGED_TABLE = "damaged_table"
    STOPPING = "stopping"
    TOO_MUCH_AT_ONCE = "too_much_at_once"
    WORK_FAILED = "work_failed"
    UNKNOWN_TOKEN = "unknown_token"  # noqa: S105  # a word, not a secret
    NOTHING_TO_MOVE = "nothing_to_move"


CODES: dict[Code, str] = {
    Code.STALE_VERSION: message(
        "The table has moved on: this was meant for version {expected}, it is now at {version}."
    ),
    Code.COMMAND_REUSED: message(
        "This command id was already used for another command; give each command a new id."
    ),
    Code.UNKNOWN_TABLE: message(
        "There is no such table here, or you have neither a seat at it nor the link to watch it."
    ),
    Code.NO_SEAT: message("You do not hold this seat."),
    Code.WHICH_SEAT: message("You hold both seats: say which one you mean, seat 0 or seat 1."),
    Code.NOT_YOUR_TURN: message("It is not your turn."),
    Code.NOT_BEGUN: message("The match has not begun: a seat is open or a player is not ready."),
    Code.ALREADY_READY: message("You have already confirmed; the other player has not."),
    Code.ROUND_NOT_OVER: message("The round is still being played."),
    Code.ROUND_OVER: message("The round is over; the next one begins when both players are ready."),
    Code.MATCH_OVER: message("The match is over."),
    Code.MATCH_NOT_OVER: message("The match is not over yet."),
    Code.MATCH_BEGUN: message("The match has begun; resign if you want to end it."),
    Code.WRONG_PLACE: message(
        "The market places {places} do not hold the cards {cards}; places are numbered 0 to 4 "
        "from the left, one for each card taken."
    ),
    Code.WRONG_INVITATION: message("This invitation is not for this table; ask for the link."),
    Code.SEAT_TAKEN: message("Both seats at this table are taken."),
    Code.OWN_INVITATION: message(
        "You already hold a seat at this table; the invitation is for somebody else."
    ),
    Code.WRONG_WATCH_LINK: message(
        "This is not the link to watch this table, or the table is private."
    ),
    Code.BAD_NAME: message("A name has 1 to 30 visible characters."),
    Code.BAD_NONCE: message("A nonce is an even number of hexadecimal digits, 64 at most."),
    Code.BAD_NONCE_COMMITMENT: message(
        "A match between two people needs a nonce commitment: 64 hexadecimal digits "
        "(docs/deals.md)."
    ),
    Code.NONCE_TOO_EARLY: message(
        "You can reveal your nonce only after the other player has given theirs."
    ),
    Code.WRONG_NONCE: message(
        "This nonce does not match the commitment made with the table, so no cards are dealt."
    ),
    Code.BAD_OPTION: message("The option {option} cannot be {value}; it can be {right}."),
    Code.NO_REMATCH: message(
        "There can be no rematch: the match was closed before it began, or has a rematch already."
    ),
    Code.TOO_LONG: message(
        "This match has reached {most} versions, the limit for a table; one of you can resign."
    ),
    Code.NOT_STORED: message("This could not be stored, so nothing was changed; try again soon."),
    Code.DAMAGED_TABLE: message(
        "The stored data of this table cannot be read; the host can restore it from a backup."
    ),
    Code.STOPPING: message("The server is stopping; try again in a moment. Nothing was changed."),
    Code.TOO_MUCH_AT_ONCE: message(
        "You are waiting for too many tables or lists at once; try again when some have loaded."
    ),
    Code.WORK_FAILED: message("This could not be computed; try again soon."),
    Code.UNKNOWN_TOKEN: message("This token is unknown; get a new one with POST /api/programs."),
    Code.NOTHING_TO_MOVE: message("This device holds no seats yet, so there is nothing to move."),
}
"""The English sentence of each code."""


class SessionError(JaipurError):
    """A command refused by a table: `code` says why, `version` is that of the table."""

    def __init__(self, code: Code, version: int | None = None, **data: object) -> None:
        super().__init__(CODES[code], version=version, **data)
        self.code = code
        self.version = version
