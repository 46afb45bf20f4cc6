"""Writes match records as text (grammar in docs/notation.md)."""

from __future__ import annotations

from collections.abc import Iterator

from .lines import BONUS_PARTS, DEAL_PARTS, FIRST_LINE, UNFINISHED, split_cards
from .model import Record, RoundRecord


def write_record(record: Record) -> str:
    """The text of a record."""
    lines = [FIRST_LINE, *(f"{name}: {value}" for name, value in record.headers)]
    lines.append(f"Exchange limit: {record.exchange_limit or 'off'}")
    if record.proof:
        lines.append(f"Commitment: {record.proof.commitment}")
        lines.append(f"Nonces: {record.proof.nonces[0] or '-'} {record.proof.nonces[1] or '-'}")
        if committed := record.proof.committed:
            lines.append(f"Nonce commitment: {committed.seat} {committed.sha256}")
        if record.proof.key:
            lines.append(f"Key: {record.proof.key}")
    for number, played in enumerate(record.rounds, 1):
        lines += ["", f"Round {number}", *_round_lines(played)]
    seals = record.seals
    lines += ["", f"Match: {f'{seals[0]}-{seals[1]}' if seals else UNFINISHED}"]
    return "\n".join(lines) + "\n"


def _round_lines(played: RoundRecord) -> Iterator[str]:
    yield f"Starter: {played.starter}"
    for name, cards in zip(DEAL_PARTS, split_cards(played.cards), strict=True):
        yield f"{name}: {cards}"
    for name, values in zip(BONUS_PARTS, played.bonuses, strict=True):
        yield f"{name}: {values}"
    yield from _action_lines(played)
    if played.result:
        yield f"Result: {played.result}"


def _action_lines(played: RoundRecord) -> Iterator[str]:
    """Write two actions per line with their number; a comment ends its line."""
    line: list[str] = []
    for index in range(len(played.actions) + 1):
        for after, comment in played.comments:
            if after == index:
                line.append(f"{{{comment}}}")
        if line and (index % 2 == 0 or line[-1].startswith("{")):
            yield " ".join(line)
            line = []
        if index < len(played.actions):
            if index % 2 == 0:
                line.append(f"{index // 2 + 1}.")
            line.append(str(played.actions[index]))
    if line:
        yield " ".join(line)
