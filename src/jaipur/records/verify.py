"""Verifies deals: the revealed key must match the commitment and give every card."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from ..deals import KeyedDeals, nonce_commitment
from ..errors import NotationError
from .model import UNKNOWN, Proof, Record

MIN_NONCE_BYTES: Final = 16
"""A shorter nonce can be guessed."""


class DealsDiffer(NotationError):
    """The deals of a record do not match its proof."""


class Chooser(StrEnum):
    """Who could have chosen the deals of a match, according to its proof."""

    NOBODY = "nobody"
    """One nonce was committed to before the other was given, and revealed after it."""
    LAST_TO_GIVE = "last_to_give"
    """Without a nonce commitment: a player who knew the key and gave the last nonce."""
    HOST = "host"
    """A seat gave no nonce, or one that can be guessed: against bots, on one device."""


def chooser_of(proof: Proof) -> Chooser:
    """Who could have chosen the deals that this proof verifies."""
    first, second = proof.nonces.map(bytes.fromhex)
    if min(len(first), len(second)) < MIN_NONCE_BYTES or first == second:
        return Chooser.HOST
    return Chooser.LAST_TO_GIVE if proof.committed is None else Chooser.NOBODY


def verify(record: Record) -> int:
    """Check that the key and nonces match the commitments and give every deal.

    Returns the number of rounds checked.
    """
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
    """The deals of a proof, after checking its commitments."""
    if proof is None:
        raise NotationError(
            "The record has no Commitment: and no Key: line, so its deals cannot be verified "
            "(docs/deals.md)."
        )
    if proof.key is None:
        raise NotationError(
            "The record has no Key: line, so its deals cannot be verified; the key is revealed "
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
            "The key does not match the commitment: its commitment is {right}, but the record has "
            "{stated}.",
            right=deals.commitment,
            stated=proof.commitment[:100],
        )
    _check_committed(proof)
    return deals


def _check_committed(proof: Proof) -> None:
    if (committed := proof.committed) is None:
        return
    right = nonce_commitment(bytes.fromhex(proof.nonces[committed.seat]))
    if right != committed.sha256:
        raise DealsDiffer(
            "The nonce of seat {seat} does not match its commitment: its commitment is {right}, "
            "but the record has {stated}.",
            seat=committed.seat,
            right=right,
            stated=committed.sha256,
        )


def _agrees(known: str, dealt: str) -> bool:
    """Whether all known cards or tokens are as dealt."""
    return all(k in (UNKNOWN, d) for k, d in zip(known, dealt, strict=True))
