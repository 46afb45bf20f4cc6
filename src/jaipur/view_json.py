"""Views as JSON data, version 2 (docs/view.schema.json), for bots and other programs."""

from __future__ import annotations

from collections import Counter
from typing import Any

from . import lines
from .documents import first_violation
from .errors import NotationError
from .goods import GOODS, TIERS
from .results import EndCause
from .seats import SEATS, as_seat, other
from .view import View

FORMAT = "jaipur-view"
VERSION = 2
SCHEMA = "view.schema.json"


def view_to_json(view: View) -> dict[str, Any]:
    """The JSON data of a view, including derived fields: unseen cards and legal actions."""
    mine, theirs = view.bonus_tokens, view.opponent_bonus_tokens
    return {
        "format": FORMAT,
        "version": VERSION,
        "seat": view.seat,
        "turn": view.turn,
        "starter": view.starter,
        "end_cause": view.end,
        "exchanges": view.exchanges,
        "exchange_limit": view.exchange_limit,
        "market": str(view.market),
        "deck_size": view.deck_size,
        "discard": str(view.discard),
        "hand": str(view.hand),
        "hand_known": str(view.shown[view.seat]),
        "opponent_known": str(view.opponent_known),
        "opponent_hidden_count": view.opponent_hidden,
        "herds": list(view.herds),
        "piles": {good.letter: list(view.pile(good)) for good in GOODS},
        "tokens": [
            {good.letter: list(values) for good, values in view.tokens(seat).items()}
            for seat in SEATS
        ],
        "bonus_piles": dict(zip(map(str, TIERS), view.bonuses_left, strict=True)),
        "bonus_values": list(mine),
        "opponent_bonus_counts": dict(
            zip(map(str, TIERS), view.opponent_bonus_counts, strict=True)
        ),
        "opponent_bonus_values": None if theirs is None else list(theirs),
        "unseen": str(view.unseen),
        "legal_actions": [str(action) for action in view.legal_actions()],
    }


def view_from_json(data: Any) -> View:
    """The view that JSON data describes; contradictory data is refused."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise NotationError('A view is a JSON object with "format": "jaipur-view".')
    if (version := data.get("version", VERSION)) != VERSION:
        raise NotationError(
            "This view has version {version}, but version {expected} is needed "
            "(docs/view.schema.json).",
            version=repr(version)[:20],
            expected=VERSION,
        )
    if violation := first_violation(SCHEMA, data):
        place, reason = violation
        raise NotationError(
            "The view is invalid at {place}: {reason} (see docs/view.schema.json).",
            place=place or "the top level",
            reason=reason,
        )
    view = View.from_fields(_fields(data))
    expected = view_to_json(view)
    for name, right in expected.items():
        if data[name] != right:
            raise NotationError(
                "The view contradicts itself: {name} is {given}, but the other fields give "
                "{right}.",
                name=name,
                given=data[name],
                right=right,
            )
    return view


def _fields(data: dict[str, Any]) -> lines.Fields:
    """The same view as the fields of its line of text."""
    me = as_seat(data["seat"])
    them = other(me)
    hidden = Counter(data["hand"])
    hidden.subtract(data["hand_known"])
    fields = {
        "seat": me,
        "turn": data["turn"],
        "start": data["starter"],
        "market": data["market"],
        f"hand{me}": "".join(hidden.elements()) + _shown(data["hand_known"]),
        f"hand{them}": _unknown(data["opponent_hidden_count"]) + _shown(data["opponent_known"]),
        "herd0": data["herds"][0],
        "herd1": data["herds"][1],
        "deck": _unknown(data["deck_size"]),
        "sold": data["discard"],
        "piles": ",".join(str(len(data["piles"][good.letter])) for good in GOODS),
        f"bonus{me}": _bonus(data["bonus_values"]),
        f"bonus{them}": _their_bonus(data),
        "bonuses": _unknown_tiers(data["bonus_piles"]),
        "exchanges": f"{data['exchanges']}/{data['exchange_limit'] or '-'}",
        "end": data["end_cause"] and EndCause(data["end_cause"]),
    }
    for seat in SEATS:
        tokens = data["tokens"][seat]
        fields[f"tokens{seat}"] = "".join(
            good.letter + "".join(map(str, tokens[good.letter]))
            for good in GOODS
            if tokens[good.letter]
        )
    return {
        name: lines.NOTHING if value in ("", None) else str(value) for name, value in fields.items()
    }


def _shown(cards: str) -> str:
    return "+" + cards if cards else ""


def _unknown(count: int) -> str:
    return lines.UNKNOWN * count


def _unknown_tiers(counts: dict[str, int]) -> str:
    return "/".join(_unknown(counts[str(tier)]) or lines.NOTHING for tier in TIERS)


def _bonus(values: list[int]) -> str:
    return lines.bonus_text(sum(1 << 4 * value for value in values))


def _their_bonus(data: dict[str, Any]) -> str:
    revealed = data["opponent_bonus_values"]
    if revealed is None:
        return _unknown_tiers(data["opponent_bonus_counts"])
    return _bonus(revealed)
