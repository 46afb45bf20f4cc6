"""Every page and every main state of the table: axe, boxes and words, in both languages.

By default each state of the table is walked to in French, by night, and measured at the small
sizes, without the drawings. With JAIPUR_DEEP in the environment (run.py page) everything is looked
at in every way: also the other pages, and in English in brackets, where what escaped the catalogue
stands out.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Protocol

import pytest
from playwright.sync_api import Page

from tests.depth import IS_DEEP

from .axe import Examiner, Scheme
from .boxes import CUT, OVER, Measurer
from .conftest import NewPage
from .harness import PageHarness
from .marked import NAMES, NoEnglish, Reader, marking
from .states import LONG_NAME, SIZES, TOURS, WALKS, ordinary, prefer, walk
from .tables import known_server

PARTS = (*WALKS, *TOURS)
PANELS = ("waiting", "invited", "too late", "an unknown")
"""States that are panels on their own page, which may scroll."""
LIKE_ANOTHER = (
    "waiting for a friend",
    "a card to take",
    "camels to take",
    "a sale",
    "an exchange without what is given",
    "picking ahead",
    "my turn after a sale of the other",
    "near the end of the round",
    "next round",
    "typed box",
    "replay [data-help]",
    *(f"tutorial {step}" for step in range(4, 8)),
    *("seven cards and eleven camels, aid off", "seven cards and eleven camels, aid counts"),
)
"""Where axe has nothing to find that it has not found in another state."""
LESS = ("camels to take", "picking ahead", "typed box")
"""What is built like another state, with less in it."""
AXE = ("turns", "rounds", "dialogs")
"""What axe examines, unless all is wanted."""


class Looker(Protocol):
    """Looks at states, and says at the end what it found."""

    def look(self, state: str) -> None:
        """Look at the page in a state."""

    def check(self) -> None:
        """Fail if something was found."""


@dataclass(frozen=True)
class Way:
    """A way to look at everything."""

    language: str
    schemes: tuple[Scheme, ...] = ()
    is_measured: bool = False
    is_marked: bool = False

    def __str__(self) -> str:
        return "words" if self.is_marked else self.language

    def lookers(self, page: Page, part: str) -> Iterator[Looker]:
        """Those who look."""
        if self.schemes and (IS_DEEP or part in AXE):
            yield Examiner(page, self.schemes, "phone" if self.language == "fr" else "desktop")
        if self.is_measured and (part in WALKS or part == "over"):
            yield Measurer(page)
        elif self.is_measured and part == "pages":
            yield Measurer(page, only=OVER, may_scroll=True)
        elif self.is_measured and IS_DEEP:
            yield Measurer(page, only=CUT)  # the coach lies over the table, and lists scroll
        if self.is_marked:
            yield Reader(page)
        elif self.language == "fr":
            yield NoEnglish(page)

    def names(self) -> tuple[str, str]:
        """What the players are called; French is measured with the longest names."""
        if self.is_marked:
            return NAMES
        return (LONG_NAME, "M" * 30) if self.language == "fr" else ("Ana", "Ben")


FRENCH = Way("fr", ("dark",), is_measured=True)
SOME = [(part, FRENCH) for part in (*WALKS, "over")]
ALL = [
    (part, way)
    for part in PARTS
    for way in (
        Way("fr", ("light", "dark"), is_measured=True),
        Way("en", ("light", "dark"), is_measured=True),
        Way("en", is_marked=True),
    )
]


@pytest.fixture(scope="module")
def harness() -> Iterator[PageHarness]:
    with known_server() as serving:
        yield serving


def is_passed_over(looker: Looker, state: str) -> bool:
    """Whether somebody need not look at a state."""
    if isinstance(looker, Measurer) and state.startswith(PANELS):
        return True
    if IS_DEEP:
        return False
    like = {Examiner: LIKE_ANOTHER, Measurer: LESS}.get(type(looker), ())
    return state in like


@pytest.mark.parametrize(("part", "way"), ALL if IS_DEEP else SOME, ids=str)
def test_every_state(harness: PageHarness, new_page: NewPage, part: str, way: Way) -> None:
    with marking(way.language) if way.is_marked else nullcontext():
        page = new_page(*SIZES["desktop"], locale=way.language, has_touch=way.is_measured)
        prefer(page)
        lookers = list(way.lookers(page, part))
        for measurer in (one for one in lookers if isinstance(one, Measurer)):
            ordinary(page, harness)
            measurer.look("a new table")  # where market and dock have to stay
        for state in walk(page, harness, way.names(), part):
            assert page.locator("html").get_attribute("lang") == way.language
            for looker in lookers:
                if not is_passed_over(looker, state):
                    looker.look(state)
    for looker in lookers:
        looker.check()
