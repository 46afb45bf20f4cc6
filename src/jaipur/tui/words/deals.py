"""The deals of a match in words: what fixes them before the first card, and whether it held."""

from __future__ import annotations

from ...deals import nonce_commitment
from ...errors import JaipurError
from ...records import Chooser, Proof, Record, chooser_of, load_record, verify
from ...records import replay as replay_record
from ...records.model import HEADER_NAMES
from ...seats import BySeat, other
from ...texts import Texts
from ..fixed import NONE, Fixed
from ..link import Json


def commitment_words(state: Json, _: Texts) -> str:
    """What was fixed before the first card."""
    if not state["commitment"]:
        return _("The deals come from a seed, so they cannot be verified.")
    return _("Commitment to the deals: {commitment}", commitment=state["commitment"])


def proved_words(proof: Proof, names: BySeat[str], _: Texts, *, is_noted: bool = False) -> str:
    """What a proof that holds proves, and in which order things were fixed.

    `is_noted`: all of it was noted here before the first card.
    """
    chooser, committed = chooser_of(proof), proof.committed
    if chooser is Chooser.NOBODY and committed is not None:
        said = {"first": names[committed.seat], "second": names[other(committed.seat)]}
        order = _(
            "Things were fixed in this order: the key and the nonce of {first}, each by its "
            "commitment; then the nonce of {second}, given openly; then {first} revealed theirs.",
            **said,
        )
        return f"{order} {_nobody_words(said, _, is_noted=is_noted)}"
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


def _nobody_words(said: dict[str, str], _: Texts, *, is_noted: bool) -> str:
    if is_noted:
        return _(
            "This computer noted that before the first card. So nobody could choose the deals, the "
            "host included."
        )
    return _(
        "So nobody could choose the deals, the host included, if both commitments are those that "
        "were shown before the match, and {first} was shown the nonce of {second} before revealing "
        "theirs. A record alone cannot show that.",
        **said,
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
    if fixed.committed not in ("", committed_text(proof)):
        return _("Whose nonce was fixed first, and by what, is not as it was before the match.")
    if not _has_nonces(proof, fixed):
        return _("A share of chance that this computer noted is missing from the deals.")
    try:
        replay_record(read)
        rounds = verify(read)
    except JaipurError as error:
        return _.error(error)
    is_noted = bool(fixed.committed and (fixed.other_nonce or not _is_mine(proof, fixed)))
    proved = proved_words(proof, names_in(read, _), _, is_noted=is_noted and bool(fixed.nonce))
    return f"{verified_sentence(rounds, _)} {proved}"


def committed_text(proof: Proof) -> str:
    """Whose nonce was fixed, and by what, as it is noted; NONE if nobody's was."""
    committed = proof.committed
    return NONE if committed is None else f"{committed.seat} {committed.sha256}"


def _is_mine(proof: Proof, fixed: Fixed) -> bool:
    """Whether the nonce that was fixed first is the one of this computer."""
    own = nonce_commitment(bytes.fromhex(fixed.nonce)) if fixed.nonce else ""
    return proof.committed is not None and proof.committed.sha256 == own


def _has_nonces(proof: Proof, fixed: Fixed) -> bool:
    """Whether what was noted of the nonces is in the proof, each at its own seat."""
    committed = proof.committed
    if committed is None:
        return not fixed.nonce or fixed.nonce in proof.nonces
    first, second = proof.nonces[committed.seat], proof.nonces[other(committed.seat)]
    if _is_mine(proof, fixed):
        return fixed.nonce == first and fixed.other_nonce in ("", second)
    return fixed.nonce in ("", second)


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
