"""Takes pictures of the pages to look at: `python -m tests.page.pictures FOLDER [what …]`.

In both languages, by day and by night, at every size from a small phone to a large desktop;
`--sizes`, `--languages` and `--themes` choose some. A file is called after what it shows.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, expect, sync_playwright

from .conftest import ARGUMENTS, chromium
from .harness import PageHarness
from .states import click, close, finished, hand, market, open_table, prefer, step_on
from .tables import Person, Table, known_server

SIZES = (
    *("320x568", "360x640", "390x640", "844x390"),
    *("820x1180", "1280x600", "1280x720", "1920x1080"),
)
NAMES = ("Amélie", "Benoît")
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def _home(page: Page, harness: PageHarness) -> None:
    Table.between(Person.of(page, harness), Person(harness.url), NAMES)
    page.goto("/")
    expect(page.locator("#mine")).to_be_visible()


def _table(page: Page, harness: PageHarness) -> None:
    table = Table.between(Person.of(page, harness), Person(harness.url), NAMES)
    table.act("+G")
    table.act("-SS")
    open_table(page, table)
    market(page, "P")
    market(page, "D")
    hand(page, "L")
    click(page, "[data-more]")


def _turn(page: Page, harness: PageHarness) -> None:
    table = Table.between(Person.of(page, harness), Person(harness.url), NAMES)
    table.act("+G")
    table.act("-SS")
    open_table(page, table)


def _scoring(page: Page, harness: PageHarness) -> None:
    table = Table.between(Person.of(page, harness), Person(harness.url), NAMES)
    last = table.play_to_last_action()
    open_table(page, table)
    table.act(last)
    expect(page.locator("dialog.scoring[open]")).to_be_visible()


def _over(page: Page, harness: PageHarness) -> None:
    open_table(page, finished(page, harness, NAMES))
    expect(page.locator("#over")).to_be_visible()


def _replay(page: Page, harness: PageHarness) -> None:
    page.goto(f"/t/{finished(page, harness, NAMES).id}/replay")
    expect(page.locator(".replay-slider")).to_be_visible()


def _rules(page: Page, _harness: PageHarness) -> None:
    page.goto("/rules")


def _tutorial(page: Page, _harness: PageHarness) -> None:
    page.goto("/learn")
    expect(page.locator("#coach h2")).to_be_visible()
    step_on(page)
    if page.locator("dialog[open]").count():
        close(page)


PICTURES: dict[str, Callable[[Page, PageHarness], None]] = {
    "home": _home,
    "table": _table,
    "turn": _turn,
    "scoring": _scoring,
    "over": _over,
    "replay": _replay,
    "rules": _rules,
    "tutorial": _tutorial,
}


def take(browser: Browser, harness: PageHarness, asked: argparse.Namespace) -> None:
    """Every picture that was asked for; a page is loaded once for all its sizes and themes."""
    for language in asked.languages:
        for what in asked.what or PICTURES:
            context = browser.new_context(base_url=harness.url, locale=language)
            page = context.new_page()
            prefer(page)
            PICTURES[what](page, harness)
            for size in asked.sizes:
                width, height = map(int, size.split("x"))
                page.set_viewport_size({"width": width, "height": height})
                for theme in asked.themes:
                    page.emulate_media(color_scheme=theme)
                    page.wait_for_timeout(200)  # what moves has come to rest
                    page.screenshot(path=asked.folder / f"{what}-{language}-{size}-{theme}.png")
            context.close()


def main() -> None:
    """Take the pictures that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("what", nargs="*", choices=[*PICTURES, []])
    parser.add_argument("--sizes", nargs="+", default=SIZES)
    parser.add_argument("--languages", nargs="+", default=("en", "fr"))
    parser.add_argument("--themes", nargs="+", default=THEMES)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with known_server() as harness, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        take(browser, harness, asked)
        browser.close()


if __name__ == "__main__":
    main()
