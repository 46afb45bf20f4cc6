"""Reviews from a process of their own."""

from __future__ import annotations

import asyncio
import pickle
import sys
from pathlib import Path

import pytest

from jaipur.client.review_process import ReviewFailed, review_record
from jaipur.compiled import cache_folder
from jaipur.judge.model import Depth
from jaipur.judge.review_file import FOLDER
from jaipur.records import load_record
from tests.patience import PATIENCE
from tests.reviews import review_made
from tests.tui.bare import played

EXAMPLE = Path(__file__).parents[2] / "examples" / "match.jaipur"


def program(source: str) -> tuple[str, ...]:
    return sys.executable, "-c", source


def test_what_the_process_writes_is_the_review(tmp_path: Path) -> None:
    review = review_made(played()[1])
    path = tmp_path / "review"
    path.write_bytes(pickle.dumps(review))
    echo = (
        f"import sys; sys.stdin.read(); sys.stdout.buffer.write(open({str(path)!r}, 'rb').read())"
    )
    assert asyncio.run(review_record("a record", program(echo))) == review


@pytest.mark.parametrize(
    "command",
    [
        program("raise SystemExit(1)"),
        program("print('nonsense')"),
        program("import pickle, sys; sys.stdout.buffer.write(pickle.dumps('no review'))"),
        ("/nowhere/at/all",),
    ],
)
def test_a_process_that_fails_is_an_error_like_any_other(command: tuple[str, ...]) -> None:
    with pytest.raises(ReviewFailed):
        asyncio.run(review_record("a record", command))


def test_what_a_failed_process_printed_is_kept() -> None:
    with pytest.raises(ReviewFailed) as raised:
        asyncio.run(review_record("a record", program("raise SystemExit('out of ink')")))
    assert str(raised.value.__cause__) == "exit status 1: out of ink"


def test_a_record_that_cannot_be_read_is_one_too() -> None:
    with pytest.raises(ReviewFailed):
        asyncio.run(review_record("no record"))


def test_a_cancelled_review_ends_its_process(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    waiting = f"import pathlib, time; pathlib.Path({str(begun)!r}).touch(); time.sleep({PATIENCE})"

    async def cancel() -> None:
        review = asyncio.create_task(review_record("a record", program(waiting)))
        async with asyncio.timeout(PATIENCE):
            while not begun.exists():
                await asyncio.sleep(0.01)
        review.cancel()
        with pytest.raises(asyncio.CancelledError):
            await review

    asyncio.run(asyncio.wait_for(cancel(), PATIENCE / 2))


@pytest.fixture
def no_reviews(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's cache folder without the reviews that were made before."""
    for folder in cache_folder().iterdir():
        if folder.name != FOLDER:
            (tmp_path / folder.name).symlink_to(folder)
    monkeypatch.setenv("JAIPUR_CACHE_DIR", str(tmp_path))


@pytest.mark.long
@pytest.mark.usefixtures("no_reviews")
def test_a_record_is_reviewed() -> None:
    text = EXAMPLE.read_text("utf-8")
    review = asyncio.run(review_record(text))
    rounds = load_record(text).rounds
    assert review.depth is Depth.INSTANT
    assert len(review.decisions) == sum(len(one.actions) for one in rounds)
    assert len(review.curve) == len(review.decisions) + len(rounds)
