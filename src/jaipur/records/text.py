"""Match records as text that a person can read and edit (grammar in docs/notation.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Never

from ..actions import Action
from ..errors import JaipurError, NotationError, RecordError
from ..goods import EXCHANGE_LIMIT
from ..notation import parse_action
from ..seats import BySeat, as_seat
from .model import Lines, Proof, Record, RoundRecord, StatedResult

FIRST_LINE = "Jaipur record 1"
UNFINISHED = "unfinished"
DEAL_PARTS = {"Hand 0": 5, "Hand 1": 5, "Market": 2, "Deck": 40}
BONUS_PARTS = {"Bonus 3": 7, "Bonus 4": 6, "Bonus 5": 5}
ROUND_HEADERS = ("Starter", *DEAL_PARTS, *BONUS_PARTS)
PROOF_HEADERS = ("Commitment", "Key", "Nonces")

_HEADER = re.compile(r"([^:{}]{1,40}):\s*(.*)")
_ROUND = re.compile(r"Round (\d+)")
_RESULT = re.compile(r"([01-]) (\d{1,3})-(\d{1,3})")
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
class _Reading:
    """What has been read up to now, and the line it was read from."""

    line: int = 0
    headers: list[tuple[str, str]] = field(default_factory=list)
    rounds: list[RoundRecord] = field(default_factory=list)
    parts: dict[str, str] = field(default_factory=dict)
    seals: BySeat[int] | None = None
    finished: bool = False

    def refuse(self, template: str, **data: object) -> Never:
        raise RecordError(self.line, NotationError(template, **data))


def read_record(text: str) -> Record:
    """Read the text of a record; what it says is checked by `replay`, not here."""
    reading = _Reading()
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        reading.line = number
        if number == 1:
            if line.lstrip("\ufeff") != FIRST_LINE:
                reading.refuse("a record begins with the line {right!r}.", right=FIRST_LINE)
        elif line:
            _read_line(reading, line)
    if not reading.finished:
        reading.line += 1
        reading.refuse(
            "the record is cut off: its last line is Match: and the seals, such as Match: 2-1, "
            "or Match: unfinished."
        )
    _end_of_deal(reading)
    return _record(reading)


def _read_line(reading: _Reading, line: str) -> None:
    if reading.finished:
        reading.refuse("nothing may follow the line that begins with Match:")
    if match := _ROUND.fullmatch(line):
        _begin_round(reading, int(match[1]))
    elif match := _HEADER.fullmatch(line):
        _read_header(reading, match[1].strip(), match[2].strip())
    elif not reading.rounds:
        reading.refuse("{line!r} is not a header: write Name: value.", line=line)
    else:
        _end_of_deal(reading)
        _read_actions(reading, line)


def _begin_round(reading: _Reading, number: int) -> None:
    _end_of_deal(reading)
    if number != len(reading.rounds) + 1:
        reading.refuse(
            "this is round {right}, not {number}.", right=len(reading.rounds) + 1, number=number
        )
    lines = Lines(deal=reading.line)
    reading.rounds.append(RoundRecord(0, "", ("", "", ""), lines=lines))
    reading.parts = {}


def _read_header(reading: _Reading, name: str, value: str) -> None:
    if name == "Match":
        _end_of_deal(reading)
        reading.seals = _read_seals(reading, value)
        reading.finished = True
    elif not reading.rounds:
        if name in dict(reading.headers):
            reading.refuse("the header {name} stands here twice.", name=name)
        reading.headers.append((name, value))
    elif name == "Result":
        _end_of_deal(reading)
        _read_result(reading, value)
    elif name in ROUND_HEADERS and reading.rounds[-1].cards == "" and name not in reading.parts:
        reading.parts[name] = value
    else:
        reading.refuse(
            "{name} does not belong here: a round has {names} once each, then the actions, then "
            "Result.",
            name=name,
            names=", ".join(ROUND_HEADERS),
        )


def _end_of_deal(reading: _Reading) -> None:
    """The first action, or whatever else comes after a deal, completes it."""
    if not reading.rounds or reading.rounds[-1].cards:
        return
    parts = reading.parts
    for name in ROUND_HEADERS:
        if name not in parts:
            reading.refuse("the line {name}: of this round is missing.", name=name)
    for name, length in (DEAL_PARTS | BONUS_PARTS).items():
        letters = "DGSCPLK?" if name in DEAL_PARTS else "123456789T?"
        if len(parts[name]) != length or set(parts[name]) - set(letters):
            reading.refuse(
                "{name} is {value!r}; it has {length} of the characters {letters}.",
                name=name,
                value=parts[name],
                length=length,
                letters=" ".join(letters),
            )
    if parts["Starter"] not in ("0", "1"):
        reading.refuse("Starter is 0 or 1, not {value!r}.", value=parts["Starter"])
    three, four, five = (parts[name] for name in BONUS_PARTS)
    reading.rounds[-1] = replace(
        reading.rounds[-1],
        starter=as_seat(int(parts["Starter"])),
        cards="".join(parts[name] for name in DEAL_PARTS),
        bonuses=(three, four, five),
    )


def _read_actions(reading: _Reading, line: str) -> None:
    for word in _WORDS.findall(line):
        played = reading.rounds[-1]
        if played.result:
            reading.refuse("no action may follow the result of the round.")
        if word.startswith("{"):
            comment = (len(played.actions), word[1:-1].strip())
            reading.rounds[-1] = replace(played, comments=(*played.comments, comment))
        elif re.fullmatch(r"\d+\.", word):
            _check_number(reading, int(word[:-1]))
        else:
            _add_action(reading, word)


def _check_number(reading: _Reading, number: int) -> None:
    actions = len(reading.rounds[-1].actions)
    if number != actions // 2 + 1:
        reading.refuse(
            "{number}. does not fit here: {count} actions stand before it, and two make a number.",
            number=number,
            count=actions,
        )


def _add_action(reading: _Reading, word: str) -> None:
    played = reading.rounds[-1]
    action = _action(reading, word)
    lines = replace(played.lines, actions=(*played.lines.actions, reading.line))
    reading.rounds[-1] = replace(played, actions=(*played.actions, action), lines=lines)


def _action(reading: _Reading, word: str) -> Action:
    try:
        return parse_action(word)
    except JaipurError as problem:
        raise RecordError(reading.line, problem) from problem


def _read_result(reading: _Reading, value: str) -> None:
    match = _RESULT.fullmatch(value)
    played = reading.rounds[-1]
    if match is None or played.result:
        reading.refuse(
            "Result is written once a round: the seat that took the seal, or -, and the rupees of "
            "seat 0 and seat 1, such as Result: 0 73-68."
        )
    winner = None if match[1] == "-" else as_seat(int(match[1]))
    result = StatedResult(winner, BySeat(int(match[2]), int(match[3])))
    lines = replace(played.lines, result=reading.line)
    reading.rounds[-1] = replace(played, result=result, lines=lines)


def _read_seals(reading: _Reading, value: str) -> BySeat[int] | None:
    if value == UNFINISHED:
        return None
    match = re.fullmatch(r"(\d)-(\d)", value)
    if match is None:
        reading.refuse("write Match: 2-1 with the seals of both seats, or Match: unfinished.")
    return BySeat(int(match[1]), int(match[2]))


def _record(reading: _Reading) -> Record:
    headers = dict(reading.headers)
    limit = headers.pop("Exchange limit", str(EXCHANGE_LIMIT))
    if not re.fullmatch(r"off|[1-9]\d{0,5}", limit):
        reading.line = 0
        reading.refuse("Exchange limit is a number or off, not {value!r}.", value=limit)
    commitment, key, nonces = (headers.pop(name, None) for name in PROOF_HEADERS)
    proof = None
    if commitment:
        first, _, second = (nonces or "- -").partition(" ")
        proof = Proof(commitment, key, BySeat(first.strip("-"), second.strip("- ")))
    return Record(
        tuple(reading.rounds),
        tuple(headers.items()),
        None if limit == "off" else int(limit),
        proof,
        reading.seals,
        reading.line,
    )
