"""What the looks of the table are made of: themes, keys, sizes, faces, clocks."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from textual.binding import Binding
from textual.color import Color
from textual.theme import Theme

from jaipur.session.contract.events import AnyEvent
from jaipur.session.listeners import STATIC_NOW
from jaipur.texts import texts
from jaipur.tui.keys import HAND_CAPS, KEYS, MARKET_CAPS, bindings, cap_of
from jaipur.tui.themes import THEMES
from jaipur.tui.widgets.cards import new_places
from jaipur.tui.widgets.clock import RunningClock, clock_text
from jaipur.tui.widgets.faces import Face, Size, draw_face
from jaipur.tui.widgets.measures import MOST_WIDTH, measures
from jaipur.tui.widgets.motifs import DRAWN, ORDER, picture
from jaipur.tui.widgets.part import width_of
from tests.contract_values import event

GROUNDS = ("background", "surface")
PAIRS = (
    ("foreground", "background"),
    ("muted", "background"),
    ("mine", "background"),
    ("wax", "background"),
    ("primary", "background"),
    ("accent", "background"),
    ("foreground", "surface"),
    ("foreground", "panel"),
    ("muted", "panel"),
    ("foreground", "dock"),
    ("muted", "dock"),
    ("error", "dock"),
    ("mine", "dock"),
    ("card-text", "card"),
    ("card-dim", "card"),
    ("card-dim", "card-off"),
    ("mine", "card"),
    *((word, ground) for word in ("text-muted", "text-disabled") for ground in GROUNDS),
    ("muted", "card"),
    ("secondary", "background"),
    ("error", "background"),
    *((word, "surface") for word in ("muted", "primary", "accent", "error", "warning")),
    ("button-word", "button-face"),
    ("button-off-word", "button-off"),
    *(
        (f"good-{letter}", paper)
        for letter in "dgscplk"
        for paper in ("card", "background", "dock")
    ),
)
"""Every text colour with every colour it is written on."""


def colour(theme: Theme, name: str) -> str:
    """A colour of a theme by its name, whether Textual's or ours."""
    found = theme.variables.get(name) or getattr(theme, name)
    return str(found)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_every_text_stands_out_from_its_ground(theme: Theme) -> None:
    least = 7.0 if theme.name == "contrast" else 4.5
    for text, ground in PAIRS:
        contrast = ratio(Color.parse(colour(theme, text)), Color.parse(colour(theme, ground)))
        assert contrast >= least, f"{theme.name}: {text} on {ground} is {contrast:.2f}"


def ratio(one: Color, other: Color) -> float:
    """The contrast of two colours as WCAG 2 counts it."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(one: Color) -> float:
    channels = (value / 255 for value in one.rgb)
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_all_themes_have_the_same_colours() -> None:
    assert len({frozenset(theme.variables) for theme in THEMES}) == 1


def test_no_key_means_two_things_and_none_that_is_a_card_quits() -> None:
    names = [name for key in KEYS for names in key.keys for name in names.split(",")]
    assert len(names) == len(set(names))
    quitting = next(key for key in KEYS if key.intent == "quit")
    assert not quitting.is_character
    hand = next(key for key in KEYS if key.intent == "pick_hand")
    assert hand.keys[0] == "a,q"
    assert [names[0] for names in hand.keys] == list(HAND_CAPS)


def test_the_bindings_are_those_keys() -> None:
    bound = list(bindings())
    assert all(isinstance(one, Binding) for one in bound)
    character = {one.key for one in bound if one.action.startswith("send_key_intent")}
    assert {"1", "&", "q", "k", "+", "/", "r"} <= character
    assert not character & {"escape", "enter", "f1"}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_key_says_what_it_does(language: str) -> None:
    _ = texts(language)
    for key in KEYS:
        assert key.caps_words(_)
        assert _.translate(key.says)


def test_caps_are_hidden_with_the_keys() -> None:
    assert cap_of(MARKET_CAPS, 4, is_on=True) == "5"
    assert cap_of(HAND_CAPS, 4, is_on=False) == ""


@pytest.mark.parametrize("height", [24, 25, 30, 36, 42, 50, 80])
@pytest.mark.parametrize("width", [80, 100, 111, 112, 120, 160, 200, 240, 400])
def test_everything_fits(width: int, height: int) -> None:
    sizes = measures(width, height)
    table = min(width, MOST_WIDTH) - sizes.side
    market = 5 * (sizes.market.width + sizes.market_gap) - sizes.market_gap
    hand = 7 * (sizes.hand.width + sizes.hand_gap) - sizes.hand_gap
    assert (0 if sizes.side else sizes.tokens_width) + 1 + market <= table
    assert 1 + hand + sizes.beside <= table
    rows = 1 + sizes.opponent + sizes.middle + sizes.dock + sizes.hand.height + 1
    assert rows + (0 if sizes.side else sizes.log_rows) + 4 * sizes.gap <= height
    assert not sizes.side or 1 + 1 + sizes.tokens + 1 + sizes.log_rows <= height
    assert min(sizes.market.width, sizes.hand.width) >= 9
    assert sizes.log_rows >= 3


def test_cards_grow_with_the_terminal() -> None:
    cards = [measures(*size).market for size in GROWING]
    areas = [card.width * card.height for card in cards]
    assert areas == sorted(set(areas))


GROWING = [(80, 24), (100, 30), (120, 40), (160, 50), (200, 60)]
FACES = [
    Face("G", "Gold", "6", "1"),
    Face("K", "Camel", "", "2", mark="new", is_picked=True),
    Face("L", "Leather", "4", "", is_usable=False),
    Face(is_covered=True),
    Face(),
]


@pytest.mark.parametrize("size", [Size(9, 4), Size(9, 6), Size(9, 8), Size(13, 11), Size(16, 14)])
@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("has_focus", [False, True])
def test_a_face_has_its_size(face: Face, size: Size, has_focus: bool) -> None:
    rows = draw_face(face, size, has_focus=has_focus)
    assert len(rows) == size.height
    assert {width_of(row) for row in rows} == {size.width}


def test_a_face_tells_without_colours() -> None:
    def text(face: Face, **more: Any) -> str:
        has_focus = more.get("has_focus", False)
        rows = draw_face(face, Size(9, 6), has_focus=has_focus)
        return "\n".join("".join(part for part, _style in row) for row in rows)

    plain = Face("G", "Gold", "6", "1")
    looks = {
        text(plain),
        text(Face("G", "Gold", "6", "1", is_picked=True)),
        text(Face("G", "Gold", "6", "1", is_usable=False)),
        text(plain, has_focus=True),
    }
    assert len(looks) == 4
    assert all("G" in look and "Gold" in look for look in looks)


def test_pictures_are_whole() -> None:
    assert len(DRAWN) == 3 * len(ORDER)
    for size, width, height in (("tiny", 7, 6), ("small", 9, 6), ("large", 11, 10)):
        for letter in "DGSCPLK":
            pixels = DRAWN[f"{letter} {size}"]
            assert len(pixels) == height
            assert {len(row) for row in pixels} == {width}
            assert set("".join(pixels)) <= set("os.")
    assert picture("D", 6, 9, "") == []
    assert len(picture("D", 7, 3, "")) == 3
    assert len(picture("D", 13, 9, "")) == 5
    assert len(picture("D", 20, 9, "")) == 6
    assert len(picture("D", 22, 10, "")) == 10


def test_clocks_run_on_between_reports() -> None:
    now = [100.0]
    clock = RunningClock(lambda: now[0])
    assert clock.texts() == []
    report = replace(STATIC_NOW, clocks_ms=(61_000, 3_600_000), running=(0,))
    clock.note(report)
    now[0] += 2.5
    clock.note(report)
    assert clock.is_running
    assert clock.texts() == ["0:59", "1:00:00"]
    assert clock_text(-5) == "0:00"


def test_new_places_are_those_since_my_last_action() -> None:
    def acted(seat: int, action: str, *places: int) -> AnyEvent:
        return event("acted", seat=seat, action=action, places=places)

    dealt = event("readied", round=1, seats=[0])
    assert new_places([dealt], 0) == frozenset()
    log = [dealt, acted(0, "+G", 3), acted(1, "+DG-LK", 0, 1)]
    assert new_places(log, 0) == {0, 1, 3}
    assert new_places([*log, acted(0, "+DG-LK", 2, 4)], 0) == frozenset()
    assert new_places([*log, acted(0, "-LL")], 0) == frozenset()
    assert new_places([*log, event("wanted_next", round=2)], 0) == frozenset()
