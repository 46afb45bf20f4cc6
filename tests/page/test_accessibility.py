"""axe finds nothing: on every page and in every main state, in both languages, by day and night."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from axe_playwright_python.base import (  # type: ignore[import-untyped]  # it has no types
    AXE_SCRIPT,
)
from playwright.sync_api import Page

from .conftest import NewPage
from .house import PageHouse
from .states import EVERYTHING, SIZES, TOURS, WALKS, known_house, prefer, tour, walk

Scheme = Literal["light", "dark"]
RUN = """async (options) => {
  const dialog = document.querySelector("dialog[open]"); // everything else is out of reach then
  const where = dialog ? { include: [["dialog[open]"]] } : { exclude: [["svg.art"]] };
  const { violations } = await axe.run(where, { resultTypes: ["violations"], ...options });
  const said = ({ target, any }) => `${target.join(" ")} (${any.map((one) => one.message)})`;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(said).join("; ")}`);
}"""
LIKE_ANOTHER = (
    "waiting for a friend",
    "a card to take",
    "camels to take",
    "picking ahead",
    "my turn after a sale of the other",
    "near the end of the round",
    "next round",
    "typed box",
    "replay [data-help]",
    *(f"tutorial {step}" for step in range(4, 8)),
    *("seven cards and eleven camels, aid off", "seven cards and eleven camels, aid counts"),
)
"""What has nothing to find that another state has not."""
CONTRAST = {"runOnly": ["color-contrast"]}
"""What can depend on the theme; everything else is the same by day and by night."""


@pytest.fixture(scope="module")
def house() -> Iterator[PageHouse]:
    with known_house() as serving:
        yield serving


class Examiner:
    """Looks at a page as it is, by day and by night."""

    def __init__(self, page: Page, schemes: tuple[Scheme, ...]) -> None:
        self.page = page
        self.schemes = schemes
        self.found: set[str] = set()
        self.seen: list[str] = []

    def look(self, state: str) -> None:
        """Examine a state; what is found is kept for the end, so that all of it is known."""
        self.seen.append(state)
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        for scheme in self.schemes:
            self.page.emulate_media(color_scheme=scheme)
            options: dict[str, Any] = {} if scheme == self.schemes[0] else CONTRAST
            for violation in self.page.evaluate(RUN, options):
                self.found.add(f"{state}, {scheme}: {violation}")

    def check(self) -> None:
        """Nothing was found."""
        assert not self.found, "\n".join(sorted(self.found))


def examiner(new_page: NewPage, language: str) -> Examiner:
    """English on a desktop by day, French on a phone by night.

    So each state is seen in both languages, at both sizes and in both themes; with
    JAIPUR_ALL_STATES in the environment (run.py page), in both themes each time.
    """
    size, locale = {"en": ("desktop", "en-GB"), "fr": ("phone", "fr-FR")}[language]
    page = new_page(*SIZES[size], locale=locale)
    prefer(page)
    schemes: tuple[Scheme, ...] = ("light",) if language == "en" else ("dark",)
    return Examiner(page, ("light", "dark") if EVERYTHING else schemes)


def examine(new_page: NewPage, language: str, states: Callable[[Page], Iterator[str]]) -> None:
    """Nothing is found in any of the states."""
    examined = examiner(new_page, language)
    for state in states(examined.page):
        assert examined.page.locator("html").get_attribute("lang") == language
        if state not in LIKE_ANOTHER or EVERYTHING:
            examined.look(state)
    assert len(examined.seen) > 2
    examined.check()


# The main states of the table in both languages, the rest in one of them, unless all is wanted.
SOME = {"en": ("turns", "rounds", "elsewhere"), "fr": ("turns", "rounds", "dialogs")}
WALKED = [(spoken, part) for spoken in SOME for part in (WALKS if EVERYTHING else SOME[spoken])]
TOURED = [("en", part) for part in TOURS]
TOURED += [("fr", part) for part in (TOURS if EVERYTHING else ("pages", "tutorial"))]


@pytest.mark.parametrize(("language", "part"), WALKED)
def test_the_table(house: PageHouse, new_page: NewPage, language: str, part: str) -> None:
    examine(new_page, language, lambda page: walk(page, house, ("Ana", "Ben"), part))


@pytest.mark.parametrize(("language", "part"), TOURED)
def test_the_pages(house: PageHouse, new_page: NewPage, language: str, part: str) -> None:
    examine(new_page, language, lambda page: tour(page, house, ("Ana", "Ben"), part))
