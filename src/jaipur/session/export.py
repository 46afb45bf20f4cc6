"""Finished matches as records, and the proof of a match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from ..deals import PROCEDURE
from ..errors import Code, SessionError
from ..records import Proof, Record, record_of, write_record
from ..records.model import HEADER_NAMES, CommittedNonce
from ..seats import BySeat
from ..store.values import StoredEvent
from .contract.basics import Cause, Phase
from .contract.responses import ProofShown, RoundProof
from .names import bot_title
from .nonce_reveal import committed_nonce
from .replay import versions
from .table import Table


class EventReader(Protocol):
    """The part of a store that an export needs."""

    def events(self, table: str) -> list[StoredEvent]:
        """The events of a table."""

    def table_ids(self, phase: str, after: str = "", most: int = 500) -> list[str]:
        """A page of the ids of the tables of a phase."""


def proof_of(table: Table) -> ProofShown:
    """Everything needed to verify the deals; the key only when the match is over."""
    is_over = table.phase is Phase.OVER
    rounds = table.match.rounds if is_over and table.match else ()
    return ProofShown(
        PROCEDURE.decode(),
        table.commitment,
        table.nonces.pair,
        committed_nonce(table),
        table.created.key if is_over else None,
        tuple(
            RoundProof(number, played.starter, played.deal.letters, played.deal.bonus_digits)
            for number, played in enumerate(rounds, 1)
        ),
    )


def record_of_table(table: Table) -> Record:
    """The record of a finished match with its proof; deals from a seed have no proof."""
    if table.ending is None:
        raise SessionError(Code.MATCH_NOT_OVER, table.version)
    if table.match is None:
        raise SessionError(Code.NOT_BEGUN, table.version)
    names = (bot_title(one.name) if one.bot else one.name for one in table.seats)
    headers = [*zip(HEADER_NAMES, names, strict=True)]
    headers.append(("Table", table.id))
    if table.ending.cause is not Cause.SEALS:
        headers.append(("End", table.ending.cause))
    if table.ending.cause in (Cause.RESIGNED, Cause.TIME):
        headers.append(("Winner", str(table.ending.winner)))
    if table.created.seed is not None:
        headers.append(("Deals", f"from seed {table.created.seed}, which cannot be verified"))
        return record_of(table.match, tuple(headers))
    nonces = table.nonces.map(lambda nonce: nonce or "")
    proof = Proof(table.commitment, table.created.key, BySeat(*nonces), _committed(table))
    return record_of(table.match, tuple(headers), proof)


def _committed(table: Table) -> CommittedNonce | None:
    created = table.created
    if created.nonce_commitment is None:
        return None
    return CommittedNonce(created.committed_seat, created.nonce_commitment)


def finished_records(reader: EventReader) -> Iterator[tuple[str, str | Exception]]:
    """Yield the id of every finished match with its record text, or the error."""
    after = ""
    # A damaged index may return ids out of order; do not loop forever.
    while (page := reader.table_ids(Phase.OVER, after)) and max(page) > after:
        for table_id in page:
            try:
                text = finished_record(reader.events(table_id))
            except Exception as error:  # a damaged file may cause any error
                yield table_id, error
            else:
                if text is not None:
                    yield table_id, text
        after = max(page)


def finished_record(events: Sequence[StoredEvent]) -> str | None:
    """The record of a table; None if there is no finished match or the table was deleted."""
    if not events:
        return None
    *_, (table, _fact, _event) = versions(events)
    is_played = table.match is not None and table.ending is not None
    return write_record(record_of_table(table)) if is_played else None
