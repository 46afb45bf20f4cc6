"""Reads match records from text, which people may edit (grammar in docs/notation.md)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Never

from ..actions import Action
from ..errors import JaipurError, NotationError, RecordError, message
from ..goods import EXCHANGE_LIMIT
from ..notation import parse_action
from ..seats import BySeat, as_seat
from .lines import (
    BONUS_DIGITS,
    BONUS_PARTS,
    CARD_LETTERS,
    DEAL_PARTS,
    FIRST_LINE,
    ROUND_HEADERS,
    SEAT_DIGITS,
    TITLE,
    UNFINISHED,
    VERSION,
    known_name,
    newer_version,
)
from .model import (
    MOST_ACTIONS,
    OWN_HEADERS,
    CommittedNonce,
    Places,
    Proof,
    Record,
    RoundRecord,
    StatedResult,
    check_record_header,
    check_words,
)

_TITLE = re.compile(rf"{TITLE} ([0-9]{{1,6}})", re.IGNORECASE)
_HEADER = re.compile(r"([^:{}]{1,40}):\s*(.*)")
_ROUND = re.compile(r"Round\s+([0-9]{1,6})", re.IGNORECASE)
_RESULT = re.compile(r"([01-]) ([0-9]{1,3})-([0-9]{1,3})")
_WORDS = re.compile(r"\{[^{}]*\}|\S+")


@dataclass(slots=True)
class _RoundText:
    """A round being read: its parts, each with its line number."""

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
            Places(
                self.line,
                tuple(self.lines),
                self.result_line,
                {name: line for name, (_, line) in self.parts.items()},
            ),
        )


@dataclass(slots=True)
class _Reading:
    """What has been read so far, and the current line."""

    line: int = 0
    headers: dict[str, tuple[str, int]] = field(default_factory=dict)
    rounds: list[_RoundText] = field(default_factory=list)
    seals: BySeat[int] | None = None
    end: int | None = None
    """The line number of the seals, which come last."""

    def refuse(self, template: str, **data: object) -> Never:
        raise RecordError(self.line, NotationError(template, **data))

    def header(self, name: str, default: str) -> str:
        """Remove and return one of our own headers; later errors name its line."""
        value, self.line = self.headers.pop(name, (default, self.line))
        return value


def read_record(text: str) -> Record:
    """Read the text of a record; `replay` checks its content."""
    reading = _Reading()
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        reading.line = number
        if number == 1:
            _check_version(reading, line.lstrip("\ufeff"))
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


def _check_version(reading: _Reading, line: str) -> None:
    """Refuse a first line of no known version; versions 1 and 2 differ only there."""
    title = _TITLE.fullmatch(line)
    if title is None or int(title[1]) < 1:
        reading.refuse("a record begins with the line {right!r}.", right=FIRST_LINE)
    if int(title[1]) > VERSION:
        raise RecordError(reading.line, newer_version(int(title[1])))


def _read_line(reading: _Reading, line: str) -> None:
    if reading.end is not None:
        reading.refuse("nothing may follow the line that begins with Match:")
    if match := _ROUND.fullmatch(line):
        _begin_round(reading, int(match[1]))
    elif match := _HEADER.fullmatch(line):
        _read_header(reading, known_name(match[1].strip()), match[2].strip())
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
    reading.rounds.append(_RoundText(reading.line))


def _read_header(reading: _Reading, name: str, value: str) -> None:
    if name == "Match":
        _check_deal(reading)
        reading.seals = _read_seals(reading, value)
        reading.end = reading.line
    elif not reading.rounds:
        if name in reading.headers:
            reading.refuse("the header {name} appears twice.", name=name)
        if name not in OWN_HEADERS:
            check_record_header(name, value)
        reading.headers[name] = (value, reading.line)
    elif name == "Result":
        _check_deal(reading)
        _read_result(reading, value)
    else:
        _read_part(reading, name, value)


def _read_part(reading: _Reading, name: str, value: str) -> None:
    """Read a line of a deal."""
    played = reading.rounds[-1]
    if name not in ROUND_HEADERS or played.dealt or name in played.parts:
        reading.refuse(
            "{name} does not belong here: a round has {names} once each, then the actions, then "
            "Result.",
            name=name,
            names=", ".join(ROUND_HEADERS),
        )
    played.parts[name] = (_checked_part(reading, name, value.upper()), reading.line)


def _checked_part(reading: _Reading, name: str, value: str) -> str:
    """The value of a line of a deal, if its length and characters are right."""
    if name == "Starter":
        if value not in tuple(SEAT_DIGITS):
            reading.refuse(
                "Starter is the seat that begins, 0 or 1, not {value!r}.", value=value[:60]
            )
        return value
    characters, length = CARD_LETTERS, DEAL_PARTS.get(name, 0)
    if name in BONUS_PARTS:
        characters, length = BONUS_DIGITS, BONUS_PARTS[name]
    for sign in value:
        if sign not in characters:
            reading.refuse(
                "{sign!r} does not belong in {name}, which is written with {signs}.",
                sign=sign,
                name=name,
                signs=" ".join(characters),
            )
    if len(value) != length:
        sentence = (
            message("{name} needs {length} tokens; this has {count}.")
            if name in BONUS_PARTS
            else message("{name} needs {length} cards; this has {count}.")
        )
        reading.refuse(sentence, name=name, length=length, count=len(value))
    return value


def _check_deal(reading: _Reading) -> None:
    """Refuse an incomplete deal once something else follows it."""
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
            reading.refuse(
                "after the result of a round comes {next} or Match:, not {word}.",
                next=f"Round {len(reading.rounds) + 1}",
                word=word[:40],
            )
        if word.startswith("{"):
            if not word.endswith("}") or len(word) == 1:
                reading.refuse("a comment is written between braces on one line.")
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
            "{number}. is out of place: {count} actions come before it, and each number has two.",
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
    if value.lower() == UNFINISHED:
        return None
    match = re.fullmatch(r"([0-9])-([0-9])", value)
    if match is None:
        reading.refuse("write Match: 2-1 with the seals of both seats, or Match: unfinished.")
    return BySeat(int(match[1]), int(match[2]))


def _record(reading: _Reading) -> Record:
    limit = reading.header("Exchange limit", str(EXCHANGE_LIMIT))
    if not re.fullmatch(r"off|[1-9][0-9]{0,5}", limit):
        reading.refuse("Exchange limit is a number or off, not {value!r}.", value=limit[:100])
    proof = _read_proof(reading)
    return Record(
        tuple(played.record() for played in reading.rounds),
        tuple((name, value) for name, (value, _) in reading.headers.items()),
        None if limit == "off" else int(limit),
        proof,
        reading.seals,
        reading.end,
    )


def _read_proof(reading: _Reading) -> Proof | None:
    """Read the proof; a key proves nothing without the commitment."""
    commitment = reading.header("Commitment", "")
    for name in ("Nonces", "Nonce commitment", "Key"):
        if name in reading.headers and not commitment:
            reading.header(name, "")
            reading.refuse(
                "there is a line {name}: but none that begins with Commitment:, so nothing can be "
                "verified; add that line, or leave {name}: out.",
                name=name,
            )
    key = reading.header("Key", "")
    nonces = reading.header("Nonces", "- -").split()
    if len(nonces) != 2:
        reading.refuse("Nonces has two values, one for each seat, - for none.")
    committed = _read_committed(reading)
    if not commitment:
        return None
    given = BySeat(*(nonce.strip("-") for nonce in nonces))
    return Proof(commitment, key or None, given, committed)


def _read_committed(reading: _Reading) -> CommittedNonce | None:
    value = reading.header("Nonce commitment", "")
    if not value:
        return None
    if not re.fullmatch(r"[01] +[0-9a-fA-F]{64}", value):
        reading.refuse("Nonce commitment is a seat, 0 or 1, and 64 hexadecimal digits.")
    seat, sha256 = value.split()
    return CommittedNonce(as_seat(int(seat)), sha256.lower())
