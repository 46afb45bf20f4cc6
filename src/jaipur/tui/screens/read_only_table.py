"""A round without controls: both sides, market, piles and deck."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from ...client.action_letters import in_order
from ...client.words.cards import card_name
from ...client.words.sides import goods_words, hand_size_words, herd_words
from ...seats import Seat, other
from ...session.contract.basics import Pair
from ...session.contract.responses import OpenRound
from ...session.contract.state import PublicRound, SideShown
from ...session.words.cards import cards_words
from ...texts import Texts
from ..widgets.cards import cards_rows, price_of
from ..widgets.faces import Face, Size
from ..widgets.lines import seals_drawing, stacks_rows
from ..widgets.measures import Measures, read_only_measures
from ..widgets.part import Part, Row
from ..widgets.player_panel import bonuses_drawing
from ..widgets.tokens import tokens_rows
from .controls import PlainLabel

TALL = 34
"""With at least this many rows there is space between the parts."""
SIDES = 6
"""Rows of the text about both sides."""
MARGINS = 4
"""Rows between the parts, if there is room."""


class ReadOnlyTable(Vertical):
    """Draws a round it is given; hands only where they are open."""

    def __init__(self, names: tuple[str, str], bottom: Seat, _: Texts) -> None:
        super().__init__()
        self._names = names
        self._bottom = bottom
        self._ = _

    def compose(self) -> ComposeResult:
        """The opponent's side, the middle, and the bottom side."""
        yield PlainLabel(id="open-top", classes="side")
        yield Part(id="open-hand-top")
        with Horizontal(id="open-middle"):
            yield Part(id="open-tokens")
            with Vertical(id="open-offer"):
                yield Part(id="open-stacks")
                yield Part(id="open-market")
        yield PlainLabel(id="open-deck")
        yield PlainLabel(id="open-bottom", classes="side")
        yield Part(id="open-hand-bottom")

    def show(self, shown: PublicRound, seals: Pair, size: Size, *, is_counted: bool) -> None:
        """Draw a round in a space of this size."""
        _, is_tall = self._, size.height >= TALL
        self.set_class(is_tall, "is-tall")
        deck = deck_cards_words(shown, _)
        self.query_one("#open-deck", PlainLabel).text = deck
        self.query_one("#open-deck").display = bool(deck)
        rows = size.height - SIDES - bool(deck) - MARGINS * is_tall
        has_hands = any(side.hand is not None for side in shown.sides)
        sizes = read_only_measures(size.width, rows, has_hands=has_hands and is_tall)
        for place, seat in (("top", other(self._bottom)), ("bottom", self._bottom)):
            owner = f"{self._names[seat]}  {seals_drawing(seals[seat])}"
            words = side_words(owner, shown, seat, _, is_counted=is_counted)
            self._show_side(place, words, shown, seat, sizes)
        self.query_one("#open-middle").styles.height = sizes.middle
        self.query_one("#open-tokens").styles.width = sizes.tokens_width
        self.query_one("#open-tokens", Part).rows = tokens_rows(shown, sizes, _)
        self.query_one("#open-stacks", Part).rows = stacks_rows(shown, _)
        faces = [_face(letter, _, shown) if letter else Face() for letter in shown.market]
        self._show_cards("market", cards_rows(faces, sizes.market, sizes.market_gap))

    def _show_side(
        self, place: str, words: str, shown: PublicRound, seat: Seat, sizes: Measures
    ) -> None:
        label = self.query_one(f"#open-{place}", PlainLabel)
        label.text = words
        label.set_class(shown.turn == seat, "is-turn")
        hand = shown.sides[seat].hand
        is_drawn = sizes.hand.height > 0 and hand is not None
        faces = [_face(letter, self._) for letter in in_order(hand or "")]
        rows = cards_rows(faces, sizes.hand, sizes.hand_gap) if is_drawn else []
        self._show_cards(f"hand-{place}", rows)

    def _show_cards(self, name: str, rows: list[Row]) -> None:
        cards = self.query_one(f"#open-{name}", Part)
        cards.display = bool(rows)
        cards.styles.height = len(rows)
        cards.rows = rows


def _face(letter: str, _: Texts, shown: PublicRound | None = None) -> Face:
    """A face-up card; with a round, it shows its price."""
    return Face(letter, card_name(letter, _), price_of(letter, shown) if shown else "")


def side_words(owner: str, shown: PublicRound, seat: Seat, _: Texts, *, is_counted: bool) -> str:
    """One side: its owner, the open cards of the hand, and the tokens."""
    side, mark = shown.sides[seat], "▶ " if shown.turn == seat else ""
    purse = purse_line(side, _, is_counted=is_counted)
    return f"{mark}{owner}  {herd_words(side, _)}\n{hand_line(side, _)}\n{purse}"


def hand_line(side: SideShown, _: Texts) -> str:
    """The cards of a hand, or their number if hidden."""
    if side.hand is None:
        return hand_size_words(side, _)
    return _("{whose}: {cards}", whose=_("Hand"), cards=cards_words(side.hand, _) or "–")


def purse_line(side: SideShown, _: Texts, *, is_counted: bool) -> str:
    """The tokens of a side, abbreviated: `31 rupees · Bonus 3×2 = 1, 3`."""
    text = goods_words(side, _, is_counted=is_counted)
    if bonuses := bonuses_drawing(side):
        text += f" · {_('Bonus')} {bonuses}"
    if side.bonus_values:
        text += f" = {', '.join(map(str, side.bonus_values))}"
    return text


def deck_cards_words(laid: PublicRound, _: Texts) -> str:
    """The rest of the deck in letters, if known; a record may leave it unknown."""
    if not isinstance(laid, OpenRound):
        return ""
    deck = laid.deck_cards
    return _("Deck, top first: {deck}", deck="?" if deck is None else deck or "–")
