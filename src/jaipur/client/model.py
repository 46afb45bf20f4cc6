"""Makes the model that the screen draws from what a link said and what was picked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from ..seats import Seat, other
from ..session.contract.answers import Plans, Update
from ..session.contract.basics import Phase
from ..session.contract.events import AnyEvent, DealingEvent
from ..session.contract.state import RoundShown, State
from ..session.options import MemoryAid
from ..session.words.names import names_of
from ..texts import Texts
from .action_letters import in_order
from .selection import EMPTY, Choices, Selection, Staged, stage_of

Tone = Literal["plain", "error", "news"]
Connection = Literal["connecting", "live", "lost"]

LAST_ACTIONS = 2
"""Without a memory aid only these stay in the log."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence that the dock shows before everything else."""

    sentence: str
    tone: Tone = "plain"


@dataclass(frozen=True)
class ModelInputs:
    """What a model is made from."""

    update: Update
    log: tuple[AnyEvent, ...] = ()
    """The events of this round."""
    selection: Selection = EMPTY
    plans: Plans | None = None
    """What could be done if it were my turn, as a link's `plans` says it."""
    bottom: Seat | None = None
    """The seat to draw below, if it is not mine."""
    is_pending: bool = False
    """An action was sent and is not answered yet."""
    connection: Connection = "live"
    notice: Notice | None = None
    reason: str | None = None
    """Why a complete selection is not legal: a code or a sentence."""
    is_read_only: bool = False
    is_counting: bool = False
    """The round is over and its scoring is still to be shown."""


@dataclass(frozen=True, kw_only=True)
class Model(ModelInputs):
    """Everything the screen draws, made anew each time."""

    state: State
    round: RoundShown
    seat: Seat | None
    """Mine; None for who watches and behind the curtain."""
    bottom: Seat
    top: Seat
    names: tuple[str, str]
    choices: Choices
    staged: Staged
    is_mine: bool
    """My turn, and nothing under way."""


def make_model(given: ModelInputs, _: Texts) -> Model | None:
    """The model, or None while there is no round to draw."""
    is_counting = given.is_counting and given.update.state.phase is not Phase.PLAYING
    state = _uncounted(given.update.state) if is_counting else given.update.state
    shown, seat = state.round, state.seat
    if shown is None:
        return None
    bottom: Seat = seat if seat is not None else given.bottom or 0
    choices = choices_of(state, bottom, given.plans)
    is_turn = state.phase is Phase.PLAYING and seat is not None and shown.turn == seat
    return Model(
        **vars(given) | {"bottom": bottom, "is_counting": is_counting},
        state=state,
        round=shown,
        seat=seat,
        top=other(bottom),
        names=names_of(state.seats, _),
        choices=choices,
        staged=stage_of(given.selection, choices),
        is_mine=is_turn and not given.is_pending,
    )


def log_after(log: Sequence[AnyEvent], update: Update) -> tuple[AnyEvent, ...]:
    """The log of the round after an update; without a memory aid only what was done last."""
    events = (*(() if update.after is None else log), *update.events)
    dealt = max((at for at, event in enumerate(events) if dealt_round(event)), default=0)
    is_off = update.state.options.memory_aid is MemoryAid.OFF
    return events[dealt:][-LAST_ACTIONS:] if is_off else events[dealt:]


def dealt_round(event: AnyEvent) -> int | None:
    """The number of the round that was dealt with an event; None if nothing was dealt."""
    return event.round if isinstance(event, DealingEvent) else None


def choices_of(state: State, bottom: Seat, plans: Plans | None = None) -> Choices:
    """What can be picked, and done with it."""
    shown, seat = state.round, state.seat
    if shown is None:
        return Choices()
    side = shown.sides[bottom]
    is_turn = seat is not None and shown.turn == seat
    doable = shown if is_turn else plans
    return Choices(
        market=shown.market,
        hand=tuple(in_order(side.hand or "")),
        herd=side.herd or 0,
        legal=doable.legal if doable else (),
        blocked=doable.blocked if doable else None,
    )


def _uncounted(state: State) -> State:
    """The state before the last round was counted: neither its seal nor the other’s bonuses."""
    winner = state.results[-1].winner if state.results else None
    first, second = (won - (seat == winner) for seat, won in enumerate(state.seals))
    shown = state.round and _covered(state.round, state.seat)
    return replace(state, seals=(first, second), round=shown)


def _covered(shown: RoundShown, me: Seat | None) -> RoundShown:
    one, two = (
        side if seat == me else replace(side, bonus_values=None)
        for seat, side in enumerate(shown.sides)
    )
    return replace(shown, sides=(one, two))
