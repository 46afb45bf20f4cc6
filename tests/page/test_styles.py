"""Static checks of style sheets and scripts: animations, requests, required rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "src" / "jaipur" / "web"
STATIC = WEB / "static"
SHEETS = sorted(STATIC.rglob("*.css"))
SCRIPTS = sorted(STATIC.rglob("*.js"))
TEMPLATES = sorted((WEB / "templates").rglob("*.html"))
MAY_MOVE = {"transform", "opacity"}
MAY_STAND_IN_FRAMES = MAY_MOVE | {"offset", "easing", "composite"}
MAY_STAND_IN_KEYFRAMES = MAY_MOVE | {"animation-timing-function"}

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")
KEYFRAMES = re.compile(r"@keyframes\s+([\w-]+)\s*\{((?:[^{}]*\{[^{}]*\})*)[^{}]*\}")
TIMING = re.compile(r"^(?:[\d.]+m?s|var\(.*|calc\(.*|cubic-bezier\(.*|steps\(.*|ease\S*|linear)$")
ADDRESS = re.compile(r"""(?:https?:)?//[\w.-]+\.\w+|@import""")
LINKED = re.compile(r"""url\(\s*["']?([^"')]+)""")
NAMESPACES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")

named = pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)


def css(path: Path) -> str:
    return COMMENT.sub("", path.read_text())


def declarations(text: str) -> Iterator[tuple[str, str, str]]:
    """The selector, name and value of each declaration, those of nested blocks included."""
    for selector, body in RULE.findall(text):
        for declaration in body.split(";"):
            name, colon, value = declaration.partition(":")
            if colon:
                yield selector.strip(), name.strip().lower(), value.strip()


def moved(value: str) -> set[str]:
    """The properties that a `transition` names."""
    found: set[str] = set()
    for part in re.split(r",(?![^(]*\))", value.removesuffix("!important")):
        words = [word for word in part.split() if not TIMING.match(word)]
        found |= {words[0]} if words else {"all"}
    return found - {"none"}


def test_there_are_style_sheets_and_scripts() -> None:
    assert len(SHEETS) > 5
    assert len(SCRIPTS) > 40
    assert len(TEMPLATES) > 5


@named
def test_only_transform_and_opacity_are_in_transition(path: Path) -> None:
    for selector, name, value in declarations(css(path)):
        if name in ("transition", "transition-property"):
            assert moved(value) <= MAY_MOVE, (selector, value)


@named
def test_only_transform_and_opacity_stand_in_keyframes(path: Path) -> None:
    text = css(path)
    for name, body in KEYFRAMES.findall(text):
        stated = {one for _, one, _ in declarations(body)}
        assert stated <= MAY_STAND_IN_KEYFRAMES, name
    assert text.count("@keyframes") == len(KEYFRAMES.findall(text))


def test_animations_are_those_of_our_keyframes() -> None:
    known = {name for path in SHEETS for name, _ in KEYFRAMES.findall(css(path))}
    for path in SHEETS:
        for selector, name, value in declarations(css(path)):
            if name in ("animation", "animation-name") and value != "none":
                assert known & set(re.split(r"[\s,]+", value)), (path.name, selector, value)


@named
def test_what_moves_stands_still_for_who_asked_for_it(path: Path) -> None:
    text = css(path)
    moving = [
        selector
        for selector, name, value in declarations(text)
        if name in ("transition", "animation") and not value.startswith("none")
    ]
    if moving:
        assert "prefers-reduced-motion" in text or "data-motion" in text, moving


def test_scrolling_is_never_smooth_by_style() -> None:
    for path in SHEETS:
        assert not re.search(r"scroll-behavior:\s*smooth", css(path)), path.name


def test_scripts_animate_in_one_place() -> None:
    """Everything that moves goes through it; test_layout looks at the frames it is given."""
    using = [path.name for path in SCRIPTS if re.search(r"\.animate\(", path.read_text())]
    assert using == ["ghosts.js"]


def test_the_frames_of_scripts_have_only_transform_and_opacity() -> None:
    seen = set()
    for path in SCRIPTS:
        text = path.read_text()
        if ".animate(" not in text and "ghosts.js" not in text:
            continue
        for frames in re.findall(r"\[\s*(\{[^\]]*\}),?\s*\]", text):
            keys = set(re.findall(r"[{,]\s*(\w+)\s*(?=[:,}])", frames))
            if keys & {"transform", "opacity"} or "offset" in keys:
                assert keys <= MAY_STAND_IN_FRAMES, (path.name, frames)
                seen |= keys
    assert seen >= MAY_MOVE


def test_nothing_comes_from_elsewhere() -> None:
    for path in [*SHEETS, *SCRIPTS, *TEMPLATES, *STATIC.glob("*.svg")]:
        text = path.read_text()
        for known in NAMESPACES:
            text = text.replace(known, "")
        text = COMMENT.sub("", text)
        assert not ADDRESS.search(text), (path.name, ADDRESS.search(text))


@named
def test_pictures_of_a_style_sheet_are_files_beside_it(path: Path) -> None:
    for name in LINKED.findall(css(path)):
        assert name.startswith(("data:", "#")) or (path.parent / name).is_file(), name


def test_no_style_or_script_stands_in_the_pages() -> None:
    for path in TEMPLATES:
        text = path.read_text()
        assert not re.search(r"""\sstyle=|\son\w+=["']|<style|javascript:""", text), path.name
        for script in re.findall(r"<script[^>]*>", text):
            assert " src=" in script or 'type="application/json"' in script, path.name


def test_scripts_write_no_markup_and_evaluate_nothing() -> None:
    never = re.compile(
        r"(inner|outer)HTML\s*=(?!=)|insertAdjacentHTML|document\.write|\beval\(|new Function"
    )
    for path in SCRIPTS:
        assert not never.search(path.read_text()), path.name


@pytest.mark.parametrize("name", ["base.css", "cards.css"])
def test_forced_colours_are_respected(name: str) -> None:
    assert "@media (forced-colors: active)" in (STATIC / "css" / name).read_text()


def test_every_colour_of_the_night_has_one_by_day() -> None:
    text = css(STATIC / "css" / "base.css")
    blocks: dict[str, list[set[str]]] = {}
    for selector, name, _ in declarations(text):
        if name.startswith("--"):
            blocks.setdefault(selector, [set()])[0].add(name)
    day = blocks[":root"][0]
    nights = [names[0] for selector, names in blocks.items() if "data-theme" in selector]
    assert len(nights) == 2
    assert nights[0] == nights[1]
    assert nights[0] <= day


def test_every_variable_is_set_somewhere() -> None:
    styles = "".join(css(path) for path in SHEETS)
    scripts = "".join(path.read_text() for path in SCRIPTS)
    known = set(re.findall(r"(--[\w-]+)\s*:", styles)) | set(re.findall(r'"(--[\w-]+)"', scripts))
    used = set(re.findall(r"var\(\s*(--[\w-]+)\s*\)", styles))
    assert not used - known


def test_every_module_says_what_it_is_for() -> None:
    for path in SCRIPTS:
        assert re.match(r"/\*\*\s*\S.*", path.read_text()), path.name


def test_every_drawing_that_is_used_exists() -> None:
    art = (STATIC / "art.svg").read_text()
    drawn = set(re.findall(r'<symbol[^>]*\bid="([\w-]+)"', art))
    scripts = "".join(path.read_text() for path in SCRIPTS)
    pages = "".join(path.read_text() for path in TEMPLATES)
    used = set(re.findall(r'\bicon\("([\w-]+)"', scripts + pages))
    used |= set(re.findall(r'"((?:icon|motif|seal|coin|bot)-[\w-]+)"', scripts))
    used -= {name for name in used if name.endswith("-")}
    classes = set(re.findall(r"\.((?:icon|motif|seal|coin|bot)-[\w-]+)", "".join(map(css, SHEETS))))
    assert not used - drawn - classes
