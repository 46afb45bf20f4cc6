"""Match records as JSON data, version 1: the same content as the text (docs/record.schema.json)."""

from __future__ import annotations

import json
from typing import Any

from ..errors import NotationError, RecordError
from ..notation import parse_action
from ..seats import BySeat, Seat, as_seat
from .model import Proof, Record, RoundRecord, StatedResult

FORMAT = "jaipur-record"
VERSION = 1


def record_to_json(record: Record) -> dict[str, Any]:
    """The JSON data of a record."""
    proof = record.proof
    return {
        "format": FORMAT,
        "version": VERSION,
        "headers": dict(record.headers),
        "exchange_limit": record.exchange_limit,
        "proof": proof
        and {
            "commitment": proof.commitment,
            "key": proof.key,
            "nonces": list(proof.nonces),
        },
        "rounds": [_round_to_json(played) for played in record.rounds],
        "seals": record.seals and list(record.seals),
    }


def _round_to_json(played: RoundRecord) -> dict[str, Any]:
    result = played.result
    return {
        "starter": played.starter,
        "cards": played.cards,
        "bonuses": list(played.bonuses),
        "actions": [str(action) for action in played.actions],
        "comments": [{"after": after, "text": text} for after, text in played.comments],
        "result": result and {"winner": result.winner, "rupees": list(result.rupees)},
    }


def load_record_json(text: str) -> Record:
    """Read a record from JSON text."""
    try:
        return record_from_json(json.loads(text))
    except json.JSONDecodeError as error:
        problem = NotationError("this is not complete JSON: {problem}.", problem=error.msg)
        raise RecordError(error.lineno, problem) from error
    except RecursionError as error:
        raise RecordError(1, NotationError("this JSON is nested too deeply.")) from error


def record_from_json(data: Any) -> Record:
    """The record of JSON data."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError(
            None, NotationError('A record is a JSON object with "format": "jaipur-record".')
        )
    if data.get("version") != VERSION:
        raise RecordError(
            None,
            NotationError(
                "This is version {version} of the record format; version 1 can be read.",
                version=data.get("version"),
            ),
        )
    try:
        return _record(data)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        problem = NotationError(
            "The record cannot be read: {problem} (docs/record.schema.json says what is right).",
            problem=repr(error),
        )
        raise RecordError(None, problem) from error


def _record(data: dict[str, Any]) -> Record:
    limit = data["exchange_limit"]
    if limit is not None and not (isinstance(limit, int) and 0 < limit < 10**6):
        raise ValueError("exchange_limit")
    return Record(
        tuple(_round(played) for played in data["rounds"]),
        tuple((str(name), str(value)) for name, value in data["headers"].items()),
        limit,
        None if data["proof"] is None else _proof(data["proof"]),
        None if data["seals"] is None else _pair(data["seals"]),
    )


def _proof(data: dict[str, Any]) -> Proof:
    first, second = data["nonces"]
    key = data["key"]
    return Proof(str(data["commitment"]), key and str(key), BySeat(str(first), str(second)))


def _pair(data: list[int]) -> BySeat[int]:
    first, second = data
    return BySeat(int(first), int(second))


def _round(data: dict[str, Any]) -> RoundRecord:
    cards, (three, four, five) = data["cards"], data["bonuses"]
    if len(cards) != 52 or set(cards) - set("DGSCPLK?"):
        raise ValueError("cards are 52 of the letters D G S C P L K ?")
    for pile, length in ((three, 7), (four, 6), (five, 5)):
        if len(pile) != length or set(pile) - set("123456789T?"):
            raise ValueError("bonuses are 7, 6 and 5 of the characters 1-9 T ?")
    result = data["result"]
    return RoundRecord(
        as_seat(data["starter"]),
        cards,
        (three, four, five),
        tuple(parse_action(action) for action in data["actions"]),
        tuple((int(note["after"]), str(note["text"])) for note in data["comments"]),
        None
        if result is None
        else StatedResult(_winner(result["winner"]), _pair(result["rupees"])),
    )


def _winner(data: int | None) -> Seat | None:
    return None if data is None else as_seat(data)
