"""`jaipur review`: what each decision of a match gave up, and how much was luck."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from ..judge.json_form import review_to_json
from ..judge.model import Depth, Review
from ..judge.review_file import ReviewFile
from ..records import Record, load_record
from ..records.words import names_in
from ..seats import BySeat
from ..session.words.reasons import reason_words
from ..texts import Texts
from .localized_click import LocalizedCommand
from .options import (
    INTERRUPTED,
    FilePath,
    TextFile,
    json_option,
    language_option,
    print_json,
)
from .page_file import reserved, writing
from .review_text import review_text


@click.command(cls=LocalizedCommand)
@click.argument("record", type=TextFile())
@click.option(
    "--depth",
    type=click.Choice([depth.value for depth in Depth]),
    default=Depth.STANDARD.value,
    show_default=True,
    help="How thoroughly decisions are judged; a deeper review takes longer.",
)
@click.option(
    "--html",
    type=FilePath(path_type=Path, dir_okay=False),
    help="Write a page with the whole review to this file.",
)
@language_option
@json_option
def review(record: str, depth: str, html: Path | None, _: Texts, as_json: bool) -> None:
    """Review the match in a RECORD (a file, or - for standard input): mistakes and luck.

    Every decision is judged on what the player could know at that moment. What was judged is kept:
    an interrupted review goes on where it stopped, and a finished one is shown again at once.
    """
    read = load_record(record)
    names = names_in(read, _)
    with reserved(html, _):
        judged = _judge(read, Depth(depth), _)
        if html:
            from .review_page import review_page

            with writing(html, _):
                html.write_text(review_page(judged, read, names, _), "utf-8")
    if as_json:
        print_json(_with_words(judged, names, _))
    else:
        click.echo(review_text(judged, read, names, _))


def _judge(record: Record, depth: Depth, _: Texts) -> Review:
    """Judge the decisions that were not judged before, with a progress bar."""
    from ..judge.reviewing import ReviewRun, judge_state

    with closing(ReviewFile(record, depth, judge_state(depth))) as file:
        try:
            known = file.read()
            run = ReviewRun(record, depth, known)
            label = _("Decisions")
            with click.progressbar(length=run.total, label=label, file=sys.stderr) as bar:
                for key, decision in run.decisions():
                    if key not in known:
                        file.append(key, decision)
                    bar.update(1)
            return run.review()
        except KeyboardInterrupt:
            _print_how_to_go_on(_, is_stored=file.is_open)
            sys.exit(INTERRUPTED)


def _print_how_to_go_on(_: Texts, *, is_stored: bool) -> None:
    if is_stored:
        words = _("Interrupted; the same command goes on where it stopped.")
    else:
        words = _("Interrupted; what was judged could not be kept.")
    click.echo("\n" + words, err=True)


def _with_words(review: Review, names: BySeat[str], _: Texts) -> dict[str, Any]:
    """The JSON data, with a sentence for every reason."""
    document = review_to_json(review, names)
    for decision, data in zip(review.decisions, document["decisions"], strict=True):
        for reason, written in zip(decision.reasons, data["reasons"], strict=True):
            written["words"] = reason_words(reason, names, _)
    return document
