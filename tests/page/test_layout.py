"""The layout: nothing scrolls, nothing is cut off, nothing moves that should stay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from jaipur.bots.ladder import LADDER
from tests.depth import IS_DEEP, long

from .boxes import BOXES, FAULTS
from .conftest import NewPage
from .frames import set_size, wait_for_frame, wait_for_height
from .harness import PageHarness
from .states import LONG_NAME, SIZES, market, ordinary, prefer
from .tables import Person, caravan, known_server, usual
from .widths import other_fonts

ORDER = ["status", "opponent", "tokens", "market", "dock", "hand", "log"]
ROWS = {
    "desktop": {"status": 44, "opponent": 52, "market": 150, "dock": 110, "hand": 140},
    "low": {"status": 44, "opponent": 52, "market": 150, "dock": 110, "hand": 140},
    "phone": {"status": 48, "opponent": 48, "market": 104, "dock": 136},
}
COLUMNS = {"desktop": {"tokens": 220, "market": 800, "log": 236}, "landscape": {"tokens": 200}}
NARROW = [(320, 640, 1), (360, 640, 1), (640, 360, 2)]
"""Width, height and pixels for each of them."""
CARDS = {
    "desktop": ((96, 136), (84, 118)),
    "low": ((96, 136), (84, 118)),
    "phone": ((66, 96), (48, 76)),
}


@pytest.fixture(scope="module")
def harness() -> Iterator[PageHarness]:
    with known_server() as serving:
        yield serving


def resize(page: Page, size: str) -> None:
    """Another size, and the table drawn at it."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    wait_for_height(page, height)


def test_the_sizes_of_rows_columns_and_cards(harness: PageHarness, new_page: NewPage) -> None:
    page = new_page()
    prefer(page)
    ordinary(page, harness)
    for size in SIZES:
        resize(page, size)
        boxes: dict[str, Any] = page.evaluate(BOXES, ORDER)
        for name, height in ROWS.get(size, {}).items():
            assert boxes[name][3] == height, (size, name, boxes[name])
        for name, width in COLUMNS.get(size, {}).items():
            assert boxes[name][2] == width, (size, name, boxes[name])
        for selector, wanted in zip(
            ("#market .place", "#hand .place"), CARDS.get(size, ()), strict=False
        ):
            box = page.locator(selector).first.bounding_box()
            assert box
            assert abs(box["width"] - wanted[0]) <= 1, (size, selector, box)
            assert abs(box["height"] - wanted[1]) <= 1, (size, selector, box)
        assert all(page.locator(f"#market [data-place='{at}']").is_visible() for at in range(5))


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_bars_of_strength_are_as_long_for_every_bot(new_page: NewPage, locale: str) -> None:
    page = new_page(locale=locale)
    page.goto("/")
    expect(page.locator(".rail")).to_have_count(len(LADDER))
    for width, height in (*SIZES.values(), (320, 640)):
        set_size(page, width, height)
        boxes = [rail.bounding_box() for rail in page.locator(".rail").all()]
        lengths = {round(box["width"]) for box in boxes if box}
        assert len(lengths) == 1, (width, lengths)


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_nothing_lies_over_anything_on_the_first_page_at_any_width(
    harness: PageHarness, new_page: NewPage, locale: str
) -> None:
    page = new_page(locale=locale)
    page.context.add_init_script(other_fonts("wide"))
    me = Person.of(page, harness)
    for bot in ("greedy", "novice"):
        me.create("Ana", {"kind": "bot", "bot": bot})
    page.goto("/")
    expect(page.locator(".rail")).to_have_count(len(LADDER))
    expect(page.locator("#mine .put-away")).to_have_count(2)
    for width in (*range(320, 1400, 20), 1600, 1920, 2560, 3840):
        set_size(page, width, 800)
        for font in ("ours", "wide"):
            page.evaluate("(font) => showFonts(font)", font)
            assert page.evaluate(f"() => ({FAULTS})(0, true)") == [], (width, font)
        middle = page.evaluate(MIDDLES)
        assert width >= 700 or abs(middle[0] - middle[1]) <= 1, (width, middle)


MIDDLES = """() => ["#tagline", ".plaque"].map((selector) => {
  const { left, right } = document.querySelector(selector).getBoundingClientRect();
  return (left + right) / 2;
})"""


def test_the_players_have_colours_that_can_be_told_apart(
    harness: PageHarness, new_page: NewPage
) -> None:
    page = new_page()
    prefer(page)
    table = ordinary(page, harness)
    table.act("+G")
    table.act("-SS")
    expect(page.locator("#log .log-line.is-top")).to_be_visible()
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        one, other = (
            page.locator(f"#log .log-line.{side}").first.evaluate(
                "(line) => getComputedStyle(line).borderLeftColor.match(/\\d+/g).map(Number)"
            )
            for side in ("is-top", "is-bottom")
        )
        assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 100, (theme, one, other)


def test_the_order_of_the_document_is_that_of_the_information(
    harness: PageHarness, new_page: NewPage
) -> None:
    page = new_page()
    prefer(page)
    ordinary(page, harness)
    assert page.eval_on_selector_all("#table > section", "all => all.map((one) => one.id)") == ORDER


TOO_WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll("body *")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width && box.right > innerWidth + 0.5 && one.checkVisibility()
      && !one.closest("svg, .skip, .visually-hidden");
  }).map((one) => one.id || one.className || one.tagName)"""


@pytest.mark.parametrize("narrow", NARROW if IS_DEEP else NARROW[:1])
def test_narrow_or_enlarged_a_page_scrolls_down_and_never_sideways(
    harness: PageHarness, new_page: NewPage, narrow: tuple[int, int, int]
) -> None:
    width, height, scale = narrow
    page = new_page(width, height, device_scale_factor=scale, locale="fr-FR")
    prefer(page)
    page.context.add_init_script(other_fonts("wide"))
    table = caravan(page, harness, LONG_NAME, "M" * 30, memory_aid="full")
    for path in (
        f"/t/{table.id}",
        "/",
        "/learn",
        "/rules",
        "/move",
        "/t/0123456789abcdef",
        "/nowhere",
    ):
        page.goto(path)
        expect(page.locator("main")).to_be_visible()
        if path == f"/t/{table.id}":
            expect(page.locator("#market [data-place]").first).to_be_visible()
            market(page, page.locator("#market [data-card]").first.get_attribute("data-card") or "")
        for font in ("ours", "wide"):
            page.evaluate("(font) => showFonts(font)", font)
            assert page.evaluate(TOO_WIDE) == [], (path, font)


SHIFTS = """() => {
  window.shifts = [];
  window.moved = new Set();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const names = entry.sources.map(({ node }) => node?.id || node?.className || node?.nodeName);
      window.shifts.push([entry.value, names]);
    }
  }).observe({ type: "layout-shift", buffered: true });
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    for (const frame of frames) for (const key of Object.keys(frame)) window.moved.add(key);
    return animate.call(this, frames, timing);
  };
}"""


@pytest.mark.parametrize("size", [pytest.param("desktop", marks=long), "phone"])
def test_nothing_shifts_and_only_transform_and_opacity_move(
    harness: PageHarness, new_page: NewPage, size: str
) -> None:
    page = new_page(*SIZES[size], art=IS_DEEP)
    page.context.add_init_script(f"({SHIFTS})()")
    table = ordinary(page, harness)
    for _ in range(4):
        action = usual(table.look()["state"]["round"]["legal"])
        row = "#hand [data-index]" if action.startswith("-") else "#market [data-place]"
        page.locator(f"{row}[data-card='{action[1]}']").first.click()
        with page.expect_response("**/commands"):
            page.locator("[data-play]").click()
        expect(page.locator("#status:not(.is-mine)")).to_be_attached()
        table.act()
        expect(page.locator("#status.is-mine")).to_be_attached()
    wait_for_frame(page)
    assert page.evaluate("shifts") == []
    moved = set(page.evaluate("[...moved]"))
    assert {"transform", "opacity"} <= moved <= {"transform", "opacity", "offset", "easing"}
