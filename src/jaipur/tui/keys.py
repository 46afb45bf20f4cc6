"""The keys of the table as data, from which the bindings and the help are made.

On a French keyboard (AZERTY) the digits 1–5 need Shift and give `& é " ' (` without it, and the
first key of the home row is `q`, not `a`. All of these are always accepted, so nobody has to
configure their layout. For the same reason no plain letter quits: `q` picks a hand card, and
Ctrl+Q quits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from textual.binding import Binding

from ..errors import message
from ..texts import Texts

MARKET_CAPS: Final = "12345"
HAND_CAPS: Final = "asdfghj"


@dataclass(frozen=True, slots=True)
class Key:
    """The keys of one intent, each with its own number if there are several."""

    keys: tuple[str, ...]
    """For each number, its keys separated by commas."""
    intent: str
    caps: str
    says: str
    other_cap: str = ""

    @property
    def is_character(self) -> bool:
        """Whether these are character keys, which can be switched off."""
        return len(self.keys[0].split(",")[0]) == 1

    def caps_words(self, _: Texts) -> str:
        """The labels of the keys."""
        caps = _.translate(self.caps)
        return _("{one} or {two}", one=caps, two=self.other_cap) if self.other_cap else caps


_PLACES: Final = ("1,&", "2,é", '3,"', "4,'", "5,(")
_PLAY: Final = message("Play the action that the button names")
_MENU: Final = message("Menu: theme, language, resign, record and more")
KEYS: Final = (
    Key(_PLACES, "pick_market", "1 2 3 4 5", message("Pick a market card")),
    Key(("a,q", *HAND_CAPS[1:]), "pick_hand", "a s d f g h j", message("Pick a hand card")),
    Key(("k",), "pick_camels", "k", message("Pick all camels in the market")),
    Key(("+,=",), "more", "+", message("Sell one more card, or give one more camel")),
    Key(("-,−",), "less", "−", message("Sell one fewer card, or give one fewer camel")),
    Key(("c",), "fill", "c", message("Fill with camels")),
    Key(("escape",), "clear", message("Esc"), message("Put all picked cards back")),
    Key(("enter,ctrl+j,ctrl+enter",), "play", message("Enter"), _PLAY, other_cap="Ctrl+J"),
    Key(("/,:",), "type", "/", message("Type an action")),
    Key(("r",), "repeat", "r", message("Repeat the last announcement")),
    Key(("?",), "help", "?", message("Open this help")),
    Key(("f1",), "help", "F1", message("Open this help")),
    Key(("ctrl+p",), "palette", "Ctrl+P", _MENU),
    Key(("ctrl+q,ctrl+c",), "quit", "Ctrl+Q", message("Quit; the match is saved")),
)
_OF_THE_APP: Final = ("help", "palette", "quit")


def bindings() -> Iterator[Binding]:
    """The bindings of the table screen; character keys have an action of their own."""
    for key in KEYS:
        action = "send_key_intent" if key.is_character else "send_intent"
        for number, names in enumerate(key.keys if key.intent not in _OF_THE_APP else ()):
            for name in names.split(","):
                yield Binding(name, f"{action}('{key.intent}', {number})", show=False)


def cap_of(caps: str, number: int, *, is_on: bool) -> str:
    """The label of a card's key; empty while the keys are off."""
    return caps[number] if is_on and number < len(caps) else ""
