"""The rules page from a small phone to a desktop: nothing is cut off, in both languages."""

from __future__ import annotations

import pytest

from .conftest import NewPage

OUTSIDE = """() => [...document.querySelectorAll(".picture")].flatMap((picture) => {
  const box = picture.getBoundingClientRect();
  return [...picture.querySelectorAll("svg")]
    .map((svg) => svg.getBoundingClientRect())
    .filter((drawn) => drawn.left < box.left || drawn.right > box.right)
    .map(() => picture.nextElementSibling.textContent);
})"""
SCROLLED = """() => [...document.querySelectorAll(".example, .example .framed")]
  .filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.textContent)"""


@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_pictures_and_examples_fit(new_page: NewPage, width: int, language: str) -> None:
    page = new_page(width, 800, locale=language)
    page.goto("/rules")
    assert page.locator(".picture").count() == 6
    assert page.locator(".example").count() == 3
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(SCROLLED) == []


def test_a_number_in_an_example_leads_to_its_rule(new_page: NewPage) -> None:
    page = new_page(locale="en")
    page.goto("/rules")
    page.locator(".example a", has_text="R31").first.click()
    assert page.url.endswith("#R31")
    assert page.locator(".rule:target").inner_text().startswith("R31.")
