"""Measures the layout of an open page, at every size."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.depth import IS_DEEP

from .frames import wait_for_height
from .states import SIZES
from .widths import WIDTHS, other_fonts

NARROW = {"narrow": (360, 640), "narrowest": (320, 568), "small tablet": (700, 1180)}
"""More sizes to look at; below 390 pixels a page may scroll down."""
ALL_SIZES = SIZES | NARROW
MAY_SCROLL_PX = 390
TOUCH = ("phone", "landscape", "tablet")
TOUCH_PX = 44
SAME_PLACE = ["market", "dock"]
FAULTS = Path(__file__).with_name("faults.js").read_text().rstrip().removesuffix(";")
BOXES = """(names) => Object.fromEntries(names.map((name) => {
  const { left, top, width, height } = document.getElementById(name).getBoundingClientRect();
  return [name, [left, top, width, height].map((n) => Math.round(n * 100) / 100)];
}))"""
MEASURE = f"""async ([touch, mayScroll, names, fonts]) => {{
  const found = [];
  for (const font of fonts) {{
    await showFonts(font);
    const isTable = document.querySelector("#market .place")?.checkVisibility();
    found.push([font, ({FAULTS})(touch, mayScroll), isTable ? ({BOXES})(names) : null]);
  }}
  return found;
}}"""
SMALL = ("phone", "landscape", "narrow")
"""Where most goes wrong: measured in every state, and with the widest font as well as with ours."""
CUT = ("is cut", "sideways", "larger than it", "overflows")
"""Words in faults that say that something cannot be read."""
OVER = ("written over", "drawn over", "is cropped", "the page scrolls sideways")
"""Words in faults that say that things lie over each other."""
OURS = "ours"
OTHERS = tuple(WIDTHS) if IS_DEEP else ("wide",)


class Measurer:
    """Measures a page at every size; what is wrong is kept for the end."""

    def __init__(self, page: Page, only: tuple[str, ...] = (), *, may_scroll: bool = False) -> None:
        self.page = page
        self.only = only
        """If not empty, the words of the faults that count."""
        self.may_scroll = may_scroll
        page.context.add_init_script(other_fonts(*OTHERS))
        self.sizes = list(ALL_SIZES)
        self.looks = 0
        self.wrong: dict[str, list[str]] = {}
        self.boxes: dict[str, dict[str, str]] = {size: {} for size in ALL_SIZES}
        """Where market and dock were, by size, and in which state they were first seen there."""

    def look(self, state: str) -> None:
        """Measure a state: the first at all sizes, then at the small ones."""
        self.sizes.reverse()
        self.looks += 1
        is_whole = IS_DEEP or self.looks == 1
        for size in (size for size in self.sizes if is_whole or size in SMALL):
            width, height = ALL_SIZES[size]
            self.page.set_viewport_size({"width": width, "height": height})
            wait_for_height(self.page, height)
            touch = TOUCH_PX if size in TOUCH else 0
            is_all = (IS_DEEP or size in SMALL) and not (self.only and size in NARROW)
            fonts = [OURS, *OTHERS] if is_all else [OURS]
            may_scroll = self.may_scroll or width < MAY_SCROLL_PX
            asked = [touch, may_scroll, SAME_PLACE, fonts]
            for font, faults, boxes in self.page.evaluate(MEASURE, asked):
                for fault in faults:
                    if not self.only or any(words in fault for words in self.only):
                        self.wrong.setdefault(f"{size}, {font}: {fault}", []).append(state)
                if boxes and not self.only and not may_scroll:
                    self.boxes[size].setdefault(str(boxes), state)

    def check(self) -> None:
        """Nothing was wrong, and market and dock never moved."""
        said = [f"{fault}  [{', '.join(states[:3])}]" for fault, states in self.wrong.items()]
        assert self.looks
        assert not said, "\n".join(sorted(said))
        for size, boxes in self.boxes.items():
            is_fixed = not self.only and ALL_SIZES[size][0] >= MAY_SCROLL_PX
            assert len(boxes) == is_fixed, (size, boxes)
