"""The match of a record as text, with what a review says about it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from msgspec.structs import replace

from ..client.review import SceneReview, review_by_place
from ..client.words.review import remark_lines, summary_lines
from ..events import Event
from ..judge.model import Review
from ..match import Match, Round
from ..records import Record
from ..records.model import RoundRecord
from ..records.words import names_in
from ..seats import BySeat
from ..session.contract.events import ActedEvent
from ..session.public_events import acted
from ..session.replay_record import end_event, ending_of
from ..session.words.events import event_words
from ..texts import Texts
from .drawing import draw_position, draw_public, draw_result

_INDENT = " " * 5


def match_text(record: Record, match: Match, review: Review | None, _: Texts) -> str:
    """The match action by action; with a review, also mistakes, luck and a summary."""
    names = names_in(record, _)
    judged = review_by_place(review) if review else {}
    parts: list[str] = []
    for number, (played, written) in enumerate(zip(match.rounds, record.rounds, strict=True), 1):
        title = _("Round {number} – first: {name}", number=number, name=names[played.starter])
        notes = _notes(number, written, judged, names, _)
        parts += ["", title, *notes[0]]
        for index, event in enumerate(played.events, 1):
            words = event_words(_acted(event), names.pair, None, _)
            parts += [f"{index:>3}. {words}   [{event.action}]", *notes[index]]
        parts += ["", _end_text(written, played, names, _)]
    parts += _conclusion(record, match, names, _)
    if review:
        parts += ["", *summary_lines(review, names, _)]
    return "\n".join(parts).strip()


def _notes(
    number: int,
    written: RoundRecord,
    judged: dict[tuple[int, int], SceneReview],
    names: BySeat[str],
    _: Texts,
) -> defaultdict[int, list[str]]:
    """The comments of the record and the remarks of the review, after each action of a round."""
    notes = defaultdict[int, list[str]](list)
    for after, comment in written.comments:
        notes[after].append(f"{_INDENT}{{{comment}}}")
    for (at, after), part in judged.items():
        if at == number:
            notes[after] += [f"{_INDENT}{line}" for line in remark_lines(part, names, _)]
    return notes


def _conclusion(record: Record, match: Match, names: BySeat[str], _: Texts) -> Iterator[str]:
    ending = ending_of(record, match)
    if ending and (end := end_event(ending)):
        yield from ("", event_words(end, names.pair, None, _))
    yield ""
    yield _(
        "Seals: {names[0]} {seals[0]}, {names[1]} {seals[1]}",
        names=list(names),
        seals=list(match.seals),
    )


def _acted(event: Event) -> ActedEvent:
    """The public event, without the round's end, which is printed with the scoring."""
    return replace(acted(event, 0, (), ()), end=None)


def _end_text(written: RoundRecord, played: Round, names: BySeat[str], _: Texts) -> str:
    """The scoring, or the state of an unfinished round without cards filled in by the replay."""
    if played.position.result:
        return draw_result(played.position.result, names, _)
    if written.is_complete:
        return draw_position(played.position, _)
    return draw_public(played.position, names, _)
