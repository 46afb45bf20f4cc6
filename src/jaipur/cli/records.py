"""The commands about match records: replay and verify."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import click
from msgspec.structs import replace as replace_in

from ..events import Event
from ..match import Match, Round
from ..records import Record, chooser_of, load_record, replayed
from ..records import replay as replay_record
from ..records import verify as verify_record
from ..records.model import RoundRecord
from ..records.words import names_in, proved_words, verified_sentence
from ..seats import BySeat, Seat
from ..session.contract.events import ActedEvent
from ..session.contract.responses import Replay
from ..session.public_events import acted
from ..session.replay_record import end_event, ending_of, replay_of_record
from ..session.words.events import event_words
from ..texts import Texts
from .drawing import draw_position, draw_public, draw_result, result_json
from .localized_click import LocalizedCommand
from .options import TextFile, json_option, language_option, print_json
from .terminal import PLAIN, can_draw, preferred

FROM_INPUT = "jaipur.from_input"
"""Whether the record came from standard input, which then cannot be used for keys."""


class RecordFile(TextFile):
    """A record file; notes whether it came from standard input."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the record."""
        if ctx:
            ctx.meta[FROM_INPUT] = value == "-"
        return super().convert(value, param, ctx)


@click.command(cls=LocalizedCommand)
@click.argument("record", type=RecordFile())
@PLAIN
@language_option
@json_option
def replay(record: str, is_plain: bool, _: Texts, as_json: bool) -> None:
    """Check and show the match in a RECORD (a file, or - for standard input).

    At a terminal the match is shown step by step; with --plain, or when redirected, as text.
    """
    is_plain = is_plain or bool(click.get_current_context().meta.get(FROM_INPUT))
    show_record(load_record(record), _, is_plain=is_plain, as_json=as_json)


def show_record(read: Record, _: Texts, *, is_plain: bool, as_json: bool = False) -> None:
    """Check a record and show it, step by step at a terminal and otherwise as text."""
    played = replayed(read)
    if as_json:
        print_json(_match_json(read, played.match))
    elif is_plain or not (has_terminal() and can_draw(_)):
        click.echo(_match_text(read, played.match, _))
    else:
        step_through(replay_of_record(read, played, names_in(read, _), _), _)


def step_through(shown: Replay, _: Texts, me: Seat | None = None) -> None:
    """Open the replay screen; `me` is the user's seat."""
    from ..client import preferences as stored_preferences
    from ..tui.app import JaipurApp
    from ..tui.destinations import ReplayOf

    preferences = stored_preferences.load()
    language = preferred(preferences, _).language
    app = JaipurApp(None, replace(preferences, language=language), ReplayOf(shown, me))
    app.run()
    sys.exit(app.return_code or 0)


def has_terminal() -> bool:
    """Whether standard input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _match_text(record: Record, match: Match, _: Texts) -> str:
    names = names_in(record, _)
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
            words = event_words(_acted(event), names.pair, None, _)
            parts.append(f"{index:>3}. {words}   [{event.action}]")
            parts += [f"     {{{comment}}}" for comment in comments.get(index, [])]
        parts.append("")
        parts.append(_end_text(written, played, names, _))
    ending = ending_of(record, match)
    if ending and (end := end_event(ending)):
        parts += ["", event_words(end, names.pair, None, _)]
    seals = _(
        "Seals: {names[0]} {seals[0]}, {names[1]} {seals[1]}",
        names=list(names),
        seals=list(match.seals),
    )
    return "\n".join([*parts, "", seals]).strip()


def _acted(event: Event) -> ActedEvent:
    """The public event, without the round's end, which is printed with the scoring."""
    return replace_in(acted(event, 0, (), ()), end=None)


def _end_text(written: RoundRecord, played: Round, names: BySeat[str], _: Texts) -> str:
    """The scoring, or the state of an unfinished round without cards filled in by the replay."""
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
                "result": played.position.result and result_json(played.position.result),
                "position": str(played.position) if written.is_complete else None,
            }
            for played, written in zip(match.rounds, record.rounds, strict=True)
        ],
        "seals": list(match.seals),
        "winner": match.result and match.result.winner,
    }


@click.command(cls=LocalizedCommand)
@click.argument("record", type=TextFile())
@language_option
@json_option
def verify(record: str, _: Texts, as_json: bool) -> None:
    """Check a RECORD and verify that its deals come from the revealed key."""
    read = load_record(record)
    replay_record(read)
    rounds = verify_record(read)
    assert read.proof is not None  # noqa: S101  # otherwise there was nothing to verify
    if as_json:
        chooser = chooser_of(read.proof)
        report = {"verified": True, "rounds": rounds, "complete": read.is_complete}
        print_json(report | {"could_choose": chooser})
        return
    click.echo(verified_sentence(rounds, _))
    click.echo(proved_words(read.proof, names_in(read, _), _))
    if not read.is_complete:
        click.echo(_("Cards that the record leaves unknown were not compared."))
