"""Match records as JSON data, version 1: the same content as the text (docs/record.schema.json)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from ..documents import first_violation
from ..errors import JaipurError, NotationError, RecordError
from ..notation import parse_action
from ..seats import BySeat, as_seat
from .lines import BONUS_PARTS, DEAL_PARTS
from .model import (
    CommittedNonce,
    Place,
    Places,
    Proof,
    Record,
    RoundRecord,
    StatedResult,
    check_header,
    check_words,
)

T = TypeVar("T")

FORMAT = "jaipur-record"
VERSION = 1
SCHEMA = "record.schema.json"


def record_to_json(record: Record) -> dict[str, Any]:
    """The JSON data of a record."""
    proof = record.proof
    return {
        "format": FORMAT,
        "version": VERSION,
        "headers": dict(record.headers),
        "exchange_limit": record.exchange_limit,
        "proof": proof and _proof_to_json(proof),
        "rounds": [_round_to_json(played) for played in record.rounds],
        "seals": record.seals and list(record.seals),
    }


def _proof_to_json(proof: Proof) -> dict[str, Any]:
    data = {"commitment": proof.commitment, "key": proof.key, "nonces": list(proof.nonces)}
    # Only where there is one: version 0.1 reads everything else.
    return data | ({"nonce_commitment": proof.committed._asdict()} if proof.committed else {})


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
        data = json.loads(text)
    except json.JSONDecodeError as error:
        problem = NotationError("this is not complete JSON: {problem}.", problem=error.msg)
        raise RecordError(error.lineno, problem) from error
    except (RecursionError, ValueError) as error:
        problem = NotationError("this JSON is nested too deeply or has too large a number.")
        raise RecordError(None, problem) from error
    return record_from_json(data)


def record_from_json(data: Any) -> Record:
    """The record of JSON data; what breaks the schema is refused with its place."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        problem = NotationError('A record is a JSON object with "format": "jaipur-record".')
        raise RecordError(None, problem)
    if wrong := first_violation(SCHEMA, data):
        place, words = wrong
        problem = NotationError(
            "{words} (docs/record.schema.json says what is right).", words=words
        )
        raise RecordError(place, problem)
    return Record(
        tuple(_round(played, f"rounds[{n}]") for n, played in enumerate(data["rounds"])),
        tuple(_header(name, value) for name, value in data["headers"].items()),
        data["exchange_limit"],
        data["proof"] and _proof(data["proof"]),
        data["seals"] and BySeat(*data["seals"]),
        "seals",
    )


def _header(name: str, value: str) -> tuple[str, str]:
    try:
        check_header(name, value)
    except NotationError as problem:
        raise RecordError("headers", problem) from problem
    return name, value


def _proof(data: dict[str, Any]) -> Proof:
    committed = data.get("nonce_commitment")
    return Proof(
        data["commitment"],
        data["key"],
        BySeat(*data["nonces"]),
        committed and CommittedNonce(as_seat(committed["seat"]), committed["sha256"].lower()),
    )


def _round(data: dict[str, Any], place: str) -> RoundRecord:
    three, four, five = data["bonuses"]
    actions, result = data["actions"], data["result"]
    places = Places(
        place,
        tuple(f"{place}.actions[{n}]" for n in range(len(actions))),
        f"{place}.result",
        _parts(place),
    )
    return RoundRecord(
        as_seat(data["starter"]),
        data["cards"],
        (three, four, five),
        tuple(_at(places.action(n), parse_action, text) for n, text in enumerate(actions)),
        _comments(data["comments"], len(actions), f"{place}.comments"),
        result and StatedResult(result["winner"], BySeat(*result["rupees"])),
        places,
    )


def _parts(place: str) -> Mapping[str, Place]:
    """Where the lines of a deal stand in its JSON."""
    bonuses = {name: f"{place}.bonuses[{n}]" for n, name in enumerate(BONUS_PARTS)}
    cards = dict.fromkeys(DEAL_PARTS, f"{place}.cards")
    return {"Starter": f"{place}.starter"} | cards | bonuses


def _at(place: Place, read: Callable[[str], T], text: str) -> T:
    """Read a text; a problem with it is one at this place."""
    try:
        return read(text)
    except JaipurError as problem:
        raise RecordError(place, problem) from problem


def _comments(data: list[Any], actions: int, place: str) -> tuple[tuple[int, str], ...]:
    """Comments stand in the order of the actions, none after the last."""
    comments = tuple((note["after"], _at(place, check_words, note["text"])) for note in data)
    numbers = [after for after, _ in comments]
    if numbers != sorted(numbers) or any(after > actions for after in numbers):
        raise RecordError(
            place,
            NotationError("comments stand in the order of the actions, none after the last."),
        )
    return comments
