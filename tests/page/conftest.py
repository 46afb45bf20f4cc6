"""Browser tests: a server in a thread, Debian's Chromium, and no error on the page allowed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.depth import IS_DEEP
from tests.patience import PATIENCE

from .harness import PageHarness
from .states import without_art

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
]
PATIENCE_MS = PATIENCE * 1000
PATIENT = "AbortSignal.timeout = () => new AbortController().signal;"
"""On a busy machine a server that takes long to answer is still there."""
expect.set_options(timeout=PATIENCE_MS)
NewPage = Callable[..., Page]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where a browser was promised, no test here may be skipped, for whatever reason."""
    report = yield
    if report.skipped and "JAIPUR_NEEDS_BROWSER" in os.environ:
        report.outcome = "failed"
        report.longrepr = f"Skipped, though JAIPUR_NEEDS_BROWSER is set: {report.longrepr}"
    return report


def chromium() -> str:
    """The browser of this machine; without one the test is skipped."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("needs Chromium")  # the README's test command must work without a browser
    return found


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for the tests here; it must be gone before others want a loop of their own."""
    path = chromium()
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="module")
def harness() -> Iterator[PageHarness]:
    """A server for the tests of one module; each has devices and tables of its own."""
    with PageHarness() as serving:
        yield serving


@pytest.fixture
def new_page(browser: Browser, harness: PageHarness) -> Iterator[NewPage]:
    """Opens pages, each in a context (a device) of its own; errors in them fail the test.

    They come without their drawings, which take long to paint, unless `art` or all is wanted.
    """
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def opened(width: int = 1280, height: int = 720, *, art: bool = False, **options: Any) -> Page:
        size: ViewportSize = {"width": width, "height": height}
        context = browser.new_context(
            base_url=harness.url, viewport=size, locale=options.pop("locale", "en-GB"), **options
        )
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(PATIENT)
        contexts.append(context)
        page = context.new_page()
        if not (art or IS_DEEP):
            without_art(page)
        watch(page, problems)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not problems, problems


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """A page on a device of its own, at desktop size."""
    return new_page()


def watch(page: Page, problems: list[str]) -> None:
    """Note what went wrong in the scripts of a page."""
    page.on("pageerror", lambda error: problems.append(f"{page.url}: {error}"))
    page.on(
        "console",
        lambda said: (
            problems.append(f"{page.url}: {said.text}")
            if said.type == "error" and "Failed to load resource" not in said.text
            else None
        ),
    )
