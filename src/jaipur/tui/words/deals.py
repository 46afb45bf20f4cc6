"""The deals of a match in words: what fixes them before the first card, and whether it held."""

from __future__ import annotations

from ...errors import JaipurError
from ...records import load_record, verify
from ...records import replay as replay_record
from ...texts import Texts
from ..link import Json


def commitment_words(state: Json, _: Texts) -> str:
    """What was fixed before the first card."""
    if not state["commitment"]:
        return _("The deals come from a seed, so they cannot be verified.")
    return _("Commitment to the deals: {commitment}", commitment=state["commitment"])


def verified_words(record: str, commitment: str, _: Texts, nonce: str = "") -> str:
    """Whether the deals of a record come from the key that this commitment fixed.

    The commitment is that of the beginning, and the nonce what was given from here, if anything.
    """
    try:
        read = load_record(record)
    except JaipurError as error:
        reason = _.error(error)
        return _(
            "The record cannot be read, so the deals are not verified. {reason}", reason=reason
        )
    if not commitment and read.proof is None:
        return _("The deals come from a seed, so they cannot be verified.")
    if read.proof is None or read.proof.key is None or read.proof.commitment != commitment:
        return _("The deals are not those that were fixed before the match.")
    if nonce and nonce not in read.proof.nonces:
        return _("The share of chance that this computer gave is missing from the deals.")
    try:
        replay_record(read)
        rounds = verify(read)
    except JaipurError as error:
        return _.error(error)
    return _.count(
        "Verified: the key fits the commitment and gives the deal of {n} round; every action is "
        "legal.",
        "Verified: the key fits the commitment and gives the deals of {n} rounds; every action is "
        "legal.",
        rounds,
    )
