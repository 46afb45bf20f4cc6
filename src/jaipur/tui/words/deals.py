"""The deals of a match in words: what fixes them before the first card, and whether it held."""

from __future__ import annotations

from ...errors import JaipurError
from ...records import Chooser, Proof, Record, chooser_of, load_record, verify
from ...records import replay as replay_record
from ...records.model import HEADER_NAMES
from ...seats import BySeat, other
from ...texts import Texts
from ..fixed import Fixed
from ..link import Json


def commitment_words(state: Json, _: Texts) -> str:
    """What was fixed before the first card."""
    if not state["commitment"]:
        return _("The deals come from a seed, so they cannot be verified.")
    return _("Commitment to the deals: {commitment}", commitment=state["commitment"])


def proved_words(proof: Proof, names: BySeat[str], _: Texts) -> str:
    """What a proof that holds proves, and in which order things were fixed."""
    chooser, committed = chooser_of(proof), proof.committed
    if chooser is Chooser.NOBODY and committed is not None:
        return _(
            "In this order were fixed: the key and the nonce of {first}, each by its commitment; "
            "then the nonce of {second}, given openly; then {first} revealed theirs. So nobody "
            "could choose the deals, the host included. This holds if both commitments are those "
            "that were shown before the match.",
            first=names[committed.seat],
            second=names[other(committed.seat)],
        )
    if chooser is Chooser.LAST_TO_GIVE:
        return _(
            "The deals were fixed before the first card. No commitment fixed a nonce before the "
            "other was given, so a player who read the key and gave the last nonce could have "
            "chosen the deals."
        )
    return _(
        "The deals were fixed before the first card. Not both seats gave a nonce that nobody can "
        "guess, so whoever ran the table could have chosen the deals."
    )


def verified_words(record: str, fixed: Fixed, _: Texts) -> str:
    """Whether the deals of a record come from what was fixed before the match, as noted here."""
    try:
        read = load_record(record)
    except JaipurError as error:
        reason = _.error(error)
        return _(
            "The record cannot be read, so the deals are not verified. {reason}", reason=reason
        )
    if not fixed.commitment and read.proof is None:
        return _("The deals come from a seed, so they cannot be verified.")
    proof = read.proof
    if proof is None or proof.key is None or proof.commitment != fixed.commitment:
        return _("The deals are not those that were fixed before the match.")
    committed = proof.committed.sha256 if proof.committed else ""
    if fixed.nonce_commitment and fixed.nonce_commitment != committed:
        return _("The nonce of the other player is not the one that was fixed before the match.")
    if fixed.nonce and fixed.nonce not in proof.nonces:
        return _("The share of chance that this computer gave is missing from the deals.")
    try:
        replay_record(read)
        rounds = verify(read)
    except JaipurError as error:
        return _.error(error)
    return f"{verified_sentence(rounds, _)} {proved_words(proof, names_in(read, _), _)}"


def verified_sentence(rounds: int, _: Texts) -> str:
    """That everything was as it should be."""
    return _.count(
        "Verified: the key fits the commitment and gives the deal of {n} round; every action is "
        "legal.",
        "Verified: the key fits the commitment and gives the deals of {n} rounds; every action is "
        "legal.",
        rounds,
    )


def names_in(record: Record, _: Texts) -> BySeat[str]:
    """The names of the seats, as far as the record has them."""
    headers, plain = dict(record.headers), BySeat(_("Seat 0"), _("Seat 1"))
    return BySeat.of(lambda seat: headers.get(HEADER_NAMES[seat]) or plain[seat])
