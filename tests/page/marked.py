"""A pseudo-language that reveals untranslated text on a page."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page

from jaipur.session import lesson
from jaipur.session.words.events import done_words
from jaipur.session.words.wording import result_with_words
from jaipur.texts import texts
from jaipur.web import pages
from jaipur.web.rules_page import rules_html

NAMES = ("Zoé", "Ünal")
LEFT, RIGHT = "⟦", "⟧"
PLAIN = (
    *NAMES,
    rules_html("en").title,
    *("Jaipur", "Français", "English", "Alexandre", "Catherine"),
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


@contextmanager
def marking(language: str) -> Iterator[None]:
    """A language is the marked one while this lasts."""
    known = texts("fr")._catalogue._catalog  # type: ignore[attr-defined]  # gettext has no other way
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(texts(language), "_catalogue", Marked(known))
        forget()
        yield
    forget()


def forget() -> None:
    """Make anew what is made once for each language: pages, words of actions and scorings."""
    pages.rendered.cache_clear()
    lesson.lesson.cache_clear()
    done_words.cache_clear()
    result_with_words.cache_clear()


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


class NoEnglish:
    """Finds English sentences of the catalogue on a French page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: dict[str, str] = {}
        self.read = 0
        known = texts("fr").catalogue()
        french = {
            form for said in known.values() for form in ([said] if isinstance(said, str) else said)
        }
        self.english = {
            one for one, said in known.items() if said != one and "{" not in one and len(one) > 3
        } - french

    def look(self, state: str) -> None:
        """Read a state."""
        for _, text in self.page.evaluate(VISIBLE):
            self.read += 1
            if text in self.english:
                self.found.setdefault(text, state)

    def check(self) -> None:
        """There was none."""
        assert self.read > 100
        assert not self.found, self.found
