"""Reviews and judged decisions as JSON data (docs/commands.md); sentences are added elsewhere."""

from __future__ import annotations

import math
from typing import Any, Final

from ..notation import parse_action
from ..seats import BySeat, Seat, as_seat
from .model import (
    ChanceEvent,
    CurvePoint,
    Decision,
    JudgedAction,
    JudgedReason,
    Mark,
    Moment,
    PlayerReview,
    ReasonKind,
    Reply,
    Review,
    RoundReview,
)

FORMAT: Final = "jaipur-review"
VERSION: Final = 1
DIGITS: Final = 6
"""Decimals of chances, losses and luck."""


def review_to_json(review: Review, names: BySeat[str]) -> dict[str, Any]:
    """The JSON data of a review."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "depth": review.depth.value,
        "complete": review.is_complete,
        "over": review.is_over,
        "players": list(names),
        "decisions": [decision_to_json(decision) for decision in review.decisions],
        "events": [_event_to_json(event) for event in review.events],
        "curve": [_point_to_json(point) for point in review.curve],
        "rounds": [_round_to_json(played) for played in review.rounds],
        "summary": [_player_to_json(player, names) for player in review.players],
        "not_judged": list(review.not_judged),
    }


def decision_to_json(decision: Decision, digits: int | None = DIGITS) -> dict[str, Any]:
    """The JSON data of a decision; without `digits`, its numbers are exact."""
    return {
        "round": decision.round,
        "number": decision.number,
        "seat": decision.seat,
        "played": _judged_to_json(decision.played, digits),
        "best": _judged_to_json(decision.best, digits),
        "loss": _rounded(decision.loss, digits),
        "match_loss": _rounded(decision.match_loss, digits),
        "gap": _rounded(decision.gap, digits),
        "gap_error": _rounded(decision.gap_error, digits),
        "even": decision.is_even,
        "mark": decision.mark.value,
        "reasons": [_reason_to_json(reason, digits) for reason in decision.reasons],
        "actions": [_judged_to_json(judged, digits) for judged in decision.actions],
    }


def decision_from_json(data: Any) -> Decision:
    """Read a decision; raises ValueError, KeyError, TypeError or NotationError if invalid."""
    return Decision(
        round=_whole(data["round"]),
        number=_whole(data["number"]),
        seat=_seat(data["seat"]),
        played=_judged(data["played"]),
        best=_judged(data["best"]),
        gap=_number(data["gap"]),
        gap_error=_number(data["gap_error"]),
        is_even=_truth(data["even"]),
        loss=_number(data["loss"]),
        match_loss=_number(data["match_loss"]),
        mark=Mark(data["mark"]),
        actions=tuple(_judged(one) for one in data["actions"]),
        reasons=tuple(_reason(one) for one in data["reasons"]),
    )


def _judged_to_json(judged: JudgedAction, digits: int | None) -> dict[str, Any]:
    return {
        "action": str(judged.action),
        "chance": _rounded(judged.chance, digits),
        "error": _rounded(judged.error, digits),
        "margin": _rounded(judged.margin, digits),
        "worlds": int(judged.worlds),
    }


def _judged(data: Any) -> JudgedAction:
    return JudgedAction(
        parse_action(_text(data["action"])),
        chance=_number(data["chance"]),
        error=_number(data["error"]),
        margin=_number(data["margin"]),
        worlds=_whole(data["worlds"]),
    )


def _reason_to_json(reason: JudgedReason, digits: int | None) -> dict[str, Any]:
    return {
        "kind": reason.kind.value,
        "best": _rounded(reason.best, digits),
        "played": _rounded(reason.played, digits),
        "seat": reason.seat,
        "actions": reason.actions,
        "reply": reason.reply and reason.reply.value,
        "good": reason.good,
    }


def _reason(data: Any) -> JudgedReason:
    return JudgedReason(
        ReasonKind(data["kind"]),
        best=_number(data["best"]),
        played=_number(data["played"]),
        seat=_seat(data["seat"]),
        actions=_whole(data["actions"]),
        reply=None if data["reply"] is None else Reply(data["reply"]),
        good=None if data["good"] is None else _text(data["good"]),
    )


def _event_to_json(event: ChanceEvent) -> dict[str, Any]:
    return {
        "round": event.round,
        "number": event.number,
        "kind": event.kind.value,
        "seat": event.seat,
        "cards": event.cards,
        "luck": _rounded(event.luck),
        "match_luck": _rounded(event.match_luck),
    }


def _point_to_json(point: CurvePoint) -> dict[str, Any]:
    return {
        "round": point.round,
        "number": point.number,
        "chance": _rounded(point.chance),
        "match_chance": _rounded(point.match_chance),
    }


def _round_to_json(played: RoundReview) -> dict[str, Any]:
    return {
        "number": played.number,
        "winner": played.winner,
        "over": played.is_over,
        "luck": _known(played.luck),
        "adjusted": _known(played.adjusted),
    }


def _player_to_json(player: PlayerReview, names: BySeat[str]) -> dict[str, Any]:
    return {
        "seat": player.seat,
        "name": names[player.seat],
        "decisions": player.decisions,
        "mean_loss": _known(player.mean_loss),
        "marks": {mark.value: player.marks.get(mark, 0) for mark in Mark},
        "luck": _known(player.luck),
        "adjusted": _known(player.adjusted),
        "moments": [_moment_to_json(moment) for moment in player.moments],
    }


def _moment_to_json(moment: Moment) -> dict[str, Any]:
    return {
        "round": moment.round,
        "number": moment.number,
        "kind": "luck" if moment.is_luck else "decision",
        "change": _rounded(moment.change),
    }


def _rounded(value: float, digits: int | None = DIGITS) -> float:
    # Adding zero turns a rounded -0.0 into 0.0.
    return float(value) if digits is None else round(float(value), digits) + 0.0


def _known(value: float | None) -> float | None:
    return None if value is None else _rounded(value)


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise ValueError(value)
    return float(value)


def _whole(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return value


def _seat(value: Any) -> Seat:
    return as_seat(_whole(value))


def _truth(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError(value)
    return value


def _text(value: Any) -> str:
    if type(value) is not str:
        raise ValueError(value)
    return value
