"""A finished match as a list of scenes with captions."""

from __future__ import annotations

from dataclasses import dataclass

from ..session.contract.basics import Pair
from ..session.contract.events import ActedEvent, DealingEvent
from ..session.contract.responses import Replay, Step
from ..session.words.cards import sentences
from ..texts import Texts


@dataclass(frozen=True, slots=True)
class Scene:
    """A step of the replay with the seals at that point and its caption."""

    step: Step
    seals: Pair
    place: str
    """The position in the match: `Round 2, action 14`."""
    words: str
    """What happened: `Ana sold 3 leather for 9 rupees`."""
    action: int | None = None
    """The number of the action in its round, 0 for the deal; None when nothing is played."""

    @property
    def is_deal(self) -> bool:
        """Whether a round begins here."""
        return isinstance(self.step.event, DealingEvent)


def scenes_of(replay: Replay, _: Texts) -> list[Scene]:
    """All scenes; each finished round ends with one in which the seal is awarded."""
    scenes: list[Scene] = []
    before: Pair = (0, 0)
    actions = 0
    for step in replay.steps:
        number, is_acted = step.round.number, isinstance(step.event, ActedEvent)
        actions = 0 if isinstance(step.event, DealingEvent) else actions + 1
        in_round, words = _("Round {n}", n=number), step.event.words
        place = _("Round {n}, action {k}", n=number, k=actions) if is_acted else in_round
        if is_acted and step.round.end is not None and number <= len(replay.results):
            scenes.append(Scene(step, before, place, words, actions))
            scored = replay.results[number - 1].words
            place, words = in_round, sentences(scored.camel_token, scored.winner)
            is_acted = False
        is_played = is_acted or isinstance(step.event, DealingEvent)
        scenes.append(Scene(step, step.seals, place, words, actions if is_played else None))
        before = step.seals
    return scenes
