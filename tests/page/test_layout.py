"""Where things lie: nothing scrolls, nothing is cut off, nothing moves that should stay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import NewPage
from .house import PageHouse
from .states import (
    EVERYTHING,
    LONG_NAME,
    SIZES,
    WALKS,
    Person,
    Table,
    caravan,
    known_house,
    market,
    open_table,
    prefer,
    usual,
    walk,
)

TOUCH = ("phone", "landscape", "tablet")
TOUCH_PX = 44
ORDER = ["status", "opponent", "tokens", "market", "dock", "hand", "log"]
ROWS = {
    "desktop": {"status": 44, "opponent": 52, "market": 150, "dock": 110, "hand": 140},
    "low": {"status": 44, "opponent": 52, "market": 150, "dock": 110, "hand": 140},
    "phone": {"status": 48, "opponent": 48, "market": 104, "dock": 136},
}
COLUMNS = {"desktop": {"tokens": 220, "market": 800, "log": 236}, "landscape": {"tokens": 200}}
CARDS = {
    "desktop": ((96, 136), (84, 118)),
    "low": ((96, 136), (84, 118)),
    "phone": ((66, 96), (48, 76)),
}
SAME_PLACE = ["market", "dock"]

FAULTS = Path(__file__).with_name("faults.js").read_text()
BOXES = """(names) => Object.fromEntries(names.map((name) => {
  const { left, top, width, height } = document.getElementById(name).getBoundingClientRect();
  return [name, [left, top, width, height].map((n) => Math.round(n * 100) / 100)];
}))"""
DRAWN = """async (height) => {
  const drawn = () => getComputedStyle(document.documentElement)
    .getPropertyValue("--visible-height") === `${height}px`;
  while (!drawn()) await new Promise(requestAnimationFrame);
}"""
MEASURE = f"""async ([height, touch, names]) => {{
  await ({DRAWN})(height);
  const isTable = document.querySelector("#market .place")?.checkVisibility();
  return [({FAULTS})(touch), isTable ? ({BOXES})(names) : null];
}}"""


@pytest.fixture(scope="module")
def house() -> Iterator[PageHouse]:
    with known_house() as serving:
        yield serving


def resize(page: Page, size: str) -> None:
    """Another size, and the table drawn at it."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(DRAWN, height)


def ordinary(page: Page, house: PageHouse) -> Table:
    """A table at the start of a match, shown on the page."""
    table = Table.between(Person.of(page, house), Person(house.url))
    open_table(page, table)
    return table


SMALL = ("phone", "landscape")
"""Where most goes wrong: measured in every state."""


class Measurer:
    """Measures a page at every size; what is wrong is kept for the end."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sizes = list(SIZES)
        self.looks = 0
        self.wrong: dict[str, list[str]] = {}
        self.boxes: dict[str, dict[str, str]] = {size: {} for size in SIZES}
        """Where market and dock were, by size, and in which state they were first seen there."""

    def look(self, state: str) -> None:
        """Measure a state: at the small sizes and one of the larger in turn, or at all of them."""
        self.sizes.reverse()
        self.looks += 1
        larger = [size for size in self.sizes if size not in SMALL]
        left_out = () if EVERYTHING else set(larger) - {larger[self.looks % len(larger)]}
        for size in (size for size in self.sizes if size not in left_out):
            width, height = SIZES[size]
            self.page.set_viewport_size({"width": width, "height": height})
            touch = TOUCH_PX if size in TOUCH else 0
            faults, boxes = self.page.evaluate(MEASURE, [height, touch, SAME_PLACE])
            for fault in faults:
                self.wrong.setdefault(f"{size}: {fault}", []).append(state)
            if boxes:
                self.boxes[size].setdefault(str(boxes), state)

    def check(self) -> None:
        """Nothing was wrong, and market and dock never moved."""
        said = [f"{fault}  [{', '.join(states[:3])}]" for fault, states in self.wrong.items()]
        assert not said, "\n".join(sorted(said))
        for size, boxes in self.boxes.items():
            assert len(boxes) == 1, (size, boxes)


LIKE_ANOTHER = ("camels to take", "picking ahead", "typed box")
"""What is built like another state, with less in it."""


WALKED = [("fr-FR", part) for part in WALKS]
WALKED += [("en-GB", part) for part in WALKS] if EVERYTHING else []


@pytest.mark.parametrize(("locale", "part"), WALKED)
def test_nothing_scrolls_or_is_cut_off_and_market_and_dock_stay(
    house: PageHouse, new_page: NewPage, locale: str, part: str
) -> None:
    """Every state in French, whose words are longer; with JAIPUR_ALL_STATES in English too."""
    names = ("Ana", "Ben") if locale == "en-GB" else (LONG_NAME, "M" * 30)
    page = new_page(locale=locale, has_touch=True)
    prefer(page)
    measured = Measurer(page)
    ordinary(page, house)
    measured.look("a new table")
    for state in walk(page, house, names, part):
        if state.startswith(("waiting", "invited", "too late", "an unknown")):
            continue  # panels on their own page, which may scroll
        if state not in LIKE_ANOTHER or EVERYTHING:
            measured.look(state)
    measured.check()


def test_the_sizes_of_rows_columns_and_cards(house: PageHouse, new_page: NewPage) -> None:
    page = new_page()
    prefer(page)
    ordinary(page, house)
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


def test_the_order_of_the_document_is_that_of_the_information(
    house: PageHouse, new_page: NewPage
) -> None:
    page = new_page()
    prefer(page)
    ordinary(page, house)
    assert page.eval_on_selector_all("#table > section", "all => all.map((one) => one.id)") == ORDER


@pytest.mark.parametrize("narrow", [(320, 640, 1), (360, 640, 1), (640, 360, 2)])
def test_narrow_or_enlarged_a_page_scrolls_down_and_never_sideways(
    house: PageHouse, new_page: NewPage, narrow: tuple[int, int, int]
) -> None:
    width, height, scale = narrow
    page = new_page(width, height, device_scale_factor=scale, locale="fr-FR")
    prefer(page)
    table = caravan(page, house, LONG_NAME, "M" * 30, memory_aid="full")
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
        wide = page.evaluate(
            """() => [...document.querySelectorAll("body *")].filter((one) => {
              const box = one.getBoundingClientRect();
              return box.width && box.right > innerWidth + 0.5 && one.checkVisibility()
                && !one.closest("svg, .skip, .visually-hidden");
            }).map((one) => one.id || one.className)"""
        )
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, wide)


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


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_nothing_shifts_and_only_transform_and_opacity_move(
    house: PageHouse, new_page: NewPage, size: str
) -> None:
    page = new_page(*SIZES[size])
    page.context.add_init_script(f"({SHIFTS})()")
    table = ordinary(page, house)
    for _ in range(4):
        action = usual(table.look()["state"]["round"]["legal"])
        row = "#hand [data-index]" if action.startswith("-") else "#market [data-place]"
        page.locator(f"{row}[data-card='{action[1]}']").first.click()
        page.locator("[data-play]").click()
        expect(page.locator("#status:not(.is-mine)")).to_be_attached()
        table.act()
        expect(page.locator("#status.is-mine")).to_be_attached()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert page.evaluate("shifts") == []
    moved = set(page.evaluate("[...moved]"))
    assert {"transform", "opacity"} <= moved <= {"transform", "opacity", "offset", "easing"}
