"""Every sentence that a table tells, rare ones too, as people read it: tests/session/words.

Whoever means to change one reads the difference and writes the file anew: JAIPUR_WRITE_GOLDENS=1.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from jaipur.results import DecidedBy, EndCause
from jaipur.seats import Seat
from jaipur.session.contract.basics import Cause
from jaipur.session.contract.events import (
    ActedEvent,
    AnyEvent,
    ClosedEvent,
    CreatedEvent,
    JoinedEvent,
    OfferedRematchEvent,
    RanOutEvent,
    ReadiedEvent,
    RematchedEvent,
    ResignedEvent,
    VoidedEvent,
    WantedNextEvent,
)
from jaipur.session.contract.state import MatchEnding, Result
from jaipur.session.words.wording import ending_with_words, event_with_words, result_with_words
from jaipur.texts import LANGUAGES, texts

FOLDER = Path(__file__).with_name("words")
NAMES = ("Ana", "Ben")
EYES: tuple[Seat | None, ...] = (0, 1, None)
MARKET = ("D", "G", None, "K", "K")


def acted(
    action: str,
    drawn: str = "",
    tokens: tuple[int, ...] = (),
    *,
    tier: int | None = None,
    end: EndCause | None = None,
    fallback: str | None = None,
) -> ActedEvent:
    """An action of Ben."""
    return ActedEvent(
        version=5,
        seat=1,
        action=action,
        drawn=drawn,
        tokens=tokens,
        bonus_tier=tier,
        end=end,
        places=(),
        market=MARKET,
        fallback=fallback,
    )


EVENTS: tuple[AnyEvent, ...] = (
    CreatedEvent(version=1),
    JoinedEvent(version=2, seat=1, name="Ben", nonce=""),
    JoinedEvent(version=2, seat=1, name="Ben", nonce="", round=1, starter=0, market=MARKET),
    ReadiedEvent(version=2, seats=(1,)),
    ReadiedEvent(version=2, seats=(0, 1)),
    ReadiedEvent(version=2, seats=(1,), round=1, starter=1, market=MARKET),
    WantedNextEvent(version=2, seats=(1,)),
    WantedNextEvent(version=2, seats=(1,), round=2, starter=1, market=MARKET),
    acted("+G", "C"),
    acted("+KK", "DC"),
    acted("+KKK"),
    acted("+DG-LK"),
    acted("-L", tokens=(1,)),
    acted("-LL"),
    acted("-LLL", tokens=(4, 3, 2), tier=3),
    *(acted("+K", end=end) for end in EndCause),
    *(acted("+K", fallback=why) for why in ("late", "not_ready", "busy", "crashed")),
    ResignedEvent(version=9, seat=1),
    RanOutEvent(version=9, seat=1),
    ClosedEvent(version=9, seat=1),
    ClosedEvent(version=9),
    VoidedEvent(version=9, seat=1),
    OfferedRematchEvent(version=9, seat=1),
    RematchedEvent(version=9, seat=1, table="0" * 16),
)
ENDINGS = (
    MatchEnding(Cause.SEALS, 0),
    MatchEnding(Cause.RESIGNED, 0),
    MatchEnding(Cause.TIME, 0),
    MatchEnding(Cause.CLOSED, None, 1),
    MatchEnding(Cause.VOID, None, 1),
    MatchEnding(Cause.HOST, None),
)


def results() -> Iterator[Result]:
    """Every way to decide a round, and every owner of the camel token."""
    owners: tuple[Seat | None, ...] = (0, 1, None, None)
    for by, owner in zip(DecidedBy, owners, strict=True):
        rupees = (55, 50) if by is DecidedBy.RUPEES else (50, 50)
        winner: Seat | None = None if by is DecidedBy.NOTHING else 0
        yield Result(EndCause.DECK, owner, (50, 50), (0, 0), rupees, (2, 1), (9, 8), winner, by)


def sentences(language: str) -> Iterator[str]:
    """All of them, each as seat 0, seat 1 and a watcher read it."""
    _ = texts(language)
    for eyes in EYES:
        yield f"== seen by {eyes}"
        yield from (event_with_words(event, NAMES, eyes, _).words for event in EVENTS)
        for result in results():
            words = result_with_words(result, NAMES, eyes, language).words
            yield from (words.cause, words.camel_token, words.winner)
        yield from (ending_with_words(ending, NAMES, eyes, _).words for ending in ENDINGS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_as_people_read_it(language: str) -> None:
    file = FOLDER / f"{language}.txt"
    said = "\n".join(sentences(language)) + "\n"
    if os.environ.get("JAIPUR_WRITE_GOLDENS"):
        file.write_text(said, "utf-8")
    assert said == file.read_text("utf-8")


def test_every_kind_of_event_is_among_them() -> None:
    kinds = {event.__struct_config__.tag for event in EVENTS}
    assert kinds == {kind.__struct_config__.tag for kind in AnyEvent.__args__}
