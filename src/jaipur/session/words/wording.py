"""Adds sentences for one viewer to events, results and endings."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from ...seats import Seat
from ...texts import Texts, texts
from ..contract.events import AnyEvent
from ..contract.state import MatchEnding, Result, ResultWords
from .events import end_words, event_words
from .names import Names
from .results import camel_token_words, ending_words, winner_words


def event_with_words(event: AnyEvent, names: Names, me: Seat | None, _: Texts) -> AnyEvent:
    """An event with its sentence."""
    return replace(event, words=event_words(event, names, me, _))


@lru_cache(maxsize=4096)
def result_with_words(
    result: Result, names: tuple[str, str], me: Seat | None, language: str
) -> Result:
    """A result with its sentences; cached because every later state contains it."""
    _ = texts(language)
    words = ResultWords(
        end_words(result.cause, _),
        camel_token_words(result, names, me, _),
        winner_words(result, names, me, _),
    )
    return replace(result, words=words)


def ending_with_words(ending: MatchEnding, names: Names, me: Seat | None, _: Texts) -> MatchEnding:
    """An ending with its sentence."""
    return replace(ending, words=ending_words(ending, names, me, _))
