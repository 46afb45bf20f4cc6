"""The keys of the table, as data: the bindings and the help are both made from this.

On a French keyboard (AZERTY) the figures 1–5 need Shift and give `& é " ' (` without it, and the
first key of the hand row is `q`, not `a`. All of these are accepted everywhere, so that nobody has
to say which keyboard they have. So no plain letter quits: `q` is a hand card. Ctrl+Q quits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from textual.binding import Binding

from ..texts import Texts

MARKET_CAPS: Final = "12345"
HAND_CAPS: Final = "asdfghj"
_PLACES: Final = (("1", "&"), ("2", "é"), ("3", '"'), ("4", "'"), ("5", "("))
_HAND: Final = (("a", "q"), *((cap,) for cap in HAND_CAPS[1:]))


@dataclass(frozen=True, slots=True)
class Key:
    """Keys that do one thing, each with a number of its own where there are several."""

    keys: tuple[tuple[str, ...], ...]
    intent: str
    caps: Callable[[Texts], str]
    says: Callable[[Texts], str]
    is_character: bool = True
    """A character key, which can be switched off."""


KEYS: Final = (
    Key(_PLACES, "pick_market", lambda _: "1 2 3 4 5", lambda _: _("Pick a market card")),
    Key(_HAND, "pick_hand", lambda _: "a s d f g h j", lambda _: _("Pick a hand card")),
    Key((("k",),), "pick_camels", lambda _: "k", lambda _: _("Pick all camels of the market")),
    Key(
        (("+", "="),),
        "more",
        lambda _: "+",
        lambda _: _("Sell one card more, or give one camel more"),
    ),
    Key(
        (("-", "−"),),
        "less",
        lambda _: "−",
        lambda _: _("Sell one card less, or give one camel less"),
    ),
    Key((("c",),), "fill", lambda _: "c", lambda _: _("Fill with camels")),
    Key(
        (("escape",),),
        "clear",
        lambda _: _("Esc"),
        lambda _: _("Put all picked cards back"),
        is_character=False,
    ),
    Key(
        (("enter", "ctrl+j", "ctrl+enter"),),
        "play",
        lambda _: _("{one} or {two}", one=_("Enter"), two="Ctrl+J"),
        lambda _: _("Play the action that the button names"),
        is_character=False,
    ),
    Key((("/", ":"),), "type", lambda _: "/", lambda _: _("Type an action")),
    Key((("r",),), "repeat", lambda _: "r", lambda _: _("Repeat the last announcement")),
    Key((("?",),), "help", lambda _: "?", lambda _: _("Open this help")),
    Key(
        (("f1",),),
        "help",
        lambda _: "F1",
        lambda _: _("Open this help"),
        is_character=False,
    ),
    Key(
        (("ctrl+p",),),
        "palette",
        lambda _: "Ctrl+P",
        lambda _: _("Menu: theme, language, resign, record and more"),
        is_character=False,
    ),
    Key(
        (("ctrl+q", "ctrl+c"),),
        "quit",
        lambda _: "Ctrl+Q",
        lambda _: _("Quit; the match is kept"),
        is_character=False,
    ),
)
_OF_THE_APP: Final = ("palette", "quit")


def bindings() -> Iterator[Binding]:
    """What the table screen binds; character keys come as `keyed`, so that they can be off."""
    for key in KEYS:
        if key.intent in _OF_THE_APP:
            continue
        for number, names in enumerate(key.keys):
            action = f"wish('{key.intent}', {number})"
            for name in names:
                yield Binding(name, f"keyed_{action}" if key.is_character else action, show=False)


def arrows() -> Iterator[Binding]:
    """Arrows go from part to part, where a part does not use them itself."""
    yield Binding("left,up", "step_focus(-1)", show=False)
    yield Binding("right,down", "step_focus(1)", show=False)


def cap_of(caps: str, number: int, *, is_on: bool) -> str:
    """What is printed on the key of a card; nothing while the keys are off."""
    return caps[number] if is_on and number < len(caps) else ""
