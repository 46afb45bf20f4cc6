"""The learning curve, made from a log that may have been interrupted anywhere."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from jaipur.plots import LEARNING_SCORES
from jaipur.texts import texts
from jaipur.train.curve import MOST_POINTS, curve_of
from jaipur.train.history import LearningHistory, read_history

SVG = "{http://www.w3.org/2000/svg}"
ENGLISH = texts("en")
RIGHT = 97.0
"""Percent of the width: where the last rounds are."""


def window(number: int, loss: float = 0.5) -> dict[str, Any]:
    return {"kind": "window", "window": number, "loss": loss, "rounds": 100 * number}


def score(of: int, opponent: str, share: float) -> dict[str, Any]:
    shares = {"share": share, "low": share - 0.1, "high": min(1.0, share + 0.1)}
    at = {"kind": "score", "window": of + 3, "of_window": of, "of_rounds": 100 * of}
    return at | {"opponent": opponent, "rounds": 200} | shares


def settings(at: int = 0) -> dict[str, Any]:
    return {"kind": "settings", "window": at, "device": "cpu"}


def history(*lines: Any) -> LearningHistory:
    found = LearningHistory()
    for line in lines:
        found.add(line)
    return found


def drawn(found: LearningHistory, language: str = "en") -> ET.Element:
    return ET.fromstring(curve_of(found, texts(language)))  # noqa: S314  # our own


def circles(picture: ET.Element) -> list[tuple[float, float]]:
    return [
        (float(c.attrib["cx"].rstrip("%")), float(c.attrib["cy"]))
        for c in picture.iter(f"{SVG}circle")
    ]


def words(picture: ET.Element) -> list[str]:
    return [text.text or "" for text in picture.iter(f"{SVG}text")]


def test_a_log_is_read_line_by_line(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    lines = [settings(), window(1, 0.69), window(2, 0.6), score(2, "greedy", 0.25)]
    log.write_text("\n".join(map(json.dumps, lines)) + "\n", "utf-8")
    found = read_history(log)
    assert found.losses == {1: (100, 0.69), 2: (200, 0.6)}
    rounds, measured = found.scores["greedy"][2]
    assert (rounds, measured.rounds, measured.share) == (200, 200, 0.25)


def test_lines_that_cannot_be_read_are_passed_over(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    strange = ['{"kind": "win', "[1]", "null", "{}", '{"kind": "window"}', '{"kind": "joke"}']
    strange += [json.dumps(window(3, float("nan"))), "\N{SNOWMAN}", ""]
    log.write_bytes("\n".join([json.dumps(window(1)), *strange]).encode() + b"\xff\n")
    assert read_history(log).losses == {1: (100, 0.5)}


def test_what_came_after_the_checkpoint_a_run_went_on_from_is_forgotten() -> None:
    found = history(
        settings(), window(1), window(2), score(2, "greedy", 0.2), window(3, 0.9),
        score(3, "greedy", 0.9), settings(2), window(3, 0.4),
    )  # fmt: skip
    assert found.losses[3] == (300, 0.4)
    assert list(found.scores["greedy"]) == [2]


def test_the_picture_has_a_point_for_every_score_where_it_belongs() -> None:
    found = history(
        settings(), *(window(n) for n in range(1, 11)),
        score(5, "greedy", 0.25), score(10, "greedy", 0.75), score(10, "novice", 1.0),
    )  # fmt: skip
    picture = drawn(found)
    places = circles(picture)
    assert len(places) == 3
    assert places[1:] == [(RIGHT, LEARNING_SCORES.y(0.75)), (RIGHT, LEARNING_SCORES.top)]
    assert places[0][0] < RIGHT
    assert {"Learning curve", "greedy", "novice", "rounds played", "100 %"} <= set(words(picture))
    description = picture.find(f"{SVG}desc")
    assert description is not None
    assert description.text == "After 1,000 rounds: 75.0 % against greedy. 100.0 % against novice."


def test_the_picture_speaks_french() -> None:
    found = history(window(1), score(1, "greedy", 0.5))
    assert "Learning curve" not in words(drawn(found, "fr"))


@pytest.mark.parametrize("lines", [[], [settings()], [window(1)], [score(1, "greedy", 0.5)]])
def test_a_run_that_has_hardly_begun_can_be_drawn(lines: list[Any]) -> None:
    text = curve_of(history(*lines), ENGLISH)
    assert ET.fromstring(text) is not None  # noqa: S314  # our own
    assert "nan" not in text


def test_a_long_run_is_drawn_by_means() -> None:
    losses = [window(number, 0.4 + number % 2 / 10) for number in range(1, 3001)]
    text = curve_of(history(*losses), ENGLISH)
    line = next(p.attrib["d"] for p in drawn(history(*losses)).iter(f"{SVG}path"))
    assert line.count("L") == MOST_POINTS - 1
    assert len(text) < 20_000


def test_names_are_escaped() -> None:
    assert "<b>" not in curve_of(history(score(1, "<b>", 0.5)), ENGLISH)
