"""The rules page: every rule has its anchor, in both languages, and no link is dead."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from jaipur import web
from jaipur.documents import document
from jaipur.rulebook import CHAPTERS, DOCUMENTS
from jaipur.texts import LANGUAGES
from jaipur.web.rules_page import CHAPTER_DRAWINGS, MATERIAL_DRAWINGS, advice, rendered, rules_html

ART = Path(web.__file__).parent / "static" / "art.svg"
WRITTEN = """# A <i>title</i>

Intro, see [regles.md](regles.md).

| number | edition |
|---|---|
| 000 | <b>first</b> |

## One & <u>only</u>

**R1.** Do not <script>alert(1)</script>, see R2 &amp; R1.

**R2.** An *(aside)* and *more* in it.

> **Example: <b>this</b>.** As R1 says.
>
> | | after |
> |---|---|
> | hand | 1 |

| kind | cards |
|---|---|
| diamonds | 6 |

*Sources: R1: 000. R2: decided.*
"""


class Reader(HTMLParser):
    """What a browser makes of it; a tag that is not closed in its place fails."""

    EMPTY = frozenset(("br", "hr", "img"))

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(str(html))  # markup would escape what it meets
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep it."""
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in self.EMPTY:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """It closes what was opened last."""
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Keep it."""
        self.text += data

    def all(self, tag: str, name: str) -> list[str]:
        """The values of an attribute."""
        return [attrs[name] for one, attrs in self.tags if one == tag and name in attrs]


def page(language: str) -> Reader:
    rules = rules_html(language)
    return Reader(rules.html + rules.about)


def numbers_in(language: str) -> list[str]:
    return re.findall(r"^\*\*(R\d+)\.\*\*", document(DOCUMENTS[language]), re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_and_chapter_has_its_anchor_once(language: str) -> None:
    found = page(language)
    rules = [attrs for tag, attrs in found.tags if tag == "p" and attrs.get("class") == "rule"]
    assert [attrs["id"] for attrs in rules] == numbers_in(language)
    assert [chapter for chapter, _ in rules_html(language).chapters] == found.all("h2", "id")
    ids = [attrs["id"] for _, attrs in found.tags if "id" in attrs]
    assert len(set(ids)) == len(ids)


def test_both_languages_have_the_same_chapters_and_rules() -> None:
    english, french = (rules_html(language) for language in ("en", "fr"))
    assert [chapter for chapter, _ in english.chapters] == list(CHAPTERS)
    assert [chapter for chapter, _ in french.chapters] == list(CHAPTERS)
    assert page("en").all("p", "id") == page("fr").all("p", "id")
    assert (english.title, french.title) == ("The rules of Jaipur", "Les règles de Jaipur")
    assert english.chapters[1][1] == "Take one"
    assert french.chapters[2][1] == "Troc"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_link_leads_nowhere(language: str) -> None:
    found = page(language)
    anchors = {f"#{attrs['id']}" for _, attrs in found.tags if "id" in attrs}
    links = found.all("a", "href")
    other = next(one for one in LANGUAGES if one != language)
    assert [link for link in links if not link.startswith("#")] == [f"/rules?lang={other}"]
    assert {link for link in links if link.startswith("#")} <= anchors
    assert {"#R36", "#R40", "#R46"} <= set(links)
    assert ".md" not in found.text
    assert ".txt" not in found.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_of_what_is_written_gets_lost(language: str) -> None:
    text = page(language).text
    for line in document(DOCUMENTS[language]).splitlines():
        if line.startswith("**R"):
            assert re.sub(r"\*+|`", "", line) in text
    for _, heading in rules_html(language).chapters:
        assert f"\n{heading}\n" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_sources_are_set_apart(language: str) -> None:
    found = page(language)
    assert found.all("p", "class").count("sources") == len(CHAPTERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_examples_are_set_apart_with_their_tables(language: str) -> None:
    found = page(language)
    assert found.all("blockquote", "class") == ["example"] * 3
    boxes = re.findall(r"<blockquote.*?</blockquote>", str(rules_html(language).html), re.DOTALL)
    assert [box.count("<table>") for box in boxes] == [1, 2, 1]
    assert all('<a href="#R' in box for box in boxes)


@pytest.mark.parametrize("language", LANGUAGES)
def test_drawings_are_those_of_the_table_and_hidden_from_readers(language: str) -> None:
    found = page(language)
    drawn = [attrs["class"] for tag, attrs in found.tags if tag == "svg"]
    assert all(attrs["aria-hidden"] == "true" for tag, attrs in found.tags if tag == "svg")
    assert drawn.count("kind-art") == len(MATERIAL_DRAWINGS)
    assert drawn.count("chapter-art") == sum(map(len, CHAPTER_DRAWINGS))
    symbols = set(re.findall(r'id="([^"]+)"', ART.read_text("utf-8")))
    assert {use.removeprefix("#") for use in found.all("use", "href")} <= symbols
    first = rules_html(language).html.partition('#motif-D"></use></svg>d')[2]
    assert first.startswith("ia")  # diamonds, diamants


def test_html_in_the_text_stays_text() -> None:
    shown = rendered(WRITTEN)
    found = Reader(shown.html + shown.about)
    assert not {"script", "i", "b", "u"} & {tag for tag, _ in found.tags}
    assert "<script>alert(1)</script>" in found.text
    assert shown.title == "A <i>title</i>"
    assert shown.chapters == (("set-up", "One & <u>only</u>"),)
    assert "<b>first</b>" in found.text


def test_only_the_line_of_sources_is_set_apart_and_only_numbers_are_links() -> None:
    found = Reader(rendered(WRITTEN).html)
    assert found.all("p", "class") == ["rule", "rule", "sources"]
    assert [tag for tag, _ in found.tags].count("em") == 3
    links = ["#R1", "#R2", "#R1", "#R2", "#R1", "#R1", "#R2"]
    assert found.all("a", "href") == links


def test_no_style_and_no_script_comes_with_it() -> None:
    for language in LANGUAGES:
        for tag, attrs in page(language).tags:
            assert tag not in ("script", "style")
            assert not [name for name in attrs if name == "style" or name.startswith("on")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_advice_is_the_text_of_its_rules(language: str) -> None:
    given = advice(language)
    lines = document(DOCUMENTS[language]).splitlines()
    rules = [line for line in lines if re.match(r"\*\*R1(0[7-9]|1[01])\.", line)]
    assert len(given) == len(rules) == 5
    for text, rule in zip(given, rules, strict=True):
        assert text[0].isupper()
        assert text.endswith(".")
        assert text[1:] in rule
        assert not re.search(r"R\d|\*|\(0|^(Advice|Conseil)", text)
