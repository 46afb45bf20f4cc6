"""Our fonts: their characters, how they are served, and that nothing moves when they load."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.page import FONT_LIMIT_BYTES
from fontTools.ttLib import TTFont
from playwright.sync_api import Page, Route, expect

from jaipur.web.assets import assets
from tests.depth import long

from .conftest import NewPage
from .frames import wait_for_frame
from .harness import PageHarness
from .states import SIZES, ordinary, prefer
from .tables import known_server
from .test_layout import SHIFTS
from .test_styles import SHEETS, STATIC, WEB, css, declarations
from .widths import DEJAVU, FONTS, stretched

FILES = sorted(FONTS.glob("*.woff2"))
ROOT = Path(__file__).parents[2]
LINES = {"\n", "\t"}
FAMILY = re.compile(r"var\(--font-(?:title|text)\)$|^inherit$")
FALLBACKS = ['16px "Hind by DejaVu"', '600 16px "Hind by DejaVu"', '700 16px "Eczar by DejaVu"']
LITTLE = 0.02
"""A fifth of what is held to be good (CLS)."""


@pytest.fixture(scope="module")
def harness() -> Iterator[PageHarness]:
    with known_server() as serving:
        yield serving


def said() -> Iterator[Path]:
    """Every file with words that a page can show."""
    yield from (WEB / "templates").glob("*.html")
    yield from STATIC.rglob("*.js")
    yield from SHEETS
    yield from (WEB.parent / "texts").rglob("*.po")
    yield from (ROOT / "docs" / name for name in ("rules.md", "regles.md"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_character_a_page_can_say_is_in_the_font(path: Path) -> None:
    known = set(map(chr, TTFont(path).getBestCmap())) | LINES
    missing = {file.name: "".join(set(file.read_text()) - known) for file in said()}
    assert len(missing) > 50
    assert not {name: lacking for name, lacking in missing.items() if lacking}


def test_the_fonts_are_light_and_free() -> None:
    assert {path.stem for path in FILES} == set(DEJAVU)
    assert sum(path.stat().st_size for path in FILES) <= FONT_LIMIT_BYTES
    for family in {path.stem.partition("-")[0] for path in FILES}:
        licence = (FONTS / f"{family}-OFL.txt").read_text()
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence
        assert "with Reserved Font Name" not in licence.partition("PREAMBLE")[0]


def test_figures_of_sentences_stand_in_columns() -> None:
    for path in FILES:
        if path.stem.startswith("hind"):
            font = TTFont(path)
            names = [font.getBestCmap()[ord(figure)] for figure in "0123456789"]
            assert len({font["hmtx"][name][0] for name in names}) == 1


def test_every_rule_names_one_of_the_two_families() -> None:
    for path in SHEETS:
        for selector, name, value in declarations(css(path)):
            if name in ("font", "font-family") and selector != "@font-face":
                assert FAMILY.search(value), (path.name, selector, value)
    assert "font-family" not in (STATIC / "art.svg").read_text()


def test_a_page_asks_for_each_font_once_and_at_once(new_page: NewPage) -> None:
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    page.evaluate("document.fonts.ready")
    fonts = [url.partition(assets().digest + "/")[2] for url in asked if url.endswith(".woff2")]
    assert sorted(fonts) == assets().fonts()
    first = next(at for at, url in enumerate(asked) if url.endswith(".css"))
    assert all(url.endswith(".woff2") for url in asked[first - len(fonts) : first]), asked
    ours = "[...document.fonts].filter((font) => /^\\W*(Eczar|Hind)\\W*$/.test(font.family))"
    assert page.evaluate(f"{ours}.map((font) => font.status)") == ["loaded"] * len(FILES)


class Late:
    """Lets a page show itself without our fonts, on a machine that has DejaVu, until they come."""

    def __init__(self, page: Page) -> None:
        self._held: list[Route] = []
        page.route("**/fonts/*.woff2", self._hold)
        page.route("**/css/fonts.css", self._with_dejavu)
        page.route("**/*.dejavu", self._dejavu)

    def _hold(self, route: Route) -> None:
        self._held.append(route)

    def _with_dejavu(self, route: Route) -> None:
        """The machine's own fonts are as DejaVu is, whatever they are."""
        files = {"Serif Bold": "eczar-700", "Sans": "hind-400", "Sans Bold": "hind-600"}
        text = (STATIC / "css" / "fonts.css").read_text()
        for name, file in files.items():
            text = text.replace(f'local("DejaVu {name}")', f'url("{file}.dejavu")')
        text = re.sub(r'local\("[^"]+"\)', 'local("no such font")', text)
        route.fulfill(body=text, content_type="text/css")

    def _dejavu(self, route: Route) -> None:
        name = Path(route.request.url).stem
        route.fulfill(body=stretched(name, DEJAVU[name]))

    def come(self, page: Page) -> None:
        """Now our fonts are there."""
        assert len(self._held) >= len(FILES)
        for route in self._held:
            route.continue_()
        settled(page, loaded=2 * len(FILES))


def settled(page: Page, loaded: int) -> None:
    """So many fonts are there, and the page was painted with them."""
    count = "[...document.fonts].filter((font) => font.status === 'loaded').length"
    page.wait_for_function(f"(loaded) => {count} >= loaded", arg=loaded)
    wait_for_frame(page)


@pytest.mark.parametrize(
    ("path", "size"),
    [
        pytest.param("/", "desktop", marks=long),
        ("/", "phone"),
        pytest.param("/rules", "phone", marks=long),
        ("table", "phone"),
    ],
)
def test_nothing_moves_when_the_fonts_come(
    harness: PageHarness, new_page: NewPage, path: str, size: str
) -> None:
    page = new_page(*SIZES[size], locale="fr")
    prefer(page)
    page.context.add_init_script(f"({SHIFTS})()")
    if path == "table":
        path = f"/t/{ordinary(page, harness).id}"
    late = Late(page)
    page.goto(path, wait_until="domcontentloaded")
    expect(page.locator("#hand [data-index], .rulebook, #ladder li").first).to_be_visible()
    page.evaluate(f"() => Promise.all({FALLBACKS}.map((font) => document.fonts.load(font)))")
    settled(page, loaded=len(FILES))
    before = page.evaluate("shifts.length")
    late.come(page)
    shifts = page.evaluate("shifts")[before:]
    assert sum(value for value, _ in shifts) < LITTLE, shifts
