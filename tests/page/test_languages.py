"""Two languages, and a pseudo-language that reveals untranslated text."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import run
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from playwright.sync_api import Page, expect

from jaipur.texts import texts

from .harness import PageHarness
from .states import open_table, prefer
from .tables import Person, Table, known_server

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "jaipur" / "web" / "static"


@pytest.fixture(scope="module")
def harness() -> Iterator[PageHarness]:
    with known_server() as serving:
        yield serving


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
    harness: PageHarness, page: Page, path: str
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


def test_counting_on_the_page(harness: PageHarness, page: Page) -> None:
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


def language_of(harness: PageHarness, path: str = "/", **headers: str) -> str:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(http.client.HTTPConnection(harness.url.removeprefix("http://"))) as connection:
        connection.request("GET", path, headers=sent)
        text = connection.getresponse().read().decode()
    found = re.search(r'<html lang="(\w+)"', text)
    assert found
    return found[1]


def test_the_language_is_chosen_remembered_or_that_of_the_browser(harness: PageHarness) -> None:
    assert language_of(harness) == "en"
    assert language_of(harness, Accept_Language="fr-CH, de;q=0.9, en;q=0.8") == "fr"
    assert language_of(harness, Accept_Language="de, en;q=0.8, fr;q=0.9") == "fr"
    assert language_of(harness, Accept_Language="de") == "en"
    assert language_of(harness, Accept_Language="en", Cookie="jaipur_language=fr") == "fr"
    assert language_of(harness, Accept_Language="en", Cookie="jaipur_language=xx") == "en"
    assert language_of(harness, "/?lang=en", Cookie="jaipur_language=fr") == "en"
    assert language_of(harness, "/?lang=xx", Accept_Language="fr") == "fr"


def test_a_language_once_chosen_stays(harness: PageHarness, page: Page) -> None:
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
    harness: PageHarness, page: Page
) -> None:
    page.goto("/t/0123456789abcdef?lang=fr")
    shown = page.locator("#waiting .state-panel")
    expect(shown).to_be_visible()
    assert "table" in shown.inner_text()
    assert "No table" not in shown.inner_text()


def test_what_happens_is_told_in_the_language_of_the_page(harness: PageHarness, page: Page) -> None:
    prefer(page)
    table = Table.between(Person.of(page, harness), Person(harness.url))
    open_table(page, table, "fr")
    table.act("+G")
    last = page.locator("#log .log-line").first
    expect(last).to_contain_text(re.compile(r"^Vous avez pris de l’or\s; le marché reçoit "))
    table.act()
    expect(last).to_contain_text(re.compile("^Ben a "))
