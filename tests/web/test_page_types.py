"""The types of the page are up to date with the OpenAPI document."""

from .page_types import FILE, page_types


def test_the_types_of_the_page_are_those_of_the_description() -> None:
    assert FILE.read_text("utf-8") == page_types(), "run: python -m tests.web.page_types"
