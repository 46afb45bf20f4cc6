"""Pages as the server sends them: without scripts, dead links, caching, and safety."""

from __future__ import annotations

import gzip
import http.client
import json
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

import pytest
from markupsafe import Markup
from playwright.sync_api import Page, expect

from jaipur.web.assets import FOR_GOOD, KINDS, assets
from jaipur.web.pages import in_script
from tests.depth import IS_DEEP

from .conftest import NewPage
from .frames import wait_for_frame
from .harness import PageHarness
from .states import finished, open_table, prefer
from .tables import Person, Table, known_server

PAGES = ("/", "/learn", "/rules", "/move", "/t/0123456789abcdef", "/t/0123456789abcdef/replay")
LAST_RULE = 111


@pytest.fixture(scope="module")
def harness() -> Iterator[PageHarness]:
    with known_server() as serving:
        yield serving


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


def ask(harness: PageHarness, path: str, **headers: str) -> Answer:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(http.client.HTTPConnection(harness.url.removeprefix("http://"))) as connection:
        connection.request("GET", path, headers=sent)
        answer = connection.getresponse()
        found = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, found, answer.read())


# Without JavaScript


@pytest.mark.parametrize("path", ["/", "/t/0123456789abcdef", "/learn"])
@pytest.mark.parametrize(
    ("language", "needed"), [("en", "enable JavaScript"), ("fr", "JavaScript")]
)
def test_without_scripts_a_page_says_what_it_needs_and_shows_the_rules(
    new_page: NewPage, path: str, language: str, needed: str
) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(f"{path}?lang={language}")
    assert page.locator("h2", has_text=needed).is_visible()
    shown = page.locator("body").inner_text()
    for number in (1, 2, 41, 55, 80, LAST_RULE):
        assert re.search(rf"\bR{number}\b", shown), number
    assert all(f"R{number}" in shown for number in range(1, LAST_RULE + 1))
    for control in page.locator("button:visible, input:visible, select:visible").all():
        pytest.fail(f"does nothing without scripts: {control.evaluate('e => e.outerHTML')}")


def test_without_scripts_the_rules_are_there(new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False)
    page.goto("/rules")
    expect(page.locator("h1")).to_be_visible()
    shown = page.locator("main").inner_text()
    assert all(re.search(rf"\bR{number}\b", shown) for number in range(1, LAST_RULE + 1))


# From nowhere


@pytest.mark.parametrize("path", ["/nowhere", "/t", "/static/000000000000/css/base.css"])
def test_an_unknown_address_is_told_so_with_a_way_on(
    harness: PageHarness, page: Page, path: str
) -> None:
    answer = page.goto(path)
    assert answer
    assert answer.status == 404
    if path.startswith("/static"):
        return
    expect(page.locator("h1")).to_be_visible()
    page.locator("main a.button").click()
    expect(page.locator("#play-now")).to_be_visible()


def test_programs_get_their_errors_as_data(harness: PageHarness) -> None:
    answer = ask(harness, "/api/nowhere", Accept="*/*")
    assert (answer.status, json.loads(answer.body)["error"]["code"]) == (404, "unknown_route")


# Files


def test_every_file_is_served_compressed_for_good_and_as_what_it_is(harness: PageHarness) -> None:
    for path, asset in assets().files.items():
        plain = ask(harness, f"{assets().root}/{path}")
        packed = ask(harness, f"{assets().root}/{path}", Accept_Encoding="br, gzip")
        kind = KINDS["." + path.rpartition(".")[2]]
        for answer in (plain, packed):
            assert answer.status == 200
            assert answer.headers["content-type"] == kind
            assert answer.headers["cache-control"] == FOR_GOOD
            assert answer.headers["x-content-type-options"] == "nosniff"
        assert plain.body == asset.content
        if asset.compressed is None:
            assert (path.endswith(".woff2"), packed.body) == (True, asset.content)
            assert "content-encoding" not in packed.headers
            continue
        assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(packed.body) == asset.content
        assert len(packed.body) < len(plain.body)


@pytest.mark.parametrize(
    "path", ["css/nothing.css", "../pages.py", "%2e%2e/pages.py", "js", "", "js/types.js/x"]
)
def test_what_is_no_file_of_the_page_is_not_found(harness: PageHarness, path: str) -> None:
    assert ask(harness, f"{assets().root}/{path}").status == 404


def test_the_files_of_another_version_are_not_found(harness: PageHarness) -> None:
    assert ask(harness, "/static/000000000000/css/base.css").status == 404


@pytest.mark.parametrize("path", [*PAGES, "/nowhere"])
def test_every_file_a_page_asks_for_is_there(harness: PageHarness, path: str) -> None:
    text = ask(harness, path, Accept="text/html").body.decode()
    asked = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', text))
    assert asked
    for name in asked:
        assert ask(harness, name).status == 200, name


def test_a_page_names_every_module_it_loads(new_page: NewPage) -> None:
    page = new_page()
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(request.url))
    for path in PAGES:
        asked.clear()
        page.goto(path)
        links = page.locator("link[rel=modulepreload]")
        named = set(links.evaluate_all("(links) => links.map((link) => link.href)"))
        scripts = {url for url in asked if url.endswith(".js")}
        assert {url for url in scripts if not url.endswith("/before_paint.js")} == named, path


def test_a_page_that_is_known_is_not_sent_again(harness: PageHarness) -> None:
    for path in PAGES:
        first = ask(harness, path)
        tag = first.headers["etag"]
        again = ask(harness, path, If_None_Match=tag)
        assert (first.status, again.status, again.body) == (200, 304, b"")
        assert again.headers["etag"] == tag
        assert ask(harness, path, If_None_Match='W/"other"').status == 200
        assert ask(harness, f"{path}?lang=fr").headers["etag"] != tag
        assert first.headers["cache-control"] == "no-cache"
        assert {"Accept-Language", "Cookie", "Accept-Encoding"} <= set(
            first.headers["vary"].split(", ")
        )


def test_a_page_sets_no_cookie(harness: PageHarness) -> None:
    assert not any("set-cookie" in ask(harness, path).headers for path in PAGES)


# Safe


WATCH = """() => {
  window.violations = [];
  document.addEventListener("securitypolicyviolation", (event) =>
    window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
}"""


def test_nothing_on_any_page_is_against_its_own_policy(
    harness: PageHarness, new_page: NewPage
) -> None:
    page = new_page()
    prefer(page)
    page.context.add_init_script(f"({WATCH})()")
    over = finished(page, harness)
    table = Table.between(Person.of(page, harness), Person(harness.url))
    for path in (*PAGES, "/nowhere", f"/t/{table.id}", f"/t/{over.id}", f"/t/{over.id}/replay"):
        answer = page.goto(path)
        assert answer
        assert "script-src 'self'" in answer.headers["content-security-policy"]
        page.wait_for_load_state()
        wait_for_frame(page)
        assert page.evaluate("violations") == [], path


def test_data_cannot_end_the_element_they_stand_in() -> None:
    evil = {"name": "</script><script>alert(1)</script><!--", "more": ["&amp;", "\u2028", "]]>"]}
    text = in_script(evil)
    assert isinstance(text, Markup)
    assert not set("<>&") & set(text)
    assert json.loads(text) == evil


NAMES = (
    "<b>Ana</b><script>alert(1)",
    "{n} {name} %s ${x}",
    "\u05d0\u05d1\u05d2 abc \u0627\u0644",
    "evil\u202egnp",
    "e\u0301" * 15,
    "W" * 30,
)


@pytest.mark.parametrize("name", NAMES if IS_DEEP else NAMES[::3])
def test_names_are_only_ever_text(harness: PageHarness, page: Page, name: str) -> None:
    prefer(page)
    table = Table.between(Person.of(page, harness), Person(harness.url), ("Me", name))
    table.act("+G")
    open_table(page, table)
    shown = table.look()["state"]["seats"][1]["name"]
    assert "\u202e" not in shown  # nothing that turns the rest of a sentence around
    expect(page.locator(".who-name")).to_have_text(shown)
    table.act()
    expect(page.locator(".log-words").first).to_contain_text(shown)
    assert page.locator("main script, main b:text-is('Ana')").count() == 0
    page.goto("/")
    expect(page.locator("#mine")).to_contain_text(shown)
