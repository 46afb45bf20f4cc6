"""Replays a match record step by step, in the same form as the replay of a table.

What the record leaves unknown is None. The match made from the record contains cards that were
filled in arbitrarily; they are never shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from ..goods import TIERS
from ..match import Match
from ..records.model import UNKNOWN, Record, RoundRecord
from ..records.replay import Replayed
from ..seats import SEATS, BySeat, Seat, other
from ..texts import Texts
from .contract.basics import Cause, SeatKind
from .contract.events import (
    ActedEvent,
    AnyEvent,
    ClosedEvent,
    DealtEvent,
    EndedEvent,
    RanOutEvent,
    ReadiedEvent,
    ResignedEvent,
    WantedNextEvent,
)
from .contract.responses import OpenRound, Replay, Step
from .contract.state import MatchEnding, Result, SeatShown, SideShown
from .options import Options
from .places import after, places_after_deal, places_of
from .public_events import acted, letters
from .replay import ended, steps_of
from .words.wording import ending_with_words, event_with_words, result_with_words

HAND_SIZE = 5


def replay_of_record(record: Record, replayed: Replayed, names: BySeat[str], _: Texts) -> Replay:
    """The replay of a record; an unfinished match has no `ending`."""
    match = replayed.match
    ending = ending_of(record, match)
    end = end_event(ending, len(replayed.positions) + 1) if ending else None
    events = [*_public_events(match), *([end] if end else [])]
    with_words = (event_with_words(event, names.pair, None, _) for event in events)
    positions = [*replayed.positions, *([match.position] if end else [])]
    steps = _hidden(record, steps_of(zip(with_words, positions, strict=True)))
    return Replay(
        dict(record.headers).get("Table", ""),
        (_seat(names[0]), _seat(names[1])),
        Options(house_rule=match.exchange_limit is not None),
        tuple(
            result_with_words(Result.of(one), names.pair, None, _.language) for one in match.results
        ),
        ending and ending_with_words(ending, names.pair, None, _),
        ended(steps) if ending else tuple(steps),
    )


def _seat(name: str) -> SeatShown:
    return SeatShown(SeatKind.PERSON, name, None, ready=True, wants_next=False, bank_ms=None)


def ending_of(record: Record, match: Match) -> MatchEnding | None:
    """How the match ended: by two seals, or as its headers say."""
    if match.result:
        return MatchEnding(Cause.SEALS, match.result.winner)
    headers = dict(record.headers)
    cause, winner = headers.get("End"), headers.get("Winner")
    if cause in (Cause.HOST, "house"):  # "house" in records of version 0.1
        return MatchEnding(Cause.HOST, None)
    if cause not in (Cause.RESIGNED, Cause.TIME) or winner not in ("0", "1"):
        return None
    return MatchEnding(Cause(cause), 1 if winner == "1" else 0)


def end_event(ending: MatchEnding, version: int = 0) -> EndedEvent | None:
    """The event that ended a match in the middle of a round; None if its last action did."""
    if ending.cause is Cause.HOST:
        return ClosedEvent(version=version)
    if ending.winner is None or ending.cause not in (Cause.RESIGNED, Cause.TIME):
        return None
    kind = ResignedEvent if ending.cause is Cause.RESIGNED else RanOutEvent
    return kind(version=version, seat=other(ending.winner))


def _public_events(match: Match) -> Iterator[AnyEvent]:
    """The public events of the rounds, as at a table but without times."""
    version = 0
    for number, played in enumerate(match.rounds, 1):
        version += 1
        market = places_after_deal(played.deal)
        kind = ReadiedEvent if number == 1 else WantedNextEvent
        yield kind(
            version=version,
            seats=SEATS,
            round=number,
            starter=played.starter,
            market=letters(market),
        )
        for event in played.events:
            version += 1
            places = places_of(market, event.action)
            market = after(market, places, event)
            yield acted(event, version, places, letters(market))


def _hidden(record: Record, steps: Iterator[Step]) -> Iterator[Step]:
    """Remove everything from the steps that was filled in."""
    drawn: Counter[int] = Counter()
    guessed: set[Seat] = set()
    """The seats with a bonus token whose value is not in the record."""
    for step in steps:
        event, written = step.event, record.rounds[step.round.number - 1]
        if isinstance(event, DealtEvent):
            drawn.clear()
            guessed.clear()
        if isinstance(event, ActedEvent) and (tier := event.bonus_tier):
            if written.bonuses[TIERS.index(tier)][drawn[tier]] == UNKNOWN:
                guessed.add(event.seat)
            drawn[tier] += 1
        yield replace(step, round=_hide(step.round, written, guessed))


def _hide(shown: OpenRound, written: RoundRecord, guessed: set[Seat]) -> OpenRound:
    left = written.cards[len(written.cards) - (shown.deck or 0) :]
    first, second = (_side(shown.sides[seat], seat, written, seat in guessed) for seat in SEATS)
    deck_cards = None if UNKNOWN in left else shown.deck_cards
    return replace(shown, deck_cards=deck_cards, sides=(first, second))


def _side(side: SideShown, seat: Seat, written: RoundRecord, is_guessed: bool) -> SideShown:
    in_hand = written.cards[HAND_SIZE * seat : HAND_SIZE * (seat + 1)]
    # Cards taken from the market are known, and may be the whole hand.
    is_unknown = UNKNOWN in in_hand and len(side.known or "") < side.hand_size
    return replace(
        side,
        hand=None if is_unknown else side.hand,
        bonus_values=None if is_guessed else side.bonus_values,
    )
