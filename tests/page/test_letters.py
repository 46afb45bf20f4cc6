"""Larger text: the table follows the text size of the browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from .conftest import ARGUMENTS, PATIENCE_MS, PATIENT, NewPage, chromium
from .frames import wait_for_frame, wait_for_height
from .harness import PageHarness
from .states import SIZES, market, ordinary, prefer, without_art
from .tables import known_server
from .test_layout import TOO_WIDE

LARGER = "(px) => { document.documentElement.style.fontSize = `${px}px`; }"
LAYOUT = "() => document.documentElement.dataset.layout"
MEASURED = """() => [...document.querySelectorAll("#table :not(svg, svg *)")].filter((one) =>
  one.checkVisibility() && !one.closest(".visually-hidden, .pile-coins > *")).map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const isText = [...one.childNodes].some((node) => node.nodeType === 3 && node.data);
    const font = isText ? parseFloat(getComputedStyle(one).fontSize) : 0;
    return [one.id || one.className, font, left, top, width, height];
  })"""
THIN = 12
"""Edges stay as thin as they are, and letters end at whole pixels."""


@pytest.fixture(scope="module")
def harness() -> Iterator[PageHarness]:
    with known_server() as serving:
        yield serving


def at_size(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})


@pytest.mark.parametrize("size", SIZES)
def test_twice_the_letters_in_twice_the_window_are_the_same_table_twice_as_large(
    harness: PageHarness, new_page: NewPage, size: str
) -> None:
    width, height = SIZES[size]
    page = new_page(width, height)
    prefer(page)
    ordinary(page, harness)
    market(page, "G")
    layout, before = page.evaluate(LAYOUT), page.evaluate(MEASURED)
    at_size(page, 2 * width, 2 * height)
    page.evaluate(LARGER, 32)
    wait_for_height(page, 2 * height, layout)
    after: list[list[Any]] = page.evaluate(MEASURED)
    assert len(before) > 100
    for (name, font, *box), (also, larger, *grown) in zip(before, after, strict=True):
        assert also == name
        assert larger == pytest.approx(2 * font, abs=0.1), name
        assert grown == pytest.approx([2 * n for n in box], abs=THIN), name


@pytest.mark.parametrize("px", [20, 24, 32])
def test_larger_letters_make_no_page_scroll_sideways(
    harness: PageHarness, new_page: NewPage, px: int
) -> None:
    page = new_page()
    prefer(page)
    ordinary(page, harness)
    before = page.locator(".dock-sentence").evaluate("(one) => getComputedStyle(one).fontSize")
    page.evaluate(LARGER, px)
    for width, height in SIZES.values():
        at_size(page, width, height)
        wait_for_frame(page)
        assert page.evaluate(TOO_WIDE) == [], (width, height)
    at_size(page, 1280, 720)
    after = page.locator(".dock-sentence").evaluate("(one) => getComputedStyle(one).fontSize")
    assert float(after[:-2]) > float(before[:-2])


def test_the_setting_of_the_browser_is_followed(browser: Browser, harness: PageHarness) -> None:
    setting = "--blink-settings=defaultFontSize=32"
    enlarged = browser.browser_type.launch(executable_path=chromium(), args=[*ARGUMENTS, setting])
    page = enlarged.new_page(base_url=harness.url, viewport={"width": 1280, "height": 720})
    page.set_default_timeout(PATIENCE_MS)
    page.add_init_script(PATIENT)
    without_art(page)
    prefer(page)
    ordinary(page, harness)
    assert page.evaluate("() => getComputedStyle(document.documentElement).fontSize") == "32px"
    assert "small-tablet" in page.evaluate(LAYOUT)
    assert page.evaluate(TOO_WIDE) == []
    enlarged.close()
