"""Two languages, and a third that shows what escaped the catalogue."""

from __future__ import annotations

import gettext
import http.client
import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import run
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from playwright.sync_api import Page, expect

from jaipur.session import lesson
from jaipur.texts import texts
from jaipur.web import pages
from jaipur.web.rules_page import rules_html

from .conftest import NewPage
from .house import PageHouse
from .states import EVERYTHING, TOURS, WALKS, known_house, prefer, tour, walk

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "jaipur" / "web" / "static"
NAMES = ("Zoé", "Ünal")
LEFT, RIGHT = "⟦", "⟧"
PLAIN = (
    *NAMES,
    rules_html("fr").title,
    *("Jaipur", "Français", "English"),
    *("Random", "Greedy", "Novice", "Merchant", "Trader"),
    *("Esc", "Enter", "Ctrl", "Home", "End", "PgUp", "PgDn"),
)
"""What is the same in every language, beside numbers, letters and notation."""
NO_WORD = re.compile(r"\b[^\W\d_]{2,}\b")
CODE = re.compile(
    r"\b(?=[0-9a-f]*\d)[0-9a-f]{6,}\b|[+\-−]?[DGSCPLK]{1,7}(?:[\-−][DGSCPLK]{1,7})?|\bR\d+\b|https?:\S+"
)
VISIBLE = """() => {
  const found = [["title", document.title]];
  const say = (where, text) => text?.trim() && found.push([where, text.trim()]);
  const attributes = ["aria-label", "title", "placeholder", "alt", "aria-description",
    "aria-valuetext", "aria-roledescription"];
  const ours = "script, noscript, style, svg, code, .when, "
    + ".rulebook, .contents ol, .contents-fold ol, .advice";
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement, data } = texts.currentNode;
    if (!parentElement.closest(ours)) say(parentElement.className || parentElement.tagName, data);
  }
  for (const element of document.querySelectorAll("*")) {
    if (element.closest(ours)) continue;
    for (const name of attributes) say(name, element.getAttribute(name));
  }
  say("description", document.querySelector("meta[name=description]").content);
  return found;
}"""
"""Everything a page says. The rules and the advice are documents of their own in each language;
commands are the same in all; and the browser says by itself how long ago something was."""


class Marked(gettext.NullTranslations):
    """A language in which every sentence is the English one in brackets."""

    def __init__(self, known: dict[Any, str]) -> None:
        super().__init__()
        self._catalog = {
            key: f"{LEFT}{key if isinstance(key, str) else key[0]}{RIGHT}" if key else ""
            for key in known
        }

    def gettext(self, message: str) -> str:
        """The sentence in brackets, if it is in the catalogue."""
        return self._catalog.get(message, message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        """One of two sentences in brackets."""
        return self._catalog.get((one, 0), one if n < 2 else many)


@pytest.fixture(scope="module")
def house() -> Iterator[PageHouse]:
    with known_house() as serving:
        yield serving


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """French is the marked language while this lasts."""
    french = texts("fr")
    known = french._catalogue._catalog  # type: ignore[attr-defined]  # gettext has no other way
    monkeypatch.setattr(french, "_catalogue", Marked(known))
    forget()
    yield
    monkeypatch.undo()
    forget()


def forget() -> None:
    """Pages are made once for each language: make them again."""
    pages.rendered.cache_clear()
    lesson._lesson.cache_clear()


def escaped(said: list[tuple[str, str]]) -> set[str]:
    """The words that stand outside of all brackets and are no name, number or notation."""
    found = set()
    for where, text in said:
        rest = text
        while (
            LEFT in rest
            and (shorter := re.sub(rf"{LEFT}[^{LEFT}{RIGHT}]*{RIGHT}", " ", rest)) != rest
        ):
            rest = shorter
        for name in PLAIN:
            rest = rest.replace(name, " ")
        if NO_WORD.search(CODE.sub(" ", rest)):
            found.add(f"{where}: {text}")
    return found


class Reader:
    """Reads everything on a page; what escaped the catalogue is kept for the end."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.escaped: dict[str, str] = {}
        self.marked = 0

    def look(self, state: str) -> None:
        """Read a state."""
        said = self.page.evaluate(VISIBLE)
        self.marked += sum(LEFT in text for _, text in said)
        for text in escaped(said):
            self.escaped.setdefault(text, state)

    def check(self) -> None:
        """Nothing escaped."""
        assert self.marked > 100
        assert not self.escaped, "\n".join(f"{text}  [{at}]" for text, at in self.escaped.items())


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize("part", [*list(WALKS)[: None if EVERYTHING else -1], *TOURS])
def test_no_text_escaped_the_catalogue(house: PageHouse, new_page: NewPage, part: str) -> None:
    page = new_page(locale="fr-FR")
    prefer(page)
    read = Reader(page)
    for state in (walk if part in WALKS else tour)(page, house, NAMES, part):
        read.look(state)
    read.check()


@pytest.mark.parametrize("part", TOURS if EVERYTHING else ("pages",))
def test_no_english_is_left_on_a_french_page(
    house: PageHouse, new_page: NewPage, part: str
) -> None:
    known = texts("fr").catalogue()
    english = {
        one for one, said in known.items() if said != one and "{" not in one and len(one) > 3
    }
    french = {
        part for said in known.values() for part in ([said] if isinstance(said, str) else said)
    }
    page = new_page(locale="fr-FR")
    prefer(page)
    found: dict[str, str] = {}
    for state in tour(page, house, NAMES, part):
        assert page.locator("html").get_attribute("lang") == "fr"
        for _, text in page.evaluate(VISIBLE):
            if text in english - french:
                found.setdefault(text, state)
    assert not found


# The catalogue on the page


def sentences_of_scripts() -> set[tuple[str, ...]]:
    """Every sentence that the scripts can say, as Babel finds them."""
    keywords: dict[str, tuple[int, ...] | None] = {"_": None, "count": (1, 2)}
    with (ROOT / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]  # no types
    found = extract_from_dir(STATIC, methods, options, keywords)
    return {(one[2],) if isinstance(one[2], str) else tuple(one[2]) for one in found}


def test_the_keywords_are_those_of_the_catalogue() -> None:
    assert {"_", "count:1,2"} <= set(run.KEYWORDS)


@pytest.mark.parametrize(
    "path", ["/", "/t/0123456789abcdef", "/learn", "/t/0123456789abcdef/replay"]
)
def test_a_page_brings_every_sentence_its_scripts_say(
    house: PageHouse, page: Page, path: str
) -> None:
    page.goto(f"{path}?lang=fr")
    brought = json.loads(page.locator("#page").text_content() or "")
    sentences = sentences_of_scripts()
    assert len(sentences) > 150
    missing = [one for one in sentences if one[0] not in brought["texts"]]
    assert not missing
    for one in sentences:
        assert isinstance(brought["texts"][one[0]], list if len(one) == 2 else str), one
    assert "" not in brought["texts"]  # the head of the catalogue


def test_counting_on_the_page(house: PageHouse, page: Page) -> None:
    script = """async ([one, many]) => {
      const page = JSON.parse(document.getElementById("page").textContent);
      const { count } = await import(page.static + "/js/core/texts.js");
      return [0, 1, 2].map((n) => count(one, many, n));
    }"""
    one, many = next(pair for pair in sentences_of_scripts() if pair[0] == "{n} seal")
    for language in ("en", "fr"):
        page.goto(f"/move?lang={language}")
        said = page.evaluate(script, [one, many])
        assert said == [texts(language).count(one, many, n) for n in (0, 1, 2)]
        assert (said[0].replace("0", "1") == said[1]) == (language == "fr")


# Which language


def language_of(house: PageHouse, path: str = "/", **headers: str) -> str:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(http.client.HTTPConnection(house.url.removeprefix("http://"))) as connection:
        connection.request("GET", path, headers=sent)
        text = connection.getresponse().read().decode()
    found = re.search(r'<html lang="(\w+)"', text)
    assert found
    return found[1]


def test_the_language_is_chosen_remembered_or_that_of_the_browser(house: PageHouse) -> None:
    assert language_of(house) == "en"
    assert language_of(house, Accept_Language="fr-CH, de;q=0.9, en;q=0.8") == "fr"
    assert language_of(house, Accept_Language="de, en;q=0.8, fr;q=0.9") == "fr"
    assert language_of(house, Accept_Language="de") == "en"
    assert language_of(house, Accept_Language="en", Cookie="jaipur_language=fr") == "fr"
    assert language_of(house, Accept_Language="en", Cookie="jaipur_language=xx") == "en"
    assert language_of(house, "/?lang=en", Cookie="jaipur_language=fr") == "en"
    assert language_of(house, "/?lang=xx", Accept_Language="fr") == "fr"


def test_a_language_once_chosen_stays(house: PageHouse, page: Page) -> None:
    page.goto("/rules")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("navigation").get_by_role("link", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    for path in ("/", "/learn", "/t/0123456789abcdef"):
        page.goto(path)
        expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.goto("/rules")
    page.get_by_role("navigation").get_by_role("link", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_what_the_server_refuses_is_said_in_the_language_of_the_page(
    house: PageHouse, page: Page
) -> None:
    page.goto("/t/0123456789abcdef?lang=fr")
    shown = page.locator("#waiting .state-panel")
    expect(shown).to_be_visible()
    assert "table" in shown.inner_text()
    assert "No table" not in shown.inner_text()
