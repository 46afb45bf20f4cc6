"""Match records as JSON data: the same content as the text form (docs/record.schema.json).

Version 2 is written; version 1, of Jaipur 0.1, is still read (docs/record-1.schema.json).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from ..documents import first_violation
from ..errors import JaipurError, NotationError, RecordError
from ..goods import TIERS
from ..notation import parse_action
from ..seats import SEATS, BySeat, Seat, as_seat
from .lines import BONUS_PARTS, DEAL_PARTS, VERSION, newer_version, split_cards
from .model import (
    CommittedNonce,
    Place,
    Places,
    Proof,
    Record,
    RoundRecord,
    StatedResult,
    check_record_header,
    check_words,
)

T = TypeVar("T")

FORMAT = "jaipur-record"
SCHEMA = "record.schema.json"
SCHEMA_1 = "record-1.schema.json"


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
    return {
        "commitment": proof.commitment,
        "key": proof.key,
        "nonces": list(proof.nonces),
        "nonce_commitment": proof.committed and proof.committed._asdict(),
    }


def _round_to_json(played: RoundRecord) -> dict[str, Any]:
    result = played.result
    return {
        "deal": _deal_to_json(played),
        "actions": [str(action) for action in played.actions],
        "comments": [{"after": after, "text": text} for after, text in played.comments],
        "result": result and {"winner": result.winner, "rupees": list(result.rupees)},
    }


def _deal_to_json(played: RoundRecord) -> dict[str, Any]:
    hand_0, hand_1, market, deck = split_cards(played.cards)
    return {
        "starter": played.starter,
        "hands": [hand_0, hand_1],
        "market": market,
        "deck": deck,
        "bonuses": dict(zip(map(str, TIERS), played.bonuses, strict=True)),
    }


def load_record_json(text: str) -> Record:
    """Read a record from JSON text."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        problem = NotationError("this is not valid JSON: {problem}.", problem=error.msg)
        raise RecordError(error.lineno, problem) from error
    except (RecursionError, ValueError) as error:
        problem = NotationError("this JSON is nested too deeply or has too large a number.")
        raise RecordError(None, problem) from error
    return record_from_json(data)


def record_from_json(data: Any) -> Record:
    """The record that JSON data describes; a schema violation is refused with its place."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        problem = NotationError('A record is a JSON object with "format": "jaipur-record".')
        raise RecordError(None, problem)
    version = data.get("version")
    if isinstance(version, int | float) and version > VERSION:
        raise RecordError("version", newer_version(version))
    schema, read_deal = (SCHEMA_1, _deal_1) if version == 1 else (SCHEMA, _deal)
    if violation := first_violation(schema, data):
        place, reason = violation
        problem = NotationError("{reason} (see docs/{schema}).", reason=reason, schema=schema)
        raise RecordError(place, problem)
    rounds = enumerate(data["rounds"])
    return Record(
        tuple(_round(played, f"rounds[{n}]", read_deal) for n, played in rounds),
        tuple(_header(name, value) for name, value in data["headers"].items()),
        data["exchange_limit"],
        data["proof"] and _proof(data["proof"]),
        data["seals"] and BySeat(*data["seals"]),
        "seals",
    )


def _header(name: str, value: str) -> tuple[str, str]:
    try:
        check_record_header(name, value)
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


class _Deal(NamedTuple):
    """A deal as read from JSON, and where its parts are, by the names of their lines."""

    starter: Seat
    cards: str
    bonuses: tuple[str, str, str]
    places: Mapping[str, Place]


def _deal(data: dict[str, Any], place: str) -> _Deal:
    deal, place = data["deal"], f"{place}.deal"
    three, four, five = (deal["bonuses"][str(tier)] for tier in TIERS)
    places = {"Starter": f"{place}.starter"}
    places |= {f"Hand {seat}": f"{place}.hands[{seat}]" for seat in SEATS}
    places |= {"Market": f"{place}.market", "Deck": f"{place}.deck"}
    places |= {f"Bonus {tier}": f"{place}.bonuses['{tier}']" for tier in TIERS}
    cards = "".join((*deal["hands"], deal["market"], deal["deck"]))
    return _Deal(as_seat(deal["starter"]), cards, (three, four, five), places)


def _deal_1(data: dict[str, Any], place: str) -> _Deal:
    """Version 1 had the deal in the round itself, its cards in one string."""
    three, four, five = data["bonuses"]
    places = {"Starter": f"{place}.starter"}
    places |= dict.fromkeys(DEAL_PARTS, f"{place}.cards")
    places |= {name: f"{place}.bonuses[{n}]" for n, name in enumerate(BONUS_PARTS)}
    return _Deal(as_seat(data["starter"]), data["cards"], (three, four, five), places)


def _round(
    data: dict[str, Any], place: str, read_deal: Callable[[dict[str, Any], str], _Deal]
) -> RoundRecord:
    deal = read_deal(data, place)
    actions, result = data["actions"], data["result"]
    places = Places(
        place,
        tuple(f"{place}.actions[{n}]" for n in range(len(actions))),
        f"{place}.result",
        deal.places,
    )
    return RoundRecord(
        deal.starter,
        deal.cards,
        deal.bonuses,
        tuple(_at(places.action(n), parse_action, text) for n, text in enumerate(actions)),
        _comments(data["comments"], len(actions), f"{place}.comments"),
        result and StatedResult(result["winner"], BySeat(*result["rupees"])),
        places,
    )


def _at(place: Place, read: Callable[[str], T], text: str) -> T:
    """Read a text; a problem is reported at this place."""
    try:
        return read(text)
    except JaipurError as problem:
        raise RecordError(place, problem) from problem


def _comments(data: list[Any], actions: int, place: str) -> tuple[tuple[int, str], ...]:
    """Read the comments, which must be in the order of the actions."""
    comments = tuple((note["after"], _at(place, check_words, note["text"])) for note in data)
    numbers = [after for after, _ in comments]
    if numbers != sorted(numbers) or any(after > actions for after in numbers):
        raise RecordError(
            place,
            NotationError("comments follow the order of the actions, none after the last."),
        )
    return comments
