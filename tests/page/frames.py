"""Waits for what a page draws: in vain where Chromium has stopped drawing, but never for ever."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.patience import PATIENCE

NEXT_FRAME = """(patience) => new Promise((done, fail) => {
  const late = () => fail(new Error("Chromium has stopped drawing this page."));
  const timer = setTimeout(late, patience);
  requestAnimationFrame(() => { clearTimeout(timer); setTimeout(done); });
})"""
HAS_HEIGHT = """([height, layout]) => {
  const root = document.documentElement;
  const shown = getComputedStyle(root).getPropertyValue("--visible-height");
  return shown === `${height}px` && (layout === null || root.dataset.layout === layout);
}"""
HAS_SIZE = "([width, height]) => innerWidth === width && innerHeight === height"
POLL_MS = 20


def wait_for_frame(page: Page) -> None:
    """Wait until the page was drawn once more."""
    page.evaluate(NEXT_FRAME, PATIENCE * 1000)


def set_size(page: Page, width: int, height: int) -> None:
    """Give the page a size, and wait until it was drawn so."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(HAS_SIZE, arg=[width, height], polling=POLL_MS)
    wait_for_frame(page)


def wait_for_height(page: Page, height: int, layout: str | None = None) -> None:
    """Wait until the page has taken note of its height, and has a layout if one is named."""
    # The clock is asked, not the frames: without frames it would be asked never.
    page.wait_for_function(HAS_HEIGHT, arg=[height, layout], polling=POLL_MS)
