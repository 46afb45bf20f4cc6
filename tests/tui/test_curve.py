"""The chart of the chances."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from jaipur.tui.widgets.curve import CurveStep, Label, curve_rows
from jaipur.tui.widgets.part import Row, width_of

LABELS = Label("Ana", "62 %"), Label("Zoé", "38 %")
GUTTER = len("Ana 62 %▕")


def drawn(steps: list[CurveStep], at: int = 0, width: int = 78, height: int = 2) -> list[str]:
    return ["".join(text for text, _style in row) for row in rows_of(steps, at, width, height)]


def rows_of(steps: list[CurveStep], at: int, width: int, height: int) -> list[Row]:
    rows = curve_rows(steps, at, LABELS, width, height)
    assert len(rows) == height + 1
    assert all(width_of(row) <= width for row in rows)
    return rows


def test_the_area_lies_above_for_the_first_and_below_for_the_second() -> None:
    upper, lower, _marks = drawn(
        [CurveStep(1, 1.0)] * 4 + [CurveStep(1, 0.0)] * 4, width=GUTTER + 8
    )
    assert upper == "Ana 62 %▕⣿⣿⣿⣿⠀⠀⠀⠀"
    assert lower == "Zoé 38 %▕⠀⠀⠀⠀⣿⣿⣿⣿"


@pytest.mark.parametrize("chance", [0.5, 0.49, 0.51])
@pytest.mark.parametrize("height", [2, 4, 6])
def test_an_even_chance_is_still_seen(chance: float, height: int) -> None:
    rows = drawn([CurveStep(1, chance)] * 20, width=GUTTER + 10, height=height)
    middle = rows[height // 2 - 1 if chance >= 0.5 else height // 2]
    assert middle.endswith(("⣀" if chance >= 0.5 else "⠉") * 10)


def test_rounds_are_separate_and_share_the_width_by_their_length() -> None:
    steps = [CurveStep(1, 0.5)] * 30 + [CurveStep(2, 0.5)] * 10
    upper = drawn(steps, width=GUTTER + 41)[0][GUTTER:]
    assert upper.index("│") == 30
    assert len(upper) == 41


@pytest.mark.parametrize("count", [1, 2, 59, 60, 61, 400])
def test_every_step_has_its_place(count: int) -> None:
    steps = [CurveStep(1, 0.5)] * count + [CurveStep(2, 0.5)]
    places = [drawn(steps, at)[-1].index("▲") for at in range(len(steps))]
    assert places == sorted(places)
    assert places[0] == GUTTER


def test_marks_are_below_and_the_worst_of_a_place_is_shown() -> None:
    signs = ["", "?!", "?", "??", "?!", "??", "", ""]
    steps = [CurveStep(1, 0.5, sign) for sign in signs]
    rows = rows_of(steps, 0, GUTTER + 4, 2)
    assert "".join(text for text, _style in rows[-1][1:]) == "▲?? "
    styles = [style for _text, style in rows[-1][1:]]
    assert styles[1].startswith("bold $error")


def test_a_place_leads_to_its_step() -> None:
    rows = rows_of([CurveStep(1, 0.5)] * 8, 0, GUTTER + 4, 2)
    assert [style.partition("@click=")[2] for _text, style in rows[0][2:]] == [
        f"screen.show_step({step})" for step in (1, 3, 5, 7)
    ]


def test_long_and_wide_names_are_shortened() -> None:
    labels = Label("山田太郎山田太郎", "5 %"), Label("Maximilienne-Hyacinthe", "95 %")
    rows = curve_rows([CurveStep(1, 0.5)] * 9, 0, labels, 60, 2)
    starts = {cell_len(row[0][0]) for row in rows[:2]}
    assert starts == {len("Maximilienne") + len(" 95 %")}
    assert rows[1][0][0].startswith("Maximilienn…")
