"""Matches and records that several tests use."""

from __future__ import annotations

import random
from dataclasses import replace

from jaipur import BySeat, KeyedDeals, Match
from jaipur.records import Proof, Record, record_of

HEADERS = (("Seat 0", "Ana"), ("Seat 1", "Ben"))


def random_match(seed: int) -> tuple[Match, Record]:
    """A whole match with choices by seed, and its record with proof."""
    chance = random.Random(seed)
    deals = KeyedDeals(bytes([seed]) * 32, BySeat(b"ana", b""))
    match = Match.start(deals.deal(1))
    while match.result is None:
        if match.next_starter is not None:
            match = match.next_round(deals.deal(len(match.rounds) + 1))
        while match.position.end is None:
            match = match.play(chance.choice(match.position.legal_actions()))
    return match, record_of(match, HEADERS, Proof.of(deals))


def seen_from_seat_0(
    match: Match, record: Record, bonuses_known: bool = True, camels_known: bool = True
) -> Record:
    """The record without what seat 0 never saw, or did not write down."""
    rounds = []
    for written, played in zip(record.rounds, match.rounds, strict=True):
        left = played.position.deck_size
        theirs = "".join(
            card if card == "K" and camels_known else "?" for card in written.cards[5:10]
        )
        seen = written.cards[:5] + theirs + written.cards[10 : 52 - left] + "?" * left
        piles = []
        for tier, pile in zip((3, 4, 5), written.bonuses, strict=True):
            drawers = [event.seat for event in played.events if event.bonus_tier == tier]
            known = [
                pile[place] if bonuses_known or seat == 0 else "?"
                for place, seat in enumerate(drawers)
            ]
            piles.append("".join(known).ljust(len(pile), "?"))
        three, four, five = piles
        rounds.append(replace(written, cards=seen, bonuses=(three, four, five)))
    return replace(record, rounds=tuple(rounds), proof=None)
