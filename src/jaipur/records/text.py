"""Match records as text that a person can read and edit (grammar in docs/notation.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Never

from ..actions import Action
from ..errors import JaipurError, NotationError, RecordError
from ..goods import EXCHANGE_LIMIT
from ..notation import parse_action
from ..seats import BySeat, as_seat
from .model import (
    MOST_ACTIONS,
    OWN_HEADERS,
    Places,
    Proof,
    Record,
    RoundRecord,
    StatedResult,
    check_header,
    check_words,
)

FIRST_LINE = "Jaipur record 1"
UNFINISHED = "unfinished"
DEAL_PARTS = {"Hand 0": 5, "Hand 1": 5, "Market": 2, "Deck": 40}
BONUS_PARTS = {"Bonus 3": 7, "Bonus 4": 6, "Bonus 5": 5}
ROUND_HEADERS = ("Starter", *DEAL_PARTS, *BONUS_PARTS)
PARTS = (
    {"Starter": ("01", 1)}
    | {name: ("DGSCPLK?", length) for name, length in DEAL_PARTS.items()}
    | {name: ("123456789T?", length) for name, length in BONUS_PARTS.items()}
)
"""The characters of each line of a deal, and how many."""

_HEADER = re.compile(r"([^:{}]{1,40}):\s*(.*)")
_ROUND = re.compile(r"Round ([0-9]{1,6})")
_RESULT = re.compile(r"([01-]) ([0-9]{1,3})-([0-9]{1,3})")
_WORDS = re.compile(r"\{[^{}]*\}|\S+")


# Writing


def write_record(record: Record) -> str:
    """The text of a record."""
    lines = [FIRST_LINE, *(f"{name}: {value}" for name, value in record.headers)]
    lines.append(f"Exchange limit: {record.exchange_limit or 'off'}")
    if record.proof:
        lines.append(f"Commitment: {record.proof.commitment}")
        lines.append(f"Nonces: {record.proof.nonces[0] or '-'} {record.proof.nonces[1] or '-'}")
        if record.proof.key:
            lines.append(f"Key: {record.proof.key}")
    for number, played in enumerate(record.rounds, 1):
        lines += ["", f"Round {number}", *_round_lines(played)]
    seals = record.seals
    lines += ["", f"Match: {f'{seals[0]}-{seals[1]}' if seals else UNFINISHED}"]
    return "\n".join(lines) + "\n"


def _round_lines(played: RoundRecord) -> Iterator[str]:
    yield f"Starter: {played.starter}"
    start = 0
    for name, length in DEAL_PARTS.items():
        yield f"{name}: {played.cards[start : start + length]}"
        start += length
    for name, values in zip(BONUS_PARTS, played.bonuses, strict=True):
        yield f"{name}: {values}"
    yield from _action_lines(played)
    if played.result:
        yield f"Result: {played.result}"


def _action_lines(played: RoundRecord) -> Iterator[str]:
    """Two actions a line, as they are numbered; a comment ends its line."""
    line: list[str] = []
    for index in range(len(played.actions) + 1):
        for after, comment in played.comments:
            if after == index:
                line.append(f"{{{comment}}}")
        if line and (index % 2 == 0 or line[-1].startswith("{")):
            yield " ".join(line)
            line = []
        if index < len(played.actions):
            if index % 2 == 0:
                line.append(f"{index // 2 + 1}.")
            line.append(str(played.actions[index]))
    if line:
        yield " ".join(line)


# Reading


@dataclass(slots=True)
class _Round:
    """A round being read; each part with its line."""

    line: int
    parts: dict[str, tuple[str, int]] = field(default_factory=dict)
    dealt: bool = False
    actions: list[Action] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    comments: list[tuple[int, str]] = field(default_factory=list)
    result: StatedResult | None = None
    result_line: int | None = None

    def part(self, name: str) -> str:
        return self.parts[name][0]

    def record(self) -> RoundRecord:
        three, four, five = (self.part(name) for name in BONUS_PARTS)
        return RoundRecord(
            as_seat(int(self.part("Starter"))),
            "".join(self.part(name) for name in DEAL_PARTS),
            (three, four, five),
            tuple(self.actions),
            tuple(self.comments),
            self.result,
            Places(self.line, tuple(self.lines), self.result_line),
        )


@dataclass(slots=True)
class _Reading:
    """What has been read up to now, and the line being read."""

    line: int = 0
    headers: dict[str, tuple[str, int]] = field(default_factory=dict)
    rounds: list[_Round] = field(default_factory=list)
    seals: BySeat[int] | None = None
    end: int | None = None
    """The line of the seals, which is the last."""

    def refuse(self, template: str, **data: object) -> Never:
        raise RecordError(self.line, NotationError(template, **data))

    def header(self, name: str, default: str) -> str:
        """Take out one of our own headers; errors then name its line."""
        value, self.line = self.headers.pop(name, (default, self.line))
        return value


def read_record(text: str) -> Record:
    """Read the text of a record; what it says is checked by `replay`, not here."""
    reading = _Reading()
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        reading.line = number
        if number == 1:
            if line.lstrip("\ufeff") != FIRST_LINE:
                reading.refuse("a record begins with the line {right!r}.", right=FIRST_LINE)
        elif line:
            try:
                _read_line(reading, line)
            except RecordError:
                raise
            except JaipurError as problem:
                raise RecordError(number, problem) from problem
    if reading.end is None:
        reading.refuse(
            "the record is cut off: its last line is Match: and the seals, such as Match: 2-1, "
            "or Match: unfinished."
        )
    return _record(reading)


def _read_line(reading: _Reading, line: str) -> None:
    if reading.end is not None:
        reading.refuse("nothing may follow the line that begins with Match:")
    if match := _ROUND.fullmatch(line):
        _begin_round(reading, int(match[1]))
    elif match := _HEADER.fullmatch(line):
        _read_header(reading, match[1].strip(), match[2].strip())
    elif not reading.rounds:
        reading.refuse("{line!r} is not a header: write Name: value.", line=line[:100])
    else:
        _check_deal(reading)
        _read_actions(reading, line)


def _begin_round(reading: _Reading, number: int) -> None:
    _check_deal(reading)
    right = len(reading.rounds) + 1
    if number != right:
        reading.refuse("this is round {right}, not {number}.", right=right, number=number)
    reading.rounds.append(_Round(reading.line))


def _read_header(reading: _Reading, name: str, value: str) -> None:
    if name == "Match":
        _check_deal(reading)
        reading.seals = _read_seals(reading, value)
        reading.end = reading.line
    elif not reading.rounds:
        if name in reading.headers:
            reading.refuse("the header {name} stands here twice.", name=name)
        if name not in OWN_HEADERS:
            check_header(name, value)
        reading.headers[name] = (value, reading.line)
    elif name == "Result":
        _check_deal(reading)
        _read_result(reading, value)
    else:
        _read_part(reading, name, value)


def _read_part(reading: _Reading, name: str, value: str) -> None:
    """A line of a deal."""
    played = reading.rounds[-1]
    if name not in ROUND_HEADERS or played.dealt or name in played.parts:
        reading.refuse(
            "{name} does not belong here: a round has {names} once each, then the actions, then "
            "Result.",
            name=name,
            names=", ".join(ROUND_HEADERS),
        )
    letters, length = PARTS[name]
    if len(value) != length or set(value) - set(letters):
        reading.refuse(
            "{name} is {value!r}; it has {length} of the characters {letters}.",
            name=name,
            value=value[:60],
            length=length,
            letters=" ".join(letters),
        )
    played.parts[name] = (value, reading.line)


def _check_deal(reading: _Reading) -> None:
    """The first action, or whatever else comes after a deal, finds it complete."""
    if not reading.rounds or reading.rounds[-1].dealt:
        return
    played = reading.rounds[-1]
    for name in ROUND_HEADERS:
        if name not in played.parts:
            reading.line = played.line
            reading.refuse("the line {name}: of this round is missing.", name=name)
    played.dealt = True


def _read_actions(reading: _Reading, line: str) -> None:
    played = reading.rounds[-1]
    for word in _WORDS.findall(line):
        if played.result:
            reading.refuse("no action may follow the result of the round.")
        if word.startswith("{"):
            if not word.endswith("}") or len(word) == 1:
                reading.refuse("a comment stands between braces on one line.")
            played.comments.append((len(played.actions), check_words(word[1:-1].strip())))
        elif re.fullmatch(r"[0-9]{1,6}\.", word):
            _check_number(reading, int(word[:-1]))
        else:
            played.actions.append(parse_action(word))
            played.lines.append(reading.line)
    if len(played.actions) > MOST_ACTIONS:
        reading.refuse("a round has at most {most} actions.", most=MOST_ACTIONS)


def _check_number(reading: _Reading, number: int) -> None:
    actions = len(reading.rounds[-1].actions)
    if number != actions // 2 + 1:
        reading.refuse(
            "{number}. does not fit here: {count} actions stand before it, and two make a number.",
            number=number,
            count=actions,
        )


def _read_result(reading: _Reading, value: str) -> None:
    match = _RESULT.fullmatch(value)
    played = reading.rounds[-1]
    if match is None or played.result:
        reading.refuse(
            "Result is written once a round: the seat that took the seal, or -, and the rupees of "
            "seat 0 and seat 1, such as Result: 0 73-68."
        )
    winner = None if match[1] == "-" else as_seat(int(match[1]))
    played.result = StatedResult(winner, BySeat(int(match[2]), int(match[3])))
    played.result_line = reading.line


def _read_seals(reading: _Reading, value: str) -> BySeat[int] | None:
    if value == UNFINISHED:
        return None
    match = re.fullmatch(r"([0-9])-([0-9])", value)
    if match is None:
        reading.refuse("write Match: 2-1 with the seals of both seats, or Match: unfinished.")
    return BySeat(int(match[1]), int(match[2]))


def _record(reading: _Reading) -> Record:
    limit = reading.header("Exchange limit", str(EXCHANGE_LIMIT))
    if not re.fullmatch(r"off|[1-9][0-9]{0,5}", limit):
        reading.refuse("Exchange limit is a number or off, not {value!r}.", value=limit[:100])
    commitment, key = (reading.header(name, "") for name in ("Commitment", "Key"))
    nonces = reading.header("Nonces", "- -").split()
    if len(nonces) != 2:
        reading.refuse("Nonces are two, one for each seat, - for none.")
    proof = None
    if commitment:
        proof = Proof(commitment, key or None, BySeat(*(nonce.strip("-") for nonce in nonces)))
    return Record(
        tuple(played.record() for played in reading.rounds),
        tuple((name, value) for name, (value, _) in reading.headers.items()),
        None if limit == "off" else int(limit),
        proof,
        reading.seals,
        reading.end,
    )
