"""A finished match as steps to look at: each as a state to draw, and in words."""

from __future__ import annotations

from dataclasses import dataclass

from ...seats import Seat
from ...texts import Texts
from ..link import Json
from ..words.events import event_words, result_words
from ..words.names import names_of


@dataclass(frozen=True, slots=True)
class Seen:
    """A match that is looked at again; `me` is the seat that is called You."""

    data: Json
    steps: tuple[Json, ...]
    me: Seat | None
    names: tuple[str, str]


def seen_match(data: Json, me: Seat | None, _: Texts) -> Seen:
    """What a link's `replay` gave, with one more step where a round is scored."""
    return Seen(data, tuple(_with_scorings(data)), me, names_of(data, _))


def _with_scorings(data: Json) -> list[Json]:
    """After each round that was played to its end comes the step where the seal is taken."""
    steps: list[Json] = []
    before = [0, 0]
    for step in data["steps"]:
        number = step["round"]["number"]
        is_end = step["round"]["end"] and step["event"]["kind"] == "acted"
        if is_end and number <= len(data["results"]):
            steps.append(step | {"seals": before})
            steps.append(step | {"result": data["results"][number - 1]})
        else:
            steps.append(step)
        before = step["seals"]
    return steps


def state_at(seen: Seen, index: int) -> Json:
    """What is drawn at a step: everything face up, nothing to be done."""
    step = seen.steps[index]
    return {
        "seat": None,
        "seats": seen.data["seats"],
        "options": seen.data["options"],
        "results": [],
        "phase": step["phase"],
        "round": step["round"] | {"unseen": None, "legal": [], "blocked": None},
        "seals": step["seals"],
    }


def step_words(seen: Seen, index: int, _: Texts) -> str:
    """What happened in a step, as `Ana sold 3 leather for 9 rupees`."""
    step = seen.steps[index]
    if "result" in step:
        return result_words(step["result"], seen.names, seen.me, _)
    return event_words(step["event"], seen.names, seen.me, _)


def placed_words(seen: Seen, index: int, _: Texts) -> str:
    """Where in the match a step is: `Round 2, action 14`."""
    step = seen.steps[index]
    number = step["round"]["number"]
    if step["event"]["kind"] != "acted" or "result" in step:
        return _("Round {n}", n=number)
    return _("Round {n}, action {k}", n=number, k=action_number(seen, index))


def action_number(seen: Seen, index: int) -> int:
    """Which action of its round a step is, counted from 1; 0 for the deal."""
    return index - max(start for start in round_starts(seen) if start <= index)


def round_starts(seen: Seen) -> list[int]:
    """The steps at which rounds are dealt."""
    starts = [at for at, step in enumerate(seen.steps) if step["event"].get("round")]
    return starts if starts and starts[0] == 0 else [0, *starts]


def round_before(seen: Seen, index: int) -> int:
    """The deal of this round, or at a deal that of the round before."""
    return max((start for start in round_starts(seen) if start < index), default=0)


def round_after(seen: Seen, index: int) -> int:
    """The deal of the next round, or the end."""
    return min((s for s in round_starts(seen) if s > index), default=len(seen.steps) - 1)
