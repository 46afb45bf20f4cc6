"""Esc: right after a key Textual looks again soon, then as seldom as ever."""

import selectors

import pytest
from textual import constants
from textual.drivers import linux_driver

from jaipur.tui.escape import DELAY_SECONDS, LOOK_SECONDS, LOOKS, answer_escape_soon


def test_after_a_key_the_driver_looks_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ESCDELAY", raising=False)
    monkeypatch.setattr(linux_driver, "selectors", selectors)
    monkeypatch.setattr(constants, "ESCAPE_DELAY", 0.1)
    answer_escape_soon()
    assert constants.ESCAPE_DELAY == DELAY_SECONDS
    waited: list[float | None] = []
    answers = [["a key"], *[[]] * (LOOKS + 1)]

    def select(_self: object, timeout: float | None = None) -> list[str]:
        waited.append(timeout)
        return answers.pop(0)

    monkeypatch.setattr(selectors.SelectSelector, "select", select)
    selector = vars(linux_driver)["selectors"].SelectSelector()
    while answers:
        selector.select(0.1)
    selector.close()
    assert waited == [0.1, *[LOOK_SECONDS] * LOOKS, 0.1]


def test_another_delay_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ESCDELAY", "300")
    monkeypatch.setattr(linux_driver, "selectors", selectors)
    monkeypatch.setattr(constants, "ESCAPE_DELAY", 0.3)
    answer_escape_soon()
    assert constants.ESCAPE_DELAY == 0.3
