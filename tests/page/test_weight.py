"""How large a page is before anything can be played, without its drawings."""

from __future__ import annotations

import pytest
from bench.page import FONT_LIMIT_BYTES, LIMIT_BYTES, weights

from .harness import PageHarness


@pytest.mark.parametrize(
    "path", ["/", "/t/0123456789abcdef", "/t/0123456789abcdef/replay", "/learn"]
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_page_is_light(harness: PageHarness, path: str, language: str) -> None:
    found = weights(harness.url, f"{path}?lang={language}")
    assert min(found.values()) > 1000
    assert found.pop("woff2") < FONT_LIMIT_BYTES
    assert sum(found.values()) < LIMIT_BYTES, found
