"""The shapes of what a server answers: whatever does not fit is not from a server of this game.

A shape is a type, a pattern for text, None, a tuple of shapes of which one has to fit, a list with
the shape of its items, or a dictionary with the shapes of what must be there. `Pair` and `Each`
are a list of two and a dictionary with any names. More than is asked for may always be there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ..goods import LETTERS
from .address import TABLE_ID
from .link import Json

MOST_NUMBER = 10**12
"""A number beyond this is not of this game; it would fill a screen."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A list of two: one for each seat."""

    of: Any


@dataclass(frozen=True, slots=True)
class Each:
    """A dictionary in which everything has one shape."""

    of: Any


@dataclass(frozen=True, slots=True)
class Maybe:
    """Something that may be missing or null."""

    of: Any


SEAT = re.compile("[01]")  # of a number as it is written
_CARD = re.compile(f"[{LETTERS}]")
_CARDS = re.compile(f"[{LETTERS}]{{0,60}}")
_ACTION = re.compile(f"(?=.)(?:\\+[{LETTERS}]{{1,12}})?(?:-[{LETTERS}]{{1,12}})?")
_BLOCKED = Each(Each((None, {"reason": str})))
_LEGAL = {
    "action": _ACTION,
    "kind": re.compile("take|take_camels|exchange|sell"),
    "hand_after": int,
    "herd_after": Maybe(int),
    "reveals": Maybe(int),
    "good": Maybe(_CARD),
    "count": Maybe(int),
    "earns": Maybe([int]),
    "bonus_tier": Maybe(int),
    "ends": Maybe(str),
}
_SIDE = {
    "hand_size": int,
    "hand": (None, _CARDS),
    "known": (None, _CARDS),
    "herd": (None, int),
    "herd_stack": int,
    "token_count": int,
    "goods_rupees": (None, int),
    "bonus_counts": Each(int),
    "bonus_values": (None, [int]),
}
_ROUND = {
    "number": int,
    "turn": (None, SEAT),
    "market": [(None, _CARD)],
    "deck": (None, int),
    "deck_stack": int,
    "discard_top": (None, _CARD),
    "discard": (None, _CARDS),
    "piles": Each([int]),
    "bonuses_left": {"3": int, "4": int, "5": int},
    "exchanges": int,
    "exchange_limit": (None, int),
    "sides": Pair(_SIDE),
}
_RESULT = {
    "cause": str,
    "camel_token": (None, SEAT),
    "goods_rupees": Pair(int),
    "bonus_rupees": Pair(int),
    "rupees": Pair(int),
    "bonus_tokens": Pair(int),
    "goods_tokens": Pair(int),
    "winner": (None, SEAT),
    "decided_by": (None, str),
}
_EVENT = {
    "version": int,
    "kind": str,
    "seat": Maybe(SEAT),
    "seats": Maybe([SEAT]),
    "name": Maybe(str),
    "round": Maybe(int),
    "starter": Maybe(SEAT),
    "market": Maybe([(None, _CARD)]),
    "action": Maybe(_ACTION),
    "drawn": Maybe(_CARDS),
    "tokens": Maybe([int]),
    "bonus_tier": Maybe(int),
    "places": Maybe([int]),
    "end": Maybe(str),
    "fallback": Maybe(str),
}
_ACTED = {"seat": SEAT, "action": _ACTION}
_OPTIONS = {
    "memory_aid": str,
    "house_rule": bool,
    "clock": (None, {"bank": int, "increment": int}),
}
_SEATED = {"kind": str, "name": str, "ready": bool, "wants_next": bool}
_COMMITTED = {
    "seat": SEAT,
    "sha256": re.compile("[0-9a-f]{64}"),
    "reveal_seconds": int,
    "other_nonce": Maybe((None, str)),
}
_ENDING = {"cause": str, "winner": (None, SEAT)}
_MINE = {"unseen": (None, _CARDS), "legal": [_LEGAL], "blocked": (None, _BLOCKED)}
_STATE = {
    "seat": (None, SEAT),
    "phase": re.compile("waiting|playing|between|over"),
    "options": _OPTIONS,
    "commitment": str,
    "nonce_commitment": Maybe((None, _COMMITTED)),
    "previous": Maybe((None, TABLE_ID)),
    "seats": Pair(_SEATED),
    "waits_for": [SEAT],
    "round": (None, _ROUND | _MINE),
    "seals": Pair(int),
    "results": [_RESULT],
    "ending": (None, _ENDING),
    "rematch": {"offered_by": (None, SEAT), "table": (None, TABLE_ID)},
}
_NOW = {
    "present": Pair(bool),
    "bot_ready": bool,
    "bot_preparing": Maybe((None, {"percent": int, "seconds": (None, int)})),
    "bot_queue": Maybe((None, int)),
    "clocks_ms": (None, Pair((None, int))),
    "running": [SEAT],
}
_UPDATE = {"version": int, "after": (None, int), "events": [_EVENT], "state": _STATE, "now": _NOW}
_STEP = {
    "version": int,
    "event": _EVENT,
    "round": _ROUND | {"deck_cards": _CARDS},
    "seals": Pair(int),
    "phase": str,
}
PLANS = {"version": int, "legal": [_LEGAL], "blocked": Maybe(_BLOCKED)}
CHECK = {"version": int, "legal": bool, "reason": (None, str), "sentence": (None, str)}
INVITATION = {
    "host": str,
    "options": _OPTIONS,
    "commitment": str,
    "nonce_commitment": Maybe((None, _COMMITTED)),
    "open": bool,
}
_REPLAY = {
    "seats": Pair(_SEATED),
    "options": _OPTIONS,
    "results": [_RESULT],
    "ending": _ENDING,
    "steps": [_STEP],
}


def fits(value: Any, shape: Any) -> bool:
    """Whether data of a server has a shape."""
    match shape:
        case None:
            return value is None
        case re.Pattern():
            # A seat is a number; all else that has a pattern is text.
            is_kind = type(value) is (int if shape is SEAT else str)
            return is_kind and shape.fullmatch(str(value)) is not None
        case tuple():
            return any(fits(value, one) for one in shape)
        case type():
            is_sane = not isinstance(value, int) or abs(value) <= MOST_NUMBER
            return type(value) is shape and is_sane
        case Maybe():
            return value is None or fits(value, shape.of)
        case dict():
            return isinstance(value, dict) and all(
                fits(value.get(name, _MISSING if not isinstance(of, Maybe) else None), of)
                for name, of in shape.items()
            )
        case _:
            return _fits_inside(value, shape)


def _fits_inside(value: Any, shape: Any) -> bool:
    if isinstance(shape, Each):
        return isinstance(value, dict) and all(fits(one, shape.of) for one in value.values())
    if not isinstance(value, list) or (isinstance(shape, Pair) and len(value) != 2):
        return False
    of = shape.of if isinstance(shape, Pair) else shape[0]
    return all(fits(one, of) for one in value)


def is_update(data: Json) -> bool:
    """Whether this is an update of a table whose parts agree."""
    if not fits(data, _UPDATE):
        return False
    state, events = data["state"], data["events"]
    return all(map(_is_event, events)) and _agrees(state)


def is_replay(data: Json) -> bool:
    """Whether this is a match step by step."""
    is_whole = fits(data, _REPLAY) and bool(data["steps"])
    return is_whole and all(_is_event(step["event"]) for step in data["steps"])


def _is_event(event: Json) -> bool:
    return event["kind"] != "acted" or fits(event, _ACTED)


def _agrees(state: Json) -> bool:
    """Whether what a phase promises is there."""
    phase, shown = state["phase"], state["round"]
    if phase == "over":
        return state["ending"] is not None
    if phase == "playing":
        return shown is not None and shown["turn"] is not None
    return phase != "between" or bool(shown is not None and state["results"])


_MISSING = object()
