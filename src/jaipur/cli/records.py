"""The commands about match records: replay and verify."""

from __future__ import annotations

from typing import Any

import click

from ..match import Match, Round
from ..records import Record, load_record
from ..records import replay as replay_record
from ..records import verify as verify_record
from ..records.model import HEADER_NAMES, RoundRecord
from ..results import RoundResult
from ..seats import BySeat
from ..texts import Texts
from .events import event_words
from .options import TextFile, json_option, language_option, print_json
from .table import draw_position, draw_public, draw_result


@click.command()
@click.argument("record", type=TextFile())
@language_option
@json_option
def replay(record: str, _: Texts, as_json: bool) -> None:
    """Check every action of a RECORD (a file, or - for standard input) and tell the match."""
    read = load_record(record)
    match = replay_record(read)
    if as_json:
        print_json(_match_json(read, match))
    else:
        click.echo(_match_text(read, match, _))


def seat_names(record: Record, _: Texts) -> BySeat[str]:
    """The names of the seats, as far as the record has them."""
    given = dict(record.headers)
    plain = BySeat(_("Seat 0"), _("Seat 1"))
    return BySeat.of(lambda seat: given.get(HEADER_NAMES[seat]) or plain[seat])


def _match_text(record: Record, match: Match, _: Texts) -> str:
    names = seat_names(record, _)
    parts = []
    for number, (played, written) in enumerate(zip(match.rounds, record.rounds, strict=True), 1):
        parts += [
            "",
            _("Round {number} – first: {name}", number=number, name=names[played.starter]),
        ]
        comments = dict[int, list[str]]()
        for after, comment in written.comments:
            comments.setdefault(after, []).append(comment)
        parts += [f"     {{{comment}}}" for comment in comments.get(0, [])]
        for index, event in enumerate(played.events, 1):
            parts.append(f"{index:>3}. {event_words(event, names, _)}")
            parts += [f"     {{{comment}}}" for comment in comments.get(index, [])]
        parts.append("")
        parts.append(_end_text(written, played, names, _))
    seals = _(
        "Seals: {names[0]} {seals[0]}, {names[1]} {seals[1]}",
        names=list(names),
        seals=list(match.seals),
    )
    return "\n".join([*parts, "", seals]).strip()


def _end_text(written: RoundRecord, played: Round, names: BySeat[str], _: Texts) -> str:
    """The scoring, or where an unfinished round stands, without any card that was filled in."""
    if played.position.result:
        return draw_result(played.position.result, names, _)
    if written.is_complete:
        return draw_position(played.position, _)
    return draw_public(played.position, names, _)


def _match_json(record: Record, match: Match) -> dict[str, Any]:
    return {
        "complete": record.is_complete,
        "headers": dict(record.headers),
        "exchange_limit": match.exchange_limit,
        "rounds": [
            {
                "starter": played.starter,
                "events": [event.to_json() for event in played.events],
                "result": played.position.result and _result_json(played.position.result),
                "position": str(played.position) if written.is_complete else None,
            }
            for played, written in zip(match.rounds, record.rounds, strict=True)
        ],
        "seals": list(match.seals),
        "winner": match.result and match.result.winner,
    }


def _result_json(result: RoundResult) -> dict[str, Any]:
    return {
        "cause": result.cause,
        "rupees": list(result.rupees),
        "goods_rupees": list(result.goods_rupees),
        "bonus_rupees": list(result.bonus_rupees),
        "camel_token": result.camel_token,
        "bonus_tokens": list(result.bonus_tokens),
        "goods_tokens": list(result.goods_tokens),
        "winner": result.winner,
        "decided_by": result.decided_by,
    }


@click.command()
@click.argument("record", type=TextFile())
@language_option
@json_option
def verify(record: str, _: Texts, as_json: bool) -> None:
    """Check a RECORD and that its deals come from the key it reveals."""
    read = load_record(record)
    replay_record(read)
    rounds = verify_record(read)
    if as_json:
        print_json({"verified": True, "rounds": rounds, "complete": read.is_complete})
        return
    click.echo(
        _.count(
            "Verified: the key fits the commitment and gives the deal of {n} round; every action "
            "is legal.",
            "Verified: the key fits the commitment and gives the deals of {n} rounds; every action "
            "is legal.",
            rounds,
        )
    )
    if not read.is_complete:
        click.echo(_("Cards that the record leaves unknown were not compared."))
