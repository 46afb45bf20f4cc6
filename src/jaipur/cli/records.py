"""The commands about match records: replay and verify."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from typing import Any

import click

from ..judge.model import Review
from ..match import Match
from ..records import Record, chooser_of, load_record, replayed, write_record
from ..records import replay as replay_record
from ..records import verify as verify_record
from ..records.words import names_in, proved_words, verified_sentence
from ..seats import Seat
from ..session.contract.responses import Replay
from ..session.replay_record import replay_of_record
from ..texts import Texts
from .drawing import result_json
from .localized_click import LocalizedCommand
from .options import Refused, TextFile, json_option, language_option, print_json
from .replay_text import match_text
from .terminal import PLAIN, can_draw, preferred

FROM_INPUT = "jaipur.from_input"
"""Whether the record came from standard input, which then cannot be used for keys."""
REVIEW = click.option(
    "--review",
    "is_reviewed",
    is_flag=True,
    help="In text, also tell mistakes and luck; the screen always does.",
)


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
@REVIEW
@language_option
@json_option
def replay(record: str, is_plain: bool, is_reviewed: bool, _: Texts, as_json: bool) -> None:
    """Check and show the match in a RECORD (a file, or - for standard input).

    At a terminal the match is shown step by step; with --plain, or when redirected, as text.
    """
    read = load_record(record)
    if as_json:
        if is_reviewed:
            raise Refused(_("For a review as JSON, use jaipur review --json."))
        print_json(_match_json(read, replay_record(read)))
        return
    is_plain = is_plain or bool(click.get_current_context().meta.get(FROM_INPUT))
    show_record(read, _, is_plain=is_plain, is_reviewed=is_reviewed)


def show_record(read: Record, _: Texts, *, is_plain: bool, is_reviewed: bool) -> None:
    """Check a record and show it, step by step at a terminal and otherwise as text."""
    played = replayed(read)
    if is_plain or not (has_terminal() and can_draw(_)):
        review = _review(read) if is_reviewed else None
        click.echo(match_text(read, played.match, review, _))
    else:
        shown = replay_of_record(read, played, names_in(read, _), _)
        step_through(shown, write_record(read), _)


def step_through(shown: Replay, record: str, _: Texts, me: Seat | None = None) -> None:
    """Open the replay screen, which reviews the record; `me` is the user's seat."""
    from ..client import preferences as stored_preferences
    from ..client.review_process import review_record
    from ..tui.app import JaipurApp
    from ..tui.destinations import ReplayOf

    preferences = stored_preferences.load()
    language = preferred(preferences, _).language
    start = ReplayOf(shown, me, partial(review_record, record))
    app = JaipurApp(None, replace(preferences, language=language), start)
    app.run()
    sys.exit(app.return_code or 0)


def has_terminal() -> bool:
    """Whether standard input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _review(record: Record) -> Review:
    from ..judge.stored_reviews import review_at_once  # slow to import

    return review_at_once(record)


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
