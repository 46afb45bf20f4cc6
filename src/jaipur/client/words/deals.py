"""The commitment to the deals of a match in words, and its verification afterwards."""

from __future__ import annotations

from ...deals import nonce_commitment
from ...errors import JaipurError
from ...records import Proof, load_record, verify
from ...records import replay as replay_record
from ...records.words import names_in, proved_words, verified_sentence
from ...seats import other
from ...session.contract.state import State
from ...texts import Texts
from ..commitments import DealCommitment, as_noted


def commitment_words(state: State, _: Texts) -> str:
    """The commitment made before the first card."""
    if not state.commitment:
        return _("The deals come from a seed, so they cannot be verified.")
    return _("Commitment to the deals: {commitment}", commitment=state.commitment)


def verified_words(record: str, noted: DealCommitment | None, _: Texts) -> str:
    """Whether the deals of a record match the commitment noted before the match."""
    commitment = noted or DealCommitment("")
    try:
        read = load_record(record)
    except JaipurError as error:
        reason = _.error(error)
        return _(
            "The record cannot be read, so the deals are not verified. {reason}", reason=reason
        )
    if not commitment.commitment and read.proof is None:
        return _("The deals come from a seed, so they cannot be verified.")
    proof = read.proof
    if proof is None or proof.key is None or proof.commitment != commitment.commitment:
        return _("The deals are not those committed to before the match.")
    if commitment.committed not in ("", as_noted(proof.committed)):
        return _("The first nonce or its commitment is not the one noted before the match.")
    if not _has_nonces(proof, commitment):
        return _("A nonce that this computer noted is missing from the deals.")
    try:
        replay_record(read)
        rounds = verify(read)
    except JaipurError as error:
        return _.error(error)
    is_noted = bool(
        commitment.committed and (commitment.other_nonce or not _is_mine(proof, commitment))
    )
    proved = proved_words(proof, names_in(read, _), _, is_noted=is_noted and bool(commitment.nonce))
    return f"{verified_sentence(rounds, _)} {proved}"


def _is_mine(proof: Proof, commitment: DealCommitment) -> bool:
    """Whether the nonce that was committed to first is this computer's."""
    own = nonce_commitment(bytes.fromhex(commitment.nonce)) if commitment.nonce else ""
    return proof.committed is not None and proof.committed.sha256 == own


def _has_nonces(proof: Proof, commitment: DealCommitment) -> bool:
    """Whether the noted nonces are in the proof, each at its own seat."""
    committed = proof.committed
    if committed is None:
        return not commitment.nonce or commitment.nonce in proof.nonces
    first, second = proof.nonces[committed.seat], proof.nonces[other(committed.seat)]
    if _is_mine(proof, commitment):
        return commitment.nonce == first and commitment.other_nonce in ("", second)
    return commitment.nonce in ("", second)
