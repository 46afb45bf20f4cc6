"""`jaipur replay`: in the sentences of the table, and step by step to who sits at a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from jaipur.cli import Commands, records
from jaipur.cli.records import replay
from jaipur.judge.model import Review
from jaipur.records import Record, replayed
from jaipur.seats import BySeat
from jaipur.session.contract.responses import Replay
from jaipur.session.replay_record import replay_of_record
from jaipur.texts import Texts, texts
from tests.reviews import review_made

EXAMPLES = Path(__file__).parents[1] / "examples"
WHOLE, SEEN = str(EXAMPLES / "match.jaipur"), str(EXAMPLES / "seen-from-one-seat.jaipur")
GROUP = Commands("jaipur", commands=[replay])


def jaipur(*arguments: str, typed: str = "") -> Result:
    known = {"JAIPUR_LANG": "en", "LC_ALL": ""}
    return CliRunner().invoke(GROUP, ["replay", *arguments], input=typed, env=known)


def test_the_match_is_told_in_the_sentences_of_the_table() -> None:
    lines = jaipur(WHOLE).stdout.splitlines()
    assert "  1. Ana took silver; gold was turned over.   [+S]" in lines
    assert (
        "  3. Ana sold 3 silver for 5+5+5 = 15 rupees and a bonus token (3 cards).   [-SSS]"
        in lines
    )
    assert sum("The round is over" in line for line in lines) == 2
    french = jaipur(WHOLE, "--lang", "fr").stdout
    assert "  1. Ana a pris de l’argent ; le marché reçoit de l’or.   [+S]" in french.replace(
        "\u00a0", " "
    ).replace("\u202f", " ")


def test_a_match_that_was_given_up_says_so(tmp_path: Path) -> None:
    text = Path(WHOLE).read_text("utf-8")
    cut = text[: text.index("2. -SSS")] + "\nMatch: unfinished\n"
    path = tmp_path / "cut.jaipur"
    path.write_text(cut.replace("Seat 0:", "End: resigned\nWinner: 1\nSeat 0:", 1), "utf-8")
    assert "\nAna gave up the match.\n" in jaipur(str(path)).stdout
    path.write_text(cut, "utf-8")
    assert "gave up" not in jaipur(str(path)).stdout


@pytest.fixture
def viewed(monkeypatch: pytest.MonkeyPatch) -> list[Replay]:
    """What the viewer was opened with, at a terminal that can be drawn on."""
    opened: list[Replay] = []

    def look(shown: Replay, record: str, _: Texts) -> None:
        assert record.startswith("Jaipur record")
        opened.append(shown)

    monkeypatch.setattr(records, "has_terminal", lambda: True)
    monkeypatch.setattr(records, "can_draw", lambda _: True)
    monkeypatch.setattr(records, "step_through", look)
    return opened


def test_a_person_at_a_terminal_steps_through(viewed: list[Replay]) -> None:
    done = jaipur(SEEN)
    assert (done.exit_code, done.stdout) == (0, "")
    (shown,) = viewed
    assert [seat.name for seat in shown.seats] == ["Ana", "Ben"]
    assert shown.steps[0].round.sides[1].hand is None


@pytest.mark.parametrize("arguments", [["--plain", WHOLE], ["--json", WHOLE], ["-"]])
def test_text_stays_text(viewed: list[Replay], arguments: list[str]) -> None:
    done = jaipur(*arguments, typed=Path(WHOLE).read_text("utf-8"))
    assert done.exit_code == 0
    assert "Ana" in done.stdout
    assert not viewed


@pytest.fixture
def reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review made by hand."""

    def review(record: Record) -> Review:
        names = BySeat("Ana", "Ben")
        return review_made(replay_of_record(record, replayed(record), names, texts("en")))

    monkeypatch.setattr(records, "_review", review)


def test_with_a_review_mistakes_luck_and_a_summary_are_told(reviewed: None) -> None:
    told = jaipur(WHOLE, "--review").stdout.replace("\u00a0", " ")
    lines, without = told.splitlines(), jaipur(WHOLE).stdout.splitlines()
    assert [line for line in lines if line in without and line] == [*filter(None, without)]
    added = [line for line in lines if line not in without]
    marked = [at for at, line in enumerate(lines) if line.startswith("     Blunder: 12.4 points")]
    assert len(marked) > 3
    assert all(lines[at - 1].lstrip()[0].isdigit() for at in marked)
    assert "Better: take gold." in lines[marked[0]]
    assert any(line.startswith("     Luck for Ben: 5.0 points of the match.") for line in added)
    assert lines[-2].startswith("Ana: ")
    assert lines[-1].startswith("Ben: ")
    assert not [line for line in added if "Best choice" in line or "Good choice" in line]


def test_a_review_as_data_is_another_command(reviewed: None) -> None:
    done = jaipur(WHOLE, "--review", "--json")
    assert done.exit_code == 2
    assert "jaipur review --json" in done.stderr
