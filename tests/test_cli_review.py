"""`jaipur review`: marked decisions and luck as text, JSON and a page, and how it goes on."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from jaipur.cli import Commands
from jaipur.cli.options import INTERRUPTED
from jaipur.cli.review import review
from jaipur.compiled import CACHE_VARIABLE
from jaipur.judge import reviewing
from jaipur.judge.review_file import FOLDER

from .judge.fake import FakeRun, judge_state

EXAMPLES = Path(__file__).parents[1] / "examples"
MATCH, SEEN = str(EXAMPLES / "match.jaipur"), str(EXAMPLES / "seen-from-one-seat.jaipur")
GROUP = Commands("jaipur", commands=[review])
DECISIONS = 102
"""Actions in the record."""


def jaipur(*arguments: str, typed: str = "", **environment: str) -> Result:
    known = {"JAIPUR_LANG": "en", "LC_ALL": "", "COLUMNS": "100"} | environment
    return CliRunner().invoke(GROUP, ["review", *arguments], input=typed, env=known)


def succeeded(*arguments: str, typed: str = "", **environment: str) -> str:
    done = jaipur(*arguments, typed=typed, **environment)
    assert done.exit_code == 0, done.output
    return done.stdout


def document(*arguments: str) -> Any:
    return json.loads(succeeded(*arguments, "--json"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache" / FOLDER


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> type[FakeRun]:
    """A judge that draws its numbers by seed."""
    monkeypatch.setattr(reviewing, "ReviewRun", FakeRun)
    monkeypatch.setattr(reviewing, "judge_state", judge_state)
    monkeypatch.setattr(FakeRun, "judged", 0)
    monkeypatch.setattr(FakeRun, "stops_at", None)
    return FakeRun


@pytest.mark.usefixtures("fake")
def test_the_text_tells_marked_decisions_luck_and_both_players() -> None:
    text = succeeded(MATCH)
    lines = text.splitlines()
    assert lines[0] == "Review of Ana – Ben, depth standard"
    assert [line for line in lines if line.startswith("Round ")] == [
        "Round 1 – first: Ana",
        "Round 2 – first: Ana",
    ]
    plain = " ".join(text.replace("\u00a0", " ").split())
    assert "9. Ana took a diamond. Mistake: 6.2 points of the round given up. Better: " in plain
    assert "Ben drew a bonus token of 3 rupees. Luck for Ana: 3.6 points of the match." in plain
    assert "Ana took silver. Best choice" not in plain
    assert re.search(r"^decisions judged +51 +51$", text, re.MULTILINE)
    assert re.search(r"^result adjusted for luck +92\u00a0% +8\u00a0%$", text, re.MULTILINE)
    assert plain.count("What decided the match, for Ana:") == 1
    assert max(map(len, lines)) <= 100


@pytest.mark.usefixtures("fake")
def test_the_text_in_french() -> None:
    plain = " ".join(succeeded(MATCH, "--lang", "fr").replace("\u00a0", " ").split())
    assert "Ana a pris un diamant. Erreur : perte de 6,2 points sur la manche. Mieux : " in plain
    assert "Analyse normale de la partie Ana – Ben" in plain


@pytest.mark.usefixtures("fake")
def test_the_json_has_a_sentence_for_every_reason() -> None:
    data = document(MATCH, "--depth", "deep")
    assert (data["format"], data["version"], data["depth"]) == ("jaipur-review", 1, "deep")
    assert data["players"] == ["Ana", "Ben"]
    assert len(data["decisions"]) == DECISIONS
    reasons = [reason for one in data["decisions"] for reason in one["reasons"]]
    assert reasons
    assert all(reason["words"].endswith(".") for reason in reasons)


@pytest.mark.usefixtures("fake")
def test_a_record_from_standard_input() -> None:
    assert succeeded("-", typed=Path(MATCH).read_text("utf-8")) == succeeded(MATCH)


def test_nothing_is_judged_twice(fake: type[FakeRun]) -> None:
    first = document(MATCH)
    assert fake.judged == DECISIONS
    assert document(MATCH) == first
    assert fake.judged == DECISIONS
    document(MATCH, "--depth", "quick")
    assert fake.judged == 2 * DECISIONS


def test_an_interrupted_review_goes_on_where_it_stopped(
    fake: type[FakeRun], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fake, "stops_at", 40)
    done = jaipur(MATCH)
    assert (done.exit_code, done.stdout) == (INTERRUPTED, "")
    assert done.stderr.endswith("Interrupted; the same command goes on where it stopped.\n")
    assert fake.judged == 40
    monkeypatch.setattr(fake, "stops_at", None)
    assert "Review of Ana – Ben" in succeeded(MATCH)
    assert fake.judged == DECISIONS


def test_a_review_needs_no_cache_folder(
    fake: type[FakeRun], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.parent.write_text("not a folder")
    assert document(MATCH)["over"]
    monkeypatch.setattr(fake, "stops_at", 3)
    done = jaipur(MATCH)
    assert done.exit_code == INTERRUPTED
    assert "could not be kept" in done.stderr


@pytest.mark.usefixtures("fake")
def test_a_broken_record_is_one_sentence(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "broken.jaipur"
    path.write_text(Path(MATCH).read_text("utf-8").replace("-SSS", "-DDD", 1), "utf-8")
    done = jaipur(str(path))
    assert (done.exit_code, done.stdout) == (2, "")
    assert re.fullmatch(r"Error: line \d+: .*\n", done.stderr)
    assert not list(folder.glob("*.jsonl"))


@pytest.mark.usefixtures("fake")
def test_a_record_from_one_seat_says_what_is_unknown(tmp_path: Path) -> None:
    path = tmp_path / "review.html"
    text = succeeded(SEEN, "--html", str(path))
    page = path.read_text("utf-8")
    for sentence in (
        "The record does not have all cards, so luck is unknown.",
        "Ben: 51 decisions were not judged, because the hand is unknown.",
    ):
        assert sentence in text
        assert sentence in page
    assert re.search(r"^luck \(points of the match\) +– +–$", text, re.MULTILINE)
    assert "Luck for" not in text
    assert '<svg class="plot"' not in page
    data = document(SEEN)
    assert (data["complete"], data["not_judged"], data["curve"]) == (False, [0, 51], [])


@pytest.mark.usefixtures("fake")
def test_a_match_that_is_not_over_is_reviewed_so_far(tmp_path: Path) -> None:
    text = Path(MATCH).read_text("utf-8")
    path = tmp_path / "cut.jaipur"
    path.write_text(text[: text.index("2. -SSS")] + "\nMatch: unfinished\n", "utf-8")
    said = succeeded(str(path))
    assert "The match is not over: the review covers what was played." in said
    assert "won the round" not in said
    assert not document(str(path))["over"]


@pytest.mark.usefixtures("fake")
@pytest.mark.parametrize("depth", ["instant", "quick", "standard", "deep"])
def test_every_depth_is_known(depth: str) -> None:
    assert document(MATCH, "--depth", depth)["depth"] == depth


def test_another_depth_is_refused() -> None:
    done = jaipur(MATCH, "--depth", "endless")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "'endless' is not one of" in done.stderr


@pytest.mark.parametrize("record", [MATCH, SEEN])
def test_the_network_alone_judges_a_whole_match(record: str, tmp_path: Path) -> None:
    """With the real judge."""
    path = tmp_path / "review.html"
    text = succeeded(record, "--depth", "instant", "--html", str(path))
    assert "Review of Ana – Ben, depth instant" in text
    data = document(record, "--depth", "instant")
    judged = sum(one["decisions"] for one in data["summary"])
    assert judged == len(data["decisions"])
    assert judged + sum(data["not_judged"]) == DECISIONS
    assert path.read_text("utf-8").count('<th scope="row" class="number">') == judged


class Checked(HTMLParser):
    """Finds what a page requests from elsewhere, and elements left open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.requests: list[str] = []
        self.headings: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.requests += [str(values[name]) for name in ("src", "href") if name in values]
        if tag in ("h1", "h2", "h3"):
            self.headings.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element of a drawing that closes itself."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.usefixtures("fake")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_is_whole_and_needs_nothing_else(tmp_path: Path, language: str) -> None:
    path = tmp_path / "review.html"
    succeeded(MATCH, "--html", str(path), "--lang", language)
    page = path.read_text("utf-8")
    checked = Checked()
    checked.feed(page)
    assert (checked.open, checked.requests) == ([], [])
    assert checked.headings[:2] == ["h1", "h2"]
    assert f'<html lang="{language}">' in page
    assert "url(" not in page
    assert page.count('<th scope="row" class="number">') == DECISIONS
    assert re.search(r'<svg class="plot" role="img".*?><title>.+?</title><desc>.+?</desc>', page)
    assert "tr.blunder" in page
    assert re.search(r'<svg class="mark blunder first" x="[\d.]+%"', page)
    assert re.search(r'<svg class="luck" x="[\d.]+%"', page)


@pytest.mark.usefixtures("fake")
def test_names_cannot_break_the_page(tmp_path: Path) -> None:
    record, path = tmp_path / "odd.jaipur", tmp_path / "review.html"
    text = Path(MATCH).read_text("utf-8").replace("Seat 0: Ana", "Seat 0: <b>&\"Ana'")
    record.write_text(text, "utf-8")
    succeeded(str(record), "--html", str(path))
    page = path.read_text("utf-8")
    assert "<b>&" not in page
    assert "&lt;b&gt;&amp;" in page


def test_a_page_that_cannot_be_written_is_refused_before_judging(
    fake: type[FakeRun], tmp_path: Path
) -> None:
    done = jaipur(MATCH, "--html", str(tmp_path / "no" / "review.html"))
    assert (done.exit_code, done.stdout, fake.judged) == (2, "", 0)
    assert "The page cannot be written to" in done.stderr


def test_an_interrupted_review_leaves_no_empty_page(
    fake: type[FakeRun], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fake, "stops_at", 3)
    path = tmp_path / "review.html"
    assert jaipur(MATCH, "--html", str(path)).exit_code == INTERRUPTED
    assert not path.exists()
