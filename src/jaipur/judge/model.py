"""What the judge finds: values of actions, judged decisions, events of chance, and a whole review.

Chances are shares between 0 and 1. Those of decisions are of the seat that decides; those of the
curve and of luck are of seat 0. Nothing here is text for people: `session.words.review` has that.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..actions import Action
from ..seats import BySeat, Seat


class Depth(StrEnum):
    """How thoroughly decisions are judged."""

    INSTANT = "instant"
    """The network alone."""
    QUICK = "quick"
    STANDARD = "standard"
    DEEP = "deep"


class Mark(StrEnum):
    """How good a decision was, best first."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class ReasonKind(StrEnum):
    """What a reason is about. Its numbers are those of the best action and of the one played."""

    REPLY = "reply"
    """How often the opponent answers with a certain kind of action."""
    TOKENS = "tokens"
    """Rupees of goods tokens that a side gets in the next actions, of one good or in all."""
    BONUS = "bonus"
    """Bonus tokens that a side gets in the next actions."""
    CAMELS = "camels"
    """The lead in camels after the next actions."""
    ROOM = "room"
    """Free places in the hand after the action."""
    END = "end"
    """How often a side ends the round in the next actions."""


class Reply(StrEnum):
    """Kinds of action, as the statistics count the opponent's replies."""

    TAKE = "take"
    CAMELS = "camels"
    SELL = "sell"
    EXCHANGE = "exchange"


@dataclass(frozen=True, slots=True)
class JudgedReason:
    """A statistic of the rollouts that tells the best action from the one played."""

    kind: ReasonKind
    best: float
    """The statistic after the best action: a share, a mean, or a number of cards."""
    played: float
    """The same after the action played."""
    seat: Seat
    """Whose tokens, camels, reply or ending it counts."""
    actions: int
    """How many actions after the one judged the statistic covers."""
    reply: Reply | None = None
    good: str | None = None
    """The letter of the good, where the statistic is about one."""


@dataclass(frozen=True, slots=True)
class JudgedAction:
    """A legal action and what it is worth to the seat that decides."""

    action: Action
    chance: float
    """The chance to win the round."""
    error: float
    """Its standard error."""
    margin: float
    """The expected lead in rupees at the end of the round."""
    worlds: int
    """In how many sampled worlds it was played out; 0 if only the network valued it."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a match, judged on what the seat could know."""

    round: int
    """The number of the round, from 1."""
    number: int
    """The number of the action in its round, from 1."""
    seat: Seat
    played: JudgedAction
    best: JudgedAction
    gap: float
    """How far the best action is ahead of the one played, as measured."""
    gap_error: float
    """The standard error of the gap."""
    is_even: bool
    """Whether nothing is shown to be better than what was played, though it was not found best."""
    loss: float
    """The chance to win the round that was given up: the gap, or 0 if the two are even."""
    match_loss: float
    """The same in chances to win the match."""
    mark: Mark
    actions: tuple[JudgedAction, ...]
    """All legal actions, best first."""
    reasons: tuple[JudgedReason, ...]
    """For inaccuracies, mistakes and blunders: what makes the difference, most telling first."""


class EventKind(StrEnum):
    """Kinds of chance events."""

    DEAL = "deal"
    CARDS = "cards"
    """Cards turned up from the deck."""
    BONUS = "bonus"
    """A bonus token drawn."""


@dataclass(frozen=True, slots=True)
class ChanceEvent:
    """An event of chance and its luck, both of seat 0."""

    round: int
    number: int
    """The number of the action that caused it; 0 for the deal."""
    kind: EventKind
    seat: Seat | None
    """Who acted; None for the deal."""
    cards: str
    """The letters of the cards turned up, or the value of the bonus token; empty for the deal."""
    luck: float
    match_luck: float


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """Seat 0's chances after an action, or after the deal (number 0)."""

    round: int
    number: int
    chance: float
    match_chance: float


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision or an event of chance that moved a player's match chance: `change` says how."""

    round: int
    number: int
    is_luck: bool
    change: float


@dataclass(frozen=True, slots=True)
class RoundReview:
    """One round: who won it, the luck of seat 0, and what of it could be judged."""

    number: int
    winner: Seat | None
    is_over: bool
    luck: float | None
    """None if the record does not have all cards."""
    adjusted: float | None
    """Seat 0's result (1, 0 or 0.5) less its luck; None if unknown or not over."""


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """A player over the whole match."""

    seat: Seat
    decisions: int
    """Decisions judged."""
    mean_loss: float | None
    """The mean chance to win a round given up per decision; None without decisions."""
    marks: dict[Mark, int]
    luck: float | None
    """The luck in chances to win the match; None if the record does not have all cards."""
    adjusted: float | None
    """The result of the match (1 or 0) less its luck; None if unknown or not over."""
    moments: tuple[Moment, ...]
    """The three moments that decided the match for it, the most important first."""


@dataclass(frozen=True, slots=True)
class Review:
    """A whole match, judged."""

    depth: Depth
    decisions: tuple[Decision, ...]
    events: tuple[ChanceEvent, ...]
    curve: tuple[CurvePoint, ...]
    rounds: tuple[RoundReview, ...]
    players: BySeat[PlayerReview]
    is_over: bool
    """Whether the match was won by seals, or ended otherwise."""
    is_complete: bool
    """Whether the record has all cards; if not, only what a seat could know is judged."""
    not_judged: BySeat[int]
    """Decisions of each seat that could not be judged because its own cards are unknown."""
