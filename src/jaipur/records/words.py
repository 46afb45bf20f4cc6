"""Explains in sentences what a verified record proves, and names its players."""

from __future__ import annotations

from ..seats import BySeat, other
from ..texts import Texts
from .model import HEADER_NAMES, Proof, Record
from .verify import Chooser, chooser_of


def verified_sentence(rounds: int, _: Texts) -> str:
    """The sentence for a record that was verified."""
    return _.count(
        "Verified: the key matches the commitment and gives the deal of {n} round; every action "
        "is legal.",
        "Verified: the key matches the commitment and gives the deals of {n} rounds; every action "
        "is legal.",
        rounds,
    )


def names_in(record: Record, _: Texts) -> BySeat[str]:
    """The names of the players, or of their seats if the record has none."""
    headers, plain = dict(record.headers), BySeat(_("Seat 0"), _("Seat 1"))
    return BySeat.of(lambda seat: headers.get(HEADER_NAMES[seat]) or plain[seat])


def proved_words(proof: Proof, names: BySeat[str], _: Texts, *, is_noted: bool = False) -> str:
    """What a valid proof proves, and the order of commitments and nonces.

    `is_noted`: this computer recorded all of it before the first card.
    """
    chooser, committed = chooser_of(proof), proof.committed
    if chooser is Chooser.NOBODY and committed is not None:
        players = {"first": names[committed.seat], "second": names[other(committed.seat)]}
        order = _(
            "First there were commitments to the key and to the nonce of {first}; then {second} "
            "gave a nonce openly; then {first} revealed theirs.",
            **players,
        )
        return f"{order} {_nobody_words(players, _, is_noted=is_noted)}"
    if chooser is Chooser.LAST_TO_GIVE:
        return _(
            "The deals were fixed before the first card. Neither nonce was committed to before the "
            "other was given, so a player who could read the key and gave the last nonce could "
            "have chosen the deals."
        )
    return _(
        "The deals were fixed before the first card. At least one seat gave no nonce, or one that "
        "can be guessed, so the host could have chosen the deals."
    )


def _nobody_words(players: dict[str, str], _: Texts, *, is_noted: bool) -> str:
    if is_noted:
        return _(
            "This computer recorded that before the first card. So nobody could choose the deals, "
            "not even the host."
        )
    return _(
        "So nobody could choose the deals, not even the host, if both commitments are those shown "
        "before the match, and {first} saw the nonce of {second} before revealing theirs. A record "
        "alone cannot prove that.",
        **players,
    )
