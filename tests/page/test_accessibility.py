"""axe finds nothing: on every page and in every main state, in both languages, by day and night."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from axe_playwright_python.base import (  # type: ignore[import-untyped]  # it has no types
    AXE_SCRIPT,
)
from playwright.sync_api import Page, expect

from .conftest import NewPage
from .house import PageHouse
from .states import SIZES, click, close, finished, known_house, open_table, prefer, step_on, walk

LANGUAGES = ("en", "fr")
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
RUN = """async (options) => {
  const dialog = document.querySelector("dialog[open]"); // everything else is out of reach then
  const where = dialog ? { include: [["dialog[open]"]] } : { exclude: [["svg.art"]] };
  const { violations } = await axe.run(where, { resultTypes: ["violations"], ...options });
  const said = ({ target, any }) => `${target.join(" ")} (${any.map((one) => one.message)})`;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(said).join("; ")}`);
}"""
LIKE_ANOTHER = (
    "waiting for a friend",
    "camels to take",
    "picking ahead",
    "near the end of the round",
    "next round",
    "typed box",
)
CONTRAST = {"runOnly": ["color-contrast"]}
"""What can depend on the theme; everything else is the same by day and by night."""


@pytest.fixture
def house() -> Iterator[PageHouse]:
    with known_house() as serving:
        yield serving


class Examiner:
    """Looks at a page as it is, by day and by night."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: set[str] = set()
        self.seen: list[str] = []

    def look(self, state: str) -> None:
        """Examine a state; what is found is kept for the end, so that all of it is known."""
        self.seen.append(state)
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        for scheme in SCHEMES:
            self.page.emulate_media(color_scheme=scheme)
            options: dict[str, Any] = {} if scheme == "light" else CONTRAST
            for violation in self.page.evaluate(RUN, options):
                self.found.add(f"{state}, {scheme}: {violation}")

    def check(self) -> None:
        """Nothing was found."""
        assert not self.found, "\n".join(sorted(self.found))


def examiner(new_page: NewPage, language: str) -> Examiner:
    """English on a desktop, French on a phone: both languages and both sizes are seen."""
    size, locale = {"en": ("desktop", "en-GB"), "fr": ("phone", "fr-FR")}[language]
    page = new_page(*SIZES[size], locale=locale)
    prefer(page)
    return Examiner(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table(house: PageHouse, new_page: NewPage, language: str) -> None:
    examined = examiner(new_page, language)
    for state in walk(examined.page, house):
        assert examined.page.locator("html").get_attribute("lang") == language
        if state not in LIKE_ANOTHER:
            examined.look(state)
    assert len(examined.seen) > 25
    examined.check()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages(house: PageHouse, new_page: NewPage, language: str) -> None:
    examined = examiner(new_page, language)
    page = examined.page
    over = finished(page, house)
    page.goto("/")
    expect(page.locator("#ladder li").first).to_be_visible()
    expect(page.locator("#mine")).to_be_visible()
    click(page, "#options summary")
    examined.look("home")
    for path in ("/rules", "/move", "/move#link=0123456789abcdef", "/nowhere"):
        page.goto(path)
        examined.look(path)
    open_table(page, over)
    expect(page.locator("#over")).to_be_visible()
    examined.look("over")
    click(page, '#over button:has(use[href="#icon-shield"])')
    examined.look("check of the deals")
    close(page)
    click(page, '#over button:has(use[href="#icon-share"])')
    examined.look("share")
    close(page)
    page.goto(f"/t/{over.id}/replay")
    expect(page.locator(".replay-slider")).to_be_visible()
    examined.look("replay")
    page.keyboard.press("End")
    examined.look("end of the replay")
    click(page, "[data-menu]")
    examined.look("menu of the replay")
    page.goto("/t/0123456789abcdef/replay")
    expect(page.locator("#trouble")).to_be_visible()
    examined.look("replay of nothing")
    examined.check()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tutorial(house: PageHouse, new_page: NewPage, language: str) -> None:
    examined = examiner(new_page, language)
    page = examined.page
    page.goto("/learn")
    expect(page.locator("#coach h2")).to_be_visible()
    for step in range(6):
        examined.look(f"tutorial {step}")
        step_on(page)
    examined.check()
