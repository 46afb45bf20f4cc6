"""A round as it lies on the table, to look at only: both sides, market, piles, deck."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from ...goods import SEALS_TO_WIN
from ...seats import Seat, other
from ...session.listening import NOTHING_GOES_ON
from ...texts import Texts
from ..link import Json
from ..model import Given, Model, make_model, sorted_hand
from ..widgets import shown
from ..widgets.cards import Cards, CardsShown
from ..widgets.faces import Face, Size
from ..widgets.lines import Stacks
from ..widgets.measures import SpreadMeasures, spread_measures
from ..widgets.part import Wish
from ..widgets.tokens import Tokens
from ..words.cards import card_name, cards_words, list_words
from ..words.sides import goods_words, hand_size_words, herd_words
from .parts import Words

UNKNOWN = "?"
TALL = 34
"""From how many rows on there is room between the parts."""
SIDES = 6
"""Rows of the words about both sides."""
MARGINS = 4
"""Rows between the parts, where there is room."""


class Spread(Vertical):
    """A round without controls. It draws what it is given: no hand where none is given."""

    DEFAULT_CSS = """
    Spread {
        height: auto;
        .side { padding-left: 1; border-left: outer $foreground 40%; }
        .side.is-turn { border-left: outer $primary; }
        #spread-middle { height: auto; }
        #spread-offer { height: 100%; width: 1fr; padding-left: 1; }
        #spread-deck { padding: 0 1; color: $text-muted; }
        &.is-tall { .side, #spread-deck { margin-top: 1; } #spread-middle { margin-top: 1; } }
        Cards { height: 1; width: 1fr; }
    }
    """

    def __init__(self, _: Texts) -> None:
        super().__init__()
        self._ = _

    def compose(self) -> ComposeResult:
        """In the order of the table: the other side, the middle, the side below."""
        yield Words(id="spread-top", classes="side")
        yield Cards("look", id="spread-hand-top")
        with Horizontal(id="spread-middle"):
            yield Tokens()
            with Vertical(id="spread-offer"):
                yield Stacks()
                yield Cards("look", id="spread-market")
        yield Words(id="spread-deck")
        yield Words(id="spread-bottom", classes="side")
        yield Cards("look", id="spread-hand-bottom")

    def on_mount(self) -> None:
        """Nothing here can be picked."""
        for part in (*self.query(Cards), self.query_one(Tokens)):
            part.can_focus = False

    def on_wish(self, wish: Wish) -> None:
        """A click on a card means nothing here."""
        wish.stop()

    def show(self, state: Json, names: tuple[str, str], bottom: Seat, size: Size) -> None:
        """Draw the round of a state, as a link gives it, into a space of this size."""
        model = make_model(
            Given({"state": state, "now": NOTHING_GOES_ON}, bottom=bottom, is_read_only=True),
            self._,
        )
        if model is None:
            return
        is_tall = size.height >= TALL
        self.set_class(is_tall, "is-tall")
        deck = deck_cards_words(state["round"], self._)
        self._say("deck", deck)
        self.query_one("#spread-deck").display = bool(deck)
        rows = size.height - SIDES - bool(deck) - MARGINS * is_tall
        has_hands = any(side["hand"] is not None for side in state["round"]["sides"])
        sizes = spread_measures(size.width, rows, has_hands=has_hands and is_tall)
        for place, seat in (("top", other(bottom)), ("bottom", bottom)):
            self._show_side(place, state, seat, names[seat], sizes.hand)
        self._show_middle(model, sizes)

    def _show_side(self, place: str, state: Json, seat: Seat, name: str, card: Size) -> None:
        self._say(place, side_words(state, seat, name, self._))
        is_turn = state["round"]["turn"] == seat
        self.query_one(f"#spread-{place}").set_class(is_turn, "is-turn")
        hand: str | None = state["round"]["sides"][seat]["hand"]
        cards = self.query_one(f"#spread-hand-{place}", Cards)
        cards.display = card.height > 0 and hand is not None
        if cards.display:
            cards.show(hand_shown(hand or "", card, self._))
            cards.styles.height = card.height + 1

    def _show_middle(self, model: Model, sizes: SpreadMeasures) -> None:
        _ = self._
        tokens = self.query_one(Tokens)
        tokens.styles.width = sizes.tokens_width
        tokens.show(shown.tokens_shown(model, sizes, _))
        self.query_one(Stacks).show(shown.stacks_shown(model, _))
        market = self.query_one("#spread-market", Cards)
        market.show(shown.market_shown(model, sizes, frozenset(), False, _))
        market.styles.height = sizes.market.height + 1
        self.query_one("#spread-middle").styles.height = sizes.middle

    def _say(self, place: str, text: str) -> None:
        self.query_one(f"#spread-{place}", Words).say(text)


def hand_shown(hand: str, size: Size, _: Texts) -> CardsShown:
    """An open hand as cards; unknown ones lie face down."""
    known = sorted_hand(hand.replace(UNKNOWN, ""))
    faces = [Face(letter=letter, name=card_name(letter, _)) for letter in known]
    faces += [Face(is_covered=True)] * hand.count(UNKNOWN)
    return CardsShown(tuple(faces), size, 1)


def seals_drawing(won: int) -> str:
    """The seals of one player: first those that are won."""
    return "★" * won + "☆" * max(0, SEALS_TO_WIN - won)


def side_words(state: Json, seat: Seat, name: str, _: Texts) -> str:
    """One side: whose it is, the hand as far as it is open, and the tokens."""
    side = state["round"]["sides"][seat]
    mark = "▶ " if state["round"]["turn"] == seat else ""
    head = f"{mark}{name}  {seals_drawing(state['seals'][seat])}  {herd_words(side, _)}"
    return f"{head}\n{hand_line(side, _)}\n{purse_line(side, state, _)}"


def hand_line(side: Json, _: Texts) -> str:
    """The cards of a hand, or their number where they are not open."""
    hand: str | None = side["hand"]
    if hand is None:
        return hand_size_words(side, _)
    unknown = hand.count(UNKNOWN)
    parts = [cards_words(hand.replace(UNKNOWN, ""), _)] if len(hand) > unknown else []
    if unknown:
        parts.append(_.count("{n} unknown card", "{n} unknown cards", unknown))
    return _("{whose}: {cards}", whose=_("Hand"), cards=list_words(parts, _) or "–")


def purse_line(side: Json, state: Json, _: Texts) -> str:
    """The tokens of a side in few characters: `31 rupees · Bonus 3×2 = 1, ?`."""
    counts: dict[str, int] = side["bonus_counts"]
    said = goods_words(side, state, _)
    if won := [f"{tier}×{n}" for tier, n in counts.items() if n]:
        said += f" · {_('Bonus')} {' '.join(won)}"
    if values := side["bonus_values"]:
        said += " = " + ", ".join(UNKNOWN if one is None else str(one) for one in values)
    return said


def deck_cards_words(round_shown: Json, _: Texts) -> str:
    """The rest of the deck in letters, if it is open; unknown cards are question marks."""
    if "deck_cards" not in round_shown:
        return ""
    deck = round_shown["deck_cards"]
    return _("Deck, top first: {deck}", deck=UNKNOWN if deck is None else deck or "–")
