"""Builds the model that screens draw from the latest update and the picked cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from ..seats import Seat, other
from ..session.contract.basics import Phase
from ..session.contract.events import AnyEvent, DealingEvent
from ..session.contract.responses import LegalActions, Update
from ..session.contract.state import RoundShown, State
from ..session.options import MemoryAid
from ..session.words.names import names_of
from ..texts import Texts
from .action_letters import in_order
from .selection import EMPTY, Choices, Selection, Staged, stage_of

Tone = Literal["plain", "error", "news"]
Connection = Literal["connecting", "live", "lost"]

LAST_ACTIONS = 2
"""How many actions the log shows without a memory aid."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence that takes precedence in the dock."""

    sentence: str
    tone: Tone = "plain"


@dataclass(frozen=True)
class ModelInputs:
    """What a model is built from."""

    update: Update
    log: tuple[AnyEvent, ...] = ()
    """The events of this round."""
    selection: Selection = EMPTY
    legal_actions: LegalActions | None = None
    """The actions that would be legal on my turn, from `Link.legal_actions`."""
    bottom: Seat | None = None
    """The seat to draw at the bottom, if it is not mine."""
    is_pending: bool = False
    """An action was sent and is not confirmed yet."""
    connection: Connection = "live"
    notice: Notice | None = None
    reason: str | None = None
    """Why a complete selection is illegal: a code or a sentence."""
    is_read_only: bool = False
    is_counting: bool = False
    """The round is over and its scoring has not been shown yet."""


@dataclass(frozen=True, kw_only=True)
class Model(ModelInputs):
    """Everything a screen draws; a new one is built for each change."""

    state: State
    round: RoundShown
    seat: Seat | None
    """Mine; None for watchers and behind the curtain."""
    bottom: Seat
    top: Seat
    names: tuple[str, str]
    choices: Choices
    staged: Staged
    is_mine: bool
    """It is my turn and no action is pending."""


def make_model(inputs: ModelInputs, _: Texts) -> Model | None:
    """Build the model; None while there is no round to draw."""
    is_counting = inputs.is_counting and inputs.update.state.phase is not Phase.PLAYING
    state = _uncounted(inputs.update.state) if is_counting else inputs.update.state
    shown, seat = state.round, state.seat
    if shown is None:
        return None
    bottom: Seat = seat if seat is not None else inputs.bottom or 0
    choices = choices_of(state, bottom, inputs.legal_actions)
    is_turn = state.phase is Phase.PLAYING and seat is not None and shown.turn == seat
    return Model(
        **vars(inputs) | {"bottom": bottom, "is_counting": is_counting},
        state=state,
        round=shown,
        seat=seat,
        top=other(bottom),
        names=names_of(state.seats, _),
        choices=choices,
        staged=stage_of(inputs.selection, choices),
        is_mine=is_turn and not inputs.is_pending,
    )


def log_after(log: Sequence[AnyEvent], update: Update) -> tuple[AnyEvent, ...]:
    """The log of the round after an update; without a memory aid, only the last actions."""
    events = (*(() if update.after is None else log), *update.events)
    dealt = max((at for at, event in enumerate(events) if dealt_round(event)), default=0)
    is_off = update.state.options.memory_aid is MemoryAid.OFF
    return events[dealt:][-LAST_ACTIONS:] if is_off else events[dealt:]


def dealt_round(event: AnyEvent) -> int | None:
    """The number of the round that an event dealt, or None."""
    return event.round if isinstance(event, DealingEvent) else None


def choices_of(state: State, bottom: Seat, legal_actions: LegalActions | None = None) -> Choices:
    """The cards that can be picked and the legal actions."""
    shown, seat = state.round, state.seat
    if shown is None:
        return Choices()
    side = shown.sides[bottom]
    is_turn = seat is not None and shown.turn == seat
    doable = shown if is_turn else legal_actions
    return Choices(
        market=shown.market,
        hand=tuple(in_order(side.hand or "")),
        herd=side.herd or 0,
        legal=doable.legal if doable else (),
        blocked=doable.blocked if doable else None,
    )


def _uncounted(state: State) -> State:
    """The state before the last round was scored: without its seal and the opponent's bonuses."""
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
