"""Makes the model that the screen draws from what a link said and what was picked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..goods import GOODS
from ..seats import Seat, other
from ..texts import Texts
from .link import Json
from .selection import EMPTY, Choices, Selection, Staged, stage_of
from .words.names import names_of

__all__ = [
    "Connection",
    "Given",
    "Model",
    "Said",
    "Tone",
    "choices_of",
    "make_model",
    "names_of",
    "sorted_hand",
]

Tone = Literal["plain", "error", "news"]
Connection = Literal["connecting", "live", "lost"]

_GOODS = "".join(good.letter for good in GOODS)


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence that the dock shows before everything else."""

    sentence: str
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Given:
    """What a model is made from."""

    update: Json
    log: tuple[Json, ...] = ()
    """The events of this round."""
    selection: Selection = EMPTY
    plans: Json | None = None
    """What could be done if it were my turn, as a link's `plans` says it."""
    bottom: Seat | None = None
    """The seat to draw below, if it is not mine."""
    is_pending: bool = False
    connection: Connection = "live"
    now: Json | None = None
    said: Said | None = None
    reason: str | None = None
    is_curtain: bool = False
    is_read_only: bool = False
    is_counting: bool = False
    """The round is over and its scoring is still to be shown."""


@dataclass(frozen=True, slots=True)
class Model:
    """Everything the screen draws, made anew each time."""

    state: Json
    round: Json
    seat: Seat | None
    """Mine; None for who watches and behind the curtain."""
    bottom: Seat
    top: Seat
    names: tuple[str, str]
    choices: Choices
    selection: Selection
    staged: Staged
    is_mine: bool
    """My turn, and nothing under way."""
    is_pending: bool
    """An action was sent and is not answered yet."""
    connection: Connection
    now: Json
    log: tuple[Json, ...]
    said: Said | None
    reason: str | None
    """Why a complete selection is not legal: a code or a sentence."""
    is_curtain: bool
    is_read_only: bool
    is_counting: bool


def make_model(given: Given, _: Texts) -> Model | None:
    """The model, or None while there is no round to draw."""
    is_counting = given.is_counting and given.update["state"]["phase"] != "playing"
    state = _uncounted(given.update["state"]) if is_counting else given.update["state"]
    shown, seat = state["round"], state["seat"]
    if shown is None:
        return None
    bottom: Seat = seat if seat is not None else given.bottom or 0
    choices = choices_of(state, bottom, given.plans)
    is_turn = state["phase"] == "playing" and seat is not None and shown["turn"] == seat
    return Model(
        state=state,
        round=shown,
        seat=seat,
        bottom=bottom,
        top=other(bottom),
        names=names_of(state, _),
        choices=choices,
        selection=given.selection,
        staged=stage_of(given.selection, choices),
        is_mine=is_turn and not given.is_pending,
        is_pending=given.is_pending,
        connection=given.connection,
        now=given.now or given.update["now"],
        log=given.log,
        said=given.said,
        reason=given.reason,
        is_curtain=given.is_curtain,
        is_read_only=given.is_read_only,
        is_counting=is_counting,
    )


def choices_of(state: Json, bottom: Seat, plans: Json | None = None) -> Choices:
    """What can be picked, and done with it."""
    shown, seat = state["round"], state["seat"]
    if shown is None:
        return Choices()
    side = shown["sides"][bottom]
    is_turn = seat is not None and shown["turn"] == seat
    doable = shown if is_turn else plans or {"legal": (), "blocked": None}
    return Choices(
        market=tuple(shown["market"]),
        hand=tuple(sorted_hand(side["hand"] or "")),
        herd=side["herd"] or 0,
        legal=tuple(doable["legal"]),
        blocked=doable["blocked"],
    )


def sorted_hand(letters: Sequence[str]) -> list[str]:
    """A hand sorted by kind."""
    return sorted(letters, key=_GOODS.index)


def _uncounted(state: Json) -> Json:
    """The state before the last round was counted: neither its seal nor the other’s bonuses."""
    winner = state["results"][-1]["winner"] if state["results"] else None
    seals = [won - (seat == winner) for seat, won in enumerate(state["seals"])]
    shown = state["round"]
    if shown is not None:
        sides = [
            side if seat == state["seat"] else side | {"bonus_values": None}
            for seat, side in enumerate(shown["sides"])
        ]
        shown = shown | {"sides": sides}
    return state | {"seals": seals, "round": shown}
