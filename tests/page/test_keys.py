"""Keyboard shortcuts, the notation box, dragging and the help, on a page without a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from .blank import PageChoices, blank_page
from .frames import wait_for_frame

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHOICES: PageChoices = {
    "market": ["G", "K", "P", "K", "L"],
    "hand": ["D", "C", "L", "L"],
    "herd": 2,
    "legal": [
        {"action": action, "kind": kind, "hand_after": 5, "ends": None}
        for action, kind in (
            ("+G", "take"), ("+P", "take"), ("+L", "take"), ("+KK", "take_camels"),
            ("-C", "sell"), ("-L", "sell"), ("-LL", "sell"), ("+GP-CL", "exchange"),
            ("+GP-LK", "exchange"), ("+GP-KK", "exchange"),
        )
    ],
    "blocked": None,
}  # fmt: skip
BODY = """
<main id="table" tabindex="-1">
  <section id="market" style="height: 120px">{market}</section>
  <section id="dock" style="height: 90px">
    <p data-sentence tabindex="-1">Pick cards.</p><button data-play>Play</button><input id="field">
  </section>
  <section id="hand" style="height: 120px">{hand}</section>
  <p id="beside" style="height: 60px">Nothing</p>
</main>
"""
INSTALL = """async (choices) => {
  const [keys, drag, help] = await Promise.all(
    ["keys", "drag", "help"].map((name) => import(`/js/table/${name}.js`)));
  window.told = [];
  window.model = {
    choices, selection: { market: [], hand: [], camels: 0 }, staged: { legal: null },
    isReadOnly: false, isCurtain: false, isPending: false,
  };
  const names = ["pickMarket", "pickHand", "change", "clear", "play", "repeat", "stage"];
  const tell = (name) => (...given) => (window.told.push([name, ...given].join(" ")), true);
  const intents = Object.fromEntries(names.map((name) => [name, tell(name)]));
  intents.openHelp = () => (tell("openHelp")(), help.openHelp());
  const getModel = () => window.model;
  keys.installKeys(intents, getModel);
  drag.installDrag(document.getElementById("table"), intents, getModel);
  keys.rovingRow(document.getElementById("market"));
  document.querySelector("[data-play]").addEventListener("click", () => tell("click")());
  for (const card of document.querySelectorAll("[data-place]")) {
    card.addEventListener("click", () => intents.pickMarket(Number(card.dataset.place)));
  }
}"""


@pytest.fixture
def table(browser: Browser) -> Iterator[Page]:
    """A table of plain buttons, with intents that only note what they were told."""
    cards = {
        row: "".join(
            f"<button data-{name}={at}>{card}</button>" for at, card in enumerate(CHOICES[row])
        )
        for row, name in (("market", "place"), ("hand", "index"))
    }
    page = blank_page(browser, BODY.format(**cards))
    page.evaluate(INSTALL, CHOICES)
    yield page
    page.context.close()


def told(page: Page) -> list[str]:
    """What the intents were told since the last time."""
    said: list[str] = page.evaluate("window.told.splice(0)")
    return said


def pressed(page: Page, *keys: str) -> list[str]:
    for key in keys:
        page.keyboard.press(key)
    return told(page)


def typed(page: Page, text: str) -> None:
    page.keyboard.press("/")
    page.keyboard.type(text)


def options(page: Page) -> list[str]:
    return page.locator("[role=option] kbd").all_inner_texts()


def test_each_key_does_what_the_table_of_keys_says(table: Page) -> None:
    places = [f"pickMarket {place}" for place in range(5)]
    assert pressed(table, *"12345") == places
    assert pressed(table, *(f"Numpad{n}" for n in range(1, 6))) == places
    assert pressed(table, *"asdfghj") == [f"pickHand {index}" for index in range(7)]
    assert pressed(table, "k", "+", "-", "Escape", "r") == [
        "pickMarket 1", "change 1", "change -1", "clear", "repeat",
    ]  # fmt: skip


def dispatched(page: Page, **event: Any) -> list[str]:
    given = {"bubbles": True, "cancelable": True} | event
    page.evaluate(
        "(given) => document.body.dispatchEvent(new KeyboardEvent('keydown', given))", given
    )
    return told(page)


def test_keys_go_by_place_and_signs_by_what_is_printed(table: Page) -> None:
    assert dispatched(table, code="KeyA", key="q") == ["pickHand 0"]  # French
    assert dispatched(table, code="Digit2", key="é") == ["pickMarket 1"]
    assert dispatched(table, code="Digit6", key="-") == ["change -1"]
    assert dispatched(table, code="Slash", key="-") == ["change -1"]  # German
    assert dispatched(table, code="BracketRight", key="+") == ["change 1"]


def test_shortcuts_of_the_browser_and_held_keys_stay_alone(table: Page) -> None:
    assert dispatched(table, code="KeyR", key="r", ctrlKey=True) == []
    assert dispatched(table, code="KeyD", key="d", metaKey=True) == []
    assert dispatched(table, code="Digit1", key="1", altKey=True) == []
    assert dispatched(table, code="Digit1", key="1", repeat=True) == []
    assert dispatched(table, code="Equal", key="+", repeat=True) == ["change 1"]


def test_enter_plays_where_no_control_has_the_focus(table: Page) -> None:
    assert pressed(table, "Enter") == ["play"]
    table.locator("[data-sentence]").focus()
    assert pressed(table, "Enter") == ["play"]
    table.locator("[data-play]").focus()
    assert pressed(table, "Enter") == ["click"]
    assert pressed(table, "Control+Enter") == ["play"]
    table.locator("#field").focus()
    assert pressed(table, "Enter") == []
    assert pressed(table, "Control+Enter") == ["play"]


def test_typing_in_a_field_picks_nothing(table: Page) -> None:
    table.locator("#field").focus()
    assert pressed(table, "1", "a", "k", "+", "/") == []
    assert table.locator("#field").input_value() == "1ak+/"


def test_character_keys_can_be_switched_off(table: Page) -> None:
    table.evaluate(
        "async () => (await import('/js/core/preferences.js')).preferences.set({ letters: false })"
    )
    assert pressed(table, "1", "a", "k", "+", "-", "r", "?", "/") == []
    expect(table.locator("dialog")).to_have_count(0)
    assert pressed(table, "Escape", "Enter", "Control+Enter") == ["clear", "play", "play"]


def test_an_open_dialog_has_the_keys_for_itself(table: Page) -> None:
    assert pressed(table, "?") == ["openHelp"]
    assert pressed(table, "1", "a", "Control+Enter") == []
    assert pressed(table, "Escape") == []
    expect(table.locator("dialog")).to_have_count(0)


def test_the_help_lists_every_key_and_leads_to_the_rules(table: Page) -> None:
    pressed(table, "?")
    rows = table.locator(".help-keys tbody tr")
    caps = table.evaluate(
        "async () => (await import('/js/table/keys.js')).KEYS.map((key) => key.caps().join(' '))"
    )
    assert [" ".join(row.locator("kbd").all_inner_texts()) for row in rows.all()] == caps
    for page in ("/rules", "/learn"):
        assert table.locator(f'dialog a[href="{page}"]').count() == 1


def test_arrows_move_inside_a_row_which_is_one_tab_stop(table: Page) -> None:
    table.locator("[data-place='0']").focus()
    focused = "document.activeElement.dataset.place"
    for key, place in (
        ("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1"), ("End", "4"),
        ("ArrowRight", "4"), ("Home", "0"), ("ArrowLeft", "0"), ("ArrowDown", "1"),
    ):  # fmt: skip
        table.keyboard.press(key)
        assert table.evaluate(focused) == place
    stops = (
        "[...document.querySelectorAll('[data-place]')].filter((one) => one.tabIndex === 0).length"
    )
    assert table.evaluate(stops) == 1
    table.evaluate("document.querySelector(\"[data-place='1']\").hidden = true")
    wait_for_frame(table)  # when the row takes note of it
    table.locator("[data-sentence]").focus()
    table.keyboard.press("Shift+Tab")
    assert table.evaluate(focused) == "0"


# The typed box


def test_the_typed_box_completes_from_the_legal_actions(table: Page) -> None:
    typed(table, "+pg-l")
    assert options(table) == ["+GP−CL", "+GP−LK"]
    table.keyboard.press("ArrowDown")
    box = table.locator("[role=combobox]")
    active = box.get_attribute("aria-activedescendant")
    assert table.locator(f"#{active}").get_attribute("aria-selected") == "true"
    assert table.locator("[aria-selected=true] kbd").inner_text() == "+GP−LK"
    assert pressed(table, "Enter") == ["stage +GP-LK"]
    expect(table.locator("dialog")).to_have_count(0)
    assert table.evaluate("document.activeElement.hasAttribute('data-sentence')") is True
    assert pressed(table, "Enter") == ["play"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("-l", ["−L", "−LL"]),
        ("+k", ["+KK"]),
        ("+", ["+G", "+P", "+L", "+KK", "+GP−CL", "+GP−LK", "+GP−KK"]),
        ("+gp−kk", ["+GP−KK"]),
        ("camels", ["+KK", "+GP−KK"]),
        ("+dd", []),
        ("elephant", []),
    ],
)
def test_what_a_text_can_become(table: Page, text: str, found: list[str]) -> None:
    typed(table, text)
    assert options(table) == found


def test_what_fits_nothing_is_not_staged(table: Page) -> None:
    typed(table, "+dd")
    assert pressed(table, "Enter") == []
    assert "not legal" in table.locator(".typed-said").inner_text()
    assert table.locator("dialog").count() == 1


def test_an_action_that_is_gone_meanwhile_is_not_staged(table: Page) -> None:
    table.evaluate("window.model.choices.legal = window.model.choices.legal.slice(0, 1)")
    typed(table, "+g")
    table.evaluate("window.model.choices.legal = []")
    table.keyboard.type("p")
    assert options(table) == []


def test_who_watches_has_no_typed_box(table: Page) -> None:
    table.evaluate("window.model.isReadOnly = true")
    table.keyboard.press("/")
    expect(table.locator("dialog")).to_have_count(0)


# Dragging


def dragged(page: Page, card: str, to: str) -> list[str]:
    start, end = page.locator(card).bounding_box(), page.locator(to).bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 5, start["y"] + 5)
    page.mouse.down()
    page.mouse.move(start["x"] + 20, start["y"] + 20, steps=3)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=3)
    page.mouse.up()
    return told(page)


@pytest.mark.parametrize(
    ("card", "to", "intents"),
    [
        ("[data-place='2']", "#dock", ["pickMarket 2"]),
        ("[data-place='2']", "#hand", ["pickMarket 2"]),
        ("[data-index='3']", "#market", ["pickHand 3"]),
        ("[data-index='3']", "#dock", ["pickHand 3"]),
        ("[data-place='2']", "#market", []),
        ("[data-place='2']", "#beside", []),
        ("[data-index='3']", "#beside", []),
    ],
)
def test_a_card_is_dragged_to_where_it_would_go(
    table: Page, card: str, to: str, intents: list[str]
) -> None:
    assert dragged(table, card, to) == intents
    assert table.locator(".drag-ghost, [data-drop]").count() == 0


def test_a_drag_never_unpicks_and_a_click_still_picks(table: Page) -> None:
    table.evaluate("window.model.selection.market = [{ place: 2, card: 'P' }]")
    assert dragged(table, "[data-place='2']", "#dock") == []
    table.locator("[data-place='2']").click()
    assert told(table) == ["pickMarket 2"]


def test_a_card_that_changed_while_it_was_dragged_is_not_picked(table: Page) -> None:
    start, end = (
        table.locator("[data-place='2']").bounding_box(),
        table.locator("#dock").bounding_box(),
    )
    assert start
    assert end
    table.mouse.move(start["x"] + 5, start["y"] + 5)
    table.mouse.down()
    table.mouse.move(end["x"] + 50, end["y"] + 50, steps=4)
    assert table.locator(".drag-ghost").count() == 1
    table.evaluate("window.model.choices.market[2] = 'D'")
    table.mouse.up()
    assert told(table) == []


def test_a_card_that_is_brought_back_is_not_picked(table: Page) -> None:
    card = table.locator("[data-place='2']")
    start = card.bounding_box()
    assert start
    table.mouse.move(start["x"] + 5, start["y"] + 5)
    table.mouse.down()
    table.mouse.move(start["x"] + 40, start["y"] + 60, steps=3)
    table.mouse.move(start["x"] + 5, start["y"] + 5, steps=3)
    table.mouse.up()
    assert told(table) == []
    card.click()
    assert told(table) == ["pickMarket 2"]
