"""Verifying deals: the key that was revealed gives the commitment and every card."""

from __future__ import annotations

from ..deals import KeyedDeals
from ..errors import NotationError
from .model import UNKNOWN, Proof, Record


class DealsDiffer(NotationError):
    """The deals of a record are not those of its key."""


def verify(record: Record) -> int:
    """Check that the key fits the commitment and gives every deal; returns the rounds checked."""
    deals = _deals(record.proof)
    for number, played in enumerate(record.rounds, 1):
        deal = deals.deal(number)
        if not _agrees(played.cards, deal.letters) or not _agrees(
            "".join(played.bonuses), "".join(deal.bonus_digits)
        ):
            raise DealsDiffer(
                "Round {number} was not dealt from this key: the key gives the cards {cards} and "
                "the bonus piles {piles}.",
                number=number,
                cards=deal.letters,
                piles=" ".join(deal.bonus_digits),
            )
        if number == 1 and played.starter != deal.starter:
            raise DealsDiffer(
                "The key lets seat {right} start the first round, not seat {stated}.",
                right=deal.starter,
                stated=played.starter,
            )
    return len(record.rounds)


def _deals(proof: Proof | None) -> KeyedDeals:
    """The deals of a proof whose key fits its commitment."""
    if proof is None:
        raise NotationError(
            "The record has neither of the lines Commitment: and Key:, so its deals cannot be "
            "verified (docs/deals.md)."
        )
    if proof.key is None:
        raise NotationError(
            "The record has no line Key:, so its deals cannot be verified; the key is revealed "
            "when the match is over (docs/deals.md)."
        )
    try:
        deals = KeyedDeals(bytes.fromhex(proof.key), proof.nonces.map(bytes.fromhex))
    except ValueError as error:
        raise NotationError(
            "Key and Nonces are written in hexadecimal digits: {problem}.", problem=error
        ) from error
    if deals.commitment != proof.commitment.lower():
        raise DealsDiffer(
            "The key does not fit the commitment: its commitment is {right}, the record has "
            "{stated}.",
            right=deals.commitment,
            stated=proof.commitment[:100],
        )
    return deals


def _agrees(known: str, dealt: str) -> bool:
    """Whether everything known is as dealt."""
    return all(k in (UNKNOWN, d) for k, d in zip(known, dealt, strict=True))
